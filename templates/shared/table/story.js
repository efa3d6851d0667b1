// A middle with the Story Sheet as it is printed, and the questions with their answers.
import { html, nothing } from "./html.js";
import { choose, isChosen, isLit } from "./options.js";
import { card, zoneView } from "./pieces.js";
import { paper } from "./sheet.js";
import { factOf, meta, partOf, store, table, zoneOf } from "./store.js";

const PLAIN = new Set(["none", "nobody", "", undefined]);
const list = (value) => (PLAIN.has(value) ? [] : String(value).split(" "));
// Elements of the Story Sheet, and the blanks in which they are written and ticked.
const BLANKS = { char: ["people.#.told", "people.#.name"], goal: ["people.#.goals_told.1", "people.#.goals.1"], rel: ["people.#.ties_told.1", "people.#.ties.1"], scene: ["scenes_told.#", "scenes.#"], threat: ["threats_told.#", "threats.#"] };
const WORDS = { char: "Character", goal: "Goal", rel: "Tie", scene: "Scene", threat: "Threat" };

const split = (element) => /^([a-z]+)(\d+)$/.exec(element) || [element, element, ""];
const blank = (element, place) => { const [, kind, number] = split(element); return BLANKS[kind] && BLANKS[kind][place].replace("#", number); };
const wordOf = (element) => { const [, kind, number] = split(element); return `${WORDS[kind] || kind} ${number}`; };

export function storySheet() {
  const path = meta.sheets["story-sheet"];
  const ticked = list(factOf("ticked")), open = list(factOf("unticked"));
  const values = Object.fromEntries(ticked.map((element) => [blank(element, 0), true]));
  const written = (store.state.sheets || []).find((sheet) => sheet.path === path);
  if (written) Object.assign(values, written.values);
  for (const name of ["1", "2", "C"]) {
    const text = partOf("question", name);
    if (!PLAIN.has(text)) values[name === "C" ? "crisis" : `subplots.${name}`] = text;
  }
  const byBlank = new Map(open.flatMap((element) => [[blank(element, 0), element], [blank(element, 1), element]]));
  const act = { has: (name) => byBlank.has(name) && isLit(byBlank.get(name)) && name.includes("told"), label: (name) => `Tell ${wordOf(byBlank.get(name))}`, go: (name) => choose(byBlank.get(name)) };
  const focus = open.filter(isChosen).map((element) => blank(element, 0))[0] || "";
  return paper({ name: "Story Sheet", path, values }, "story-sheet", { act, focus });
}

function answer(name) {
  const zone = zoneOf(name), sheet = (store.state.sheets || []).find((each) => each.zone === name), owner = partOf(name, "owner");
  if (!zone) return nothing;
  const lit = isLit(name), count = partOf(name, "count") || zone.total;
  const label = `${name.includes("Y") ? "Yes" : "No"}${PLAIN.has(owner) ? "" : `, owned by ${owner}`}`;
  const inner = html`${sheet ? paper(sheet, "answer-sheet", { act: { has: () => false } }) : nothing}<span class="on-sheet">${zone.counted ? nothing : zone.slots.slice(-3).map((slot, place) => card(slot, zone, place))}</span><span class="n">${count}<span class="spoken"> on it</span></span>`;
  return html`<section class="answer-of ${lit ? "can" : ""} ${isChosen(name) ? "on" : ""}" data-zone=${name} aria-label=${label}>${lit ? html`<button type="button" class="spot" data-place=${name} aria-pressed=${String(isChosen(name))} @click=${() => choose(name)}>${label}</button>` : html`<h3>${label}</h3>`}<div class="sheet-and-cards">${inner}</div></section>`;
}

function question(name, title) {
  const text = partOf("question", name), [yes, no] = name === "C" ? ["CY", "CN"] : [`Y${name}`, `N${name}`];
  if (partOf(yes, "open") !== "yes" && partOf(no, "open") !== "yes") return nothing;
  return html`<section class="box question" aria-label=${title}><h2>${title}</h2><p>${PLAIN.has(text) ? html`<em>not raised yet</em>` : text}</p><div class="row">${answer(yes)}${answer(no)}</div></section>`;
}

export function story() {
  const rest = (table.plan.middle || []).map((each) => zoneView(each));
  return html`<div class="questions">${question("1", "Subplot 1")}${question("2", "Subplot 2")}${question("C", "Crisis")}<section class="middle">${rest}</section></div>`;
}
