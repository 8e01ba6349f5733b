// A hand played again: the changes that come add up to tables on which no card is lost, and nobody is shown too much.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { applied } from "replay/changes.js";
import { ALL, eventsOf, seatOf, seated, tablesOf, unfold } from "replay/steps.js";
import { adviceSaid, handSaid, legalSaid, shedding, stepSaid, timeSaid } from "replay/words.js";
import { split } from "table/cards.js";

const read = (game) => JSON.parse(readFileSync(new URL(`fixtures/replay_${game}.json`, import.meta.url), "utf8"));

function replay(game, seats) {
  const said = { phrases: { kinds: {}, lines: {}, voids: {}, totals: {}, roles: {} }, errors: {} };
  const people = Array.from({ length: seats }, (_, seat) => ({ name: "ABCDEF"[seat], kind: "person" }));
  return { ...read(game), seats: people, you: null, said };
}

const GAMES = [["gin", 2], ["partnership", 4], ["rummy", 4]];

/** Every card at a table, wherever it lies. */
function cardsAt(step, table) {
  const held = table.players.map((number) => seatOf(step, ALL, number, table));
  const melds = table.melds.flatMap(({ cards }) => split(cards));
  const shed = table.knock?.discard ?? null;
  return [...table.pile, ...table.order, ...melds, ...held.flatMap(({ hand }) => hand), ...(shed ? [shed] : [])];
}

test("a change is taken where it belongs and leaves the value before as it was", () => {
  const before = { pile: ["7H"], seats: [{ cards: 10 }, { cards: 10 }], drawn: "KD" };
  const after = applied(before, [
    "@",
    { pile: ["+", 1, ["2C"]], seats: ["@", { 1: ["@", { cards: ["=", 11] }] }], drawn: ["-"], best: ["=", { count: 3 }] },
  ]);
  assert.deepEqual(after, { pile: ["7H", "2C"], seats: [{ cards: 10 }, { cards: 11 }], best: { count: 3 } });
  assert.deepEqual(before, { pile: ["7H"], seats: [{ cards: 10 }, { cards: 10 }], drawn: "KD" });
  assert.equal(applied(before, null), before);
});

for (const [game, seats] of GAMES) {
  test(`no card of a hand of ${game} is lost or there twice at any step`, () => {
    const data = replay(game, seats);
    for (const step of unfold(data.steps)) {
      for (const table of tablesOf(step, ALL)) {
        const cards = cardsAt(step, table);
        assert.equal(new Set(cards).size, 52);
        assert.equal(cards.length, 52);
      }
    }
  });

  test(`whoever looks back on ${game} sees no hand of others, no stock and no hidden draw that was not shown`, () => {
    const data = replay(game, seats);
    const steps = unfold(data.steps);
    for (const as of data.seats.keys()) {
      for (const step of steps) {
        for (const table of tablesOf(step, as)) {
          if (table.result) continue;
          assert.equal(table.order, null);
          for (const number of table.players) {
            const seat = seatOf(step, as, number, table);
            const shown = step.views[as].seats[number].hand;
            assert.deepEqual(seat.hand, shown === null ? null : split(shown));
            if (number === as) continue;
            assert.deepEqual([seat.drawn, seat.can], [null, {}]);
            assert.ok(seat.count === null || table.knock?.seat === number);
          }
          for (const event of eventsOf(step, as)) {
            if (event.kind === "stock_drawn" && event.seat !== as) assert.equal(event.card, null);
          }
        }
      }
    }
  });

  test(`each step of ${game} is said, and what the seat in turn might do`, () => {
    const data = replay(game, seats);
    const steps = unfold(data.steps);
    assert.ok(steps.every((step) => stepSaid(data, step, ALL).length > 3));
    for (const step of steps.slice(0, -1)) {
      for (const table of tablesOf(step, ALL)) {
        for (const number of table.result ? [] : table.turn) {
          const seat = seatOf(step, ALL, number, table);
          assert.ok(legalSaid(seat, table).length + shedding(seat).length > 0);
        }
      }
    }
    assert.ok(data.hands.every((hand) => handSaid(data, steps[0], hand).startsWith(`${hand.hand}: `)));
  });
}

test("the reader is called You, and is not told a card that was hidden", () => {
  const data = { ...replay("gin", 2), you: 0 };
  const steps = unfold(data.steps);
  const draws = steps.filter(({ kind, blind }) => kind === "draw_stock" && blind.length);
  const own = draws.find(({ seat }) => seat === 0);
  const other = draws.find(({ seat }) => seat === 1);
  assert.match(stepSaid(data, own, 0), /^You draw the /);
  assert.equal(stepSaid(data, own, 1), "You draw from the stock");
  assert.match(stepSaid(data, other, ALL), /^B draws the /);
  assert.equal(stepSaid(data, other, 0), "B draws from the stock");
});

test("the seats sit round the table with the near one last", () => {
  assert.deepEqual(seated([1, 0], 0), [1, 0]);
  assert.deepEqual(seated([1, 2, 3, 0], 2), [3, 0, 1, 2]);
  assert.deepEqual(seated([3, 2], 0), [3, 2]); // another table than the reader's
});

test("times and the computer's plays are said", () => {
  assert.deepEqual([800, 12_300, 125_000].map(timeSaid), ["0.8 s", "12 s", "2 min 5 s"]);
  const table = { pile: ["2C", "7H"] };
  assert.equal(adviceSaid({ kind: "take_discard", leaves: 9 }, table), "The computer would take the \u20667♥\u2069. It can then be down to 9 points.");
  assert.equal(adviceSaid({ kind: "discard", card: "KS", leaves: 0 }, table), "The computer would discard the \u2066K♠\u2069. That is gin.");
  assert.equal(adviceSaid({ kind: "draw_stock", leaves: null }, table), "The computer would draw from the stock.");
});
