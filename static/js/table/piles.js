// Stock and pile, as every game has them.

import { keyed, setAttr, setText } from "lib/dom.js";
import { fill, gettext } from "lib/i18n.js";
import { cardChip, turn } from "table/card.js";
import { cardName } from "table/cards.js";
import { can } from "table/reduce.js";
import { slot } from "table/slots.js";

/**
 * Show both; `label` stands below the pile. `droppable`: may the chosen card be shed with a tap on the pile? Whatever may
 * be taken by hand carries `data-open`.
 */
export function renderPiles(state, { label, droppable }) {
  const { view } = state;
  const may = can(state);
  const stock = slot("stock");
  setAttr(stock, "aria-label", may.draw_stock ? gettext("Draw from the stock") : gettext("The stock"));
  setAttr(stock, "aria-disabled", !may.draw_stock);
  setAttr(stock, "data-open", Boolean(may.draw_stock));
  setText(slot("stock-count"), view.hand === 0 ? "" : fill(gettext("%(count)s left"), { count: view.stock }));
  const top = view.pile.cards.at(-1);
  const takes = Boolean(may.take_discard || may.take_upcard);
  const pile = slot("pile");
  setAttr(pile, "class", top ? "card piles__card" : "card card--slot piles__card");
  setAttr(pile.querySelector("svg"), "class", top ? "card__face" : "card__face card__face--none");
  if (top) turn(pile, top);
  setAttr(pile, "data-card", top ?? null);
  setAttr(pile, "data-open", takes);
  setAttr(pile, "aria-disabled", !takes && !droppable);
  setAttr(pile, "aria-label", pileLabel(top, takes));
  setText(slot("pile-count"), label);
  const buried = view.pile.cards.slice(0, -1);
  setAttr(slot("history"), "hidden", buried.length === 0);
  keyed(slot("history"), buried, (card) => card, cardChip);
}

function pileLabel(top, takes) {
  if (!top) return gettext("The discard pile is empty");
  return fill(takes ? gettext("Take the %(card)s") : gettext("Discard pile: %(card)s"), { card: cardName(top) });
}
