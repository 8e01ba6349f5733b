// How the sides stand, in the few words that fit above the table. Pure.

import { fill, gettext, ngettext } from "lib/i18n.js";
import { computerNumber, inTeams, ownSide, sideName, sidesOf } from "table/names.js";
import { isWide } from "table/paper.js";
import { you } from "table/reduce.js";

/** More sides than this do not fit: then the reader's own and the best of the others stand there. */
const SIDES_SHOWN = 3;

/** The sides in the order of the table, the reader's own first (for a watcher as they sit). */
export function sideOrder(state) {
  const sides = sidesOf(state).map((_, side) => side);
  const near = Math.max(ownSide(state), 0);
  return sides.map((_, step) => sides[(near + step) % sides.length]);
}

/** Each side's points so far: [per column]. */
const totalsOf = (state, side) => (state.view?.sheet?.columns ?? []).map(({ totals }) => totals[side]);

const sum = (amounts) => amounts.reduce((a, b) => a + b, 0);

/** What to show of each side: {side, name, total}. */
export function scoreSides(state) {
  const order = sideOrder(state);
  const shown = order.length > SIDES_SHOWN ? [order[0], best(state, order.slice(1))] : order;
  return shown.map((side) => ({ side, name: shortName(state, side), total: totalsOf(state, side).join("/") || "0" }));
}

function best(state, sides) {
  return sides.reduce((a, b) => (sum(totalsOf(state, b)) > sum(totalsOf(state, a)) ? b : a));
}

/** A side where there is little room: "We" or "They" to who plays in a team; computers are told apart by their numbers. */
export function shortName(state, side) {
  if (inTeams(state)) {
    if (you(state) === null) return sideName(state, side);
    return side === ownSide(state) ? gettext("We") : gettext("They");
  }
  if (!state.seats[side]) return "–";
  const number = computerNumber(state, side);
  return number ? fill(gettext("Comp. %(number)s"), { number }) : sideName(state, side);
}

/** The name over a side's column on a sheet of these sides. */
export const headName = (state, side, sides) => (isWide(sides) ? shortName(state, side) : sideName(state, side));

/** What is played to: points, or a number of hands. */
export function targetSaid(state) {
  const { rules } = state.table;
  const sheet = state.view?.sheet ?? { target: rules?.target, fixed_hands: rules?.fixed_hands };
  return sheet.fixed_hands
    ? fill(ngettext("%(n)s hand", "%(n)s hands", sheet.fixed_hands), { n: sheet.fixed_hands })
    : fill(gettext("to %(target)s"), { target: sheet.target ?? "" });
}
