// The others at the table: who they are, what one may see of their cards, whose turn it is.

import { h, keyed, setAttr, setText } from "lib/dom.js";
import { gettext } from "lib/i18n.js";
import { cardChip, cardPicture } from "table/card.js";
import { cardName, split } from "table/cards.js";
import { cardCount, levelName, nameAt, ratingText } from "table/names.js";
import { inPlay, you } from "table/reduce.js";
import { part, slot } from "table/slots.js";

export function renderOpponents(state) {
  const others = state.seats.map((seat, number) => ({ seat, number })).filter(({ number }) => number !== you(state));
  keyed(slot("opponents"), others, ({ number }) => number, createSeat, (node, item) => updateSeat(state, node, item));
}

function createSeat({ number }) {
  const node = document.getElementById("seat-template").content.firstElementChild.cloneNode(true);
  node.dataset.seat = number;
  part(node, "clock").dataset.clock = number;
  part(node, "fan").dataset.fan = number;
  return node;
}

function updateSeat(state, node, { seat, number }) {
  const shown = state.view?.seats?.[number];
  const turnNow = inPlay(state) && state.view.turn.includes(number);
  setText(part(node, "name"), seat ? nameAt(state, number) : gettext("Empty chair"));
  setText(part(node, "avatar"), (seat ? nameAt(state, number) : "?").slice(0, 1));
  setAttr(part(node, "avatar"), "class", avatarClass(seat, turnNow));
  setAttr(part(node, "dealer"), "hidden", state.view?.dealer !== number);
  setText(part(node, "note"), seatNote(state, seat, shown));
  setText(part(node, "rating"), seat?.rating ? ratingText(seat.rating) : "");
  renderPresence(part(node, "presence"), seat);
  renderFan(part(node, "fan"), shown, state.view, number);
  renderTaken(part(node, "taken"), shown);
}

function avatarClass(seat, turnNow) {
  return `avatar${turnNow ? " avatar--turn" : ""}${seat?.kind === "computer" ? " avatar--computer" : ""}`;
}

function seatNote(state, seat, shown) {
  if (!seat) return "";
  if (seat.kind !== "computer" && !seat.connected) return gettext("away");
  if (state.view?.phase === "between" && shown?.ready) return gettext("ready");
  const cards = shown && state.view.phase !== "between" ? cardCount(shown.cards) : "";
  return [levelName(state, seat), cards].filter(Boolean).join(" · ");
}

function renderPresence(node, seat) {
  const here = seat?.kind === "computer" || seat?.connected;
  setAttr(node, "hidden", !seat || seat.kind === "computer");
  setAttr(node, "class", here ? "presence presence--here" : "presence");
  setAttr(node, "aria-label", here ? gettext("connected") : gettext("not connected"));
}

/** The hand as the others see it: backs, or open cards after a false knock. */
function renderFan(node, shown, view, number) {
  const knocked = view?.knock?.seat === number || ["between", "over"].includes(view?.phase);
  const open = shown?.hand ? split(shown.hand) : null;
  const cards = knocked ? [] : (open ?? Array.from({ length: shown?.cards ?? 0 }, (_, index) => `back-${index}`));
  setAttr(node, "class", open && !knocked ? "seat__fan seat__fan--open" : "seat__fan");
  setAttr(node, "role", "img");
  setAttr(node, "aria-label", open ? open.map(cardName).join(", ") : cardCount(shown?.cards ?? 0));
  keyed(node, cards, (card) => card, (card) => cardPicture(card.startsWith("back-") ? null : card));
}

function renderTaken(node, shown) {
  const taken = shown?.taken ?? [];
  setAttr(node, "hidden", taken.length === 0);
  if (!node.firstElementChild) node.append(h("span", { class: "seat__label", text: gettext("Took") }));
  const holds = new Set(shown?.holds ?? []);
  keyed(
    node,
    taken.map((card, index) => ({ card, key: `${card}-${taken.slice(0, index).filter((c) => c === card).length}` })),
    ({ key }) => key,
    ({ card }) => cardChip(card),
    (chip, { card }) => setAttr(chip, "data-gone", !holds.has(card)),
  );
}
