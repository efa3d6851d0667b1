// Talks to the server: asks, plays, notices that the table has changed or does not answer.
import { isTurnOf, low, meta, redraw, store } from "./store.js";
import { flip } from "./motion.js";
import { alertTurn, speak } from "./notify.js";
import { plainText, roundText } from "./words.js";
import { t } from "./speech.js";

const POLL = 400, HIDDEN_POLL = 3000, PATIENCE = 8000;
let shownVersion = store.state.version;
let busy = false;
export const hot = { mode: meta.keeper ? (meta.together ? "hot" : "open") : "", looking: "", wanted: "", asked: "" }; // as whom the host looks, who asked for the screen, and at which position

const asking = () => (hot.mode === "hot" ? hot.looking || "public" : hot.mode);
const query = (more = "") => (meta.keeper ? `?as=${encodeURIComponent(asking())}${more && `&${more}`}` : more && `?${more}`);

export async function post(what, body) {
  const answer = await fetch(what + query(), {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal: AbortSignal.timeout(PATIENCE),
  });
  return answer.ok ? answer.json() : { error: await answer.text() };
}

export async function change(what, body) {
  if (busy) return null;
  busy = true;
  store.refused = null;
  const sent = { ...body, node: body.node ?? store.state.node };
  try {
    const found = await post(what, sent);
    if (found.error) { store.refused = { message: found.error }; redraw(); return null; }
    store.pending = null;
    store.large = null;
    if (!found.answer.accepted) store.refused = { ...cleaned(found.answer), line: body.line || "", typed: Boolean(body.typed) };
    else if (what === "say" && !body.typed) Object.assign(store, { verb: "", actor: "", chosen: [] });
    take(found.state);
    if (found.answer.message) speak(found.answer.message);
    return found.answer;
  } catch {
    if (what === "say") store.pending = sent;
    lost();
    return null;
  } finally {
    busy = false;
  }
}

export const play = (line, typed = false) => change("say", { line, typed });
export const act = (what, more = {}) => change("move", { what, ...more });
export const lay = (verb, choice) => change("lay", { verb, choice });

function choosable(names) { // what was chosen stays so while the moves have it
  return names.filter((name) => (store.state.moves || []).some((move) => move.names.some((each) => low(each) === low(name))));
}

export function take(next) {
  const before = store.state, stays = next.node === before.node, same = stays && next.seat === before.seat;
  shownVersion = next.version;
  if (next.draft) store.received(next.draft);
  flip(() => {
    store.state = next;
    if (!same) {
      store.asking = false;
      store.why = new Map();
      store.large = null;
      Object.assign(store, { amounts: {}, picks: {}, sure: "" });
      store.chosen = isTurnOf(next) === isTurnOf(before) ? choosable(store.chosen) : [];
      if (!store.chosen.length && isTurnOf(next)) store.chosen = store.mustStep();
      if (!busy) store.changed = performance.now(); // by others
      if (next.step < before.step && next.seat === before.seat) regain(before, next);
      if (!next.forms.some((form) => form.verb === store.verb && form.actor === store.actor)) { store.verb = ""; store.actor = ""; }
    }
    redraw();
  }, stays ? [] : next.moved);
  if (!same) announce(before, next);
}

function regain(before, next) { // the words of an own step that was taken back can be told again
  const left = new Set(next.log.map((step) => step.node));
  const lost = before.log.findLast((step) => step.story && !left.has(step.node) && (next.keeper || step.actor === next.seat));
  if (lost && !store.texts.told) store.texts.told = lost.story;
}

function announce(before, next) {
  const known = new Set(before.log.map((step) => step.node));
  const fresh = next.log.filter((step) => !known.has(step.node)).map((step) => plainText(step));
  const mine = isTurnOf(next), was = isTurnOf(before);
  const asked = next.wish && next.wish.asked && !(before.wish && before.wish.asked);
  const told = fresh.length ? `${fresh.slice(-3).join(". ")}. ` : ""; // nothing of what another seat was told
  if (told || next.seat !== before.seat) speak(`${told}${mine ? t("It is your turn.") : ""}`);
  banner(before, next);
  if ((mine && (!was || next.seat !== before.seat)) || asked) alertTurn(meta.title);
}

