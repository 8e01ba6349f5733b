// The end of a hand: what each still held and what it counts, who went out, and how the points came together.

import { h } from "lib/dom.js";
import { signed } from "lib/format.js";
import { fill, gettext } from "lib/i18n.js";
import { cardGroup } from "table/card.js";
import { seatName } from "table/names.js";
import { figures, heading, row } from "table/paper.js";
import { isVoid, nearSeat, you } from "table/reduce.js";
import { fateOf, leftIn, lineName } from "table/rummy/words.js";

/** The hands, the winner's first, then in the order of play from there; for a void hand one's own first. Pure. */
export function inOrder(state, result) {
  const first = result.winner ?? nearSeat(state);
  const seats = state.view.seats.length;
  const away = ({ seat }) => (seat - first + seats) % seats;
  return [...(result.seats ?? [])].sort((a, b) => away(a) - away(b));
}

/** The nodes that show how the hand was scored. */
export function resultHand(state, result) {
  const hands = inOrder(state, result).map((hand) => shownHand(state, result, hand));
  return isVoid(result) ? hands : [...hands, reckoning(state, result)];
}

function shownHand(state, result, hand) {
  const fate = fateOf(result, hand.seat);
  return h(
    "div",
    { class: "result__seat" },
    h(
      "p",
      { class: "result__name" },
      h("bdi", { text: seatName(state, hand.seat) }),
      fate ? h("span", { class: "badge", text: fate }) : null,
      h("b", { class: "number", text: leftIn(hand) }),
    ),
    hand.left
      ? h("div", { class: "result__cards" }, cardGroup(hand.left, null, gettext("Left in hand")))
      : null,
  );
}

function reckoning(state, result) {
  const rows = result.lines.map(({ key, points }) =>
    row(heading(lineName(state, key)), h("td", { text: signed(points) })),
  );
  const winner = result.winner === you(state) ? gettext("you") : seatName(state, result.winner);
  const total = row(heading(fill(gettext("For %(name)s"), { name: winner })), ...figures([result.points]));
  return h("table", { class: "sheet" }, h("tbody", {}, ...rows), h("tfoot", {}, total));
}
