import assert from "node:assert/strict";
import { test } from "node:test";

import { busy, mustAct, reduce, standing } from "table/reduce.js";
import { at, snapshot } from "./fixture.mjs";

const nextView = (name, change = {}) => ({ ...snapshot(name).view, ...change });
const withHand = (view, hand) => ({ ...view, seats: [{ ...view.seats[0], hand }, view.seats[1]] });

test("a snapshot is the whole truth and the hand is in the preferred order", () => {
  const state = at("draw", undefined, "melds");
  assert.equal(state.v, 16);
  assert.deepEqual(state.order, ["7H", "8H", "9H", "4S", "4C", "4D", "AD", "2C", "QS", "KD"]);
  assert.ok(mustAct(state));
});

test("an update that follows moves the version, keeps its events and the order of the hand", () => {
  let state = at("draw");
  state = reduce(state, { t: "order", cards: ["KD", ...state.order.filter((card) => card !== "KD")] });
  const events = [{ kind: "stock_drawn", v: 17, seat: 0, card: "3D", stock: 27 }];
  state = reduce(state, { t: "update", from: 16, v: 17, now: 0, events, view: nextView("shed") });
  assert.equal(state.v, 17);
  assert.deepEqual(state.order, ["KD", "7H", "8H", "9H", "4S", "4D", "4C", "QS", "2C", "AD", "3D"]);
  assert.deepEqual(state.news.events, events);
  assert.equal(state.moves.at(-1).card, "3D");
});

test("an update with a gap changes nothing and asks for what was missed", () => {
  const before = at("draw");
  const state = reduce(before, { t: "update", from: 17, v: 18, events: [], view: nextView("shed") });
  assert.equal(state.v, 16);
  assert.equal(state.view, before.view);
  assert.ok(state.missing);
});

test("an update heard twice is not told twice", () => {
  const message = { t: "update", from: 16, v: 17, events: [{ kind: "upcard_passed", v: 17, seat: 1 }], view: nextView("draw") };
  const once = reduce(at("draw"), message);
  const twice = reduce(once, { ...message, from: 16 });
  assert.equal(twice.moves.length, once.moves.length);
  assert.deepEqual(twice.news.events, []);
});

test("an overlapping update tells only what is new", () => {
  const events = [15, 16, 17].map((v) => ({ kind: "upcard_passed", v, seat: 1 }));
  const state = reduce(at("draw"), { t: "update", from: 14, v: 17, events, view: nextView("draw") });
  assert.deepEqual(state.news.events.map(({ v }) => v), [17]);
});

test("a command is under way until its update, its ack or its error", () => {
  const sent = reduce(at("draw"), { t: "sent", id: "a", action: { kind: "draw_stock" } });
  assert.ok(busy(sent));
  assert.ok(!busy(reduce(sent, { t: "update", from: 16, v: 17, id: "a", events: [], view: nextView("shed") })));
  assert.ok(!busy(reduce(sent, { t: "ack", id: "a", v: 16 })));
  assert.ok(!busy(reduce(sent, { t: "error", id: "a", code: "BUSY", detail: {} })));
  assert.ok(busy(reduce(sent, { t: "error", id: "b", code: "BUSY", detail: {} })));
});

test("an ack of a later version asks for what was missed", () => {
  const sent = reduce(at("draw"), { t: "sent", id: "a", action: { kind: "draw_stock" } });
  assert.ok(reduce(sent, { t: "ack", id: "a", v: 20 }).missing);
});

test("a move that lost a race is kept for another try, at most twice", () => {
  let state = at("draw");
  for (const tries of [0, 1]) {
    state = reduce(state, { t: "sent", id: "a", action: { kind: "draw_stock" }, tries });
    state = reduce(state, { t: "error", id: "a", code: "STALE", v: 17, detail: {} });
    assert.deepEqual(state.retry, { action: { kind: "draw_stock" }, v: 17, tries: tries + 1 });
    assert.ok(state.missing);
    assert.equal(state.error, null);
  }
  state = reduce(state, { t: "sent", id: "a", action: { kind: "draw_stock" }, tries: 2 });
  state = reduce(state, { t: "error", id: "a", code: "STALE", v: 17, detail: {} });
  assert.equal(state.retry, null);
  assert.equal(state.error.code, "STALE");
});

test("a refusal is shown once for each time it comes", () => {
  const once = reduce(at("shed"), { t: "error", id: null, code: "KNOCK_OVER_LIMIT", detail: { count: 17, limit: 10 } });
  const twice = reduce(once, { t: "error", id: null, code: "KNOCK_OVER_LIMIT", detail: { count: 17, limit: 10 } });
  assert.equal(twice.error.n, once.error.n + 1);
});

