// The shuffle on the table page: the line about the deal in the paper beside the table, and the player's own words.

import { cut } from "fair/keep.js";
import { shortened, shuffledSaid, troubleSaid } from "fair/line.js";
import { setAttr, setText } from "lib/dom.js";
import { fill, gettext } from "lib/i18n.js";
import { part, slot } from "table/slots.js";

/**
 * `trouble()`: what keeps this browser from taking part; `dialog`: asks for the own words (null for who only watches);
 * `say`: a word to the player, where a trouble is new.
 */
export function createShuffle({ keep, trouble, dialog, say }) {
  const field = dialog?.querySelector("input");
  const told = new Set(); // the troubles that were said

  dialog?.addEventListener("close", () => {
    if (dialog.returnValue === "keep") keep.setWords(field.value);
    dialog.returnValue = "";
  });
  field?.addEventListener("input", () => {
    const kept = cut(field.value);
    if (kept !== field.value) field.value = kept;
  });

  return {
    refresh(state) {
      const node = slot("fair");
      const said = troubleSaid(trouble());
      if (said && !told.has(said)) {
        told.add(said);
        say(said);
      }
      const lines = [shuffledSaid(state), said].filter(Boolean).join(" ");
      const promise = state.dealt?.commitment;
      setText(part(node, "said"), lines);
      const shown = promise && fill(gettext("The server's promise: %(print)s"), { print: shortened(promise) });
      setText(part(node, "promise"), shown || "");
      setAttr(node, "hidden", !lines && !promise);
    },
    askForWords() {
      field.value = keep.words();
      dialog.showModal();
    },
  };
}
