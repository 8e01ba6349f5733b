// One socket to one table, kept alive. It reconnects with growing, jittered pauses, measures the round trip, asks for
// what was missed by connecting from the version it has, and sends every unacknowledged command again with the same
// id until it is answered. It knows nothing of cards: messages go to `onMessage`, its own condition to `onState`.

const BEAT_MS = 10_000;
const PONG_MS = 8_000;
const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 8_000;
const HURRIED_PAUSE_MS = 3_000;

/** Close codes after which trying again cannot help, and the condition they leave. */
const FINAL = { 4004: "gone", 4401: "signed-out", 4403: "refused" };
/** Close codes that ask for restraint: the pause starts long. */
const HURRIED = new Set([4000, 4008, 4011]);

/**
 * Open the socket and keep it open.
 *
 * `url`: the address without query; `version()`: the version the page has; `world`: WebSocket, timers, clock and dice,
 * replaced in tests. Conditions told to `onState`: connecting, online, waiting (between two tries), restarting, and the
 * final ones gone, signed-out, refused.
 */
export function connect({ url, version, onMessage, onState, world = browserWorld() }) {
  let socket = null;
  let tries = 0;
  let beat = 0;
  let rtt = null;
  let asked = null; // the heartbeat that waits for its pong
  let timers = [];
  let ended = false;
  const unanswered = new Map(); // command id -> message

  function after(ms, work) {
    const timer = world.setTimeout(() => {
      timers = timers.filter((other) => other !== timer);
      work();
    }, ms);
    timers.push(timer);
  }

  function stopTimers() {
    timers.forEach((timer) => world.clearTimeout(timer));
    timers = [];
  }

  function open() {
    stopTimers();
    asked = null;
    onState("connecting");
    const mine = new world.WebSocket(`${url}?from=${version()}`);
    socket = mine;
    mine.onopen = () => {
      if (mine !== socket) return;
      onState("online");
      for (const message of unanswered.values()) write(message);
      heartbeat();
    };
    mine.onmessage = (event) => {
      if (mine !== socket) return;
      tries = 0;
      receive(JSON.parse(event.data));
    };
    mine.onclose = (event) => {
      if (mine !== socket) return;
      lost(event.code);
    };
  }

  function receive(message) {
    if (message.t === "pong") {
      if (asked && message.n === asked.n) {
        rtt = Math.round(world.now() - asked.at);
        asked = null;
        onMessage({ ...message, rtt });
      }
      return;
    }
    if (message.id) unanswered.delete(message.id);
    if (message.t === "restart") onState("restarting");
    onMessage(message);
  }

  function heartbeat() {
    beat += 1;
    asked = { n: beat, at: world.now() };
    const waitsFor = beat;
    write({ t: "ping", n: beat, v: version(), ...(rtt === null ? {} : { rtt }) });
    after(PONG_MS, () => {
      if (asked?.n === waitsFor) abandon();
    });
    after(BEAT_MS, heartbeat);
  }

  /** The line is dead though nobody said so: do not wait for the browser to notice. */
  function abandon() {
    const dead = socket;
    lost(null);
    dead?.close();
  }

  function lost(code) {
    socket = null;
    stopTimers();
    if (ended) return;
    if (code in FINAL) {
      ended = true;
      onState(FINAL[code]);
      return;
    }
    onState(code === 4012 ? "restarting" : "waiting");
    const full = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries);
    const pause = (HURRIED.has(code) ? Math.max(full, HURRIED_PAUSE_MS) : full) * (0.5 + world.random() / 2);
    tries += 1;
    after(pause, open);
  }

  function write(message) {
    if (socket?.readyState !== 1) return false;
    socket.send(JSON.stringify(message));
    return true;
  }

  open();

  return {
    /** Send a command, with a new id or one given before; it is repeated over reconnects until answered. Returns its id. */
    command(action, v, id = world.uuid()) {
      const message = { t: "cmd", id, v, a: action };
      unanswered.set(message.id, message);
      write(message);
      return message.id;
    },
    /** Ask about one's own cards. Not repeated: whoever asked asks again. Returns the id. */
    ask(question) {
      const message = { t: "ask", id: world.uuid(), ...question };
      return write(message) ? message.id : null;
    },
    /** Say something at the table ({phrase} or {text}). Not repeated: nothing is said twice. Returns the id. */
    talk(words) {
      const message = { t: "chat", id: world.uuid(), ...words };
      return write(message) ? message.id : null;
    },
    /** Say which version the page has and get what came since; connects at once if the line is down. */
    resync() {
      if (ended) return;
      if (!write({ t: "resume", v: version() }) && socket?.readyState !== 0) open();
    },
  };
}

function browserWorld() {
  return {
    WebSocket: globalThis.WebSocket,
    setTimeout: (work, ms) => globalThis.setTimeout(work, ms),
    clearTimeout: (timer) => globalThis.clearTimeout(timer),
    now: () => performance.now(),
    random: () => Math.random(),
    uuid,
  };
}

/** A version 4 UUID; crypto.randomUUID is missing on plain-HTTP club networks, getRandomValues is not. */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