test("only a card of the own hand can be chosen, and the choice ends with the turn", () => {
  const chosen = reduce(at("shed"), { t: "select", card: "KD" });
  assert.deepEqual(chosen.chosen, ["KD"]);
  assert.deepEqual(reduce(chosen, { t: "select", card: "5H" }).chosen, []);
  const after = reduce(chosen, { t: "update", from: 16, v: 17, events: [], view: nextView("watching") });
  assert.deepEqual(after.chosen, []);
});

test("a choice survives an update of the same turn", () => {
  const chosen = reduce(at("shed"), { t: "select", card: "KD" });
  const offered = { ...chosen.view, offers: { void: [1], rematch: [] } };
  assert.deepEqual(reduce(chosen, { t: "update", from: 16, v: 17, events: [], view: offered }).chosen, ["KD"]);
});

test("a sorted hand is sorted again after the shed and not while a card is drawn", () => {
  let state = at("draw", undefined, "rank");
  state = reduce(state, { t: "update", from: 16, v: 17, events: [], view: nextView("shed") });
  assert.equal(state.order.at(-1), "3D");
  const view = withHand(nextView("watching"), "7H 8H 9H 4S 4D 4C 3D QS 2C AD");
  state = reduce(state, { t: "update", from: 17, v: 18, events: [], view });
  assert.deepEqual(state.order.slice(0, 4), ["AD", "2C", "3D", "4S"]);
});

test("a hand put in order by hand is never sorted behind the player's back", () => {
  let state = at("shed", undefined, "rank");
  state = reduce(state, { t: "order", cards: [...state.order].reverse() });
  const kept = state.order.filter((card) => card !== "KD");
  const view = withHand(nextView("watching"), "7H 8H 9H 4S 4D 4C 3D QS 2C AD");
  state = reduce(state, { t: "update", from: 16, v: 17, events: [], view });
  assert.deepEqual(state.order, kept);
});

test("the defence starts with the best there is and follows only the newest answer", () => {
  let state = at("layoff");
  assert.equal(state.defence.count, 11);
  state = reduce(state, { t: "asked", id: "old", defence: { ...state.defence, layoffs: [] } });
  state = reduce(state, { t: "asked", id: "new", defence: { ...state.defence, layoffs: [["5C", 0]] } });
  const late = reduce(state, { t: "answer", id: "old", defence: { layoffs: [], count: 26 } });
  assert.deepEqual(late.defence.layoffs, [["5C", 0]]);
  const answered = reduce(late, { t: "answer", id: "new", defence: { layoffs: [["5C", 0]], count: 21 } });
  assert.equal(answered.defence.count, 21);
  assert.equal(answered.asked, null);
});

test("a refused change of the defence goes back to the best", () => {
  let state = reduce(at("layoff"), { t: "asked", id: "a", defence: { layoffs: [] } });
  state = reduce(state, { t: "error", id: "a", code: "LAYOFF_DOES_NOT_FIT", detail: {} });
  assert.equal(state.defence.count, 11);
});

test("the plan of a defence survives an update of the same lay-off", () => {
  let state = reduce(at("layoff"), { t: "asked", id: null, defence: { layoffs: [["5C", 0]], count: 21 } });
  state = reduce(state, { t: "update", from: 16, v: 17, events: [], view: nextView("layoff") });
  assert.equal(state.defence.count, 21);
});

test("lay-offs stand only as long as what they lie on", () => {
  const melds = ["4S 5S 6S"];
  assert.deepEqual(standing([["7S", 0], ["8S", 0]], melds), [["7S", 0], ["8S", 0]]);
  assert.deepEqual(standing([["8S", 0]], melds), []);
  assert.deepEqual(standing([["7S", 4]], melds), []);
});

test("the server's clock is kept as an offset, refined by the measured lag", () => {
  let state = at("draw");
  assert.equal(state.offset, 0);
  state = reduce(state, { t: "pong", n: 1, now: 1000, rtt: 40 }, 900);
  assert.equal(state.offset, 120);
});

test("an unknown message changes nothing", () => {
  const state = at("draw");
  assert.equal(reduce(state, { t: "weather" }), state);
});

test("a lost line stays lost on the page until a new one stands", () => {
  let state = reduce(at("draw"), { t: "line", is: "waiting" });
  state = reduce(state, { t: "line", is: "connecting" });
  assert.equal(state.line, "waiting");
  assert.equal(reduce(state, { t: "line", is: "online" }).line, "online");
});
