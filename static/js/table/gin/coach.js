// The coach of "Learn by playing": one lesson at a time, said when the real table comes to it. `lesson` is pure and
// reads only what the player sees anyway; the panel watches and speaks, and never stands between the player and the cards.

import { setAttr, setText } from "lib/dom.js";
import { fill, gettext } from "lib/i18n.js";
import { cardSign, makesMeld, split } from "table/cards.js";
import { ginCards, meantKnock } from "table/gin/choices.js";
import { can, mustAct, you } from "table/reduce.js";
import { hint } from "table/words.js";

/** The pages before the first move; after them the table itself leads. */
const INTRODUCTION = [aim, deadwood];

/**
 * What to say now: `key` names the lesson, `title` and `text` explain it the first time it comes, `tip` is what to do
 * about these very cards, `chapter` is where the rules say more. `page` counts the introduction's pages that were read;
 * `more` is true while another one follows. Null while there is nothing to say.
 */
export function lesson(state, page = INTRODUCTION.length) {
  const { view } = state;
  if (!view || you(state) === null) return null;
  if (page < INTRODUCTION.length && !hasPlayed(state)) return { ...INTRODUCTION[page](state), more: true };
  if (view.phase === "over") return matchOver(state);
  if (view.phase === "between") return handOver(state);
  return (mustAct(state) && LESSONS[view.phase]?.(state)) || waiting(state);
}

const hasPlayed = (state) => state.view.hand > 1 || state.moves.some(({ seat, kind }) => seat === you(state) && kind !== "seat_ready");

const sign = (cards) => cards.map(cardSign).join(" ");

function aim(state) {
  const melds = state.view.best?.melds ?? [];
  return {
    key: "aim",
    chapter: "melds",
    title: gettext("Build melds"),
    text: gettext("Three or more in a row of one suit, or three or four of a kind: such cards belong together."),
    tip: melds.length
      ? fill(gettext("You were dealt one: %(cards)s. A line under the cards marks it."), { cards: sign(split(melds[0])) })
      : gettext("You hold none yet. Look for pairs, and for neighbours of one suit."),
  };
}

function deadwood(state) {
  const values = { count: state.view.best?.count ?? "", limit: state.view.limit };
  return {
    key: "deadwood",
    chapter: "melds",
    title: gettext("The rest is deadwood"),
    text: gettext("An ace counts 1, number cards their number, jack, queen and king 10. Less is better."),
    tip: fill(gettext("You have %(count)s. With %(limit)s or less you may end the hand."), values),
  };
}

/** One lesson for each thing a player may have to decide. */
const LESSONS = {
  upcard,
  draw: (state) => (can(state).take_discard ? draw(state) : firstDraw()),
  shed: (state) => (ginCards(state).length || meantKnock(state) ? ending(state) : discard(state)),
  layoff,
};

function upcard(state) {
  const { view } = state;
  const fits = makesMeld(split(view.seats[you(state)].hand), view.upcard);
  const tip = fits ? gettext("The %(card)s makes a meld with your cards: take it.") : gettext("The %(card)s makes no meld with your cards: pass.");
  return {
    key: "upcard",
    chapter: "deal",
    title: gettext("The first card is an offer"),
    text: gettext("Before play begins this open card may be taken, or refused. Whoever takes it discards another."),
    tip: fill(tip, { card: cardSign(view.upcard) }),
  };
}

function draw(state) {
  return {
    key: "draw",
    chapter: "turn",
    title: gettext("Draw a card"),
    text: gettext("Take the unseen top of the stock, or the open card that was just discarded. Your opponent sees what you take."),
    tip: cardTip(state),
  };
}

function firstDraw() {
  return {
    key: "first-draw",
    chapter: "deal",
    title: gettext("Draw from the stock"),
    text: gettext("Both of you refused the open card, so it is out of play."),
    tip: gettext("Press Draw, or tap the stock."),
  };
}

/** The hint that the table gives to learners, about the card that lies open or the one to let go. */
const cardTip = (state) => hint(state)?.text ?? "";

function discard(state) {
  return {
    key: "discard",
    chapter: "turn",
    title: gettext("Discard one"),
    text: gettext("Let go of a card that fits nowhere, high ones first. Choose it, then press Discard, or drag it onto the pile."),
    tip: cardTip(state),
  };
}

function ending(state) {
  if (ginCards(state).length) {
    return {
      key: "gin",
      chapter: "knock",
      title: gettext("You have gin"),
      text: fill(gettext("All ten cards fit together. Gin pays %(bonus)s more, and nobody can lay off on it."), {
        bonus: state.table.rules.gin_bonus,
      }),
      tip: gettext("Press Gin."),
    };
  }
  const [card, count] = meantKnock(state);
  return {
    key: "knock",
    chapter: "knock",
    title: gettext("You may knock"),
    text: gettext("A knock ends the hand: one card goes face down, your melds are shown, and the lower deadwood scores. You never have to; mostly it pays."),
    tip: fill(gettext("Letting go of the %(card)s leaves %(count)s."), { card: cardSign(card), count }),
  };
}

