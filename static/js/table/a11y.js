// The table for those who listen: every move in words in a polite live region (refusals and offers are notices, which
// are live themselves), and one card of the hand in the tab order, moved by the arrows (roving focus).

import { h } from "lib/dom.js";
import { fill, gettext } from "lib/i18n.js";
import { byTable } from "table/around.js";
import { mustAct } from "table/reduce.js";
import { sentence, statusLine } from "table/words.js";

/** Lines kept in the live region: enough for slow speech, few enough to be no second move list. */
const LINES_KEPT = 6;
/** What is told of another table: how its hand ends, not every card. */
const TOLD_OF_OTHERS = new Set(["knocked", "hand_scored", "hand_voided"]);

/**
 * Returns `tell(state)`: say what an update brought, then whose turn it is if it is the listener's; `tell.line(text)` is
 * for what is no move.
 */
export function createAnnouncer(region) {
  let heard = 0;

  function line(text) {
    region.append(h("p", { text }));
    while (region.children.length > LINES_KEPT) region.firstElementChild.remove();
  }

  function tell(state) {
    if (state.news.n === heard) return;
    heard = state.news.n;
    for (const { event, elsewhere } of byTable(state, state.news.events)) {
      const said = sentence(state, event);
      if (said && !elsewhere) line(said);
      else if (said && TOLD_OF_OTHERS.has(event.kind)) line(fill(gettext("Other table: %(said)s"), { said }));
    }
    if (mustAct(state) && state.news.events.length) line(statusLine(state));
  }

  return Object.assign(tell, { line });
}

/** Keep exactly one of the cards in the tab order: the focused one, else the chosen one, else the first. */
export function rove(cards, selected) {
  const current =
    cards.find((card) => card === document.activeElement) ??
    cards.find((card) => card.dataset.card === selected) ??
    cards.find((card) => card.tabIndex === 0) ??
    cards[0];
  for (const card of cards) card.tabIndex = card === current ? 0 : -1;
}

/** The card that an arrow key leads to: sideways the neighbour, up and down the nearest of the other row. */
export function neighbour(cards, current, key) {
  const at = cards.indexOf(current);
  if (at < 0) return cards[0];
  if (key === "Home") return cards[0];
  if (key === "End") return cards.at(-1);
  if (key === "ArrowLeft") return cards[Math.max(0, at - 1)];
  if (key === "ArrowRight") return cards[Math.min(cards.length - 1, at + 1)];
  const here = current.getBoundingClientRect();
  const below = key === "ArrowDown";
  const others = cards.filter((card) => {
    const { top } = card.getBoundingClientRect();
    return below ? top > here.top + here.height / 2 : top < here.top - here.height / 2;
  });
  const distance = (card) => Math.abs(card.getBoundingClientRect().left - here.left);
  return others.length ? others.reduce((a, b) => (distance(b) < distance(a) ? b : a)) : current;
}
