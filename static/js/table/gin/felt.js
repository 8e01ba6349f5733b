// The middle of the table in a gin hand: stock and pile with the limit of the deal, and once somebody knocks the shown
// hand instead. And one's own cards as far as they depend on the game: which lie in the hand, how they are grouped.

import { setAttr, setText } from "lib/dom.js";
import { fill, gettext } from "lib/i18n.js";
import { cardSign } from "table/cards.js";
import { meldOf } from "table/hand.js";
import { renderSpread } from "table/gin/layoff.js";
import { renderPiles } from "table/piles.js";
import { can, defenceShown, handSeat, inPlay, selected, you } from "table/reduce.js";
import { slot } from "table/slots.js";

export function renderFelt(state) {
  const { view } = state;
  const away = !view || view.knock || view.phase === "draw_for_deal";
  setAttr(slot("piles"), "hidden", Boolean(away));
  if (!away) {
    const label = view.phase === "upcard" ? gettext("Upcard") : gettext("Discards");
    renderPiles(state, { label, droppable: Boolean(can(state).discard && selected(state)) });
  }
  renderLimit(state);
  renderSpread(state, slot("spread"));
}

/** In Oklahoma each deal has its own limit, and may count twice: that stands in sight all hand long (RULES 2e). */
function renderLimit(state) {
  const { view, table } = state;
  const node = slot("limit");
  const shown = Boolean(table.rules?.oklahoma && view?.upcard) && inPlay(state);
  setAttr(node, "hidden", !shown);
  if (shown) setText(node, limitSaid(view));
}

/** What a knock needs in this hand, and whether the hand counts double. Pure. */
export function limitSaid({ limit, doubled, upcard }) {
  const values = { limit, card: cardSign(upcard) };
  const said = limit
    ? fill(gettext("%(card)s up: knock with %(limit)s or less"), values)
    : fill(gettext("%(card)s up: only gin ends the hand"), values);
  return doubled ? fill(gettext("%(said)s · counts double"), { said }) : said;
}

/** The cards that lie in one's own hand: not those laid off, and none once the hand is on the table. */
export function handShown(state) {
  const { knock } = state.view ?? {};
  if (knock && knock.seat === handSeat(state)) return [];
  const laid = new Set((defenceShown(state)?.layoffs ?? []).map(([card]) => card));
  return state.order.filter((card) => !laid.has(card));
}

/** One's own melds, for their colours: as the server groups them, in a defence as planned, at the end as shown. */
export function melds(state) {
  const { view } = state;
  if (view?.knock && view.knock.seat !== handSeat(state)) return defenceShown(state)?.melds ?? [];
  return view?.best?.melds ?? [];
}

/** What a card of the hand is marked with, and said of it. */
export function notes(state, card) {
  const { view } = state;
  const classes = [];
  const words = [];
  const number = meldOf(melds(state)).get(card);
  if (number !== undefined) words.push(fill(gettext("in meld %(number)s"), { number: number + 1 }));
  if (card === view?.drawn) {
    classes.push("card--new");
    words.push(gettext("just drawn"));
  }
  if (card === view?.banned) {
    classes.push("card--barred");
    words.push(gettext("may not be discarded this turn"));
  }
  if (state.defence?.fits?.[card]?.length) classes.push("card--fits");
  if (view?.after?.[card] !== undefined) {
    words.push(fill(gettext("deadwood without it: %(count)s"), { count: view.after[card] }));
  }
  return { classes, words };
}

/** The deadwood, for the strip above the hand. */
export function count(state) {
  const { view, defence } = state;
  const deadwood = defence?.count ?? view?.after?.[selected(state)] ?? view?.best?.count ?? null;
  if (deadwood === null || !inPlay(state)) return null;
  const open = view.seats[you(state)]?.exposed;
  const said = open ? gettext("Deadwood %(count)s, hand open") : gettext("Deadwood %(count)s");
  return { text: fill(said, { count: deadwood }), low: deadwood <= view.limit };
}
