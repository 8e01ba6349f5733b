import assert from "node:assert/strict";
import { test } from "node:test";

import { cardSign, extendsMeld, makesMeld } from "table/cards.js";
import { columns, keepOrder, laid, meldOf, moveTo, placeAt, sorted } from "table/hand.js";

test("what stays keeps its place and what is new comes last", () => {
  assert.deepEqual(keepOrder(["KD", "2C", "7H"], ["7H", "KD", "9S"]), ["KD", "7H", "9S"]);
});

test("the three orders of a hand", () => {
  const cards = ["KD", "4C", "7H", "4S", "8H", "4D", "9H", "AS"];
  assert.deepEqual(sorted(cards, "suit"), ["AS", "4S", "7H", "8H", "9H", "4C", "4D", "KD"]);
  assert.deepEqual(sorted(cards, "rank"), ["AS", "4S", "4C", "4D", "7H", "8H", "9H", "KD"]);
  const best = { melds: ["9H 7H 8H", "4C 4S 4D"] };
  assert.deepEqual(sorted(cards, "melds", best), ["7H", "8H", "9H", "4S", "4C", "4D", "AS", "KD"]);
  assert.deepEqual(sorted(cards, null), cards);
});

test("a card moves to a place and never out of the hand", () => {
  assert.deepEqual(moveTo(["A", "B", "C"], "A", 1), ["B", "A", "C"]);
  assert.deepEqual(moveTo(["A", "B", "C"], "A", 9), ["B", "C", "A"]);
  assert.deepEqual(moveTo(["A", "B", "C"], "C", -1), ["C", "A", "B"]);
});

test("a finger over two rows finds the row and then the gap", () => {
  const box = (left, top) => ({ left, top, width: 50, height: 70 });
  const boxes = [box(0, 0), box(60, 0), box(120, 0), box(0, 80), box(60, 80)];
  assert.equal(placeAt(boxes, 10, 30), 0);
  assert.equal(placeAt(boxes, 70, 30), 1);
  assert.equal(placeAt(boxes, 300, 30), 3);
  assert.equal(placeAt(boxes, -20, 110), 3);
  assert.equal(placeAt(boxes, 300, 110), 5);
  assert.equal(placeAt([], 5, 5), 0);
});

test("eleven cards lie in two rows where one has no room", () => {
  assert.equal(columns(11, 6), 6);
  assert.equal(columns(11, 11), 11);
  assert.equal(columns(0, 6), 1);
});

test("each melded card knows its meld", () => {
  const found = meldOf(["7H 8H 9H", "4S 4D 4C"]);
  assert.equal(found.get("8H"), 0);
  assert.equal(found.get("4C"), 1);
  assert.equal(found.has("KD"), false);
  assert.deepEqual(laid("9H 7H 8H"), ["7H", "8H", "9H"]);
});

test("a run grows at its ends, a set by its fourth card, and the ace is low only", () => {
  assert.ok(extendsMeld(["5S", "6S", "7S"], "8S"));
  assert.ok(extendsMeld(["5S", "6S", "7S"], "4S"));
  assert.ok(!extendsMeld(["5S", "6S", "7S"], "9S"));
  assert.ok(!extendsMeld(["5S", "6S", "7S"], "8H"));
  assert.ok(extendsMeld(["5S", "5H", "5D"], "5C"));
  assert.ok(!extendsMeld(["5S", "5H", "5D", "5C"], "5C"));
  assert.ok(!extendsMeld(["JS", "QS", "KS"], "AS"));
  assert.ok(extendsMeld(["2S", "3S", "4S"], "AS"));
});

test("a card makes a meld with two of its rank or two neighbours in its suit", () => {
  assert.ok(makesMeld(["5S", "5H", "KD"], "5C"));
  assert.ok(makesMeld(["5S", "7S"], "6S"));
  assert.ok(makesMeld(["5S", "6S"], "7S"));
  assert.ok(!makesMeld(["5S", "6S"], "8S"));
  assert.ok(!makesMeld(["QS", "KS"], "AS"));
});

test("a ten is written 10 and a sign stays in one piece in right-to-left text", () => {
  assert.equal(cardSign("TD"), "\u206610♦\u2069");
});
