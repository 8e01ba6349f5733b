// Paper beside the table: the score sheet, the list of moves, and the result of a hand or of the match, explained line
// by line. Built from the state alone.

import { h, keyed, setAttr, setText } from "lib/dom.js";
import { signed } from "lib/format.js";
import { fill, gettext } from "lib/i18n.js";
import { choices } from "table/actions.js";
import { cardGroup, cardPicture } from "table/card.js";
import { nearSeat, you } from "table/reduce.js";
import {
  handKind,
  lineName,
  matchHeadline,
  ratingText,
  resultExplained,
  resultHeadline,
  seatName,
  sentence,
  totalName,
} from "table/words.js";

const MELD_COLOURS = 3;
/** A pause longer than this is no countdown: nobody is hurried. */
const COUNTED_SECONDS = 60;
/** How long the cards on the table are looked at before a result covers them, ms. */
const LOOK_MS = 1400;

const seatOrder = (state) => {
  const near = nearSeat(state);
  return [near, ...state.seats.map((_, seat) => seat).filter((seat) => seat !== near)];
};

// Tables are written as rows of cells: a heading and then one figure a seat.

const heading = (text) => h("th", { scope: "row", text });
const nameHead = (state, seat) => h("th", { scope: "col" }, h("bdi", { text: seatName(state, seat) }));
const figures = (values) => values.map((value) => h("td", { text: String(value) }));
const row = (...cells) => h("tr", {}, ...cells);

/** The score sheet: a row a hand, a column a seat, totals and boxes below. Returns a node. */
export function scoreSheet(state) {
  const sheet = state.view?.sheet;
  if (!sheet?.hands?.length) return h("p", { class: "soft", text: gettext("No hand has been finished yet.") });
  const seats = seatOrder(state);
  const [column] = sheet.columns;
  const head = row(h("th", { scope: "col", text: gettext("Hand") }), ...seats.map((seat) => nameHead(state, seat)));
  const boxes = row(heading(gettext("Boxes")), ...figures(seats.map((seat) => column.boxes[seat])));
  boxes.className = "sheet__boxes";
  const foot = [row(heading(gettext("Total")), ...figures(seats.map((seat) => column.totals[seat]))), boxes];
  const body = sheet.hands.map((hand) => handRow(state, hand, seats));
  return h(
    "div",
    { class: "sheet__scroll" },
    h("table", { class: "sheet" }, h("thead", {}, head), h("tbody", {}, ...body), h("tfoot", {}, ...foot)),
  );
}

function handRow(state, hand, seats) {
  const points = seats.map((seat) => {
    const won = hand.winner === seat && hand.kind !== "void";
    return h("td", { class: won ? "sheet__won" : null, text: won ? String(hand.points) : "" });
  });
  return row(h("th", { scope: "row" }, `${hand.hand} `, h("small", { text: handKind(state, hand.kind) })), ...points);
}

/** Patch the list of moves, newest first. */
export function renderMoves(state, list) {
  const told = state.moves.flatMap((event, index) => {
    const text = sentence(state, event);
    return text ? [{ key: `${event.v}-${event.kind}-${index}`, text, kind: event.kind }] : [];
  });
  keyed(
    list,
    told.reverse(),
    ({ key }) => key,
    ({ kind }) => h("li", { class: kind === "hand_dealt" ? "moves__hand" : null }),
    (node, { text }) => setText(node, text),
  );
}

/** Which deal this is, and the server's commitment to it where the page has it. */
export function renderDeal(state, node) {
  const hand = state.view?.hand;
  setText(node, hand ? fill(gettext("number %(hand)s"), { hand }) : "–");
}

// Results.

/** The body of the result dialog for the hand or, once it is over, the match. Returns nodes. */
export function resultBody(state) {
  const { view } = state;
  const nodes = [];
  if (view.phase === "over" && view.match) nodes.push(matchReckoning(state, view.match));
  if (view.result) nodes.push(handReckoning(state, view.result, view.phase === "over"));
  if (view.phase !== "over") nodes.push(standing(state));
  return nodes;
}

export function resultTitle(state) {
  return state.view.phase === "over" ? matchHeadline(state) : resultHeadline(state, state.view.result);
}

const isVoid = (result) => result.kind === "void" || Boolean(result.void);

function handReckoning(state, result, under) {
  return h(
    "section",
    { class: "result__hand" },
    under ? h("h3", { text: resultHeadline(state, result) }) : null,
    isVoid(result) ? null : h("p", { class: "soft", text: resultExplained(state, result) }),
    ...orderedHands(state, result).map((seat) => shownHand(state, result, seat)),
    isVoid(result) ? null : reckoning(state, result),
  );
}

