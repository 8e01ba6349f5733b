// What this browser keeps of each deal, so that it can tell later whether a promise was kept: the server's commitment as
// it was shown before the deal, the own seed, and the others' commitments as they stood before the own seed was shown.
// It stays in this browser (localStorage); of the last 500 hands.

import { fromHex } from "fair/proof.js";

const PREFIX = "deal ";
const MOST = 500;
const WORDS = "deal words";

/** The most bytes of UTF-8 that somebody's own words in the shuffle may have. */
export const MOST_BYTES = 32;

/**
 * The drawer of this browser. An entry, by hand id: `at` (ms), `commitment` (the server's), `earlier` (one that it gave
 * up before the hand was dealt); for a seat that brings a seed also `seat`, `seed` and `own` (hex), `words`, and the ids
 * of the two commands, `commit` and `reveal`; `taken`: the server showed our commitment as the seat's; `others`: every
 * seat's commitment, kept before the own seed was shown.
 */
export function createKeep(storage = drawer()) {
  function read(id) {
    try {
      return JSON.parse(storage.getItem(PREFIX + id));
    } catch {
      return null;
    }
  }

  /** Keep an entry; says whether it is really there. */
  function write(id, entry) {
    try {
      const text = JSON.stringify(entry);
      if (storage.getItem(PREFIX + id) === null) makeRoom();
      storage.setItem(PREFIX + id, text);
      return storage.getItem(PREFIX + id) === text;
    } catch {
      return false;
    }
  }

  function ids() {
    const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at));
    return keys.filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
  }

  function makeRoom() {
    const kept = ids();
    if (kept.length < MOST) return;
    const oldest = kept.sort((a, b) => (read(a)?.at ?? 0) - (read(b)?.at ?? 0)).slice(0, kept.length - MOST + 1);
    for (const id of oldest) storage.removeItem(PREFIX + id);
  }

  return {
    read,
    write,
    /** The numbers of the hands of a match whose promise was kept. */
    handsOf(match) {
      try {
        return ids().filter((id) => id.startsWith(`${match}-`)).map((id) => Number(id.slice(match.length + 1)));
      } catch {
        return [];
      }
    },
    /** The player's own words in every shuffle, or "". */
    words() {
      try {
        return storage.getItem(WORDS) ?? "";
      } catch {
        return "";
      }
    },
    /** Keep other words; they are cut to what a seed has room for, and given back as they are kept. */
    setWords(text) {
      const kept = cut(text.trim());
      try {
        if (kept) storage.setItem(WORDS, kept);
        else storage.removeItem(WORDS);
      } catch {
        return "";
      }
      return kept;
    },
  };
}

function drawer() {
  try {
    return globalThis.localStorage;
  } catch {
    return null; // a browser that is told to keep nothing
  }
}

/** As many whole signs of a text as fit into a seed. */
export function cut(text) {
  const utf8 = new TextEncoder();
  let kept = "";
  for (const sign of text) {
    if (utf8.encode(kept + sign).length > MOST_BYTES) break;
    kept += sign;
  }
  return kept;
}

/**
 * What the entry of this browser says about a finished deal, as checks like those of `checkDeal`: `promise` (with `at`
 * and `earlier`), `own` (with `seat` and `words`), `others`. Nothing if the browser kept nothing.
 */
export function keptChecks(deal, entry) {
  if (!entry) return [];
  const { at, earlier = null } = entry;
  const checks = [{ key: "promise", holds: entry.commitment === deal.commitment, at, earlier }];
  const mine = deal.seats.find(({ seat }) => seat === entry.seat);
  if (mine?.commitment === entry.own && mine.seed !== null) {
    checks.push({ key: "own", holds: mine.seed === entry.seed, seat: entry.seat, words: wordsIn(entry) });
  } else if (mine && entry.taken && mine.commitment !== entry.own) {
    checks.push({ key: "own", holds: false, seat: entry.seat, words: "", dropped: true });
  }
  if (entry.others) {
    checks.push({ key: "others", holds: deal.seats.every(({ seat, commitment }) => entry.others[seat] === commitment) });
  }
  return checks;
}

/**
 * Is every hand listed that was promised? They are numbered from 0 without gaps, and what this browser kept the promise
 * of is among them, up to the last one that is over.
 */
export function listedCheck(listed, kept) {
  const last = Math.max(...listed);
  const whole = listed.length === last + 1;
  return { key: "listed", holds: whole && kept.every((hand) => hand > last || listed.includes(hand)) };
}

function wordsIn({ seed, words }) {
  if (!words) return "";
  const length = new TextEncoder().encode(words).length;
  return new TextDecoder().decode(fromHex(seed).slice(0, length)) === words ? words : "";
}
