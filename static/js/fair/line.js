// What the table says of its deal: who shuffled it, in one calm line, and that a deal is being shuffled. Pure.

import { fill, gettext } from "lib/i18n.js";
import { nameAt } from "table/names.js";
import { you } from "table/reduce.js";

const BETWEEN = new Set(["draw_for_deal", "between"]);

/** Is everybody ready for a hand whose seeds are not all there yet? */
export function isShuffling({ deal = [], view }) {
  if (!BETWEEN.has(view?.phase)) return false;
  const next = deal.some(({ hand }) => hand === view.hand + 1);
  return next && view.seats.every(({ ready }, seat) => ready || view.away.includes(seat));
}

/** What goes on while nobody can play yet: a shuffle, and whose seed it waits for if somebody's clock runs for it. */
export function shufflingSaid(state) {
  const owed = state.deal.flatMap((open) => open.owed ?? []);
  if (owed.length === 0) return gettext("Shuffling…");
  if (owed.includes(you(state))) return gettext("Shuffling… your browser shows its seed");
  return fill(gettext("Shuffling… waiting for %(names)s"), { names: owed.map((seat) => nameAt(state, seat)).join(", ") });
}

/** Why this browser adds nothing to a shuffle, or does not show its seed; null if all is well. */
export function troubleSaid(trouble) {
  return {
    insecure: gettext("This address is not encrypted: your browser cannot add to the shuffle, and the server's seed stands in for yours."),
    unkept: gettext("Your browser keeps nothing: it cannot add to the shuffle, and the server's seed stands in for yours."),
    elsewhere: gettext("Your seed for the next deal is in another browser: open the table there to show it."),
    broken: gettext("The server shows another promise for the next deal than before. Your browser does not show its seed. Tell the referee."),
  }[trouble] ?? null;
}

/** Who shuffled the hand in play, or the last one, in a sentence; "" where the page does not know. */
export function shuffledSaid(state) {
  const seats = state.dealt?.seats ?? [];
  if (seats.length === 0) return "";
  const brought = numbers(seats, "revealed");
  const stoodIn = numbers(seats, "defaulted").filter((seat) => state.seats[seat]?.kind !== "computer");
  if (brought.length === 0) return gettext("The server shuffled this deal.");
  if (stoodIn.length > 0) {
    const names = stoodIn.map((seat) => (seat === you(state) ? gettext("you") : nameAt(state, seat))).join(", ");
    return fill(gettext("The server shuffled for %(names)s."), { names });
  }
  if (brought.length === 1) {
    if (brought[0] === you(state)) return gettext("You and the server shuffled this deal.");
    return fill(gettext("%(name)s and the server shuffled this deal."), { name: nameAt(state, brought[0]) });
  }
  if (brought.length > 2) return gettext("All the players shuffled this deal.");
  return you(state) === null ? gettext("Both players shuffled this deal.") : gettext("Both of you shuffled this deal.");
}

const numbers = (seats, wanted) => seats.flatMap(({ state }, seat) => (state === wanted ? [seat] : []));

/** A fingerprint as one may compare it by eye: its first eight digits. */
export const shortened = (commitment) => `${commitment.slice(0, 4)} ${commitment.slice(4, 8)}…`;
