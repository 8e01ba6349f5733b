// The result of a hand or of the match, explained line by line, in the dialog that shows it.

import { h, keyed, setAttr, setText } from "lib/dom.js";
import { signed } from "lib/format.js";
import { fill, gettext } from "lib/i18n.js";
import { choices } from "table/actions.js";
import { waitsForOthers } from "table/around.js";
import { ruledNotes } from "table/dispute.js";
import { gameOf } from "table/games.js";
import { ownSide, ratingText, seatName, sideName, sidesOf } from "table/names.js";
import { figures, heading, nameHead, row, sheetClass } from "table/paper.js";
import { isVoid, you } from "table/reduce.js";
import { headName, sideOrder, targetSaid } from "table/score.js";
import { hasGamesBeside, scoreSheet } from "table/sheet.js";
import { matchHeadline, resultExplained, resultHeadline, totalName } from "table/words.js";

/** A pause longer than this is no countdown: nobody is hurried. */
const COUNTED_SECONDS = 60;
/** How long the cards on the table are looked at before a result covers them, ms. */
const LOOK_MS = 1400;

/** The body of the result dialog for the hand or, once it is over, the match. Returns nodes. */
export function resultBody(state) {
  const { view } = state;
  const nodes = [];
  if (view.phase === "over" && view.match) nodes.push(matchReckoning(state, view.match));
  if (view.result) nodes.push(handReckoning(state, view.result, view.phase === "over"));
  if (view.phase !== "over") nodes.push(roundSaid(state), standing(state));
  return nodes.filter(Boolean);
}

/** Partners: what the round came to once both hands are over, or that the other table plays on. */
function roundSaid(state) {
  const { sheet, hand } = state.view;
  if (waitsForOthers(state)) return h("p", { class: "soft", text: gettext("The other table plays on.") });
  if (sheet.kind !== "net_per_hand") return null;
  const entry = sheet.columns[0].entries.find((one) => one.hand === hand);
  const text = entry
    ? fill(gettext("This round: %(points)s for %(name)s"), { points: entry.points, name: sideName(state, entry.side) })
    : gettext("This round: nobody scores");
  return h("p", { class: "result__round", text });
}

export function resultTitle(state) {
  return state.view.phase === "over" ? matchHeadline(state) : resultHeadline(state, state.view.result);
}

/** Did the reader win what is shown: the match by side, a hand by seat? */
function isWon(state) {
  const { view } = state;
  return view.match ? view.match.winner === ownSide(state) : view.result?.winner === you(state);
}

function handReckoning(state, result, under) {
  return h(
    "section",
    { class: "result__hand" },
    under ? h("h3", { text: resultHeadline(state, result) }) : null,
    isVoid(result) ? null : h("p", { class: "soft", text: resultExplained(state, result) }),
    ...gameOf(state).resultHand(state, result),
    ...ruledNotes(state),
    waitsForOthers(state) ? null : lookBack(result.hand),
  );
}

/** Where a hand that is over can be played again, and its shuffle be worked out again. */
function lookBack(hand) {
  const { deals, replays } = document.getElementById("table").dataset;
  const link = (href, text) => {
    const beside = h("span", { class: "visually-hidden", text: ` ${gettext("(opens beside the game)")}` });
    return h("a", { href, target: "_blank", rel: "noopener" }, text, beside);
  };
  const links = [link(`${deals}${hand}/`, gettext("Check this deal"))];
  if (replays) links.unshift(link(`${replays}${hand}/`, gettext("Replay")), " · ");
  const dispute = document.getElementById("dispute")?.querySelector("form").action;
  if (dispute) links.push(" · ", h("a", { href: dispute, data: { do: "dispute" }, text: gettext("Call the referee") }));
  return h("p", { class: "result__deal" }, ...links);
}

/** How it stands now; of games side by side the whole sheet. */
function standing(state) {
  const { sheet } = state.view;
  if (hasGamesBeside(sheet)) return scoreSheet(state);
  const totals = sideOrder(state).map((side) =>
    h(
      "span",
      { class: "result__score" },
      h("bdi", { text: sideName(state, side) }),
      " ",
      h("b", { text: String(sheet.columns[0].totals[side]) }),
    ),
  );
  const title = fill(gettext("Score, %(target)s"), { target: targetSaid(state) });
  return h("p", { class: "result__standing" }, h("span", { class: "eyebrow", text: title }), ...totals);
}

function matchReckoning(state, match) {
  const sides = sideOrder(state);
  const bySide = (amounts) => figures(sides.map((side) => amounts[side]));
  const telling = match.lines.filter(({ key, amounts }) => key === "hands" || amounts.some((amount) => amount !== 0));
  const rows = telling.map(({ key, amounts }) => row(heading(totalName(state, key)), ...bySide(amounts)));
  const head = row(h("td", {}), ...sides.map((side) => nameHead(headName(state, side, sides))));
  const foot = [row(heading(gettext("Total")), ...bySide(match.totals))];
  if (state.seats.some((seat) => seat?.rating?.before)) foot.push(ratingRow(state, sides));
  return h(
    "section",
    { class: "result__match" },
    h(
      "div",
      { class: "sheet__scroll" },
      h("table", { class: sheetClass(sides) }, h("thead", {}, head), h("tbody", {}, ...rows), h("tfoot", {}, ...foot)),
    ),
    match.winner === null ? null : h("p", { class: "soft", text: settlementSaid(sides, match) }),
    awayAtTheEnd(state, match),
    hasGamesBeside(state.view.sheet) ? scoreSheet(state) : null,
  );
}

function settlementSaid(sides, match) {
  const said = sides.length > 2 ? gettext("Ahead of the others, together: %(points)s") : gettext("Difference of the totals: %(points)s");
  return fill(said, { points: signed(match.settlement) });
}

/** Who was still away cannot have won: said, since the totals alone do not tell it. */
function awayAtTheEnd(state, match) {
  const away = match.away ?? [];
  if (away.length === 0) return null;
  const names = away.map((seat) => seatName(state, seat)).join(", ");
  return h("p", { class: "soft", text: fill(gettext("Away at the end, and so without a win: %(names)s"), { names }) });
}

function ratingRow(state, sides) {
  const cells = sides.map((side) => h("td", {}, ...sidesOf(state)[side].map((seat) => ratingOf(state.seats[seat]?.rating))));
  const made = row(heading(gettext("Rating")), ...cells);
  made.className = "sheet__boxes";
  return made;
}

/** What a rated match made of a rating: the new one, and the change beside it. */
function ratingOf(rating) {
  if (!rating) return h("div", {});
  const change = rating.before ? h("small", { text: ` ${signed(rating.points - rating.before)}` }) : null;
  return h("div", {}, ratingText(rating), change);
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
    setAttr(dialog, "data-won", isWon(state));
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
