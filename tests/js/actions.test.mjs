import assert from "node:assert/strict";
import { test } from "node:test";

import { choices, createActions, leavingSaid, stillAllowed } from "table/actions.js";
import { knockCards, meantKnock } from "table/gin/choices.js";
import { reduce } from "table/reduce.js";
import { at } from "./fixture.mjs";
import { element } from "./page.mjs";

const byId = (state) => Object.fromEntries(choices(state).map((choice) => [choice.id, choice]));

test("the knock button is always there and says why it is closed", () => {
  assert.equal(byId(at("upcard")).knock.reason, "Draw first");
  assert.equal(byId(at("watching")).knock.reason, "Not your turn");
  assert.equal(byId(at("shed")).knock.reason, "At best 16: over 10");
  assert.equal(byId(at("shed", (view) => (view.limit = 0))).knock.reason, "Only gin ends a hand here");
});

test("the knock button shows the count it knocks with", () => {
  assert.equal(byId(at("knockable")).knock.label, "Knock with 4");
  assert.ok(byId(at("knockable")).knock.enabled);
});

test("the knock meant is the chosen card's, else the least", () => {
  const two = at("knockable", (view) => (view.can.knock = { KD: 4, "2C": 9 }));
  assert.deepEqual(meantKnock(two), ["KD", 4]);
  assert.deepEqual(meantKnock(reduce(two, { t: "select", card: "2C" })), ["2C", 9]);
  assert.deepEqual(meantKnock(reduce(two, { t: "select", card: "7H" })), ["KD", 4]);
});

test("gin is offered beside the knock and never taken for it", () => {
  const gin = at("knockable", (view) => {
    view.can.knock = { KD: 0, "2C": 9 };
    view.can.gin = ["KD"];
  });
  const open = byId(gin);
  assert.ok(open.gin.enabled);
  assert.equal(open.knock.label, "Knock with 9");
  const only = at("knockable", (view) => {
    view.can.knock = { KD: 0 };
    view.can.gin = ["KD"];
  });
  assert.equal(byId(only).knock.reason, "Nothing left over: that is gin");
  assert.deepEqual(knockCards(only), [["KD", 0]]);
});

test("big gin is asked for", () => {
  assert.ok(byId(at("shed", (view) => (view.can.big_gin = true))).big_gin.enabled);
  assert.equal(byId(at("shed")).big_gin, undefined);
});

test("a discard needs a card, and not the one just taken", () => {
  assert.equal(byId(at("shed")).discard.reason, "Choose a card first");
  assert.ok(byId(reduce(at("shed"), { t: "select", card: "KD" })).discard.enabled);
  const taken = at("shed", (view) => {
    view.banned = "3D";
    view.can.discard = view.can.discard.filter((card) => card !== "3D");
  });
  const barred = byId(reduce(taken, { t: "select", card: "3D" })).discard;
  assert.ok(!barred.enabled);
  assert.match(barred.reason, /may not go back/);
});

test("the last chance knocks or passes", () => {
  const open = byId(at("last_chance"));
  assert.equal(open.knock.label, "Knock with 7");
  assert.ok(open.pass_last.enabled);
});

test("a rematch is proposed, waited for, or accepted", () => {
  assert.equal(byId(at("over")).rematch.label, "Rematch");
  assert.equal(byId(at("over", (view) => (view.offers.rematch = [1]))).rematch.label, "Accept rematch");
  assert.equal(byId(at("over", (view) => (view.offers.rematch = [0]))).rematch.enabled, false);
});

test("who comes back after both agreed is led to the rematch", () => {
  const agreed = { void: [], rematch: [0, 1], rematch_url: "/tables/again/" };
  const state = at("over", (view) => (view.offers = agreed));
  const went = [];
  assert.equal(byId(state).rematch, undefined);
  player(state, { go: (url) => went.push(url) }).actions.choose("go_to_rematch");
  assert.deepEqual(went, ["/tables/again/"]);
});

test("who left waits for the end of the hand to come back", () => {
  const away = at("three_away");
  assert.ok(byId(away).come_back.enabled);
  const early = at("three_draw", (view) => (view.away = [0]));
  assert.deepEqual(Object.keys(byId(early)), ["come_back"]);
  assert.match(byId(early).come_back.reason, /when this hand is over/);
});

