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

sayTimes(document);
document.addEventListener("htmx:afterSwap", (event) => sayTimes(event.target));
