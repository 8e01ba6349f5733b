import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { checkDeal, commitment, fromHex, toHex } from "fair/proof.js";
import { report } from "fair/report.js";
import { element, texts } from "./page.mjs";

const vectors = JSON.parse(readFileSync(new URL("../vectors/fair-deal.json", import.meta.url), "utf8"));
const named = ({ key, seat, label, table }) => [key, seat ?? label ?? table ?? []].flat().join(":");
const failing = async (deal) => (await checkDeal(deal)).filter(({ holds }) => !holds).map(named);

for (const { name, deal } of vectors.deals) {
  test(`the browser finds this deal true: ${name}`, async () => assert.deepEqual(await failing(deal), []));
}

for (const { why, of, set, fails } of vectors.spoiled) {
  test(`the browser finds: ${why}`, async () => {
    const deal = structuredClone(vectors.deals[of].deal);
    for (const [path, value] of set) {
      const last = path.at(-1);
      path.slice(0, -1).reduce((part, step) => part[step], deal)[last] = value;
    }
    assert.deepEqual(await failing(deal), fails);
  });
}

test("what is no deal is refused", async () => {
  const [{ deal }] = vectors.deals;
  for (const wrong of [null, {}, { ...deal, form: "other" }, { ...deal, match: "a|b", id: "a|b-1" }, { ...deal, seed: "XY" }]) {
    await assert.rejects(checkDeal(wrong), TypeError);
  }
});

test("hex is lower case and whole bytes", () => {
  assert.equal(toHex(fromHex("00ff10")), "00ff10");
  for (const wrong of ["0", "0G", "AB", null]) assert.throws(() => fromHex(wrong), TypeError);
});

test("a commitment binds seat and hand", async () => {
  const seed = new Uint8Array(32);
  assert.notEqual(await commitment("h-1-0", seed), await commitment("h-1-1", seed));
});

test("every deal is told in words, check by check and card by card", async () => {
  const pictures = [];
  const cardPicture = (card) => (pictures.push(card), element("span"));
  const told = async ({ deal }, kept) => {
    pictures.length = 0;
    return texts({ textContent: "", children: report({ deal, checks: await checkDeal(deal), kept, cardPicture }) }).join("\n");
  };
  const [gin, draw, partners, three, rummy, undealt] = vectors.deals;
  for (const one of [gin, draw, partners, three]) {
    assert.match(await told(one, false), /This deal is true.*did not see the server's promise/s);
    assert.equal(pictures.length, 52 * one.deal.decks.length);
  }
  assert.match(await told(partners), /The deck of table 2 follows.*Table 2 was dealt off the top/s);
  assert.match(await told(three), /bob.*Upcard/s);
  assert.match(await told(rummy), /The order for refill 1 follows.*The order of the discards at refill 1/s);
  assert.match(await told(undealt), /never dealt.*No seed of bob was shown/s);
  assert.match(await told({ deal: { ...gin.deal, seed: "00".repeat(32) } }), /not what was promised.*2 of 6 checks fail.*does not hold/s);
});
