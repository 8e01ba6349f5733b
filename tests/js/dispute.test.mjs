// The referee at the table: what is asked, the pause, and the hands that count otherwise since a ruling.

import assert from "node:assert/strict";
import { test } from "node:test";

import { canOfferPause, pauseNotices, reviewSaid, ruledSaid } from "table/dispute.js";
import { can, isPaused, mustAct, reduce } from "table/reduce.js";
import { matchHeadline, sentence, statusLine } from "table/words.js";
import { at } from "./fixture.mjs";

/** A state in which the hands are with the referee, and the pause is this. */
function asked(hands, pause = null) {
  const state = at("draw", (view) => Object.assign(view, { pause }));
  return reduce(state, { t: "review", hands });
}

const person = (state) => state.seats.findIndex(({ seat }) => seat !== state.table.you);
const does = (state) => pauseNotices(state).flatMap(({ buttons }) => buttons.map((button) => button.does));

test("nobody is told of a referee who was not asked", () => {
  assert.equal(reviewSaid(at("draw")), "");
  assert.equal(canOfferPause(at("draw")), false);
});

test("what is with the referee is said, and a pause can be offered", () => {
  assert.equal(reviewSaid(asked([1])), "Hand 1 is with the referee.");
  assert.equal(reviewSaid(asked([0])), "The match is with the referee.");
  assert.equal(reviewSaid(asked([0, 1, 3])), "Hands 1, 3 are with the referee.");
  assert.ok(canOfferPause(asked([1])));
  assert.equal(canOfferPause(asked([1], { offers: [], since: 5, by_referee: true })), false);
});

test("an offer is answered by the others alone", () => {
  const state = asked([1]);
  const pause = (offers) => asked([1], { offers, since: null, by_referee: false });
  assert.deepEqual(does(pause([state.table.you])), []);
  assert.deepEqual(does(pause([person(state)])), ["offer_pause"]);
});

test("in a pause nothing can be done but go on, and the referee's pause is the referee's", () => {
  const state = asked([1], { offers: [], since: 5, by_referee: false });
  assert.ok(isPaused(state));
  assert.equal(mustAct(state), false);
  assert.deepEqual(can(state), {});
  assert.equal(statusLine(state), "The match is paused");
  assert.deepEqual(does(state), ["resume"]);
  assert.deepEqual(does(asked([1], { offers: [], since: 5, by_referee: true })), []);
});

test("hands that count otherwise are named once, with those that came after the end", () => {
  const ruled = { changed: [[2, 0], [2, 1]], struck: [4] };
  assert.deepEqual(ruledSaid({ ruled }), [
    "Hand 2: corrected by the referee.",
    "Hand 4 does not count: the match had ended before it.",
  ]);
  assert.deepEqual(ruledSaid({ ruled: null }), []);
});

test("a ruling stands among the moves, and may end the match", () => {
  const state = at("draw");
  const event = { kind: "ruled", number: 1, changed: [], struck: [], resumed: true };
  assert.equal(sentence(state, event), "The referee has ruled: the match goes on");
  const end = { reason: "ruled", winner: state.table.you };
  assert.equal(matchHeadline(state, end), "The referee decided the match: you win");
});
