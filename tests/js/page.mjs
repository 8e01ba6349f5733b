// As much of a page as the parts need that open a dialog or make nodes: elements that take everything and show nothing.

/** An element. Whatever is looked for below it is found: another such element, always the same for a selector. */
export function element(tag = "div") {
  const found = new Map();
  const attributes = new Map();
  const node = {
    tagName: tag.toUpperCase(),
    children: [],
    dataset: {},
    textContent: "",
    open: false,
    append: (...nodes) => node.children.push(...nodes),
    replaceChildren: (...nodes) => node.children.splice(0, Infinity, ...nodes),
    addEventListener() {},
    focus() {},
    querySelector(selector) {
      if (!found.has(selector)) found.set(selector, element());
      return found.get(selector);
    },
    hasAttribute: (name) => attributes.has(name),
    getAttribute: (name) => attributes.get(name) ?? null,
    setAttribute: (name, value) => attributes.set(name, value),
    removeAttribute: (name) => attributes.delete(name),
    showModal() {
      node.open = true;
    },
    close() {
      node.open = false;
    },
  };
  return node;
}

/** All that is written in a node and below it, in order. */
export const texts = (node) => [node.textContent, ...node.children.flatMap((child) => (typeof child === "string" ? [child] : texts(child)))].filter(Boolean);

globalThis.document ??= {
  createElement: element,
  createElementNS: (_, tag) => element(tag),
  querySelector: (selector) => (selector === "[data-deck-clear]" ? element() : null), // where the decks are
  documentElement: { dataset: {} },
  getElementById: () => element(),
};
