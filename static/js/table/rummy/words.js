// Basic rummy in sentences: whose turn it is and what to do, what happened, what a hand was worth. Pure. Words that all
// games share stand in table/words.js.

import { fill, gettext, ngettext } from "lib/i18n.js";
import { cardName, cardSign, split } from "table/cards.js";
import { seatName, told } from "table/names.js";
import { can, isVoid, mustAct, selected, you } from "table/reduce.js";
import { chosenMeld, stockEnd, suggestion, targets, whyNoMeld } from "table/rummy/choosing.js";
import { completes, fits, lying, meldName, worthOf } from "table/rummy/melds.js";

// What the player has to know now.

/** What the player, or the reader, has to know now. */
export function status(state) {
  if (!mustAct(state)) return othersStatus(state, state.view.turn[0]);
  return state.view.phase === "draw" ? drawStatus(state) : playStatus(state);
}

function drawStatus(state) {
  const { view } = state;
  const top = view.pile.cards.at(-1);
  const card = top ? cardSign(top) : "";
  const end = stockEnd(state);
  if (end === "end") return fill(gettext("The stock is used up: take the %(card)s, or the hand ends"), { card });
  if (!can(state).take_discard) return gettext("Your turn: draw from the stock");
  if (end === "refill") {
    return fill(gettext("The stock is used up: take the %(card)s, or draw and the pile is the new stock"), { card });
  }
  return fill(gettext("Your turn: draw, or take the %(card)s"), { card });
}

function playStatus(state) {
  const card = selected(state);
  if (card) return cardStatus(state, card);
  if (state.chosen.length) {
    return chosenMeld(state) ? gettext("A meld: lay it on the table") : whyNoMeld(state);
  }
  if (suggestion(state)) return gettext("You can meld, or choose a card to discard");
  if (Object.keys(can(state).lay_off ?? {}).length) return gettext("You can lay off, or choose a card to discard");
  return gettext("Choose a card to discard");
}

function cardStatus(state, card) {
  const fits = targets(state, card);
  if (fits.length > 1) {
    return fill(gettext("The %(card)s fits %(count)s melds: choose one"), { card: cardSign(card), count: fits.length });
  }
  if (fits.length === 1) return fitStatus(state, card, state.view.melds[fits[0]].owner);
  if (card === state.view.banned) {
    return fill(gettext("You just took the %(card)s: it may not go back this turn"), { card: cardSign(card) });
  }
  return fill(gettext("Discard the %(card)s?"), { card: cardSign(card) });
}

function fitStatus(state, card, owner) {
  return told(
    state,
    { seat: owner },
    gettext("The %(card)s fits your own meld"),
    gettext("The %(card)s fits a meld of %(name)s"),
    { card: cardSign(card) },
  );
}

function othersStatus(state, seat) {
  const name = seatName(state, seat);
  return state.view.phase === "draw"
    ? fill(gettext("%(name)s is about to draw"), { name })
    : fill(gettext("%(name)s may meld, lay off and discard"), { name });
}

// The melds on the table.

/** Whose meld it is: "Your meld", "Meld of Bob". */
export function ownerOf(state, meld) {
  return told(state, { seat: meld.owner }, gettext("Your meld"), gettext("Meld of %(name)s"));
}

/** A meld as it is read out: what it is, whose, what others laid off on it, and which chosen card fits. */
export function meldLabel(state, meld, number) {
  const parts = [fill(gettext("%(owner)s, %(meld)s"), { owner: ownerOf(state, meld), meld: meldName(meld.cards) })];
  for (const [card, seat] of meld.layoffs.filter(([, by]) => by !== meld.owner)) {
    const values = { card: cardName(card) };
    parts.push(told(state, { seat }, gettext("%(card)s from you"), gettext("%(card)s from %(name)s"), values));
  }
  const card = selected(state);
  if (targets(state, card).includes(number)) parts.push(fill(gettext("your %(card)s fits"), { card: cardName(card) }));
  return parts.join("; ");
}

// What happened.

/** Whose meld a card was laid off on, if it still lies on the table: of an earlier hand's melds nothing is known. */
function laidOn(state, { seat, card, meld }) {
  const lies = state.view?.melds?.[meld];
  return lies?.layoffs.some(([laid, by]) => laid === card && by === seat) ? lies.owner : null;
}

function laidOff(state, event) {
  const owner = laidOn(state, event);
  const values = { card: cardName(event.card), owner: owner === null ? "" : seatName(state, owner) };
  if (owner === null) {
    return told(state, event, gettext("You lay off the %(card)s"), gettext("%(name)s lays off the %(card)s"), values);
  }
  if (owner === event.seat) {
    const mine = gettext("You add the %(card)s to your own meld");
    return told(state, event, mine, gettext("%(name)s adds the %(card)s to a meld of their own"), values);
  }
  if (owner === you(state)) {
    return fill(gettext("%(name)s lays off the %(card)s on your meld"), { ...values, name: seatName(state, event.seat) });
  }
  const mine = gettext("You lay off the %(card)s on a meld of %(owner)s");
  return told(state, event, mine, gettext("%(name)s lays off the %(card)s on a meld of %(owner)s"), values);
}

