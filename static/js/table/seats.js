// The others around the table: who they are and what they do in this hand, what one may see of their cards, whose turn
// it is. Where more than two sit, each is a small card of facts; the one across alone has a fan of backs.

import { h, keyed, setAttr, setText } from "lib/dom.js";
import { gettext } from "lib/i18n.js";
import { isAway, isCompany, othersAround, partnerOf, roleOf } from "table/around.js";
import { cardChip, cardPicture } from "table/card.js";
import { cardName, split } from "table/cards.js";
import { cardCount, inTeams, levelName, nameAt, ratingText, roleName, sideOf } from "table/names.js";
import { actsNow, you } from "table/reduce.js";
import { part, slot } from "table/slots.js";

/** So many across leave room for the cards they hold, not for how strong they are besides. */
const CROWDED = 3;

export function renderOpponents(state) {
  const place = slot("opponents");
  setAttr(place, "data-seats", isCompany(state) ? state.seats.length : null);
  keyed(place, othersAround(state), (seat) => seat, createSeat, (node, seat) => updateSeat(state, node, seat));
}

function createSeat(number) {
  const node = document.getElementById("seat-template").content.firstElementChild.cloneNode(true);
  node.dataset.seat = number;
  part(node, "clock").dataset.clock = number;
  part(node, "fan").dataset.fan = number;
  return node;
}

function updateSeat(state, node, number) {
  const seat = state.seats[number];
  const shown = state.view?.seats?.[number];
  const turnNow = actsNow(state, number);
  setAttr(node, "data-turn", turnNow);
  setAttr(node, "data-role", roleOf(state, number));
  setAttr(node, "data-team", inTeams(state) ? sideOf(state, number) + 1 : null);
  setText(part(node, "name"), seat ? nameAt(state, number) : gettext("Empty chair"));
  setText(part(node, "avatar"), (seat ? nameAt(state, number) : "?").slice(0, 1));
  setAttr(part(node, "avatar"), "class", avatarClass(seat, turnNow));
  setAttr(part(node, "dealer"), "hidden", !state.view || dealerOf(state, number) !== number);
  renderRole(state, part(node, "role"), number);
  setText(part(node, "note"), seatNote(state, number, shown));
  setText(part(node, "turn"), turnNow ? gettext("to play") : "");
  setText(part(node, "rating"), seat?.rating ? ratingText(seat.rating) : "");
  renderPresence(part(node, "presence"), seat);
  renderFan(part(node, "fan"), shown, state.view, number);
  renderTaken(part(node, "taken"), shown);
}

/** Who dealt the hand that this seat plays: each table of a partnership has its own dealer. */
function dealerOf(state, seat) {
  const table = state.view.beside?.find(({ players }) => players.includes(seat));
  return (table ?? state.view).dealer;
}

function avatarClass(seat, turnNow) {
  return `avatar${turnNow ? " avatar--turn" : ""}${seat?.kind === "computer" ? " avatar--computer" : ""}`;
}

/** What the seat is in this hand, or to the reader. */
function renderRole(state, node, number) {
  const partner = you(state) !== null && partnerOf(state, you(state)) === number;
  const name = roleName(state, roleOf(state, number)) || (partner ? gettext("Partner") : "");
  setAttr(node, "hidden", !name);
  setText(node, name);
}

function seatNote(state, number, shown) {
  const seat = state.seats[number];
  if (!seat) return "";
  if (isAway(state, number)) return gettext("the computer plays on");
  if (seat.kind !== "computer" && !seat.connected) return gettext("away");
  if (state.view?.phase === "between" && state.view.hand > 0 && shown?.ready) return gettext("ready");
  const cards = shown?.cards && state.view.phase !== "between" ? cardCount(shown.cards) : "";
  const level = cards && othersAround(state).length >= CROWDED ? "" : levelName(state, seat);
  return [cards, level].filter(Boolean).join(" · ");
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
  const open = shown?.exposed && shown.hand ? split(shown.hand) : null;
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