let shown = 0;
function banner(before, next) { // a new round is announced
  const now = roundText(next), was = roundText(before);
  if (!now || now === was || next.step < before.step) return;
  store.banner = now;
  clearTimeout(shown);
  shown = setTimeout(() => { store.banner = ""; redraw(); }, 2600);
  redraw();
}

let asked = 0;
export async function refresh() { // of two at once, the later one counts: it may be for another seat
  const mine = ++asked, answer = await fetch("state" + query());
  const next = answer.ok ? await answer.json() : null;
  if (next && mine === asked) take(next);
}

// ---- lost and back

let next = 0, timer = 0, slow = false;
export const secondsToNext = () => Math.max(0, Math.ceil((next - Date.now()) / 1000));

function lost() {
  if (store.net !== "lost") {
    store.net = "lost";
    store.missed = store.state.log.length;
    speak(t("The table does not answer. Nothing is lost; the page keeps trying."));
  }
  redraw();
}

async function back() {
  if (store.net !== "lost") return;
  store.net = "back";
  speak(t("Connected again."));
  const kept = store.pending;
  store.pending = null;
  await refresh();
  if (kept && kept.node === store.state.node) await change("say", kept);
  else if (kept) store.refused = { message: t("The game has moved on, so your saved move was not sent. Choose again."), line: kept.line };
  if (!kept && store.state.log.length === store.missed) store.net = "";
  redraw();
}

export function forgetPending() { store.pending = null; redraw(); }
export function seen() { store.net = ""; redraw(); }

export async function poll() {
  clearTimeout(timer);
  try {
    const answer = await fetch("version", { signal: AbortSignal.timeout(PATIENCE) });
    if (answer.status === 404) {
      store.net = "gone";
      redraw();
    } else if (answer.ok) {
      const version = Number(await answer.text());
      if (store.net === "gone") store.net = "";
      await back();
      if (version !== shownVersion && !busy) await refresh();
    } else lost();
    slow = false;
  } catch (error) { // one late answer of a busy machine is no lost table
    if (error.name === "TimeoutError" && !slow) slow = true;
    else lost();
  }
  const wait = store.net === "lost" ? 2000 : document.hidden ? HIDDEN_POLL : POLL;
  next = Date.now() + wait;
  timer = setTimeout(poll, wait);
}

document.addEventListener("visibilitychange", () => { if (!document.hidden && timer) poll(); }); // nobody looks at an old table

// ---- questions

// Reasons as a player reads them: without the words of the script that follow in brackets.
export const unscripted = (text) => text.replace(/ \('[^)]*'\)|[;,] (or )?write '[^']*'( or '[^']*')?( first)?/g, "");
const cleaned = (found) => ({ ...found, reasons: found.reasons && found.reasons.map((reason) => ({ ...reason, facts: unscripted(reason.facts) })) });

export async function whyNot(piece) {
  if (store.why.has(piece) || !meta.live) return;
  store.why.set(piece, []);
  const node = store.state.node, found = await post("ask", { piece }).catch(() => []);
  if (Array.isArray(found) && node === store.state.node) { store.why.set(piece, found.map(cleaned)); redraw(); }
}

const wanted = new Set();
let waiting = [];

export function preview(moves) { // what moves would do that came without it, asked for all at once
  const fresh = moves.filter((move) => !move.say && !wanted.has(move.line));
  if (!fresh.length || !meta.live) return;
  fresh.forEach((move) => wanted.add(move.line));
  if (!waiting.length) queueMicrotask(askPreviews);
  waiting.push(...fresh);
}

async function askPreviews() {
  const moves = waiting.slice(0, 100);
  waiting.slice(100).forEach((move) => wanted.delete(move.line));
  waiting = [];
  const found = await post("ask", { lines: moves.map((move) => move.line) }).catch(() => ({}));
  for (const move of moves) {
    wanted.delete(move.line);
    Object.assign(move, { say: [] }, Object.hasOwn(found, move.line) ? cleaned(found[move.line]) : {});
  }
  redraw();
}

export const ask = (text) => post("ask", { text });
