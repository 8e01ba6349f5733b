// The table page: reads what the server put into the page, opens the socket, and ties the parts together. Everything
// flows one way: a message or a gesture becomes `dispatch`, `reduce` makes the next state, `paint` shows it.

import { createExchange } from "fair/exchange.js";
import { createKeep } from "fair/keep.js";
import { isShuffling } from "fair/line.js";
import { createShuffle } from "fair/shuffle.js";
import { readJson, setAttr, setText } from "lib/dom.js";
import { fill, gettext } from "lib/i18n.js";
import { connect } from "lib/socket.js";
import { createAnnouncer } from "table/a11y.js";
import { createActions, rematchUrl, stillAllowed } from "table/actions.js";
import { nameCards } from "table/cards.js";
import { atOwnTable, plays } from "table/around.js";
import { createClocks } from "table/clock.js";
import { createCompany } from "table/company.js";
import { createDispute, ruledNotes } from "table/dispute.js";
import { createDrag, createTaking } from "table/drag.js";
import { gameOf } from "table/games.js";
import { createCoach } from "table/gin/coach.js";
import { SORTS, moveTo } from "table/hand.js";
import { listen, renderKeys } from "table/keys.js";
import { createMotion } from "table/motion.js";
import { ownSide } from "table/names.js";
import { can, initial, mustAct, reduce, you } from "table/reduce.js";
import { render } from "table/render.js";
import { createResult } from "table/result.js";
import { scoreSheet } from "table/sheet.js";
import { createSide, renderDeal, renderMoves } from "table/side.js";
import { slot } from "table/slots.js";
import { createSounds, soundFor } from "table/sounds.js";
import { hint, statusLine, tableTitle } from "table/words.js";

const NOTE_MS = 6000;

const byId = (id) => document.getElementById(id);
const root = byId("table");
const preferences = readJson("preferences");
nameCards(readJson("card-names"));

let state = reduce(initial(preferences.sort_order, readJson("said")), readJson("snapshot"), Date.now());
const current = () => state;
const handShown = () => gameOf(state).handShown(state);

const sounds = createSounds(preferences.sounds);
const measure = createMotion(document.body);
const tell = createAnnouncer(byId("told"));
const side = createSide(byId("side"));
const result = createResult(byId("result"), root.dataset);
const coach = createCoach(byId("coach"), byId("result"));
const tick = createClocks(document, current, () => sounds.play("warn"));
const heading = document.querySelector("h1");
const siteTitle = document.title.slice(heading.textContent.trim().length); // what follows the table's own name

const say = (text) => dispatch({ t: "say", text });
const keep = createKeep();
const exchange = createExchange({
  keep,
  send: (action, id) => socket.command(action, state.v, id),
  changed: () => shuffle.refresh(state),
});
const shuffle = createShuffle({ keep, trouble: exchange.trouble, dialog: byId("own-words"), say });

const dispute = createDispute({ dialog: byId("dispute"), state: current, send, before: closeWhatLiesOver });

const company = createCompany({
  url: root.dataset.distance,
  state: current,
  dispatch,
  side,
  say: (words) => socket.talk(words),
  announce: tell.line,
  chime: () => sounds.play("talk"),
  report: (seat) => dispute.open(seat),
});

const actions = createActions({
  state: current,
  send,
  dispatch,
  ask: (question) => socket.ask(question),
  say: (words) => company.say(words),
  preferences,
  confirm,
  dialogs: { knock: byId("knock") },
  openResult: () => result.open(),
  go: (url) => location.assign(url),
});

const drag = createDrag({
  hand: slot("hand"),
  canMove: () => you(state) !== null,
  order: (card, index) => {
    const shown = handShown();
    const cards = moveTo(shown, card, index);
    if (cards.join() !== shown.join()) dispatch({ t: "order", cards });
  },
  targetAt,
  drop: actions.drop,
});

createTaking({
  places: [slot("stock"), slot("pile")],
  hand: slot("hand"),
  canTake: (node) => node.dataset.open !== undefined,
  take: (node) => commands[node.dataset.slot === "stock" ? "draw" : "take"](),
});

// The order of the hand outlives a reload: kept for this tab and this hand only.

const orderKey = `order ${location.pathname}`;

function keepOrderForReload(before) {
  if (state.order === before.order && state.sort === before.sort) return;
  try {
    sessionStorage.setItem(orderKey, JSON.stringify({ hand: state.view?.hand, cards: state.order, sort: state.sort }));
  } catch {
    // A browser that keeps nothing sorts the hand again after a reload.
  }
}

function restoreOrder() {
  let kept = null;
  try {
    kept = JSON.parse(sessionStorage.getItem(orderKey));
  } catch {
    return;
  }
  if (!kept || kept.hand !== state.view?.hand) return;
  if (kept.sort) state = reduce(state, { t: "sort", how: kept.sort });
  else state = reduce(state, { t: "order", cards: kept.cards });
}

