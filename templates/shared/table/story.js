// A middle with the Story Sheet as it is printed, the questions with their answers, a Showdown, and
// the sheet as a form before the story begins.
import { html, nothing } from "./html.js";
import { choose, isChosen, isLit, namesOf, refuse } from "./options.js";
import { play, post } from "./net.js";
import { card, zoneView } from "./pieces.js";
import { paper } from "./sheet.js";
import { t } from "./speech.js";
import { addressOf, faceOf, factOf, isTurnOf, low, me, meta, own, partOf, redraw, store, table, zoneOf } from "./store.js";

const PLAIN = new Set(["none", "nobody", "", undefined]);
const list = (value) => (PLAIN.has(value) ? [] : String(value).split(" "));
// Elements of the Story Sheet, and the blanks in which they are written and ticked.
const BLANKS = { char: ["people.#.told", "people.#.name"], goal: ["people.#.goals_told.1", "people.#.goals.1"], rel: ["people.#.ties_told.1", "people.#.ties.1"], scene: ["scenes_told.#", "scenes.#"], threat: ["threats_told.#", "threats.#"] };
const WORDS = { char: "Character {number}", goal: "Goal {number}", rel: "Tie {number}", scene: "Scene {number}", threat: "Threat {number}" }; // words

const split = (element) => /^([a-z]+)(\d+)$/.exec(element) || [element, element, ""];
const blank = (element, place) => { const [, kind, number] = split(element); return BLANKS[kind] && BLANKS[kind][place].replace("#", number); };
const written = () => (store.state.sheets || []).find((sheet) => sheet.path === meta.sheets["story-sheet"]);
const textOf = (element) => { const sheet = written(); return (sheet && sheet.values[blank(element, 1)]) || ""; };
export const wordOf = (element) => { const [, kind, number] = split(element); return WORDS[kind] ? t(WORDS[kind], { number }) : element; };

export function telling(chosen) { // the line of the sheet that is told
  const element = chosen.find((name) => BLANKS[split(name)[1]]);
  return element ? textOf(element) || wordOf(element) : "";
}

// ---- the sheet

const answers = () => Object.fromEntries(["1", "2", "C"].map((name) => [name === "C" ? "crisis" : `subplots.${name}`, partOf("question", name)]).filter(([, text]) => !PLAIN.has(text)));
const draft = () => (store.texts.story ||= {});
export const isWriting = () => store.state.mode === "prepare" && Boolean(me()) && formOf();
const formOf = () => (store.state.forms || []).find((form) => form.verb === "prepare");

export function storySheet() {
  const path = meta.sheets["story-sheet"], sheet = written(), writing = isWriting(), open = list(factOf("unticked"));
  const values = { ...(sheet ? sheet.values : {}), ...answers(), ...(writing ? draft() : {}) };
  for (const element of list(factOf("ticked"))) values[blank(element, 0)] = true;
  const byBlank = new Map(open.flatMap((element) => [[blank(element, 0), element], [blank(element, 1), element]]));
  const write = { has: (name) => ROWS.some(([row]) => row === name), label: (name) => t("Write {place}", { place: placeOf(name) }), value, write: put };
  const tells = new Set(store.state.moves.filter((move) => move.verb === "describe").flatMap(namesOf)), elementAt = (name) => low(byBlank.get(name) || "");
  const tell = { has: (name) => byBlank.has(name) && isTurnOf(store.state), can: (name) => tells.has(elementAt(name)), label: (name) => t("Tell {what}", { what: textOf(byBlank.get(name)) || wordOf(byBlank.get(name)) }), go: (name) => (tells.has(elementAt(name)) ? choose(byBlank.get(name)) : refuse("describe")) };
  const focus = open.filter(isChosen).map((element) => blank(element, 0))[0] || "";
  return paper({ name: t("Story Sheet"), path, values }, "story-sheet", { act: writing && wide.matches ? write : tell, focus });
}

// ---- the sheet is written: in its own lines, or on a narrow screen in fields

