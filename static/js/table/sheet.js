// Paper beside the table: the score sheet, the list of moves, and the result of a hand or of the match, explained line
// by line. Built from the state alone.

import { h, keyed, setAttr, setText } from "lib/dom.js";
import { signed } from "lib/format.js";
import { fill, gettext } from "lib/i18n.js";
import { choices } from "table/actions.js";
import { cardGroup, cardPicture } from "table/card.js";
import { split } from "table/cards.js";
import { nearSeat, you } from "table/reduce.js";
import {
  handKind,
  lineName,
  matchHeadline,
  resultExplained,
  resultHeadline,
  seatName,
  sentence,
  totalName,
} from "table/words.js";

const MELD_COLOURS = 3;
/** A pause longer than this is no countdown: nobody is hurried. */
const COUNTED_SECONDS = 60;

const seatOrder = (state) => {
  const near = nearSeat(state);
  return [near, ...state.seats.map((_, seat) => seat).filter((seat) => seat !== near)];
};

/** The score sheet: a row a hand, a column a seat, totals and boxes below. Returns a node. */
export function scoreSheet(state) {
  const sheet = state.view?.sheet;
  const seats = seatOrder(state);
  if (!sheet?.hands?.length) return h("p", { class: "soft", text: gettext("No hand has been finished yet.") });
  const column = sheet.columns[0];
  const head = h("tr", {}, h("th", { scope: "col", text: gettext("Hand") }),
    ...seats.map((seat) => h("th", { scope: "col" }, h("bdi", { text: seatName(state, seat) }))));
  const rows = sheet.hands.map((hand) =>
    h("tr", {},
      h("th", { scope: "row" }, `${hand.hand} `, h("small", { text: handKind(state, hand.kind) })),
      ...seats.map((seat) => {
        const won = hand.winner === seat && hand.kind !== "void";
        return h("td", { class: won ? "sheet__won" : null, text: won ? String(hand.points) : "" });
      })),
  );
  const foot = [
    h("tr", {}, h("th", { scope: "row", text: gettext("Total") }), ...seats.map((seat) => h("td", { text: String(column.totals[seat]) }))),
    h("tr", { class: "sheet__boxes" }, h("th", { scope: "row", text: gettext("Boxes") }), ...seats.map((seat) => h("td", { text: String(column.boxes[seat]) }))),
  ];
  return h("div", { class: "sheet__scroll" },
    h("table", { class: "sheet" }, h("thead", {}, head), h("tbody", {}, ...rows), h("tfoot", {}, ...foot)));
}

