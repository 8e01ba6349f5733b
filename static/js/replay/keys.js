// A key for everything in a replay. Letters are taken by their place on the keyboard, arrows by the direction of reading.

import { h } from "lib/dom.js";
import { gettext } from "lib/i18n.js";

const KEYS = [
  { key: "ArrowLeft", cap: "←", does: "back", said: () => gettext("one step back") },
  { key: "ArrowRight", cap: "→", does: "on", said: () => gettext("one step on") },
  { key: "Home", cap: "Home", does: "first", said: () => gettext("to the deal") },
  { key: "End", cap: "End", does: "last", said: () => gettext("to the end of the hand") },
  { key: " ", cap: "Space", does: "play", said: () => gettext("play, or pause") },
  { code: "KeyA", cap: "A", does: "whose", said: () => gettext("all hands, or what one player saw") },
  { code: "KeyO", cap: "O", does: "order", said: () => gettext("the order of the stock") },
  { code: "KeyL", cap: "L", does: "legal", said: () => gettext("what could be done") },
  { key: "?", cap: "?", does: "help", said: () => gettext("this help") },
];

/** Fill the help sheet. */
export function renderKeys(list, element) {
  const does = (key) => KEYS.find((other) => other.does === mirrored(element, key.does));
  list.replaceChildren(
    ...KEYS.flatMap((key) => [h("dt", {}, h("kbd", { text: key.cap })), h("dd", { text: does(key).said() })]),
  );
}

const WITH_KEYS = "input, select, textarea, [contenteditable]";
const PRESSED_BY_SPACE = "button, a, summary";

/** Listen: `command(does)` does it. A focused control keeps the keys that it uses itself. */
export function listenToKeys(element, command) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog:modal")) return;
    if (event.target.closest?.(WITH_KEYS)) return;
    if (event.key === " " && event.target.closest?.(PRESSED_BY_SPACE)) return;
    const found = KEYS.find(({ key, code }) => (key ? event.key === key : event.code === code && !event.shiftKey));
    if (!found) return;
    event.preventDefault();
    command(mirrored(element, found.does));
  });
}

/** On a page read from right to left time runs the other way. */
function mirrored(element, does) {
  if (getComputedStyle(element).direction !== "rtl") return does;
  return { back: "on", on: "back" }[does] ?? does;
}