const wide = matchMedia("(min-width:701px)");
wide.addEventListener("change", redraw);
const people = (part) => [1, 2, 3].map((number) => `people.${number}.${part}`);
const PARTS = [ // what is written, with its blanks and how many of them must be
  ["Story Seed", "a story you know, your own idea, or a genre and a tone", ["seed"], 1], // words
  ["Characters", "a name and a few words for each", people("name"), 3], // words
  ["Their goals", "what would change them", people("goals.1"), 3], // words
  ["Their ties", "to whom, and how", people("ties.1"), 3], // words
  ["Scenes", "2 or 3 small places", ["scenes.1", "scenes.2", "scenes.3"], 2], // words
  ["Threats", "1 or 2 dangers, now or soon", ["threats.1", "threats.2"], 1], // words
  ["Crisis Question", "begins with “Will” and is answered last", ["crisis"], 1], // words
  ["First Subplot Question", "begins with “Will”", ["subplots.1"], 1], // words
];
const ROWS = PARTS.flatMap(([title, about, names]) => names.map((name, place) => [name, title, about, names.length > 1 ? place + 1 : ""]));
const placeOf = (name) => { const row = ROWS.find(([each]) => each === name); return row ? `${t(row[1])} ${row[3]}`.trim() : name; };
const laid = (name) => (written() || { values: {} }).values[name] || "";
const value = (name) => draft()[name] ?? laid(name);
const text = (name) => value(name).trim().replace(/\s+/g, " ");
// A question begins as the rules want it, so that it can be answered by yes or no.
const isWritten = (name) => Boolean(text(name)) && (!/^(crisis|subplots)/.test(name) || low(text(name)).startsWith(low(t("Will").split(" ")[0])));
// What one writes, all see: a moment after it is written, except in the line in which one writes.
const unsent = new Set();
let sending = 0;
function put(name, words) {
  draft()[name] = words;
  unsent.add(name);
  clearTimeout(sending);
  sending = setTimeout(send, 600);
  redraw();
}
async function send() {
  const words = Object.fromEntries([...unsent].map((name) => [name, draft()[name] ?? laid(name)]));
  unsent.clear();
  await post("draft", { words }).catch(() => Object.keys(words).forEach((name) => unsent.add(name)));
}
store.received = (words) => {
  const focused = document.activeElement && document.activeElement.dataset.blank;
  for (const [name, text] of Object.entries(words)) if (!unsent.has(name) && name !== focused) draft()[name] = text;
};
const isChanged = () => Object.keys(draft()).some((name) => text(name) !== laid(name));
const quoted = (words) => JSON.stringify(words);

function line(form) {
  const person = (number) => `{name: ${quoted(text(`people.${number}.name`))}, goals: [${quoted(text(`people.${number}.goals.1`))}], ties: [${quoted(text(`people.${number}.ties.1`))}]}`;
  const several = (part) => PARTS.flatMap(([, , names]) => names).filter((name) => name.startsWith(`${part}.`)).map(text).filter(Boolean).map(quoted).join(", ");
  const parts = [`seed: ${quoted(text("seed"))}`, `characters: [${[1, 2, 3].map(person).join(", ")}]`, `scenes: [${several("scenes")}]`, `threats: [${several("threats")}]`, `crisis: ${quoted(text("crisis"))}`, `subplots: [${several("subplots")}]`];
  return `${form.actor} ${form.verb} sheet {${parts.join(", ")}}`;
}

function part([title, about, names, least]) { // one of the parts, done or open
  const done = names.filter(isWritten).length, go = () => { const next = document.querySelector(`[data-blank="${names.find((name) => !text(name)) || names[0]}"]`); if (next) next.focus(); };
  return html`<li class=${done >= least ? "done" : ""}><button type="button" @click=${go}><span class="mark" aria-hidden="true">${done >= least ? "✓" : "○"}</span><span><b>${t(title)}</b> <small>${t(about)}</small></span>${names.length > 1 ? html`<small>${t("{number} of {most}", { number: done, most: Math.max(least, done) })}</small>` : nothing}</button></li>`;
}

// ---- a sheet that is there already: it fills the lines, and can be changed

let replacing = -1; // the one that would replace what was written

