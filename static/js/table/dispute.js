// The referee: marking the hand, what of the match is with the referee, the pause, and hands that count otherwise since.

import { h, setAttr, setText } from "lib/dom.js";
import { fill, gettext, ngettext } from "lib/i18n.js";
import { partners } from "table/company.js";
import { isAway } from "table/around.js";
import { seatName } from "table/names.js";
import { isPaused, you } from "table/reduce.js";

const slot = (name) => document.querySelector(`[data-slot="${name}"]`);

/** The notices about the referee: what is asked, and whether the match rests. Pure. */
export function disputeNotices(state) {
  if (you(state) === null || !state.view || state.view.phase === "over") return [];
  return [...reviewNotices(state), ...pauseNotices(state)];
}

function reviewNotices(state) {
  const hands = state.table.review ?? [];
  if (hands.length === 0) return [];
  const numbers = hands.filter((hand) => hand > 0);
  const text =
    numbers.length === 0
      ? gettext("The match is with the referee.")
      : fill(ngettext("Hand %(hands)s is with the referee.", "Hands %(hands)s are with the referee.", numbers.length), {
          hands: numbers.join(", "),
        });
  const offer = canOfferPause(state) ? [{ does: "offer_pause", label: gettext("Offer a pause") }] : [];
  return [{ key: `review-${hands.join("-")}-${offer.length}`, kind: "info", text, buttons: offer }];
}

function pauseNotices(state) {
  const { pause } = state.view;
  if (!pause) return [];
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

/** With somebody there to agree, and nobody asking yet. */
function canOfferPause(state) {
  if (state.view.pause || isAway(state, you(state))) return false;
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
  if (!dialog) return { open() {}, pause() {}, resume() {} };
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
