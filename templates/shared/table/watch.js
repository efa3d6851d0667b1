// A recorded game: positions that lie in the page, each as what differs from the one before.
import { html, nothing } from "./html.js";
import { icon } from "./icons.js";
import { flip } from "./motion.js";
import { capital, count, t } from "./speech.js";
import { plainText, sentence } from "./words.js";
import { meta, redraw, store } from "./store.js";

const states = [];
let running = 0;
export const at = { step: 0 };

export async function unpack() { // what the page has of the game: JSON as gzip in base64
  const bytes = Uint8Array.from(atob(meta.packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  Object.assign(meta, JSON.parse(await new Response(stream).text()));
}

function frameAt(index) {
  for (let each = states.length; each <= index; each++) {
    const frame = meta.frames[each], before = states[each - 1] || { zones: [], facts: [], sheets: [] };
    const merged = (kind) => {
      const all = new Map((before[kind] || []).map((one) => [one.name, one]));
      for (const one of frame[kind]) all.set(one.name, one);
      for (const name of frame.gone || []) all.delete(name);
      return [...all.values()];
    };
    states.push({ ...before, ...frame, zones: merged("zones"), facts: merged("facts"), sheets: merged("sheets"), changed: frame.facts.map((fact) => fact.name) });
  }
  return states[index];
}

export function goTo(index) {
  const to = Math.max(0, Math.min(meta.frames.length - 1, index)), forward = to === at.step + 1;
  const state = frameAt(to);
  at.step = to;
  flip(() => { store.state = { moves: [], forms: [], log: meta.log, wish: null, sealed: [], strategies: {}, undo: {}, ...state }; redraw(); }, forward ? state.moved || [] : []);
  history.replaceState(null, "", `#step=${to}`);
}

const stop = () => { clearInterval(running); running = 0; redraw(); };
const run = () => {
  if (running) { stop(); return; }
  running = setInterval(() => { if (at.step >= meta.frames.length - 1) stop(); else goTo(at.step + 1); }, 1100);
  redraw();
};

const tool = (id, label, go, text) => html`<button type="button" class="icon" id=${id} aria-label=${label} title=${label} @click=${go}>${text}</button>`;
export const tools = () => html`<span class="tools">${tool("first", t("First step (Home)"), () => goTo(0), "|◀")}${tool("before", t("Step back (←)"), () => goTo(at.step - 1), "◀")}<button type="button" id="run" aria-pressed=${String(Boolean(running))} @click=${run}>${running ? t("Pause") : t("Play")}</button>${tool("after", t("Step on (→)"), () => goTo(at.step + 1), "▶")}${tool("last", t("Last step (End)"), () => goTo(meta.frames.length - 1), "▶|")}${tool("facts", t("Facts and text"), () => { store.panel = { kind: "facts" }; redraw(); }, icon("line"))}</span>`;

export function timeLine() {
  const count = meta.frames.length - 1, step = at.step ? meta.log[at.step - 1] : null;
  return html`<nav class="time" aria-label=${t("Steps")}><input id="step" type="range" min="0" max=${count} .value=${String(at.step)} aria-label=${t("Step")} aria-valuetext=${step ? plainText(step) : t("the beginning")} @input=${(event) => goTo(Number(event.target.value))}>
    <div class="marks" aria-hidden="true">${meta.log.map((each, index) => (["refused", "story", "fact"].includes(each.kind) ? html`<i class=${each.kind} .style=${`left:${(100 * (index + 1)) / count}%`} title=${plainText(each)} @click=${() => goTo(index + 1)}></i>` : nothing))}</div></nav>`;
}

export function happened() {
  const step = at.step ? meta.log[at.step - 1] : null;
  if (!step) return html`<section class="options" id="happened"><h3>${t("The beginning")}</h3></section>`;
  const said = step.say.length ? sentence(step.say) : capital(plainText(step));
  const changed = step.changed.map(([name, old, now, rules]) => html`<dt>${name}</dt><dd>${old || "–"} → ${now} ${rules.length ? html`<code>${rules.join(", ")}</code>` : nothing}</dd>`);
  return html`<section class="options" id="happened"><h3>${at.step}. ${store.asScript ? html`<code>${step.line}</code>` : html`<span>${said}</span>`}</h3>
    ${[...new Set((step.refused || []).map((reason) => capital(reason.facts || reason.statement)))].map((why) => html`<p class="no">${why}</p>`)}
    <details .open=${store.asScript} class="which"><summary>${t("Which rule?")}</summary>${(step.refused || []).map((reason) => html`<p><code>${reason.rule}</code> ${reason.statement}</p>`)}<ul>${step.notes.map(([rule, text]) => html`<li><code>${rule}</code> ${text || meta.rules[rule] || ""}</li>`)}</ul></details>
    ${changed.length ? html`<details><summary>${count(changed.length, "{number} fact changed", "{number} facts changed")}</summary><dl>${changed}</dl></details>` : nothing}</section>`;
}

export function watchKeys(event) {
  const to = { ArrowLeft: at.step - 1, ArrowRight: at.step + 1, Home: 0, End: meta.frames.length - 1 }[event.key];
  if (to !== undefined) { event.preventDefault(); goTo(to); } else if (event.key === " " && event.target.tagName !== "BUTTON") { event.preventDefault(); run(); }
}