// State.

function dispatch(message) {
  const before = state;
  state = reduce(state, message, Date.now());
  if (state === before) return;
  if (state.deal !== before.deal) exchange.refresh(state.deal, you(state));
  keepOrderForReload(before);
  paint(before);
}

function receive(message) {
  if (message.t === "rematch") {
    if (you(state) !== null) location.assign(message.url);
    return;
  }
  if (message.t === "error" && exchange.sent(message.id)) return;
  company.hear(message);
  const waited = state.view?.offers?.rematch?.includes(you(state)) && !rematchUrl(state);
  dispatch(message);
  if (waited && rematchUrl(state)) location.assign(rematchUrl(state)); // agreed while this page heard nothing
  if (state.missing && message.t !== "pong") socket.resync();
  retry();
}

/** A move that lost a race (the other side's offer came first) is made again, if it is still what it was. */
function retry() {
  const lost = state.retry;
  if (!lost || state.v < lost.v) return;
  if (stillAllowed(state, lost.action)) send(lost.action, lost.tries);
  else dispatch({ t: "dropped" });
}

function send(action, tries = 0) {
  const id = socket.command(action, state.v);
  dispatch({ t: "sent", id, action, tries });
}

// Painting.

function paint(before) {
  const news = state.news.n !== before.news.n ? state.news : { events: [] };
  const play = measure();
  render(state, drag.held());
  drag.refresh();
  const events = atOwnTable(state, news.events);
  play(events, you(state), drag.held());
  if (state.view !== before.view || state.seats !== before.seats) paintPaper();
  result.refresh(state);
  coach.refresh(state);
  actions.refresh();
  tell(state);
  company.refresh();
  dispute.refresh();
  shuffle.refresh(state);
  if (isShuffling(state) && !isShuffling(before)) tell.line(statusLine(state));
  tick();
  const turned = mustAct(state) && !mustAct(before);
  const sound = soundFor(events, { seat: you(state), side: ownSide(state), plays: plays(state) }, turned);
  if (sound) sounds.play(sound);
  else if (state.error && state.error !== before.error) sounds.play("refuse");
  if (state.error !== before.error || state.note !== before.note) dismissLater();
  paintTitle();
  paintTools();
}

function paintPaper() {
  slot("sheet").replaceChildren(scoreSheet(state), ...ruledNotes(state));
  renderMoves(state, slot("moves"));
  renderDeal(state, slot("deal"));
}

function paintTitle() {
  const mine = mustAct(state);
  const title = tableTitle(state) ?? heading.textContent.trim();
  setText(heading, title);
  const wanted = mine ? fill(gettext("● %(status)s"), { status: statusLine(state) }) : title + siteTitle;
  if (document.title !== wanted) document.title = wanted;
  const link = document.querySelector('link[rel="icon"]');
  if (link) {
    link.dataset.calm ??= link.getAttribute("href");
    setAttr(link, "href", mine ? root.dataset.iconTurn : link.dataset.calm);
  }
  if (mine && document.hidden) navigator.setAppBadge?.().catch(() => {});
  else navigator.clearAppBadge?.().catch(() => {});
}

function paintTools() {
  setAttr(slot("sound"), "aria-pressed", String(sounds.isOn()));
  const hints = preferences.hints && state.table.practice && mustAct(state);
  setAttr(slot("hint"), "hidden", !hints || !hint(state));
  const names = { suit: gettext("Suits"), rank: gettext("Ranks"), melds: gettext("Melds") };
  setText(slot("sort").querySelector("[data-part=sort]"), names[state.sort] ?? gettext("Sort"));
  if (slot("waiting")) setAttr(slot("waiting"), "hidden", Boolean(state.view));
}

let dismissal = null;

function dismissLater() {
  clearTimeout(dismissal);
  if (state.error || state.note) dismissal = setTimeout(() => dispatch({ t: "dismissed" }), NOTE_MS);
}

// Gestures.

