import assert from "node:assert/strict";
import { test } from "node:test";

import { sideName } from "table/names.js";
import { scoreSides, sideOrder, targetSaid } from "table/score.js";
import { at } from "./fixture.mjs";

const said = (state) => scoreSides(state).map(({ name, total }) => `${name} ${total}`);
const watched = (name) => at(name, (view, { table }) => (table.you = null));

test("each side stands above the table, one's own first", () => {
  assert.deepEqual(said(at("draw")), ["You 25", "bob 10"]);
  assert.deepEqual(said(at("three_sits_out")), ["You 40", "alice 43", "bob 0"]);
});

test("teams are we and they to their players, and named by them to others", () => {
  assert.deepEqual(said(at("partners_draw")), ["We 15", "They 8"]);
  assert.deepEqual(said(watched("partners_draw")), ["alice and cleo 15", "bob and Computer 8"]);
  assert.equal(sideName(at("partners_draw"), 0), "You and cleo");
});

test("Hollywood's three games stand beside each other", () => {
  assert.deepEqual(said(at("hollywood")), ["You 105/73/45", "bob 14/30/0"]);
});

test("of many sides one's own and the best of the others are shown", () => {
  const many = at("three_draw", (view, message) => {
    message.seats.push({ ...message.seats[1], seat: 3, name: "dan" });
    view.sides.push([3]);
    view.sheet.columns[0].totals = [43, 10, 40, 60];
  });
  assert.deepEqual(said(many), ["You 43", "dan 60"]);
  assert.deepEqual(sideOrder(many), [0, 1, 2, 3]);
});

test("several computers are told apart by number, one is not", () => {
  const computers = (seats) =>
    at("three_draw", (view, message) => seats.forEach((seat) => Object.assign(message.seats[seat], { kind: "computer" })));
  assert.deepEqual([1, 2].map((side) => sideName(computers([1, 2]), side)), ["Computer 1", "Computer 2"]);
  assert.equal(sideName(computers([1]), 1), "Computer");
  assert.deepEqual(said(computers([1, 2])), ["You 43", "Comp. 1 0", "Comp. 2 40"]);
});

test("what is played to is points or hands", () => {
  assert.equal(targetSaid(at("partners_draw")), "to 125");
  assert.equal(targetSaid(at("draw", (view) => (view.sheet.fixed_hands = 5))), "5 hands");
});
