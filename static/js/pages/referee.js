// The referee's pages: the board of a case beside its timeline, each line of which leads to its step; and texts from a list
// that begin an answer. The pages work without it, but for the board.

import { h, readJson, setAttr } from "lib/dom.js";
import { nameCards } from "table/cards.js";
import { mountReplay } from "replay/board.js";

const element = document.querySelector("[data-replay]");
if (element) showBoard(element, readJson("replay"));

function showBoard(element, data) {
  nameCards(readJson("card-names"));
  const row = document.getElementById("position-row")?.dataset.row;
  const steps = new Map(data.steps.map((step, number) => [String(step.row), number]));
  const lines = [...document.querySelectorAll(".case__line[data-row]")].filter((line) => steps.has(line.dataset.row));
  const board = mountReplay(element, data, {
    row: row ? Number(row) : null,
    best: element.dataset.best || null,
    keys: false,
    onMove: (at) => {
      for (const line of lines) setAttr(line, "data-here", steps.get(line.dataset.row) === at);
    },
  });
  for (const line of lines) leadTo(line, () => board.go(steps.get(line.dataset.row)));
}

/** The sentence of a line becomes a button that shows its step. */
function leadTo(line, go) {
  const said = line.querySelector("span");
  const button = h("button", { type: "button", class: "case__go", text: said.textContent });
  button.addEventListener("click", go);
  said.replaceWith(button);
}

/* A list of beginnings: the chosen one goes into the field, unless somebody has written there. */
for (const list of document.querySelectorAll("select[data-fill]")) {
  const field = document.getElementById(list.dataset.fill);
  const texts = () => [...list.options].filter((option) => option.value).map((option) => option.text);
  list.addEventListener("change", () => {
    const untouched = field.value.trim() === "" || texts().includes(field.value.trim());
    if (!untouched) return;
    field.value = list.value ? list.selectedOptions[0].text : "";
    field.focus();
  });
}

for (const list of document.querySelectorAll("select[data-submit]")) {
  list.form.querySelector("button").hidden = true;
  list.addEventListener("change", () => list.form.submit());
}

document.getElementById("look")?.focus();
