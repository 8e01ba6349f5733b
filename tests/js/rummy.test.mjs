import assert from "node:assert/strict";
import { test } from "node:test";

import { nameCards } from "table/cards.js";
import { reduce } from "table/reduce.js";
import { choices, chosenMeld, fitting, stockEnd, suggestion, targets } from "table/rummy/choosing.js";
import { byOwner } from "table/rummy/felt.js";
import { count, mostCards, notes } from "table/rummy/hand.js";
import { createHands } from "table/rummy/hands.js";
import { completes, fits, freshCards, isMeld, lying, meldName, worthOf } from "table/rummy/melds.js";
import { inOrder } from "table/rummy/result.js";
import { explained, headline, hint, lineName, meldLabel, sentences, status } from "table/rummy/words.js";
import { soundFor } from "table/sounds.js";
import { at } from "./fixture.mjs";

nameCards({ "7H": "seven of hearts", TH: "ten of hearts", "4S": "four of spades", KH: "king of hearts" });

/** The sentence without the isolates around card signs. */
const plain = (text) => text.replace(/[\u2066\u2069]/g, "");

const playing = (...cards) => reduce(at("rummy_meld"), { t: "choose", cards });
const byId = (state) => Object.fromEntries(choices(state).map((choice) => [choice.id, choice]));

// Melds.

test("a run lies from low to high, its ace above the king only where there is no two (EC-01, EC-87)", () => {
  assert.deepEqual(lying("TH 8H 9H"), ["8H", "9H", "TH"]);
  assert.deepEqual(lying("AS QS KS"), ["QS", "KS", "AS"]);
  assert.deepEqual(lying("3S AS 2S"), ["AS", "2S", "3S"]);
  assert.deepEqual(lying("AC AS AH"), ["AS", "AH", "AC"]);
});

test("a meld is called by its ends or by its cards", () => {
  assert.equal(meldName("TH 8H 9H 7H"), "run from the seven of hearts to the ten of hearts");
  assert.match(plain(meldName("4S 4D 4C")), /^set: four of spades, 4♣, 4♦$/);
});

test("every card left counts, melds in hand too, and an ace fifteen where it may be high (EC-86, W49)", () => {
  assert.equal(worthOf(["7S", "7H", "7D"], { ace: "low" }), 21);
  assert.equal(worthOf(["AS", "9H", "KD"], { ace: "low" }), 20);
  assert.equal(worthOf(["AS", "9H", "KD"], { ace: "high_or_low" }), 34);
});

test("queen, king and ace make a meld only where the ace may be high (EC-01, EC-88)", () => {
  assert.ok(completes(["QS", "KS"], "AS", { ace: "high_or_low" }));
  assert.ok(!completes(["QS", "KS"], "AS", { ace: "low" }));
  assert.ok(!completes(["KS", "AS"], "2S", { ace: "high_or_low" }));
});

test("sets have three or four cards, runs three and more of one suit, and K-A-2 is none (EC-01)", () => {
  const low = { ace: "low" };
  const high = { ace: "high_or_low" };
  assert.ok(isMeld(["7S", "7H", "7D"], low));
  assert.ok(isMeld(["3H", "AH", "2H"], low));
  assert.ok(!isMeld(["7H", "8H"], low));
  assert.ok(!isMeld(["7H", "8H", "9S"], low));
  assert.ok(!isMeld(["7H", "8H", "TH"], low));
  assert.ok(!isMeld(["QS", "KS", "AS"], low));
  assert.ok(isMeld(["JS", "QS", "KS", "AS"], high));
  assert.ok(isMeld(["AS", "2S", "3S"], high));
  assert.ok(!isMeld(["KS", "AS", "2S"], high));
});

