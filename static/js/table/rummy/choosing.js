// Which cards the player has chosen and what can be done with them: the buttons of the bar, and the same answers for
// keys, taps and drags, so that no two of them can disagree. Pure; what is allowed the server says in `view.can`.

import { fill, gettext } from "lib/i18n.js";
import { cardSign, split } from "table/cards.js";
import { choice, takeChoice } from "table/choice.js";
import { can, mustAct, selected } from "table/reduce.js";
import { fits, isMeld, sameCards } from "table/rummy/melds.js";

/** The melds that may be laid down now, each a list of cards. */
const openMelds = (state) => (can(state).meld ?? []).map(split);

/** The chosen cards as one of the melds that may be laid down, written as the server writes it; or null. */
export function chosenMeld(state) {
  return (can(state).meld ?? []).find((text) => sameCards(split(text), state.chosen)) ?? null;
}

/** A meld to lay down, as cards, when nothing is chosen yet: the best grouping's, else the longest; or null. */
export function suggestion(state) {
  if (state.chosen.length) return null;
  const open = openMelds(state);
  const best = (state.view?.best?.melds ?? []).map(split);
  const grouped = best.find((meld) => open.some((other) => sameCards(meld, other)));
  return grouped ?? open.reduce((longest, meld) => (meld.length > (longest?.length ?? 0) ? meld : longest), null);
}

/** The numbers of the melds on the table that this card fits and may be laid off on now. */
export const targets = (state, card) => (card ? (can(state).lay_off?.[card] ?? []) : []);

/** The cards in hand that may be laid off on this meld now. */
export function fitting(state, meld) {
  const open = can(state).lay_off ?? {};
  return state.order.filter((card) => open[card]?.includes(meld));
}

/**
 * What drawing from an empty stock does: "refill" makes the pile the stock, "end" ends the hand, for there is nothing
 * to turn or that has been done too often; null while there are cards.
 */
export function stockEnd({ view, table }) {
  if (view.stock > 0) return null;
  return view.pile.count > 1 && view.refills < table.rules.reshuffle_limit ? "refill" : "end";
}

/** The buttons while a hand is played, in order; see `choices` in table/actions.js for their shape. */
export function choices(state) {
  if (state.view.phase === "draw") return [takeChoice(state.view, can(state).take_discard), drawChoice(state)];
  if (state.view.phase === "meld") return [meldChoice(state), layOffChoice(state), discardChoice(state)];
  return [];
}

/** Why nothing can be put down yet. */
function tooEarly(state) {
  if (!mustAct(state)) return gettext("It is not your turn");
  return state.view.phase === "draw" ? gettext("Draw first") : null;
}

const DRAWS = {
  refill: () => gettext("Draw, renewing the stock"),
  end: () => gettext("Leave it: the hand ends"),
};

function drawChoice(state) {
  const end = stockEnd(state);
  const label = DRAWS[end]?.() ?? gettext("Draw");
  return choice("draw_stock", label, can(state).draw_stock, !end);
}

function meldChoice(state) {
  const label = gettext("Meld");
  const early = tooEarly(state);
  if (early) return choice("meld", label, false, false, early);
  if (chosenMeld(state)) return choice("meld", label, true, true);
  if (suggestion(state)) return choice("meld", gettext("Show a meld"), true);
  return choice("meld", label, false, false, whyNoMeld(state));
}

/** Why the chosen cards may not be laid down, in the words of the rules where only they forbid it. */
export function whyNoMeld(state) {
  const { chosen, said, table } = state;
  if (isMeld(chosen, table.rules)) {
    const one = table.rules.melds_per_turn === "one" && hasMelded(state);
    return one ? said.errors.ONE_MELD_A_TURN : said.errors.TURN_CANNOT_END;
  }
  if (chosen.length > 1) return gettext("These cards make no meld");
  return openMelds(state).length
    ? gettext("Choose all the cards of the meld")
    : gettext("You hold no meld that may be laid down now");
}

/** Has the player whose turn it is laid a meld down since drawing? */
function hasMelded({ moves }) {
  const drawn = moves.findLastIndex(({ kind }) => kind === "stock_drawn" || kind === "pile_taken");
  return moves.slice(drawn + 1).some(({ kind }) => kind === "melded");
}

/** The choice to lay a card off, or to be shown what fits. */
export function layOffChoice(state) {
  const card = selected(state);
  const open = can(state).lay_off ?? {};
  const label = card ? fill(gettext("Lay off %(card)s"), { card: cardSign(card) }) : gettext("Lay off");
  const early = tooEarly(state);
  if (early) return choice("lay_off", label, false, false, early);
  if (card) return choice("lay_off", label, open[card]?.length, true, whyNoLayOff(state, card));
  if (state.chosen.length) return choice("lay_off", label, false, false, gettext("Choose one card to lay off"));
  const some = Object.keys(open).length > 0;
  return choice("lay_off", gettext("Show what fits"), some, false, gettext("Nothing you hold fits a meld on the table"));
}

function whyNoLayOff({ view, said, table }, card) {
  const lies = view.melds.some(({ cards }) => fits(cards, card, table.rules));
  return lies ? said.errors.TURN_CANNOT_END : gettext("It fits no meld on the table");
}

function discardChoice(state) {
  const card = selected(state);
  const label = card ? fill(gettext("Discard %(card)s"), { card: cardSign(card) }) : gettext("Discard");
  const early = tooEarly(state);
  if (early) return choice("discard", label, false, false, early);
  if (!card) return choice("discard", label, false, false, gettext("Choose one card to discard"));
  const strong = targets(state, card).length === 0;
  return choice("discard", label, (can(state).discard ?? []).includes(card), strong, barred(state, card));
}

function barred(state, card) {
  return card === state.view.banned
    ? gettext("A card just taken may not go back this turn")
    : gettext("This card may not be discarded now");
}
