// The load for boardgame.io: the same two pages a match as bench/load.py has, through socket.io's own client.
//   node load.cjs PORT MATCHES WARM_SECONDS SECONDS     figures as JSON

const { io } = require("socket.io-client");

const [port, matches, warm, seconds] = process.argv.slice(2).map(Number);
const game = "draw-and-discard";
const base = `http://127.0.0.1:${port}`;
const delays = [];
let counting = false;
let moves = 0;
let going = false;

class Page {
  constructor(table, playerID) {
    Object.assign(this, { table, playerID, state: null });
  }

  enter() {
    this.socket = io(`${base}/${game}`, { transports: ["websocket"], forceNew: true, reconnection: false });
    this.socket.on("connect", () => this.socket.emit("sync", this.table.matchID, this.playerID, undefined, 2));
    this.socket.on("update", (_matchID, state) => this.take(state));
    return new Promise((resolve) => {
      this.socket.on("sync", (_matchID, info) => {
        this.state = info.state;
        resolve();
      });
    });
  }

  take(state) {
    if (this.state !== null && state._stateID <= this.state._stateID) return;
    this.state = state;
    this.table.note(this, state._stateID);
    this.move();
  }

  move() {
    const { G, ctx, _stateID } = this.state;
    if (!going || ctx.currentPlayer !== this.playerID) return;
    const hand = G.hands[this.playerID];
    const [type, args] = hand.length === 10 ? ["draw", []] : ["discard", [hand[0]]];
    this.table.sent = { at: performance.now(), by: this.playerID };
    const payload = { type, args, playerID: this.playerID };
    this.socket.emit("update", { type: "MAKE_MOVE", payload }, _stateID, this.table.matchID, this.playerID);
  }
}

class Table {
  constructor(matchID) {
    this.matchID = matchID;
  }

  note(page) {
    if (this.sent === undefined) return;
    if (page.playerID === this.sent.by) {
      if (counting) moves += 1;
    } else {
      if (counting) delays.push(performance.now() - this.sent.at);
    }
  }

  /** The first page to come makes the match. */
  async open() {
    this.pages = ["0", "1"].map((playerID) => new Page(this, playerID));
    for (const page of this.pages) await page.enter();
  }
}

const pause = (s) => new Promise((resolve) => setTimeout(resolve, s * 1000));
const percentile = (values, percent) =>
  values.length ? values.sort((a, b) => a - b)[Math.ceil((values.length * percent) / 100) - 1] : 0;

async function main() {
  const tables = Array.from({ length: matches }, (_, number) => new Table(`match-${number}`));
  for (let at = 0; at < matches; at += 20) await Promise.all(tables.slice(at, at + 20).map((table) => table.open()));
  going = true;
  for (const table of tables) for (const page of table.pages) page.move();
  await pause(warm);
  counting = true;
  const began = performance.now();
  const busy = process.cpuUsage();
  await pause(seconds);
  counting = false;
  const took = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(busy);
  const figures = {
    seconds: took,
    moves,
    rate: moves / took,
    p50: percentile(delays, 50),
    p99: percentile(delays, 99),
    load_busy: (user + system) / 1e6 / took,
  };
  process.stdout.write(JSON.stringify(figures), () => process.exit(0));
}

main();
