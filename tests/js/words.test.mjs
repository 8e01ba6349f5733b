import assert from "node:assert/strict";
import { test } from "node:test";

import { clockTime, secondsLeft, signed, span } from "lib/format.js";
import { fill } from "lib/i18n.js";
import { nameCards } from "table/cards.js";
import { remaining } from "table/clock.js";
import { reduce } from "table/reduce.js";
import { soundFor } from "table/sounds.js";
import { lineName } from "table/gin/words.js";
import { ratingText } from "table/names.js";
import { said } from "table/beside.js";
import { limitSaid } from "table/gin/felt.js";
import { hint, matchHeadline, refusalText, resultHeadline, roleSaid } from "table/words.js";
import { sentence, statusLine, tableTitle } from "table/words.js";
import { at } from "./fixture.mjs";

nameCards({ "7H": "seven of hearts", "5S": "five of spades" });

/** The sentence without the isolates around card signs. */
const plain = (text) => text.replace(/[\u2066\u2069]/g, "");

test("the status says whose turn it is and what to do", () => {
  assert.equal(plain(statusLine(at("upcard"))), "Take the 5♠, or pass");
  assert.equal(plain(statusLine(at("draw"))), "Your turn: draw, or take the 9♦");
  assert.equal(statusLine(at("draw", (view) => delete view.can.take_discard)), "Your turn: draw from the stock");
  assert.equal(statusLine(at("watching")), "bob is about to draw");
  assert.equal(statusLine(at("shed")), "Choose a card to discard");
  assert.equal(plain(statusLine(reduce(at("shed"), { t: "select", card: "KD" }))), "Without the K♦: deadwood 16");
  assert.equal(statusLine(at("waiting")), "Waiting for an opponent");
  assert.equal(statusLine(at("over")), "You win the match");
});

test("moves are told in the second person to who made them and by name to the others", () => {
  const state = at("draw");
  assert.equal(sentence(state, { kind: "pile_taken", seat: 1, card: "7H" }), "bob takes the seven of hearts");
  assert.equal(sentence(state, { kind: "pile_taken", seat: 0, card: "7H" }), "You take the seven of hearts");
  assert.equal(sentence(state, { kind: "stock_drawn", seat: 1, card: null }), "bob draws from the stock");
  assert.equal(sentence(state, { kind: "card_discarded", seat: 1, card: null }), "bob discards");
  assert.equal(sentence(state, { kind: "knocked", seat: 1, how: "knock", count: 7 }), "bob knocks with 7");
  assert.equal(sentence(state, { kind: "knocked", seat: 0, how: "gin", count: 0 }), "You go gin");
  assert.equal(sentence(state, { kind: "hand_scored", winner: 1, how: "gin", points: 40 }), "Gin! bob wins 40");
  assert.equal(sentence(state, { kind: "hand_voided", reason: "wall" }), "The stock ran out.");
  assert.equal(sentence(state, { kind: "seat_ready", seat: 1 }), null);
});

test("a result explains itself", () => {
  const state = at("result");
  assert.equal(resultHeadline(state, state.view.result), "Undercut! You win 32");
  assert.equal(lineName(state, state.view.result, "difference"), "9 deadwood less 2");
  assert.equal(lineName(state, state.view.result, "undercut_bonus"), "undercut bonus");
});

test("a match ends in words for every reason", () => {
  const state = at("over");
  const ended = (reason, winner) => matchHeadline(state, { reason, winner });
  assert.equal(ended("target", 1), "bob wins the match");
  assert.equal(ended("resigned", 0), "You win: the other side resigned");
  assert.equal(ended("flagged", 1), "bob wins on time");
  assert.equal(ended("agreed", null), "The match was called off");
  assert.equal(ended("hands", null), "The match is drawn");
});

test("a refusal is said with its numbers", () => {
  const state = reduce(at("shed"), { t: "error", id: null, code: "KNOCK_OVER_LIMIT", detail: { count: 17, limit: 10 } });
  assert.equal(refusalText(state), "You need 10 or less; you would be left with 17.");
  assert.equal(refusalText(reduce(state, { t: "error", id: null, code: "NEW_CODE", detail: {} })), "NEW_CODE");
});

test("a hint names the discard that leaves least and judges the pile", () => {
  const shed = hint(at("shed"));
  assert.ok(["KD", "QS"].includes(shed.cards[0]));
  assert.match(plain(shed.text), /leaves the least deadwood: 16/);
  assert.match(plain(hint(at("draw", (view) => (view.pile.cards = ["TH"]))).text), /10♥ makes a meld/);
  assert.match(plain(hint(at("draw")).text), /9♦ makes no meld/);
});

test("a template keeps what it does not know", () => {
  assert.equal(fill("%(a)s and %(b)s", { a: 1 }), "1 and %(b)s");
});

test("times are written as one reads them", () => {
  assert.equal(clockTime(0), "0:00");
  assert.equal(clockTime(-5), "0:00");
  assert.equal(clockTime(6_400), "0:07");
  assert.equal(clockTime(180_000), "3:00");
  assert.equal(span(2 * 86_400_000 + 3 * 3_600_000), "2 d 3 h");
  assert.equal(span(3_600_000 + 300_000), "1 h 5 min");
  assert.equal(secondsLeft(10_500, 10_000), 1);
  assert.equal(signed(-64), "\u200e−64");
  assert.equal(signed(25), "\u200e+25");
});

