// A table as it was at a step: who held what, grouped as it counts least, stock and pile, what lay on the table, what
// could have been done. Nodes are kept by key.

import { h, keyed, setAttr, setText } from "lib/dom.js";
import { clockTime } from "lib/format.js";
import { fill, gettext } from "lib/i18n.js";
import { band, cardChip, cardPicture, face, turn } from "table/card.js";
import { cardName } from "table/cards.js";
import { limitSaid } from "table/gin/felt.js";
import { roleName, seatName } from "table/names.js";
import { lying, worthOf } from "table/rummy/melds.js";
import { meldLabel } from "table/rummy/words.js";
import { part } from "table/slots.js";
import { seatOf, seated } from "replay/steps.js";
import { hiddenSaid, legalSaid, shedding } from "replay/words.js";

/** From so many seats on their cards lie small and side by side, under the middle of the table. */
const MANY = 4;

export function createTable() {
  return h(
    "div",
    { class: "replay-table" },
    h("h2", { class: "replay-table__name", data: { part: "name" } }),
    h("div", { class: "replay-table__seats", data: { part: "far" } }),
    h(
      "div",
      { class: "replay-table__middle" },
      h("div", { class: "replay-table__piles cards--small", data: { part: "piles" } }),
      h("div", { class: "replay-table__melds cards--small", data: { part: "melds" } }),
      h("p", { class: "replay-table__line soft", data: { part: "limit" } }),
      h("p", { class: "replay-table__line soft", data: { part: "beside" } }),
      h("p", { class: "replay-table__chips", data: { part: "buried" } }),
      h("p", { class: "replay-table__chips", data: { part: "order" } }),
    ),
    h("div", { class: "replay-table__seats", data: { part: "near" } }),
  );
}

/** `scene`: {data, state, step, as, near, options: {order, legal}, several} as `replay/board.js` makes it. */
export function updateTable(scene, node, table) {
  const { state, several } = scene;
  const [one, other] = table.players.map((seat) => seatName(state, seat));
  setAttr(part(node, "name"), "hidden", !several);
  if (several) setText(part(node, "name"), fill(gettext("%(one)s against %(other)s"), { one, other }));
  const around = seated(table.players, scene.near);
  const show = (place, seats) =>
    keyed(part(node, place), seats, (seat) => seat, createSeat, (seat, number) => updateSeat(scene, table, seat, number));
  const many = around.length >= MANY;
  show("far", many ? around : around.slice(0, -1));
  show("near", many ? [] : around.slice(-1));
  setAttr(node, "data-many", many);
  renderPiles(table, part(node, "piles"));
  renderMelds(state, table, part(node, "melds"));
  renderLimit(scene, table, part(node, "limit"));
  renderLookingOn(scene, part(node, "beside"));
  const label = table.buried.length ? gettext("Seen before, covered by now:") : gettext("Below in the pile:");
  renderChips(part(node, "buried"), label, [...table.buried, ...table.pile.slice(0, -1)]);
  renderChips(part(node, "order"), gettext("The stock, next card first:"), scene.options.order ? (table.order ?? []) : []);
}

// The middle.

function renderPiles(table, node) {
  const places = [
    { name: "stock", card: table.stock ? BACK : null, label: fill(gettext("%(count)s left"), { count: table.stock }) },
    { name: "pile", card: table.pile.at(-1) ?? null, label: gettext("Discards") },
  ];
  if (table.knock?.discard) places.push({ name: "down", card: table.knock.discard, label: gettext("Face down") });
  keyed(node, places, ({ name }) => name, createPlace, updatePlace);
}

const BACK = "back";

function createPlace() {
  return h("span", { class: "replay-pile" }, h("span", { class: "card", role: "img" }, face(BACK)), h("small"));
}

/** One card in its place, or an empty place; the picture is turned, not made anew, or it would flicker. */
function updatePlace(node, { card, label }) {
  const [picture, words] = node.children;
  setAttr(picture, "class", { [BACK]: "card card--back", null: "card card--slot" }[card] ?? "card");
  setAttr(picture, "aria-label", card && card !== BACK ? cardName(card) : label);
  if (card) turn(picture, card);
  setText(words, label);
}

function renderMelds(state, table, node) {
  setAttr(node, "hidden", table.melds.length === 0);
  const create = () => h("figure", { class: "replay-meld" }, h("figcaption", { dir: "auto" }), h("span", { role: "group" }));
  keyed(node, [...table.melds.entries()], ([number]) => number, create, (figure, [number, meld]) => {
    const [caption, group] = figure.children;
    setText(caption, seatName(state, meld.owner));
    setAttr(group, "class", `meld meld--${band(number)}`);
    setAttr(group, "aria-label", meldLabel({ ...state, chosen: [] }, meld, number));
    keyed(group, lying(meld.cards), (card) => card, cardPicture);
  });
}

function renderLimit({ data }, table, node) {
  const said = data.rules.oklahoma && table.upcard ? limitSaid(table) : "";
  setAttr(node, "hidden", !said);
  setText(node, said);
}

/** Who holds no cards in this hand, and what they are. */
function renderLookingOn({ state, step }, node) {
  const playing = new Set(step.truth.tables.flatMap(({ players }) => players));
  const others = state.seats.flatMap((_seat, seat) => (playing.has(seat) ? [] : [seat]));
  const said = others.map((seat) =>
    fill(gettext("%(name)s: %(said)s"), { name: seatName(state, seat), said: roleName(state, state.view.roles[seat]) }),
  );
  setAttr(node, "hidden", said.length === 0);
  setText(node, said.join(" · "));
}

