// Basic rummy on the page: see `table/games.js` for what a game is.

import { choices } from "table/rummy/choosing.js";
import { renderFelt } from "table/rummy/felt.js";
import { count, handShown, melds, notes } from "table/rummy/hand.js";
import { createHands } from "table/rummy/hands.js";
import { resultHand } from "table/rummy/result.js";
import { explained, headline, hint, sentences, status } from "table/rummy/words.js";

export const rummy = {
  choices,
  status,
  sentences,
  headline,
  explained,
  hint,
  handShown,
  melds,
  count,
  notes,
  renderFelt,
  resultHand,
  createHands,
};