function readyMade() {
  if (!(meta.ready || []).length || laid("seed")) return nothing;
  const fill = (place) => { replacing = -1; for (const [name] of ROWS) put(name, meta.ready[place].values[name] || ""); };
  const ask = (place) => { if (ROWS.some(([name]) => text(name))) { replacing = place; redraw(); } else fill(place); };
  const keep = () => { replacing = -1; redraw(); };
  return html`<div class="row ready">${replacing >= 0
    ? html`<span role="alert">${t("This replaces what you wrote.")}</span><button type="button" @click=${() => fill(replacing)}>${t("Replace it")}</button><button type="button" @click=${keep}>${t("Keep mine")}</button>`
    : html`<span class="note">${t("No idea yet? Begin with a story that is ready:")}</span>${meta.ready.map(({ title }, place) => html`<button type="button" class="chip" data-ready=${place} @click=${() => ask(place)}>${title}</button>`)}`}</div>`;
}

const fields = () => ROWS.map(([name, , about]) => html`<label class="field"><span class="label">${placeOf(name)}</span><input type="text" data-blank=${name} placeholder=${t(about)} .value=${value(name)} @input=${(event) => put(name, event.target.value)}></label>`);

let nudged = false; // the sheet was to be laid before it was complete

export function sheetForm() {
  const form = formOf(), open = PARTS.filter(([, , names, least]) => names.filter(isWritten).length < least), others = store.state.players.filter((name) => name !== me()).join(", ");
  const send = async (event) => {
    event.preventDefault();
    if (open.length) { nudged = true; redraw(); return; }
    const answer = await play(line(form));
    if (answer && answer.accepted) store.texts.story = {};
  };
  const approve = () => play(`${form.actor} ${form.verb} approve`), drop = () => { for (const name of Object.keys(draft())) put(name, laid(name)); };
  const isLaid = Boolean(laid("seed")), changed = isChanged(), asked = Boolean(store.state.wish);
  return html`<form class="story-form" @submit=${send}><h3>${t("Prepare the story together")}</h3>
    <p class="note">${wide.matches ? t("Discuss each part. Then click a line of the sheet and write. All of you write on the same sheet.") : t("Discuss each part, and write it down. All of you write on the same sheet.")}</p>
    ${readyMade()}${wide.matches ? html`<ul class="parts">${PARTS.map(part)}</ul>` : fields()}
    <div class="row">${changed || !isLaid ? html`<button class="primary" aria-disabled=${String(open.length > 0)} aria-describedby="still">${isLaid ? t("Put the changes on the table") : t("Put the sheet on the table")}</button>` : nothing}
      ${changed && isLaid ? html`<button type="button" @click=${drop}>${t("Drop my changes")}</button>` : nothing}
      ${isLaid && !changed ? html`<button type="button" class="primary" id="ready" ?disabled=${asked} @click=${approve}>${t("The sheet is ready: begin the story")}</button>` : nothing}
      ${isLaid ? nothing : html`<button type="button" ?disabled=${asked} @click=${approve}>${t("We have it on paper: begin")}</button>`}
    <span id="still" class="note" aria-live="polite">${asked ? (store.state.wish.asked ? t("You are asked: answer beside the table.") : t("The other players are asked.")) : open.length && (nudged || ((changed || isLaid) && !wide.matches)) ? t("Still to fill in: {what}.", { what: open.map(([title]) => t(title)).join(", ") }) : isLaid ? (changed ? "" : (meta.together ? t("Read the sheet to {names}. Approve it when all of you agree.", { names: others }) : t("All players see this sheet. The story begins when {names} also agrees.", { names: others }))) : ""}</span></div></form>`;
}

// What those are told who are asked to begin before a sheet is on the table.
export const wishNote = () => (formOf() && !laid("seed") && store.state.wish.line.endsWith(" approve") ? t("If you agree, the Story Sheet is kept on paper only: text that was written here but not put on the table will be lost.") : "");

// ---- questions and their answers

function owned(name) {
  const owner = partOf(name, "owner"), word = own(table.words, name) || name;
  return PLAIN.has(owner) ? word : t("{answer}: {owner}’s", { answer: word, owner });
}

const tokensOn = ({ piece, number }) => (faceOf(piece) ? Array.from({ length: Math.min(number, 6) }, () => html`<img class="tok-on" src=${addressOf(faceOf(piece).path)} alt="">`) : []);

