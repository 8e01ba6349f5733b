// A table as it was at a step: who held what, grouped as it counts least, stock and pile, what lay on the table, what
// could have been done. Nodes are kept by key; what lies in them is laid anew.

import { h, keyed, setAttr, setText } from "lib/dom.js";
import { clockTime } from "lib/format.js";
import { fill, gettext } from "lib/i18n.js";
import { band, cardChip, cardPicture } from "table/card.js";
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
    h("h3", { class: "replay-table__name", data: { part: "name" } }),
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
  renderChips(part(node, "buried"), gettext("Covered in the pile:"), table.buried);
  renderChips(part(node, "order"), gettext("The stock, next card first:"), scene.options.order ? (table.order ?? []) : []);
}

// The middle.

function renderPiles(table, node) {
  const top = table.pile.at(-1);
  const stock = table.stock ? cardPicture(null) : h("span", { class: "card card--slot" });
  const pile = top ? cardPicture(top) : h("span", { class: "card card--slot" });
  node.replaceChildren(
    place(stock, fill(gettext("%(count)s left"), { count: table.stock })),
    place(pile, gettext("Discards")),
    ...faceDown(table),
  );
}

/** The card that the knocker shed, for whom it lies open. */
function faceDown({ knock }) {
  return knock?.discard ? [place(cardPicture(knock.discard), gettext("Face down"))] : [];
}

const place = (card, label) => h("span", { class: "replay-pile" }, card, h("small", { text: label }));

function renderMelds(state, table, node) {
  setAttr(node, "hidden", table.melds.length === 0);
  const groups = table.melds.map((meld, number) =>
    h(
      "figure",
      { class: "replay-meld" },
      h("figcaption", { text: seatName(state, meld.owner) }),
      cards(lying(meld.cards), band(number), meldLabel({ ...state, chosen: [] }, meld, number)),
    ),
  );
  node.replaceChildren(...groups);
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
  part(node, "cards").replaceChildren(...held(seat));
  renderChips(part(node, "taken"), gettext("Took"), seat.taken);
  [...part(node, "taken").querySelectorAll(".chip")].forEach((chip, at) =>
    setAttr(chip, "data-gone", !seat.holds.has(seat.taken[at])),
  );
  renderLegal(scene, table, seat, part(node, "legal"));
}

function countSaid({ data }, seat) {
  if (data.game === "rummy" && seat.hand) return fill(gettext("In hand: %(points)s"), { points: worthOf(seat.hand, data.rules) });
  return seat.count === null ? "" : fill(gettext("Deadwood %(count)s"), { count: seat.count });
}

/** The cards of a seat in their groups, or their backs. */
function held(seat) {
  if (seat.hand === null) return [backs(seat.cards)];
  const groups = seat.melds.map((meld, index) =>
    cards(lying(meld), band(index), fill(gettext("Meld %(number)s"), { number: index + 1 }), seat),
  );
  const loose = lying(seat.deadwood);
  if (loose.length) groups.push(cards(loose, "deadwood", gettext("Deadwood"), seat));
  const laid = seat.layoffs.map(([card]) => card);
  if (laid.length) groups.push(cards(laid, "deadwood", gettext("laid off"), seat));
  return groups;
}

function backs(count) {
  const pictures = Array.from({ length: count }, () => cardPicture(null));
  return h("span", { class: "hand replay-seat__backs", role: "img", "aria-label": hiddenSaid(count) }, ...pictures);
}

/** Cards lying together on a band; what was just drawn is marked. */
function cards(list, bandName, label, seat = null) {
  const pictures = list.map(cardPicture);
  list.forEach((card, at) => {
    if (card === seat?.drawn) pictures[at].classList.add("card--new");
    if (card === seat?.banned) pictures[at].classList.add("card--barred");
  });
  return h("span", { class: `meld meld--${bandName}`, role: "group", "aria-label": label }, ...pictures);
}

function renderLegal({ options }, table, seat, node) {
  const said = options.legal && seat.acts ? legalSaid(seat, table) : [];
  const sheds = options.legal && seat.acts ? shedding(seat) : [];
  setAttr(node, "hidden", said.length + sheds.length === 0);
  const parts = [];
  if (said.length) parts.push(h("p", { text: fill(gettext("May: %(actions)s"), { actions: said.join(" · ") }) }));
  if (sheds.length) parts.push(h("p", { class: "replay-table__chips" }, h("span", { class: "soft", text: shedLabel(sheds) }), ...sheds.map(shed)));
  node.replaceChildren(...parts);
}

const shedLabel = ([{ count }]) => (count === null ? gettext("May discard:") : gettext("May discard, and what that leaves:"));

function shed({ card, count }) {
  return h("span", { class: "replay-shed" }, cardChip(card), count === null ? null : h("small", { class: "number", text: String(count) }));
}
