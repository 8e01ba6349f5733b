// The referee: marking the hand, what of the match is with the referee, the pause, and hands that count otherwise since.

import { h, setAttr, setText } from "lib/dom.js";
import { fill, gettext, ngettext } from "lib/i18n.js";
import { partners } from "table/company.js";
import { isAway } from "table/around.js";
import { seatName } from "table/names.js";
import { isPaused, you } from "table/reduce.js";

const slot = (name) => document.querySelector(`[data-slot="${name}"]`);

/** What of the match is with the referee, in a sentence; empty where nothing is. Pure. */
export function reviewSaid(state) {
  const hands = state.table.review ?? [];
  const numbers = hands.filter((hand) => hand > 0);
  if (hands.length === 0) return "";
  if (numbers.length === 0) return gettext("The match is with the referee.");
  return fill(ngettext("Hand %(hands)s is with the referee.", "Hands %(hands)s are with the referee.", numbers.length), {
    hands: numbers.join(", "),
  });
}

/** The notices about a pause that somebody offers, and about the one that is on. Pure. */
export function pauseNotices(state) {
  if (you(state) === null || !state.view?.pause || state.view.phase === "over") return [];
  const { pause } = state.view;
  if (isPaused(state)) {
    const text = pause.by_referee
      ? gettext("The referee has paused the match. The clocks stand.")
      : gettext("The match is paused. The clocks stand.");
    const buttons = pause.by_referee || isAway(state, you(state)) ? [] : [{ does: "resume", label: gettext("Go on") }];
    return [{ key: `paused-${pause.by_referee}`, kind: "warning", text, buttons }];
  }
  const mine = pause.offers.includes(you(state));
  const text = mine
    ? gettext("You would pause until the referee has decided.")
    : fill(gettext("%(name)s would pause until the referee has decided."), { name: seatName(state, pause.offers[0]) });
  const buttons = mine ? [] : [{ does: "offer_pause", label: gettext("Pause") }];
  return [{ key: `pause-${mine}`, kind: "info", text, buttons }];
}

/** While something is with the referee, somebody is there to agree, and nobody asks yet. Pure. */
export function canOfferPause(state) {
  const { view } = state;
  if (!reviewSaid(state) || !view || view.pause || view.phase === "over" || isAway(state, you(state))) return false;
  return partners(state).some(({ seat }) => !isAway(state, seat));
}

/** The hands that count otherwise since the referee ruled, a sentence each. Pure. */
export function ruledSaid(view) {
  const { struck = [], changed = [] } = view?.ruled ?? {};
  const numbers = [...new Set(changed.map(([hand]) => hand))];
  return [
    ...numbers.map((hand) => fill(gettext("Hand %(hand)s: corrected by the referee."), { hand })),
    ...struck.map((hand) => fill(gettext("Hand %(hand)s does not count: the match had ended before it."), { hand })),
  ];
}

/** The same as a list below the score sheet; nothing where nothing was ruled. */
export function ruledNotes(state) {
  const said = ruledSaid(state.view);
  return said.length ? [h("ul", { class: "sheet__ruled soft" }, ...said.map((text) => h("li", { text })))] : [];
}

/** The dialog in which the referee is called. `state()`, `send(action)` to the table; `before()` shuts what lies over it. */
export function createDispute({ dialog, state, send, before }) {
  if (!dialog) return { open() {}, refresh() {}, pause() {}, resume() {} };
  const form = slot("dispute");
  const about = slot("dispute-about");
  const page = slot("dispute-page");

  function open(seat = null) {
    const current = state();
    before();
    form.reset();
    setAttr(form, "data-done", false);
    setAttr(page, "hidden", true);
    setText(slot("dispute-said"), "");
    setText(slot("dispute-close"), gettext("Cancel"));
    const hand = current.view?.hand || null;
    form.elements.hand.value = hand ?? "";
    setText(slot("dispute-hand"), hand ? fill(gettext("Hand %(hand)s is marked."), { hand }) : "");
    fillPeople(partners(current), seat);
    dialog.showModal();
  }

  function fillPeople(people, seat) {
    const nobody = h("option", { value: "", text: gettext("Nobody in particular") });
    const options = people.map((other) => h("option", { value: other.seat, text: other.name }));
    form.elements.seat.replaceChildren(nobody, ...options);
    form.elements.seat.value = seat === null ? "" : String(seat);
    setAttr(about, "hidden", people.length === 0);
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = await post(form.action, new FormData(form));
    setText(slot("dispute-said"), answer.said);
    setAttr(form, "data-done", answer.ok);
    if (!answer.ok) return;
    page.href = answer.url;
    setAttr(page, "hidden", false);
    setText(slot("dispute-close"), gettext("Close"));
    slot("dispute-close").focus();
  });

  return {
    open,
    /** After every change of state: the mark in the bar, and what the menu offers. */
    refresh() {
      const said = reviewSaid(state());
      setAttr(slot("review"), "hidden", !said);
      setAttr(slot("review"), "title", said || null);
      if (said) setText(slot("review").querySelector("[data-part=said]"), said);
      if (slot("offer-pause")) setAttr(slot("offer-pause"), "hidden", !canOfferPause(state()));
    },
    pause: () => send({ kind: "offer_pause" }),
    resume: () => send({ kind: "resume" }),
  };
}

async function post(address, body) {
  try {
    const response = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" } });
    return { ok: response.ok, ...(await response.json()) };
  } catch {
    return { ok: false, said: gettext("No connection: nothing was sent. Try again.") };
  }
}
