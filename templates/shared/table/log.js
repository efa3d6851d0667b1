// What happened: a sentence for each step, with what was told; the line of the script on demand.
import { html, nothing } from "./html.js";
import { act, ask, play } from "./net.js";
import { entryOf } from "./options.js";
import { clauses, plain, plainText, sentence, verbName } from "./words.js";
import { t } from "./speech.js";
import { humans, isTurnOf, LIVE, meta, own, redraw, store } from "./store.js";

const SHOWN = 250; // steps that are drawn; older ones on demand
let all = false;

function words(step) {
  if (store.asScript) return html`<code>${step.line}</code>`;
  if (step.say.length && isDeal(step) && isDraw(step)) return clauses(step.say).map((each) => html`<span class="clause">${each}.</span>`);
  if (step.say.length) return html`${sentence(step.say)}${/[.!?]"?$/.test(plain(step.say)) ? nothing : "."}`;
  if (step.kind === "story") return nothing;
  if (!step.verb) return html`<span class="note">${step.kind === "refused" ? t("A move that the rules refuse is noted.") : t("A fact is noted.")}</span>`;
  const who = ["~", "table"].includes(step.actor) ? nothing : html`<b>${step.actor}</b>: `;
  return html`${who}${verbName(step.verb)}.`;
}

function spoken(text) { // who said what
  const [, who, said] = /^([^:]{1,30}): (.*)$/s.exec(text) || [];
  return who ? html`<b>${who}:</b> ${said}` : html`<q>${text}</q>`;
}

// A draw of one thing belongs to its move; a deal of several stands for itself.
const isDeal = (step) => plainText(step).includes("; ");
const isDraw = (step) => step.actor === "~" && Boolean(step.verb);

// Steps of the log that are one entry: a move with the draws that follow it, and equal ones in a row.
function entriesOf(steps) {
  const found = [];
  steps.forEach((step, place) => {
    const last = found.at(-1), joins = last && LIVE && !store.asScript && isDraw(step) && !isDeal(step) && (isDraw(last.steps[0]) ? plainText(last.steps[0]) === plainText(step) : last.steps[0].actor !== "table" && last.steps[0].verb);
    if (joins) last.steps.push(step);
    else found.push({ steps: [step], place, times: 1 });
  });
  return found.reduce((done, entry) => {
    const last = done.at(-1), text = (each) => each.steps.map(plainText).join();
    const same = last && LIVE && !store.asScript && entry.steps.length > 1 && text(last) === text(entry);
    if (same) Object.assign(last, { steps: entry.steps, times: last.times + 1 });
    else done.push(entry);
    return done;
  }, []);
}

function sayings(steps) { // their sentences; of equal ones, one with its number
  const isTold = (step, place) => step.say.length && steps[place + 1] && plainText(steps[place + 1]).startsWith(`${plainText(step)} `); // the draw says it, too
  const shown = steps.filter((step, place) => (!place || plainText(step) !== plainText(steps[place - 1])) && !isTold(step, place));
  return shown.map((step) => { const number = steps.filter((each) => each === step || (isDraw(each) && plainText(each) === plainText(step))).length; return html`${words(step)}${number > 1 ? html` ${t("({number} times)", { number })}` : nothing} `; });
}

function goBack(to) { // others at this screen are asked first
  if (humans().length < 2) { act("go", { to }); return; }
  store.asking = { to };
  redraw();
}

function entryView({ steps, place, times }, goTo, fresh) {
  const step = steps[0], last = steps.at(-1), entry = entryOf(step.verb), now = LIVE ? steps.some((each) => each.node === store.state.node) : place === goTo.at;
  const notes = steps.flatMap((each) => each.notes).filter(([, text]) => text), rules = [...new Set(steps.flatMap((each) => each.notes.map(([rule]) => rule)))];
  const back = LIVE ? (store.state.keeper && !now ? () => goBack(last.node) : null) : () => goTo(place + 1);
  return html`<li class="${entry.loud ? "loud" : ""} ${entry.quiet ? "quiet" : ""} ${step.kind} ${now ? "now" : ""} ${fresh ? "fresh" : ""}" data-step=${step.node}><span>${sayings(steps)}${times > 1 ? t("({number} times)", { number: times }) : nothing}</span>${step.kind === "story" ? spoken(step.story) : step.story && step.verb ? html`<q>${step.story}</q>` : nothing}
    <span class="tags">${back ? html`<button type="button" class="tag" title=${LIVE ? t("Go back to this step; if you play on from here, a branch begins") : t("Show this step")} aria-label=${t("Go to this step: {step}", { step: plainText(last) })} @click=${back}>↩</button>` : nothing}
    ${rules.length ? html`<details class="rules"><summary aria-label=${t("Which rules?")}>§</summary>${rules.map((rule) => html`<p>${store.asScript ? html`<code>${rule}</code> ` : nothing}${notes.filter(([each]) => each === rule).map(([, text]) => text).join("; ") || own(meta.rules, rule) || ""}</p>`)}</details>` : nothing}</span></li>`;
}

