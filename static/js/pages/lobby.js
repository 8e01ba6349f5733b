/* The lobby looks again when the server says that something changed, when the page is seen again, and, by htmx's own
   timer in the markup, from time to time: the socket only saves time. */

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
const GATHER_MS = 250;

let pause = FIRST_PAUSE_MS;
let gathering = null;

function lookAgain() {
  clearTimeout(gathering);
  gathering = setTimeout(() => {
    if (!document.hidden) document.body.dispatchEvent(new CustomEvent("look-again"));
  }, GATHER_MS * (0.5 + Math.random()));
}

function listen() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(`${scheme}//${location.host}/ws/lobby/`);
  socket.onopen = () => {
    pause = FIRST_PAUSE_MS;
    lookAgain();
  };
  socket.onmessage = lookAgain;
  socket.onclose = () => {
    setTimeout(listen, pause * (0.5 + Math.random()));
    pause = Math.min(LONGEST_PAUSE_MS, pause * 2);
  };
}

document.addEventListener("visibilitychange", lookAgain);
window.addEventListener("pageshow", (event) => event.persisted && lookAgain());
listen();
