// How numbers and times are written. Pure.

import { fill, gettext } from "lib/i18n.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A running time as a clock shows it: 1:05, 12:00, and in the last ten seconds 0:07. Rounded up, never negative. */
export function clockTime(ms) {
  const seconds = Math.max(0, Math.ceil(ms / SECOND));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A long wait in its two largest units: "2 d 3 h", "3 h 5 min"; under an hour as a clock. */
export function span(ms) {
  if (ms >= DAY) {
    return fill(gettext("%(days)s d %(hours)s h"), {
      days: Math.floor(ms / DAY),
      hours: Math.floor((ms % DAY) / HOUR),
    });
  }
  if (ms >= HOUR) {
    return fill(gettext("%(hours)s h %(minutes)s min"), {
      hours: Math.floor(ms / HOUR),
      minutes: Math.floor((ms % HOUR) / MINUTE),
    });
  }
  return clockTime(ms);
}

/** Whole seconds left, rounded up, never negative. */
export function secondsLeft(until, now) {
  return Math.max(0, Math.ceil((until - now) / SECOND));
}

/** Keeps a sign before its figure in right-to-left text. */
const LEFT_TO_RIGHT = "\u200e";

/** A signed amount with a true minus: +25, 0, −64. */
export function signed(amount) {
  if (amount === 0) return "0";
  return LEFT_TO_RIGHT + (amount > 0 ? `+${amount}` : `−${-amount}`);
}
