// What the page knows, as one value, and how a message changes it. Pure: no page, no socket, no clock. Messages are the
// server's (docs/protocol.md) and the page's own, which are about what only this page knows: the order of the hand, the
// card chosen, the commands under way, the state of the line.

import { keepOrder, sorted } from "table/hand.js";
import { extendsMeld, split } from "table/cards.js";

const MOVES_KEPT = 400;
const RETRIES = 2;
const LINES_KEPT = 40;
const SILENCE = { free: false, muted: [], blocked: [], lines: [] };

/**
 * The state before the first message. `sort` is the player's preferred order (suit, rank, melds, or null for none);
 * `said` holds the sentences that came with the page.
 */
export function initial(sort = null, said = { phrases: {}, errors: {} }) {
  return {
    said,
    v: 0,
    table: null,
    seats: [],
    view: null,
    moves: [],
    offset: 0, // server's clock less this page's, ms
    rtt: null,
    line: "connecting",
    missing: false, // an update was missed: ask resume
    order: [], // own hand as the player holds it
    sort,
    chosen: [], // own cards picked out, in that order
    pending: {}, // command id -> {action, tries}
    retry: null, // an action that lost a race and may be sent again: {action, v, tries}
    error: null, // the last refusal: {n, code, detail}
    note: null, // a word to the player from the page itself: {n, text}
    defence: null, // in LAYOFF: what the defender means to do, as last confirmed by the server
    asked: null, // the newest unanswered question about the defence
    chat: null, // what was said: {free, muted, blocked, lines}; null where nobody can talk to anybody
    deal: [], // the exchanges of seeds under way
    dealt: null, // the exchange of the hand in play, or of the last
    arrangements: null, // the answer to the newest question about a knock
    news: { n: 0, events: [], fresh: false }, // what the last message brought, for motion, sounds and the live region
  };
}

/** The state after a message; `now` is this page's clock in ms. Unknown messages change nothing. */
export function reduce(state, message, now = 0) {
  return HANDLERS[message.t]?.(state, message, now) ?? state;
}

const HANDLERS = {
  snapshot(state, message, now) {
    const next = {
      ...settled(state, message.id),
      v: message.v,
      table: message.table,
      seats: message.seats,
      moves: message.moves ?? [],
      chat: message.chat === undefined ? state.chat : message.chat,
      deal: message.deal ?? state.deal,
      dealt: message.dealt ?? state.dealt,
      offset: state.rtt === null && message.now ? message.now - now : state.offset,
      missing: false,
      news: { n: state.news.n + 1, events: [], fresh: true },
    };
    return withView(next, message.view ?? null, state.view);
  },

  update(state, message, now) {
    const acknowledged = settled(state, message.id);
    if (message.v < state.v) return acknowledged;
    if (message.from > state.v) return { ...acknowledged, missing: true };
    const events = (message.events ?? []).filter((event) => event.v > state.v);
    const next = {
      ...acknowledged,
      v: message.v,
      table: message.table ?? state.table,
      seats: message.seats ?? state.seats,
      moves: [...state.moves, ...events].slice(-MOVES_KEPT),
      offset: state.rtt === null && message.now ? message.now - now : state.offset,
      deal: message.deal ?? state.deal,
      dealt: message.dealt ?? state.dealt,
      missing: false,
      news: { n: state.news.n + 1, events, fresh: false },
    };
    return withView(next, message.view === undefined ? state.view : message.view, state.view);
  },

  ack(state, message) {
    const next = settled(state, message.id);
    return message.v > state.v ? { ...next, missing: true } : next;
  },

  error(state, message) {
    const lost = state.pending[message.id];
    const next = settled(state, message.id);
    if (message.code === "STALE" && lost && lost.tries < RETRIES) {
      const retry = { action: lost.action, v: message.v, tries: lost.tries + 1 };
      return { ...next, retry, missing: message.v > state.v };
    }
    if (message.id && message.id === state.asked) {
      return { ...next, asked: null, defence: state.view?.defence ?? null, error: refusal(state, message) };
    }
    return { ...next, retry: null, error: refusal(state, message) };
  },

  answer(state, message) {
    if (message.defence) {
      return message.id === state.asked ? { ...state, asked: null, defence: message.defence } : state;
    }
    return { ...state, arrangements: { id: message.id, list: message.arrangements ?? [] } };
  },

  chat(state, message) {
    if (message.chat) return { ...state, chat: message.chat };
    const chat = state.chat ?? SILENCE;
    if (!message.line || message.line.n <= (chat.lines.at(-1)?.n ?? 0)) return state;
    return { ...state, chat: { ...chat, lines: [...chat.lines, message.line].slice(-LINES_KEPT) } };
  },

  seats: (state, message) => ({ ...state, seats: message.seats }),

  /** What of the match is with the referee. */
  review: (state, message) => ({ ...state, table: { ...state.table, review: message.hands } }),

  pong(state, message, now) {
    return { ...state, rtt: message.rtt, offset: message.now + message.rtt / 2 - now };
  },

  // The page's own.

  /** A new try does not end the trouble that it follows: only its success does. */
  line(state, message) {
    const troubled = message.is === "connecting" && ["waiting", "restarting"].includes(state.line);
    return troubled ? state : { ...state, line: message.is };
  },

  sent(state, message) {
    const pending = { ...state.pending, [message.id]: { action: message.action, tries: message.tries ?? 0 } };
    return { ...state, pending, retry: null, error: null, note: null };
  },

  /** The lost action is not what the player meant any more. */
  dropped(state) {
    return { ...state, retry: null, error: refusal(state, { code: "STALE" }) };
  },

  select: (state, message) => choose(state, [message.card]),

  choose: (state, message) => choose(state, message.cards),

  order(state, message) {
    const held = new Set(state.order);
    return { ...state, order: keepOrder(message.cards.filter((card) => held.has(card)), state.order), sort: null };
  },

  sort(state, message) {
    return { ...state, sort: message.how, order: sorted(state.order, message.how, state.view?.best) };
  },

  asked: (state, message) => ({ ...state, asked: message.id, defence: message.defence ?? state.defence }),

  dismissed: (state) => ({ ...state, error: null, note: null }),

  say: (state, message) => ({ ...state, note: { n: (state.note?.n ?? 0) + 1, text: message.text } }),
};

