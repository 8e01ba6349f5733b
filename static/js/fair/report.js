// What was checked of a deal, for people: the verdict, one step after the other with the values behind it, and the cards
// as they lay. The page says how a card is drawn; the words are the same on the site and in the checker at home.

import { h } from "lib/dom.js";
import { fill, gettext, ngettext } from "lib/i18n.js";

/** `deal`: the file; `checks`: in the order in which they are shown; `kept`: did this browser see the promise? */
export function report({ deal, checks, kept, cardPicture }) {
  return [verdict(deal, checks, kept), steps(deal, checks), cards(deal, cardPicture)].filter(Boolean);
}

/** Does everything hold that was checked? */
export const isTrue = (checks) => checks.every(({ holds }) => holds);

function verdict(deal, checks, kept) {
  const failed = checks.filter(({ holds }) => !holds).length;
  const title = failed ? gettext("This deal is not what was promised") : gettext("This deal is true");
  const counted = failed
    ? fill(ngettext("%(n)s of %(all)s checks fails.", "%(n)s of %(all)s checks fail.", failed), {
        n: failed,
        all: checks.length,
      })
    : fill(gettext("All %(all)s checks hold."), { all: checks.length });
  const never = deal.decks.length ? "" : gettext("The hand was never dealt: there are only its seeds to check.");
  return h(
    "div",
    { class: `notice fair__verdict notice--${failed ? "error" : "success"}`, data: { verdict: failed ? "false" : "true" } },
    sign(!failed),
    h(
      "div",
      { class: "notice__body" },
      h("h2", { text: title }),
      h("p", { text: [counted, never, keptSaid(checks, kept)].filter(Boolean).join(" ") }),
    ),
  );
}

/** What this browser can say of the time before the deal; nothing where there is no such browser. */
function keptSaid(checks, kept) {
  if (kept === undefined) return "";
  const promise = checks.find(({ key }) => key === "promise");
  if (!promise) {
    return gettext("This browser did not see the server's promise before the deal: it checks the arithmetic only.");
  }
  if (!promise.holds) return gettext("The server showed this browser another promise before the deal.");
  return fill(gettext("This browser kept the server's promise, on %(time)s, before the deal."), { time: moment(promise.at) });
}

export function moment(ms) {
  const language = document.documentElement.lang || "en";
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(ms));
}

// The steps.

function steps(deal, checks) {
  return h(
    "section",
    { class: "stack" },
    h("h2", { text: gettext("Step by step") }),
    h("ol", { class: "fair__steps" }, ...checks.map((check) => step(deal, check))),
  );
}

function step(deal, check) {
  const { title, text, values = [] } = STEPS[check.key](deal, check);
  return h(
    "li",
    { class: "fair__step", data: { holds: String(check.holds), check: check.key } },
    sign(check.holds),
    h(
      "div",
      { class: "fair__said" },
      h("h3", {}, title, " ", badge(check.holds)),
      h("p", { class: "soft", text }),
      values.length ? details(values) : null,
    ),
  );
}

function badge(holds) {
  const text = holds ? gettext("holds") : gettext("does not hold");
  return h("span", { class: `badge badge--${holds ? "success" : "error"}`, text });
}

function sign(holds) {
  return h("span", { class: "fair__sign", "aria-hidden": "true", text: holds ? "✓" : "✗" });
}

function details(values) {
  const rows = values.flatMap(([name, value]) => [
    h("dt", { text: name }),
    h("dd", {}, h("code", { text: value ?? "–", dir: "ltr" })),
  ]);
  return h("details", { class: "fair__values" }, h("summary", { text: gettext("The values") }), h("dl", {}, ...rows));
}

function nameOf({ seats }, seat) {
  const { name } = seats.find((one) => one.seat === seat) ?? {};
  return name ?? fill(gettext("Seat %(number)s"), { number: seat + 1 });
}

