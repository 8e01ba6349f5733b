/* The check page: works a finished deal out again in this browser, and asks what this browser kept of it. */

import { createKeep, keptChecks, listedCheck } from "fair/keep.js";
import { canProve, checkDeal } from "fair/proof.js";
import { report } from "fair/report.js";
import { h, readJson, setText } from "lib/dom.js";
import { gettext } from "lib/i18n.js";
import { cardPicture } from "table/card.js";
import { nameCards } from "table/cards.js";

const place = document.getElementById("report");
nameCards(readJson("card-names"));

const AFTER = { promise: "server", own: "seat", others: "distinct" };

/** What this browser kept is checked where it belongs: the promise after the server's seed, one's own after the seats'. */
function withKept(checks, kept) {
  const list = [...checks];
  for (const check of kept) {
    const at = list.findLastIndex(({ key, seat }) => key === AFTER[check.key] && (check.seat ?? seat) === seat);
    list.splice(at + 1, 0, check);
  }
  return list;
}

function problem(text) {
  return h("div", { class: "notice notice--warning" }, h("p", { class: "notice__body", text }));
}

async function check() {
  const deal = readJson("deal");
  if (!canProve()) {
    const said = gettext("This page came over a line that is not encrypted, and browsers do not compute fingerprints there.");
    return [problem(`${said} ${gettext("Download the checker and the deal, and check at home.")}`)];
  }
  const keep = createKeep();
  const entry = keep.read(deal.id);
  const checks = withKept(await checkDeal(deal), keptChecks(deal, entry));
  checks.push(listedCheck(place.dataset.hands.split(" ").map(Number), keep.handsOf(deal.match)));
  return report({ deal, checks, kept: Boolean(entry), cardPicture });
}

const shown = await check().catch(() => [problem(gettext("This deal cannot be read. Tell the referee."))]);
place.replaceChildren(...shown);
place.removeAttribute("aria-busy");
const [said] = place.getElementsByClassName("notice__body");
setText(document.getElementById("told"), said.innerText.replaceAll("\n", " "));