test("a card fits a meld at its ends, under and over the ace as the rules have it (EC-88)", () => {
  assert.ok(fits("TH JH QH KH", "9H", { ace: "low" }));
  assert.ok(!fits("TH JH QH KH", "AH", { ace: "low" }));
  assert.ok(fits("TH JH QH KH", "AH", { ace: "high_or_low" }));
  assert.ok(fits("QS KS AS", "JS", { ace: "high_or_low" }));
  assert.ok(!fits("QS KS AS", "2S", { ace: "high_or_low" }));
  assert.ok(fits("4H 4D 4C", "4S", { ace: "low" }));
});

test("fresh on the table is what the others laid down since one's own last discard", () => {
  const { moves } = at("rummy_meld");
  assert.deepEqual([...freshCards(moves, 0)], ["KH"]);
  assert.deepEqual([...freshCards(moves, 3)], []);
  const before = moves.slice(0, 8);
  assert.deepEqual([...freshCards(before, 0)], ["5S", "6S", "7S", "4H", "4D", "4C"]);
});

// Choosing.

test("chosen cards are a meld in whatever order they were chosen", () => {
  assert.equal(chosenMeld(playing("9H", "7H", "8H")), "7H 8H 9H");
  assert.equal(chosenMeld(playing("9H", "7H")), null);
  assert.ok(byId(playing("9H", "7H", "8H")).meld.strong);
});

test("with nothing chosen the best meld is offered to be looked at, and its cards glow", () => {
  const state = at("rummy_meld");
  assert.deepEqual(suggestion(state), ["7H", "8H", "9H"]);
  assert.deepEqual(byId(state).meld, { id: "meld", label: "Show a meld", enabled: true, strong: false, reason: null });
  assert.deepEqual(notes(state, "8H").classes, ["card--fits"]);
  assert.deepEqual(notes(playing("KD"), "8H").classes, []);
});

test("a meld of the best grouping that may not be laid down now gives way to the longest that may (EC-82)", () => {
  const state = at("rummy_meld", (view) => {
    view.best.melds = ["TC JC QC"];
    view.can.meld = ["7H 8H 9H", "6H 7H 8H 9H"];
  });
  assert.deepEqual(suggestion(state), ["6H", "7H", "8H", "9H"]);
});

test("a card that fits two melds asks for the meld to be named (EC-23)", () => {
  assert.deepEqual(targets(playing("4S"), "4S"), [0, 1]);
  assert.equal(plain(status(playing("4S"))), "The 4♠ fits 2 melds: choose one");
  assert.deepEqual(fitting(at("rummy_meld"), 0), ["4S"]);
});

test("the bar says why a choice is closed", () => {
  assert.equal(byId(playing("TC", "JC")).meld.reason, "These cards make no meld");
  assert.equal(byId(playing("TC")).meld.reason, "Choose all the cards of the meld");
  assert.equal(byId(playing("TC")).lay_off.reason, "It fits no meld on the table");
  assert.equal(byId(playing("TC", "JC")).discard.reason, "Choose one card to discard");
  const taken = at("rummy_meld", (view) => {
    view.banned = "KD";
    view.can.discard = view.can.discard.filter((card) => card !== "KD");
  });
  const { discard } = byId(reduce(taken, { t: "choose", cards: ["KD"] }));
  assert.ok(!discard.enabled);
  assert.match(discard.reason, /may not go back/);
});

test("what only the rules of the table forbid is refused in their own words (EC-82, EC-83, W50)", () => {
  const closed = (name, change, ...cards) => {
    const state = at(name, change);
    const said = { phrases: {}, errors: { ONE_MELD_A_TURN: "One a turn.", TURN_CANNOT_END: "No way to end." } };
    return byId(reduce({ ...state, said }, { t: "choose", cards }));
  };
  const nothing = (view) => Object.assign(view.can, { meld: [], lay_off: {} });
  assert.equal(closed("rummy_meld", nothing, "7H", "8H", "9H").meld.reason, "No way to end.");
  assert.equal(closed("rummy_meld", nothing, "4S").lay_off.reason, "No way to end.");
  const second = (view, message) => {
    nothing(view);
    message.table.rules.melds_per_turn = "one";
    message.moves.push({ kind: "melded", v: 62, seat: 0, cards: "AS 2S 3S", meld: 3 });
  };
  assert.equal(closed("rummy_meld", second, "7H", "8H", "9H").meld.reason, "One a turn.");
});

