// What the player may do now, as buttons in words, and how a choice becomes a command. `choices` is pure: the bar, the
// keyboard and the drag all ask it, so that no two of them can disagree. `createActions` does the asking back.

import { fill, gettext } from "lib/i18n.js";
import { cardSign } from "table/cards.js";
import { busy, can, mustAct, you } from "table/reduce.js";

/**
 * The buttons of the action bar, in order. Each: `id`, `label`, `enabled`, `reason` (why not, in words, or null),
 * `strong` (the thing to do next). The knock button is always among them while a hand is played.
 */
export function choices(state) {
  const { view } = state;
  if (you(state) === null || !view) return [];
  const may = can(state);
  switch (view.phase) {
    case "upcard":
      return [
        choice("pass_upcard", gettext("Pass"), may.pass_upcard),
        choice("take_upcard", fill(gettext("Take %(card)s"), { card: cardSign(view.upcard) }), may.take_upcard),
        knockChoice(state),
      ];
    case "draw":
      return [
        choice("take_discard", takeLabel(view), may.take_discard),
        choice("draw_stock", gettext("Draw"), may.draw_stock, true),
        knockChoice(state),
      ];
    case "shed":
      return [discardChoice(state), ...ginChoices(state), knockChoice(state)];
    case "last_chance":
      return [choice("pass_last", gettext("Pass"), may.pass_last), ...ginChoices(state), knockChoice(state)];
    case "layoff":
      return defenceChoices(state);
    case "between":
      return [
        choice("result", gettext("Show the result"), true),
        choice("ready", gettext("Next hand"), may.ready, true, gettext("Waiting for the other side")),
      ];
    case "over":
      return [choice("result", gettext("Show the result"), true), rematchChoice(state)];
    default:
      return [];
  }
}

function choice(id, label, allowed, strong = false, reason = null) {
  const enabled = Boolean(allowed);
  return { id, label, enabled, strong: strong && enabled, reason: enabled ? null : reason };
}

function takeLabel(view) {
  const top = view.pile.cards.at(-1);
  return top ? fill(gettext("Take %(card)s"), { card: cardSign(top) }) : gettext("Take the discard");
}

function discardChoice(state) {
  const { selected, view } = state;
  const allowed = can(state).discard ?? [];
  const label = selected ? fill(gettext("Discard %(card)s"), { card: cardSign(selected) }) : gettext("Discard");
  if (!mustAct(state)) return choice("discard", label, false, false, gettext("It is not your turn"));
  if (!selected) return choice("discard", label, false, false, gettext("Choose a card first"));
  const reason = selected === view.banned ? gettext("A card just taken may not go back this turn") : null;
  return choice("discard", label, allowed.includes(selected), true, reason);
}

function ginChoices(state) {
  const may = can(state);
  const found = [];
  if (may.big_gin || may.big_gin_last) found.push(choice("big_gin", gettext("Big gin"), true, true));
  if (ginCards(state).length) found.push(choice("gin", gettext("Gin"), true, true));
  return found;
}

/** The cards whose shedding is gin. */
export const ginCards = (state) => can(state).gin ?? can(state).gin_last ?? [];

/** Every card that may be shed in a knock, gin included, with the count it leaves: [card, count], least first. */
export function knockCards(state) {
  const may = can(state);
  const counts = { ...(may.knock ?? may.knock_last ?? {}) };
  for (const card of ginCards(state)) counts[card] = 0;
  return Object.entries(counts).sort((a, b) => a[1] - b[1]);
}

/** The knock the button means: with the card chosen if that is a knock, else the one that leaves least. */
export function meantKnock(state) {
  const all = knockCards(state);
  const chosen = all.find(([card]) => card === state.selected);
  return chosen ?? (state.selected && can(state).false_knock ? null : (all[0] ?? null));
}

function knockChoice(state) {
  const { view } = state;
  const limit = view.limit;
  const meant = meantKnock(state);
  if (meant && meant[1] > 0) {
    return choice("knock", fill(gettext("Knock with %(count)s"), { count: meant[1] }), true, !state.selected);
  }
  if (meant) {
    const other = knockCards(state).find(([, count]) => count > 0);
    if (!other) return choice("knock", gettext("Knock"), false, false, gettext("Nothing left over: that is gin"));
    return choice("knock", fill(gettext("Knock with %(count)s"), { count: other[1] }), true);
  }
  if (view.phase === "shed" && mustAct(state) && can(state).false_knock) return choice("knock", gettext("Knock"), true);
  return choice("knock", gettext("Knock"), false, false, knockReason(state, limit));
}

function knockReason(state, limit) {
  const { view } = state;
  if (!mustAct(state)) return gettext("Not your turn");
  if (view.phase === "upcard" || view.phase === "draw") return gettext("Draw first");
  const counts = Object.values(view.after ?? {});
  const values = { limit, count: counts.length ? Math.min(...counts) : "" };
  if (limit === 0) return gettext("Only gin ends a hand here");
  return counts.length
    ? fill(gettext("At best %(count)s: over %(limit)s"), values)
    : fill(gettext("More than %(limit)s"), values);
}

