// The place Rules: statements with their numbers as fields, and what would follow from another one.
import { app, ask, picture, redraw } from "./api.js";
import { difference, figures, lengths, mean, moved, told } from "./plots.js";
import { html, icon, modal, nothing, plural } from "./shell.js";

const view = { data: null, asked: "", filter: "", numbered: true, trial: null, effects: null, found: {}, games: 60, adding: false, sentence: "", section: "Set-up" };

async function load() {
  const key = app.state.preview?.tag ?? "";
  if (view.asked === key) return;
  view.asked = key;
  const found = await ask("rules");
  view.data = found.refused ? { rules: [], refused: found.refused } : found;
  redraw();
}

const same = (path) => view.trial?.path.join(".") === path.join(".");
let later = 0;
function tryOut(rule, part, value) {
  view.trial = { rule: rule.id, path: part.path, old: part.number, value: String(value), line: rule.line };
  view.effects = view.kept = null;
  view.found = {};
  redraw();
  clearTimeout(later);
  if (view.trial.value !== view.trial.old) later = setTimeout(run, 400);
}
async function run() {
  const { trial } = view;
  if (!trial) return;
  const sent = { rule: trial.rule, path: trial.path, value: trial.value };
  const get = async (what, more = {}) => {
    const found = await ask("find-out", { ...sent, what, ...more });
    if (view.trial === trial && !found.stopped) { view.found = { ...view.found, [what]: found }; app.message = ""; redraw(); }
  };
  const effects = await ask("try", sent);
  if (view.trial !== trial) return;
  view.effects = effects;
  redraw();
  if (effects.refused) return;
  await get("scripts");
  if (view.trial === trial) await get("check");
  if (view.trial === trial) await get("simulate", { games: view.games, players: "" });
}
const drop = () => { view.trial = view.effects = view.kept = null; view.found = {}; redraw(); };
async function save() {
  const { rule, path, value } = view.trial;
  const found = await ask("save-rule", { rule, path, value });
  if (!found.refused) { drop(); view.asked = ""; }
  redraw();
}

async function keep() {
  const { rule, path, value } = view.trial;
  const found = await ask("keep-variant", { rule, path, value });
  if (!found.refused) { view.kept = found; app.kept = true; }
  redraw();
}
async function anotherNumber(problem) {
  const found = await ask("another", { line: problem.line, word: problem.typed });
  if (found.refused) return;
  const left = (list) => list?.filter((each) => each !== problem);
  view.found = { ...view.found, check: { ...view.found.check, problems: left(view.found.check.problems) } };
  redraw();
}

// ---- a new rule

async function addRule(event) {
  event.preventDefault();
  const found = await ask("add-rule", { sentence: view.sentence, section: view.section });
  if (!found.refused) Object.assign(view, { sentence: "", adding: false, asked: "" });
  redraw();
}
const form = (first) => html`<form class="stack newrule" @submit=${addRule}>
  <label>What the rule says<textarea rows="3" required maxlength="600" placeholder="Deal 5 cards to each player." .value=${view.sentence} @input=${(event) => { view.sentence = event.target.value; }}></textarea></label>
  <label>About<select @change=${(event) => { view.section = event.target.value; }}>${view.data.sections.map((name) => html`<option .selected=${name === view.section}>${name}</option>`)}</select></label>
  <p class="muted">Its numbers become fields: you can try other values before you save, cards and the rulebook can print them, and they are stored once, in <code>rules.yaml</code>.</p>
  <div class="row"><button class="primary">${first ? "Add the first rule" : "Add the rule"}</button>${first ? nothing : html`<button type="button" @click=${() => { view.adding = false; redraw(); }}>Cancel</button>`}</div></form>`;

// ---- the list

function number(rule, part) {
  if (!part.free) return html`<button class="n linked" title="Why this cannot be changed here" @click=${() => { app.message = `${part.number} of ${rule.id} is a list, or follows from another rule or from the cards; change it in rules.yaml, or change that rule or those cards.`; redraw(); }}>${part.number}</button>`;
  const { trial } = view;
  if (trial?.rule === rule.id && same(part.path)) {
    const change = (value) => tryOut(rule, { ...part, number: trial.old }, value);
    return html`<span class="step"><button aria-label="less" @click=${() => change(Number(trial.value) - 1)}>−</button><input aria-label=${part.path.join(" ")} inputmode="numeric" .value=${trial.value}
      @change=${(event) => change(event.target.value)}><button aria-label="more" @click=${() => change(Number(trial.value) + 1)}>+</button></span>`;
  }
  return html`<button class="n" title="Change" aria-label=${`${part.path.join(" ")}: ${part.number}, change`} @click=${() => tryOut(rule, part, part.number)}>${part.number}</button>`;
}

