// Cards as the protocol writes them ("7H", "TD") and what the page must know of them. Pure.

export const RANKS = "A23456789TJQK";
export const SUITS = "SHDC";

/** "7H 8H" -> ["7H", "8H"]; null and "" are the empty hand. */
export function split(text) {
  return text ? text.trim().split(/\s+/) : [];
}

export const rank = (card) => RANKS.indexOf(card[0]);
export const suit = (card) => SUITS.indexOf(card[1]);

let names = {};

/** Learn the cards' names in the reader's language; they come with the page. */
export function nameCards(given) {
  names = given;
}

const SUIT_SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };

/** The card in words, for screen readers and the move list: "seven of hearts". */
export const cardName = (card) => names[card] ?? cardSign(card);

/** The card on a button: "7♥", "10♦". The word joiner and isolate keep it in one piece in right-to-left text. */
export function cardSign(card) {
  return `\u2066${card[0] === "T" ? "10" : card[0]}${SUIT_SIGNS[card[1]]}\u2069`;
}

/** Does the card lengthen this meld, as it lies? A set takes its fourth card, a run either neighbour (RULES 1.2). */
export function extendsMeld(meld, card) {
  if (meld.includes(card)) return false;
  if (rank(meld[0]) === rank(meld[1])) return meld.length === 3 && rank(card) === rank(meld[0]);
  const ranks = meld.map(rank);
  const ends = [Math.min(...ranks) - 1, Math.max(...ranks) + 1];
  return suit(card) === suit(meld[0]) && ends.includes(rank(card));
}

/** Would the card stand in a set or a run with these cards? What a learner's hint for the pile needs. */
export function makesMeld(cards, card) {
  if (cards.filter((other) => rank(other) === rank(card)).length >= 2) return true;
  const ranks = new Set(cards.filter((other) => suit(other) === suit(card)).map(rank));
  const has = (step) => ranks.has(rank(card) + step);
  return (has(-2) && has(-1)) || (has(-1) && has(1)) || (has(1) && has(2));
}
