// One button of the action bar, as a value. Pure.

import { fill, gettext } from "lib/i18n.js";
import { cardSign } from "table/cards.js";

/** `label`; `allowed`: may it be pressed; `strong`: is it the thing to do next; `reason`: why it is closed, in words. */
export function choice(id, label, allowed, strong = false, reason = null) {
  const enabled = Boolean(allowed);
  return { id, label, enabled, strong: strong && enabled, reason: enabled ? null : reason };
}

/** The choice to take the top of the pile. */
export function takeChoice(view, allowed) {
  const top = view.pile.cards.at(-1);
  const label = top ? fill(gettext("Take %(card)s"), { card: cardSign(top) }) : gettext("Take the discard");
  return choice("take_discard", label, allowed);
}
