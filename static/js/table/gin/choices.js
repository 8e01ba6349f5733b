// What the player of a gin hand may do now, as buttons in words. Pure: the bar, the keyboard and the drag all ask here,
// so that no two of them can disagree.

import { fill, gettext } from "lib/i18n.js";
import { cardSign } from "table/cards.js";
import { choice, takeChoice } from "table/choice.js";
import { can, mustAct, selected } from "table/reduce.js";

/** The buttons while a hand is played, in order. The knock button is always among them: it says why it is closed. */
export function choices(state) {
  const { view } = state;
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
        takeChoice(view, may.take_discard),
        choice("draw_stock", gettext("Draw"), may.draw_stock, true),
        knockChoice(state),
      ];
    case "shed":
      return [discardChoice(state), ...ginChoices(state), knockChoice(state)];
    case "last_chance":
      return [choice("pass_last", gettext("Pass"), may.pass_last), ...ginChoices(state), knockChoice(state)];
    case "layoff":
      return defenceChoices(state);
    default:
      return [];
  }
}

function discardChoice(state) {
  const chosen = selected(state);
  const allowed = can(state).discard ?? [];
  const label = chosen ? fill(gettext("Discard %(card)s"), { card: cardSign(chosen) }) : gettext("Discard");
  if (!mustAct(state)) return choice("discard", label, false, false, gettext("It is not your turn"));
  if (!chosen) return choice("discard", label, false, false, gettext("Choose a card first"));
  const reason = chosen === state.view.banned ? gettext("A card just taken may not go back this turn") : null;
  return choice("discard", label, allowed.includes(chosen), true, reason);
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
  const chosen = all.find(([card]) => card === selected(state));
  return chosen ?? (selected(state) && can(state).false_knock ? null : (all[0] ?? null));
}

function knockChoice(state) {
  const { view } = state;
  const meant = meantKnock(state);
  if (meant && meant[1] > 0) {
    return choice("knock", fill(gettext("Knock with %(count)s"), { count: meant[1] }), true, !selected(state));
  }
  if (meant) {
    const other = knockCards(state).find(([, count]) => count > 0);
    if (!other) return choice("knock", gettext("Knock"), false, false, gettext("Nothing left over: that is gin"));
    return choice("knock", fill(gettext("Knock with %(count)s"), { count: other[1] }), true);
  }
  if (view.phase === "shed" && mustAct(state) && can(state).false_knock) return choice("knock", gettext("Knock"), true);
  return choice("knock", gettext("Knock"), false, false, knockReason(state));
}

function knockReason(state) {
  const { phase, limit, after } = state.view;
  if (!mustAct(state)) return gettext("Not your turn");
  if (phase === "upcard" || phase === "draw") return gettext("Draw first");
  const counts = Object.values(after ?? {});
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
