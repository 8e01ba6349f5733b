// Talking at the table: how messages change what was said, and how it is told.

import assert from "node:assert/strict";
import { test } from "node:test";

import { reduce } from "table/reduce.js";
import { bubbleMs, lineText, newLines, partners } from "table/company.js";
import { at } from "./fixture.mjs";

const line = (n, seat = 1, words = { phrase: "thanks", text: null }) => ({ n, seat, at: 1000 + n, ...words });
const phrase = (key) => ({ thanks: "Danke" })[key] ?? key;

test("a line is added once, however often it comes", () => {
  let state = reduce(at("draw"), { t: "chat", line: line(1) });
  state = reduce(state, { t: "chat", line: line(1) });
  assert.deepEqual(state.chat.lines.map(({ n }) => n), [1]);
  state = reduce(state, { t: "chat", line: line(3) });
  assert.deepEqual(state.chat.lines.map(({ n }) => n), [1, 3]);
});

test("a whole conversation takes the place of what was there", () => {
  let state = reduce(at("draw"), { t: "chat", line: line(1) });
  const chat = { free: true, muted: [1], blocked: [], lines: [line(2, 0)] };
  state = reduce(state, { t: "chat", chat });
  assert.deepEqual(state.chat, chat);
});

test("a snapshot without a conversation leaves the one there is", () => {
  const before = reduce(at("draw"), { t: "chat", line: line(1) });
  const { chat, ...snapshot } = { t: "snapshot", v: before.v, table: before.table, seats: before.seats, view: before.view };
  assert.equal(chat, undefined);
  assert.deepEqual(reduce(before, snapshot).chat, before.chat);
  assert.equal(reduce(before, { ...snapshot, chat: null }).chat, null);
});

test("what is said moves no version and asks for no resume", () => {
  const before = at("draw");
  const after = reduce(before, { t: "chat", line: line(1) });
  assert.equal(after.v, before.v);
  assert.equal(after.missing, false);
  assert.equal(after.news, before.news);
});

test("new lines are those after the last one heard", () => {
  let state = at("draw");
  assert.deepEqual(newLines(state, 0), []);
  for (const n of [1, 2, 3]) state = reduce(state, { t: "chat", line: line(n) });
  assert.deepEqual(newLines(state, 1).map(({ n }) => n), [2, 3]);
});

test("a phrase is told in the reader's language, own words as they were written", () => {
  const state = at("draw");
  const other = state.seats.find(({ seat }) => seat !== state.table.you);
  assert.equal(lineText(state, line(1, other.seat), phrase), `${other.name}: Danke`);
  const text = { phrase: null, text: "%(name)s <b>" };
  assert.equal(lineText(state, line(1, state.table.you, text), phrase), "You: %(name)s <b>");
});

test("nobody talks to a computer or to an empty chair", () => {
  const state = at("draw");
  const other = state.seats.findIndex(({ seat }) => seat !== state.table.you);
  assert.deepEqual(partners(state).map(({ seat }) => seat), [other]);
  const seats = (seat) => state.seats.map((one, number) => (number === other ? seat : one));
  assert.deepEqual(partners({ ...state, seats: seats({ ...state.seats[other], kind: "computer" }) }), []);
  assert.deepEqual(partners({ ...state, seats: seats(null) }), []);
});

test("longer words stay longer", () => {
  assert.ok(bubbleMs("a longer line of words") > bubbleMs("Hi"));
});
