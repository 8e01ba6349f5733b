// Notices: what is not a move. The line to the server, refusals, offers, people of whom nothing is heard.

import { isShuffling } from "fair/line.js";
import { h, keyed, setText } from "lib/dom.js";
import { fill, gettext } from "lib/i18n.js";
import { isCompany } from "table/around.js";
import { pauseNotices } from "table/dispute.js";
import { nameAt, seatName } from "table/names.js";
import { inPlay, you } from "table/reduce.js";
import { part, slot } from "table/slots.js";
import { refusalText, sentence } from "table/words.js";

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
  return [...list, ...tableNotices(state), ...pauseNotices(state), ...offerNotices(state), ...awayNotices(state)];
}

/** Events after which nobody asks any more who drew what for the deal. */
const BEGUN = new Set(["stock_drawn", "pile_taken"]);

/** The table itself: given up before it began, or just begun (who drew what for the deal). */
function tableNotices(state) {
  if (state.table.status === "closed") {
    return [{ key: "closed", kind: "info", text: gettext("This table is closed."), link: lobbyLink(), buttons: [] }];
  }
  const drawn = state.moves.find(({ kind }) => kind === "deal_drawn");
  const begins = (state.view?.hand === 1 && inPlay(state)) || (state.view?.hand === 0 && isShuffling(state));
  if (!drawn || !begins || state.moves.some(({ kind }) => BEGUN.has(kind))) return [];
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
        text: fill(gettext("Nothing is heard from %(name)s."), { name: nameAt(state, number) }),
        until: seat.claim_at,
        said: isCompany(state)
          ? gettext("The computer may play on in %(seconds)s s.")
          : gettext("You may claim the win in %(seconds)s s."),
        buttons: [
          {
            id: "claim",
            label: isCompany(state) ? gettext("Let the computer play on") : gettext("Claim the win"),
            openAt: seat.claim_at,
          },
        ],
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

export function renderNotices(state) {
  keyed(
    slot("notices"),
    notices(state),
    ({ key }) => key,
    createNotice,
    (node, item) => setText(part(node, "text"), item.text),
  );
}

function createNotice({ kind, until, said, link, buttons }) {
  return h(
    "div",
    { class: `notice notice--${kind}` },
    h("span", { class: "notice__body", data: { part: "text" } }),
    until ? h("span", { class: "notice__count", data: { until, said } }) : null,
    link ? h("a", { class: "button", ...link }) : null,
    ...buttons.map(noticeButton),
  );
}
