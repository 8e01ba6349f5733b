import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { connect, uuid } from "lib/socket.js";

let world;
let heard;

/** A world without a network: sockets that a test opens, feeds and closes, and timers that it lets pass. */
function makeWorld() {
  const made = { sockets: [], timers: new Map(), time: 0, next: 1, ids: 0 };
  class WebSocket {
    constructor(url) {
      this.url = url;
      this.readyState = 0;
      this.sent = [];
      made.sockets.push(this);
    }
    send(text) {
      this.sent.push(JSON.parse(text));
    }
    close() {
      this.readyState = 3;
    }
  }
  return Object.assign(made, {
    WebSocket,
    setTimeout: (work, ms) => {
      made.timers.set(made.next, { work, at: made.time + ms });
      return made.next++;
    },
    clearTimeout: (timer) => made.timers.delete(timer),
    now: () => made.time,
    random: () => 1,
    uuid: () => `id-${(made.ids += 1)}`,
  });
}

function pass(ms) {
  const until = world.time + ms;
  for (;;) {
    const due = [...world.timers].filter(([, timer]) => timer.at <= until).sort((a, b) => a[1].at - b[1].at)[0];
    if (!due) break;
    world.timers.delete(due[0]);
    world.time = due[1].at;
    due[1].work();
  }
  world.time = until;
}

const last = () => world.sockets.at(-1);

function open() {
  last().readyState = 1;
  last().onopen();
}

const say = (message) => last().onmessage({ data: JSON.stringify(message) });
const close = (code) => last().onclose({ code });
const of = (type) => last().sent.filter((message) => message.t === type);

function start(version = () => 7) {
  return connect({
    url: "ws://table/",
    version,
    onMessage: (message) => heard.messages.push(message),
    onState: (state) => heard.states.push(state),
    world,
  });
}

beforeEach(() => {
  world = makeWorld();
  heard = { messages: [], states: [] };
});

test("it connects from the version that the page has", () => {
  start();
  assert.equal(last().url, "ws://table/?from=7");
  open();
  assert.deepEqual(heard.states, ["connecting", "online"]);
});

test("a heartbeat goes out every ten seconds with the lag of the one before", () => {
  start();
  open();
  world.time += 38;
  say({ t: "pong", n: 1, now: 1000 });
  assert.deepEqual(heard.messages, [{ t: "pong", n: 1, now: 1000, rtt: 38 }]);
  pass(10_000);
  assert.deepEqual(of("ping"), [
    { t: "ping", n: 1, v: 7 },
    { t: "ping", n: 2, v: 7, rtt: 38 },
  ]);
});

test("a line without a pong is given up though nobody closed it", () => {
  start();
  open();
  pass(8_000);
  assert.equal(heard.states.at(-1), "waiting");
  pass(400);
  assert.equal(world.sockets.length, 2);
});

test("what a dead line still says is not heard", () => {
  start();
  open();
  const dead = last();
  pass(8_400);
  dead.onmessage({ data: JSON.stringify({ t: "update", from: 7, v: 8 }) });
  dead.onclose({ code: 1006 });
  assert.deepEqual(heard.messages, []);
  assert.equal(world.sockets.length, 2);
});

test("pauses between tries double up to eight seconds and begin anew after a message", () => {
  start();
  for (const pause of [400, 800, 1600, 3200, 6400, 8000, 8000]) {
    close(1006);
    pass(pause - 1);
    const tries = world.sockets.length;
    pass(1);
    assert.equal(world.sockets.length, tries + 1, String(pause));
  }
  open();
  say({ t: "seats", seats: [] });
  close(1006);
  const tries = world.sockets.length;
  pass(400);
  assert.equal(world.sockets.length, tries + 1);
});

test("a command is sent again with the same id until it is answered", () => {
  const socket = start();
  open();
  const id = socket.command({ kind: "draw_stock" }, 7);
  assert.deepEqual(of("cmd"), [{ t: "cmd", id, v: 7, a: { kind: "draw_stock" } }]);
  close(1006);
  pass(400);
  open();
  assert.deepEqual(of("cmd"), [{ t: "cmd", id, v: 7, a: { kind: "draw_stock" } }]);
  say({ t: "update", from: 7, v: 8, id });
  close(1006);
  pass(400);
  open();
  assert.deepEqual(of("cmd"), []);
});

test("a command given while the line is down waits for it", () => {
  const socket = start();
  socket.command({ kind: "draw_stock" }, 7);
  open();
  assert.equal(of("cmd").length, 1);
});

test("a refusal is an answer too", () => {
  const socket = start();
  open();
  const id = socket.command({ kind: "draw_stock" }, 7);
  say({ t: "error", id, code: "NOT_YOUR_TURN", detail: {} });
  close(1006);
  pass(400);
  open();
  assert.deepEqual(of("cmd"), []);
});

test("a question is not kept for a line that is down", () => {
  const socket = start();
  assert.equal(socket.ask({ q: "arrangements", card: "7H" }), null);
  open();
  assert.ok(socket.ask({ q: "arrangements", card: "7H" }));
  assert.equal(of("ask").length, 1);
});

for (const [code, state] of [[4004, "gone"], [4401, "signed-out"], [4403, "refused"]]) {
  test(`after ${code} it does not try again`, () => {
    start();
    close(code);
    assert.equal(heard.states.at(-1), state);
    pass(60_000);
    assert.equal(world.sockets.length, 1);
  });
}

test("a restart is announced and waited for", () => {
  start();
  open();
  say({ t: "restart", in_ms: 1500 });
  assert.equal(heard.states.at(-1), "restarting");
  close(4012);
  assert.equal(heard.states.at(-1), "restarting");
  pass(400);
  assert.equal(world.sockets.length, 2);
});

test("a server that asks for restraint is left alone for three seconds", () => {
  start();
  close(4008);
  pass(2_999);
  assert.equal(world.sockets.length, 1);
  pass(1);
  assert.equal(world.sockets.length, 2);
});

test("a page that comes back asks what it missed, or connects at once", () => {
  const socket = start();
  open();
  socket.resync();
  assert.deepEqual(of("resume"), [{ t: "resume", v: 7 }]);
  close(1006);
  socket.resync();
  assert.equal(world.sockets.length, 2);
});

test("ids are version 4 UUIDs and differ", () => {
  assert.match(uuid(), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.notEqual(uuid(), uuid());
});
