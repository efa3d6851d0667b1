// A middle with the Story Sheet as it is printed, the questions with their answers, a Showdown, and
// the sheet as a form before the story begins.
import { html, nothing } from "./html.js";
import { choose, drop, isChosen, isLit } from "./options.js";
import { play } from "./net.js";
import { card, zoneView } from "./pieces.js";
import { paper } from "./sheet.js";
import { t } from "./speech.js";
import { factOf, me, meta, partOf, redraw, store, table, zoneOf } from "./store.js";

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
  const values = { ...(sheet ? sheet.values : {}), ...answers(), ...(writing ? Object.fromEntries(Object.entries(draft()).filter(([, text]) => text)) : {}) };
  for (const element of list(factOf("ticked"))) values[blank(element, 0)] = true;
  const byBlank = new Map(open.flatMap((element) => [[blank(element, 0), element], [blank(element, 1), element]]));
  const write = { has: (name) => !name.includes("told"), label: (name) => t("Write {place}", { place: placeOf(name) }), go: (name) => { const field = document.getElementById(`story-${name}`); if (field) field.focus(); } };
  const tell = { has: (name) => byBlank.has(name) && isLit(byBlank.get(name)), label: (name) => t("Tell {what}", { what: textOf(byBlank.get(name)) || wordOf(byBlank.get(name)) }), go: (name) => choose(byBlank.get(name)) };
  const focus = open.filter(isChosen).map((element) => blank(element, 0))[0] || "";
  return paper({ name: t("Story Sheet"), path, values }, "story-sheet", { act: writing ? write : tell, focus });
}

// ---- the sheet as a form

const ROWS = [
  ["seed", "Story Seed", "a story you know, one of your own, or genre and tone"], // words
  ...[1, 2, 3].flatMap((number) => [[`people.${number}.name`, ["Character 1", "Character 2", "Character 3"][number - 1], "a name and a few words"], [`people.${number}.goals.1`, "Goal", "changes the character"], [`people.${number}.ties.1`, "Tied to", "somebody, and how"]]), // words
  ["scenes.1", "Scene 1", "a small place"], ["scenes.2", "Scene 2", "a small place"], ["scenes.3", "Scene 3", "may stay open"], // words
  ["threats.1", "Threat 1", "a danger, now or soon"], ["threats.2", "Threat 2", "may stay open"], // words
  ["crisis", "Crisis Question", "begins with “Will”; answered last"], ["subplots.1", "Subplot Question", "begins with “Will”"], // words
];
const MAY_STAY = new Set(["scenes.3", "threats.2"]);
const placeOf = (name) => { const row = ROWS.find(([blankName]) => blankName === name); return row ? t(row[1]) : name; };
const value = (name) => String(draft()[name] ?? (written() || { values: {} }).values[name] ?? "").trim();
const quoted = (text) => JSON.stringify(text);

function line(form) {
  const person = (number) => `{name: ${quoted(value(`people.${number}.name`))}, goals: [${quoted(value(`people.${number}.goals.1`))}], ties: [${quoted(value(`people.${number}.ties.1`))}]}`;
  const several = (name, most) => Array.from({ length: most }, (_, place) => value(`${name}.${place + 1}`)).filter(Boolean).map(quoted).join(", ");
  const parts = [`seed: ${quoted(value("seed"))}`, `characters: [${[1, 2, 3].map(person).join(", ")}]`, `scenes: [${several("scenes", 3)}]`, `threats: [${several("threats", 2)}]`, `crisis: ${quoted(value("crisis"))}`, `subplots: [${quoted(value("subplots.1"))}]`];
  return `${form.actor} ${form.verb} sheet {${parts.join(", ")}}`;
}

export function sheetForm() {
  const form = formOf(), open = ROWS.filter(([name]) => !MAY_STAY.has(name) && !value(name)).length;
  const send = async (event) => {
    event.preventDefault();
    const answer = await play(line(form));
    if (answer && answer.accepted) store.texts.story = {};
  };
  return html`<form class="form story-form" @submit=${send}><h3>${t("Write the Story Sheet together")}</h3><p class="note">${t("Each of you may write; what is put on the table, all see.")}</p>
    ${ROWS.map(([name, label, about]) => html`<label class="field ${/^(threats|crisis|subplots)/.test(name) ? "half" : ""}"><span class="label">${t(label)}</span><input id="story-${name}" type="text" placeholder=${t(about)} .value=${String(draft()[name] ?? value(name))} @input=${(event) => { draft()[name] = event.target.value; redraw(); }}></label>`)}
    <div class="row"><button class="primary" ?disabled=${open > 0}>${t("Put it on the table")}</button><span class="note">${open ? t("{number} lines are still open", { number: open }) : ""}</span></div></form>`;
}

