/* The form of a new table: what does not go together cannot be chosen, and the server says the choice back. The server
   decides; this only spares a detour. */

const form = document.querySelector("[data-create]");
const QUIET_MS = 200;
const FREE_NUMBERS = new Set(["custom_target", "big_gin_bonus"]); // they leave a table rated
let waiting = null;

const input = (name) => form.elements.namedItem(name);
const chosen = (name) => input(name)?.value ?? "";

/** Bar a choice, if this game has it, and take it back if it was made. Returns whether it had been. */
function bar(control, barred) {
  if (!control) return false;
  control.disabled = barred;
  if (!barred || !control.checked) return false;
  control.checked = false;
  return true;
}

function show(name, shown) {
  form.querySelector(`[data-field="${name}"]`).hidden = !shown;
}

function fit() {
  const company = chosen("company");
  const byLink = company !== "open";
  if (chosen("game") !== "oklahoma") bar(input("spade_doubles"), chosen("oklahoma") === "");
  bar(input("swap_opponents"), chosen("four_players") === "sum_of_games");
  bar(input("expose"), !byLink);
  show("level", company === "computer");
  show("spectators", company === "open");
  for (const clock of form.querySelectorAll("[data-private]")) {
    if (bar(clock, !byLink)) form.querySelector('[name="clock"][value="standard"]').checked = true;
  }
  const clock = chosen("clock");
  input("increment").disabled = clock !== "blitz" && clock !== "standard";
  const numbers = [...form.querySelectorAll(".more :is(input, select)")].filter(({ name }) => !FREE_NUMBERS.has(name));
  const custom = numbers.some((number) => (number.type === "checkbox" ? number.checked : number.value !== ""));
  bar(input("rated"), custom || clock === "none" || input("expose")?.checked);
  for (const note of form.querySelectorAll("[data-preset-note]")) {
    note.hidden = Boolean(chosen("preset")) && note.dataset.presetNote !== chosen("preset");
  }
}

function changed() {
  fit();
  clearTimeout(waiting);
  waiting = setTimeout(() => document.body.dispatchEvent(new CustomEvent("terms-changed")), QUIET_MS);
}

form.addEventListener("input", (event) => {
  if (event.target.name === "company" && event.target.value === "computer" && !input("rated")?.checked) {
    form.querySelector('[name="clock"][value="none"]').checked = true; // the computer has time
  }
  if (event.target.name !== "game") changed(); // another game says itself back once its rules are here
});
form.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id === "game") changed();
});
fit();
