// Talking to the other side: phrases at a tap, free words where both want them, bubbles at the seats, the list of what
// was said; muting and blocking, and the way to the referee. Whatever others wrote becomes text of a node and nothing else.

import { h, keyed, setAttr, setText } from "lib/dom.js";
import { fill, gettext, ngettext } from "lib/i18n.js";
import { confidants, ownRole } from "table/around.js";
import { cardSign } from "table/cards.js";
import { you } from "table/reduce.js";
import { seatName } from "table/names.js";

const BUBBLE_MS = 6000;
/** Longer words stay longer: so much for each sign. */
const SIGN_MS = 40;
/** How many lines that came at once are read out. */
const READ_OUT = 3;

const slot = (name) => document.querySelector(`[data-slot="${name}"]`);
const part = (node, name) => node.querySelector(`[data-part="${name}"]`);
const linesOf = (state) => state.chat?.lines ?? [];
const lastOf = (state) => linesOf(state).at(-1)?.n ?? 0;

/** The lines that came after line `heard`, oldest first. Pure. */
export const newLines = (state, heard) => linesOf(state).filter(({ n }) => n > heard);

/** The people one may talk to: everybody at the table but oneself and the computer. Pure. */
export function partners(state) {
  return state.seats.filter((seat) => seat && seat.kind !== "computer" && seat.seat !== you(state));
}

/** How a line is told: "bob: Nice hand". `phrase(key)` gives a phrase in the reader's language. Pure. */
export function lineText(state, line, phrase) {
  const said = line.to ? gettext("%(name)s, in private: %(words)s") : gettext("%(name)s: %(words)s");
  return fill(said, { name: seatName(state, line.seat), words: wordsOf(line, phrase) });
}

/** The words of a line; a phrase may name a card. */
const wordsOf = (line, phrase) => line.text ?? fill(phrase(line.phrase), { card: line.card ? cardSign(line.card) : "" });

/** How long a bubble stays. Pure. */
export const bubbleMs = (words) => BUBBLE_MS + SIGN_MS * words.length;

/**
 * `state()`, `dispatch(message)`, `say({phrase} or {text})` (gives the message's id, or null where the line is down),
 * `announce(text)` to those who listen, `chime()`, `side` (the paper beside the table), `url` (for mute and block),
 * `report(seat)` (calls the referee about somebody).
 */