const REFILLS = {
  shuffled: (n) =>
    ngettext(
      "The pile is shuffled into a new stock: %(n)s card",
      "The pile is shuffled into a new stock: %(n)s cards",
      n,
    ),
  turned: (n) =>
    ngettext(
      "The pile is turned over as a new stock: %(n)s card",
      "The pile is turned over as a new stock: %(n)s cards",
      n,
    ),
};

/** What happened, by the kind of the event. */
export const sentences = {
  rummy_dealt: (state, event) =>
    told(
      state,
      { seat: event.dealer },
      gettext("Hand %(hand)s: you deal; the first card of the pile is the %(card)s"),
      gettext("Hand %(hand)s: %(name)s deals; the first card of the pile is the %(card)s"),
      { hand: event.hand_no, card: cardName(event.upcard) },
    ),
  melded: (state, event) =>
    told(state, event, gettext("You meld %(cards)s"), gettext("%(name)s melds %(cards)s"), {
      cards: lying(event.cards).map(cardName).join(", "),
    }),
  laid_off: laidOff,
  stock_refilled: (state, event) => fill(REFILLS[event.how](event.stock), { n: event.stock }),
};

// What a hand was worth.

const WON = {
  out: [() => gettext("You go out and win %(points)s"), () => gettext("%(name)s goes out and wins %(points)s")],
  rummy: [() => gettext("You go rummy and win %(points)s"), () => gettext("%(name)s goes rummy and wins %(points)s")],
  lowest: [
    () => gettext("Nobody can go on. You hold least and win %(points)s"),
    () => gettext("Nobody can go on. %(name)s holds least and wins %(points)s"),
  ],
};

/** The heading of a scored hand. */
export function headline(state, { kind, winner, points }) {
  const [mine, others] = WON[kind];
  return told(state, { seat: winner }, mine(), others(), { points });
}

const WHY = {
  out: () => gettext("Every card left in the other hands counts for who went out."),
  rummy: () => gettext("All cards gone in one turn, none before: going rummy."),
  lowest: () => gettext("The stock was used up, and nobody could go out any more."),
};

/** How it was decided, as one sentence above the lines. */
export const explained = (_state, result) => WHY[result.kind]();

/** Who went out and how, in a word beside the name; null for everybody else. */
export function fateOf(result, seat) {
  if (isVoid(result) || seat !== result.winner) return null;
  return { out: gettext("went out"), rummy: gettext("rummy"), lowest: gettext("held least") }[result.kind];
}

/** What a hand still held counts: "counts 11", or that nothing was left. */
export function leftIn({ left, count }) {
  return left ? fill(gettext("counts %(count)s"), { count }) : gettext("no card left");
}

/** A line of a hand's reckoning in words. An unknown key is shown readably. */
export const lineName = (state, key) => state.said.phrases.lines?.[key] ?? key.replaceAll("_", " ");

// A learner's hint.

/** What to do, in words, and the cards to choose for it: {cards, text}, or null. */
export function hint(state) {
  if (state.view.phase === "meld") return playHint({ ...state, chosen: [] });
  const top = state.view.pile.cards.at(-1);
  if (!top) return null;
  return { cards: [], text: fill(drawHint(state, top), { card: cardSign(top) }) };
}

function drawHint({ order, view, table }, top) {
  if (completes(order, top, table.rules)) return gettext("The %(card)s makes a meld: worth taking");
  if (view.melds.some(({ cards }) => fits(cards, top, table.rules))) {
    return gettext("The %(card)s fits a meld on the table: worth taking");
  }
  return gettext("The %(card)s makes no meld: better draw from the stock");
}

function playHint(state) {
  const meld = suggestion(state);
  if (meld) return { cards: meld, text: gettext("These cards make a meld") };
  const [fits] = Object.entries(can(state).lay_off ?? {});
  if (fits) {
    const [card, [first]] = fits;
    return { cards: [card], text: fitStatus(state, card, state.view.melds[first].owner) };
  }
  const card = costliest(state);
  if (!card) return null;
  return { cards: [card], text: fill(gettext("The %(card)s is in no meld and costs most"), { card: cardSign(card) }) };
}

/** The card to shed that rids the hand of most; of a meld only where nothing else may go. */
function costliest(state) {
  const may = can(state).discard ?? [];
  const loose = split(state.view.best?.deadwood).filter((card) => may.includes(card));
  const cost = (card) => worthOf([card], state.table.rules);
  return (loose.length ? loose : may).reduce((a, b) => (a && cost(a) >= cost(b) ? a : b), null);
}
