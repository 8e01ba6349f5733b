/* What every page can do besides its own work: light or dark, menus that close, and a word when htmx fails. */

const root = document.documentElement;
const YEAR = 60 * 60 * 24 * 365;

function isDark() {
  const theme = root.dataset.theme;
  return theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
}

/* The choice goes into a cookie, so that the next page comes from the server in the right colours. */
function chooseTheme(theme) {
  root.dataset.theme = theme;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `theme=${theme}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`;
}

/* A page from the service worker is the same for everybody: it learns the choice here. */
const chosen = document.cookie.match(/(?:^|; )theme=(light|dark)(?:;|$)/)?.[1];
if (chosen) root.dataset.theme = chosen;

for (const button of document.querySelectorAll("[data-theme-toggle]")) {
  button.hidden = false;
  button.addEventListener("click", () => chooseTheme(isDark() ? "light" : "dark"));
}

document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("[data-menu][open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("[data-menu][open]")) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

/* The page that says "no connection" looks again by itself: when the device is back, and when the site is. */
const LOOK_AGAIN_MS = 5000;

if (document.querySelector("[data-reload-when-online]")) {
  addEventListener("online", () => location.reload());
  setInterval(async () => {
    const answer = await fetch("/health/", { cache: "no-store" }).catch(() => null);
    if (answer?.ok) location.reload();
  }, LOOK_AGAIN_MS);
}

if ("serviceWorker" in navigator && isSecureContext) {
  navigator.serviceWorker.register("/service-worker.js").catch(() => {
    /* The site works without it: only the page shown offline is the browser's own then. */
  });
}
