/* Clubs and tournaments: times in the reader's own zone, links to copy, a countdown and a sound when a match is called,
   one round of a bracket at a time. Everything works without; the server says the same. */

import { fill, gettext } from "lib/i18n.js";

const language = document.documentElement.lang || undefined;
const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const DAY = { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" };
const ownTime = new Intl.DateTimeFormat(language, DAY);

/* Times come in the organiser's zone. Where the reader's clock shows another time, that one stands first. */
function sayTimes(root) {
  for (const time of root.querySelectorAll("time[data-when]")) {
    if (time.dataset.said) continue;
    time.dataset.said = "yes";
    const zone = time.dataset.zone;
    const at = new Date(time.dateTime);
    const there = new Intl.DateTimeFormat(language, { ...DAY, timeZone: zone }).format(at);
    if (there === ownTime.format(at)) continue;
    time.title = time.textContent;
    time.textContent = fill(gettext("%(when)s your time"), { when: ownTime.format(at) });
  }
}

/* A link, copied with one tap. */
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const input = button.parentElement.querySelector("[data-copy-from]");
  input.select();
  try {
    await navigator.clipboard.writeText(input.value);
  } catch {
    document.execCommand("copy");
  }
  const words = button.querySelector("span");
  const before = words.textContent;
  words.textContent = button.dataset.done;
  setTimeout(() => (words.textContent = before), 2000);
});

/* A new club or tournament begins in the organiser's own zone. */
for (const form of document.querySelectorAll("[data-own-zone]")) {
  const select = form.elements.namedItem(form.dataset.ownZone);
  if (select.value === "UTC" && [...select.options].some((option) => option.value === ownZone)) select.value = ownZone;
}

/* Where a number comes from: asked by htmx, shown above the page. Without scripts the link leads to a page. */
const why = document.getElementById("why");
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target?.id === "why-body" && !why.open) why.showModal();
});
why?.addEventListener("click", (event) => {
  if (event.target === why || event.target.closest("[data-close]")) why.close();
});

/* A part that shows itself anew keeps what was unfolded and how far it was pushed aside. */
let kept = null;
const unfolded = (root) => [...root.querySelectorAll("details")].map((details) => details.open);
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target?.id !== "part" || detail.xhr.status !== 200) return;
  const moved = [...detail.target.querySelectorAll("[data-keep], .sheet__scroll")].map((box) => box.scrollLeft);
  kept = { moved, open: unfolded(detail.target), focus: document.activeElement?.id ?? "" };
});
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  const part = document.getElementById("part");
  if (!kept || detail.target?.id !== "part") return;
  const all = [...part.querySelectorAll("details")];
  if (all.length === kept.open.length) all.forEach((details, at) => (details.open = kept.open[at]));
  [...part.querySelectorAll("[data-keep], .sheet__scroll")].forEach((box, at) => (box.scrollLeft = kept.moved[at] ?? 0));
  if (kept.focus) document.getElementById(kept.focus)?.focus();
  kept = null;
});
/* Nothing changes under somebody's fingers: while a field is being filled in, the part waits. */
document.addEventListener("htmx:beforeRequest", (event) => {
  const part = document.getElementById("part");
  if (event.target === part && part.querySelector("select:focus, input:focus, textarea:focus")) event.preventDefault();
});

/* The form of a tournament: tie-breaks move where they stand, and the server says the plan back. */
const plan = document.querySelector("[data-plan]");
const QUIET_MS = 250;
let waiting = null;

/* What does not matter for the other answers is not asked. */
const ASKED_IF = {
  match_length: (chosen) => ["best_of", "fixed_hands"].includes(chosen("match_form")),
  where: (chosen) => chosen("place") === "over_the_board",
  clock: (chosen) => chosen("place") !== "over_the_board",
  arrival_minutes: (chosen) => chosen("place") !== "over_the_board",
  late_penalty: (chosen) => chosen("place") !== "over_the_board",
  late_points: (chosen) => Number(chosen("late_until")) > 0,
};

function fit() {
  const chosen = (name) => plan.elements.namedItem(name)?.value ?? "";
  for (const [name, asked] of Object.entries(ASKED_IF)) {
    const field = plan.querySelector(`[data-field="${name}"]`);
    if (field) field.hidden = !asked(chosen);
  }
}

function planChanged() {
  fit();
  clearTimeout(waiting);
  waiting = setTimeout(() => document.body.dispatchEvent(new CustomEvent("plan-changed")), QUIET_MS);
}

function move(button) {
  const [way, name] = button.value.split(":");
  const row = plan.querySelector(`[data-name="${name}"]`);
  const other = way === "up" ? row?.previousElementSibling : row?.nextElementSibling;
  if (!row || (way !== "up" && way !== "down") || !other) return false;
  if (way === "up") other.before(row);
  else other.after(row);
  const shown = getComputedStyle(button).visibility === "visible";
  (shown ? button : row.querySelector(`button[value="${way === "up" ? "down" : "up"}:${name}"]`)).focus();
  return true;
}

plan?.addEventListener("click", (event) => {
  const button = event.target.closest('button[name="move"]');
  if (button && move(button)) event.preventDefault();
});
plan?.addEventListener("input", planChanged);
plan?.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id === "format-part") planChanged();
});

if (plan) fit();
sayTimes(document);
document.addEventListener("htmx:afterSwap", (event) => sayTimes(event.target));