function defenceChoices(state) {
  if (!can(state).defend) return [];
  const defence = state.defence;
  const best = state.view.defence;
  const label = defence ? fill(gettext("Show hand: %(count)s"), { count: defence.count }) : gettext("Show hand");
  const atBest = !defence || defence.count <= (defence.best ?? best?.best ?? defence.count);
  return [
    choice("best_defence", gettext("Best"), !atBest, false, gettext("This is the best there is")),
    choice("defend", label, defence && !state.asked, true),
  ];
}

/** Where the rematch is played, once there is one. */
export const rematchUrl = (state) => state.view?.offers?.rematch_url ?? null;

function rematchChoice(state) {
  if (rematchUrl(state)) return choice("go_to_rematch", gettext("Go to the rematch"), true, true);
  const offered = state.view.offers?.rematch ?? [];
  const mine = offered.includes(you(state));
  const theirs = offered.some((seat) => seat !== you(state));
  const label = theirs && !mine ? gettext("Accept rematch") : gettext("Rematch");
  return choice("rematch", label, can(state).rematch && !mine, true, mine ? gettext("Waiting for an answer") : null);
}

/** Is this action, which lost a race, still one that the player may want and the rules allow? */
export function stillAllowed(state, action) {
  const may = can(state);
  if (["discard", "knock", "knock_last"].includes(action.kind)) {
    const open = may[action.kind];
    return Boolean(Array.isArray(open) ? open.includes(action.card) : open && action.card in open);
  }
  return action.kind === "resign" || Boolean(may[action.kind]);
}

/**
 * The player's intents. `state()` reads, `send(action)` commands, `dispatch` changes the page's own state; `confirm`
 * asks yes or no and resolves to a boolean; `openKnock` and `openResult` show dialogs, `go` leads to another page.
 */
export function createActions({ state, send, dispatch, preferences, confirm, openKnock, openResult, go }) {
  const lastKnock = () => state().view.phase === "last_chance";

  function discard(card) {
    if (busy(state())) return;
    if (!(can(state()).discard ?? []).includes(card)) {
      dispatch({ t: "select", card });
      return;
    }
    send({ kind: "discard", card });
  }

  /** Tap on an own card: choose it, put it back, or (without asking) shed it on the second tap. */
  function tap(card) {
    const now = state();
    if (now.selected !== card) dispatch({ t: "select", card });
    else if (now.view.phase === "shed" && mustAct(now) && !preferences.confirm_discard) discard(card);
    else dispatch({ t: "select", card: null });
  }

  async function knock(wantGin) {
    const now = state();
    const all = knockCards(now).filter(([, count]) => (count === 0) === wantGin);
    const meant = meantKnock(now);
    const start = meant && (meant[1] === 0) === wantGin ? meant : all[0];
    if (start) {
      if (!wantGin && !preferences.confirm_knock) {
        send({ kind: lastKnock() ? "knock_last" : "knock", card: start[0], melds: null });
        return;
      }
      openKnock({ kind: lastKnock() ? "knock_last" : "knock", card: start[0], cards: all });
      return;
    }
    if (can(now).false_knock) await falseKnock(now);
  }

  async function falseKnock(now) {
    const card = now.selected;
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

  async function resign() {
    const sure = await confirm({
      title: gettext("Resign the match?"),
      text: gettext("The match ends at once and the other side wins, whatever the score."),
      yes: gettext("Resign"),
      danger: true,
    });
    if (sure) send({ kind: "resign" });
  }

  async function offerVoid() {
    const accepting = (state().view.offers?.void ?? []).some((seat) => seat !== you(state()));
    const sure = await confirm({
      title: accepting ? gettext("Call the match off?") : gettext("Offer to call the match off?"),
      text: accepting
        ? gettext("The match ends without a winner.")
        : gettext("If the other side agrees, the match ends without a winner."),
      yes: accepting ? gettext("Agree") : gettext("Offer"),
    });
    if (sure) send({ kind: "offer_void" });
  }

  const intents = {
    discard: () => state().selected && discard(state().selected),
    knock: () => knock(false),
    gin: () => knock(true),
    big_gin: () =>
      openKnock({ kind: can(state()).big_gin_last ? "big_gin_last" : "big_gin", card: null, cards: [] }),
    defend: () => {
      const { defence } = state();
      send({ kind: "defend", melds: defence.melds, layoffs: defence.layoffs });
    },
    best_defence: () => dispatch({ t: "asked", id: null, defence: state().view.defence }),
    result: () => openResult(),
    go_to_rematch: () => go(rematchUrl(state())),
    resign,
    offer_void: offerVoid,
  };

  /** Carry out a choice by its id, if it is open now. */
  function choose(id) {
    const now = state();
    const open = choices(now).find((other) => other.id === id);
    if (open && !open.enabled) {
      if (open.reason) dispatch({ t: "say", text: open.reason });
      return;
    }
    if (!open && !can(now)[id] && id !== "claim") return; // whether a claim is due, the server knows better
    if (id !== "result" && id !== "go_to_rematch" && busy(now)) return;
    if (intents[id]) intents[id]();
    else send({ kind: id });
  }

  return { choose, tap, discard };
}