// ---- questions and their answers

function owned(name) {
  const owner = partOf(name, "owner"), word = name.includes("Y") ? t("Yes") : t("No");
  return PLAIN.has(owner) ? word : t("{answer}: {owner}’s", { answer: word, owner });
}

function answer(name) {
  const zone = zoneOf(name), sheet = (store.state.sheets || []).find((each) => each.zone === name);
  if (!zone) return nothing;
  const lit = isLit(name), number = partOf(name, "count") || zone.total, label = owned(name);
  const over = (event) => event.preventDefault(), onDrop = (event) => { event.preventDefault(); event.stopPropagation(); drop(name); };
  const inner = html`${sheet ? paper(sheet, "answer-sheet", { act: { has: () => false } }) : nothing}<span class="on-sheet">${zone.counted ? nothing : zone.slots.slice(-3).map((slot, place) => card(slot, zone, place))}</span><span class="n">${number}<span class="spoken"> ${t("on it")}</span></span>`;
  return html`<section class="answer-of ${lit ? "can" : ""} ${isChosen(name) ? "on" : ""}" data-zone=${name} aria-label=${label} @dragover=${over} @drop=${onDrop}>${lit ? html`<button type="button" class="spot" data-place=${name} aria-pressed=${String(isChosen(name))} @click=${() => choose(name)}>${label}</button>` : html`<h3>${label}</h3>`}<div class="sheet-and-cards">${inner}</div></section>`;
}

const TITLES = { 1: "Question 1", 2: "Question 2", C: "Crisis Question" }; // words
const sidesOf = (name) => (name === "C" ? ["CY", "CN"] : [`Y${name}`, `N${name}`]);
const isOpen = (name) => sidesOf(name).some((side) => partOf(side, "open") === "yes");

function question(name) {
  const text = partOf("question", name), title = t(TITLES[name]);
  return html`<section class="box question" aria-label=${title}><h2>${title}</h2><p>${PLAIN.has(text) ? html`<em>${t("not asked yet")}</em>` : text}</p><div class="row">${sidesOf(name).map(answer)}</div></section>`;
}

// ---- a Showdown

function half(name, side) {
  const up = zoneOf(`${side} up`), aside = zoneOf(`${side} aside`), leads = partOf("showdown", "leading") === side;
  const [yes, no] = sidesOf(name), label = owned(side === "Y" ? yes : no);
  const helpers = String(partOf("showdown", "supporters") || "").split(",").map((each) => each.trim().split(" ")).filter(([, for_]) => for_ === side).map(([who]) => who);
  return html`<section class="half ${leads ? "leads" : ""}" data-zone="${side} up" aria-label=${label} @dragover=${(event) => event.preventDefault()} @drop=${(event) => { event.preventDefault(); drop(side); }}><h3>${label}${leads ? html` <b class="ok">${t("leads")}</b>` : nothing}</h3>
    <div class="cards">${up ? up.slots.map((slot, place) => card(slot, up, place)) : nothing}</div><p class="note">${helpers.length ? t("With {names}.", { names: helpers.join(", ") }) : ""} ${aside && aside.total ? t("{number} set aside", { number: aside.total }) : ""}</p></section>`;
}

function showdown(name) {
  const text = partOf("question", name), pot = partOf("showdown", "pot");
  return html`<section class="box showdown" aria-label=${t("Showdown")}><h2>${t("Showdown")}: ${PLAIN.has(text) ? t(TITLES[name]) : text}</h2><div class="row">${half(name, "Y")}<span class="against" aria-hidden="true">${t("against")}</span>${half(name, "N")}</div>
    ${pot ? html`<p class="note">${t("The losing side may lay cards of one rank that beat the other. {number} cards are at stake.", { number: pot })}</p>` : nothing}</section>`;
}

export function story() {
  const contest = partOf("showdown", "question"), shown = ["1", "2", "C"].filter(isOpen), rest = (table.plan.middle || []).map((each) => zoneView(each));
  return html`<div class="questions" .style=${`--count:${shown.filter((name) => name !== contest).length}`}>${contest && !PLAIN.has(contest) ? showdown(contest) : nothing}${shown.filter((name) => name !== contest).map(question)}<section class="middle">${rest}</section></div>`;
}
