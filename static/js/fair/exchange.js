// The page's part in the exchange of seeds: it keeps the server's commitment, makes a seed and commits to it, and shows
// the seed once no seat can choose one any more. What is sent was kept first, so that a reload, a second tab or a lost
// line changes nothing: the same seed goes out again under the same command id. Nothing of this makes the player wait.

import { canProve, commitment, joined, toHex } from "fair/proof.js";
import { uuid } from "lib/socket.js";

const WHOLE_SEED = 32;
const BESIDE_WORDS = 16;

/** A fresh seed: 32 random bytes, or the player's words in UTF-8 and 16 random bytes behind them. */
export function newSeed(words = "") {
  const random = crypto.getRandomValues(new Uint8Array(words ? BESIDE_WORDS : WHOLE_SEED));
  return words ? joined(new TextEncoder().encode(words), random) : random;
}

/**
 * `keep`: the drawer of fair/keep.js; `send(action, id)` sends a command; `changed()` is called when there is a new
 * trouble to tell. `exclusively(name, work)` keeps two tabs from working at once.
 *
 * Troubles: `insecure` (this browser cannot compute here), `unkept` (it keeps nothing), `elsewhere` (the seed was
 * brought from another browser), `broken` (the server shows another promise than before: the seed is not shown).
 */
export function createExchange({ keep, send, changed = () => {}, exclusively = oneTab }) {
  const sent = new Set(); // command ids of this page
  const looked = new Set();
  let trouble = null;

  function note(found) {
    if (trouble === found) return;
    trouble = found;
    changed();
  }

  /** Do for one open exchange what is to be done now by this seat (null: a watcher). */
  async function attend(open, seat) {
    const mine = seat === null ? null : open.seats[seat];
    const entry = keepPromise(open, mine?.state === "offered");
    if (!mine) return;
    if (!canProve()) return note("insecure");
    if (mine.state === "offered") return commit(open, seat, entry);
    if (mine.state !== "committed") return note(null);
    if (!entry || entry.own !== mine.commitment) return note("elsewhere");
    if (entry.commitment !== open.commitment) return note("broken");
    if (!entry.taken) {
      entry.taken = true; // a server that deals without our seed from here on chooses between two decks
      if (!keep.write(open.id, entry)) return note("unkept");
    }
    if (open.seats.every(({ state }) => state !== "offered")) reveal(open, entry);
  }

  /** Keep the server's commitment while some seat's seed is still unknown; another one replaces it only before our own. */
  function keepPromise(open, mayReplace) {
    const entry = keep.read(open.id);
    const early = open.seats.some(({ state }) => state === "offered" || state === "committed");
    if (!early || (entry && (entry.commitment === open.commitment || !mayReplace))) return entry;
    const fresh = { at: Date.now(), commitment: open.commitment };
    if (entry) fresh.earlier = entry.commitment; // the server lost its key and began the hand anew
    return keep.write(open.id, fresh) ? fresh : null;
  }

  async function commit(open, seat, entry) {
    if (!entry) return note("unkept");
    if (!entry.seed) {
      const words = keep.words();
      const seed = newSeed(words);
      const own = await commitment(`${open.id}-${seat}`, seed);
      entry = { ...entry, seat, seed: toHex(seed), own, words, commit: uuid(), reveal: uuid() };
      if (!keep.write(open.id, entry)) return note("unkept");
    }
    note(null);
    tell({ kind: "commit_seed", hand: open.hand, commitment: entry.own }, entry.commit);
  }

  function reveal(open, entry) {
    const others = Object.fromEntries(open.seats.map((one, seat) => [seat, one.commitment ?? one.default]));
    if (!entry.others && !keep.write(open.id, { ...entry, others })) return note("unkept");
    note(null);
    tell({ kind: "reveal_seed", hand: open.hand, seed: entry.seed }, entry.reveal);
  }

  function tell(action, id) {
    if (sent.has(id)) return;
    sent.add(id);
    send(action, id);
  }

  return {
    /** After every change of what the server says of the deals under way. */
    refresh(deals, seat) {
      if (deals.length === 0) note(null);
      for (const open of deals) {
        const mark = `${open.id} ${open.commitment} ${open.seats.map(({ state }) => state)}`;
        if (looked.has(mark)) continue;
        looked.add(mark);
        exclusively(open.id, () => attend(open, seat)).catch(() => note("unkept"));
      }
    },
    /** Is this the id of a command of ours? Its refusal is no news to the player: the first commitment counts. */
    sent: (id) => sent.has(id),
    trouble: () => trouble,
  };
}

/** Let one tab after the other work on a hand, where the browser can. */
function oneTab(id, work) {
  return globalThis.navigator?.locks ? navigator.locks.request(`deal ${id}`, work) : work();
}