const commands = {
  draw: () => actions.choose("draw_stock"),
  take: () => actions.choose(state.view?.phase === "upcard" ? "take_upcard" : "take_discard"),
  pass: () => actions.choose(state.view?.phase === "last_chance" ? "pass_last" : "pass_upcard"),
  discard: () => actions.choose("discard"),
  knock: () => actions.choose("knock"),
  gin: () => actions.choose(can(state).big_gin || can(state).big_gin_last ? "big_gin" : "gin"),
  meld: () => actions.choose("meld"),
  layoff: () => actions.layOff(document.activeElement?.dataset?.card),
  defend: () => actions.choose("defend"),
  ready: () => actions.choose("ready"),
  result: () => result.open(),
  resign: () => actions.choose("resign"),
  offer_void: () => actions.choose("offer_void"),
  sheet: () => side.open("score"),
  moves: () => side.open("moves"),
  rules: () => side.open("rules"),
  talk: () => company.open(),
  words: () => shuffle.askForWords(),
  dispute: () => dispute.open(),
  offer_pause: () => dispute.pause(),
  resume: () => dispute.resume(),
  help: () => byId("help").showModal(),
  menu: () => byId("menu").showModal(),
  sort: () => dispatch({ t: "sort", how: SORTS[(SORTS.indexOf(state.sort) + 1) % SORTS.length] }),
  whose: () => dispatch({ t: "say", text: statusLine(state) }),
  hint: giveHint,
  stock: () => actions.choose("draw_stock"),
  pile: tapPile,
  sound: () => {
    sounds.set(!sounds.isOn());
    paintTools();
    sounds.play("turn");
  },
  reconnect: () => socket.resync(),
  copy: copyLink,
  share: () => navigator.share({ url: slot("link").value }).catch(() => {}),
};

/** The pile is where a card is taken from, or (with a card chosen) shed to. */
function tapPile() {
  const may = can(state);
  if (may.take_discard || may.take_upcard) commands.take();
  else actions.choose("discard");
}

function giveHint() {
  if (slot("hint").hidden) return;
  const given = hint(state);
  if (given.cards.length) dispatch({ t: "choose", cards: given.cards });
  dispatch({ t: "say", text: given.text });
}

/** A dialog of its own comes next: whatever else is open over the table goes. */
function closeWhatLiesOver() {
  for (const open of document.querySelectorAll("dialog:modal")) open.close();
}

/** The place under the finger where the card may be let go, or null. */
function targetAt(card, x, y) {
  const under = (node) => {
    if (!node || node.closest("[hidden]")) return false;
    const box = node.getBoundingClientRect();
    return x > box.left - 12 && x < box.right + 12 && y > box.top - 12 && y < box.bottom + 12;
  };
  return actions.targets(card).find(under) ?? null;
}

async function copyLink() {
  const field = slot("link");
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select();
    document.execCommand("copy");
  }
  say(gettext("The link is copied"));
}

/** Ask yes or no in words; resolves to a boolean. */
function confirm({ title: asked, text, yes, danger = false }) {
  const dialog = byId("confirm");
  const button = dialog.querySelector("[data-slot=confirm-yes]");
  setText(dialog.querySelector("#confirm-title"), asked);
  setText(dialog.querySelector("#confirm-text"), text);
  setText(button, yes);
  setAttr(button, "class", danger ? "button button--danger" : "button button--primary");
  return new Promise((resolve) => {
    button.onclick = () => dialog.close("yes");
    dialog.onclose = () => {
      resolve(dialog.returnValue === "yes");
      dialog.returnValue = "";
    };
    dialog.showModal();
  });
}

document.addEventListener("click", (event) => {
  const pressed = event.target.closest("[data-choice], [data-do], [data-close], [data-press], dialog");
  if (!pressed) return;
  if (pressed.tagName === "DIALOG") {
    if (event.target === pressed && pressed.matches(":modal")) pressed.close();
    return;
  }
  if (pressed.dataset.close !== undefined) pressed.closest("dialog").close();
  else if (pressed.dataset.choice) actions.choose(pressed.dataset.choice);
  else if (pressed.dataset.press) actions.press(pressed);
  else if (pressed.dataset.do) {
    event.preventDefault();
    if (pressed.closest("#menu")) pressed.closest("dialog").close();
    commands[pressed.dataset.do]?.();
  }
});

slot("hand").addEventListener("click", (event) => {
  const card = event.target.closest(".card")?.dataset.card;
  if (card && you(state) !== null) actions.tap(card);
});

listen({
  commands,
  keys: () => gameOf(state).keys,
  hand: slot("hand"),
  moveBy: (card, step) => {
    const shown = handShown();
    dispatch({ t: "order", cards: moveTo(shown, card, shown.indexOf(card) + step) });
  },
});

// The page itself: back, reload, sleep and a change of width lose nothing.

addEventListener("pageshow", (event) => event.persisted && socket.resync());
addEventListener("online", () => socket.resync());
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  socket.resync();
  paintTitle();
});
matchMedia("(min-width: 48rem)").addEventListener("change", () => render(state, drag.held()));

restoreOrder();
renderKeys(slot("keys"), gameOf(state).keys);
const share = document.querySelector("[data-do=share]");
if (share && navigator.share) share.hidden = false;
paintPaper();
paint(state);

// The line comes last: it speaks at once, and everything must be there to hear it.
const socket = connect({
  url: `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${root.dataset.socket}`,
  version: () => state.v,
  onMessage: receive,
  onState: (is) => dispatch({ t: "line", is }),
});
exchange.refresh(state.deal, you(state));
