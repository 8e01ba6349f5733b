// The paper beside the table (a dialog from below on the phone): its tabs, and the lists that are patched there.

import { keyed, h, setAttr, setText } from "lib/dom.js";
import { fill, gettext } from "lib/i18n.js";
import { byTable } from "table/around.js";
import { sentence } from "table/words.js";

/** Patch the list of moves, newest first. */
export function renderMoves(state, list) {
  const told = byTable(state, state.moves).flatMap(({ event, elsewhere }, index) => {
    const said = sentence(state, event);
    const text = elsewhere && said ? fill(gettext("Other table: %(said)s"), { said }) : said;
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
