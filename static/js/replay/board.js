// The replay: a hand step by step, played or gone through by hand, with everybody's cards or as one seat saw it. The page
// of a replay and the referee's case show the same one; templates/games/_replay.html is its frame.

import { h, keyed, setAttr, setText } from "lib/dom.js";
import { fill, gettext } from "lib/i18n.js";
import { seatName } from "table/names.js";
import { part } from "table/slots.js";
import { listenToKeys, renderKeys } from "replay/keys.js";
import { ALL, tablesOf, unfold } from "replay/steps.js";
import { createTable, updateTable } from "replay/table.js";
import { adviceSaid, handSaid, placeSaid, stateAt, stepSaid, timeSaid } from "replay/words.js";

/** How long a step stands at speed 1. */
const STEP_MS = 1400;

/** Where a way of stepping leads, from a step and the last one. */
const STEPS = { first: () => 0, back: (at) => at - 1, on: (at) => at + 1, last: (_at, last) => last };

/**
 * Show `data` (`Replay.plain()` with {game, rules, seats, you, said} beside it) in `element`.
 *
 * `options`: `step` (from 0) or `row` (of the log) to begin with; `as`: "all" or a seat; `best`: what the computer would
 * play, a list by step, or the address that gives {plays}; `handUrl(hand)`: where another hand is; `onMove(step, as)`;
 * `keys: false` leaves the keyboard to the page. Gives {go(step), see(as)}.
 */
