import assert from "node:assert/strict";
import { test } from "node:test";

import { nextPlace, placedOn, places } from "table/gin/layoff.js";

const MELDS = ["4S 5S 6S", "7H 7D 7C"];

test("a tap goes through the melds that a card fits and then takes it back", () => {
  const first = nextPlace([], "7S", MELDS);
  assert.deepEqual(first, [["7S", 0]]);
  const second = nextPlace(first, "7S", MELDS);
  assert.deepEqual(second, [["7S", 1]]);
  assert.deepEqual(nextPlace(second, "7S", MELDS), []);
});

test("taking a card back takes what lay only on it", () => {
  const both = nextPlace(nextPlace([], "7S", MELDS), "8S", MELDS);
  assert.deepEqual(both, [["7S", 0], ["8S", 0]]);
  assert.deepEqual(nextPlace(both, "7S", ["4S 5S 6S"]), []);
});

test("a card that fits nowhere stays in the hand", () => {
  assert.deepEqual(nextPlace([], "KD", MELDS), []);
  assert.deepEqual(places([], "KD", MELDS), []);
});

test("a drop counts only where the card fits", () => {
  assert.deepEqual(placedOn([], "7S", 1, MELDS), [["7S", 1]]);
  assert.deepEqual(placedOn([["7S", 1]], "7S", 0, MELDS), [["7S", 0]]);
  assert.deepEqual(placedOn([], "KD", 0, MELDS), []);
});
