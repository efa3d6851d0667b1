// Tells a player that it is their turn: the title, a sound, a notification; and what happened to
// those who do not see the page.
import { t } from "./speech.js";
import { isTurnOf, meta, redraw, store } from "./store.js";

export const speak = (text) => { const news = document.getElementById("news"); if (news) news.textContent = text; };

// Sound is off until it is switched on in this browser; no file, a few tones.
const SOUND = "sound of the table";
let audio = null, on = false;
try { on = localStorage.getItem(SOUND) === "on"; } catch { /* no storage: sound stays off */ }
export const hasSound = () => on;

function tone(...notes) {
  if (!on) return;
  audio ||= new AudioContext();
  audio.resume().catch(() => {}); // a browser may want a click first
  notes.forEach((hertz, place) => {
    const source = audio.createOscillator(), volume = audio.createGain(), start = audio.currentTime + place * 0.13;
    source.frequency.value = hertz;
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.14, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.3);
    source.connect(volume).connect(audio.destination);
    source.start(start);
    source.stop(start + 0.32);
  });
}

export function switchSound() {
  on = !on;
  try { localStorage.setItem(SOUND, on ? "on" : "off"); } catch { /* no storage: until the page is left */ }
  tone(523, 784);
  redraw();
}

export const canNotify = () => typeof Notification !== "undefined" && isSecureContext; // not on plain http of another machine
export const notifies = () => canNotify() && Notification.permission === "granted";
export async function askToNotify() { await Notification.requestPermission(); redraw(); }

let blink = 0;

export function setTitle() {
  const { state } = store, mine = isTurnOf(state);
  const who = state.players.includes(state.seat) ? `${state.seat} – ` : "";
  if (!blink) document.title = `${mine ? `● ${t("Your turn")} – ` : who}${meta.title}`;
}

export function alertTurn(text) {
  tone(523, 659, 784);
  clearInterval(blink);
  blink = 0;
  if (!document.hidden) { setTitle(); return; }
  let on = false;
  blink = setInterval(() => { on = !on; document.title = on ? `● ${t("Your turn")}` : text; }, 900);
  if (notifies()) new Notification(t("{game}: it is your turn", { game: text }), { tag: "turn", silent: true });
  addEventListener("visibilitychange", () => { clearInterval(blink); blink = 0; setTitle(); }, { once: true });
}
