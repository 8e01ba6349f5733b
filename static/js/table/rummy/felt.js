// The middle of the table in basic rummy: stock and pile, and the melds grouped by who laid them down, each a button
// that takes the chosen card where it fits. As large as the felt allows; many melds scroll.

import { h, keyed, setAttr, setText } from "lib/dom.js";
import { gettext } from "lib/i18n.js";
import { cardPicture } from "table/card.js";
import { seatName } from "table/names.js";
import { renderPiles } from "table/piles.js";
import { can, nearSeat, selected, you } from "table/reduce.js";
import { fitting, targets } from "table/rummy/choosing.js";
import { freshCards, lying } from "table/rummy/melds.js";
import { meldLabel } from "table/rummy/words.js";
import { slot } from "table/slots.js";

/** Shares of the largest card that are tried. */
const SIZES = [1, 0.85, 0.72, 0.6, 0.5];

/** The melds by owner, the near seat's first, then as the seats follow: [{owner, melds: [{meld, number}]}]. Pure. */
export function byOwner(state) {
  const melds = (state.view?.melds ?? []).map((meld, number) => ({ meld, number }));
  const round = state.seats.map((_, step) => (nearSeat(state) + step) % state.seats.length);
  return round
    .map((owner) => ({ owner, melds: melds.filter(({ meld }) => meld.owner === owner) }))
    .filter((group) => group.melds.length > 0);
}

export function renderFelt(state) {
  const playing = Boolean(state.view) && state.view.phase !== "draw_for_deal";
  const node = slot("spread");
  setAttr(slot("piles"), "hidden", !playing);
  setAttr(slot("limit"), "hidden", true);
  setAttr(node, "hidden", !playing);
  if (!playing) {
    node.replaceChildren();
    return;
  }
  const card = selected(state);
  renderPiles(state, { label: gettext("Discards"), droppable: (can(state).discard ?? []).includes(card) });
  slot("history").scrollTop = slot("history").scrollHeight;
  const context = { state, card, fresh: freshCards(state.moves, you(state)) };
  const groups = byOwner(state);
  keyed(
    node,
    groups.length ? groups : [{ owner: "none" }],
    ({ owner }) => `${state.view.hand}-${owner}`,
    createGroup,
    (part, item) => updateGroup(context, part, item),
  );
  fit(node);
  keepFitting(node);
}

let watched = null;

/** Fit the cards again whenever the room for them changes: a hand below grows a row, a phone is turned. */
function keepFitting(node) {
  if (watched === node) return;
  watched = node;
  new ResizeObserver(() => fit(node)).observe(node);
}

/** The largest size at which all lies in sight; `data-crowded` where none does. */
function fit(node) {
  const fits = SIZES.some((share) => {
    node.style.setProperty("--fit", String(share));
    return tall(node) <= node.clientHeight;
  });
  setAttr(node, "data-crowded", !fits);
}

/** How high the groups lie, by their places: cards that are still flying do not count. */
function tall(node) {
  const groups = [...node.children];
  const top = Math.min(...groups.map((group) => group.offsetTop));
  return Math.max(...groups.map((group) => group.offsetTop + group.offsetHeight)) - top;
}

function createGroup({ owner }) {
  if (owner === "none") return h("p", { class: "melder melder--none", text: gettext("No melds on the table yet") });
  return h("div", { class: "melder" }, h("p", { class: "melder__name" }), h("div", { class: "melder__melds" }));
}

function updateGroup(context, part, { owner, melds }) {
  if (owner === "none") return;
  const { state } = context;
  setText(part.firstElementChild, seatName(state, owner));
  setAttr(part.firstElementChild, "dir", "auto");
  keyed(part.lastElementChild, melds, ({ number }) => number, createMeld, (node, item) =>
    updateMeld(context, node, item),
  );
}

function createMeld({ number }) {
  return h("button", { type: "button", class: "table-meld meld", data: { meld: String(number), press: "meld" } });
}

function updateMeld({ state, card, fresh }, node, { meld, number }) {
  const fits = targets(state, card).includes(number);
  setAttr(node, "aria-label", meldLabel(state, meld, number));
  setAttr(node, "data-fits", fits);
  setAttr(node, "aria-disabled", !fits && (card !== null || fitting(state, number).length === 0));
  node.tabIndex = fits ? 0 : -1;
  keyed(node, lying(meld.cards), (shown) => shown, createCard, (picture, shown) =>
    setAttr(picture, "class", fresh.has(shown) ? "card card--new" : "card"),
  );
}

/** A card in a meld is read out with it, not by itself. */
function createCard(card) {
  const picture = cardPicture(card);
  setAttr(picture, "aria-hidden", true);
  return picture;
}
