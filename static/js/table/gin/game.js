// Gin and all its family on the page: see `table/games.js` for what a game is.

import { gettext } from "lib/i18n.js";
import { choices } from "table/gin/choices.js";
import { count, handShown, melds, notes, renderFelt } from "table/gin/felt.js";
import { createHands } from "table/gin/hands.js";
import { resultHand } from "table/gin/result.js";
import { explained, headline, hint, knockSaid, sentences, status } from "table/gin/words.js";

const keys = [
  { code: "KeyP", cap: "P", does: "pass", said: () => gettext("pass") },
  { code: "KeyK", cap: "K", does: "knock", said: () => gettext("knock") },
  { code: "KeyG", cap: "G", does: "gin", said: () => gettext("gin or big gin") },
  { code: "KeyL", cap: "L", does: "layoff", said: () => gettext("lay off the card in focus") },
  { code: "KeyE", cap: "E", does: "defend", said: () => gettext("end the laying off, show your hand") },
];

export const gin = {
  keys,
  choices,
  status,
  sentences,
  headline,
  explained,
  hint,
  knockSaid,
  handShown,
  melds,
  mostCards: () => 11,
  count,
  notes,
  renderFelt,
  resultHand,
  createHands,
};
