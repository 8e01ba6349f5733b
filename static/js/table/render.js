// Puts the state on the page. It reads the state and writes only what differs; nodes are kept by key, so that focus, a
// running animation and a card under the finger survive any update. It decides nothing about the game.

import { h, keyed, setAttr, setText } from "lib/dom.js";
import { fill, gettext } from "lib/i18n.js";
import { cardButton, cardChip, cardPicture, turn } from "table/card.js";
import { cardName, split } from "table/cards.js";
import { columns, meldOf } from "table/hand.js";
import { busy, can, defenceShown, inPlay, mustAct, nearSeat, you } from "table/reduce.js";
import { choices } from "table/actions.js";
import { cardCount, levelName, nameOf, ratingText, refusalText, seatName, sentence, statusLine } from "table/words.js";
import { rove } from "table/a11y.js";
import { renderSpread } from "table/layoff.js";
import { countdown } from "table/sheet.js";

const MELD_COLOURS = 3;
/** A hand after the draw: the columns are made for it, so that nothing jumps when a card comes. */
const ONE_ROW_CARDS = 11;

export const slot = (name) => document.querySelector(`[data-slot="${name}"]`);
const part = (node, name) => node.querySelector(`[data-part="${name}"]`);

/** Paint everything. `held`: the hand's card under the finger, if any. */
export function render(state, held = null) {
  const table = document.getElementById("table");
  setAttr(table, "data-phase", state.view?.phase ?? "open");
  setAttr(table, "data-mine", mustAct(state));
  setAttr(table, "data-busy", busy(state));
  setAttr(table, "data-watching", you(state) === null);
  renderScore(state);
  renderOpponents(state);
  renderPiles(state);
  renderSpread(state, slot("spread"));
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

function renderScore(state) {
  const near = nearSeat(state);
  const far = state.seats.findIndex((seat, number) => number !== near);
  const totals = state.view?.sheet?.columns?.[0]?.totals ?? [];
  const chip = slot("score");
  setText(part(chip, "near"), String(totals[near] ?? 0));
  setText(part(chip, "far"), String(totals[far] ?? 0));
  setText(part(chip, "near-name"), seatName(state, near));
  setText(part(chip, "far-name"), state.seats[far] ? nameOf(state.seats[far]) : "–");
  const sheet = state.view?.sheet;
  const target = sheet?.fixed_hands
    ? fill(gettext("%(hands)s hands"), { hands: sheet.fixed_hands })
    : fill(gettext("to %(target)s"), { target: sheet?.target ?? state.table.rules?.target ?? "" });
  setText(part(chip, "target"), target);
}

// The others.

function renderOpponents(state) {
  const others = state.seats.map((seat, number) => ({ seat, number })).filter(({ number }) => number !== you(state));
  keyed(slot("opponents"), others, ({ number }) => number, createSeat, (node, item) => updateSeat(state, node, item));
}

function createSeat({ number }) {
  const node = document.getElementById("seat-template").content.firstElementChild.cloneNode(true);
  node.dataset.seat = number;
  part(node, "clock").dataset.clock = number;
  part(node, "fan").dataset.fan = number;
  return node;
}

function updateSeat(state, node, { seat, number }) {
  const shown = state.view?.seats?.[number];
  const turnNow = inPlay(state) && state.view.turn.includes(number);
  setText(part(node, "name"), seat ? nameOf(seat) : gettext("Empty chair"));
  setText(part(node, "avatar"), (seat ? nameOf(seat) : "?").slice(0, 1));
  setAttr(part(node, "avatar"), "class", avatarClass(seat, turnNow));
  setAttr(part(node, "dealer"), "hidden", state.view?.dealer !== number);
  setText(part(node, "note"), seatNote(state, seat, shown));
  setText(part(node, "rating"), seat?.rating ? ratingText(seat.rating) : "");
  renderPresence(part(node, "presence"), seat);
  renderFan(part(node, "fan"), shown, state.view, number);
  renderTaken(part(node, "taken"), shown);
}

function avatarClass(seat, turnNow) {
  return `avatar${turnNow ? " avatar--turn" : ""}${seat?.kind === "computer" ? " avatar--computer" : ""}`;
}

function seatNote(state, seat, shown) {
  if (!seat) return "";
  if (seat.kind !== "computer" && !seat.connected) return gettext("away");
  if (state.view?.phase === "between" && shown?.ready) return gettext("ready");
  const cards = shown && state.view.phase !== "between" ? cardCount(shown.cards) : "";
  return [levelName(state, seat), cards].filter(Boolean).join(" · ");
}

function renderPresence(node, seat) {
  const here = seat?.kind === "computer" || seat?.connected;
  setAttr(node, "hidden", !seat || seat.kind === "computer");
  setAttr(node, "class", here ? "presence presence--here" : "presence");
  setAttr(node, "aria-label", here ? gettext("connected") : gettext("not connected"));
}

/** The hand as the others see it: backs, or open cards after a false knock. */
function renderFan(node, shown, view, number) {
  const knocked = view?.knock?.seat === number || ["between", "over"].includes(view?.phase);
  const open = shown?.hand ? split(shown.hand) : null;
  const cards = knocked ? [] : (open ?? Array.from({ length: shown?.cards ?? 0 }, (_, index) => `back-${index}`));
  setAttr(node, "class", open && !knocked ? "seat__fan seat__fan--open" : "seat__fan");
  setAttr(node, "role", "img");
  setAttr(node, "aria-label", open ? open.map(cardName).join(", ") : cardCount(shown?.cards ?? 0));
  keyed(node, cards, (card) => card, (card) => cardPicture(card.startsWith("back-") ? null : card));
}

function renderTaken(node, shown) {
  const taken = shown?.taken ?? [];
  setAttr(node, "hidden", taken.length === 0);
  if (!node.firstElementChild) node.append(h("span", { class: "seat__label", text: gettext("Took") }));
  const holds = new Set(shown?.holds ?? []);
  keyed(
    node,
    taken.map((card, index) => ({ card, key: `${card}-${taken.slice(0, index).filter((c) => c === card).length}` })),
    ({ key }) => key,
    ({ card }) => cardChip(card),
    (chip, { card }) => setAttr(chip, "data-gone", !holds.has(card)),
  );
}

// Stock and pile.

function renderPiles(state) {
  const { view } = state;
  const away = !view || view.knock || view.phase === "draw_for_deal";
  setAttr(slot("piles"), "hidden", Boolean(away));
  if (away) return;
  const may = can(state);
  const top = view.pile.cards.at(-1);
  const stock = slot("stock");
  setAttr(stock, "aria-label", may.draw_stock ? gettext("Draw from the stock") : gettext("The stock"));
  setAttr(stock, "aria-disabled", !may.draw_stock);
  setAttr(stock, "data-open", Boolean(may.draw_stock));
  setText(slot("stock-count"), fill(gettext("%(count)s left"), { count: view.stock }));
  const pile = slot("pile");
  const takes = Boolean(may.take_discard || may.take_upcard);
  setAttr(pile, "class", top ? "card piles__card" : "card card--slot piles__card");
  setAttr(pile.querySelector("svg"), "class", top ? "card__face" : "card__face card__face--none");
  if (top) turn(pile, top);
  setAttr(pile, "data-card", top ?? null);
  setAttr(pile, "data-open", takes);
  setAttr(pile, "aria-disabled", !takes && !(may.discard && state.selected));
  setAttr(pile, "aria-label", pileLabel(top, takes));
  setText(slot("pile-count"), view.phase === "upcard" ? gettext("Upcard") : gettext("Discards"));
  renderLimit(state);
  const buried = view.pile.cards.slice(0, -1);
  setAttr(slot("history"), "hidden", buried.length === 0);
  keyed(slot("history"), buried, (card) => card, cardChip);
}

/** In Oklahoma each deal has its own limit, and may count twice: said beside the upcard that made it so. */
function renderLimit({ view, table }) {
  const node = slot("limit");
  setAttr(node, "hidden", !table.rules?.oklahoma);
  const limit = view.limit ? fill(gettext("Knock with %(limit)s or less"), { limit: view.limit }) : gettext("Only gin");
  setText(node, view.doubled ? fill(gettext("%(limit)s, counts twice"), { limit }) : limit);
}

function pileLabel(top, takes) {
  if (!top) return gettext("The discard pile is empty");
  return fill(takes ? gettext("Take the %(card)s") : gettext("Discard pile: %(card)s"), { card: cardName(top) });
}

// Own side.

function renderOwn(state, held) {
  const { view } = state;
  setText(slot("status"), statusLine(state));
  const shown = handShown(state);
  const melds = ownMelds(state);
  const meld = meldOf(melds);
  const fits = state.defence?.fits ?? {};
  const hand = slot("hand");
  const wide = matchMedia("(min-width: 48rem)").matches;
  hand.style.setProperty("--columns", String(columns(Math.max(shown.length, ONE_ROW_CARDS), wide ? ONE_ROW_CARDS : 6)));
  keyed(
    hand,
    shown,
    (card) => card,
    cardButton,
    (node, card) => {
      const number = meld.get(card);
      setAttr(node, "data-meld", number === undefined ? null : (number % MELD_COLOURS) + 1);
      setAttr(node, "aria-pressed", card === state.selected);
      const classes = ["card"];
      if (card === view?.drawn) classes.push("card--new");
      if (card === view?.banned) classes.push("card--barred");
      if (fits[card]?.length) classes.push("card--fits");
      if (node === held) classes.push("card--held");
      setAttr(node, "class", classes.join(" "));
      setAttr(node, "aria-description", cardNote(state, card, number));
    },
    held,
  );
  rove([...hand.children], state.selected);
  renderDeadwood(state);
  const sortable = shown.length > 1;
  setAttr(slot("sort"), "hidden", !sortable);
}

/** One's own melds, for their colours: as the server groups them, in a defence as planned, at the end as shown. */
function ownMelds(state) {
  const { view } = state;
  if (view?.knock && view.knock.seat !== you(state)) return defenceShown(state)?.melds ?? [];
  return view?.best?.melds ?? [];
}

/** The cards that lie in one's own hand: not those laid off, and none once the hand is on the table. */
export function handShown(state) {
  const knocker = state.view?.knock?.seat;
  if (knocker === you(state)) return [];
  const laid = new Set((defenceShown(state)?.layoffs ?? []).map(([card]) => card));
  return state.order.filter((card) => !laid.has(card));
}

function cardNote(state, card, number) {
  const notes = [];
  if (number !== undefined) notes.push(fill(gettext("in meld %(number)s"), { number: number + 1 }));
  if (card === state.view?.drawn) notes.push(gettext("just drawn"));
  if (card === state.view?.banned) notes.push(gettext("may not be discarded this turn"));
  if (state.view?.after?.[card] !== undefined) {
    notes.push(fill(gettext("deadwood without it: %(count)s"), { count: state.view.after[card] }));
  }
  return notes.length ? notes.join(", ") : null;
}

function renderDeadwood(state) {
  const node = slot("deadwood");
  const { view, defence, selected } = state;
  const count = defence?.count ?? (selected ? view?.after?.[selected] : undefined) ?? view?.best?.count;
  const shown = count !== undefined && count !== null && inPlay(state);
  setAttr(node, "hidden", !shown);
  if (!shown) return;
  const open = view.seats[you(state)]?.exposed;
  setText(node, fill(open ? gettext("Deadwood %(count)s, hand open") : gettext("Deadwood %(count)s"), { count }));
  setAttr(node, "data-low", count <= view.limit);
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
      const pause = item.id === "ready" && item.enabled ? state.view.pause_until : null;
      countdown(node, pause);
    },
  );
  setAttr(bar, "data-count", String(bar.children.length));
}

