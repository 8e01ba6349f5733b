import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { checkDeal, commitment, fromHex, toHex } from "fair/proof.js";

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