export function createCompany({ url, state, dispatch, side, say, announce, chime, report }) {
  const panel = document.getElementById("panel-talk");
  if (!panel) return { refresh() {}, hear() {}, open() {}, say() {} };

  const sheet = panel.closest("dialog");
  const button = slot("talk");
  const free = slot("chat-free");
  const privacy = slot("chat-private");
  const phrases = new Map([...panel.querySelectorAll("[data-phrase]")].map((node) => [node.dataset.phrase, node.textContent]));
  const phrase = (key) => phrases.get(key) ?? state().said.advice?.[key] ?? key;
  const timers = new Map();
  let heard = lastOf(state());
  let read = heard;
  let waiting = null; // the id of what was said last, until it is answered

  const isShown = () => sheet.open && !panel.hidden;

  // Saying.

  function send(words) {
    setText(slot("chat-note"), "");
    const quietly = words.private || (!privacy.hidden && privacy.querySelector("input").checked);
    waiting = say(quietly ? { ...words, private: true } : words);
    if (waiting === null) complain(gettext("No connection: nothing was said."));
    return waiting !== null;
  }

  function complain(text) {
    setText(slot("chat-note"), text);
    if (!isShown()) dispatch({ t: "say", text });
  }

  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-phrase]")?.dataset.phrase;
    if (key && send({ phrase: key }) && sheet.matches(":modal")) sheet.close();
  });

  free.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = free.elements.text.value.trim();
    if (text) send({ text });
  });

  // Hearing.

  function showNew() {
    const current = state();
    const lines = newLines(current, heard);
    if (!lines.length) return;
    heard = lastOf(current);
    for (const line of new Map(lines.map((one) => [one.seat, one])).values()) bubble(line);
    for (const line of lines.slice(-READ_OUT)) announce(lineText(current, line, phrase));
    if (document.getElementById("result").open) setText(slot("result-heard"), lineText(current, lines.at(-1), phrase));
    if (lines.some(({ seat }) => seat !== you(current))) chime();
  }

  function bubbleAt(seat) {
    if (seat === you(state())) return slot("own-bubble");
    return document.querySelector(`.seat[data-seat="${seat}"] [data-part=bubble]`);
  }

  function bubble(line) {
    const node = bubbleAt(line.seat);
    if (!node) return;
    const words = wordsOf(line, phrase);
    setText(node, words);
    setAttr(node, "dir", line.text ? "auto" : null);
    setAttr(node, "hidden", false);
    clearTimeout(timers.get(node));
    timers.set(node, setTimeout(() => setAttr(node, "hidden", true), bubbleMs(words)));
  }

  // Keeping a distance.

  async function keep(seat, what) {
    const body = new FormData();
    body.set("csrfmiddlewaretoken", document.querySelector("[name=csrfmiddlewaretoken]").value);
    body.set("seat", seat);
    body.set("do", what);
    const answer = await post(url, body);
    if (answer.chat) dispatch({ t: "chat", chat: answer.chat });
    else complain(answer.said);
  }

  async function post(address, body) {
    try {
      const response = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" } });
      return { ok: response.ok, ...(await response.json()) };
    } catch {
      return { ok: false, said: gettext("No connection: nothing has changed. Try again.") };
    }
  }

  panel.addEventListener("click", (event) => {
    const seat = event.target.closest("[data-seat]")?.dataset.seat;
    const pressed = event.target.closest("[data-keep]");
    if (pressed) keep(seat, pressed.getAttribute("aria-pressed") === "true" ? "unmute" : pressed.dataset.keep);
    else if (event.target.closest("[data-part=report]")) report(Number(seat));
  });

  // Painting.

  function paint() {
    const current = state();
    const others = partners(current);
    if (isShown()) read = heard;
    const unread = newLines(current, read).filter(({ seat }) => seat !== you(current)).length;
    setAttr(button, "hidden", !others.length || !current.view);
    setAttr(button, "data-unread", unread > 0);
    setAttr(document.getElementById("tab-talk"), "data-unread", unread > 0);
    const label = ngettext("Talk, %(count)s new line", "Talk, %(count)s new lines", unread);
    setAttr(button, "aria-label", unread ? fill(label, { count: unread }) : gettext("Talk"));
    setAttr(slot("chat-empty"), "hidden", linesOf(current).length > 0);
    setAttr(free, "hidden", !current.chat?.free);
    setAttr(slot("chat-why"), "hidden", Boolean(current.chat?.free));
    paintPrivacy(current);
    paintLines(current);
    keyed(slot("people"), others, ({ seat }) => seat, createPerson, (node, seat) => paintPerson(current, node, seat));
  }

  /** A private line is offered while there is somebody for it; an adviser talks in private unless told otherwise. */
  function paintPrivacy(current) {
    const trusted = confidants(current).filter((seat) => current.seats[seat]?.kind !== "computer");
    const before = privacy.hidden;
    setAttr(privacy, "hidden", trusted.length === 0);
    const names = trusted.map((seat) => seatName(current, seat)).join(", ");
    setText(part(privacy, "to"), fill(gettext("Only to %(name)s"), { name: names }));
    if (before && !privacy.hidden) privacy.querySelector("input").checked = ownRole(current) === "adviser";
  }

  function paintLines(current) {
    const list = slot("chat");
    const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    const before = list.lastElementChild;
    keyed(list, linesOf(current), ({ n }) => n, createLine, (node, line) => {
      const name = seatName(current, line.seat);
      setText(part(node, "name"), line.to ? fill(gettext("%(name)s, in private"), { name }) : name);
      setAttr(node, "class", line.seat === you(current) ? "company__line company__line--own" : "company__line");
    });
    if (atEnd && list.lastElementChild !== before) list.scrollTop = list.scrollHeight;
  }

  function createLine(line) {
    return h(
      "li",
      {},
      h("bdi", { class: "company__who", data: { part: "name" } }),
      h("span", { class: "company__words", dir: line.text ? "auto" : null, text: wordsOf(line, phrase) }),
    );
  }

  function createPerson({ seat }) {
    const node = document.getElementById("company-person").content.firstElementChild.cloneNode(true);
    node.dataset.seat = seat;
    return node;
  }

  function paintPerson(current, node, { seat, name, page }) {
    const blocked = current.chat?.blocked.includes(seat) ?? false;
    const silent = blocked || (current.chat?.muted.includes(seat) ?? false);
    if (silent && bubbleAt(seat)) setAttr(bubbleAt(seat), "hidden", true);
    const hadFocus = node.contains(document.activeElement);
    setText(part(node, "name"), name);
    setAttr(part(node, "page"), "href", page);
    setAttr(part(node, "page"), "hidden", !page);
    setAttr(part(node, "mute"), "aria-pressed", current.chat?.muted.includes(seat) ?? false);
    setAttr(part(node, "mute"), "hidden", blocked);
    setAttr(part(node, "block"), "hidden", blocked);
    setAttr(part(node, "blocked"), "hidden", !blocked);
    setText(part(node, "said"), gettext("Blocked. You hear nothing more, and after this game you do not meet again."));
    if (hadFocus && document.activeElement?.closest("[hidden]")) {
      node.querySelector(blocked ? "[data-keep=unblock]" : "[data-part=block]").focus();
    }
  }

  document.getElementById("tab-talk").addEventListener("click", () => paint());

  return {
    /** After every change of state. */
    refresh() {
      if (!document.getElementById("result").open) setText(slot("result-heard"), "");
      showNew();
      paint();
    },
    /** Every message of the server passes by: it may answer what was said. */
    hear(message) {
      if (message.id !== waiting || waiting === null) return;
      waiting = null;
      if (message.t === "ack") free.reset();
      else if (message.t === "error") setText(slot("chat-note"), state().said.errors[message.code] ?? message.code);
    },
    /** Say something from outside the panel. */
    say: send,
    /** Show the conversation: beside the table on a desk, from below on a phone. */
    open() {
      if (button.hidden) return;
      side.open("talk");
      paint();
      slot("chat").scrollTop = slot("chat").scrollHeight;
      panel.querySelector("[data-phrase]").focus();
    },
  };
}
