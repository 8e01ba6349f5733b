// The order of one's own hand. It belongs to the player: an update adds and removes cards, and moves none. Pure.

import { rank, split, suit } from "table/cards.js";

/** The alternation of colours that keeps two red suits apart: spades, hearts, clubs, diamonds. */
const SUIT_PLACES = [0, 1, 3, 2];

const bySuit = (a, b) => SUIT_PLACES[suit(a)] - SUIT_PLACES[suit(b)] || rank(a) - rank(b);
const byRank = (a, b) => rank(a) - rank(b) || SUIT_PLACES[suit(a)] - SUIT_PLACES[suit(b)];

/** The player's order after an update: what stayed keeps its place, what is new comes last. */
export function keepOrder(order, cards) {
  const have = new Set(cards);
  const stayed = order.filter((card) => have.has(card));
  const known = new Set(stayed);
  return [...stayed, ...cards.filter((card) => !known.has(card))];
}

/**
 * The cards in a fresh order. `how`: "suit", "rank" or "melds" (melds first as the server grouped them, then the
 * deadwood from low to high); anything else leaves the order as it is.
 */
export function sorted(cards, how, best = null) {
  if (how === "suit") return [...cards].sort(bySuit);
  if (how === "rank") return [...cards].sort(byRank);
  if (how !== "melds") return cards;
  const have = new Set(cards);
  const melded = (best?.melds ?? []).flatMap((meld) => split(meld).sort(byRank)).filter((card) => have.has(card));
  const rest = cards.filter((card) => !melded.includes(card));
  return [...melded, ...rest.sort(byRank)];
}

/** The order with one card moved so that it stands at `index`. */
export function moveTo(order, card, index) {
  const rest = order.filter((other) => other !== card);
  const place = Math.max(0, Math.min(index, rest.length));
  return [...rest.slice(0, place), card, ...rest.slice(place)];
}

/** Which meld each card is in: a Map from card to the meld's number, for its colour. Deadwood is not in it. */
export function meldOf(melds) {
  const found = new Map();
  melds.forEach((meld, index) => split(meld).forEach((card) => found.set(card, index)));
  return found;
}

/** A meld's cards as one lays them down: a run from low to high, a set by suit. */
export const laid = (meld) => split(meld).sort(byRank);

/** How many columns the hand takes: all in one row where there is room, else two rows as even as they get. */
export function columns(cards, fitting) {
  return cards <= fitting ? Math.max(cards, 1) : Math.ceil(cards / 2);
}

/** Where a pointer stands among the cards: the index that a card dropped there takes. `boxes` in hand order. */
export function placeAt(boxes, x, y) {
  if (boxes.length === 0) return 0;
  const middle = (box) => box.top + box.height / 2;
  const nearest = Math.min(...boxes.map((box) => Math.abs(middle(box) - y)));
  const row = boxes.map((box, index) => ({ box, index })).filter(({ box }) => Math.abs(middle(box) - y) <= nearest + 1);
  const before = row.filter(({ box }) => box.left + box.width / 2 < x);
  return before.length ? before[before.length - 1].index + 1 : row[0].index;
}

export const SORTS = ["suit", "rank", "melds"];