const choose = (state, cards) => ({ ...state, chosen: cards.filter((card) => state.order.includes(card)) });

function refusal(state, message) {
  return { n: (state.error?.n ?? 0) + 1, code: message.code, detail: message.detail ?? {} };
}

/** The state without a command that has been answered. */
function settled(state, id) {
  if (!id || !(id in state.pending)) return state;
  const pending = { ...state.pending };
  delete pending[id];
  return { ...state, pending };
}

/** Take in a new view: keep the player's order, forget a choice that no longer stands, start or end a defence. */
function withView(state, view, before) {
  const cards = nearCards(state.table, view);
  const fresh = !before || before.hand !== view?.hand || state.order.length === 0;
  const gotShorter = cards.length < state.order.length;
  let order = keepOrder(state.order, cards);
  if (state.sort && (fresh || gotShorter)) order = sorted(order, state.sort, view?.best);
  const layingOff = view?.phase === "layoff" && view.defence;
  const wasLayingOff = before?.phase === "layoff" && before?.hand === view?.hand && state.defence;
  return {
    ...state,
    view,
    order,
    chosen: !fresh && choiceLasts(state, view, before) ? state.chosen.filter((card) => order.includes(card)) : [],
    defence: layingOff ? (wasLayingOff ? state.defence : view.defence) : null,
    asked: layingOff ? state.asked : null,
  };
}

/** A choice made while others play lasts into one's own turn and ends with it; a lay-off begins without one. */
function choiceLasts({ table }, view, before) {
  const mine = ({ turn }) => turn.includes(table.you);
  return view.phase !== "layoff" && !(mine(before) && !mine(view));
}

function nearCards(table, view) {
  return view ? split(view.seats[handOwner(table, view)]?.hand) : [];
}

/** Whose cards lie at the near side: one's own, or once dealt those one looks into as an adviser; null for a watcher. */
function handOwner(table, view) {
  const seat = table?.you ?? null;
  return view?.roles?.[seat] === "adviser" ? (view.sees[0] ?? seat) : seat;
}

// What the rest of the page reads off the state.

export const you = (state) => state.table?.you ?? null;

/** Does the match rest while the referee is asked? */
export const isPaused = (state) => Boolean(state.view?.pause?.since);

export const can = (state) => (isPaused(state) ? {} : (state.view?.can ?? {}));

/** The card chosen, if it is one alone. */
export const selected = (state) => (state.chosen.length === 1 ? state.chosen[0] : null);

const PLAYED = new Set(["upcard", "draw", "shed", "last_chance", "layoff", "meld"]);

/** Is a hand being played (and not merely looked at)? */
export const inPlay = (state) => PLAYED.has(state.view?.phase);

/** Is it this page's player who must play now? */
export function mustAct(state) {
  return you(state) !== null && inPlay(state) && !isPaused(state) && state.view.turn.includes(you(state));
}

/** Has this seat to play now, at whichever table? */
export function actsNow({ view }, seat) {
  return [view, ...(view?.beside ?? [])].some((table) => PLAYED.has(table?.phase) && table.turn.includes(seat));
}

/** Was the hand of this result void? */
export const isVoid = (result) => result.kind === "void" || Boolean(result.void);

/** A command is on its way: do not send the next. */
export const busy = (state) => Object.keys(state.pending).length > 0 || state.retry !== null;

/** The seat at the near side of the table: one's own, or for a watcher the first. */
export const nearSeat = (state) => you(state) ?? 0;

/** The seat whose cards lie in the near hand, or null. */
export const handSeat = (state) => handOwner(state.table, state.view);

/** How the defender's cards lie: as planned while laying off, as shown once the hand is scored; null before a knock. */
export function defenceShown(state) {
  if (state.defence) return state.defence;
  const { knock, result } = state.view ?? {};
  return (knock && result?.seats?.find(({ seat }) => seat !== knock.seat)) ?? null;
}

/** Those of the lay-offs, in order, that still fit when laid one after the other. */
export function standing(layoffs, knockMelds) {
  const melds = knockMelds.map(split);
  return layoffs.filter(([card, meld]) => {
    const fits = melds[meld] !== undefined && extendsMeld(melds[meld], card);
    if (fits) melds[meld] = [...melds[meld], card];
    return fits;
  });
}