test("leaving says what it means here", () => {
  assert.match(leavingSaid(at("draw")).text, /the other side wins/);
  assert.match(leavingSaid(at("three_draw")).text, /The computer plays on for you/);
  assert.match(leavingSaid(at("three_draw", (view) => (view.away = [2]))).text, /ends at once/);
});

test("who has finished cannot hurry the other table", () => {
  assert.equal(byId(at("partners_wait")).ready.reason, "The other table plays on");
  assert.ok(byId(at("partners_between")).ready.enabled);
});

test("who sits out has nothing to press", () => {
  assert.deepEqual(choices(at("three_sits_out")), []);
});

test("a watcher has nothing to press", () => {
  assert.deepEqual(choices(at("draw", (view, message) => (message.table.you = null))), []);
});

test("a move that lost a race is repeated only while the rules allow it", () => {
  assert.ok(stillAllowed(at("shed"), { kind: "discard", card: "KD" }));
  assert.ok(!stillAllowed(at("watching"), { kind: "discard", card: "KD" }));
  assert.ok(stillAllowed(at("knockable"), { kind: "knock", card: "KD" }));
  assert.ok(!stillAllowed(at("knockable"), { kind: "knock", card: "7H" }));
  assert.ok(stillAllowed(at("watching"), { kind: "resign" }));
});

function player(state, { preferences = {}, sure = true, go = () => {} } = {}) {
  const seen = { sent: [], asked: [], told: [] };
  let now = state;
  const actions = createActions({
    state: () => now,
    send: (action) => seen.sent.push(action),
    dispatch: (message) => {
      seen.told.push(message);
      now = reduce(now, message);
    },
    preferences: { confirm_discard: true, confirm_knock: true, ...preferences },
    confirm: async () => sure,
    ask: (question) => seen.asked.push(question),
    dialogs: { knock: element() },
    openResult: () => {},
    go,
  });
  return { actions, seen };
}

test("a tap chooses, a second tap puts back; without asking it sheds", () => {
  const careful = player(at("shed"));
  careful.actions.tap("KD");
  careful.actions.tap("KD");
  assert.deepEqual(careful.seen.sent, []);
  const quick = player(at("shed"), { preferences: { confirm_discard: false } });
  quick.actions.tap("KD");
  quick.actions.tap("KD");
  assert.deepEqual(quick.seen.sent, [{ kind: "discard", card: "KD" }]);
});

test("a closed choice says why and sends nothing", () => {
  const { actions, seen } = player(at("shed"));
  actions.choose("knock");
  assert.deepEqual(seen.sent, []);
  assert.equal(seen.told.at(-1).text, "At best 16: over 10");
});

test("a knock opens the arrangement; without asking the server's best is shown", () => {
  const careful = player(at("knockable"));
  careful.actions.choose("knock");
  assert.deepEqual(careful.seen.asked, [{ q: "arrangements", card: "KD" }]);
  assert.deepEqual(careful.seen.sent, []);
  const quick = player(at("knockable"), { preferences: { confirm_knock: false } });
  quick.actions.choose("knock");
  assert.deepEqual(quick.seen.sent, [{ kind: "knock", card: "KD", melds: null }]);
});

test("a false knock is possible only at an expose table and only when confirmed", async () => {
  const open = reduce(
    at("shed", (view) => (view.can.false_knock = true)),
    { t: "select", card: "KD" },
  );
  const sure = player(open);
  sure.actions.choose("knock");
  await Promise.resolve();
  await Promise.resolve();
  assert.deepEqual(sure.seen.sent, [{ kind: "knock", card: "KD", melds: null }]);
  const unsure = player(open, { sure: false });
  unsure.actions.choose("knock");
  await Promise.resolve();
  await Promise.resolve();
  assert.deepEqual(unsure.seen.sent, []);
});

test("nothing is sent while a command is under way", () => {
  const waiting = reduce(at("draw"), { t: "sent", id: "a", action: { kind: "draw_stock" } });
  const { actions, seen } = player(waiting);
  actions.choose("draw_stock");
  assert.deepEqual(seen.sent, []);
});

test("the defence shown is the one that is sent", () => {
  const { actions, seen } = player(at("layoff"));
  actions.choose("defend");
  assert.deepEqual(seen.sent, [
    { kind: "defend", melds: ["7H 8H 9H", "4S 4D 4C"], layoffs: [["5C", 0], ["TC", 1]] },
  ]);
});