/** The knocker first, then who defended; for a void hand one's own first. */
function orderedHands(state, result) {
  const first = result.knocker ?? nearSeat(state);
  return [...(result.seats ?? [])].sort((a, b) => Number(b.seat === first) - Number(a.seat === first));
}

function shownHand(state, result, hand) {
  const groups = (hand.melds ?? []).map((meld, index) => {
    const number = fill(gettext("Meld %(number)s"), { number: index + 1 });
    return cardGroup(meld, (index % MELD_COLOURS) + 1, number);
  });
  if (hand.deadwood) groups.push(cardGroup(hand.deadwood, null, gettext("Deadwood")));
  if (hand.layoffs?.length) groups.push(laidOff(hand.layoffs));
  return h(
    "div",
    { class: "result__seat" },
    h("p", { class: "result__name" }, h("bdi", { text: seatName(state, hand.seat) }), ...countOf(result, hand.seat)),
    h("div", { class: "result__cards" }, ...groups),
  );
}

function laidOff(layoffs) {
  return h(
    "span",
    { class: "result__laid" },
    h("small", { text: gettext("laid off") }),
    h("span", { class: "meld", dir: "ltr" }, ...layoffs.map(([card]) => cardPicture(card))),
  );
}

/** Who knocked, who defended, with which count; nothing for a void hand. */
function countOf(result, seat) {
  if (isVoid(result)) return [];
  const count = seat === result.knocker ? result.knocker_count : result.defender_count;
  return [
    h("span", { class: "badge", text: roleOf(result, seat) }),
    h("b", { class: "number", text: fill(gettext("counts %(count)s"), { count }) }),
  ];
}

function roleOf(result, seat) {
  if (seat !== result.knocker) return gettext("defended");
  if (result.kind === "gin") return gettext("gin");
  return result.kind === "big_gin" ? gettext("big gin") : gettext("knocked");
}

function reckoning(state, result) {
  const rows = result.lines.map(({ key, points }) =>
    row(heading(lineName(state, result, key)), h("td", { text: signed(points) })),
  );
  const winner = result.winner === you(state) ? gettext("you") : seatName(state, result.winner);
  const total = row(heading(fill(gettext("For %(name)s"), { name: winner })), ...figures([result.points]));
  return h("table", { class: "sheet" }, h("tbody", {}, ...rows), h("tfoot", {}, total));
}

function standing(state) {
  const { sheet } = state.view;
  const totals = seatOrder(state).map((seat) =>
    h(
      "span",
      { class: "result__score" },
      h("bdi", { text: seatName(state, seat) }),
      " ",
      h("b", { text: String(sheet.columns[0].totals[seat]) }),
    ),
  );
  const title = fill(gettext("Score, to %(target)s"), { target: sheet.target });
  return h("p", { class: "result__standing" }, h("span", { class: "eyebrow", text: title }), ...totals);
}

function matchReckoning(state, match) {
  const seats = seatOrder(state);
  const bySeat = (amounts) => figures(seats.map((seat) => amounts[seat]));
  const telling = match.lines.filter(({ key, amounts }) => key === "hands" || amounts.some((amount) => amount !== 0));
  const rows = telling.map(({ key, amounts }) => row(heading(totalName(state, key)), ...bySeat(amounts)));
  const head = row(h("td", {}), ...seats.map((seat) => nameHead(state, seat)));
  const foot = [row(heading(gettext("Total")), ...bySeat(match.totals))];
  const ratings = seats.map((seat) => state.seats[seat]?.rating);
  if (ratings.some((rating) => rating?.before)) {
    const change = row(heading(gettext("Rating")), ...ratings.map(ratingCell));
    change.className = "sheet__boxes";
    foot.push(change);
  }
  const between = fill(gettext("Difference of the totals: %(points)s"), { points: signed(match.settlement) });
  return h(
    "section",
    { class: "result__match" },
    h("table", { class: "sheet" }, h("thead", {}, head), h("tbody", {}, ...rows), h("tfoot", {}, ...foot)),
    match.winner === null ? null : h("p", { class: "soft", text: between }),
  );
}

/** What a rated match made of a rating: the new one, and the change beside it. */
function ratingCell(rating) {
  if (!rating) return h("td", {});
  const change = rating.before ? h("small", { text: ` ${signed(rating.points - rating.before)}` }) : null;
  return h("td", {}, ratingText(rating), change);
}

