// A card under the finger: pushed sideways it changes its place in the hand, dropped on the pile it is shed, dropped on
// a shown meld it is laid off. Only a transform moves it, its node stays where the hand has it, so that an update that
// arrives meanwhile changes everything else and not the drag.

import { placeAt } from "table/hand.js";

/** How far a pointer goes before a press is a drag, in px. */
const SLACK = 7;

/**
 * `hand`: the element with the cards. `drop(card, target)` gets the element with data-drop under the finger, and says
 * whether it took the card; `order(card, index)` puts the card at a place among the others.
 */
export function createDrag({ hand, canMove, order, targetAt, drop }) {
  let drag = null; // {node, card, id, startX, startY, dx, dy, moving, target}
  let justDropped = false;

  function boxesOfOthers() {
    return [...hand.children].filter((node) => node !== drag.node).map((node) => node.getBoundingClientRect());
  }

  function follow() {
    drag.node.style.transform = "none";
    const rest = drag.node.getBoundingClientRect();
    const x = drag.x - drag.grabX - rest.left;
    const y = drag.y - drag.grabY - rest.top;
    drag.node.style.transform = `translate(${x}px, ${y}px) scale(1.06)`;
  }

  function aim(target) {
    if (target === drag.target) return;
    drag.target?.removeAttribute("data-aimed");
    target?.setAttribute("data-aimed", "");
    drag.target = target;
  }

  function start() {
    drag.moving = true;
    drag.node.classList.add("card--held");
    document.documentElement.classList.add("dragging");
  }

  function move(event) {
    if (!drag || event.pointerId !== drag.id) return;
    drag.x = event.clientX;
    drag.y = event.clientY;
    if (!drag.moving) {
      if (Math.hypot(drag.x - drag.startX, drag.y - drag.startY) < SLACK) return;
      start();
    }
    event.preventDefault();
    follow();
    aim(targetAt(drag.card, drag.x, drag.y));
    if (!drag.target && nearHand(drag.y)) order(drag.card, placeAt(boxesOfOthers(), drag.x, drag.y));
  }

  function nearHand(y) {
    const box = hand.getBoundingClientRect();
    return y > box.top - box.height * 0.25 && y < box.bottom + box.height * 0.5;
  }

  function end(event, dropped) {
    if (!drag || event.pointerId !== drag.id) return;
    const { node, card, moving, target } = drag;
    aim(null);
    drag = null;
    document.documentElement.classList.remove("dragging");
    node.classList.remove("card--held");
    if (!moving) return;
    justDropped = true;
    setTimeout(() => {
      justDropped = false;
    }, 50);
    const from = node.getBoundingClientRect();
    node.style.transform = "";
    if (dropped && target) drop(card, target);
    settle(node, from);
  }

  function cancel() {
    aim(null);
    drag.node.style.transform = "";
    drag.node.classList.remove("card--held");
    document.documentElement.classList.remove("dragging");
    drag = null;
  }

  /** Let the card glide from under the finger to its place. */
  function settle(node, from) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const to = node.getBoundingClientRect();
    const away = `translate(${from.left - to.left}px, ${from.top - to.top}px)`;
    node.animate([{ transform: away }, { transform: "none" }], { duration: 160, easing: "ease-out" });
  }

  hand.addEventListener("pointerdown", (event) => {
    const node = event.target.closest(".card");
    if (drag && event.isPrimary) cancel(); // its end was never heard
    if (!node || drag || event.button !== 0 || !canMove()) return;
    const box = node.getBoundingClientRect();
    drag = {
      node,
      card: node.dataset.card,
      id: event.pointerId,
      startX: event.clientX,
      startY: event.clientY,
      grabX: event.clientX - box.left,
      grabY: event.clientY - box.top,
      x: event.clientX,
      y: event.clientY,
      moving: false,
      target: null,
    };
  });
  document.addEventListener("pointermove", move, { passive: false });
  document.addEventListener("pointerup", (event) => end(event, true));
  document.addEventListener("pointercancel", (event) => end(event, false));
  // The click that follows a drop is not a tap.
  hand.addEventListener(
    "click",
    (event) => {
      if (!justDropped) return;
      event.stopPropagation();
      event.preventDefault();
    },
    true,
  );
  hand.addEventListener("dragstart", (event) => event.preventDefault());

  return {
    held: () => (drag?.moving ? drag.node : null),
    /** After a patch: the card may have left the hand (another tab shed it), or its place may have shifted. */
    refresh() {
      if (!drag?.moving) return;
      if (drag.node.isConnected) follow();
      else cancel();
    },
  };
}

/**
 * Drawing by hand: the top of the stock or of the pile, pulled down into one's own cards. A copy follows the finger.
 * `canTake(node)` says whether this card may be taken now, `take(node)` takes it.
 */
export function createTaking({ places, hand, canTake, take }) {
  let pull = null; // {node, id, startX, startY, copy}
  let justPulled = false;

  function begin() {
    const box = pull.node.getBoundingClientRect();
    pull.copy = pull.node.cloneNode(true);
    pull.copy.className = pull.node.dataset.slot === "stock" ? "card card--back card--ghost" : "card card--ghost";
    pull.copy.setAttribute("aria-hidden", "true");
    pull.copy.removeAttribute("data-slot");
    Object.assign(pull.copy.style, {
      insetBlockStart: `${box.top}px`,
      left: `${box.left}px`,
      inlineSize: `${box.width}px`,
      blockSize: `${box.height}px`,
    });
    document.body.append(pull.copy);
  }

  function end(event, dropped) {
    if (!pull || event.pointerId !== pull.id) return;
    const { node, copy } = pull;
    pull = null;
    if (!copy) return;
    copy.remove();
    hand.removeAttribute("data-aimed");
    justPulled = true;
    setTimeout(() => {
      justPulled = false;
    }, 50);
    if (dropped && over(event) && canTake(node)) take(node);
  }

  function over({ clientX, clientY }) {
    const box = hand.getBoundingClientRect();
    return clientX > box.left && clientX < box.right && clientY > box.top - 24;
  }

  for (const node of places) {
    node.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !canTake(node)) return;
      pull?.copy?.remove();
      pull = { node, id: event.pointerId, startX: event.clientX, startY: event.clientY, copy: null };
    });
    node.addEventListener(
      "click",
      (event) => {
        if (!justPulled) return;
        event.stopPropagation();
        event.preventDefault();
      },
      true,
    );
    node.addEventListener("dragstart", (event) => event.preventDefault());
  }
  document.addEventListener("pointermove", (event) => {
    if (!pull || event.pointerId !== pull.id) return;
    const dx = event.clientX - pull.startX;
    const dy = event.clientY - pull.startY;
    if (!pull.copy && Math.hypot(dx, dy) < SLACK) return;
    if (!pull.copy) begin();
    pull.copy.style.transform = `translate(${dx}px, ${dy}px)`;
    hand.toggleAttribute("data-aimed", over(event));
  });
  document.addEventListener("pointerup", (event) => end(event, true));
  document.addEventListener("pointercancel", (event) => end(event, false));
}
