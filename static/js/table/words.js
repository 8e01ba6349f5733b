// Everything the table says in sentences: whose turn it is, what happened, what a hand was worth. Pure. What the server
// says elsewhere too (kinds, lines, refusals) comes with the page as `state.said`, so that a thing has one name.

import { fill, gettext, ngettext } from "lib/i18n.js";
import { cardName, cardSign } from "table/cards.js";
import { can, you } from "table/reduce.js";

/** The name by which the page calls a seat. */
export function seatName(state, seat) {
  if (seat === you(state)) return gettext("You");
  return state.seats[seat] ? nameOf(state.seats[seat]) : fill(gettext("Seat %(number)s"), { number: seat + 1 });
}

/** What somebody at the table is called: people by their names, a computer player in the page's language. */
export function nameOf(person) {
  return person.kind === "computer" ? gettext("Computer") : person.name;
}

/** How strong a computer player is, in a word; nothing for people. */
export const levelName = (state, person) => state.said.phrases?.levels?.[person.level] ?? "";

const other = (state, seat, sentence, values = {}) => fill(sentence, { name: seatName(state, seat), ...values });

/** What the player, or the reader, has to know now: one short sentence. */
export function statusLine(state) {
  const { view } = state;
  if (!view) return gettext("Waiting for an opponent");
  if (view.phase === "over") return matchHeadline(state);
  if (view.phase === "draw_for_deal") return gettext("Drawing for the deal");
  if (view.phase === "between") return resultHeadline(state, view.result);
  const mine = view.turn.includes(you(state));
  return mine ? ownStatus(state) : othersStatus(state, view.turn[0]);
}

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
      return state.selected ? chosenStatus(state) : gettext("Choose a card to discard");
    case "last_chance":
      return fill(gettext("Last chance: take the %(card)s to knock"), { card });
    case "layoff":
      return gettext("Lay off what fits, then show your hand");
    default:
      return "";
  }
}

function chosenStatus(state) {
  const card = cardSign(state.selected);
  if (state.selected === state.view.banned) {
    return fill(gettext("You just took the %(card)s: it may not go back this turn"), { card });
  }
  const left = state.view.after?.[state.selected];
  if (left === undefined) return fill(gettext("Discard the %(card)s?"), { card });
  return fill(gettext("Without the %(card)s: deadwood %(count)s"), { card, count: left });
}

function othersStatus(state, seat) {
  switch (state.view.phase) {
    case "upcard":
      return other(state, seat, gettext("%(name)s may take the %(card)s"), { card: cardSign(state.view.upcard) });
    case "draw":
      return other(state, seat, gettext("%(name)s is about to draw"));
    case "shed":
      return other(state, seat, gettext("%(name)s is choosing a discard"));
    case "last_chance":
      return other(state, seat, gettext("%(name)s has the last chance to knock"));
    case "layoff":
      return other(state, seat, gettext("%(name)s is laying off"));
    default:
      return "";
  }
}

// What happened.

/** Pick "you" or "name" sentence by seat. */
function told(state, event, mine, others, values = {}) {
  return event.seat === you(state) ? fill(mine, values) : other(state, event.seat, others, values);
}

const SENTENCES = {
  deal_drawn: (state, { rounds, dealer }) => {
    const drawn = rounds.at(-1).map((card, seat) => `${seatName(state, seat)} ${cardSign(card)}`);
    const deals =
      dealer === you(state) ? gettext("You deal first") : other(state, dealer, gettext("%(name)s deals first"));
    return `${drawn.join(", ")}. ${deals}`;
  },
  hand_dealt: (state, event) =>
    fill(
      event.dealer === you(state)
        ? gettext("Hand %(hand)s: you deal; the upcard is the %(card)s")
        : gettext("Hand %(hand)s: %(name)s deals; the upcard is the %(card)s"),
      { hand: event.hand_no, name: seatName(state, event.dealer), card: cardName(event.upcard) },
    ),
  upcard_passed: (state, event) =>
    told(state, event, gettext("You pass the upcard"), gettext("%(name)s passes the upcard")),
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
  return SENTENCES[event.kind]?.(state, event) ?? null;
}

// What a hand was worth.

const voidReason = (state, reason) => state.said.phrases.voids?.[reason] ?? gettext("Nobody scores");

const WON = {
  knock: {
    mine: () => gettext("You knock and win %(points)s"),
    others: () => gettext("%(name)s knocks and wins %(points)s"),
  },
  gin: {
    mine: () => gettext("Gin! You win %(points)s"),
    others: () => gettext("Gin! %(name)s wins %(points)s"),
  },
  big_gin: {
    mine: () => gettext("Big gin! You win %(points)s"),
    others: () => gettext("Big gin! %(name)s wins %(points)s"),
  },
  undercut: {
    mine: () => gettext("Undercut! You win %(points)s"),
    others: () => gettext("Undercut! %(name)s wins %(points)s"),
  },
};

/** The heading of a hand's result (the `result` of the view). */
export function resultHeadline(state, result) {
  if (!result) return gettext("The hand is over");
  if (result.kind === "void" || result.void) return voidReason(state, result.void);
  const words = WON[result.kind];
  const values = { points: result.points, name: seatName(state, result.winner) };
  return fill(result.winner === you(state) ? words.mine() : words.others(), values);
}

/** How the two counts met, as one sentence above the lines. */
export function resultExplained(state, result) {
  if (!result || result.kind === "void" || result.void) return "";
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
  const won = ended.winner === you(state);
  const name = seatName(state, ended.winner);
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

/** A rating as it stands, with a question mark while it rests on few games: "1512", "1490?". */
export const ratingText = ({ points, provisional }) => (provisional ? `${points}?` : String(points));

/** "1 card" / "7 cards". */
export const cardCount = (n) => fill(ngettext("%(n)s card", "%(n)s cards", n), { n });

/** A hint for a learner: the discard that leaves the least, and whether the pile's card completes a meld. */
export function hint(state, takes) {
  const { view } = state;
  if (view.phase === "shed" && view.after) {
    const [card, left] = Object.entries(view.after).reduce((a, b) => (b[1] < a[1] ? b : a));
    const values = { card: cardSign(card), count: left };
    return { card, text: fill(gettext("Discarding the %(card)s leaves the least deadwood: %(count)s"), values) };
  }
  const top = view.phase === "upcard" ? view.upcard : view.pile.cards.at(-1);
  if (!top) return null;
  const values = { card: cardSign(top) };
  return {
    card: null,
    text: takes
      ? fill(gettext("The %(card)s makes a meld: worth taking"), values)
      : fill(gettext("The %(card)s makes no meld: better draw from the stock"), values),
  };
}

/** What a player's table is called: by who sits there, and that changes while one waits. A watcher's keeps its name. */
export function tableTitle(state) {
  if (you(state) === null) return null;
  const opponent = state.seats.find((seat, number) => seat && number !== you(state));
  return opponent ? fill(gettext("You and %(name)s"), { name: nameOf(opponent) }) : gettext("Your table");
}
