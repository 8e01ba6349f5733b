/* The form of a new table: what does not go together cannot be chosen, and the server says the choice back. The server
   decides; this only spares a detour. */

const form = document.querySelector("[data-create]");
const QUIET_MS = 200;
let waiting = null;

const input = (name) => form.elements.namedItem(name);
const chosen = (name) => input(name)?.value ?? "";

/** Bar a choice, and take it back if it was made. Returns whether it had been. */
function bar(control, barred) {
  control.disabled = barred;
  if (!barred || !control.checked) return false;
  control.checked = false;
  return true;
}

function fit() {
  const byLink = chosen("company") === "link";
  const oklahoma = chosen("oklahoma") !== "";
  bar(input("spade_doubles"), !oklahoma);
  bar(input("straight"), oklahoma);
  bar(input("expose"), !byLink);
  for (const clock of form.querySelectorAll("[data-private]")) {
    if (bar(clock, !byLink)) form.querySelector('[name="clock"][value="standard"]').checked = true;
  }
  const clock = chosen("clock");
  const live = clock === "blitz" || clock === "standard";
  input("increment").disabled = !live;
  const custom = [...form.querySelectorAll(".more input")].some((number) => number.value !== "");
  const rated = input("rated");
  if (rated) bar(rated, custom || clock === "none" || input("expose").checked);
  for (const note of form.querySelectorAll("[data-preset-note]")) note.hidden = note.dataset.presetNote !== chosen("preset");
}

function changed() {
  fit();
  clearTimeout(waiting);
  waiting = setTimeout(() => document.body.dispatchEvent(new CustomEvent("terms-changed")), QUIET_MS);
}

form.addEventListener("input", changed);
fit();
