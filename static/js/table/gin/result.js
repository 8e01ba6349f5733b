// How a gin hand was scored: both hands as they were laid down, and the reckoning line by line.

import { h } from "lib/dom.js";
import { signed } from "lib/format.js";
import { fill, gettext } from "lib/i18n.js";
import { band, cardGroup, cardPicture } from "table/card.js";
import { lineName } from "table/gin/words.js";
import { seatName } from "table/names.js";
import { figures, heading, row } from "table/paper.js";
import { isVoid, nearSeat, you } from "table/reduce.js";

/** The nodes that show the hand. */
export function resultHand(state, result) {
  const hands = orderedHands(state, result).map((hand) => shownHand(state, result, hand));
  return isVoid(result) ? hands : [...hands, reckoning(state, result)];
}

/** The knocker first, then who defended; for a void hand one's own first. */
function orderedHands(state, result) {
  const first = result.knocker ?? nearSeat(state);
  return [...(result.seats ?? [])].sort((a, b) => Number(b.seat === first) - Number(a.seat === first));
}

function shownHand(state, result, hand) {
  const groups = (hand.melds ?? []).map((meld, index) => {
    const number = fill(gettext("Meld %(number)s"), { number: index + 1 });
    return cardGroup(meld, band(index), number);
  });
  if (hand.deadwood) groups.push(cardGroup(hand.deadwood, null, gettext("Deadwood")));
  if (hand.layoffs?.length) groups.push(laidOff(hand.layoffs));
  return h(
    "div",
    { class: "result__seat" },
    h("p", { class: "result__name" }, h("bdi", { text: seatName(state, hand.seat) }), ...countOf(result, hand.seat)),
    h("div", { class: "result__cards" }, ...groups),
  );
}

function laidOff(layoffs) {
  return h(
    "span",
    { class: "result__laid" },
    h("small", { text: gettext("laid off") }),
    h("span", { class: "meld", dir: "ltr" }, ...layoffs.map(([card]) => cardPicture(card))),
  );
}

/** Who knocked, who defended, with which count; nothing for a void hand. */
function countOf(result, seat) {
  if (isVoid(result)) return [];
  const count = seat === result.knocker ? result.knocker_count : result.defender_count;
  return [
    h("span", { class: "badge", text: roleOf(result, seat) }),
    h("b", { class: "number", text: fill(gettext("counts %(count)s"), { count }) }),
  ];
}

function roleOf(result, seat) {
  if (seat !== result.knocker) return gettext("defended");
  if (result.kind === "gin") return gettext("gin");
  return result.kind === "big_gin" ? gettext("big gin") : gettext("knocked");
}

function reckoning(state, result) {
  const rows = result.lines.map(({ key, points }) =>
    row(heading(lineName(state, result, key)), h("td", { text: signed(points) })),
  );
  const winner = result.winner === you(state) ? gettext("you") : seatName(state, result.winner);
  const total = row(heading(fill(gettext("For %(name)s"), { name: winner })), ...figures([result.points]));
  return h("table", { class: "sheet" }, h("tbody", {}, ...rows), h("tfoot", {}, total));
}