function answer(name) {
  const zone = zoneOf(name), sheet = (store.state.sheets || []).find((each) => each.zone === name);
  if (!zone) return nothing;
  const lit = isLit(name), number = partOf(name, "count") || zone.total, label = owned(name);
  const inner = html`${sheet ? paper(sheet, "answer-sheet", { act: { has: () => false } }) : nothing}<span class="on-sheet">${zone.counted ? zone.slots.flatMap(tokensOn) : zone.slots.slice(-3).map((slot, place) => card(slot, zone, place))}</span><span class="n">${number}<span class="spoken"> ${t("on it")}</span></span>`;
  return html`<section class="answer-of ${lit ? "can" : ""} ${isChosen(name) ? "on" : ""}" data-zone=${name} aria-label=${label}>${lit ? html`<button type="button" class="spot" data-place=${name} aria-pressed=${String(isChosen(name))} aria-label=${label} @click=${() => choose(name)}>${label}</button>` : html`<h3>${label}</h3>`}<div class="sheet-and-cards" @click=${() => lit && choose(name)}>${inner}</div></section>`;
}

const TITLES = { 1: "Subplot Question 1", 2: "Subplot Question 2", C: "Crisis Question" }; // words
const sidesOf = (name) => (name === "C" ? ["CY", "CN"] : [`Y${name}`, `N${name}`]);
const isOpen = (name) => sidesOf(name).some((side) => partOf(side, "open") === "yes");

function question(name) {
  const text = partOf("question", name), title = t(TITLES[name]);
  return html`<section class="box question" aria-label=${title}><h2>${title}</h2><p>${PLAIN.has(text) ? html`<em>${sidesOf(name).some((side) => Number(partOf(side, "count") || (zoneOf(side) || {}).total)) ? t("written on paper") : t("not asked yet")}</em>` : text}</p><div class="row">${sidesOf(name).map(answer)}</div></section>`;
}

// ---- a Showdown

function half(name, side) {
  const up = zoneOf(`${side} up`), aside = zoneOf(`${side} aside`), leads = partOf("showdown", "leading") === side;
  const [yes, no] = sidesOf(name), label = owned(side === "Y" ? yes : no);
  const helpers = String(partOf("showdown", "supporters") || "").split(",").map((each) => each.trim().split(" ")).filter(([, for_]) => for_ === side).map(([who]) => who);
  return html`<section class="half ${leads ? "leads" : ""}" data-zone="${side} up" data-place=${side} aria-label=${label}><h3>${label}${leads ? html` <b class="ok">${t("leads")}</b>` : nothing}</h3>
    <div class="cards">${up ? up.slots.map((slot, place) => card(slot, up, place)) : nothing}</div><p class="note">${helpers.length ? t("With {names}.", { names: helpers.join(", ") }) : ""} ${aside && aside.total ? t("{number} set aside", { number: aside.total }) : ""}</p></section>`;
}

function showdown(name) {
  const text = partOf("question", name), pot = partOf("showdown", "pot");
  return html`<section class="box showdown" aria-label=${t("Showdown")}><h2>${t("Showdown")}: ${PLAIN.has(text) ? t(TITLES[name]) : text}</h2><div class="row">${half(name, "Y")}<span class="against" aria-hidden="true">${t("against")}</span>${half(name, "N")}</div>
    ${pot ? html`<p class="note">${t("The losing side may lay cards of one rank that beat the other. {number} cards are at stake.", { number: pot })}</p>` : nothing}</section>`;
}

function answered() { // the question whose answer is told now, and the answer
  const [, side, name] = (store.state.mode === "answer" && /^(\w)\w* to (\w+)$/.exec(factOf("outcome") || "")) || [];
  const text = name && own((written() || { values: {} }).values, name === "C" ? "crisis" : `subplots.${name}`);
  return name ? html`<section class="box question told" aria-label=${t(TITLES[name])}><h2>${t(TITLES[name])}</h2><p>${text || nothing} <b class="ok">${own(table.words, side) || side}</b></p></section>` : nothing;
}

export function story() {
  const contest = partOf("showdown", "question"), shown = ["1", "2", "C"].filter(isOpen), rest = (table.plan.middle || []).map((each) => zoneView(each));
  return html`<div class="questions" data-count=${shown.filter((name) => name !== contest).length} .style=${`--count:${shown.filter((name) => name !== contest).length}`}>${contest && !PLAIN.has(contest) ? showdown(contest) : nothing}${contest && !PLAIN.has(contest) ? nothing : html`${answered()}${shown.map(question)}<section class="middle">${rest}</section>`}</div>`;
}
