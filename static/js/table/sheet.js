// The score sheet, as one keeps it on paper: a row a hand and a column a side, or games side by side, each settled alone.
// Built from the state alone.

import { h } from "lib/dom.js";
import { signed } from "lib/format.js";
import { fill, gettext } from "lib/i18n.js";
import { seatName, sideName } from "table/names.js";
import { figures, heading, nameHead, row, sheetClass } from "table/paper.js";
import { headName, shortName, sideOrder } from "table/score.js";
import { handKind, totalName } from "table/words.js";

/** Are this sheet's columns games of their own, each settled alone? */
export const hasGamesBeside = ({ kind }) => kind === "hollywood" || kind === "sum_of_games";

/** The score sheet as a node. */
export function scoreSheet(state) {
  const sheet = state.view?.sheet;
  if (!sheet?.hands?.length) return h("p", { class: "soft", text: gettext("No hand has been finished yet.") });
  return h("div", { class: "sheet__scroll" }, hasGamesBeside(sheet) ? gamesTable(state) : handsTable(state));
}

// One column: a row a hand, or for partners a row a round.

function handsTable(state) {
  const { sheet } = state.view;
  const sides = sideOrder(state);
  const [column] = sheet.columns;
  const head = row(
    h("th", { scope: "col", text: sheet.kind === "net_per_hand" ? gettext("Round") : gettext("Hand") }),
    ...sides.map((side) => nameHead(headName(state, side, sides))),
  );
  const rounds = [...new Set(sheet.hands.map(({ hand }) => hand))];
  const body = rounds.map((hand) => roundRow(state, hand, sides));
  const foot = [totalRow(gettext("Total"), column.totals, sides)];
  if (countsBoxes(state) && column.boxes.some((boxes) => boxes > 0)) foot.push(smallRow(gettext("Boxes"), column.boxes, sides));
  return h("table", { class: sheetClass(sides) }, h("thead", {}, head), h("tbody", {}, ...body), h("tfoot", {}, ...foot));
}

/** Do hands won count for anything here? */
const countsBoxes = ({ view, table }) => view.sheet.kind !== "rummy" && table.rules.box_bonus !== 0;

function roundRow(state, hand, sides) {
  const { sheet } = state.view;
  const entry = sheet.columns[0].entries.find((one) => one.hand === hand);
  const ends = sheet.hands.filter((one) => one.hand === hand);
  const points = sides.map((side) => {
    const won = entry?.side === side;
    return h("td", { class: won ? "sheet__won" : null, text: won ? String(entry.points) : "" });
  });
  const told = ends.map((end) => h("small", { class: ends.length > 1 ? "sheet__end" : null, text: endSaid(state, end) }));
  return row(h("th", { scope: "row" }, `${hand} `, ...told), ...points);
}

/** How a hand ended: its kind; of a round of two tables also who won what. */
function endSaid(state, end) {
  const kind = handKind(state, end.kind);
  if (state.view.sheet.kind !== "net_per_hand" || end.kind === "void") return kind;
  return fill(gettext("%(name)s: %(kind)s, %(points)s"), { name: seatName(state, end.winner), kind, points: end.points });
}

const totalRow = (name, amounts, sides) => row(heading(name), ...figures(sides.map((side) => amounts[side])));

function smallRow(name, amounts, sides) {
  const made = totalRow(name, amounts, sides);
  made.className = "sheet__boxes";
  return made;
}

// Games side by side: Hollywood's three columns, the games of two tables of partners.

function gamesTable(state) {
  const { columns } = state.view.sheet;
  const sides = sideOrder(state);
  const most = Math.max(...columns.map(({ entries }) => entries.length));
  const rows = Array.from({ length: most }, (_, at) =>
    row(heading(String(at + 1)), ...columns.flatMap((column) => entryCells(column, at, sides))),
  );
  return h(
    "table",
    { class: "sheet sheet--games" },
    h("thead", {}, gameHeads(columns, sides), sideHeads(state, columns, sides)),
    h("tbody", {}, ...rows),
    h("tfoot", {}, ...gameFeet(state, columns, sides)),
  );
}

function gameHeads(columns, sides) {
  const heads = columns.map((column, number) => {
    const name = fill(gettext("Game %(number)s"), { number: number + 1 });
    const over = column.closed ? h("span", { class: "visually-hidden", text: gettext("over") }) : null; // else it is crossed out
    return h("th", { scope: "colgroup", colspan: sides.length, class: gameStart(0, column), text: `${name} ` }, over);
  });
  return row(h("td", {}), ...heads);
}

function sideHeads(state, columns, sides) {
  const heads = columns.flatMap((column) =>
    sides.map((side, place) => {
      const head = nameHead(shortName(state, side));
      head.className = gameStart(place, column);
      return head;
    }),
  );
  return row(h("td", {}), ...heads);
}

/** The classes of a cell: a rule where a game begins, struck through once it is over. */
const gameStart = (place, column) =>
  [place === 0 ? "sheet__game" : "", column.closed ? "sheet__closed" : ""].filter(Boolean).join(" ") || null;

function entryCells(column, at, sides) {
  const entry = column.entries[at];
  return sides.map((side, place) => {
    const text = entry?.side === side ? String(entry.points) : "";
    return h("td", { class: gameStart(place, column), text });
  });
}

/** Points so far; for the games that are over what they were settled at, line by line; and all of it together. */
function gameFeet(state, columns, sides) {
  const feet = [gamesRow(gettext("Points"), columns, sides, (column) => column.totals)];
  const settled = columns.filter(({ settlement }) => settlement);
  if (settled.length === 0) return feet;
  const keys = settled[0].settlement.lines.map(({ key }) => key).filter((key) => key !== "hands" && isTelling(settled, key));
  for (const key of keys) {
    feet.push(gamesRow(totalName(state, key), columns, sides, (column) => lineOf(column, key)));
  }
  feet.push(gamesRow(gettext("Total"), columns, sides, (column) => column.settlement?.totals));
  feet.push(...sums(state, settled, sides, columns.length));
  return feet;
}

const lineOf = ({ settlement }, key) => settlement?.lines.find((line) => line.key === key)?.amounts;

const isTelling = (settled, key) => settled.some((column) => lineOf(column, key)?.some((amount) => amount !== 0));

function gamesRow(name, columns, sides, amountsOf) {
  const cells = columns.flatMap((column) => {
    const amounts = amountsOf(column);
    return sides.map((side, place) =>
      h("td", { class: place === 0 ? "sheet__game" : null, text: amounts ? String(amounts[side]) : "" }),
    );
  });
  return row(heading(name), ...cells);
}

/** What the games that are over come to, a line a side, with how far it is ahead. */
function sums(state, settled, sides, games) {
  const total = (side) => settled.reduce((sum, { settlement }) => sum + settlement.totals[side], 0);
  return sides.map((side) => {
    const ahead = total(side) - Math.max(...sides.filter((other) => other !== side).map(total));
    const text = `${total(side)} (${signed(ahead)})`;
    const name = heading(fill(gettext("%(name)s in all"), { name: sideName(state, side) }));
    name.colSpan = games * sides.length - 1; // under all columns but the last two, which the figures take
    const made = row(name, h("td", { colspan: 2, text }));
    made.className = "sheet__sum";
    return made;
  });
}