// What others have done since the last step of this player, once it is this player's turn.
function firstFresh(entries) {
  const { state } = store, mine = entries.findLastIndex((entry) => entry.steps.some((step) => step.actor === state.seat));
  return LIVE && isTurnOf(state) && mine >= 0 && entries.slice(mine + 1).some((entry) => state.players.includes(entry.steps[0].actor)) ? mine + 1 : entries.length;
}

export function log(steps, goTo = {}) {
  const last = steps.length - SHOWN, from = all ? 0 : Math.max(0, LIVE ? last : Math.min(last, goTo.at - SHOWN / 2)), more = () => { all = true; redraw(); };
  const older = from ? html`<li><button type="button" class="chip" @click=${more}>${t("{number} older steps", { number: from })}</button></li>` : nothing;
  const entries = entriesOf(steps.slice(from, LIVE ? undefined : from + SHOWN)), fresh = firstFresh(entries);
  return html`<ol class="log" tabindex="0" aria-label=${t("What happened")} @wheel=${() => setTimeout(hold, 60)} @touchend=${() => setTimeout(hold, 60)} @keyup=${hold}>${older}${entries.map((entry, at) => html`${at === fresh ? html`<li class="since">${t("Since your last step:")}</li>` : nothing}${entryView({ ...entry, place: entry.place + from }, goTo, at >= fresh)}`)}</ol>`;
}

let length = 0, held = false;
const hold = () => { const list = document.querySelector(".log"); held = Boolean(list) && list.scrollTop + list.clientHeight < list.scrollHeight - 30; };

export function followLog() { // the newest step is in sight, unless somebody reads an older one
  const list = document.querySelector(".log");
  if (!list) return;
  const count = list.children.length;
  if (count !== length || !LIVE || !held) {
    const now = list.querySelector(".now") || list.lastElementChild;
    if (now) list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight + now.clientHeight + 12;
    held = false;
  }
  length = count;
}

// ---- what is typed: a word for the others, or after a slash a line of the script

let completions = [], picked = -1, hint = "", typing = 0, timer = 0;
const isLine = (text) => text.startsWith("/");

async function complete(text) {
  const mine = ++typing;
  if (!isLine(text) || !text.slice(1).trim()) { completions = []; hint = ""; redraw(); return; }
  const found = await ask(text.slice(1)).catch(() => ({ error: true }));
  if (mine !== typing || found.error) return;
  completions = found.words.filter(([word]) => word);
  hint = found.hint || (found.words.find(([word]) => !word) || ["", ""])[1];
  picked = -1;
  redraw();
}

function put(index) {
  if (!completions[index]) return;
  const line = document.getElementById("line"), [word] = completions[index], inQuotes = line.value.split('"').length % 2 === 0;
  const from = inQuotes ? line.value.lastIndexOf('"') : line.value.length - line.value.match(/[^\s/]*$/)[0].length;
  line.value = `${line.value.slice(0, from)}${word} `;
  completions = [];
  picked = -1;
  line.focus();
  redraw();
  complete(line.value);
}

function onKey(event) {
  const count = completions.length;
  if (event.key === "ArrowDown" && count) picked = (picked + 1) % count;
  else if (event.key === "ArrowUp" && count) picked = (picked + count - 1) % count;
  else if (event.key === "Tab" && !event.shiftKey && count) { put(Math.max(picked, 0)); event.preventDefault(); return; }
  else if (event.key === "Enter" && picked >= 0) { put(picked); event.preventDefault(); return; }
  else if (event.key === "Escape") { completions = []; event.stopPropagation(); } else return;
  event.preventDefault();
  redraw();
}

async function submit(event) {
  event.preventDefault();
  const line = document.getElementById("line"), text = line.value.trim().replace(/\s+/g, " ");
  if (!text) return;
  const who = store.state.players.includes(store.state.seat) ? store.state.seat : t("Host");
  const answer = await play(isLine(text) ? text.slice(1) : `| ${who}: ${text}`, true);
  if (answer && answer.accepted) { line.value = ""; completions = []; hint = ""; redraw(); }
}

const input = (event) => { clearTimeout(timer); timer = setTimeout(() => complete(event.target.value), 90); };

export function say() {
  if (!store.state.keeper && store.state.seat === "public") return nothing;
  return html`<form class="say" @submit=${submit} autocomplete="off"><label class="spoken" for="line">${t("Say something, or type / and a line of the script")}</label>
    <input id="line" type="text" spellcheck="false" role="combobox" aria-expanded=${String(completions.length > 0)} aria-controls="words" aria-autocomplete="list" aria-activedescendant=${picked >= 0 ? `word-${picked}` : nothing} placeholder=${t("Say something")} @input=${input} @keydown=${onKey}>
    <ul id="words" role="listbox" aria-label=${t("Completions")} ?hidden=${!completions.length}>${completions.map(([word, about], index) => html`<li id="word-${index}" role="option" aria-selected=${String(index === picked)} @pointerdown=${(event) => { event.preventDefault(); put(index); }}>${word}${about ? html` <small>${about}</small>` : nothing}</li>`)}</ul>
    ${hint ? html`<p class="hint">${hint}</p>` : nothing}</form>`;
}
