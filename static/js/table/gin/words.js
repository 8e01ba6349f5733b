// A hand of the gin family in sentences: what to do, what happened, what it was worth. Pure.

import { fill, gettext } from "lib/i18n.js";
import { cardName, cardSign, makesMeld, split } from "table/cards.js";
import { seatName, told } from "table/names.js";
import { can, mustAct, selected, you } from "table/reduce.js";

/** What the player, or the reader, has to know now. */
export const status = (state) => (mustAct(state) ? ownStatus(state) : othersStatus(state, state.view.turn[0]));

function ownStatus(state) {
  const { view } = state;
  const top = view.pile.cards.at(-1);
  const card = top ? cardSign(top) : "";
  switch (view.phase) {
    case "upcard":
      return fill(gettext("Take the %(card)s, or pass"), { card: cardSign(view.upcard) });
    case "draw":
      return can(state).take_discard
        ? fill(gettext("Your turn: draw, or take the %(card)s"), { card })
        : gettext("Your turn: draw from the stock");
    case "shed":
      return selected(state) ? chosenStatus(state) : gettext("Choose a card to discard");
    case "last_chance":
      return fill(gettext("Last chance: take the %(card)s to knock"), { card });
    case "layoff":
      return gettext("Lay off what fits, then show your hand");
    default:
      return "";
  }
}

function chosenStatus(state) {
  const chosen = selected(state);
  const card = cardSign(chosen);
  if (chosen === state.view.banned) {
    return fill(gettext("You just took the %(card)s: it may not go back this turn"), { card });
  }
  const left = state.view.after?.[chosen];
  if (left === undefined) return fill(gettext("Discard the %(card)s?"), { card });
  return fill(gettext("Without the %(card)s: deadwood %(count)s"), { card, count: left });
}

const OTHERS = {
  upcard: () => gettext("%(name)s may take the %(card)s"),
  draw: () => gettext("%(name)s is about to draw"),
  shed: () => gettext("%(name)s is choosing a discard"),
  last_chance: () => gettext("%(name)s has the last chance to knock"),
  layoff: () => gettext("%(name)s is laying off"),
};

function othersStatus(state, seat) {
  const card = state.view.upcard ? cardSign(state.view.upcard) : "";
  return fill(OTHERS[state.view.phase]?.() ?? "", { name: seatName(state, seat), card });
}

/** What happened, by the kind of the event. */
export const sentences = {
  hand_dealt: (state, event) =>
    told(
      state,
      { seat: event.dealer },
      gettext("Hand %(hand)s: you deal; the upcard is the %(card)s"),
      gettext("Hand %(hand)s: %(name)s deals; the upcard is the %(card)s"),
      { hand: event.hand_no, card: cardName(event.upcard) },
    ),
  upcard_passed: (state, event) =>
    told(state, event, gettext("You pass the upcard"), gettext("%(name)s passes the upcard")),
  knock_failed: (state, event) =>
    told(
      state,
      event,
      gettext("You knock with %(count)s: too much. Your hand lies open"),
      gettext("%(name)s knocks with %(count)s: too much. The hand lies open"),
      { count: event.count },
    ),
  knocked: (state, event) => {
    if (event.how === "big_gin") {
      return told(state, event, gettext("You have big gin"), gettext("%(name)s has big gin"));
    }
    if (event.how === "gin") return told(state, event, gettext("You go gin"), gettext("%(name)s goes gin"));
    return told(state, event, gettext("You knock with %(count)s"), gettext("%(name)s knocks with %(count)s"), {
      count: event.count,
    });
  },
  last_passed: (state, event) =>
    told(state, event, gettext("You leave the last discard"), gettext("%(name)s leaves the last discard")),
  defended: (state, event) => {
    const values = { cards: event.layoffs.map(([card]) => cardSign(card)).join(" "), count: event.count };
    if (!values.cards) {
      return told(state, event, gettext("You count %(count)s"), gettext("%(name)s counts %(count)s"), values);
    }
    const mine = gettext("You lay off %(cards)s and count %(count)s");
    return told(state, event, mine, gettext("%(name)s lays off %(cards)s and counts %(count)s"), values);
  },
};

/** Who knocked with what: above the shown hand, and of the other table. */
export function knockSaid(state, knock) {
  const { kind, count } = knock;
  if (kind === "big_gin") return told(state, knock, gettext("Your big gin"), gettext("%(name)s: big gin"));
  if (kind === "gin") return told(state, knock, gettext("Your gin"), gettext("%(name)s: gin"));
  return told(state, knock, gettext("You knocked with %(count)s"), gettext("%(name)s knocked with %(count)s"), { count });
}

const WON = {
  knock: [() => gettext("You knock and win %(points)s"), () => gettext("%(name)s knocks and wins %(points)s")],
  gin: [() => gettext("Gin! You win %(points)s"), () => gettext("Gin! %(name)s wins %(points)s")],
  big_gin: [() => gettext("Big gin! You win %(points)s"), () => gettext("Big gin! %(name)s wins %(points)s")],
  undercut: [() => gettext("Undercut! You win %(points)s"), () => gettext("Undercut! %(name)s wins %(points)s")],
};

/** The heading of a scored hand. */
export function headline(state, result) {
  const [mine, others] = WON[result.kind];
  return told(state, { seat: result.winner }, mine(), others(), { points: result.points });
}

/** How the two counts met, as one sentence above the lines. */
export function explained(state, result) {
  const values = {
    knocker: seatName(state, result.knocker),
    defender: seatName(state, result.seats.find(({ seat }) => seat !== result.knocker)?.seat ?? 0),
    knocks: result.knocker_count,
    counts: result.defender_count,
  };
  if (result.kind === "gin" || result.kind === "big_gin") {
    return fill(gettext("%(knocker)s: nothing left over. %(defender)s: %(counts)s."), values);
  }
  return fill(gettext("%(knocker)s: %(knocks)s after the knock. %(defender)s: %(counts)s after laying off."), values);
}

/** A line of a hand's reckoning in words: "12 deadwood less 4". An unknown key is shown readably. */
export function lineName(state, result, key) {
  const { knocker_count: knocks, defender_count: counts } = result;
  const said = state.said.phrases.lines?.[key] ?? key.replaceAll("_", " ");
  return fill(said, { high: Math.max(knocks, counts), low: Math.min(knocks, counts) });
}

/** A hint for a learner: the discard that leaves the least, and whether the pile's card completes a meld. */
export function hint(state) {
  const { view } = state;
  if (view.phase === "shed" && view.after) {
    const [card, left] = Object.entries(view.after).reduce((a, b) => (b[1] < a[1] ? b : a));
    const values = { card: cardSign(card), count: left };
    return { cards: [card], text: fill(gettext("Discarding the %(card)s leaves the least deadwood: %(count)s"), values) };
  }
  if (!["upcard", "draw"].includes(view.phase)) return null;
  const top = view.phase === "upcard" ? view.upcard : view.pile.cards.at(-1);
  if (!top) return null;
  const values = { card: cardSign(top) };
  return {
    cards: [],
    text: makesMeld(split(view.seats[you(state)].hand), top)
      ? fill(gettext("The %(card)s makes a meld: worth taking"), values)
      : fill(gettext("The %(card)s makes no meld: better draw from the stock"), values),
  };
}
