// The checker at home: a deal pasted or read from a file, and the verdict on it. It asks nobody and sends nothing.

import { canProve, checkDeal } from "fair/proof.js";
import { report } from "fair/report.js";
import { h } from "lib/dom.js";
import { gettext } from "lib/i18n.js";
import { cardSign } from "table/cards.js";

const form = document.querySelector("form");
const place = document.getElementById("report");

const cardPicture = (card) => h("span", { class: "chip", data: { suit: card[1] }, text: cardSign(card) });

const problem = (text) => h("div", { class: "notice notice--error" }, h("p", { class: "notice__body", text }));

async function check(text) {
  if (!canProve()) {
    return [problem(gettext("This browser cannot compute fingerprints from a page on its disk. Try another browser."))];
  }
  try {
    const deal = JSON.parse(text);
    return report({ deal, checks: await checkDeal(deal), cardPicture });
  } catch {
    return [problem(gettext("This is not a deal: paste the whole file, from the first brace to the last."))];
  }
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  place.replaceChildren(...(await check(form.elements.deal.value)));
  place.focus();
});

form.elements.file.addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  form.elements.deal.value = await file.text();
  form.requestSubmit();
});
