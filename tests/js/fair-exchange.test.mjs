import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { createExchange } from "fair/exchange.js";
import { createKeep, cut, keptChecks, listedCheck } from "fair/keep.js";
import { isShuffling, shuffledSaid } from "fair/line.js";
import { commitment, fromHex } from "fair/proof.js";
import { roleSaid, statusLine } from "table/words.js";
import { at } from "./fixture.mjs";

class Drawer {
  map = new Map();
  get length() {
    return this.map.size;
  }
  key = (at) => [...this.map.keys()][at];
  getItem = (key) => this.map.get(key) ?? null;
  setItem = (key, value) => this.map.set(key, value);
  removeItem = (key) => this.map.delete(key);
}

const PROMISE = "ab".repeat(32);
const seat = (state, own = null) => ({ state, commitment: own, seed: null, default: "cd".repeat(32) });
const offer = (seats, promise = PROMISE) => ({ hand: 5, id: "k3v9-5", commitment: promise, seats, until: null, owed: [] });
let drawer;
let sent;

beforeEach(() => {
  drawer = new Drawer();
  sent = [];
});

/** A page at seat 0 of this browser; `see` shows it the exchange, and waits until it has done what it does. */
function page(keep = createKeep(drawer)) {
  let working = null;
  const exclusively = (_, work) => (working = work());
  const exchange = createExchange({ keep, send: (action, id) => sent.push({ ...action, id }), exclusively });
  const see = async (open, mine = 0) => {
    exchange.refresh([open], mine);
    await working;
    return exchange.trouble();
  };
  return { see, exchange };
}

const entry = () => createKeep(drawer).read("k3v9-5");

test("a page keeps promise and seed before it commits, and shows the seed once nobody can choose any more", async () => {
  const { see } = page();
  await see(offer([seat("offered"), seat("offered")]));
  const [{ kind, hand, commitment: own }] = sent;
  assert.deepEqual([kind, hand, own], ["commit_seed", 5, entry().own]);
  assert.equal(entry().commitment, PROMISE);
  assert.equal(own, await commitment("k3v9-5-0", fromHex(entry().seed)));

  await see(offer([seat("committed", own), seat("offered")]));
  assert.equal(sent.length, 1, "somebody could still choose");
  await see(offer([seat("committed", own), seat("defaulted")]));
  assert.deepEqual([sent[1].kind, sent[1].seed], ["reveal_seed", entry().seed]);
  assert.deepEqual(entry().others, { 0: own, 1: "cd".repeat(32) });
});

test("a reload and a second tab send the same seed under the same command id", async () => {
  await page().see(offer([seat("offered"), seat("offered")]));
  await page().see(offer([seat("offered"), seat("offered")]));
  assert.deepEqual(sent[0], sent[1]);
  const committed = offer([seat("committed", sent[0].commitment), seat("defaulted")]);
  await page().see(committed);
  await page().see(committed);
  assert.deepEqual(sent[2], sent[3]);
});

test("a seed that another browser brought is not ours to show", async () => {
  const trouble = await page().see(offer([seat("committed", "ef".repeat(32)), seat("defaulted")]));
  assert.deepEqual([trouble, sent], ["elsewhere", []]);
});

test("a promise that changes after our commitment costs the server our seed", async () => {
  const { see } = page();
  await see(offer([seat("offered"), seat("offered")]));
  const trouble = await see(offer([seat("committed", sent[0].commitment), seat("defaulted")], "00".repeat(32)));
  assert.deepEqual([trouble, sent.length], ["broken", 1]);
});

test("a hand that is begun anew gets a new seed, and the first promise is remembered", async () => {
  const { see } = page();
  await see(offer([seat("offered"), seat("offered")]));
  const first = entry();
  await see(offer([seat("offered"), seat("offered")], "00".repeat(32)));
  assert.notEqual(entry().seed, first.seed);
  assert.notEqual(entry().commit, first.commit);
  assert.equal(entry().earlier, PROMISE);
});

test("a browser that keeps nothing, or cannot compute, brings no seed", async () => {
  assert.equal(await page(createKeep(null)).see(offer([seat("offered"), seat("offered")])), "unkept");
  const whole = Object.getOwnPropertyDescriptor(globalThis, "crypto");
  Object.defineProperty(globalThis, "crypto", { value: { getRandomValues: (bytes) => bytes }, configurable: true });
  assert.equal(await page().see(offer([seat("offered"), seat("offered")])), "insecure");
  Object.defineProperty(globalThis, "crypto", whole);
  assert.deepEqual(sent, []);
});

test("a watcher keeps the promise while a seed is unknown, and nothing afterwards", async () => {
  await page().see(offer([seat("revealed"), seat("defaulted")]), null);
  assert.equal(entry(), null);
  await page().see(offer([seat("committed"), seat("defaulted")]), null);
  assert.equal(entry().commitment, PROMISE);
  assert.deepEqual(sent, []);
});

test("own words stand at the head of a seed, and are cut to what it has room for", async () => {
  const keep = createKeep(drawer);
  assert.equal(keep.setWords("  Grüße aus Bremen "), "Grüße aus Bremen");
  await page().see(offer([seat("offered"), seat("offered")]));
  const seed = fromHex(entry().seed);
  assert.equal(seed.length, new TextEncoder().encode("Grüße aus Bremen").length + 16);
  assert.equal(cut("🂡".repeat(9)), "🂡".repeat(8));
  assert.equal(cut("a".repeat(40)).length, 32);
});