function renderChips(node, label, list) {
  setAttr(node, "hidden", list.length === 0);
  node.replaceChildren(h("span", { class: "soft", text: label }), ...list.map(cardChip));
}

// A seat.

function createSeat() {
  return h(
    "article",
    { class: "replay-seat" },
    h(
      "p",
      { class: "replay-seat__line" },
      h("b", { class: "replay-seat__name", data: { part: "name" }, dir: "auto" }),
      h("span", { class: "badge", data: { part: "role" } }),
      h("span", { class: "visually-hidden", data: { part: "turn" } }),
      h("span", { class: "replay-seat__bank number", data: { part: "bank" }, title: gettext("Time in reserve") }),
      h("span", { class: "replay-seat__count number", data: { part: "count" } }),
    ),
    h("div", { class: "replay-seat__cards cards--small", data: { part: "cards" } }),
    h("p", { class: "replay-table__chips", data: { part: "taken" } }),
    h("div", { class: "replay-seat__legal", data: { part: "legal" } }),
  );
}

function updateSeat(scene, table, node, number) {
  const { state, step, as } = scene;
  const seat = seatOf(step, as, number, table);
  setAttr(node, "data-turn", seat.acts);
  setText(part(node, "name"), seatName(state, number));
  const role = roleName(state, state.view.roles[number]) || (table.dealer === number ? gettext("Dealer") : "");
  setAttr(part(node, "role"), "hidden", !role);
  setText(part(node, "role"), role);
  setText(part(node, "turn"), seat.acts ? gettext("to play") : "");
  const bank = step.banks?.[number] ?? null;
  setAttr(part(node, "bank"), "hidden", bank === null);
  if (bank !== null) setText(part(node, "bank"), clockTime(bank));
  setText(part(node, "count"), countSaid(scene, seat));
  renderHeld(seat, part(node, "cards"));
  renderChips(part(node, "taken"), gettext("Took"), seat.taken);
  [...part(node, "taken").querySelectorAll(".chip")].forEach((chip, at) =>
    setAttr(chip, "data-gone", !seat.holds.has(seat.taken[at])),
  );
  renderLegal(scene, table, seat, part(node, "legal"));
}

function countSaid({ data }, seat) {
  if (data.game === "rummy" && seat.hand) {
    return fill(gettext("In hand: %(points)s"), { points: worthOf(seat.hand, data.rules) });
  }
  return seat.count === null ? "" : fill(gettext("Deadwood %(count)s"), { count: seat.count });
}

/** The cards of a seat in their groups, or their backs. What stays where it was is not made anew: it would flicker. */
function renderHeld(seat, node) {
  const groups = seat.hand === null ? [hidden(seat)] : groupsOf(seat);
  keyed(node, groups, ({ name }) => name, createGroup, (group, { name, label, cards }) => {
    setAttr(group, "aria-label", label);
    setAttr(group, "data-label", name === "laid" ? label : null);
    keyed(group, cards, (card) => card, createCard, (picture, card) => setAttr(picture, "class", cardClass(seat, card)));
  });
}

function createGroup({ name }) {
  const bands = GROUPS[name] ?? `meld meld--${band(name)}`;
  return h("span", { class: bands, role: name === BACK ? "img" : "group" });
}

const createCard = (card) => cardPicture(card.startsWith(BACK) ? null : card);

function cardClass(seat, card) {
  if (card.startsWith(BACK)) return "card card--back";
  const marks = [card === seat.drawn && "card--new", card === seat.banned && "card--barred"];
  return ["card", ...marks.filter(Boolean)].join(" ");
}

const GROUPS = { [BACK]: "hand replay-seat__backs", loose: "meld meld--deadwood", laid: "meld meld--deadwood" };

const hidden = ({ cards }) => ({
  name: BACK,
  label: hiddenSaid(cards),
  cards: Array.from({ length: cards }, (_, index) => `${BACK}-${index}`),
});

function groupsOf(seat) {
  const groups = seat.melds.map((meld, index) => ({
    name: index,
    label: fill(gettext("Meld %(number)s"), { number: index + 1 }),
    cards: lying(meld),
  }));
  groups.push({ name: "loose", label: gettext("Deadwood"), cards: lying(seat.deadwood) });
  groups.push({ name: "laid", label: gettext("laid off"), cards: seat.layoffs.map(([card]) => card) });
  return groups.filter(({ cards }) => cards.length > 0);
}

function renderLegal({ options }, table, seat, node) {
  const said = options.legal && seat.acts ? legalSaid(seat, table) : [];
  const sheds = options.legal && seat.acts ? shedding(seat) : [];
  setAttr(node, "hidden", said.length + sheds.length === 0);
  const parts = [];
  if (said.length) parts.push(h("p", { text: fill(gettext("May: %(actions)s"), { actions: said.join(" · ") }) }));
  if (sheds.length) {
    const label = h("span", { class: "soft", text: shedLabel(sheds) });
    parts.push(h("p", { class: "replay-table__chips" }, label, ...sheds.map(shed)));
  }
  node.replaceChildren(...parts);
}

const shedLabel = ([{ count }]) =>
  count === null ? gettext("May discard:") : gettext("May discard, and what that leaves:");

function shed({ card, count }) {
  const left = count === null ? null : h("small", { class: "number", text: String(count) });
  return h("span", { class: "replay-shed" }, cardChip(card), left);
}