test("a card that fits is rather laid off than thrown away", () => {
  const open = byId(playing("9H"));
  assert.ok(open.lay_off.strong);
  assert.ok(open.discard.enabled && !open.discard.strong);
  assert.ok(byId(playing("KD")).discard.strong);
});

test("an empty stock says what drawing means: a new stock, or the end of the hand (EC-89)", () => {
  const ended = (pile) => at("rummy_draw", (view) => Object.assign(view, { stock: 0, pile }));
  const refill = ended({ count: 9, cards: ["6D"] });
  assert.equal(stockEnd(refill), "refill");
  assert.equal(byId(refill).draw_stock.label, "Draw, renewing the stock");
  assert.match(plain(status(refill)), /take the 6♦, or draw and the pile is the new stock/);
  assert.equal(stockEnd({ ...refill, view: { ...refill.view, refills: 3 } }), "end");
  const stuck = ended({ count: 1, cards: ["6D"] });
  assert.equal(byId(stuck).draw_stock.label, "Leave it: the hand ends");
  assert.ok(!byId(stuck).draw_stock.strong);
});

// Hands.

function player(state, preferences = { confirm_discard: true }) {
  const seen = { sent: [], said: [], focused: [] };
  let now = state;
  globalThis.document = {
    querySelector: (selector) => ({ selector, focus: () => seen.focused.push(selector), dataset: {} }),
  };
  const hands = createHands({
    state: () => now,
    send: (action) => seen.sent.push(action),
    dispatch: (message) => {
      if (message.t === "say") seen.said.push(plain(message.text));
      now = reduce(now, message);
    },
    preferences,
  });
  return { hands, seen, chosen: () => now.chosen };
}

const meldNode = (number) => ({ dataset: { meld: String(number) } });

test("a choice made while others play lasts into one's own turn and ends with it", () => {
  const waiting = at("rummy_draw", (view) => (view.turn = [3]));
  const v = waiting.v;
  const chosen = reduce(waiting, { t: "choose", cards: ["7H", "9H"] });
  const drawing = reduce(chosen, { t: "update", from: v, v: v + 1, view: at("rummy_draw").view });
  const melding = reduce(drawing, { t: "update", from: v + 1, v: v + 2, view: at("rummy_meld").view });
  assert.deepEqual([drawing.chosen, melding.chosen], [["7H", "9H"], ["7H", "9H"]]);
  const passed = reduce(melding, { t: "update", from: v + 2, v: v + 3, view: waiting.view });
  assert.deepEqual(passed.chosen, []);
});

test("taps choose several cards and put them back; the meld is sent as the server writes it", () => {
  const { hands, seen, chosen } = player(at("rummy_meld"));
  for (const card of ["9H", "KD", "7H", "KD", "8H"]) hands.tap(card);
  assert.deepEqual(chosen(), ["9H", "7H", "8H"]);
  hands.intents.meld();
  assert.deepEqual(seen.sent, [{ kind: "meld", cards: "7H 8H 9H" }]);
});

test("asked for a meld with nothing chosen, the hand shows one and sends nothing", () => {
  const { hands, seen, chosen } = player(at("rummy_meld"));
  hands.intents.meld();
  assert.deepEqual(chosen(), ["7H", "8H", "9H"]);
  assert.deepEqual(seen.sent, []);
});

test("a lay-off names its meld: at once where only one fits, else the player is led to them", () => {
  const one = player(playing("9H"));
  one.hands.intents.lay_off();
  assert.deepEqual(one.seen.sent, [{ kind: "lay_off", card: "9H", meld: 2 }]);
  const two = player(playing("4S"));
  two.hands.intents.lay_off();
  assert.deepEqual(two.seen.sent, []);
  assert.deepEqual(two.seen.said, ["Choose the meld for the 4♠"]);
  assert.deepEqual(two.seen.focused, ['[data-slot=spread] [data-meld="0"]']);
  two.hands.press(meldNode(1));
  assert.deepEqual(two.seen.sent, [{ kind: "lay_off", card: "4S", meld: 1 }]);
});

