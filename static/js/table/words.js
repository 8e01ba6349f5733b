// What the table says in sentences whatever is played: whose turn it is, what happened to the match, how it stands. The
// hand's own sentences come from its game. What the server says elsewhere too (kinds, lines, refusals) comes with the
// page as `state.said`, so that a thing has one name. Pure.

import { fill, gettext } from "lib/i18n.js";
import { cardName, cardSign } from "table/cards.js";
import { gameOf } from "table/games.js";
import { nameAt, ownSide, seatName, sideName, told } from "table/names.js";
import { isVoid, mustAct, you } from "table/reduce.js";

/** What the player, or the reader, has to know now: one short sentence. */
export function statusLine(state) {
  const { view } = state;
  if (!view) return gettext("Waiting for an opponent");
  if (view.phase === "over") return matchHeadline(state);
  if (view.phase === "draw_for_deal") return gettext("Drawing for the deal");
  if (view.phase === "between") return resultHeadline(state, view.result);
  return gameOf(state).status(state);
}

/** A hint for a learner who must act: `{cards, text}`, or null. */
export const hint = (state) => (mustAct(state) ? gameOf(state).hint(state) : null);

// What happened.

const SENTENCES = {
  deal_drawn: (state, { rounds, dealer }) => {
    const drawn = rounds.at(-1).map((card, seat) => `${seatName(state, seat)} ${cardSign(card)}`);
    const deals = told(state, { seat: dealer }, gettext("You deal first"), gettext("%(name)s deals first"));
    return `${drawn.join(", ")}. ${deals}`;
  },
  pile_taken: (state, event) =>
    told(state, event, gettext("You take the %(card)s"), gettext("%(name)s takes the %(card)s"), {
      card: cardName(event.card),
    }),
  stock_drawn: (state, event) =>
    event.card
      ? told(state, event, gettext("You draw the %(card)s"), gettext("%(name)s draws the %(card)s"), {
          card: cardName(event.card),
        })
      : told(state, event, gettext("You draw from the stock"), gettext("%(name)s draws from the stock")),
  card_discarded: (state, event) =>
    event.card
      ? told(state, event, gettext("You discard the %(card)s"), gettext("%(name)s discards the %(card)s"), {
          card: cardName(event.card),
        })
      : told(state, event, gettext("You discard"), gettext("%(name)s discards")),
  hand_scored: (state, event) => resultHeadline(state, { ...event, kind: event.how }),
  hand_voided: (state, event) => voidReason(state, event.reason),
  void_offered: (state, event) =>
    told(
      state,
      event,
      gettext("You offer to call the match off"),
      gettext("%(name)s offers to call the match off"),
    ),
  void_declined: (state, event) =>
    told(state, event, gettext("You turn the offer down"), gettext("%(name)s turns the offer down")),
  resigned: (state, event) => told(state, event, gettext("You resign"), gettext("%(name)s resigns")),
  flagged: (state, event) =>
    told(state, event, gettext("Your time ran out"), gettext("%(name)s ran out of time")),
  match_ended: (state, event) => matchHeadline(state, event),
};

/** One event of the log in words, or null for those nobody needs to hear of. */
export function sentence(state, event) {
  const say = gameOf(state).sentences[event.kind] ?? SENTENCES[event.kind];
  return say?.(state, event) ?? null;
}

// What a hand was worth.

const voidReason = (state, reason) => state.said.phrases.voids?.[reason] ?? gettext("Nobody scores");

/** The heading of a hand's result (the `result` of the view). */
export function resultHeadline(state, result) {
  if (!result) return gettext("The hand is over");
  return isVoid(result) ? voidReason(state, result.void) : gameOf(state).headline(state, result);
}

/** How the hand was decided, as one sentence above the lines; nothing for a void hand. */
export function resultExplained(state, result) {
  return result && !isVoid(result) ? gameOf(state).explained(state, result) : "";
}

/** A line of the final reckoning in words. */
export const totalName = (state, key) => state.said.phrases.totals?.[key] ?? key.replaceAll("_", " ");

/** A refusal in words. */
export function refusalText(state) {
  if (!state.error) return "";
  return fill(state.said.errors[state.error.code] ?? state.error.code, state.error.detail);
}

/** The heading when the match is over. */
export function matchHeadline(state, ended = state.view?.match) {
  if (!ended) return gettext("The match is over");
  if (ended.winner === null) {
    return ended.reason === "agreed" ? gettext("The match was called off") : gettext("The match is drawn");
  }
  const won = ended.winner === ownSide(state);
  const name = sideName(state, ended.winner);
  if (ended.reason === "resigned") {
    return won ? gettext("You win: the other side resigned") : fill(gettext("%(name)s wins by resignation"), { name });
  }
  if (ended.reason === "flagged") {
    return won ? gettext("You win on time") : fill(gettext("%(name)s wins on time"), { name });
  }
  return won ? gettext("You win the match") : fill(gettext("%(name)s wins the match"), { name });
}

/** How a hand ended, in a word for the score sheet: "Gin", "Undercut", "No score". */
export const handKind = (state, kind) => state.said.phrases.kinds?.[kind] ?? kind;

/** What a player's table is called: by who sits there, and that changes while one waits. A watcher's keeps its name. */
export function tableTitle(state) {
  if (you(state) === null) return null;
  const opponent = state.seats.findIndex((seat, number) => seat && number !== you(state));
  return opponent < 0 ? gettext("Your table") : fill(gettext("You and %(name)s"), { name: nameAt(state, opponent) });
}
