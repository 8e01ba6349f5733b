// Cards that fly. Measure before the page is patched, patch, then let everything that moved start from where it was
// (FLIP). Nothing waits for an animation, the page is right before it begins, and with reduced motion nothing moves.

import { split } from "table/cards.js";

const BEAT = 240;
const DEAL = 420;
const STAGGER = 35;
const EASE = "cubic-bezier(0.35, 0, 0.15, 1)";

const DEALS = new Set(["hand_dealt", "rummy_dealt"]);
const isDealt = (events) => events.some(({ kind }) => DEALS.has(kind));

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** `root` holds the table; returns `measure()`, to be called before a patch; it returns `play(news, held)`. */
export function createMotion(root) {
  const find = (selector) => root.querySelector(selector);
  const box = (node) => node?.getBoundingClientRect() ?? null;
  const spreadCards = () => [...root.querySelectorAll("[data-slot=spread] .card")];
  const handCards = () => [...root.querySelectorAll("[data-slot=hand] > .card")];

  /** Where a seat's cards are: its fan, or where none is shown the seat itself. */
  const seen = (fan) => (fan.offsetWidth ? box(fan) : box(fan.closest("[data-seat]")));

  function places() {
    return {
      stock: box(find("[data-slot=stock]")),
      pile: box(find("[data-slot=pile]")),
      seats: new Map([...root.querySelectorAll("[data-fan]")].map((node) => [Number(node.dataset.fan), seen(node)])),
    };
  }

  function glide(node, from, { duration = BEAT, delay = 0, fade = false } = {}) {
    const to = box(node);
    if (!from || !to || to.width === 0 || from.width === 0) return;
    const dx = from.left + from.width / 2 - (to.left + to.width / 2);
    const dy = from.top + from.height / 2 - (to.top + to.height / 2);
    const scale = Math.min(1.4, Math.max(0.3, from.height / to.height));
    if (Math.abs(dx) < 1 && Math.abs(dy) < 1 && Math.abs(scale - 1) < 0.02) return;
    node.animate(
      [
        { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, ...(fade ? { opacity: 0.2 } : {}) },
        { transform: "none", ...(fade ? { opacity: 1 } : {}) },
      ],
      { duration, delay, easing: EASE, fill: "backwards" },
    );
  }

  /** A copy of a card that flies from one place to another and is gone. */
  function ghost(picture, from, to) {
    if (!from || !to || from.width === 0 || to.width === 0) return;
    const node = picture.cloneNode(true);
    node.className = "card card--ghost";
    node.removeAttribute("data-key");
    node.setAttribute("aria-hidden", "true");
    Object.assign(node.style, {
      insetBlockStart: `${from.top}px`,
      left: `${from.left}px`,
      inlineSize: `${from.width}px`,
      blockSize: `${from.height}px`,
    });
    document.body.append(node);
    const dx = to.left + to.width / 2 - (from.left + from.width / 2);
    const dy = to.top + to.height / 2 - (from.top + from.height / 2);
    const flight = node.animate(
      [{ transform: "none" }, { transform: `translate(${dx}px, ${dy}px) scale(0.6)`, opacity: 0.6 }],
      { duration: BEAT * 1.4, easing: EASE },
    );
    flight.onfinish = () => node.remove();
    flight.oncancel = () => node.remove();
  }

  /** What lay on top stays in sight while the next card is on its way. */
  function lieUnder(copy, pile) {
    copy.className = "card card--under";
    for (const name of ["data-slot", "data-do", "data-open"]) copy.removeAttribute(name);
    copy.setAttribute("aria-hidden", "true");
    copy.tabIndex = -1;
    pile.before(copy);
    setTimeout(() => copy.remove(), BEAT);
  }

  function origin(events, node, before, own) {
    if (isDealt(events)) return before.stock;
    const { card } = node.dataset;
    const taken = events.find((event) => event.kind === "pile_taken" && event.seat === own && event.card === card);
    return taken ? before.pile : before.stock;
  }

  function playHand(events, cards, before, own, held) {
    const dealt = isDealt(events);
    let dealtNo = 0;
    for (const node of handCards()) {
      if (node === held) continue;
      const was = cards.get(node) ?? before.lying.get(node.dataset.card);
      if (was) glide(node, was, { duration: BEAT * 0.7 });
      else if (events.length) {
        glide(node, origin(events, node, before, own), dealt ? { duration: DEAL, delay: STAGGER * dealtNo++ } : {});
      }
    }
  }

  /** Own cards that were laid down: a knock, or a lay-off that is tried. */
  function playSpread(cardBoxes, before) {
    for (const node of spreadCards()) {
      const { card } = node.dataset;
      const from = before.lying.has(card) ? null : cardBoxes.get(card);
      if (from) glide(node, from);
    }
  }

  function playEvent(event, cardBoxes, before, own) {
    const fan = before.seats.get(event.seat);
    const pile = find("[data-slot=pile]");
    if (event.kind === "card_discarded") {
      if (before.pileCopy) lieUnder(before.pileCopy, pile);
      glide(pile, event.seat === own ? cardBoxes.get(event.card) : fan);
    }
    if (event.kind === "stock_refilled") ghost(find("[data-slot=stock]"), before.pile, before.stock);
    if (event.seat === own || event.seat === undefined) return;
    if (event.kind === "stock_drawn") ghost(find("[data-slot=stock] .card, [data-slot=stock]"), before.stock, fan);
    if (event.kind === "pile_taken" && before.pileCopy) ghost(before.pileCopy, before.pile, fan);
    const shown = shownBy(event);
    for (const node of shown ? spreadCards() : []) {
      if (shown(node.dataset.card)) glide(node, fan, { duration: DEAL, fade: true });
    }
  }

  /** Which cards of the table this event put there, as a question; null for other events. */
  function shownBy(event) {
    if (event.kind === "knocked") return () => true;
    if (event.kind === "melded") return (card) => split(event.cards).includes(card);
    return event.kind === "laid_off" ? (card) => card === event.card : null;
  }

  return function measure() {
    if (still()) return () => {};
    const lying = new Map(spreadCards().map((node) => [node.dataset.card, box(node)]));
    const before = { ...places(), lying, pileCopy: find("[data-slot=pile]")?.cloneNode(true) };
    const nodes = handCards();
    const cards = new Map(nodes.map((node) => [node, box(node)]));
    const cardBoxes = new Map(nodes.map((node) => [node.dataset.card, cards.get(node)]));
    return function play(events, own, held) {
      playHand(events, cards, before, own, held);
      playSpread(cardBoxes, before);
      for (const event of events) playEvent(event, cardBoxes, before, own);
    };
  };
}
