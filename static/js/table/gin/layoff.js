// The shown hand: the knocker's melds and deadwood on the table, and for the defender the laying off. A tap lays a card
// on the first meld it fits, a second tap on the next, the last takes it back; a drag chooses the meld. Each change is
// asked of the server, which regroups the defender's own melds for the least count.

import { h, keyed, setAttr, setText } from "lib/dom.js";
import { fill, gettext } from "lib/i18n.js";
import { band, cardGroup, cardPicture } from "table/card.js";
import { cardName, extendsMeld, split } from "table/cards.js";
import { laid as inOrder } from "table/hand.js";
import { knockSaid } from "table/gin/words.js";
import { can, defenceShown, standing } from "table/reduce.js";
import { slot } from "table/slots.js";

/** Draw the knocker's cards, with the lay-offs that the defender plans, in `node`; hide it while nothing is shown. */
export function renderSpread(state, node) {
  const knock = state.view?.knock;
  setAttr(node, "hidden", !knock);
  if (!knock) {
    node.replaceChildren();
    return;
  }
  const items = [
    { key: "title" },
    ...knock.melds.map((meld, number) => ({ key: `meld-${number}`, meld, number })),
    { key: "deadwood", deadwood: knock.deadwood },
  ];
  keyed(
    node,
    items,
    ({ key }) => `${state.view.hand}-${key}`,
    createPart,
    (part, item) => updatePart(state, knock, part, item),
  );
  fit(node);
}

/** As large as the middle of the table allows with all of it in sight: how many rows it takes depends on the melds. */
function fit(node) {
  const room = node.parentElement.clientHeight - slot("limit").offsetHeight;
  for (const share of [1.6, 1.35, 1.15, 1, 0.85, 0.7]) {
    node.style.setProperty("--fit", String(share));
    if (node.scrollHeight <= room) return;
  }
}

function createPart({ key, meld, number, deadwood }) {
  if (key === "title") return h("p", { class: "spread__title" });
  if (meld !== undefined) {
    return h("div", { class: `spread__meld meld meld--${band(number)}`, role: "group", data: { meld: String(number) } });
  }
  const label = gettext("Deadwood");
  return deadwood
    ? h("div", { class: "spread__deadwood" }, cardGroup(deadwood, null, label))
    : h("div", { class: "spread__deadwood", hidden: true });
}

function updatePart(state, knock, part, { key, meld, number }) {
  if (key === "title") {
    setText(part, knockSaid(state, knock));
    return;
  }
  if (meld === undefined) return;
  setAttr(part, "aria-label", fill(gettext("Meld %(number)s"), { number: number + 1 }));
  const laid = (defenceShown(state)?.layoffs ?? []).filter(([, on]) => on === number).map(([card]) => card);
  const open = Boolean(can(state).defend);
  const cards = inOrder([...split(meld), ...laid].join(" "));
  keyed(
    part,
    cards.map((card) => ({ card, laid: laid.includes(card) })),
    ({ card, laid: lies }) => `${card}${lies ? ` laid ${open}` : ""}`,
    ({ card, laid: lies }) => (lies ? laidCard(card, open) : cardPicture(card)),
  );
}

/** A card laid off: while its owner may still think better of it, a button. */
function laidCard(card, open) {
  if (!open) {
    const shown = cardPicture(card);
    shown.classList.add("card--laid");
    return shown;
  }
  const node = h("button", {
    type: "button",
    class: "card card--laid",
    data: { card, press: "laid" },
    "aria-label": fill(gettext("%(card)s, laid off: take it back or move it"), { card: cardName(card) }),
  });
  node.append(...cardPicture(card).childNodes);
  return node;
}

/** Where a card could lie if it were not laid off yet: the numbers of the melds it fits. Pure. */
export function places(layoffs, card, knockMelds) {
  const rest = standing(layoffs.filter(([laid]) => laid !== card), knockMelds);
  const melds = knockMelds.map(split);
  for (const [laid, number] of rest) melds[number].push(laid);
  return melds.flatMap((meld, number) => (extendsMeld(meld, card) ? [number] : []));
}

/** The lay-offs after a tap on the card: onto the first meld, then the next that it fits, at last back. Pure. */
export function nextPlace(layoffs, card, knockMelds) {
  const lies = layoffs.find(([laid]) => laid === card)?.[1];
  const open = places(layoffs, card, knockMelds);
  const target = lies === undefined ? open[0] : open[open.indexOf(lies) + 1];
  const rest = layoffs.filter(([laid]) => laid !== card);
  return standing(target === undefined ? rest : [...rest, [card, target]], knockMelds);
}

/** The lay-offs with the card on the meld it was dropped on; unchanged where it does not fit. Pure. */
export function placedOn(layoffs, card, meld, knockMelds) {
  if (!places(layoffs, card, knockMelds).includes(meld)) return layoffs;
  return standing([...layoffs.filter(([laid]) => laid !== card), [card, meld]], knockMelds);
}

/** The defender's hands: `ask(question)` sends a question and returns its id. */
export function createLayoff({ state, dispatch, ask }) {
  function change(layoffs) {
    const { defence } = state();
    if (JSON.stringify(layoffs) === JSON.stringify(defence.layoffs)) return false;
    const id = ask({ q: "defence", layoffs });
    if (id) dispatch({ t: "asked", id, defence: { ...defence, layoffs } });
    return Boolean(id);
  }

  const may = () => Boolean(can(state()).defend && state().defence);
  const melds = () => state().view.knock.melds;

  return {
    isOpen: may,
    tap: (card) => may() && change(nextPlace(state().defence.layoffs, card, melds())),
    drop: (card, meld) => may() && change(placedOn(state().defence.layoffs, card, meld, melds())),
  };
}
