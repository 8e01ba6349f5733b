// The shuffle on the table page: the line about the deal in the paper beside the table, and the player's own words.

import { cut } from "fair/keep.js";
import { shortened, shuffledSaid, troubleSaid } from "fair/line.js";
import { setAttr, setText } from "lib/dom.js";
import { fill, gettext } from "lib/i18n.js";
import { part, slot } from "table/slots.js";

/** `trouble()`: what keeps this browser from taking part; `dialog`: asks for the own words (null for who only watches). */
export function createShuffle({ keep, trouble, dialog, announce }) {
  const field = dialog?.querySelector("input");
  let told = null; // the trouble last said aloud

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
      if (said && said !== told) announce(said);
      told = said;
      const lines = [shuffledSaid(state), said].filter(Boolean).join(" ");
      const promise = state.dealt?.commitment;
      setText(part(node, "said"), lines);
      setText(part(node, "promise"), promise ? fill(gettext("The server's promise: %(print)s"), { print: shortened(promise) }) : "");
      setAttr(node, "hidden", !lines && !promise);
    },
    askForWords() {
      field.value = keep.words();
      dialog.showModal();
    },
  };
}
