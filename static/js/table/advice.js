// What an adviser can say to the captain with one press: a few phrases that fit the moment, one of them naming the card
// chosen in the captain's hand. They go to the captain alone. Pure.

import { fill, gettext } from "lib/i18n.js";
import { cardSign } from "table/cards.js";
import { choice } from "table/choice.js";
import { handSeat, selected } from "table/reduce.js";

/** Which advice fits which moment of the captain's hand. */
const FITTING = {
  upcard: ["take_it", "leave_it"],
  draw: ["take_it", "leave_it"],
  shed: ["discard_it", "knock_now", "wait"],
  last_chance: ["knock_now", "leave_it"],
  layoff: ["lay_off_it"],
};
const OF_A_CARD = new Set(["discard_it", "lay_off_it"]);
const PREFIX = "advise ";

/** The adviser's buttons: nothing where the captain is a computer, or while it is the box's turn. */
export function adviceChoices(state) {
  const { view, seats } = state;
  const captain = handSeat(state);
  if (seats[captain]?.kind === "computer" || !view.turn.includes(captain)) return [];
  return (FITTING[view.phase] ?? []).map((phrase) => adviceChoice(state, phrase));
}

function adviceChoice(state, phrase) {
  const card = selected(state);
  const named = OF_A_CARD.has(phrase);
  const label = fill(state.said.advice?.[phrase] ?? phrase, { card: card ? cardSign(card) : "…" });
  return choice(PREFIX + phrase, label, !named || card, false, gettext("Choose a card first"));
}

/** What a choice of the adviser's says, or null for a choice that is none. */
export function adviceOf(state, id) {
  if (!id.startsWith(PREFIX)) return null;
  const phrase = id.slice(PREFIX.length);
  return { phrase, private: true, ...(OF_A_CARD.has(phrase) ? { card: selected(state) } : {}) };
}
