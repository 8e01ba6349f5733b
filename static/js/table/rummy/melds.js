// Melds as they lie on the table: in which order, what they are called, what a card in hand counts. Pure. Whether cards
// make a meld or fit one is not asked here: the server says what may be done (`view.can`).

import { fill, gettext } from "lib/i18n.js";
import { RANKS, cardName, extendsMeld, makesMeld, rank, split, suit } from "table/cards.js";
import { laid } from "table/hand.js";

const ACE = 0;
const FACE_COUNTS = 10;
const HIGH_ACE_COUNTS = 15;

/** A set, as against a run: its cards are of one rank. */
export const isSet = (cards) => cards.every((card) => rank(card) === rank(cards[0]));

/** A meld's cards as they lie: a set by suit, a run from low to high, its ace above the king where it stands there. */
export function lying(text) {
  const cards = laid(text);
  const aceIsHigh = !isSet(cards) && rank(cards[0]) === ACE && rank(cards[1]) !== ACE + 1;
  return aceIsHigh ? [...cards.slice(1), cards[0]] : cards;
}

/** A meld in words, by its ends or its cards: "run from the seven of hearts to the ten of hearts". */
export function meldName(text) {
  const cards = lying(text);
  if (isSet(cards)) return fill(gettext("set: %(cards)s"), { cards: cards.map(cardName).join(", ") });
  const ends = { first: cardName(cards[0]), last: cardName(cards.at(-1)) };
  return fill(gettext("run from the %(first)s to the %(last)s"), ends);
}

/** What a card left in hand costs: its number, ten for a face, and for an ace one, or fifteen where it may be high. */
export function worth(card, rules) {
  if (rank(card) === ACE) return rules?.ace === "high_or_low" ? HIGH_ACE_COUNTS : 1;
  return Math.min(rank(card) + 1, FACE_COUNTS);
}

/** What all these cards cost; cards that would make a meld cost as much as any until they lie on the table. */
export const worthOf = (cards, rules) => cards.reduce((sum, card) => sum + worth(card, rules), 0);

/** Do these cards make a meld: a set of three or four, or a run of three and more? */
export function isMeld(cards, rules) {
  if (cards.length < 3) return false;
  if (isSet(cards)) return cards.length <= 4;
  const overTheKing = (card, at) => rules?.ace === "high_or_low" && rank(card) === ACE && at > 0;
  const places = lying(cards.join(" ")).map((card, at) => (overTheKing(card, at) ? RANKS.length : rank(card)));
  return cards.every((card) => suit(card) === suit(cards[0])) && places.every((place, at) => place === places[0] + at);
}

/** Would the card stand in a meld with these, an ace above the king included where the rules have it? */
export function completes(cards, card, rules) {
  const top = ["Q", "K", "A"].map((high) => high + card[1]);
  const toTheAce = top.includes(card) && top.every((other) => other === card || cards.includes(other));
  return makesMeld(cards, card) || (rules?.ace === "high_or_low" && toTheAce);
}

/** Would the card lengthen this meld, as it lies on the table? */
export function fits(text, card, rules) {
  const cards = split(text);
  return extendsMeld(cards, card) || (cards[0][1] === card[1] && isMeld([...cards, card], rules));
}

/** Are these the same cards, in whatever order? */
export function sameCards(a, b) {
  return a.length === b.length && new Set([...a, ...b]).size === a.length;
}

/** The cards that came onto the table since this seat's own last discard (for a watcher: since anybody's). */
export function freshCards(moves, seat) {
  const ours = (event) => event.kind === "card_discarded" && (seat === null || event.seat === seat);
  const since = moves.findLastIndex((event) => ours(event) || event.kind === "rummy_dealt");
  const come = moves.slice(since + 1).filter((event) => seat === null || event.seat !== seat);
  return new Set(
    come.flatMap((event) => {
      if (event.kind === "melded") return split(event.cards);
      return event.kind === "laid_off" ? [event.card] : [];
    }),
  );
}
