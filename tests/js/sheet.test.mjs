import assert from "node:assert/strict";
import { test } from "node:test";

import { resultBody } from "table/result.js";
import { scoreSheet } from "table/sheet.js";
import { at } from "./fixture.mjs";
import { texts } from "./page.mjs";

/** The rows of a sheet, each as the texts of its cells. */
const rows = (state) => {
  const [table] = scoreSheet(state).children;
  return table.children.flatMap(({ children }) => children).map((row) => row.children.map((cell) => texts(cell).join(" ")));
};

test("three players have a column each, and a void hand a row without points", () => {
  const sheet = rows(at("three_draw"));
  assert.deepEqual(sheet[0], ["Hand", "You", "bob", "cleo"]);
  assert.deepEqual(sheet.slice(1, 5).map((row) => row.slice(1)), [["25", "", ""], ["", "", "40"], ["", "", ""], ["18", "", ""]]);
  assert.deepEqual(sheet.slice(5), [["Total", "43", "0", "40"], ["Boxes", "2", "0", "1"]]);
});

test("partners have a row a round: what each table brought, and what is left of it (W35)", () => {
  const sheet = rows(at("partners_draw"));
  assert.deepEqual(sheet[0], ["Round", "You and cleo", "bob and Computer"]);
  assert.deepEqual(sheet[1], ["1  You: knock, 20 Computer: knock, 5", "15", ""]);
  assert.deepEqual(sheet[2].slice(1), ["", "8"]);
});

test("Hollywood's games stand side by side, and one that is over is settled below (EC-67, EC-71)", () => {
  const sheet = rows(at("hollywood"));
  assert.deepEqual(sheet[0], ["", "Game 1  over", "Game 2 ", "Game 3 "]);
  assert.deepEqual(sheet[2], ["1", "32", "", "28", "", "45", ""]);
  const feet = Object.fromEntries(sheet.slice(6).map(([name, ...cells]) => [name, cells]));
  assert.deepEqual(feet.Points, ["105", "14", "73", "30", "45", "0"]);
  assert.deepEqual(feet.boxes, ["75", "25", "", "", "", ""]);
  assert.deepEqual(feet.Total, ["280", "39", "", "", "", ""]);
  assert.deepEqual(feet["You in all"], ["280 (\u200e+241)"]);
  assert.ok(!("shutout" in feet), "a line that gives nobody anything is left out");
});

test("the sum of the settlements is what wins the sheet (EC-72)", () => {
  const feet = Object.fromEntries(rows(at("hollywood_over")).map(([name, ...cells]) => [name, cells]));
  assert.deepEqual(feet["You in all"], ["934 (\u200e+840)"]);
  assert.deepEqual(feet["bob in all"], ["94 (\u200e−840)"]);
});

const spoken = (state) => resultBody(state).flatMap(texts).join("|");

test("the end of a match of three says by how much, and who was away", () => {
  const said = spoken(at("three_over"));
  assert.match(said, /Ahead of the others, together: \u200e\+443/);
  assert.match(said, /Away at the end, and so without a win: cleo/);
});

test("partners learn what the round came to, or that the other table plays on (EC-79)", () => {
  assert.match(spoken(at("partners_between")), /This round: 11 for You and cleo/);
  assert.match(spoken(at("partners_wait")), /The other table plays on/);
});
