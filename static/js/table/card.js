// A card on the page: one element, drawn from the deck's sprite. Own cards are buttons, the others pictures.

import { h, setAttr, svg } from "lib/dom.js";
import { cardName, cardSign } from "table/cards.js";
import { laid } from "table/hand.js";

const MELD_BANDS = 3;

/** The address of one picture of the deck in use; `name` is a card's text or "back". The page says where decks are. */
function picture(name) {
  const { dataset } = document.querySelector("[data-deck-clear]");
  const deck = document.documentElement.dataset.deck === "classic" ? dataset.deckClassic : dataset.deckClear;
  return `${deck}#${name}`;
}

/** The drawing of a card; decorative, its name is said by whoever holds it. */
export function face(name) {
  const use = svg("use", { href: picture(name) });
  return svg("svg", { class: "card__face", viewBox: "0 0 100 140", "aria-hidden": "true" }, use);
}

/** Show another card in an element made with `face`. */
export function turn(holder, name) {
  setAttr(holder.querySelector("use"), "href", picture(name));
}

/** A card that can be taken in hand. */
export function cardButton(card) {
  return h("button", { type: "button", class: "card", data: { card }, "aria-label": cardName(card) }, face(card));
}

/** A card to look at; `null` is the back. */
export function cardPicture(card) {
  if (!card) return h("span", { class: "card card--back" }, face("back"));
  return h("span", { class: "card", role: "img", "aria-label": cardName(card), data: { card } }, face(card));
}

/** A card in running text or in a narrow place: rank and sign, coloured by suit. */
export function cardChip(card) {
  const name = cardName(card);
  return h("span", { class: "chip", data: { suit: card[1] }, role: "img", "aria-label": name, text: cardSign(card) });
}

/** Which of the three bands meld number `index` lies on, for its colour and shape. */
export const band = (index) => (index % MELD_BANDS) + 1;

/** Cards lying together as on a table, on the band of meld `number` (1, 2, 3), or with null on that of the deadwood. */
export function cardGroup(text, number, label) {
  const band = number === null ? "meld--deadwood" : `meld--${number}`;
  const cards = laid(text).map(cardPicture);
  return h("span", { class: `meld ${band}`, role: "group", "aria-label": label }, ...cards);
}