test("the key lays off the card in focus if it fits, and else shows what fits or says why not", () => {
  const inFocus = player(at("rummy_meld"));
  inFocus.hands.layOff("9H");
  assert.deepEqual(inFocus.seen.sent, [{ kind: "lay_off", card: "9H", meld: 2 }]);
  const elsewhere = player(at("rummy_meld"));
  elsewhere.hands.layOff("KD");
  assert.deepEqual([elsewhere.chosen(), elsewhere.seen.sent], [["9H"], []]);
  const wrong = player(playing("KD"));
  wrong.hands.layOff("9H");
  assert.deepEqual([wrong.seen.sent, wrong.seen.said], [[], ["It fits no meld on the table"]]);
  const early = player(at("rummy_draw"));
  early.hands.layOff("9H");
  assert.deepEqual(early.seen.said, ["Draw first"]);
});

test("a meld that does not take the card says so; with no card chosen it finds the one that fits", () => {
  const wrong = player(playing("KD"));
  wrong.hands.press(meldNode(1));
  assert.deepEqual([wrong.seen.sent, wrong.seen.said], [[], ["The K♦ does not fit there"]]);
  const none = player(at("rummy_meld"));
  none.hands.press(meldNode(2));
  assert.deepEqual(none.chosen(), ["9H"]);
});

test("a drag may end on the melds that the card fits and on the pile", () => {
  const { hands, seen } = player(at("rummy_meld"));
  assert.deepEqual(
    hands.targets("4S").map(({ selector }) => selector),
    ['[data-slot=spread] [data-meld="0"]', '[data-slot=spread] [data-meld="1"]', "[data-slot=pile]"],
  );
  hands.drop("4S", meldNode(1));
  hands.drop("KD", { dataset: {} });
  assert.deepEqual(seen.sent, [
    { kind: "lay_off", card: "4S", meld: 1 },
    { kind: "discard", card: "KD" },
  ]);
});

test("without second thoughts a second tap discards, but never one of several chosen", () => {
  const quick = player(at("rummy_meld"), { confirm_discard: false });
  quick.hands.tap("TC");
  quick.hands.tap("JC");
  quick.hands.tap("TC");
  assert.deepEqual(quick.seen.sent, []);
  quick.hands.tap("JC");
  assert.deepEqual(quick.seen.sent, [{ kind: "discard", card: "JC" }]);
});

test("nothing is sent twice while a command is under way", () => {
  const { hands, seen } = player(reduce(playing("9H"), { t: "sent", id: "a", action: { kind: "lay_off" } }));
  hands.intents.lay_off();
  hands.press(meldNode(2));
  hands.drop("KD", { dataset: {} });
  assert.deepEqual(seen.sent, []);
});

// Words.

test("the status says whose turn it is and what can be done", () => {
  assert.equal(plain(status(at("rummy_draw"))), "Your turn: draw, or take the 6♦");
  assert.equal(status(at("rummy_meld")), "You can meld, or choose a card to discard");
  assert.equal(status(playing("7H", "8H", "9H")), "A meld: lay it on the table");
  assert.equal(plain(status(playing("9H"))), "The 9♥ fits a meld of dan");
  assert.equal(plain(status(playing("KD"))), "Discard the K♦?");
  assert.equal(status(at("rummy_draw", (view) => (view.turn = [1]))), "bob is about to draw");
  assert.equal(status(at("rummy_meld", (view) => (view.turn = [3]))), "dan may meld, lay off and discard");
});

test("a meld on the table is read out with its owner, what others laid on it and what fits", () => {
  const state = playing("9H");
  const dans = plain(meldLabel(state, state.view.melds[2], 2));
  assert.equal(
    dans,
    "Meld of dan, run from the ten of hearts to the king of hearts; king of hearts from bob; your 9♥ fits",
  );
});