function layoff(state) {
  const laid = (state.view.defence?.layoffs ?? []).map(([card]) => card);
  return {
    key: "layoff",
    chapter: "layoff",
    title: gettext("Your opponent knocked"),
    text: gettext("Your deadwood may go onto the melds on the table: a fourth of a kind, or the next card of a run. It then counts no more."),
    tip: laid.length
      ? fill(gettext("%(cards)s fit, and are laid off for you already. Press Show hand."), { cards: sign(laid) })
      : gettext("Nothing of yours fits this time. Press Show hand."),
  };
}

function waiting(state) {
  const { view } = state;
  const other = view.seats.findIndex((_seat, number) => number !== you(state));
  const taken = view.seats[other]?.holds ?? [];
  return {
    key: "waiting",
    chapter: "advice",
    title: gettext("Your opponent plays"),
    text: gettext("Watch what is taken from the pile and what is thrown away: it tells what is being collected."),
    tip: taken.length ? fill(gettext("Taken so far: %(cards)s. Keep their neighbours."), { cards: sign(taken) }) : "",
  };
}

// The end of a hand, and of the match.

const RESULTS = {
  knock: () => gettext("Whoever knocks and has less deadwood scores the difference."),
  undercut: () => gettext("An undercut: the knocker did not have less, so the other side scores the difference and a bonus."),
  gin: () => gettext("Gin: all of the other side's deadwood and a bonus. Nothing could be laid off."),
  big_gin: () => gettext("Big gin: eleven cards that fit together."),
  void: () => gettext("Nobody knocked before the stock ran out, so nobody scores and the deal is repeated."),
};

function handOver(state) {
  const { result, sheet } = state.view;
  if (!result) return waiting(state);
  const kind = result.void ? "void" : result.kind;
  const totals = sheet.columns[0].totals;
  const mine = you(state);
  const values = { mine: totals[mine], theirs: totals.find((_total, seat) => seat !== mine), target: sheet.target };
  return {
    key: `result-${kind}`,
    chapter: "score",
    title: gettext("The hand is over"),
    text: RESULTS[kind](),
    tip: fill(gettext("You have %(mine)s points, your opponent %(theirs)s. The match goes on to %(target)s."), values),
  };
}

function matchOver(state) {
  const { rules } = state.table;
  return {
    key: "match",
    chapter: "match",
    title: gettext("The whole game"),
    text: fill(
      gettext("At the end come %(game)s points for reaching %(target)s, and %(box)s for every hand won."),
      { game: rules.game_bonus, box: rules.box_bonus, target: rules.target },
    ),
    tip: gettext("You know all of it now. The next game is yours alone."),
  };
}

// The panel.

const part = (node, name) => node.querySelector(`[data-part="${name}"]`);

/**
 * The coach's panel; without one, a coach that says nothing. While the result's dialog covers the table, the panel
 * goes into it. `refresh(state)` after every change of state.
 */
export function createCoach(panel, dialog) {
  if (!panel) return { refresh() {} };
  const place = panel.nextElementSibling;
  const learnt = new Set();
  let latest = null;
  let page = 0;
  let shown = null;

  function refresh(state = latest) {
    latest = state;
    if (!panel.isConnected) return;
    const now = lesson(state, page);
    setAttr(panel, "hidden", !now);
    if (!now) return;
    if (shown && shown !== now.key) learnt.add(shown);
    shown = now.key;
    const known = learnt.has(now.key);
    setText(part(panel, "title"), now.title);
    setText(part(panel, "text"), known && now.tip ? "" : now.text);
    setText(part(panel, "tip"), now.tip);
    setAttr(part(panel, "next"), "hidden", !now.more);
    setAttr(part(panel, "chapter"), "href", `${panel.dataset.rules}#${now.chapter}`);
  }

  function stand() {
    if (!panel.isConnected) return;
    if (dialog.open) dialog.querySelector(".dialog__head").after(panel);
    else place.before(panel);
  }

  function leave() {
    const address = new URL(location.href);
    address.searchParams.delete("coach");
    history.replaceState(history.state, "", address);
    panel.remove();
    document.querySelector('[data-slot=hand] [tabindex="0"]')?.focus();
  }

  part(panel, "next").addEventListener("click", () => {
    page += 1;
    refresh();
  });
  part(panel, "leave").addEventListener("click", leave);
  new MutationObserver(stand).observe(dialog, { attributes: true, attributeFilter: ["open"] });
  return { refresh };
}
