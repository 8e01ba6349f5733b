/* The desk: quick entry says the names of the chosen table, the result follows from the points until it is chosen by
   hand, and what needs a hand is not renewed under somebody's fingers. */

import { fill } from "lib/i18n.js";

const form = document.querySelector("[data-quick]");

if (form) {
  const { board, outcome, hand_points_first: first, hand_points_second: second } = form.elements;
  const labels = [form.querySelector("label[data-first]"), form.querySelector("label[data-second]")];
  let byHand = false;

  const named = () => {
    const names = board.selectedOptions[0].dataset;
    labels[0].textContent = fill(labels[0].dataset.says, { name: names.first });
    labels[1].textContent = fill(labels[1].dataset.says, { name: names.second });
    for (const option of outcome.options) {
      if (option.dataset.says) option.textContent = fill(option.dataset.says, names);
    }
  };
  const follow = () => {
    if (byHand || first.value === "" || second.value === "") return;
    const ahead = Number(first.value) - Number(second.value);
    const level = outcome.querySelector('[value="draw"]');
    if (ahead !== 0 || level) outcome.value = ahead > 0 ? "first" : ahead < 0 ? "second" : "draw";
  };

  board.addEventListener("change", named);
  outcome.addEventListener("input", () => (byHand = true));
  for (const field of [first, second]) field.addEventListener("input", follow);
  named();
  if (location.hash === "#enter" || document.querySelector(".messages")) first.focus();
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target.matches("[data-calm]") && event.target.contains(document.activeElement)) event.preventDefault();
});
