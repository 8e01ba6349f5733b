// Small tools for patching a page in place: nodes are made once, found again by key and never made anew, so that
// focus, a running animation and a card under the finger survive every update.

/** Make an element. `props`: class, text, data (data-*), on (listeners), anything else is an attribute. */
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") node.className = value;
    else if (name === "text") node.textContent = value;
    else if (name === "data") Object.assign(node.dataset, value);
    else if (name === "on") for (const [type, listener] of Object.entries(value)) node.addEventListener(type, listener);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** Set the text only when it differs: a live region must not repeat itself, a selection must not be lost. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Set, change or (with null) remove an attribute, touching the page only when it differs. A boolean is written as
 * "true" or "false" in an aria attribute; elsewhere it is there or not.
 */
export function setAttr(node, name, value) {
  const aria = name.startsWith("aria-");
  if (value === null || value === undefined || (value === false && !aria)) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
    return;
  }
  const text = value === true && !aria ? "" : String(value);
  if (node.getAttribute(name) !== text) node.setAttribute(name, text);
}

/**
 * Make the children of `parent` be `items`, in order, one node a key. Nodes whose key stays are kept and moved at
 * most; `update(node, item, index)` writes what differs. Children without data-key are left alone, in front. The
 * `anchor` (a node under the finger) is never moved: the others are moved around it.
 */
export function keyed(parent, items, key, create, update = () => {}, anchor = null) {
  const have = new Map();
  let previous = null;
  for (const child of parent.children) {
    if (child.dataset.key === undefined) previous = child;
    else have.set(child.dataset.key, child);
  }
  const focused = parent.contains(document.activeElement) ? document.activeElement : null;
  const wanted = new Set(items.map((item) => String(key(item))));
  for (const [name, node] of have) if (!wanted.has(name)) node.remove();
  const after = () => (previous ? previous.nextElementSibling : parent.firstElementChild);
  items.forEach((item, index) => {
    const name = String(key(item));
    let node = have.get(name);
    if (!node) {
      node = create(item);
      node.dataset.key = name;
    }
    if (node === anchor) while (after() !== anchor) parent.append(after());
    if (after() !== node) parent.insertBefore(node, after());
    update(node, item, index);
    previous = node;
  });
  if (focused && focused !== document.activeElement && focused.isConnected) focused.focus({ preventScroll: true });
}

/** The JSON of a <script type="application/json" id="…">, or null. */
export function readJson(id) {
  const node = document.getElementById(id);
  return node ? JSON.parse(node.textContent) : null;
}

/** Make an SVG element with attributes. */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}
