// A step of a replay in sentences: what was done and how long it took, what could have been done, what the computer would
// have done. Pure. What happened is said as the table says it.

import { fill, gettext, ngettext } from "lib/i18n.js";
import { cardName, cardSign } from "table/cards.js";
import { lying } from "table/rummy/melds.js";
import { sentence } from "table/words.js";
import { eventsOf, viewOf } from "replay/steps.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** The table's state as its words need it, at a step. */
export const stateAt = (data, step, as) => ({
  said: data.said,
  seats: data.seats,
  table: { you: data.you, rules: data.rules },
  view: viewOf(step, as),
});

/** What a step brought, as one line; `as` is who is told. */
export function stepSaid(data, step, as) {
  const state = stateAt(data, step, as);
  const said = eventsOf(step, as).flatMap((event) => sentence(state, event) ?? []);
  return said.join(". ") || gettext("Nothing to see");
}

/** Time used: "0.8 s", "12 s", "2 min 5 s". */
export function timeSaid(ms) {
  if (ms < 10 * SECOND) return fill(gettext("%(seconds)s s"), { seconds: (ms / SECOND).toFixed(1) });
  if (ms < MINUTE) return fill(gettext("%(seconds)s s"), { seconds: Math.round(ms / SECOND) });
  return fill(gettext("%(minutes)s min %(seconds)s s"), {
    minutes: Math.floor(ms / MINUTE),
    seconds: Math.round((ms % MINUTE) / SECOND) % 60,
  });
}

/** "Step 3 of 40". */
export const placeSaid = (number, count) => fill(gettext("Step %(number)s of %(count)s"), { number, count });

/** What a seat might do, as a list of short phrases; cards that may be shed are told apart, with what each leaves. */
export function legalSaid(seat, table) {
  const { can } = seat;
  const top = table.pile.at(-1);
  const take = top ? fill(gettext("take the %(card)s"), { card: cardSign(top) }) : "";
  const said = [];
  if (can.pass_upcard) said.push(gettext("pass"));
  if (can.draw_stock) said.push(gettext("draw from the stock"));
  if (can.take_upcard || can.take_discard) said.push(take);
  for (const meld of can.meld ?? []) said.push(fill(gettext("meld %(cards)s"), { cards: signs(lying(meld)) }));
  for (const card of Object.keys(can.lay_off ?? {})) {
    said.push(fill(gettext("lay off the %(card)s"), { card: cardSign(card) }));
  }
  for (const [card, count] of Object.entries(can.knock ?? can.knock_last ?? {})) {
    said.push(fill(gettext("knock with %(count)s, shedding the %(card)s"), { count, card: cardSign(card) }));
  }
  for (const card of can.gin ?? can.gin_last ?? []) {
    said.push(fill(gettext("gin, shedding the %(card)s"), { card: cardSign(card) }));
  }
  if (can.big_gin || can.big_gin_last) said.push(gettext("big gin"));
  if (can.pass_last) said.push(gettext("leave the last discard"));
  if (can.defend) said.push(gettext("lay off and show the hand"));
  return said;
}

/** The cards a seat might shed, those that leave least first: [{card, count}]; `count` is null where nobody counts. */
export function shedding({ can, after }) {
  const cards = (can.discard ?? []).map((card) => ({ card, count: after[card] ?? null }));
  return cards.sort((a, b) => a.count - b.count);
}

const signs = (cards) => cards.map(cardSign).join(" ");

const PLAYS = {
  take_upcard: () => gettext("The computer would take the %(card)s."),
  pass_upcard: () => gettext("The computer would pass the upcard."),
  draw_stock: () => gettext("The computer would draw from the stock."),
  take_discard: () => gettext("The computer would take the %(card)s."),
  discard: () => gettext("The computer would discard the %(card)s."),
  knock: () => gettext("The computer would knock, shedding the %(card)s."),
  knock_last: () => gettext("The computer would take the last discard and knock, shedding the %(card)s."),
  big_gin: () => gettext("The computer would show big gin."),
  big_gin_last: () => gettext("The computer would take the last discard and show big gin."),
  pass_last: () => gettext("The computer would leave the last discard."),
  defend: () => gettext("The computer would lay off all that fits."),
  meld: () => gettext("The computer would meld %(cards)s."),
  lay_off: () => gettext("The computer would lay off the %(card)s."),
};

/** What the computer would do on a seat now, and what that leaves where it is known. */
export function adviceSaid(play, table) {
  const card = play.card ?? (play.kind.startsWith("take") ? table.pile.at(-1) : null);
  const cards = play.cards ? lying(play.cards).map(cardName).join(", ") : "";
  const said = fill(PLAYS[play.kind](), { card: card ? cardName(card) : "", cards });
  return [said, leavesSaid(play)].filter(Boolean).join(" ");
}

function leavesSaid({ kind, leaves }) {
  if (leaves === null) return "";
  if (leaves === 0) return gettext("That is gin.");
  const said = kind.startsWith("take")
    ? ngettext("It can then be down to %(n)s point.", "It can then be down to %(n)s points.", leaves)
    : ngettext("That leaves %(n)s point of deadwood.", "That leaves %(n)s points of deadwood.", leaves);
  return fill(said, { n: leaves });
}

/** How a hand ended, for the list of hands: "3: Ann knocks and wins 12". */
export function handSaid(data, step, { hand, results }) {
  const state = stateAt(data, step, "all");
  const said = results.map((result) => resultSaid(state, result)).join("; ");
  return fill(gettext("%(hand)s: %(said)s"), { hand, said });
}

function resultSaid(state, result) {
  if (result.kind === "void") return sentence(state, { kind: "hand_voided", reason: result.void }) ?? "";
  return sentence(state, { ...result, kind: "hand_scored", how: result.kind }) ?? "";
}

/** How many cards, in words, of what is hidden. */
export const hiddenSaid = (n) => fill(ngettext("%(n)s card, not seen", "%(n)s cards, not seen", n), { n });
