import assert from "node:assert/strict";
import { test } from "node:test";

import { choices } from "table/actions.js";
import { adviceOf } from "table/advice.js";
import { reduce } from "table/reduce.js";
import { at } from "./fixture.mjs";

const ids = (state) => choices(state).map(({ id }) => id);

test("the adviser has words for the captain and no action (W57)", () => {
  assert.deepEqual(ids(at("box_adviser")), ["advise take_it", "advise leave_it"]);
  assert.deepEqual(adviceOf(at("box_adviser"), "advise take_it"), { phrase: "take_it", private: true });
  assert.equal(adviceOf(at("box_captain"), "discard"), null);
});

test("advice on a discard names the card chosen in the captain's hand", () => {
  const shed = at("box_adviser", (view) => (view.phase = "shed"));
  assert.equal(choices(shed)[0].enabled, false);
  const chosen = reduce(shed, { t: "select", card: "KS" });
  assert.ok(choices(chosen)[0].enabled);
  assert.deepEqual(adviceOf(chosen, "advise discard_it"), { phrase: "discard_it", private: true, card: "KS" });
});

test("there is nothing to advise while the box plays, or a computer", () => {
  assert.deepEqual(ids(at("box_adviser", (view) => (view.turn = [0]))), []);
  assert.deepEqual(ids(at("box_adviser", (view, { seats }) => (seats[1].kind = "computer"))), []);
});
