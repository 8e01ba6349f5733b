// What seats, sides and people are called, and the small figures that stand beside names. Pure.

import { fill, gettext, ngettext } from "lib/i18n.js";
import { you } from "table/reduce.js";

/** The name by which the page calls a seat. */
export const seatName = (state, seat) => (seat === you(state) ? gettext("You") : nameAt(state, seat));

/** What whoever sits there is called: people by their names, a computer player in the page's language. */
export function nameAt(state, seat) {
  const person = state.seats[seat];
  if (!person) return fill(gettext("Seat %(number)s"), { number: seat + 1 });
  if (person.kind !== "computer") return person.name;
  const number = computerNumber(state, seat);
  return number ? fill(gettext("Computer %(number)s"), { number }) : gettext("Computer");
}

/** The number of a computer player among several, from 1; null for people and for the only one. */
export function computerNumber(state, seat) {
  const computers = state.seats.filter((other) => other?.kind === "computer");
  return computers.length > 1 ? computers.indexOf(state.seats[seat]) + 1 || null : null;
}

/** How strong a computer player is, in a word; nothing for people. */
export const levelName = (state, person) => state.said.phrases?.levels?.[person.level] ?? "";

/** What a seat is in this hand, in a word: "Captain"; nothing for who plays as anybody. */
export const roleName = (state, role) => state.said.phrases?.roles?.[role] ?? "";

// Sides: a seat alone, or the seats of a team. Sheets and winners are told by side.

/** The seats of every side. */
export const sidesOf = (state) => state.view?.sides ?? state.seats.map((_, seat) => [seat]);

export const sideOf = (state, seat) => sidesOf(state).findIndex((seats) => seats.includes(seat));

/** The reader's own side, -1 for a watcher. */
export const ownSide = (state) => sideOf(state, you(state));

/** The name of a side: "Bob", "You", "Ann and Cleo", "You and Cleo". */
export function sideName(state, side) {
  const seats = sidesOf(state)[side] ?? [side];
  const [first, second] = [...seats].sort((a, b) => Number(b === you(state)) - Number(a === you(state)));
  if (second === undefined) return seatName(state, first);
  return fill(gettext("%(one)s and %(other)s"), { one: seatName(state, first), other: seatName(state, second) });
}

/** Do two or more play as one side here? */
export const inTeams = (state) => sidesOf(state).some((seats) => seats.length > 1);

/** A sentence about somebody: `mine` when it is the reader, `others` with the name otherwise. */
export function told(state, { seat }, mine, others, values = {}) {
  return seat === you(state) ? fill(mine, values) : fill(others, { name: seatName(state, seat), ...values });
}

/** A rating as it stands, with a question mark while it rests on few games: "1512", "1490?". */
export const ratingText = ({ points, provisional }) => (provisional ? `${points}?` : String(points));

/** "1 card" / "7 cards". */
export const cardCount = (n) => fill(ngettext("%(n)s card", "%(n)s cards", n), { n });
