/* A match of a tournament is called: once for each, a sound, and the tab says so until it is looked at. The words come
   from the server with the notice; the countdown runs here. */

const BELL = [[660, 0], [880, 0.15], [660, 0.3], [880, 0.45]]; // pitch in Hz, start in s
const LENGTH_S = 0.13;
const notices = document.getElementById("site-calls");
let title = null;

function soundsAreOn() {
  try {
    return (localStorage.getItem("sounds") ?? notices.dataset.sounds) !== "off";
  } catch {
    return notices.dataset.sounds !== "off";
  }
}

function ring() {
  if (!soundsAreOn() || !globalThis.AudioContext || navigator.userActivation?.hasBeenActive === false) return;
  const audio = new AudioContext();
  for (const [pitch, start] of BELL) {
    const oscillator = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
    const gain = new GainNode(audio, { gain: 0.14 });
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(audio.currentTime + start);
    oscillator.stop(audio.currentTime + start + LENGTH_S);
  }
}

/** Whether this call is heard for the first time in this tab. */
function isNew(call) {
  try {
    if (sessionStorage.getItem(`call-${call}`)) return false;
    sessionStorage.setItem(`call-${call}`, "heard");
  } catch {
    // A browser that keeps nothing rings again on the next page.
  }
  return true;
}

function hear(root) {
  const calls = [...root.querySelectorAll("[data-call]")].map((element) => element.dataset.call);
  if (!calls.some((call) => isNew(call))) return;
  ring();
  if (document.visibilityState === "visible" && document.hasFocus()) return;
  title ??= document.title;
  document.title = `● ${notices.dataset.title}`;
}

function seen() {
  if (title === null || document.visibilityState !== "visible") return;
  document.title = title;
  title = null;
}

function count() {
  for (const timer of document.querySelectorAll("[data-until]:has([data-left])")) {
    const left = Math.max(0, Math.round((Date.parse(timer.dataset.until) - Date.now()) / 1000));
    const words = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    const shown = timer.querySelector("[data-left]");
    if (shown.textContent !== words) shown.textContent = words;
  }
}

document.addEventListener("visibilitychange", seen);
addEventListener("focus", seen);
document.addEventListener("htmx:afterSettle", (event) => hear(event.target.parentElement ?? document));
setInterval(count, 1000);
hear(document);
count();
