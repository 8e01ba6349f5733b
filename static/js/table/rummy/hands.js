// What the player's fingers mean in basic rummy: cards are chosen by taps, melded together, laid off on a meld that is
// always named, discarded one at a time. Nothing asks back: what may not be is refused by the choice itself.

import { fill, gettext } from "lib/i18n.js";
import { cardSign } from "table/cards.js";
import { busy, can, mustAct, selected } from "table/reduce.js";
import { chosenMeld, fitting, layOffChoice, suggestion, targets } from "table/rummy/choosing.js";

/** `tools` as `table/actions.js` hands them on. */
export function createHands({ state, send, dispatch, preferences }) {
  const choose = (cards) => dispatch({ t: "choose", cards });
  const say = (text) => dispatch({ t: "say", text });

  /** Choose a card, put it back, or (where the player wants no second thought) shed it on the second tap. */
  function tap(card) {
    const now = state();
    const quick = !preferences.confirm_discard && mustAct(now) && selected(now) === card;
    if (quick && (can(now).discard ?? []).includes(card)) discard(card);
    else choose(now.chosen.includes(card) ? now.chosen.filter((other) => other !== card) : [...now.chosen, card]);
  }

  function discard(card) {
    if (busy(state())) return;
    if ((can(state()).discard ?? []).includes(card)) send({ kind: "discard", card });
    else choose([card]);
  }

  /** Lay the chosen cards down; with none chosen, show which could be. */
  function meld() {
    const now = state();
    const cards = chosenMeld(now);
    if (cards) send({ kind: "meld", cards });
    else if (suggestion(now)) choose(suggestion(now));
  }

  /** Lay the chosen card off if one meld alone takes it, else lead to those that do; with none chosen, show what fits. */
  function layOffChosen() {
    const now = state();
    const card = selected(now);
    if (!card) {
      const first = now.order.find((held) => targets(now, held).length);
      if (first) choose([first]);
      return;
    }
    const open = targets(now, card);
    if (open.length === 1) place(card, open[0]);
    else if (open.length) {
      say(fill(gettext("Choose the meld for the %(card)s"), { card: cardSign(card) }));
      tableMeld(open[0]).focus();
    }
  }

  function place(card, number) {
    if (!busy(state())) send({ kind: "lay_off", card, meld: number });
  }

  /** A meld on the table: it takes the chosen card; with none chosen, the one card that fits is chosen. */
  function press(node) {
    const now = state();
    if (!mustAct(now)) return;
    const number = Number(node.dataset.meld);
    const card = selected(now);
    const [only, ...others] = fitting(now, number);
    if (card && targets(now, card).includes(number)) {
      place(card, number);
      handCard()?.focus();
    } else if (card) say(fill(gettext("The %(card)s does not fit there"), { card: cardSign(card) }));
    else if (only && !others.length) choose([only]);
    else if (only) say(gettext("Choose the card to lay off first"));
  }

  /** The key: with nothing chosen it means the card in focus, if that fits; else it does what the button does. */
  function layOff(card) {
    if (busy(state())) return;
    if (!state().chosen.length && targets(state(), card).length) choose([card]);
    const { enabled, reason } = layOffChoice(state());
    if (enabled) layOffChosen();
    else if (reason) say(reason);
  }

  const intents = { meld, lay_off: layOffChosen, discard: () => discard(selected(state())) };

  return {
    tap,
    layOff,
    press,
    intents,
    /** Where a card under the finger may be let go. */
    targets(card) {
      const melds = targets(state(), card).map(tableMeld);
      if ((can(state()).discard ?? []).includes(card)) melds.push(document.querySelector("[data-slot=pile]"));
      return melds;
    },
    drop(card, target) {
      if (target.dataset.meld !== undefined) place(card, Number(target.dataset.meld));
      else discard(card);
    },
    refresh() {},
  };
}

const tableMeld = (number) => document.querySelector(`[data-slot=spread] [data-meld="${number}"]`);

/** The card of the hand that is in the tab order: where the keyboard goes back to. */
const handCard = () => document.querySelector("[data-slot=hand] > [tabindex='0']");
