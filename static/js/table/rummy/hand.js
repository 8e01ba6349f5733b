// One's own cards in basic rummy as far as they depend on the game: how they are grouped, which are marked, what they
// cost while they are not on the table. Pure.

import { fill, gettext, ngettext } from "lib/i18n.js";
import { meldOf } from "table/hand.js";
import { inPlay, mustAct } from "table/reduce.js";
import { suggestion, targets } from "table/rummy/choosing.js";
import { worthOf } from "table/rummy/melds.js";

/** With so few points in hand nobody who goes out wins much. */
const LITTLE = 10;

/** All one holds: what was laid down lies on the table. */
export const handShown = (state) => state.order;

/** How many cards one will hold after the next draw: a hand that shrinks takes fewer columns. */
export const mostCards = (state) => state.order.length + (state.view?.phase === "meld" && mustAct(state) ? 0 : 1);

/** One's own melds, for their colours: as the server groups them. */
export const melds = (state) => state.view?.best?.melds ?? [];

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
  if (mustAct(state) && suggestion(state)?.includes(card)) classes.push("card--fits");
  const fits = targets(state, card).length;
  if (fits) words.push(fill(ngettext("fits %(n)s meld on the table", "fits %(n)s melds on the table", fits), { n: fits }));
  return { classes, words };
}

/** What the hand would cost now if somebody else went out, for the strip above it. */
export function count(state) {
  if (!inPlay(state)) return null;
  const points = worthOf(state.order, state.table.rules);
  return { text: fill(gettext("In hand: %(points)s"), { points }), low: points <= LITTLE };
}
