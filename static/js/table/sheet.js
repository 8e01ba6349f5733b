// The score sheet, as one keeps it on paper. Built from the state alone.

import { h } from "lib/dom.js";
import { gettext } from "lib/i18n.js";
import { seatName } from "table/names.js";
import { figures, heading, nameHead, row } from "table/paper.js";
import { nearSeat } from "table/reduce.js";
import { handKind } from "table/words.js";

export const seatOrder = (state) => {
  const near = nearSeat(state);
  return [near, ...state.seats.map((_, seat) => seat).filter((seat) => seat !== near)];
};

/** The score sheet: a row a hand, a column a seat, totals and boxes below. Returns a node. */
export function scoreSheet(state) {
  const sheet = state.view?.sheet;
  if (!sheet?.hands?.length) return h("p", { class: "soft", text: gettext("No hand has been finished yet.") });
  const seats = seatOrder(state);
  const [column] = sheet.columns;
  const head = row(h("th", { scope: "col", text: gettext("Hand") }), ...seats.map((seat) => nameHead(seatName(state, seat))));
  const boxes = row(heading(gettext("Boxes")), ...figures(seats.map((seat) => column.boxes[seat])));
  boxes.className = "sheet__boxes";
  const foot = [row(heading(gettext("Total")), ...figures(seats.map((seat) => column.totals[seat]))), boxes];
  const body = sheet.hands.map((hand) => handRow(state, hand, seats));
  return h(
    "div",
    { class: "sheet__scroll" },
    h("table", { class: "sheet" }, h("thead", {}, head), h("tbody", {}, ...body), h("tfoot", {}, ...foot)),
  );
}

function handRow(state, hand, seats) {
  const points = seats.map((seat) => {
    const won = hand.winner === seat && hand.kind !== "void";
    return h("td", { class: won ? "sheet__won" : null, text: won ? String(hand.points) : "" });
  });
  return row(h("th", { scope: "row" }, `${hand.hand} `, h("small", { text: handKind(state, hand.kind) })), ...points);
}
