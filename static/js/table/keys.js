// A key for everything. Keys are taken by their place on the keyboard where a letter is meant, so that they work under
// a Hebrew, Arabic or Bulgarian layout too. The help sheet is made from the same list.

import { h } from "lib/dom.js";
import { gettext } from "lib/i18n.js";
import { neighbour } from "table/a11y.js";

/** The keys of every game. Each by event.code, as it is printed, what it `does` (a name of the page's commands), and that in words. */
const KEYS = [
  { code: "KeyD", cap: "D", does: "draw", said: () => gettext("draw from the stock") },
  { code: "KeyT", cap: "T", does: "take", said: () => gettext("take the upcard or the discard") },
  { code: "KeyX", cap: "X", does: "discard", said: () => gettext("discard the chosen card") },
  { code: "KeyN", cap: "N", does: "ready", said: () => gettext("next hand") },
  { code: "KeyR", cap: "R", does: "result", said: () => gettext("show the result") },
  { code: "KeyS", cap: "S", does: "sort", said: () => gettext("sort the hand: suits, ranks, melds") },
  { code: "KeyH", cap: "H", does: "hint", said: () => gettext("hint, in practice games") },
  { code: "KeyC", cap: "C", does: "sheet", said: () => gettext("score sheet") },
  { code: "KeyM", cap: "M", does: "sound", said: () => gettext("sounds on or off") },
  { code: "KeyA", cap: "A", does: "talk", said: () => gettext("say something to your opponent") },
  { code: "KeyW", cap: "W", does: "whose", said: () => gettext("say whose turn it is and what to do") },
  { code: "Slash", cap: "?", does: "help", said: () => gettext("this help") },
];
const OTHER_KEYS = [
  { cap: "← → ↑ ↓", said: () => gettext("go through your hand") },
  { cap: "Shift ← →", said: () => gettext("move the card in focus") },
  { cap: "Enter", said: () => gettext("choose the card in focus, or put it back") },
];

/** Fill the help sheet. `own`: the keys that only this game has. */
export function renderKeys(list, own) {
  list.replaceChildren(
    ...[...OTHER_KEYS, ...own, ...KEYS].flatMap(({ cap, said }) => [
      h("dt", {}, ...cap.split(" ").map((key) => h("kbd", { text: key }))),
      h("dd", { text: said() }),
    ]),
  );
}

/**
 * Listen. `commands` has a function for each `does`; `keys()` gives the game's own keys; `hand` is the element with the
 * cards; `moveBy(card, step)`.
 */
export function listen({ commands, keys, hand, moveBy }) {
  function inHand(event) {
    const card = event.target.closest?.(".card");
    if (!card || card.parentElement !== hand) return false;
    if (!["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"].includes(event.key)) return false;
    if (event.shiftKey && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
      moveBy(card.dataset.card, event.key === "ArrowLeft" ? -1 : 1);
      return true;
    }
    const next = neighbour([...hand.children], card, event.key);
    for (const other of hand.children) other.tabIndex = other === next ? 0 : -1;
    next.focus();
    return true;
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.("input, select, textarea")) return;
    const dialog = document.querySelector("dialog:modal");
    if (!dialog && inHand(event)) {
      event.preventDefault();
      return;
    }
    const meant = ({ code, cap }) => (cap === "?" ? event.key === "?" : event.code === code && !event.shiftKey);
    const key = [...keys(), ...KEYS].find(meant);
    if (!key || (dialog && !(dialog.id === "result" && key.does === "ready"))) return;
    event.preventDefault();
    commands[key.does]?.();
  });
}
