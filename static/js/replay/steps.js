// The steps of a hand, as games/application/replays.py tells them, with everything that was so after each. Pure.

import { applied } from "replay/changes.js";
import { split } from "table/cards.js";

/**
 * Each step with `truth` (the tables as they were) and `views` (what each seat saw: the table's `view`). The rest is as it
 * came: row, seat, kind, ms, banks, events, blind.
 */
export function unfold(steps) {
  let truth = null;
  let watched = null;
  const own = new Map();
  let views = [];
  return steps.map((step) => {
    truth = applied(truth, step.truth);
    watched = applied(watched, step.watch);
    for (const [seat, change] of Object.entries(step.own)) own.set(Number(seat), change);
    const next = [...views];
    for (const [seat, change] of own) next[seat] = applied(watched, change);
    for (const [seat, change] of Object.entries(step.apart)) next[Number(seat)] = applied(views[Number(seat)], change);
    views = next;
    return { ...step, truth, views };
  });
}

/** The whole truth is seen as this; any seat as its number. */
export const ALL = "all";

/** The view that tells of a step to whom sees the hand `as`: the seat's own, for the truth anybody's. */
export const viewOf = (step, as) => step.views[as === ALL ? 0 : as];

/** The events of a step as they were told to whom sees it `as`: a card that was hidden from it is null. */
export function eventsOf(step, as) {
  if (as === ALL || !step.blind.includes(as)) return step.events;
  return step.events.map((event) => {
    if (event.kind === "stock_drawn") return { ...event, card: null };
    return event.kind === "knocked" ? { ...event, discard: null } : event;
  });
}

/**
 * The tables at a step: [{table, players, dealer, phase, turn, limit, doubled, upcard, stock, pile, buried, order, melds,
 * knock, result}]. `pile` is what lies in sight, top last; `buried` what lay there before and was covered; `order` the
 * stock, next card first, where the truth is seen; `result` once the hand is over.
 */
export function tablesOf(step, as) {
  return step.truth.tables.map((truth, number) => {
    const seen = as === ALL ? ownView(step, truth.players[0]) : tableIn(viewOf(step, as), number);
    const over = truth.result !== null;
    const pile = as === ALL ? truth.pile : seen.pile.cards;
    return {
      ...seen,
      melds: seen.melds ?? [],
      pile,
      buried: truth.pile.slice(0, truth.pile.length - pile.length),
      order: as === ALL || over ? lastOf(split(truth.order), truth.stock) : null,
      knock: as === ALL && seen.knock ? ownView(step, seen.knock.seat).knock : seen.knock,
      result: truth.result,
    };
  });
}

const lastOf = (list, count) => list.slice(list.length - count);

const ownView = (step, seat) => step.views[seat];

const tableIn = (view, number) => (view.table === number ? view : view.beside.find(({ table }) => table === number));

/**
 * What lies before a seat: {seat, cards, hand, melds, deadwood, count, layoffs, taken, holds, drawn, banned, after, can,
 * acts}. `hand` is null where it is not seen; the grouping is the best one, or as it was laid down.
 */
export function seatOf(step, as, seat, table) {
  const seen = viewOf(step, as).seats[seat];
  const own = as === ALL || as === seat ? step.views[seat] : null;
  const hand = as === ALL ? step.views[seat].seats[seat].hand : seen.hand;
  const acts = !table.result && table.turn.includes(seat);
  return {
    seat,
    cards: seen.cards,
    hand: hand === null ? null : split(hand),
    ...laidOut(table, seat, hand, own?.best ?? null),
    taken: seen.taken,
    holds: new Set(seen.holds),
    drawn: own?.drawn ?? null,
    banned: own?.banned ?? null,
    after: acts ? (own?.after ?? {}) : {},
    can: acts && own ? own.can : {},
    acts,
  };
}

/** How the cards are grouped: as laid down once the hand is over or knocked with, else as counts least. */
function laidOut(table, seat, hand, best) {
  const nothing = { melds: [], deadwood: hand ?? "", count: null, layoffs: [] };
  const shown = table.result?.seats.find((one) => one.seat === seat);
  if (shown && "left" in shown) return { ...nothing, deadwood: shown.left, count: shown.count };
  if (shown) return { ...nothing, ...shown, count: countOf(table.result, seat) ?? best?.count ?? null };
  if (table.knock?.seat === seat) {
    const { melds, deadwood, count } = table.knock;
    return { ...nothing, melds, deadwood, count };
  }
  return best ? { ...nothing, ...best } : nothing;
}

function countOf(result, seat) {
  if (result.kind === "void") return null;
  return seat === result.knocker ? result.knocker_count : result.defender_count;
}

/** The seats of a table as they sit on the page: the others from the left of the near one, which comes last. */
export function seated(players, near) {
  const last = players.includes(near) ? near : Math.min(...players);
  const order = [...players].sort((a, b) => a - b);
  const at = order.indexOf(last);
  return [...order.slice(at + 1), ...order.slice(0, at + 1)];
}