// Notices: what is not a move.

const LINES = {
  waiting: { kind: "warning", text: () => gettext("Connection lost. Trying again…"), again: true },
  restarting: { kind: "info", text: () => gettext("The server restarts. Your game is kept.") },
  "signed-out": { kind: "error", text: () => gettext("You are logged out."), link: loginLink },
  refused: { kind: "error", text: () => gettext("This table is not open to you.") },
  gone: { kind: "error", text: () => gettext("There is no such table any more.") },
};

/** The notices to show now, most urgent first. Pure. */
export function notices(state) {
  const list = [];
  const line = LINES[state.line];
  if (line) {
    const again = line.again ? [{ does: "reconnect", label: gettext("Try now") }] : [];
    list.push({ key: `line-${state.line}`, kind: line.kind, text: line.text(), link: line.link?.(), buttons: again });
  }
  if (state.error) list.push({ key: `error-${state.error.n}`, kind: "error", text: refusalText(state), buttons: [] });
  if (state.note) list.push({ key: `note-${state.note.n}`, kind: "info", text: state.note.text, buttons: [] });
  return [...list, ...tableNotices(state), ...offerNotices(state), ...awayNotices(state)];
}

/** The table itself: given up before it began, or just begun (who drew what for the deal). */
function tableNotices(state) {
  if (state.table.status === "closed") {
    return [{ key: "closed", kind: "info", text: gettext("This table is closed."), link: lobbyLink(), buttons: [] }];
  }
  const drawn = state.moves.find(({ kind }) => kind === "deal_drawn");
  if (!drawn || state.view?.hand !== 1 || state.view.phase !== "upcard") return [];
  return [{ key: "drawn", kind: "info", text: sentence(state, drawn), buttons: [] }];
}

