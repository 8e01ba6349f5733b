// Puts the state on the page. It reads the state and writes only what differs; nodes are kept by key, so that focus, a
// running animation and a card under the finger survive any update. It decides nothing about the game.

import { h, keyed, setAttr, setText } from "lib/dom.js";
import { fill, gettext } from "lib/i18n.js";
import { choices } from "table/actions.js";
import { band, cardButton } from "table/card.js";
import { gameOf } from "table/games.js";
import { columns, meldOf } from "table/hand.js";
import { seatName } from "table/names.js";
import { renderNotices } from "table/notices.js";
import { ownRole } from "table/around.js";
import { renderBeside } from "table/beside.js";
import { busy, handSeat, mustAct, you } from "table/reduce.js";
import { scoreSides, targetSaid } from "table/score.js";
import { countdown } from "table/result.js";
import { renderOpponents } from "table/seats.js";
import { part, slot } from "table/slots.js";
import { rove } from "table/a11y.js";
import { roleSaid, statusLine } from "table/words.js";

/** As many cards fit into one row where there is room, and where there is not. */
const IN_ONE_ROW = 11;
const IN_NARROW_ROW = 6;

/** Paint everything. `held`: the hand's card under the finger, if any. */
export function render(state, held = null) {
  const table = document.getElementById("table");
  setAttr(table, "data-phase", state.view?.phase ?? "open");
  setAttr(table, "data-game", state.view?.game ?? "gin");
  setAttr(table, "data-mine", mustAct(state));
  setAttr(table, "data-busy", busy(state));
  setAttr(table, "data-watching", you(state) === null);
  setAttr(table, "data-role", ownRole(state));
  renderScore(state);
  renderOpponents(state);
  renderBeside(state);
  gameOf(state).renderFelt(state);
  keepingFocus(() => {
    renderOwn(state, held);
    renderActions(state);
  });
  renderNotices(state);
}

/** A focused button or card that an update takes away hands its focus to the hand, not to the top of the page. */
function keepingFocus(patch) {
  const hand = slot("hand");
  const before = document.activeElement;
  const at = [...hand.children].indexOf(before);
  patch();
  if (before === document.body || before.isConnected) return;
  const next = at < 0 ? hand.querySelector('[tabindex="0"]') : (hand.children[at] ?? hand.lastElementChild);
  next?.focus({ preventScroll: true });
}

/** The line above the table: how each side stands, one's own first, and what is played to. */
function renderScore(state) {
  const chip = slot("score");
  const sides = scoreSides(state);
  setAttr(part(chip, "sides"), "data-tight", sides.length > 2 || sides.some(({ total }) => total.includes("/")));
  keyed(part(chip, "sides"), sides, ({ side }) => side, createScore, (node, { name, total }) => {
    setText(node.firstElementChild, name);
    setText(node.lastElementChild, total);
  });
  setText(part(chip, "target"), targetSaid(state));
}

function createScore() {
  return h("span", { class: "table-bar__total" }, h("bdi"), " ", h("b"));
}

function renderOwnRole(state) {
  const said = roleSaid(state);
  setAttr(slot("own-role"), "hidden", !said);
  setText(slot("own-role"), said);
}

// Own side.

function renderOwn(state, held) {
  const game = gameOf(state);
  setText(slot("status"), statusLine(state));
  renderOwnRole(state);
  setAttr(slot("hand"), "aria-label", handLabel(state));
  const shown = game.handShown(state);
  const meld = meldOf(game.melds(state));
  const hand = slot("hand");
  const wide = matchMedia("(min-width: 48rem)").matches;
  const most = Math.max(shown.length, game.mostCards(state)); // so that nothing jumps when a card comes
  hand.style.setProperty("--columns", String(columns(most, wide ? IN_ONE_ROW : IN_NARROW_ROW)));
  keyed(
    hand,
    shown,
    (card) => card,
    cardButton,
    (node, card) => {
      const { classes, words } = game.notes(state, card);
      setAttr(node, "data-meld", meld.has(card) ? band(meld.get(card)) : null);
      setAttr(node, "aria-pressed", state.chosen.includes(card));
      setAttr(node, "class", ["card", ...classes, ...(node === held ? ["card--held"] : [])].join(" "));
      setAttr(node, "aria-description", words.length ? words.join(", ") : null);
    },
    held,
  );
  rove([...hand.children], state.chosen.at(-1));
  renderCount(game.count(state));
  setAttr(slot("sort"), "hidden", shown.length < 2);
}

function handLabel(state) {
  const seat = handSeat(state);
  return seat === you(state) ? gettext("Your hand") : fill(gettext("%(name)s's hand"), { name: seatName(state, seat) });
}

/** What one's cards count, in the strip above them. */
function renderCount(count) {
  const node = slot("deadwood");
  setAttr(node, "hidden", !count);
  if (!count) return;
  setText(node, count.text);
  setAttr(node, "data-low", count.low);
}

// The bar.

function renderActions(state) {
  const bar = slot("actions");
  keyed(
    bar,
    choices(state),
    ({ id }) => id,
    ({ id }) => h("button", { type: "button", class: "button", data: { choice: id } }, h("span"), h("small")),
    (node, item) => {
      setText(node.firstElementChild, item.label);
      const reason = item.reason ?? "";
      setText(node.lastElementChild, item.id === "knock" ? reason : "");
      setAttr(node, "class", item.strong ? "button button--primary" : "button");
      setAttr(node, "aria-disabled", !item.enabled);
      setAttr(node, "title", reason || null);
      countdown(node, item.id === "ready" && item.enabled ? state.view.pause_until : null);
    },
  );
  setAttr(bar, "data-count", String(bar.children.length));
}