/**
 * The result dialog: opens by itself once when a hand or the match ends, may be closed to look at the table, and closes
 * when the next hand is dealt. `signup`: where a guest keeps the games; empty for members.
 */
export function createResult(dialog, { lobby, signup }) {
  const title = dialog.querySelector("#result-title");
  const body = dialog.querySelector("[data-slot=result]");
  const actions = dialog.querySelector("[data-slot=result-actions]");
  const leaving = [
    ...(signup ? [{ id: "signup", href: signup, label: gettext("Keep your games") }] : []),
    { id: "lobby", href: lobby, label: gettext("Back to the lobby") },
  ];
  let latest = null; // the state last shown
  let opened = null; // the hand and phase it opened for
  let painted = null;

  const ended = ({ view }) => ["between", "over"].includes(view?.phase) && Boolean(view.result || view.match);

  function paint(state) {
    const rated = state.seats.map((seat) => seat?.rating?.before ?? "").join(); // comes a moment after the end
    const mark = `${state.view.hand} ${state.view.phase} ${state.v} ${rated}`;
    setText(title, resultTitle(state));
    setAttr(dialog, "data-won", (state.view.match ?? state.view.result)?.winner === you(state));
    if (painted !== mark) body.replaceChildren(...resultBody(state));
    painted = mark;
    const buttons = choices(state).filter(({ id }) => id !== "result");
    if (state.view.phase === "over") buttons.push(...leaving);
    keyed(actions, buttons, ({ id }) => id, createButton, (node, item) => updateButton(state, node, item));
  }

  function createButton({ id, href, label }) {
    return href
      ? h("a", { class: "button", href, text: label })
      : h("button", { type: "button", class: "button", data: { choice: id } }, h("span"));
  }

  function updateButton(state, node, item) {
    if (item.href) return;
    setText(node.firstElementChild, item.label);
    setAttr(node, "class", item.strong ? "button button--primary" : "button");
    setAttr(node, "aria-disabled", !item.enabled);
    setAttr(node, "title", item.reason);
    countdown(node, item.id === "ready" && item.enabled ? state.view.pause_until : null);
  }

  function open() {
    if (!ended(latest)) return;
    paint(latest);
    if (!dialog.open) dialog.showModal();
    title.focus();
  }

  return {
    open,
    /** After every change of state; waits a moment with a result that just came, so that the cards are seen first. */
    refresh(state) {
      latest = state;
      if (!ended(state)) {
        opened = null;
        if (dialog.open) dialog.close();
        return;
      }
      const mark = `${state.view.hand} ${state.view.phase}`;
      if (opened === mark) {
        if (dialog.open) paint(state);
        return;
      }
      opened = mark;
      if (state.news.fresh) open();
      else setTimeout(() => opened === mark && open(), LOOK_MS);
    },
  };
}

/** "Next hand (12)": the seconds stand in a part of their own, so that the button is not read out anew each second. */
export function countdown(button, until) {
  let count = button.querySelector("[data-until]");
  if (!until) {
    count?.remove();
    return;
  }
  if (!count) {
    count = h("span", { class: "countdown", "aria-hidden": "true" });
    button.append(count);
  }
  setAttr(count, "data-until", until);
  setAttr(count, "data-within", COUNTED_SECONDS);
}

// The sheet beside the table (a dialog from below on the phone).

/** Tabs with arrow keys, and the dialog that is always open on a desk and asked for on a phone. */
export function createSide(dialog) {
  const tabs = [...dialog.querySelectorAll("[role=tab]")];
  const desk = matchMedia("(min-width: 64rem)");

  function show(name) {
    for (const tab of tabs) {
      const on = tab.id === `tab-${name}`;
      setAttr(tab, "aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      setAttr(document.getElementById(tab.getAttribute("aria-controls")), "hidden", !on);
    }
  }

  function settle() {
    if (dialog.open) dialog.close();
    if (desk.matches) dialog.setAttribute("open", "");
  }

  tabs.forEach((tab, index) => {
    tab.addEventListener("click", () => show(tab.id.slice(4)));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const way = getComputedStyle(dialog).direction === "rtl" ? -step : step;
      const next = tabs[(index + way + tabs.length) % tabs.length];
      show(next.id.slice(4));
      next.focus();
    });
  });
  desk.addEventListener("change", settle);
  settle();

  return {
    open(name) {
      show(name);
      if (!desk.matches && !dialog.open) dialog.showModal();
      document.getElementById(`tab-${name}`).focus();
    },
  };
}
