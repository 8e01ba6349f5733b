// The fair deal, worked out again with the browser's own Web Crypto, as docs/fair-deal.md describes it. A deal goes in
// (the file that the check page offers), what was checked comes out. Nothing is believed that can be computed. No page.

const DOMAIN = "ginrummy-shuffle-v1";
const RANKS = "A23456789TJQK";
const SUITS = "SHDC";
const CARDS = 52;
const DRAWS = 2 ** 32;

export const FORM = "ginrummy-deal-1";

const utf8 = new TextEncoder();

/** Can this page compute at all? Browsers keep Web Crypto from pages that came unencrypted over a network. */
export const canProve = () => Boolean(globalThis.crypto?.subtle);

export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The bytes of a text of lower-case hex digits; throws for anything else. */
export function fromHex(text) {
  if (typeof text !== "string" || !/^([0-9a-f]{2})*$/.test(text)) throw new TypeError("not hex");
  return Uint8Array.from({ length: text.length / 2 }, (_, at) => parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
}

const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

const message = (...words) => utf8.encode([DOMAIN, ...words, ""].join("|"));

/** The commitment to a seed, 64 hex digits. `id`: the hand's for the server, for a player the seat's: `<hand id>-<seat>`. */
export const commitment = async (id, seed) => toHex(await sha256(joined(message("commit", id), seed)));

/** A card's number, 0 to 51, as its text. */
export const cardText = (card) => RANKS[card % 13] + SUITS[Math.floor(card / 13)];

/** The deck of one label as card texts, first card first. Seeds are bytes, the players' in seat order. */
export async function shuffled(seed, handId, playerSeeds, label) {
  const key = await crypto.subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const digests = await Promise.all(playerSeeds.map(sha256));
  const draw = drawsOf(key, joined(message(label, handId), ...digests));
  const deck = Array.from({ length: CARDS }, (_, card) => card);
  for (let last = CARDS - 1; last > 0; last -= 1) {
    const places = last + 1;
    const fair = DRAWS - (DRAWS % places);
    let drawn = await draw();
    while (drawn >= fair) drawn = await draw();
    const chosen = drawn % places;
    [deck[last], deck[chosen]] = [deck[chosen], deck[last]];
  }
  return deck.map(cardText);
}

/** The endless stream of 32-bit numbers, eight to a block. */
function drawsOf(key, start) {
  let left = [];
  let counter = 0;
  return async () => {
    if (left.length === 0) {
      const number = new Uint8Array(4);
      new DataView(number.buffer).setUint32(0, counter);
      counter += 1;
      const block = new DataView(await crypto.subtle.sign("HMAC", key, joined(start, number)));
      left = Array.from({ length: 8 }, (_, at) => block.getUint32(4 * at));
    }
    return left.shift();
  };
}

/**
 * Check a deal from the numbers in it alone. Resolves to a list of `{key, holds, …}` in the order in which one would
 * do it by hand: `server`, `seat` (with `seat`), `distinct`, `deck` (with `label`), `draw` or `hands` (with `table`).
 * Throws for what is no deal at all.
 */
export async function checkDeal(deal) {
  const named = deal?.form === FORM && /^[0-9a-z]+$/.test(deal.match) && deal.id === `${deal.match}-${deal.hand}`;
  if (!named || !Array.isArray(deal.seats)) {
    throw new TypeError("this is not a deal");
  }
  const seed = fromHex(deal.seed);
  const checks = [{ key: "server", holds: seed.length === 32 && (await commitment(deal.id, seed)) === deal.commitment }];
  for (const one of deal.seats) checks.push(await checkSeat(deal, one));
  checks.push({ key: "distinct", holds: areDistinct(deal) });
  if (deal.decks.length === 0) return checks;
  const seeds = deal.seats.map((one) => fromHex(one.seed ?? ""));
  for (const [number, { label, cards }] of deal.decks.entries()) {
    const right = label === labelOf(deal.hand, number);
    const deck = await shuffled(seed, deal.id, seeds, label);
    checks.push({ key: "deck", label, holds: right && deck.join(" ") === cards });
  }
  return [...checks, ...checkCards(deal)];
}

const labelOf = (hand, number) => (hand === 0 ? "draw" : number === 0 ? "deal" : `deal${number + 1}`);

async function checkSeat({ id, decks }, { seat, by, seed, commitment: given }) {
  const check = { key: "seat", seat, by };
  if (seed === null) return { ...check, missing: true, holds: decks.length === 0 };
  const bytes = fromHex(seed);
  const fits = by === "server" ? bytes.length === 32 : by === "player" && bytes.length >= 16 && bytes.length <= 64;
  return { ...check, holds: fits && (await commitment(`${id}-${seat}`, bytes)) === given };
}

/** Seats stand in order, each once, and no two commitments are the same. */
function areDistinct({ seats, commitment: promised }) {
  const given = [promised, ...seats.map((one) => one.commitment).filter((one) => one !== null)];
  const inOrder = seats.every(({ seat }, at) => at === 0 || seats[at - 1].seat < seat);
  return inOrder && new Set(given).size === given.length;
}

/** Were the cards dealt off the top, one at a time? */
function checkCards({ decks, draw, hands }) {
  if (draw) {
    const top = decks[0].cards.split(" ");
    const drawn = draw.flat().filter((card) => card !== null);
    return [{ key: "draw", holds: drawn.join(" ") === top.slice(0, drawn.length).join(" ") }];
  }
  const share = decks.length / hands.length; // decks a table
  return hands.map(({ table, deck, cards, upcard }, number) => {
    const pack = decks[deck].cards.split(" ");
    const count = cards.length;
    const size = cards[0].split(" ").length;
    const dealt = cards.map((_, place) => pack.slice(0, count * size).filter((_card, at) => at % count === place));
    const same = dealt.every((hand, place) => sorted(hand) === sorted(cards[place].split(" ")));
    return { key: "hands", table, holds: same && deck === number * share && pack[count * size] === upcard };
  });
}

const sorted = (cards) => [...cards].sort().join(" ");
