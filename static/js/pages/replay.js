// The page of a replay: reads what the server put into the page, keeps the step in the address, copies the link.

import { readJson, setText } from "lib/dom.js";
import { gettext } from "lib/i18n.js";
import { nameCards } from "table/cards.js";
import { mountReplay } from "replay/board.js";
import { ALL } from "replay/steps.js";

const element = document.querySelector("[data-replay]");
const data = readJson("replay");
const asked = new URLSearchParams(location.search);
const number = (name) => (/^\d+$/.test(asked.get(name) ?? "") ? Number(asked.get(name)) : null);
nameCards(readJson("card-names"));

let timer = null;
let seenAs = ALL;

/** Steps are counted from 1 in addresses, as on the page. Browsers refuse too many changes in too short a time. */
function keepInAddress(step, as) {
  seenAs = as;
  clearTimeout(timer);
  timer = setTimeout(() => history.replaceState(null, "", `?step=${step + 1}${as === ALL ? "" : `&as=${as}`}`), 150);
}

mountReplay(element, data, {
  step: (number("step") ?? 1) - 1,
  row: number("row"),
  as: asked.get("as"),
  best: element.dataset.best || null,
  handUrl: element.dataset.hand ? (hand) => element.dataset.hand.replace("/0/", `/${hand}/`) : null,
  onMove: element.dataset.hand ? keepInAddress : null,
});

document.querySelector("[data-part=hands]").addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (link && seenAs !== ALL) link.search = `?as=${seenAs}`;
});

document.querySelector("[data-copy-link]")?.addEventListener("click", async (event) => {
  const said = document.querySelector("[data-slot=copied]");
  const { note } = event.currentTarget.dataset;
  try {
    await navigator.clipboard.writeText(location.href);
    setText(said, `${gettext("The link to this step is copied.")} ${note}`.trim());
  } catch {
    setText(said, gettext("The link could not be copied: it stands in the address bar."));
  }
});