function offerNotices(state) {
  const offered = state.view?.phase === "over" ? [] : (state.view?.offers?.void ?? []);
  if (!offered.length || you(state) === null) return [];
  const mine = offered.includes(you(state));
  const text = mine
    ? gettext("You offered to call the match off.")
    : fill(gettext("%(name)s offers to call the match off."), { name: seatName(state, offered[0]) });
  const buttons = mine
    ? [{ id: "decline_void", label: gettext("Withdraw") }]
    : [
        { id: "offer_void", label: gettext("Agree") },
        { id: "decline_void", label: gettext("Decline") },
      ];
  return [{ key: `offer-${mine}`, kind: "info", text, buttons }];
}

function awayNotices(state) {
  if (you(state) === null || !state.view || state.view.phase === "over") return [];
  return state.seats.flatMap((seat, number) => {
    if (!seat?.claim_at || number === you(state)) return [];
    return [
      {
        key: `away-${number}`,
        kind: "warning",
        text: fill(gettext("Nothing is heard from %(name)s."), { name: nameOf(seat) }),
        until: seat.claim_at,
        buttons: [{ id: "claim", label: gettext("Claim the win"), openAt: seat.claim_at }],
      },
    ];
  });
}

function loginLink() {
  const { login } = document.getElementById("table").dataset;
  return { href: `${login}?next=${encodeURIComponent(location.pathname)}`, text: gettext("Log in") };
}

function lobbyLink() {
  return { href: document.getElementById("table").dataset.lobby, text: gettext("Back to the lobby") };
}

function noticeButton({ id, does, label, openAt }) {
  const data = { ...(id ? { choice: id } : { do: does }), ...(openAt ? { openAt } : {}) };
  return h("button", { type: "button", class: "button", data, text: label });
}

function renderNotices(state) {
  keyed(
    slot("notices"),
    notices(state),
    ({ key }) => key,
    createNotice,
    (node, item) => setText(part(node, "text"), item.text),
  );
}

function createNotice({ kind, until, link, buttons }) {
  const said = gettext("You may claim the win in %(seconds)s s.");
  return h(
    "div",
    { class: `notice notice--${kind}` },
    h("span", { class: "notice__body", data: { part: "text" } }),
    until ? h("span", { class: "notice__count", data: { until, said } }) : null,
    link ? h("a", { class: "button", ...link }) : null,
    ...buttons.map(noticeButton),
  );
}