test("a clock uses up the move's time and then the bank", () => {
  const clock = { move_ms: 30_000, bank_ms: 180_000, running: true, deadline: 210_000 };
  assert.deepEqual(remaining(clock, 10_000), { move: 20_000, bank: 180_000, running: true, onBank: false, urgent: false });
  assert.deepEqual(remaining(clock, 40_000), { move: 0, bank: 170_000, running: true, onBank: true, urgent: false });
  assert.ok(remaining(clock, 201_000).urgent);
  assert.equal(remaining(clock, 999_000).bank, 0);
  assert.equal(remaining({ ...clock, running: false, deadline: null }, 0).move, 30_000);
});

test("the most telling event makes the sound", () => {
  const alice = { seat: 0, side: 0, plays: true };
  assert.equal(soundFor([{ kind: "defended" }, { kind: "hand_scored", winner: 0 }], alice, false), "win");
  assert.equal(soundFor([{ kind: "hand_scored", winner: 1 }], alice, false), "lose");
  assert.equal(soundFor([{ kind: "knocked" }], alice, true), "knock");
  assert.equal(soundFor([{ kind: "card_discarded" }], alice, true), "turn");
  assert.equal(soundFor([{ kind: "card_discarded" }], alice, false), "discard");
  assert.equal(soundFor([], alice, false), null);
  assert.equal(soundFor([{ kind: "hand_scored", winner: 1 }], { ...alice, plays: false }, false), "knock");
  assert.equal(soundFor([{ kind: "match_ended", winner: 1 }], { ...alice, seat: 3, side: 1 }, false), "win");
});

test("a rating that rests on few games is marked", () => {
  assert.equal(ratingText({ points: 1512, provisional: false }), "1512");
  assert.equal(ratingText({ points: 1490, provisional: true }), "1490?");
});

test("the table is called after the opponent as soon as there is one", () => {
  const waiting = at("waiting");
  assert.equal(tableTitle(waiting), "Your table");
  const seats = waiting.seats.map((seat) => seat ?? { name: "bob" });
  assert.equal(tableTitle(reduce(waiting, { t: "seats", seats })), "You and bob");
  assert.equal(tableTitle(at("draw", (view, message) => (message.table.you = null))), null);
});

test("at a table of many everybody is told by name", () => {
  const seen = at("three_sits_out");
  assert.equal(statusLine(seen), "bob is choosing a discard");
  assert.equal(roleSaid(seen), "You deal and sit out this hand");
  assert.equal(roleSaid(at("box_adviser")), "You advise: bob's hand");
  assert.equal(roleSaid(at("partners_draw")), "");
  assert.equal(roleSaid(at("partners_draw", (view) => (view.dealer = 0))), "Dealer");
  assert.equal(sentence(seen, { kind: "knocked", seat: 0, how: "knock", count: 4 }), "alice knocks with 4");
  assert.equal(tableTitle(seen), "You, alice, bob");
});

test("leaving and coming back is told, and what happens meanwhile", () => {
  const left = (seat, reason) => sentence(at("three_draw"), { kind: "seat_left", seat, reason });
  assert.equal(left(1, "resigned"), "bob leaves: the computer plays on");
  assert.equal(left(1, "flagged"), "bob ran out of time: the computer plays on");
  assert.equal(left(0, "flagged"), "Your time ran out: the computer plays on for you");
  assert.equal(sentence(at("three_draw"), { kind: "seat_returned", seat: 1 }), "bob is back");
  assert.match(statusLine(at("three_draw", (view) => (view.away = [0]))), /^The computer plays on for you/);
});

test("the winner of a match is a side", () => {
  const ended = (name, match) => matchHeadline(at(name), match);
  assert.equal(ended("partners_draw", { reason: "target", winner: 0 }), "You win the match");
  assert.equal(ended("partners_draw", { reason: "target", winner: 1 }), "bob and Computer win the match");
  assert.equal(ended("three_draw", { reason: "flagged", winner: 1 }), "The others have left: bob wins");
  assert.equal(ended("three_draw", { reason: "resigned", winner: 1, away: [0] }), "You left: bob wins");
  assert.equal(ended("three_draw", { reason: "target", winner: null }), "The match is drawn");
});

test("the other table is told in one line: who plays, who knocked, what it brought", () => {
  const told = (name) => said(at(name), at(name).view.beside[0]);
  assert.equal(told("partners_draw"), "Computer is choosing a discard · 24 left");
  assert.equal(told("partners_wait"), "Computer knocked with 6");
  assert.equal(told("partners_between"), "Computer knocks and wins 14");
  assert.equal(statusLine(at("partners_wait")), "You have finished: your partner lays off, and you may advise");
  assert.equal(statusLine(at("partners_wait", (view) => delete view.sees)), "You have finished: the other table plays on");
  const waits = at("partners_wait");
  assert.equal(statusLine({ ...waits, table: { ...waits.table, you: null } }), "The other table plays on");
});

test("in Oklahoma the limit of the deal is said with the card that set it (EC-62, EC-60)", () => {
  assert.equal(plain(limitSaid({ limit: 5, doubled: false, upcard: "5H" })), "5♥ up: knock with 5 or less");
  assert.equal(plain(limitSaid({ limit: 0, doubled: true, upcard: "AS" })), "A♠ up: only gin ends the hand · counts double");
});
