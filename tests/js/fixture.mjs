// Snapshots in the protocol's shape, one a phase, for tests that need a table.

import { readFileSync } from "node:fs";

import { initial, reduce } from "table/reduce.js";

const said = {
  phrases: { lines: { difference: "%(high)s deadwood less %(low)s" }, voids: { wall: "The stock ran out." }, kinds: {}, totals: {} },
  errors: { KNOCK_OVER_LIMIT: "You need %(limit)s or less; you would be left with %(count)s." },
};

export const snapshot = (name) => JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), "utf8"));

/** The page's state after a snapshot; `change(view)` may alter it first. */
export function at(name, change = () => {}, sort = null) {
  const message = snapshot(name);
  if (message.view) change(message.view, message);
  return reduce(initial(sort, said), message, message.now);
}