const STEPS = {
  server: (deal) => ({
    title: gettext("The server's seed is the promised one"),
    text: gettext("Before anybody chose a seed, the server gave the fingerprint of its own. The seed that it shows now must have that fingerprint."),
    values: [
      [gettext("Promised fingerprint"), deal.commitment],
      [gettext("The server's seed"), deal.seed],
    ],
  }),
  promise: (deal, { at, earlier }) => ({
    title: gettext("It is the promise that this browser kept"),
    text: [
      fill(gettext("This browser wrote the fingerprint down on %(time)s, while the deal was still open."), { time: moment(at) }),
      earlier
        ? gettext("The server had promised another seed before and began the hand anew, with new seeds from everybody.")
        : "",
    ]
      .filter(Boolean)
      .join(" "),
    values: earlier ? [[gettext("Given up before the deal"), earlier]] : [],
  }),
  seat(deal, { seat, by, missing }) {
    const one = deal.seats.find((other) => other.seat === seat);
    const name = nameOf(deal, seat);
    return {
      title: missing
        ? fill(gettext("No seed of %(name)s was shown"), { name })
        : fill(gettext("The seed for %(name)s is the promised one"), { name }),
      text: deal.draw ? drawSaid() : seatSaid(name, by, missing),
      values: [
        [gettext("Promised fingerprint"), one.commitment],
        [gettext("Seed"), one.seed],
      ],
    };
  },
  own: (deal, { words, dropped }) => ({
    title: gettext("Your seed is the one that this browser made"),
    text: dropped
      ? gettext("The server had taken the fingerprint of your seed, and then dealt without it. That may not be: tell the referee.")
      : words
      ? fill(gettext("It begins with your words: “%(words)s”."), { words })
      : gettext("It was made here by chance and kept here before the server saw its fingerprint."),
  }),
  others: () => ({
    title: gettext("Nobody changed a promise after yours"),
    text: gettext("Before your browser showed your seed it wrote down everybody's fingerprint. They are still the same."),
  }),
  distinct: () => ({
    title: gettext("No two fingerprints are the same"),
    text: gettext("Whoever repeats another's fingerprint could repeat the seed, and cancel it out."),
  }),
  deck: (deal, { label }) => ({
    title: deckName(deal, label),
    text: gettext("Your browser shuffled the pack again with all these seeds, and every card came to lie where it lay."),
    values: [[gettext("The deck, first card first"), deal.decks.find((deck) => deck.label === label)?.cards]],
  }),
  listed: () => ({
    title: gettext("No hand of this match was kept out of sight"),
    text: gettext("The hands are numbered without gaps, and every promise that this browser kept is among them, void hands too."),
  }),
  draw: () => ({
    title: gettext("The cards for the deal were drawn off the top"),
    text: gettext("Everybody got the next card of the deck in turn, and whoever had to draw again the next ones."),
  }),
  hands: (deal, { table }) => ({
    title:
      deal.hands.length > 1
        ? fill(gettext("Table %(number)s was dealt off the top"), { number: table + 1 })
        : gettext("The hands were dealt off the top"),
    text: gettext("One card at a time, in turn; the next card is the upcard, and the rest is the stock."),
  }),
};

const drawSaid = () => gettext("The draw comes before anybody can bring a seed: the server's stood in.");

function seatSaid(name, by, missing) {
  if (missing) return gettext("A hand that is not dealt needs no seeds.");
  return by === "player"
    ? fill(gettext("The browser of %(name)s chose this seed, and gave its fingerprint before any seed was shown."), { name })
    : fill(gettext("%(name)s brought no seed in time. The server's stood in, whose fingerprint was given beforehand."), { name });
}

function deckName({ decks, draw, hands }, label) {
  const number = decks.findIndex((deck) => deck.label === label);
  if (draw) return gettext("The deck for the draw follows from the seeds");
  if (hands.length > 1) return fill(gettext("The deck of table %(number)s follows from the seeds"), { number: number + 1 });
  if (number === 0) return gettext("The deck follows from the seeds");
  return fill(gettext("The order for refill %(number)s follows from the seeds"), { number });
}

// The cards.

function cards(deal, cardPicture) {
  if (deal.decks.length === 0) return null;
  const parts = deal.draw ? drawn(deal, cardPicture) : deal.hands.flatMap((hand) => table(deal, hand, cardPicture));
  return h("section", { class: "stack" }, h("h2", { text: gettext("The cards") }), ...parts, ...refills(deal, cardPicture));
}

function drawn({ decks, draw, seats }, cardPicture) {
  const rounds = draw.map((round, number) => {
    const names = round.flatMap((card, seat) => (card ? [row(nameOf({ seats }, seat), [card], cardPicture)] : []));
    return h("div", { class: "stack stack--tight" }, number ? h("p", { class: "soft", text: gettext("Drawn again") }) : null, ...names);
  });
  const taken = draw.flat().filter(Boolean).length;
  return [...rounds, row(gettext("The rest of the deck"), decks[0].cards.split(" ").slice(taken), cardPicture, "tiny")];
}

function table(deal, { table, deck, dealer, players, cards: hands, upcard }, cardPicture) {
  const pack = deal.decks[deck].cards.split(" ");
  const count = hands.length;
  const top = count * hands[0].split(" ").length;
  const names = players.map((seat, place) =>
    row(nameOf(deal, seat), pack.slice(0, top).filter((_card, at) => at % count === place), cardPicture),
  );
  return [
    deal.hands.length > 1 ? h("h3", { text: fill(gettext("Table %(number)s"), { number: table + 1 }) }) : null,
    h("p", { class: "soft", text: fill(gettext("%(name)s dealt. The cards stand in the order in which they came."), { name: nameOf(deal, dealer) }) }),
    ...names,
    row(gettext("Upcard"), [upcard], cardPicture),
    row(gettext("The stock, next card first"), pack.slice(top + 1), cardPicture, "tiny"),
  ].filter(Boolean);
}

/** Basic rummy: in what order the discards come back when the stock is used up. */
function refills({ decks, hands }, cardPicture) {
  if (hands.length !== 1) return [];
  return decks.slice(1).map(({ cards }, number) =>
    row(fill(gettext("The order of the discards at refill %(number)s"), { number: number + 1 }), cards.split(" "), cardPicture, "tiny"),
  );
}

function row(name, list, cardPicture, size = "small") {
  const pictures = h("div", { class: `fair__cards cards--${size}`, dir: "ltr" }, ...list.map(cardPicture));
  return h("div", { class: "fair__row", role: "group", "aria-label": name }, h("p", { class: "fair__name" }, h("bdi", { text: name })), pictures);
}
