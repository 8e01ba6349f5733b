/* Deadlines come from the server in UTC; here they are said in the reader's own time and language. */

const language = document.documentElement.lang || undefined;
const format = new Intl.DateTimeFormat(language, { weekday: "short", hour: "numeric", minute: "2-digit" });
const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

for (const time of document.querySelectorAll("time[data-until]")) {
  const until = Number(time.dataset.until);
  const left = until - Date.now();
  time.title = format.format(until);
  if (left > DAY_MS) time.textContent = relative.format(Math.round(left / DAY_MS), "day");
  else if (left > HOUR_MS) time.textContent = relative.format(Math.round(left / HOUR_MS), "hour");
  else if (left > 0) time.textContent = relative.format(Math.ceil(left / 60_000), "minute");
}
