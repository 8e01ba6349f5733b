// Clocks that run on the page between two messages. The server's deadline is the truth; this only counts towards it.

import { clockTime, secondsLeft, span } from "lib/format.js";
import { setAttr, setText } from "lib/dom.js";
import { fill, gettext } from "lib/i18n.js";

const TICK_MS = 250;
const URGENT_MS = 10_000;
const LONG_MS = 3_600_000;

/**
 * What a seat's clock shows at `now` (server time, ms): the time left for this move and in the bank, which of the two
 * is running down, and whether it is urgent. The move's time is used up first. Not for games without a clock. Pure.
 */
export function remaining(clock, now) {
  const whole = clock.move_ms + clock.bank_ms;
  const left = clock.running ? Math.max(0, Math.min(whole, clock.deadline - now)) : whole;
  const bank = Math.min(left, clock.bank_ms);
  const move = left - bank;
  return { move, bank, running: clock.running, onBank: move <= 0, urgent: clock.running && left <= URGENT_MS };
}

const shown = (ms) => (ms >= LONG_MS ? span(ms) : clockTime(ms));

/**
 * Keep every [data-clock] and [data-until] below `root` counting, and show each [data-open-at] when its time has come;
 * `urgent()` is called once when the own clock runs low. Returns a function that brings all of them up to date.
 */
export function createClocks(root, state, urgent) {
  let warned = null;

  function tick() {
    const { view, offset, table } = state();
    const now = Date.now() + offset;
    for (const node of root.querySelectorAll("[data-clock]")) {
      const clock = view?.clocks?.[Number(node.dataset.clock)];
      setAttr(node, "hidden", !clock || clock.move_ms === null);
      if (clock && clock.move_ms !== null) paint(node, remaining(clock, now));
    }
    for (const node of root.querySelectorAll("[data-until]")) {
      const seconds = secondsLeft(Number(node.dataset.until), now);
      setAttr(node, "hidden", seconds === 0 || seconds > Number(node.dataset.within ?? Infinity));
      setText(node, node.dataset.said ? fill(node.dataset.said, { seconds }) : String(seconds));
    }
    for (const node of root.querySelectorAll("[data-open-at]")) {
      setAttr(node, "hidden", Number(node.dataset.openAt) > now);
    }
    warn(view?.clocks?.[table?.you], now);
  }

  function paint(node, left) {
    const main = left.onBank ? left.bank : left.move;
    setText(node.querySelector("[data-time]"), shown(main));
    setText(node.querySelector("[data-bank]"), left.onBank || left.bank === 0 ? "" : `+${shown(left.bank)}`);
    setAttr(node, "data-running", left.running);
    setAttr(node, "data-bank-running", left.running && left.onBank);
    setAttr(node, "data-urgent", left.urgent);
    setAttr(node, "title", left.onBank ? gettext("Time in the bank") : gettext("Time for this move, and in the bank"));
  }

  function warn(own, now) {
    if (!own?.running || own.move_ms === null || warned === own.deadline || !remaining(own, now).urgent) return;
    warned = own.deadline;
    urgent();
  }

  setInterval(tick, TICK_MS);
  return tick;
}
