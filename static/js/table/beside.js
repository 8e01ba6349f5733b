// The other table of a partnership, in one line: its pile and stock, what goes on there, and how its hand ended. While
// one may advise the partner there, the melds that were knocked with and the partner's cards too.

import { h, keyed, setAttr, setText } from "lib/dom.js";
import { fill, gettext } from "lib/i18n.js";
import { beside, partnerOf } from "table/around.js";
import { cardChip } from "table/card.js";
import { split } from "table/cards.js";
import { gameOf } from "table/games.js";
import { seatName } from "table/names.js";
import { isVoid, you } from "table/reduce.js";
import { part, slot } from "table/slots.js";
import { resultHeadline, tableStatus } from "table/words.js";

export function renderBeside(state) {
  const tables = beside(state).filter(({ phase }) => phase !== "draw_for_deal");
  setAttr(slot("beside"), "hidden", tables.length === 0);
  keyed(slot("beside"), tables, ({ table }) => table, createTable, (node, table) => updateTable(state, node, table));
}

function createTable() {
  return h(
    "div",
    { class: "beside__table" },
    h("b", { class: "beside__name", data: { part: "name" } }),
    h("span", { data: { part: "pile" } }),
    h("span", { class: "beside__said", data: { part: "said" } }),
    h("span", { class: "beside__melds", data: { part: "melds" } }),
    h("span", { class: "beside__hand", data: { part: "hand" } }),
  );
}

function updateTable(state, node, table) {
  const [one, other] = table.players.map((seat) => seatName(state, seat));
  const over = Boolean(table.result);
  setText(part(node, "name"), fill(gettext("%(one)s against %(other)s"), { one, other }));
  setAttr(part(node, "pile"), "hidden", over || Boolean(table.knock));
  const top = table.pile.cards.at(-1);
  keyed(part(node, "pile"), top ? [top] : [], (card) => card, cardChip);
  setText(part(node, "said"), said(state, table));
  setAttr(part(node, "said"), "data-won", over && !isVoid(table.result));
  const partner = partnerOf(state, you(state));
  const cards = table.players.includes(partner) ? split(state.view.seats[partner].hand) : [];
  const advising = cards.length > 0 && !over;
  setAttr(part(node, "hand"), "hidden", !advising);
  keyed(part(node, "hand"), cards, (card) => card, cardChip);
  setAttr(part(node, "melds"), "hidden", !advising);
  keyed(part(node, "melds"), advising ? (table.knock?.melds ?? []) : [], (meld) => meld, createMeld);
}

const createMeld = (meld) => h("span", { class: "beside__hand" }, ...split(meld).map(cardChip));

/** What to know of the other table now. Pure. */
export function said(state, table) {
  if (table.result) return resultHeadline(state, table.result);
  if (table.knock) return gameOf(state).knockSaid(state, table.knock);
  const left = fill(gettext("%(count)s left"), { count: table.stock });
  return `${tableStatus(state, table)} · ${left}`;
}