test("what was kept speaks for or against a finished deal", async () => {
  createKeep(drawer).setWords("mine");
  const { see } = page();
  await see(offer([seat("offered"), seat("offered")]));
  const own = sent[0].commitment;
  await see(offer([seat("committed", own), seat("defaulted")]));
  const seats = [
    { seat: 0, commitment: own, seed: entry().seed },
    { seat: 1, commitment: "cd".repeat(32), seed: "00" },
  ];
  const found = (deal, kept = entry()) => keptChecks(deal, kept).map(({ key, holds }) => `${key} ${holds}`);
  assert.deepEqual(found({ commitment: PROMISE, seats }), ["promise true", "own true", "others true"]);
  assert.equal(keptChecks({ commitment: PROMISE, seats }, entry())[1].words, "mine");
  assert.deepEqual(found({ commitment: "00".repeat(32), seats }), ["promise false", "own true", "others true"]);
  const swapped = [seats[0], { ...seats[1], commitment: "00".repeat(32) }];
  assert.deepEqual(found({ commitment: PROMISE, seats: swapped }), ["promise true", "own true", "others false"]);
  assert.deepEqual(found({ commitment: PROMISE, seats }, null), []);
});

test("a seed that the server had taken and then dealt without speaks against it, one that came too late does not", async () => {
  const { see } = page();
  await see(offer([seat("offered"), seat("offered")]));
  const own = sent[0].commitment;
  const byServer = { seat: 0, by: "server", commitment: "cd".repeat(32), seed: "00" };
  const dealt = { id: "k3v9-5", match: "k3v9", hand: 5, commitment: PROMISE, seats: [byServer], decks: [] };
  assert.deepEqual(keptChecks(dealt, entry()).map(({ key }) => key), ["promise"], "nobody knows when it came");
  await see(offer([seat("committed", own), seat("offered")]));
  assert.ok(keptChecks(dealt, entry()).some(({ key, holds }) => key === "own" && !holds));
  const undealt = { ...dealt, seats: [{ ...byServer, by: "player", commitment: own, seed: null }] };
  assert.deepEqual(keptChecks(undealt, entry()).map(({ key }) => key), ["promise"]);
});

test("of many hands the last five hundred are kept", () => {
  const keep = createKeep(drawer);
  for (let hand = 0; hand < 503; hand += 1) keep.write(`k3v9-${hand}`, { at: hand });
  assert.equal(drawer.length, 500);
  assert.deepEqual([keep.read("k3v9-2"), keep.read("k3v9-3").at], [null, 3]);
});

test("a promised hand that is not listed is missed, one to come is not", () => {
  const keep = createKeep(drawer);
  for (const hand of [1, 2, 3]) keep.write(`k3v9-${hand}`, { at: hand });
  keep.write("k3v99-7", { at: 1 });
  assert.deepEqual(keep.handsOf("k3v9"), [1, 2, 3]);
  const found = (listed) => listedCheck(listed, keep.handsOf("k3v9")).holds;
  assert.deepEqual([[0, 1], [0, 1, 2, 3], [0, 1, 3], [0, 1, 2, 3, 5]].map(found), [true, true, false, false]);
});

// What the table says.

const dealt = (...states) => ({ seats: states.map((state) => ({ state })) });

test("the table says who shuffled", () => {
  const table = at("draw");
  const said = (...states) => shuffledSaid({ ...table, dealt: dealt(...states) });
  assert.equal(said("revealed", "revealed"), "Both of you shuffled this deal.");
  assert.equal(said("revealed", "defaulted"), "The server shuffled for bob.");
  assert.equal(said("defaulted", "defaulted"), "The server shuffled this deal.");
  const alone = { ...table, seats: [table.seats[0], { ...table.seats[1], kind: "computer" }] };
  assert.equal(shuffledSaid({ ...alone, dealt: dealt("revealed", "defaulted") }), "You and the server shuffled this deal.");
  assert.equal(shuffledSaid({ ...table, dealt: null }), "");
});

test("a first hand that waits for its seeds is being shuffled, a result is not", () => {
  const open = { hand: 1, seats: [], owed: [] };
  const empty = at("draw", (view) => Object.assign(view, { phase: "between", hand: 0, result: null, seats: [{ ready: true }, { ready: true }] }));
  assert.ok(isShuffling({ ...empty, deal: [open] }));
  assert.equal(statusLine({ ...empty, deal: [open] }), "Shuffling…");
  assert.equal(statusLine({ ...empty, deal: [{ ...open, owed: [1] }] }), "Shuffling… waiting for bob");
  assert.ok(!isShuffling({ ...empty, deal: [] }));
  const early = at("box_adviser", (view) => Object.assign(view, { phase: "between", hand: 0, result: null, sees: [] }));
  assert.doesNotMatch(roleSaid(early), /NaN|advise:/, "nobody's hand is there to advise on yet");
  const looking = at("result");
  assert.ok(!isShuffling({ ...looking, deal: [{ hand: looking.view.hand + 1, seats: [], owed: [] }] }));
});
