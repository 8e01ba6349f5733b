/* Preferences: each change shows at once, on the cards above and on the whole page, and is saved. Without this script
   the form has its button. */

const form = document.querySelector("[data-preferences]");
const toasts = document.getElementById("toasts");
const preview = form.querySelector("[data-sprite-clear]");
const root = document.documentElement;

form.querySelector("[data-save]").hidden = true;

function show(choice) {
  root.dataset.theme = choice.get("theme");
  root.dataset.deck = choice.get("deck");
  root.dataset.colours = choice.get("colours");
  root.dataset.cardSize = choice.get("card_size");
  const sprite = preview.getAttribute(`data-sprite-${choice.get("deck")}`);
  for (const use of preview.querySelectorAll("use")) {
    use.setAttribute("href", `${sprite}#${use.getAttribute("href").split("#")[1]}`);
  }
}

/* A word that passes, in the region that is read out. */
function say(words) {
  const toast = document.createElement("div");
  toast.className = "toast";
  toast.textContent = words;
  toasts.replaceChildren(toast);
  setTimeout(() => toast.remove(), 2500);
}

async function save(choice) {
  try {
    const headers = { Accept: "application/json" };
    const response = await fetch(form.action, { method: "POST", body: choice, headers, keepalive: true });
    return response.ok;
  } catch {
    return false;
  }
}

/* One at a time and in order, so that the last choice is the one that stays; what is overtaken is not sent at all. */
let newest = null;
let line = Promise.resolve(false);

form.addEventListener("change", async (event) => {
  const choice = new FormData(form);
  newest = choice;
  show(choice);
  line = line.then(() => (choice === newest ? save(choice) : false));
  const saved = await line;
  if (choice !== newest) return;
  say(saved ? form.dataset.saved : form.dataset.failed);
  if (saved && event.target.name === "language") location.reload();
});
