// Basic rummy on the page: see `table/games.js` for what a game is.

import { gettext } from "lib/i18n.js";
import { choices } from "table/rummy/choosing.js";
import { renderFelt } from "table/rummy/felt.js";
import { count, handShown, melds, mostCards, notes } from "table/rummy/hand.js";
import { createHands } from "table/rummy/hands.js";
import { resultHand } from "table/rummy/result.js";
import { explained, headline, hint, sentences, status } from "table/rummy/words.js";

const keys = [
  { code: "KeyK", cap: "K", does: "meld", said: () => gettext("show a meld, and lay the chosen one down") },
  { code: "KeyL", cap: "L", does: "layoff", said: () => gettext("lay off the chosen card, or the one in focus") },
];

export const rummy = {
  keys,
  choices,
  status,
  sentences,
  headline,
  explained,
  hint,
  handShown,
  melds,
  mostCards,
  count,
  notes,
  renderFelt,
  resultHand,
  createHands,
};