function line(rule) {
  const follows = view.effects?.follows?.find((each) => each.id === rule.id && each.id !== view.trial?.rule);
  const on = view.trial?.rule === rule.id;
  return html`<li class="rule ${on ? "on" : follows ? "follows" : ""}"><span class="id"><span>${rule.id}</span>${follows ? html`<b class="good">follows</b>` : on ? html`<button class="small" @click=${drop}>Put back ${view.trial.old}</button>` : nothing}</span>
    ${follows ? words(follows.old, follows.new) : rule.parts.map((part) => part.words !== undefined ? part.words : number(rule, part))}</li>`;
}
// The sentence of a rule with the number that is tried.
const stated = (rule, trial) => rule.parts.map((part) => part.words ?? (!same(part.path) ? part.number : trial.value === trial.old ? html`<mark>${part.number}</mark>` : html`<del>${part.number}</del> <mark>${trial.value}</mark>`));
// Two versions of a sentence with what differs.
function words(before, after) {
  const a = before.split(/(\s+)/), b = after.split(/(\s+)/);
  return a.length === b.length ? b.map((word, at) => word === a[at] ? word : html`<del>${a[at]}</del> <mark>${word}</mark>`) : html`<del>${before}</del> <mark>${after}</mark>`;
}

function list() {
  const low = view.filter.toLowerCase();
  const shown = view.data.rules.filter((rule) => (!view.numbered || rule.parts.some((part) => part.number !== undefined)) && (!low || `${rule.id} ${rule.section} ${rule.parts.map((part) => part.words ?? part.number).join("")}`.toLowerCase().includes(low)));
  const sections = [...new Set(shown.map((rule) => rule.section))];
  return html`<section class="panel list" aria-label="Rules"><div class="tools"><input type="search" placeholder="Find a rule or a number" aria-label="Find a rule" .value=${view.filter} @input=${(event) => { view.filter = event.target.value; redraw(); }}>
    <button aria-pressed=${view.numbered} @click=${() => { view.numbered = true; redraw(); }}>With numbers</button><button aria-pressed=${!view.numbered} @click=${() => { view.numbered = false; redraw(); }}>All ${view.data.rules.length}</button><button @click=${() => { view.adding = true; redraw(); }}>${icon("plus")} Rule</button></div>
    <div class="rl" tabindex="0" role="group" aria-label="The rules"><h2 class="spoken">Rules</h2>${sections.map((section) => html`<h3>${section.toUpperCase()}</h3><ol>${shown.filter((rule) => rule.section === section).map(line)}</ol>`)}
    ${shown.length ? nothing : html`<p class="empty">No rule has these words.</p>`}</div></section>`;
}

// ---- what follows

const card = (count, title, body, wrong) => html`<section class="card"><h2><span class="cnt ${wrong ? "w" : ""}">${count}</span> ${title}</h2>${body}</section>`;

function simulated() {
  const found = view.found.simulate;
  if (!found) return html`<section class="card"><h2>Simulated</h2><p class="muted" role="status">${view.effects ? "Playing random games with the old and the new number; you can continue to work." : ""}</p></section>`;
  if (found.refused) return html`<section class="card"><h2>Simulated</h2><p class="muted">${found.refused}</p></section>`;
  const [a, b] = found.certificates.map(figures), low = difference(a.moves, b.moves), clear = low[0] > 0 || low[1] < 0;
  const row = (name, before, after, said) => html`<tr><td>${name}</td><td>${before}</td><td>${after}</td><td class=${said.startsWith("none") ? "muted" : "up"}>${said}</td></tr>`;
  return html`<section class="card"><h2>Simulated: games get ${!clear ? "no visible difference in length" : `${Math.abs(100 * (mean(b.moves) / mean(a.moves) - 1)).toFixed(0)} % ${low[0] > 0 ? "longer" : "shorter"}`}</h2>
    ${lengths({ a: a.moves, b: b.moves, w: 610, h: 176, la: `now ${view.trial.old}`, lb: `with ${view.trial.value}` })}
    <table class="sim"><thead><tr><th>${a.games} random games, ${a.players} players</th><th>${view.trial.old}</th><th>${view.trial.value}</th><th>difference, 95 % confidence</th></tr></thead><tbody>
    ${row("Moves per game, mean", mean(a.moves).toFixed(1), mean(b.moves).toFixed(1), told(low))}
    ${mean(a.scores) || mean(b.scores) ? row("Score of a player, mean", mean(a.scores).toFixed(1), mean(b.scores).toFixed(1), told(difference(a.scores, b.scores))) : nothing}
    ${row("Legal moves per turn, mean", mean(a.choices).toFixed(1), mean(b.choices).toFixed(1), told(difference(a.choices, b.choices)))}
    ${a.wins.map((win, at) => row(`Wins of seat ${win.seat}`, `${win.share.toFixed(0)} % (${win.low.toFixed(0)}–${win.high.toFixed(0)})`, `${b.wins[at]?.share.toFixed(0)} % (${b.wins[at]?.low.toFixed(0)}–${b.wins[at]?.high.toFixed(0)})`, b.wins[at] ? told(moved(win, b.wins[at]), " points") : ""))}</tbody></table></section>`;
}

