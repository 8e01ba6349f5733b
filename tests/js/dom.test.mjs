import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { keyed, setAttr, setText } from "lib/dom.js";

/** As much of an element as `keyed` touches; it counts how often each child is put somewhere. */
class Parent {
  constructor(keys) {
    this.list = [];
    for (const key of keys) this.insertBefore(child(key), null);
    for (const node of this.list) node.moves = 0;
  }
  get children() {
    return [...this.list];
  }
  get firstElementChild() {
    return this.list[0] ?? null;
  }
  contains(node) {
    return this.list.includes(node);
  }
  append(node) {
    this.insertBefore(node, null);
  }
  insertBefore(node, before) {
    if (node.parent) node.parent.list.splice(node.parent.list.indexOf(node), 1);
    node.parent = this;
    node.moves += 1;
    this.list.splice(before ? this.list.indexOf(before) : this.list.length, 0, node);
    if (globalThis.document.activeElement === node) globalThis.document.activeElement = null;
  }
}

function child(key) {
  const node = {
    dataset: key === undefined ? {} : { key },
    moves: 0,
    parent: null,
    get nextElementSibling() {
      return this.parent.list[this.parent.list.indexOf(this) + 1] ?? null;
    },
    get isConnected() {
      return this.parent !== null;
    },
    remove() {
      this.parent.list.splice(this.parent.list.indexOf(this), 1);
      this.parent = null;
    },
    focus() {
      globalThis.document.activeElement = this;
    },
  };
  return node;
}

const keys = (parent) => parent.list.map((node) => node.dataset.key);
const patch = (parent, items, anchor = null) => keyed(parent, items, (item) => item, () => child(), () => {}, anchor);

beforeEach(() => {
  globalThis.document = { activeElement: null };
});

test("children become the items in order, and those that stay are the same nodes", () => {
  const parent = new Parent(["a", "b", "c"]);
  const [, b] = parent.list;
  patch(parent, ["c", "b", "d"]);
  assert.deepEqual(keys(parent), ["c", "b", "d"]);
  assert.equal(parent.list[1], b);
});

test("nothing is touched where nothing changed", () => {
  const parent = new Parent(["a", "b", "c"]);
  patch(parent, ["a", "b", "c"]);
  assert.deepEqual(parent.list.map((node) => node.moves), [0, 0, 0]);
});

test("the card under the finger is never moved, the others move around it", () => {
  for (const wanted of [["d", "a", "b", "c"], ["a", "d", "b", "c"], ["b", "c", "a", "d"]]) {
    const parent = new Parent(["a", "b", "c", "d"]);
    const held = parent.list[3];
    patch(parent, wanted, held);
    assert.deepEqual(keys(parent), wanted);
    assert.equal(held.moves, 0);
  }
});

test("a held card that has left the hand is gone like any other", () => {
  const parent = new Parent(["a", "b"]);
  const held = parent.list[1];
  patch(parent, ["a"], held);
  assert.deepEqual(keys(parent), ["a"]);
  assert.equal(held.isConnected, false);
});

test("focus stays on a card that had to be moved", () => {
  const parent = new Parent(["a", "b", "c"]);
  const c = parent.list[2];
  c.focus();
  patch(parent, ["c", "a", "b"]);
  assert.equal(globalThis.document.activeElement, c);
});

test("children without a key stay in front", () => {
  const parent = new Parent([]);
  const label = child();
  parent.append(label);
  patch(parent, ["a", "b"]);
  assert.equal(parent.list[0], label);
  assert.deepEqual(keys(parent), [undefined, "a", "b"]);
});

/** An element that counts how often it is written to. */
function element() {
  const attributes = new Map();
  return {
    writes: 0,
    text: "",
    get textContent() {
      return this.text;
    },
    set textContent(text) {
      this.text = text;
      this.writes += 1;
    },
    hasAttribute: (name) => attributes.has(name),
    getAttribute: (name) => attributes.get(name) ?? null,
    removeAttribute: (name) => attributes.delete(name),
    setAttribute(name, value) {
      attributes.set(name, value);
      this.writes += 1;
    },
  };
}

test("text and attributes are written only when they differ", () => {
  const node = element();
  setText(node, "Draw");
  setText(node, "Draw");
  setAttr(node, "title", "Draw");
  setAttr(node, "title", "Draw");
  assert.equal(node.writes, 2);
});

test("booleans are words in aria attributes and presence elsewhere", () => {
  const node = element();
  setAttr(node, "aria-pressed", false);
  setAttr(node, "aria-disabled", true);
  setAttr(node, "hidden", true);
  assert.deepEqual(["aria-pressed", "aria-disabled", "hidden"].map(node.getAttribute), ["false", "true", ""]);
  setAttr(node, "hidden", false);
  assert.equal(node.getAttribute("hidden"), null);
});
