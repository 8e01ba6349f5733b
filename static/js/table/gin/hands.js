// The hands of a gin player: what a tap, a drag and a choice mean, and which of them are asked about first.

import { fill, gettext } from "lib/i18n.js";
import { cardName } from "table/cards.js";
import { knockCards, meantKnock } from "table/gin/choices.js";
import { createKnock } from "table/gin/knock.js";
import { createLayoff } from "table/gin/layoff.js";
import { busy, can, mustAct, selected } from "table/reduce.js";

/** `tools` as `table/actions.js` hands them on. */
export function createHands({ state, send, dispatch, ask, preferences, confirm, dialogs }) {
  const knocking = createKnock({ dialog: dialogs.knock, state, ask, send });
  const layoff = createLayoff({ state, dispatch, ask });
  const lastKnock = () => state().view.phase === "last_chance";

  function discard(card) {
    if (busy(state())) return;
    if (!(can(state()).discard ?? []).includes(card)) {
      dispatch({ t: "select", card });
      return;
    }
    send({ kind: "discard", card });
  }

  /** Tap on an own card: lay it off, choose it, put it back, or (without asking) shed it on the second tap. */
  function tap(card) {
    const now = state();
    if (layoff.isOpen()) layOff(card);
    else if (selected(now) !== card) dispatch({ t: "select", card });
    else if (now.view.phase === "shed" && mustAct(now) && !preferences.confirm_discard) discard(card);
    else dispatch({ t: "select", card: null });
  }

  function layOff(card) {
    if (!card || !layoff.isOpen() || layoff.tap(card)) return;
    dispatch({ t: "say", text: fill(gettext("The %(card)s fits nowhere"), { card: cardName(card) }) });
  }

  async function knock(wantGin) {
    const now = state();
    const all = knockCards(now).filter(([, count]) => (count === 0) === wantGin);
    const meant = meantKnock(now);
    const start = meant && (meant[1] === 0) === wantGin ? meant : all[0];
    if (!start) {
      if (can(now).false_knock) await falseKnock(now);
      return;
    }
    const kind = lastKnock() ? "knock_last" : "knock";
    if (!wantGin && !preferences.confirm_knock) send({ kind, card: start[0], melds: null });
    else knocking.open({ kind, card: start[0], cards: all });
  }

  async function falseKnock(now) {
    const card = selected(now);
    if (!card) {
      dispatch({ t: "say", text: gettext("Choose the card to put down with your knock") });
      return;
    }
    const values = { count: now.view.after?.[card] ?? now.view.best?.count ?? "", limit: now.view.limit };
    const sure = await confirm({
      title: gettext("Knock with too much?"),
      text: fill(
        gettext(
          "With %(count)s you are over the limit of %(limit)s: your card goes on the pile and your hand lies open.",
        ),
        values,
      ),
      yes: gettext("Knock all the same"),
      danger: true,
    });
    if (sure) send({ kind: "knock", card, melds: null });
  }

  const intents = {
    discard: () => selected(state()) && discard(selected(state())),
    knock: () => knock(false),
    gin: () => knock(true),
    big_gin: () =>
      knocking.open({ kind: can(state()).big_gin_last ? "big_gin_last" : "big_gin", card: null, cards: [] }),
    defend: () => {
      const { defence } = state();
      send({ kind: "defend", melds: defence.melds, layoffs: defence.layoffs });
    },
    best_defence: () => dispatch({ t: "asked", id: null, defence: state().view.defence }),
  };

  return {
    tap,
    layOff,
    intents,
    /** A card laid off already: on to the next meld that it fits, or back. */
    press: (node) => layoff.tap(node.dataset.card),
    /** Where a card under the finger may be let go. */
    targets(card) {
      if (layoff.isOpen()) return [...document.querySelectorAll("[data-slot=spread] [data-meld]")];
      return (can(state()).discard ?? []).includes(card) ? [document.querySelector("[data-slot=pile]")] : [];
    },
    drop(card, target) {
      if (target.dataset.meld !== undefined) layoff.drop(card, Number(target.dataset.meld));
      else discard(card);
    },
    refresh: knocking.refresh,
  };
}
