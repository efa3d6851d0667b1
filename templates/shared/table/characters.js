// The printed sheet as a form: two sides, each with a name, points to share out, and memories.
import { html, nothing } from "./html.js";
import { play } from "./net.js";
import { paper } from "./sheet.js";
import { meta, redraw, store } from "./store.js";

const SIDES = [["agent", "Agent", "Last name"], ["thief", "Thief", "First name"]];
const APTITUDES = [["violence", "Violence", "harm done or suffered"], ["knowledge", "Knowledge", "skill, insight, learning"], ["intimacy", "Intimacy", "ties, company, vulnerability"]];
let side = "agent", focus = "";
const written = () => (store.texts.characters ||= {});
const at = (key) => written()[key] ?? "";
const set = (key, value) => { written()[key] = value; redraw(); };
const ratings = (which) => APTITUDES.map(([name]) => Number(at(`${which}.${name}.rating`)) || 0);
const left = (which, points) => points - ratings(which).reduce((sum, each) => sum + each, 0);
const memories = (which, name) => Object.keys(written()).filter((key) => key.startsWith(`${which}.${name}.memories.`) && at(key)).sort().map((key) => at(key));

function missing(which, title, points) {
  const rest = left(which, points);
  return [at(`${which}.name`) ? "" : "a name", rest ? `${rest} point${rest > 1 ? "s" : ""}` : "", ...APTITUDES.map(([name, label]) => (memories(which, name).length ? "" : `a memory of ${label}`))].filter(Boolean).map((each) => `${each} of your ${title.toLowerCase()}`);
}

function aptitude(name, label, about, { points, least = 1, most = 5 }) {
  const key = `${side}.${name}`, rating = Number(at(`${key}.rating`)) || 0, rest = left(side, points), count = Math.max(1, memories(side, name).length + (focus.startsWith(`${key}.memories`) ? 1 : 0));
  const rows = Array.from({ length: count }, (_, place) => `${key}.memories.${place + 1}`);
  return html`<div class="apt"><span class="lab">${label}<small>${about}</small></span><span class="pips" role="radiogroup" aria-label="${label}: points">${Array.from({ length: most - least + 1 }, (_, place) => least + place).map((value) => html`<button type="button" role="radio" aria-checked=${String(value === rating)} ?disabled=${value > rating + rest} @click=${() => set(`${key}.rating`, value)}>${value}</button>`)}</span>
    <span class="rows">${rows.map((row, place) => html`<input class="field" id=${row} aria-label="${label}: memory ${place + 1}" placeholder="a short, evocative phrase" .value=${at(row)} @focus=${() => { focus = row; redraw(); }} @input=${(event) => set(row, event.target.value)}>`)}</span></div>`;
}

function line(form) {
  const persona = (which) => {
    const parts = [`name: ${JSON.stringify(at(`${which}.name`).trim())}`, `ratings: [${ratings(which).join(", ")}]`, ...APTITUDES.map(([name]) => `${name}: [${memories(which, name).map((each) => JSON.stringify(each.trim())).join(", ")}]`)];
    return `${which}: {${parts.join(", ")}}`;
  };
  return `${form.actor} ${form.verb} {${persona("agent")}, ${persona("thief")}}`;
}

const draft = (how) => { // the own sheet with what is being written, from the kit's own blanks
  const path = meta.sheets[how.sheet];
  return path ? { name: "Your sheet", path, values: Object.fromEntries(Object.entries(written()).filter(([, value]) => value !== "")) } : null;
};

export function charactersForm(form, how) {
  const open = SIDES.flatMap(([which, title]) => missing(which, title, how.points)), sheet = draft(how);
  const send = async (event) => {
    event.preventDefault();
    if (open.length) return;
    const answer = await play(line(form));
    if (answer && answer.accepted) store.texts.characters = {};
  };
  const [, , first] = SIDES.find(([which]) => which === side);
  const act = { has: (name) => /name$|memories/.test(name), label: (name) => `Write ${name.replaceAll(".", " ")}`, go: (name) => { side = name.split(".")[0]; focus = name; redraw(); setTimeout(() => { const field = document.getElementById(name); if (field) field.focus(); }, 30); } };
  return html`<form class="characters" @submit=${send}>${sheet ? html`<div class="hide-s">${paper(sheet, "fill", { focus, turned: side === "thief", act })}<p class="note">Your printed sheet. Click a line to write there.</p></div>` : nothing}
    <div class="box"><div class="tabs" role="tablist" aria-label="Side of the sheet">${SIDES.map(([which, title]) => html`<button type="button" role="tab" aria-selected=${String(side === which)} @click=${() => { side = which; redraw(); }}>${title} ${missing(which, title, how.points).length ? "" : "✓"}</button>`)}</div>
      <div class="row"><label class="grow"><span class="lab">${first} <small>one word; the other name stays open</small></span><input class="field" id="${side}.name" .value=${at(`${side}.name`)} @focus=${() => { focus = `${side}.name`; redraw(); }} @input=${(event) => set(`${side}.name`, event.target.value)}></label><span aria-live="polite">Points left: <b class=${left(side, how.points) ? "bad" : ""}>${left(side, how.points)}</b> of ${how.points}</span></div>
      ${APTITUDES.map(([name, label, about]) => aptitude(name, label, about, how))}
      <div class="row"><button class="primary" aria-disabled=${String(open.length > 0)} aria-describedby="open">I am done</button><p id="open" class="note" aria-live="polite">${open.length ? `Still open: ${open.join("; ")}.` : "What you wrote is complete."}</p></div></div></form>`;
}
