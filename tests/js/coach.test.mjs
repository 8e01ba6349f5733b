import assert from "node:assert/strict";
import { test } from "node:test";

import { lesson } from "table/gin/coach.js";
import { at } from "./fixture.mjs";

const plain = (text) => text.replace(/[\u2066\u2069]/g, "");

test("the first pages explain melds and deadwood with the player's own cards", () => {
  const fresh = at("upcard", (view, message) => {
    view.hand = 1;
    view.best = { melds: ["7H 8H 9H"], deadwood: "KD", count: 10 };
    message.moves = [{ kind: "hand_dealt", v: 1 }];
  });
  const [aim, deadwood] = [lesson(fresh, 0), lesson(fresh, 1)];
  assert.deepEqual([aim.key, aim.more], ["aim", true]);
  assert.match(plain(aim.tip), /7♥ 8♥ 9♥/);
  assert.equal(deadwood.key, "deadwood");
  assert.match(deadwood.tip, /You have 10\. With 10 or less/);
  assert.equal(lesson(fresh, 2).key, "upcard");
});

test("whoever plays without reading on is not held up by the first pages", () => {
  const played = at("draw", (view, message) => {
    view.hand = 1;
    message.moves = [{ kind: "upcard_passed", seat: 0, v: 2 }];
  });
  assert.equal(lesson(played, 0).key, "draw");
});

test("each decision has its lesson, with a word on the cards at hand", () => {
  assert.equal(lesson(at("upcard")).key, "upcard");
  assert.match(plain(lesson(at("upcard")).tip), /5♠ makes (a|no) meld/);
  assert.equal(lesson(at("draw")).key, "draw");
  assert.match(plain(lesson(at("draw")).tip), /9♦/);
  assert.equal(lesson(at("draw", (view) => delete view.can.take_discard)).key, "first-draw");
  const shed = lesson(at("shed", (view) => delete view.can.knock));
  assert.equal(shed.key, "discard");
  assert.match(plain(shed.tip), /leaves the least deadwood: 16/);
});

test("a knock is pointed out with the card that leaves least, and gin before it", () => {
  const knock = lesson(at("knockable", (view) => (view.can.gin = [])));
  assert.equal(knock.key, "knock");
  assert.match(knock.tip, /leaves \d+\.$/);
  const gin = lesson(at("knockable", (view) => (view.can.gin = ["KD"])));
  assert.equal(gin.key, "gin");
  assert.match(gin.text, /Gin pays 25 more/);
});

test("laying off says which cards are laid off already", () => {
  const some = lesson(at("layoff", (view) => (view.defence.layoffs = [["7S", 0]])));
  assert.match(plain(some.tip), /^7♠ fit/);
  const none = lesson(at("layoff", (view) => (view.defence.layoffs = [])));
  assert.match(none.tip, /Nothing of yours fits/);
});

test("while the other side plays the coach says what to watch", () => {
  const waiting = lesson(
    at("draw", (view) => {
      view.turn = [1];
      view.seats[1].holds = ["9H"];
    }),
  );
  assert.equal(waiting.key, "waiting");
  assert.match(plain(waiting.tip), /9♥/);
});

test("results are explained by their kind, and the match by the rules' own numbers", () => {
  assert.equal(lesson(at("result")).key, "result-undercut");
  const empty = at("result", (view) => Object.assign(view.result, { kind: "void", void: "wall" }));
  assert.equal(lesson(empty).key, "result-void");
  const { game_bonus: bonus } = at("over").table.rules;
  assert.ok(lesson(at("over")).text.includes(`${bonus} points`));
});

test("who only watches is not taught", () => {
  assert.equal(lesson(at("watching", (view, message) => (message.table.you = null))), null);
  assert.equal(lesson(at("waiting")), null);
});
