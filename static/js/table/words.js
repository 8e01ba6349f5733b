// What the table says in sentences whatever is played: whose turn it is, what happened to the match, how it stands. The
// hand's own sentences come from its game. What the server says elsewhere too (kinds, lines, refusals) comes with the
// page as `state.said`, so that a thing has one name. Pure.

import { isShuffling, shufflingSaid } from "fair/line.js";
import { fill, gettext } from "lib/i18n.js";
import { confidants, isAway, isCompany, othersAround, ownRole, waitsForOthers } from "table/around.js";
import { cardName, cardSign } from "table/cards.js";
import { gameOf } from "table/games.js";
import { inTeams, nameAt, ownSide, roleName, seatName, sideName, told } from "table/names.js";
import { handSeat, isPaused, isVoid, mustAct, you } from "table/reduce.js";

/** What the player, or the reader, has to know now: one short sentence. */
export function statusLine(state) {
  const { view } = state;
  if (!view) return isCompany(state) ? gettext("Waiting for more players") : gettext("Waiting for an opponent");
  if (view.phase === "over") return matchHeadline(state);
  if (isPaused(state)) return gettext("The match is paused");
  if (isShuffling(state)) return shufflingSaid(state);
  if (view.phase === "draw_for_deal") return gettext("Drawing for the deal");
  if (isAway(state, you(state))) return gettext("The computer plays on for you. You can come back between hands");
  if (waitsForOthers(state)) {
    if (you(state) === null) return gettext("The other table plays on");
    const advising = confidants(state).length > 0;
    return advising
      ? gettext("You have finished: your partner lays off, and you may advise")
      : gettext("You have finished: the other table plays on");
  }
  if (view.phase === "between") return resultHeadline(state, view.result);
  return tableStatus(state, view);
}

/** What goes on at a table where a hand is played: one's own, or the one beside. */
export const tableStatus = (state, table) => gameOf(state).status({ ...state, view: table });

/**
 * What one's seat is in this hand, in a few words: "Box", "You sit out this hand", or where more than two sit, and the
 * deal goes round, "Dealer". Nothing for who plays as anybody.
 */
export function roleSaid(state) {
  const said = ROLES[ownRole(state)]?.(state) ?? roleName(state, ownRole(state));
  const deals = isCompany(state) && you(state) !== null && state.view?.dealer === you(state);
  return said || (deals ? gettext("Dealer") : "");
}

const ROLES = {
  sits_out: ({ view, table }) =>
    view.dealer === table.you ? gettext("You deal and sit out this hand") : gettext("You sit out this hand"),
  adviser(state) {
    const seat = handSeat(state);
    return seat === you(state) ? null : fill(gettext("You advise: %(name)s's hand"), { name: seatName(state, seat) });
  },
};

/** A hint for a learner who must act: `{cards, text}`, or null. */
export const hint = (state) => (mustAct(state) ? gameOf(state).hint(state) : null);

// What happened.

const SENTENCES = {
  deal_drawn: (state, { rounds, dealer }) => {
    const last = rounds[0].map((_card, seat) => rounds.findLast((round) => round[seat])[seat]); // only the tied draw again
    const drawn = last.map((card, seat) => `${seatName(state, seat)} ${cardSign(card)}`);
    const deals = state.view?.roles?.includes("box")
      ? told(state, { seat: dealer }, gettext("You are the box and deal"), gettext("%(name)s is the box and deals"))
      : told(state, { seat: dealer }, gettext("You deal first"), gettext("%(name)s deals first"));
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
  seat_left: (state, event) =>
    told(
      state,
      event,
      event.reason === "flagged"
        ? gettext("Your time ran out: the computer plays on for you")
        : gettext("You leave: the computer plays on for you"),
      event.reason === "flagged"
        ? gettext("%(name)s ran out of time: the computer plays on")
        : gettext("%(name)s leaves: the computer plays on"),
    ),
  seat_returned: (state, event) => told(state, event, gettext("You are back"), gettext("%(name)s is back")),
  resigned: (state, event) => told(state, event, gettext("You resign"), gettext("%(name)s resigns")),
  flagged: (state, event) =>
    told(state, event, gettext("Your time ran out"), gettext("%(name)s ran out of time")),
  match_ended: (state, event) => matchHeadline(state, event),
  ruled: (_state, event) =>
    event.resumed ? gettext("The referee has ruled: the match goes on") : gettext("The referee has ruled"),
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
  const left = ["resigned", "flagged"].includes(ended.reason) && isCompany(state);
  const gone = left && ended.away?.includes(you(state));
  const { mine, others, team } = WINS[gone ? "gone" : left ? "left" : ended.reason] ?? WINS.played;
  if (ended.winner === ownSide(state)) return mine();
  return fill((inTeams(state) ? team : others)(), { name: sideName(state, ended.winner) });
}

/** How the winner is told, by what ended the match. */
const WINS = {
  resigned: {
    mine: () => gettext("You win: the other side resigned"),
    others: () => gettext("%(name)s wins by resignation"),
  },
  ruled: {
    mine: () => gettext("The referee decided the match: you win"),
    others: () => gettext("The referee decided the match: %(name)s wins"),
    team: () => gettext("The referee decided the match: %(name)s win"),
  },
  flagged: { mine: () => gettext("You win on time"), others: () => gettext("%(name)s wins on time") },
  left: {
    mine: () => gettext("You win: the others have left"),
    others: () => gettext("The others have left: %(name)s wins"),
    team: () => gettext("The others have left: %(name)s win"),
  },
  gone: {
    mine: () => gettext("You win the match"), // a partner stayed to the end
    others: () => gettext("You left: %(name)s wins"),
    team: () => gettext("You left: %(name)s win"),
  },
  played: {
    mine: () => gettext("You win the match"),
    others: () => gettext("%(name)s wins the match"),
    team: () => gettext("%(name)s win the match"),
  },
};

/** How a hand ended, in a word for the score sheet: "Gin", "Undercut", "No score". */
export const handKind = (state, kind) => state.said.phrases.kinds?.[kind] ?? kind;

/** What a player's table is called: by who sits there, and that changes while one waits. A watcher's keeps its name. */
export function tableTitle(state) {
  if (you(state) === null) return null;
  const names = othersAround(state).flatMap((seat) => (state.seats[seat] ? [nameAt(state, seat)] : []));
  if (names.length === 0) return gettext("Your table");
  if (names.length === 1) return fill(gettext("You and %(name)s"), { name: names[0] });
  return fill(gettext("You, %(names)s"), { names: names.join(", ") });
}
