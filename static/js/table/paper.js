// Tables on paper, written as rows of cells: a heading and then one figure a column.

import { h } from "lib/dom.js";

export const heading = (text) => h("th", { scope: "row", text });

/** The head of a column: a name, which keeps its own direction. */
export const nameHead = (name) => h("th", { scope: "col" }, h("bdi", { text: name }));

export const figures = (values) => values.map((value) => h("td", { text: String(value) }));

export const row = (...cells) => h("tr", {}, ...cells);

/** So many columns are written narrowly, under short names, and scroll past their headings where even that is too wide. */
const MANY = 4;

export const isWide = (columns) => columns.length >= MANY;

export const sheetClass = (columns) => (isWide(columns) ? "sheet sheet--many" : "sheet");