/** Patch the list of moves, newest first. */
export function renderMoves(state, list) {
  const told = state.moves.flatMap((event, index) => {
    const text = sentence(state, event);
    return text ? [{ key: `${event.v}-${event.kind}-${index}`, text, kind: event.kind }] : [];
  });
  keyed(list, told.reverse(), ({ key }) => key, ({ text, kind }) => h("li", { class: kind === "hand_dealt" ? "moves__hand" : null, text }),
    (node, { text }) => setText(node, text));
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

function handReckoning(state, result, under) {
  const isVoid = result.kind === "void" || Boolean(result.void);
  const lines = isVoid ? [] : result.lines;
  return h("section", { class: "result__hand" },
    under ? h("h3", { text: resultHeadline(state, result) }) : null,
    isVoid ? null : h("p", { class: "soft", text: resultExplained(state, result) }),
    ...orderedHands(state, result).map((seat) => shownHand(state, result, seat)),
    lines.length ? reckoning(state, result, lines) : null,
  );
}

/** The knocker first, then who defended; for a void hand one's own first. */
function orderedHands(state, result) {
  const first = result.knocker ?? nearSeat(state);
  return [...(result.seats ?? [])].sort((a, b) => Number(b.seat === first) - Number(a.seat === first));
}

function shownHand(state, result, hand) {
  const laid = hand.layoffs ?? [];
  const groups = (hand.melds ?? []).map((meld, index) => cardGroup(meld, (index % MELD_COLOURS) + 1, fill(gettext("Meld %(number)s"), { number: index + 1 })));
  if (hand.deadwood) groups.push(cardGroup(hand.deadwood, null, gettext("Deadwood")));
  if (laid.length) {
    groups.push(h("span", { class: "result__laid" },
      h("small", { text: gettext("laid off") }),
      h("span", { class: "meld", dir: "ltr" }, ...laid.map(([card]) => cardPicture(card)))));
  }
  const isVoid = result.kind === "void" || Boolean(result.void);
  const count = hand.seat === result.knocker ? result.knocker_count : result.defender_count;
  return h("div", { class: "result__seat" },
    h("p", { class: "result__name" }, h("bdi", { text: seatName(state, hand.seat) }),
      isVoid ? null : h("span", { class: "badge", text: roleOf(result, hand.seat) }),
      isVoid ? null : h("b", { class: "number", text: fill(gettext("counts %(count)s"), { count }) })),
    h("div", { class: "result__cards" }, ...groups));
}

function roleOf(result, seat) {
  if (seat !== result.knocker) return gettext("defended");
  if (result.kind === "gin") return gettext("gin");
  return result.kind === "big_gin" ? gettext("big gin") : gettext("knocked");
}

function reckoning(state, result, lines) {
  const rows = lines.map(({ key, points }) =>
    h("tr", {}, h("th", { scope: "row", text: lineName(state, result, key) }), h("td", { text: signed(points) })));
  const total = h("tr", {},
    h("th", { scope: "row" }, h("bdi", { text: fill(gettext("For %(name)s"), { name: nameInSentence(state, result.winner) }) })),
    h("td", { text: String(result.points) }));
  return h("table", { class: "sheet result__lines" }, h("tbody", {}, ...rows), h("tfoot", {}, total));
}

const nameInSentence = (state, seat) => (seat === you(state) ? gettext("you") : seatName(state, seat));

function standing(state) {
  const column = state.view.sheet?.columns?.[0];
  if (!column) return h("p", {});
  const seats = seatOrder(state);
  return h("p", { class: "result__standing" },
    h("span", { class: "eyebrow", text: fill(gettext("Score, to %(target)s"), { target: state.view.sheet.target }) }),
    ...seats.map((seat) => h("span", { class: "result__score" }, h("bdi", { text: seatName(state, seat) }), " ", h("b", { text: String(column.totals[seat]) }))));
}

function matchReckoning(state, match) {
  const seats = seatOrder(state);
  const head = h("tr", {}, h("td", {}), ...seats.map((seat) => h("th", { scope: "col" }, h("bdi", { text: seatName(state, seat) }))));
  const telling = match.lines.filter(({ key, amounts }) => key === "hands" || amounts.some((amount) => amount !== 0));
  const rows = telling.map(({ key, amounts }) =>
    h("tr", {}, h("th", { scope: "row", text: totalName(state, key) }), ...seats.map((seat) => h("td", { text: String(amounts[seat]) }))));
  const foot = h("tr", {}, h("th", { scope: "row", text: gettext("Total") }), ...seats.map((seat) => h("td", { text: String(match.totals[seat]) })));
  return h("section", { class: "result__match" },
    h("table", { class: "sheet" }, h("thead", {}, head), h("tbody", {}, ...rows), h("tfoot", {}, foot)),
    match.winner === null ? null : h("p", { class: "soft", text: fill(gettext("Difference of the totals: %(points)s"), { points: signed(match.settlement) }) }));
}

/**
 * The result dialog: opens by itself once when a hand or the match ends, may be closed to look at the table, and closes
 * when the next hand is dealt.
 */
export function createResult(dialog, lobby) {
  const title = dialog.querySelector("#result-title");
  const body = dialog.querySelector("[data-slot=result]");
  const actions = dialog.querySelector("[data-slot=result-actions]");
  let opened = null; // the hand and phase it opened for
  let painted = null;

  const ended = (state) => ["between", "over"].includes(state.view?.phase) && Boolean(state.view.result || state.view.match);

  function paint(state) {
    const mark = `${state.view.hand} ${state.view.phase} ${state.v}`;
    setText(title, resultTitle(state));
    setAttr(dialog, "data-won", (state.view.match ?? state.view.result)?.winner === you(state));
    if (painted !== mark) body.replaceChildren(...resultBody(state));
    painted = mark;
    keyed(actions, [...choices(state).filter(({ id }) => id !== "result"), ...(state.view.phase === "over" ? [{ id: "lobby" }] : [])],
      ({ id }) => id,
      ({ id }) => id === "lobby"
        ? h("a", { class: "button", href: lobby, text: gettext("Back to the lobby") })
        : h("button", { type: "button", class: "button", data: { choice: id } }, h("span")),
      (node, item) => {
        if (item.id === "lobby") return;
        setText(node.firstElementChild, item.label);
        setAttr(node, "class", item.strong ? "button button--primary" : "button");
        setAttr(node, "aria-disabled", !item.enabled);
        setAttr(node, "title", item.reason);
        countdown(node, item.id === "ready" && item.enabled ? state.view.pause_until : null);
      });
  }

  return {
    open(state) {
      if (!ended(state)) return;
      paint(state);
      if (!dialog.open) dialog.showModal();
      title.focus();
    },
    refresh(state) {
      if (!ended(state)) {
        opened = null;
        if (dialog.open) dialog.close();
        return;
      }
      const mark = `${state.view.hand} ${state.view.phase}`;
      if (opened !== mark) {
        opened = mark;
        this.open(state);
      } else if (dialog.open) paint(state);
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
