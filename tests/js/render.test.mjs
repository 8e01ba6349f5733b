import assert from "node:assert/strict";
import { test } from "node:test";

import { handShown } from "table/gin/felt.js";
import { defenceShown, reduce } from "table/reduce.js";
import { notices } from "table/notices.js";
import { at } from "./fixture.mjs";

globalThis.document = { getElementById: () => ({ dataset: { lobby: "/lobby/", login: "/login/" } }) };
globalThis.location = { pathname: "/tables/k3v9abcdef/" };

const keysOf = (state) => notices(state).map(({ key }) => key);

test("a quiet table has nothing to tell", () => {
  assert.deepEqual(keysOf(reduce(at("draw"), { t: "line", is: "online" })), []);
});

test("an offer can be taken or turned down by the other, and withdrawn by who made it", () => {
  const theirs = at("draw", (view) => (view.offers.void = [1]));
  assert.deepEqual(notices(theirs)[0].buttons.map(({ id }) => id), ["offer_void", "decline_void"]);
  const mine = at("draw", (view) => (view.offers.void = [0]));
  assert.deepEqual(notices(mine)[0].buttons.map(({ id }) => id), ["decline_void"]);
});

test("a claim is counted down to and opens at its time", () => {
  const state = at("trouble");
  const away = notices(state).find(({ key }) => key === "away-1");
  assert.equal(away.until, state.seats[1].claim_at);
  assert.deepEqual(away.buttons, [{ id: "claim", label: "Claim the win", openAt: state.seats[1].claim_at }]);
});

test("who is logged out is led to the login and back", () => {
  const [notice] = notices(reduce(at("draw"), { t: "line", is: "signed-out" }));
  assert.equal(notice.link.href, "/login/?next=%2Ftables%2Fk3v9abcdef%2F");
});

test("a lost line offers to try at once", () => {
  const [notice] = notices(reduce(at("draw"), { t: "line", is: "waiting" }));
  assert.deepEqual(notice.buttons.map(({ does }) => does), ["reconnect"]);
});

test("a closed table leads back to the lobby", () => {
  const closed = at("waiting", () => {});
  const [notice] = notices({ ...closed, table: { ...closed.table, status: "closed" } });
  assert.equal(notice.link.href, "/lobby/");
});

test("laid-off cards have left the hand, and a knocker's hand lies on the table", () => {
  const defending = at("layoff");
  assert.ok(!handShown(defending).includes("5C"));
  assert.ok(handShown(defending).includes("KD"));
  const knocked = at("layoff", (view) => (view.knock.seat = 0));
  assert.deepEqual(handShown(knocked), []);
});

test("once the hand is scored the laid-off cards stay on the table", () => {
  const scored = at("result");
  assert.equal(scored.defence, null);
  assert.deepEqual(defenceShown(scored).layoffs, [["5C", 0], ["TC", 1]]);
  assert.ok(!handShown(at("result", (view) => (view.seats[0].hand = "7H 8H 9H 4S 4D 4C KD 5C TC AD"))).includes("TC"));
});