test("every move of rummy is told, and a lay-off says on whose meld while it lies there", () => {
  const state = at("rummy_meld");
  const told = (event) => plain(sentences[event.kind](state, event));
  assert.equal(told({ kind: "melded", seat: 0, cards: "7H 8H 9H", meld: 3 }), "You meld seven of hearts, 8♥, 9♥");
  assert.equal(told({ kind: "laid_off", seat: 1, card: "KH", meld: 2 }), "bob lays off the king of hearts on a meld of dan");
  assert.equal(told({ kind: "laid_off", seat: 1, card: "KH", meld: 7 }), "bob lays off the king of hearts");
  assert.match(told({ kind: "rummy_dealt", hand_no: 3, dealer: 3, upcard: "QS" }), /^Hand 3: dan deals/);
  assert.match(told({ kind: "stock_refilled", refill: 1, stock: 7, how: "shuffled" }), /shuffled into a new stock: 7 cards/);
  assert.match(told({ kind: "stock_refilled", refill: 1, stock: 1, how: "turned" }), /turned over as a new stock: 1 card$/);
});

test("a hand ends in words for every way", () => {
  const state = at("rummy_result");
  const ended = (kind, winner) => headline(state, { kind, winner, points: 52 });
  assert.equal(ended("out", 1), "bob goes out and wins 52");
  assert.equal(ended("rummy", 0), "You go rummy and win 52");
  assert.equal(ended("lowest", 3), "Nobody can go on. dan holds least and wins 52");
  for (const kind of ["out", "rummy", "lowest"]) assert.ok(explained(state, { kind }));
  assert.equal(lineName(state, "left_in_hands"), "left in hands");
});

test("a hint shows a meld, else what fits, else the costliest loose card", () => {
  const state = at("rummy_meld");
  assert.deepEqual(hint(state).cards, ["7H", "8H", "9H"]);
  const noMeld = at("rummy_meld", (view) => (view.can.meld = []));
  assert.deepEqual(hint(noMeld).cards, ["4S"]);
  const nothing = at("rummy_meld", (view) => Object.assign(view.can, { meld: [], lay_off: {} }));
  assert.deepEqual(hint(nothing).cards, ["TC"]);
  const draw = (card) => plain(hint(at("rummy_draw", (view) => (view.pile.cards = [card]))).text);
  assert.match(draw("6D"), /6♦ makes no meld/);
  assert.match(draw("6H"), /6♥ makes a meld/);
  assert.match(draw("8S"), /8♠ fits a meld on the table/);
});

// The table.

test("melds stand by owner, one's own first", () => {
  const owners = byOwner(at("rummy_result")).map(({ owner, melds }) => [owner, melds.map(({ number }) => number)]);
  assert.deepEqual(owners, [[0, [3]], [1, [0]], [2, [1]], [3, [2]]]);
});

test("a meld and a lay-off sound like cards laid down, a deal like a deal", () => {
  assert.equal(soundFor([{ kind: "melded" }], 0, false), "discard");
  assert.equal(soundFor([{ kind: "laid_off" }], 0, false), "discard");
  assert.equal(soundFor([{ kind: "rummy_dealt" }], 0, true), "deal");
});

test("room is kept for the card to come, so that nothing jumps when it is drawn", () => {
  assert.equal(mostCards(at("rummy_draw")), 8);
  assert.equal(mostCards(at("rummy_meld")), 8);
});

test("the strip says what the hand would cost", () => {
  assert.deepEqual(count(at("rummy_meld")), { text: "In hand: 60", low: false });
  assert.equal(count(at("rummy_result")), null);
});

test("the result shows the winner's hand first, then the others as they sit", () => {
  const state = at("rummy_result");
  assert.deepEqual(inOrder(state, state.view.result).map(({ seat }) => seat), [1, 2, 3, 0]);
  const nobody = { ...state.view.result, kind: "void", winner: null };
  assert.deepEqual(inOrder(state, nobody).map(({ seat }) => seat), [0, 1, 2, 3]);
});
