// Who sits where around the table and does what in this hand: roles, whose cards one looks into, who is away, what goes
// on at the other table. Pure.

import { inPlay, nearSeat, you } from "table/reduce.js";

/** The other seats as they follow each other from the left of the near one. */
export function othersAround(state) {
  const seats = state.seats.length;
  const round = Array.from({ length: seats }, (_, step) => (nearSeat(state) + step) % seats);
  return round.filter((seat) => seat !== you(state));
}

/** What a seat is in this hand: "sits_out", "box", "captain" or "adviser"; null plays as anybody. */
export const roleOf = (state, seat) => state.view?.roles?.[seat] ?? null;

export const ownRole = (state) => roleOf(state, you(state));

/** Does the reader hold cards in this hand? */
export const plays = (state) => state.view?.players?.includes(you(state)) ?? false;

/** Do more than two sit at this table? Then leaving it ends it for nobody else, and people are told apart by name. */
export const isCompany = (state) => state.seats.length > 2;

/** The seat for which the computer plays on, since its person left or ran out of time. */
export const isAway = (state, seat) => state.view?.away?.includes(seat) ?? false;

/** The one of the same team, or null. */
export function partnerOf(state, seat) {
  const team = state.view?.sides?.find((seats) => seats.includes(seat)) ?? [];
  return team.find((other) => other !== seat) ?? null;
}

/** The other tables of a partnership, as one may see them. */
export const beside = (state) => state.view?.beside ?? [];

/** Is one's own hand over while another table plays on? */
export const waitsForOthers = (state) =>
  state.view?.phase === "between" && beside(state).some((table) => inPlay({ view: table }));

/**
 * Who hears what this seat says in private: whose cards it looks into, and who looks into its own. Adviser and captain;
 * a partner who has finished, while this one lays off.
 */
export function confidants(state) {
  const seen = state.view?.sees ?? [];
  if (ownRole(state) === "captain") return state.view.roles.flatMap((role, seat) => (role === "adviser" ? [seat] : []));
  if (seen.length || !adviceReaches(state)) return seen;
  return [partnerOf(state, you(state))];
}

/** Partners may advise on laying off: once their own hand is over and this one's opponent has knocked. */
function adviceReaches(state) {
  const partner = partnerOf(state, you(state));
  if (partner === null || state.table.rules?.partner_advice !== "layoff_only" || !state.view.knock) return false;
  return state.view.knock.seat !== you(state) && inPlay(state) && !beside(state).some((table) => inPlay({ view: table }));
}

/** Does whoever leaves now end the match for all, because only one side with people would be left, or none? */
export function leavingEnds(state) {
  if (!isCompany(state)) return true;
  const here = (seat) => seat !== you(state) && state.seats[seat]?.kind !== "computer" && !isAway(state, seat);
  return state.view.sides.filter((seats) => seats.some(here)).length < 2;
}

/** What a seat does that concerns all tables. */
const OF_THE_MATCH = new Set(["seat_left", "seat_returned", "resigned", "flagged", "void_offered", "void_declined"]);

/** Each event with whether it happened at another table than the reader's: {event, elsewhere}. */
export function byTable(state, events) {
  if (partnerOf(state, 0) === null) return events.map((event) => ({ event, elsewhere: false }));
  const { view } = state;
  const reader = nearSeat(state);
  const at = new Map();
  const seat = ({ table, players }) => players?.forEach((player) => at.set(player, table));
  [view, ...beside(state)].forEach(seat);
  return events.map((event) => {
    seat(event);
    if (event.players) return { event, elsewhere: !event.players.includes(reader) };
    const table = event.table ?? (OF_THE_MATCH.has(event.kind) ? undefined : at.get(event.seat));
    return { event, elsewhere: table !== undefined && table !== at.get(reader) };
  });
}

/** The events of the reader's own table, and those of no table. */
export const atOwnTable = (state, events) =>
  byTable(state, events).flatMap(({ event, elsewhere }) => (elsewhere ? [] : [event]));
