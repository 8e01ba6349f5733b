import assert from "node:assert/strict";
import { test } from "node:test";

import { atOwnTable, byTable, confidants, leavingEnds, othersAround, ownRole, partnerOf, plays, waitsForOthers } from "table/around.js";
import { actsNow, handSeat, mustAct } from "table/reduce.js";
import { at } from "./fixture.mjs";

const seatsOf = (state, change) => ({ ...state, seats: state.seats.map((seat) => ({ ...seat, ...change(seat) })) });

test("the others follow each other from the left of the near seat", () => {
  assert.deepEqual(othersAround(at("three_draw")), [1, 2]);
  assert.deepEqual(othersAround(at("three_sits_out")), [0, 1]);
  assert.deepEqual(othersAround(at("box_captain")), [2, 0]);
  assert.deepEqual(othersAround(at("partners_draw", (view, message) => (message.table.you = null))), [0, 1, 2, 3]);
});

test("who sits out has no cards and nothing to do", () => {
  const sitter = at("three_sits_out");
  assert.equal(ownRole(sitter), "sits_out");
  assert.deepEqual(sitter.order, []);
  assert.ok(!plays(sitter) && !mustAct(sitter));
});

test("an adviser holds the captain's cards, the box holds its own (W57, EC-74)", () => {
  const adviser = at("box_adviser");
  assert.equal(handSeat(adviser), 1);
  assert.equal(adviser.order.length, 10);
  assert.ok(!mustAct(adviser));
  assert.equal(handSeat(at("box_box")), 0);
});

test("captain and adviser talk in private, the box with nobody", () => {
  assert.deepEqual(confidants(at("box_captain")), [2]);
  assert.deepEqual(confidants(at("box_adviser")), [1]);
  assert.deepEqual(confidants(at("box_box")), []);
});

test("partners advise each other only once the one has finished and the other lays off", () => {
  assert.deepEqual(confidants(at("partners_draw")), []);
  assert.deepEqual(confidants(at("partners_wait")), [2]);
  const layingOff = (advice) =>
    at("partners_draw", (view, { table }) => {
      Object.assign(view, { phase: "layoff", knock: { seat: 1, melds: [] }, beside: [{ ...view.beside[0], phase: "between", turn: [] }] });
      table.rules.partner_advice = advice;
    });
  assert.deepEqual(confidants(layingOff("layoff_only")), [2]);
  assert.deepEqual(confidants(layingOff("off")), []);
});

test("whose turn it is shows at both tables", () => {
  const state = at("partners_draw");
  assert.deepEqual([0, 1, 2, 3].map((seat) => actsNow(state, seat)), [true, false, false, true]);
  assert.equal(partnerOf(state, 0), 2);
  assert.equal(partnerOf(at("three_draw"), 0), null);
});

test("who has finished waits for the other table", () => {
  assert.ok(waitsForOthers(at("partners_wait")));
  assert.ok(!waitsForOthers(at("partners_between")));
  assert.ok(!waitsForOthers(at("result")));
});

test("events are told apart by their table, through a change of opponents", () => {
  const state = at("partners_draw", (view, { table }) => (table.you = 1));
  const deal = (table, players) => ({ kind: "hand_dealt", table, players });
  const drawn = (seat) => ({ kind: "stock_drawn", seat });
  const events = [deal(0, [0, 3]), deal(1, [2, 1]), drawn(3), drawn(2), { kind: "hand_scored", table: 0, winner: 3 }, { kind: "seat_left", seat: 0 }];
  assert.deepEqual(byTable(state, events).map(({ elsewhere }) => elsewhere), [true, false, true, false, true, false]);
  assert.deepEqual(atOwnTable(state, events), [events[1], events[3], events[5]]);
});

test("leaving ends the match only where too few people would be left", () => {
  assert.ok(leavingEnds(at("draw")));
  assert.ok(!leavingEnds(at("three_draw")));
  assert.ok(leavingEnds(at("three_draw", (view) => (view.away = [1]))));
  assert.ok(leavingEnds(seatsOf(at("three_draw"), ({ seat }) => (seat ? { kind: "computer" } : {}))));
  assert.ok(!leavingEnds(at("partners_draw")));
});