export function mountReplay(element, data, options = {}) {
  const steps = unfold(data.steps);
  const shown = { order: false, legal: false, best: false };
  let as = seatAsked(options.as, data) ?? ALL;
  let at = Math.min(Math.max(options.row ? stepOfRow(steps, options.row) : (options.step ?? 0), 0), steps.length - 1);
  let plays = Array.isArray(options.best) ? options.best : null;
  let playing = null;

  const range = part(element, "range");
  const speed = part(element, "speed");

  function paint() {
    const step = steps[at];
    const scene = {
      data,
      step,
      as,
      state: stateAt(data, step, as),
      near: as === ALL ? (data.you ?? 0) : as,
      options: shown,
      several: step.truth.tables.length > 1,
    };
    const tables = tablesOf(step, as);
    keyed(part(element, "board"), tables, ({ table }) => table, createTable, (node, table) =>
      updateTable(scene, node, table),
    );
    paintWords(scene, tables);
    paintControls();
    paintMoves();
    options.onMove?.(at, as);
  }

  function paintWords({ step }, tables) {
    setText(part(element, "said"), stepSaid(data, step, as));
    const place = placeSaid(at + 1, steps.length);
    const time = step.ms === null ? "" : fill(gettext("time used: %(time)s"), { time: timeSaid(step.ms) });
    setText(part(element, "place"), [place, time].filter(Boolean).join(" · "));
    const advice = part(element, "advice");
    const given = shown.best && plays ? (plays[at] ?? []).filter(({ seat }) => as === ALL || as === seat) : [];
    setText(advice, given.map((play) => adviceOf(play, tables)).join(" "));
    setAttr(advice, "hidden", !given.length);
  }

  function adviceOf(play, tables) {
    const said = adviceSaid(play, tables.find(({ players }) => players.includes(play.seat)));
    if (tables.length === 1) return said;
    return fill(gettext("%(name)s: %(said)s"), { name: seatName(stateAt(data, steps[at], as), play.seat), said });
  }

  function paintControls() {
    range.max = String(steps.length - 1);
    range.value = String(at);
    setAttr(range, "aria-valuetext", placeSaid(at + 1, steps.length));
    for (const button of element.querySelectorAll("[data-go]")) {
      const still = ["first", "back"].includes(button.dataset.go) ? at === 0 : at === steps.length - 1;
      setAttr(button, "aria-disabled", button.dataset.go !== "play" && still);
    }
    const play = element.querySelector("[data-go=play]");
    setAttr(play, "data-playing", playing !== null);
    setAttr(play, "aria-label", playing === null ? gettext("Play") : gettext("Pause"));
    for (const button of element.querySelectorAll("[data-show]")) {
      setAttr(button, "aria-pressed", shown[button.dataset.show]);
    }
    for (const button of part(element, "as").children) setAttr(button, "aria-pressed", button.dataset.as === String(as));
  }

  // The lists: steps and hands.

  function fillMoves() {
    const list = part(element, "moves");
    list.replaceChildren(
      ...steps.map((_step, number) => h("li", {}, h("button", { type: "button", data: { step: number } }))),
    );
    list.addEventListener("click", (event) => {
      const button = event.target.closest("[data-step]");
      if (button) go(Number(button.dataset.step));
    });
    list.addEventListener("keydown", (event) => {
      const way = { ArrowUp: "back", ArrowDown: "on" }[event.key];
      if (!way) return;
      event.preventDefault();
      stepBy(way);
    });
  }

  function paintMoves() {
    const list = part(element, "moves");
    [...list.children].forEach((item, number) => {
      const button = item.firstElementChild;
      setText(button, stepSaid(data, steps[number], as));
      setAttr(button, "aria-current", number === at ? "step" : null);
      button.tabIndex = number === at ? 0 : -1; // one stop on the way with Tab
    });
    if (list.contains(document.activeElement)) list.children[at].firstElementChild.focus({ preventScroll: true });
    const { offsetTop, offsetHeight } = list.children[at];
    const inSight = offsetTop >= list.scrollTop && offsetTop + offsetHeight <= list.scrollTop + list.clientHeight;
    if (!inSight) list.scrollTop = offsetTop - list.clientHeight / 2;
  }

  function fillHands() {
    const hands = options.handUrl ? data.hands : [];
    setAttr(part(element, "hands-of"), "hidden", hands.length < 2);
    part(element, "hands").replaceChildren(
      ...hands.map((hand) => {
        const current = hand.hand === data.hand ? "page" : null;
        const text = handSaid(data, steps[0], hand);
        return h("li", {}, h("a", { href: options.handUrl(hand.hand), "aria-current": current, text }));
      }),
    );
  }

  function fillSeen() {
    const buttons = [{ value: ALL, text: gettext("All hands") }, ...data.seats.map((_seat, seat) => seenAs(seat))];
    part(element, "as").replaceChildren(
      ...buttons.map(({ value, text }) => h("button", { type: "button", data: { as: value }, text, dir: "auto" })),
    );
    part(element, "as").addEventListener("click", (event) => {
      const button = event.target.closest("[data-as]");
      if (button) see(button.dataset.as);
    });
  }

  function seenAs(seat) {
    const state = stateAt(data, steps[0], ALL);
    return { value: seat, text: seatName(state, seat) };
  }

  // What one can do.

  function go(step) {
    at = Math.min(Math.max(step, 0), steps.length - 1);
    if (at === steps.length - 1) pause();
    paint();
  }

  function see(whose) {
    as = seatAsked(whose, data) ?? ALL;
    paint();
  }

  function pause() {
    clearTimeout(playing);
    playing = null;
  }

  function tick() {
    playing = setTimeout(() => {
      go(at + 1);
      if (playing !== null) tick();
    }, STEP_MS / Number(speed.value));
  }

  function play() {
    if (playing !== null) pause();
    else {
      if (at === steps.length - 1) at = 0;
      tick();
    }
    paint();
  }

  async function show(what) {
    shown[what] = !shown[what];
    if (what === "best" && shown.best && plays === null) plays = await asked(options.best);
    paint();
  }

  async function asked(address) {
    setText(part(element, "advice"), gettext("The computer is thinking…"));
    setAttr(part(element, "advice"), "hidden", false);
    const answer = await fetch(address, { headers: { Accept: "application/json" } }).catch(() => null);
    return answer?.ok ? (await answer.json()).plays : [];
  }

  const commands = {
    play,
    whose: () => see([ALL, ...data.seats.keys()][(as === ALL ? 1 : as + 2) % (data.seats.length + 1)]),
    order: () => show("order"),
    legal: () => show("legal"),
    help: () => part(element, "help").showModal(),
  };

  element.addEventListener("click", (event) => {
    const button = event.target.closest("[data-go], [data-show], [data-help], [data-close], dialog");
    if (!button) return;
    if (button.dataset.go) button.dataset.go === "play" ? play() : stepBy(button.dataset.go);
    else if (button.dataset.show) show(button.dataset.show);
    else if (button.dataset.help !== undefined) commands.help();
    else if (button.dataset.close !== undefined || event.target === button) button.closest("dialog").close();
  });

  /** Whoever takes a step stops the play. */
  function stepBy(way) {
    pause();
    go(STEPS[way](at, steps.length - 1));
  }

  range.addEventListener("input", () => {
    pause();
    go(Number(range.value));
  });

  fillSeen();
  fillMoves();
  fillHands();
  setAttr(element.querySelector("[data-show=best]"), "hidden", !options.best);
  setAttr(element.querySelector("[data-help]"), "hidden", options.keys === false);
  renderKeys(part(element, "keys"), element);
  if (options.keys !== false) listenToKeys(element, (does) => (does in STEPS ? stepBy(does) : commands[does]()));
  paint();
  return { go, see };
}

function seatAsked(asked, { seats }) {
  if (asked === undefined || asked === null || asked === "" || asked === ALL) return null;
  const seat = Number(asked);
  return Number.isInteger(seat) && seat >= 0 && seat < seats.length ? seat : null;
}

/** The last step that was there at a row of the log. */
function stepOfRow(steps, row) {
  const after = steps.findIndex((step) => step.row !== null && step.row > row);
  return after < 0 ? steps.length - 1 : Math.max(after - 1, 0);
}
