// Sounds made of a few oscillators and a breath of noise: no files, nothing to load. Silent until the player has
// touched the page (browsers insist) and whenever the switch is off.

const TUNES = {
  turn: [[660, 0, 0.09], [880, 0.09, 0.14]],
  knock: [[150, 0, 0.07], [130, 0.14, 0.09]],
  win: [[523, 0, 0.12], [659, 0.11, 0.12], [784, 0.22, 0.12], [1047, 0.33, 0.26]],
  lose: [[392, 0, 0.16], [330, 0.15, 0.24]],
  warn: [[990, 0, 0.07], [990, 0.16, 0.07]],
  talk: [[740, 0, 0.06], [988, 0.07, 0.08]],
  refuse: [[196, 0, 0.12]],
};
/** Paper on cloth: seconds, loudness and the pitch of the filter. */
const RUSTLES = { draw: [0.09, 0.16, 2600], discard: [0.06, 0.26, 1500], deal: [0.35, 0.14, 2200] };

/** Returns `play(name)`, `isOn()` and `set(on)`. The switch is kept in this browser, over the account's preference. */
export function createSounds(preferred) {
  let on = stored() ?? preferred;
  let context = null;

  function ready() {
    const Audio = globalThis.AudioContext;
    if (!on || !Audio || navigator.userActivation?.hasBeenActive === false) return null;
    context ??= new Audio();
    if (context.state === "suspended") context.resume();
    return context;
  }

  function note(audio, [pitch, start, length], kind) {
    const at = audio.currentTime + start;
    const oscillator = audio.createOscillator();
    const gain = audio.createGain();
    oscillator.type = kind === "knock" ? "square" : "triangle";
    oscillator.frequency.setValueAtTime(pitch, at);
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(kind === "knock" ? 0.12 : 0.16, at + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(at);
    oscillator.stop(at + length + 0.02);
  }

  function rustle(audio, [length, loudness, pitch]) {
    const samples = Math.ceil(audio.sampleRate * length);
    const buffer = audio.createBuffer(1, samples, audio.sampleRate);
    const wave = buffer.getChannelData(0);
    for (let i = 0; i < samples; i += 1) wave[i] = (Math.random() * 2 - 1) * (1 - i / samples) ** 2;
    const source = new AudioBufferSourceNode(audio, { buffer });
    const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 0.8 });
    const gain = new GainNode(audio, { gain: loudness });
    source.connect(filter).connect(gain).connect(audio.destination);
    source.start();
  }

  return {
    play(name) {
      const audio = ready();
      if (!audio) return;
      if (RUSTLES[name]) rustle(audio, RUSTLES[name]);
      else TUNES[name]?.forEach((tone) => note(audio, tone, name));
    },
    isOn: () => on,
    set(wanted) {
      on = wanted;
      try {
        localStorage.setItem("sounds", on ? "on" : "off");
      } catch {
        // A browser that keeps nothing still plays for as long as the page is open.
      }
    },
  };
}

function stored() {
  try {
    const kept = localStorage.getItem("sounds");
    return kept === null ? null : kept === "on";
  } catch {
    return null;
  }
}

/**
 * Which sound an update asks for, or null: the most telling of its events. `own`: the reader's `seat` and `side`, and
 * whether the reader `plays` in this hand. Pure.
 */
export function soundFor(events, own, turned) {
  const kinds = new Set(events.map((event) => event.kind));
  const match = events.find(({ kind }) => kind === "match_ended");
  if (match && match.winner !== null) return match.winner === own.side ? "win" : "lose";
  const hand = events.find(({ kind }) => kind === "hand_scored");
  if (hand) return hand.winner === own.seat ? "win" : own.plays ? "lose" : "knock";
  if (kinds.has("knocked") || kinds.has("knock_failed")) return "knock";
  if (kinds.has("hand_dealt") || kinds.has("rummy_dealt")) return "deal";
  if (turned) return "turn";
  if (kinds.has("stock_drawn") || kinds.has("pile_taken")) return "draw";
  if (["card_discarded", "melded", "laid_off"].some((kind) => kinds.has(kind))) return "discard";
  return null;
}