function settle() {
  const all = [...(view.found.check?.problems ?? []), ...(view.effects.problems ?? [])];
  const listed = all.filter((each, at) => all.findIndex((other) => other.message === each.message && other.line === each.line) === at);
  if (!listed.length) return html`<section class="card"><h2>To fix before printing</h2><p class="muted" role="status">${view.found.check ? "Nothing." : "Checking the game…"}</p></section>`;
  return card(listed.length, "to fix before printing", html`<ul class="fix">${listed.map((each) => html`<li><span>${each.message} <span class="muted">${each.file}, line ${each.line}</span></span>
    ${each.typed ? html`<button class="small" @click=${() => anotherNumber(each)}>Another ${each.typed}</button>` : nothing}</li>`)}</ul>`, true);
}

function effects() {
  const { effects: found, found: { scripts } } = view;
  if (!found) return html`<p class="empty" role="status">${view.trial.value === view.trial.old ? "Change the number with − and +, or type another one." : "Computing the effects…"}</p>`;
  if (found.refused) return html`<p class="msg warn">${found.refused}</p>`;
  return html`<div class="stack">${simulated()}${settle()}</div><div class="stack">
    ${card(found.cards.length, found.cards.length === 1 ? "card changes" : "cards change", html`<div class="pair">${found.cards.slice(0, 2).map((each) => html`<figure><img src=${picture(each.old)} alt=${`${each.title}, now`}><figcaption>${each.title}, now</figcaption></figure>
      <figure><img src=${picture(each.new)} alt=${`${each.title}, after`}><figcaption>after</figcaption></figure>`)}</div>${found.cards.length > 2 ? html`<p class="muted">and ${found.cards.slice(2).map((each) => each.title).join(", ")}</p>` : nothing}`)}
    ${card(found.sentences.length, found.sentences.length === 1 ? "sentence of the rulebook changes" : "sentences of the rulebook change", html`<ul class="sent">${found.sentences.slice(0, 6).map((each) => html`<li>${words(each.old, each.new)}</li>`)}</ul>`)}
    ${scripts ? card(scripts.broken.length, `of ${plural(scripts.scripts, "script")} no longer hold${scripts.broken.length === 1 ? "s" : ""}`, html`<p class="muted small-print">${scripts.broken.slice(0, 5).map((each) => each.name).join(", ")}${scripts.broken.length > 5 ? ` and ${scripts.broken.length - 5} more` : ""}${scripts.broken[0]?.why ? `: “${scripts.broken[0].why}”` : ""}</p>`, scripts.broken.length)
      : html`<section class="card"><h2>Scripts</h2><p class="muted" role="status">Replaying the scripts…</p></section>`}</div>`;
}

export function rules() {
  queueMicrotask(load);
  const { trial, data } = view, name = app.state.name;
  app.state.trial = Boolean(trial && trial.value !== trial.old);
  const head = { sub: "the rules and their numbers", command: trial ? `pieria check ${name} && pieria simulate ${name} --games ${view.games}` : `pieria rules ${name}`, after: trial ? "Nothing is saved until you choose Save" : "Click a number to try another" };
  if (!data) return { ...head, main: html`<main class="main"><p class="empty">Loading the rules…</p></main>` };
  if (!data.rules.length) {
    return { ...head, main: data.refused ? html`<main class="main"><p class="empty">${data.refused}</p></main>`
      : html`<main class="main"><section class="card first"><h2>There are no rules yet</h2><p class="muted">Write the rules of your game one by one. You can print and play without this.</p>${form(true)}</section></main>` };
  }
  const out = trial ? html`<section class="out"><div class="head"><div><h2>${stated(data.rules.find((rule) => rule.id === trial.rule), trial)}</h2><span class="muted" title=${`${name}/rules.yaml, line ${trial.line}`}>${trial.rule}</span></div><span class="sp"></span>
      ${view.kept ? html`<span class="muted" role="status">Kept as ${view.kept.name}: compare them in <a href="#test">Play and test</a></span>` : nothing}
      <button @click=${drop}>Discard</button><button ?disabled=${!view.effects || Boolean(view.effects.refused) || trial.value === trial.old} @click=${keep}>Keep as a variant</button><button class="primary" ?disabled=${!view.effects || Boolean(view.effects.refused) || trial.value === trial.old} @click=${save}>Save</button></div><div class="fx" tabindex="0" role="group" aria-label="What follows">${effects()}</div></section>`
    : html`<section class="out"><div class="waiting"><p class="muted">${icon("play")}<br>Click a number to try another. You see what would follow before anything is saved: cards, other rules, sentences of the rulebook, scripts that no longer hold, and games played at random with both numbers.</p></div></section>`;
  const close = () => { view.adding = false; redraw(); };
  return { ...head, main: html`<main class="main rules">${list()}${out}</main>`, dialog: view.adding ? modal("A new rule", html`<h2>A new rule</h2>${form(false)}`, close) : nothing };
}
