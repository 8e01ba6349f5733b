// How each game is played on the page, by the `game` of the view. The rest of the page asks here and knows no game.
//
// A game is an object with, pure:
//   choices(state)            the buttons while a hand is played, as `table/choice.js` makes them
//   status(state)             what to know now, in one sentence
//   sentences                 event kind -> (state, event) => text, for the events that only this game has
//   headline(state, result)   of a scored hand; explained(state, result): the sentence below it
//   knockSaid(state, knock)   where two tables play side by side: who knocked at the other one
//   hint(state)               {cards, text} for a learner whose turn it is, or null; `cards`: those to choose
//   handShown(state)          the cards in the near hand, in order; melds(state): as they are grouped, for the colours
//   mostCards(state)          how many cards the hand has after the draw
//   count(state)              {text, low} for the strip above the hand, or null
//   notes(state, card)        {classes, words} of a card of the hand
//   keys                      the keys that only this game has, as `table/keys.js` writes them
// and on the page:
//   renderFelt(state)         all that lies in the middle of the table
//   resultHand(state, result) the nodes that show how a hand was scored
//   createHands(tools)        the player's hands: {tap(card), layOff(card), press(node), targets(card), drop(card, node),
//                             intents, refresh()}; `tools` as `table/actions.js` hands them on

import { gin } from "table/gin/game.js";
import { rummy } from "table/rummy/game.js";

const GAMES = { gin, rummy };

export const gameOf = (state) => GAMES[state.view?.game] ?? gin;

/** Every game once, made into something. */
export const eachGame = (make) => new Map(Object.values(GAMES).map((game) => [game, make(game)]));
