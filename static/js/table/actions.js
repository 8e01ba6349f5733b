// What the player may do now, as buttons in words, and how a choice becomes a command. While a hand is played its game
// says both; what belongs to the match is here.

import { gettext } from "lib/i18n.js";
import { adviceChoices, adviceOf } from "table/advice.js";
import { isAway, isCompany, leavingEnds, ownRole, waitsForOthers } from "table/around.js";
import { choice } from "table/choice.js";
import { eachGame, gameOf } from "table/games.js";
import { busy, can, inPlay, you } from "table/reduce.js";

/**
 * The buttons of the action bar, in order. Each: `id`, `label`, `enabled`, `reason` (why not, in words, or null),
 * `strong` (the thing to do next). Pure.
 */
export function choices(state) {
  const { view } = state;
  if (you(state) === null || !view) return [];
  if (view.phase === "over") return [showResult(), rematchChoice(state)];
  if (isAway(state, you(state))) return awayChoices(state);
  if (view.phase === "between") return view.result ? [showResult(), readyChoice(state)] : [];
  if (ownRole(state) === "adviser") return adviceChoices(state);
  return inPlay(state) && ownRole(state) !== "sits_out" ? gameOf(state).choices(state) : [];
}

const showResult = () => choice("result", gettext("Show the result"), true);

function readyChoice(state) {
  const waiting = waitsForOthers(state) ? gettext("The other table plays on") : waitingFor(state);
  return choice("ready", gettext("Next hand"), can(state).ready, true, waiting);
}

const waitingFor = (state) => (isCompany(state) ? gettext("Waiting for the others") : gettext("Waiting for the other side"));

/** Who left may sit down again once the hand is over. */
function awayChoices(state) {
  const early = gettext("You can come back when this hand is over");
  const back = choice("come_back", gettext("Come back"), can(state).come_back, true, early);
  return state.view.phase === "between" ? [showResult(), back] : [back];
}

/** Where the rematch is played, once there is one. */
export const rematchUrl = (state) => state.view?.offers?.rematch_url ?? null;

function rematchChoice(state) {
  if (rematchUrl(state)) return choice("go_to_rematch", gettext("Go to the rematch"), true, true);
  const offered = state.view.offers?.rematch ?? [];
  const mine = offered.includes(you(state));
  const theirs = offered.some((seat) => seat !== you(state));
  const label = theirs && !mine ? gettext("Accept rematch") : gettext("Rematch");
  return choice("rematch", label, can(state).rematch && !mine, true, mine ? gettext("Waiting for an answer") : null);
}

/** Is this action, which lost a race, still one that the player may want and the rules allow? */
export function stillAllowed(state, action) {
  const open = can(state)[action.kind];
  if (action.kind === "resign") return true;
  if (Array.isArray(open)) return open.includes(action.card ?? action.cards);
  if (open && typeof open === "object") return action.card in open;
  return Boolean(open);
}

/** What leaving means here, in words for the question before it. Pure. */
export function leavingSaid(state) {
  if (!isCompany(state)) {
    return {
      title: gettext("Resign the match?"),
      text: gettext("The match ends at once and the other side wins, whatever the score."),
      yes: gettext("Resign"),
    };
  }
  return {
    title: gettext("Leave the game?"),
    text: leavingEnds(state)
      ? gettext("The match ends at once: too few people would be left to play it.")
      : gettext(
          "The computer plays on for you. You can come back between hands; who is still away at the end cannot win.",
        ),
    yes: gettext("Leave"),
  };
}

/**
 * The player's intents. `tools`: `state()` reads, `send(action)` commands, `ask(question)` asks the server and returns
 * the question's id, `say(words)` talks, `dispatch` changes the page's own state; `confirm` asks yes or no and resolves to a boolean;
 * `dialogs`: the games' own, by name; `openResult` shows the result, `go` leads to another page.
 */
export function createActions(tools) {
  const { state, send, say, dispatch, confirm, openResult, go } = tools;
  const all = eachGame((game) => game.createHands(tools));
  const hands = () => all.get(gameOf(state()));

  async function resign() {
    const { title, text, yes } = leavingSaid(state());
    if (await confirm({ title, text, yes, danger: true })) send({ kind: "resign" });
  }

  async function offerVoid() {
    const accepting = (state().view.offers?.void ?? []).some((seat) => seat !== you(state()));
    const others = isCompany(state())
      ? gettext("If all the others agree, the match ends without a winner.")
      : gettext("If the other side agrees, the match ends without a winner.");
    const sure = await confirm({
      title: accepting ? gettext("Call the match off?") : gettext("Offer to call the match off?"),
      text: accepting ? gettext("The match ends without a winner.") : others,
      yes: accepting ? gettext("Agree") : gettext("Offer"),
    });
    if (sure) send({ kind: "offer_void" });
  }

  const intents = {
    result: openResult,
    go_to_rematch: () => go(rematchUrl(state())),
    resign,
    offer_void: offerVoid,
  };

  /** Carry out a choice by its id, if it is open now. */
  function choose(id) {
    const now = state();
    const open = choices(now).find((other) => other.id === id);
    if (open && !open.enabled) {
      if (open.reason) dispatch({ t: "say", text: open.reason });
      return;
    }
    if (!open && !can(now)[id] && id !== "claim") return; // whether a claim is due, the server knows better
    if (id !== "result" && id !== "go_to_rematch" && busy(now)) return;
    const advice = adviceOf(now, id);
    const carryOut = intents[id] ?? hands().intents[id];
    if (advice) say(advice);
    else if (carryOut) carryOut();
    else send({ kind: id });
  }

  return {
    choose,
    tap: (card) => hands().tap(card),
    layOff: (card) => hands().layOff(card),
    press: (node) => hands().press(node),
    targets: (card) => hands().targets(card),
    drop: (card, target) => hands().drop(card, target),
    refresh: () => hands().refresh(),
  };
}
