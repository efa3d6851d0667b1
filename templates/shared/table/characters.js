// The printed sheet as a form: two sides, each with a name, points to share out, and memories.
import { html, nothing } from "./html.js";
import { play } from "./net.js";
import { paper } from "./sheet.js";
import { meta, redraw, store } from "./store.js";
import { t } from "./speech.js";
import { waitText } from "./words.js";

const SIDES = [["agent", "Agent", "Last name"], ["thief", "Thief", "First name"]]; // words
const APTITUDES = [["violence", "Violence", "harm done or suffered"], ["knowledge", "Knowledge", "skill, insight, learning"], ["intimacy", "Intimacy", "ties, company, vulnerability"]]; // words
let side = "agent", focus = "", tried = false, asks = false, writer = "";
const kept = () => `characters/${store.state.seat}`; // one screen may be shared
const written = () => (store.texts[kept()] ||= {});
const at = (key) => written()[key] ?? "";
const set = (key, value) => { written()[key] = value; redraw(); };
const ratings = (which) => APTITUDES.map(([name]) => Number(at(`${which}.${name}.rating`)) || 0);
const left = (which, points) => points - ratings(which).reduce((sum, each) => sum + each, 0);
const memories = (which, name) => Object.keys(written()).filter((key) => key.startsWith(`${which}.${name}.memories.`) && at(key)).sort().map((key) => at(key));

function missing(which, title, points) {
  const rest = left(which, points);
  const name = at(`${which}.name`).trim();
  const bare = APTITUDES.filter(([key]) => !memories(which, key).length).map(([, label]) => t("a memory of {aptitude}", { aptitude: t(label) }));
  return [name ? (/\s/.test(name) ? t("a name of one word") : "") : t("a name"), rest ? t("points ({number})", { number: rest }) : "", ...(bare.length === APTITUDES.length ? [t("a memory of each aptitude")] : bare)].filter(Boolean).map((part, place) => (place ? part : t("{side}: {part}", { side: t(title), part })));
}

const mark = (done) => html`<span class="mark ${done ? "ok" : ""}" role="img" aria-label=${done ? t("done") : t("still open")}>${done ? "✓" : "○"}</span>`;

function aptitude(name, label, about, { points, least = 1, most = 5 }) {
  const key = `${side}.${name}`, rating = Number(at(`${key}.rating`)) || 0, rest = left(side, points), count = Math.max(2, memories(side, name).length + 1);
  const rows = Array.from({ length: count }, (_, place) => `${key}.memories.${place + 1}`);
  return html`<div class="apt"><span class="lab">${mark(memories(side, name).length && rating)} ${t(label)}<small>${t(about)}</small></span><span class="pips" role="radiogroup" aria-label=${t("{aptitude}: points", { aptitude: t(label) })}>${Array.from({ length: most - least + 1 }, (_, place) => least + place).map((value) => html`<button type="button" role="radio" aria-checked=${String(value === rating)} ?disabled=${value > rating + rest} @click=${() => set(`${key}.rating`, value)}>${value}</button>`)}</span>
    <span class="rows">${rows.map((row, place) => html`<input class="field" id=${row} aria-label=${t("{aptitude}: memory {number}", { aptitude: t(label), number: place + 1 })} placeholder=${place ? t("another memory, if you like") : t("a short phrase")} .value=${at(row)} @focus=${() => { focus = row; redraw(); }} @input=${(event) => set(row, event.target.value)}>`)}</span></div>`;
}

function line(form) {
  const persona = (which) => {
    const parts = [`name: ${JSON.stringify(at(`${which}.name`).trim())}`, `ratings: [${ratings(which).join(", ")}]`, ...APTITUDES.map(([name]) => `${name}: [${memories(which, name).map((each) => JSON.stringify(each.trim())).join(", ")}]`)];
    return `${which}: {${parts.join(", ")}}`;
  };
  return `${form.actor} ${form.verb} {${persona("agent")}, ${persona("thief")}}`;
}

const labelOf = (name) => {
  const [which, part, , number] = name.split("."), [, title, called] = SIDES.find(([each]) => each === which), found = APTITUDES.find(([each]) => each === part);
  return found ? t("{side}: {aptitude}, memory {number}", { side: t(title), aptitude: t(found[1]), number }) : t("{side}: {called}", { side: t(title), called: t(called) });
};

// ---- characters that are made already: they fill the form, and can be changed

function ready(form, how) { // as [blank, value], from the line of the legal move; memories are the game's, or its line's
  const sets = how.memories || [], first = 2 * store.state.players.indexOf(form.actor);
  const move = store.state.moves.find((each) => each.verb === form.verb && each.actor === form.actor), found = [];
  for (const [, which, name, ratings, rest] of (move ? move.line : "").matchAll(/(agent|thief): \{name: "?([^",]+)"?, ratings: \[([\d, ]+)\], (.*?\])\}/g)) {
    found.push([`${which}.name`, name]);
    ratings.split(",").forEach((rating, place) => found.push([`${which}.${APTITUDES[place][0]}.rating`, Number(rating)]));
    for (const [, part, text] of rest.matchAll(/(\w+): \["?(.*?)"?\]/g)) found.push([`${which}.${part}.memories.1`, (sets[(first + (which === "thief")) % sets.length] || [])[APTITUDES.findIndex(([name]) => name === part)] || text]);
  }
  return found;
}

function readyMade(form, how) {
  const found = ready(form, how), names = found.filter(([key]) => key.endsWith(".name")).map(([, name]) => name).join(" / ");
  if (!found.length) return nothing;
  const fill = () => { store.texts[kept()] = Object.fromEntries(found); asks = false; redraw(); };
  const ask = () => { if (Object.values(written()).some(Boolean)) { asks = true; redraw(); } else fill(); };
  return html`<div class="row ready">${asks
    ? html`<span role="alert">${t("This replaces what you wrote.")}</span><button type="button" @click=${fill}>${t("Replace it")}</button><button type="button" @click=${() => { asks = false; redraw(); }}>${t("Keep mine")}</button>`
    : html`<span class="note">${t("No idea yet?")}</span><button type="button" id="ready-made" @click=${ask}>${t("Fill in ready-made characters: {names}", { names })}</button>`}</div>`;
}

const draft = (how) => { // the own sheet with what is being written, from the kit's own blanks
  const path = meta.sheets[how.sheet];
  return path ? { name: t("Your sheet"), path, values: Object.fromEntries(Object.entries(written()).filter(([, value]) => value !== "")) } : null;
};

function firstOpen(points) { // the field of this side that is still to be filled
  const bare = APTITUDES.find(([name]) => !memories(side, name).length), pip = document.querySelector(".pips button:not(:disabled)");
  if (!/^\S+$/.test(at(`${side}.name`).trim())) return document.getElementById(`${side}.name`);
  if (left(side, points) && pip) return pip;
  return document.getElementById(`${side}.${(bare || APTITUDES[0])[0]}.memories.1`);
}

const stillWriting = (actor) => {
  const others = store.state.awaited.filter((name) => name !== actor);
  return others.length ? html`<p class="note">${waitText({ ...store.state, awaited: others })}</p>` : nothing;
};

export function charactersForm(form, how) {
  if (writer !== form.actor) { writer = form.actor; side = "agent"; focus = ""; tried = asks = false; }
  const todo = SIDES.map(([which, title]) => [title, missing(which, title, how.points)]), open = todo.flatMap(([, parts]) => parts), sheet = draft(how);
  const send = async (event) => {
    event.preventDefault();
    if (open.length) {
      tried = true;
      side = (SIDES.find(([which, title]) => missing(which, title, how.points).length) || [side])[0];
      redraw();
      firstOpen(how.points).focus();
      document.getElementById("open").scrollIntoView({ block: "nearest" });
      return;
    }
    await play(line(form)); // what was written stays, in case the step is undone
  };
  const [, , first] = SIDES.find(([which]) => which === side);
  const turnTo = (name) => { side = name.split(".")[0]; focus = name; redraw(); };
  const act = { has: (name) => /^(agent|thief)\..*(name$|memories)/.test(name), label: labelOf, value: at, write: set, look: turnTo };
  return html`<form class="characters" @submit=${send}>${sheet ? html`<div class="hide-s">${paper(sheet, "fill", { focus, turned: side === "thief", act })}<p class="note">${t("Click a line of your sheet and write there, or in the form on the right. The sheet turns to the side you write on.")}</p></div>` : nothing}
    <div class="box">${readyMade(form, how)}<div class="tabs" role="tablist" aria-label=${t("Side of the sheet")}>${SIDES.map(([which, title]) => html`<button type="button" role="tab" aria-selected=${String(side === which)} @click=${() => { side = which; redraw(); }}>${t(title)} ${missing(which, title, how.points).length ? "" : "✓"}</button>`)}</div>
      <div class="row"><label class="grow"><span class="lab">${mark(/^\S+$/.test(at(`${side}.name`).trim()))} ${t(first)} <small>${t("one word; the rest comes later")}</small></span><input class="field" id="${side}.name" .value=${at(`${side}.name`)} @focus=${() => { focus = `${side}.name`; redraw(); }} @input=${(event) => set(`${side}.name`, event.target.value)}></label><span aria-live="polite">${t("Points left: {left} of {points}", { left: html`<b class=${left(side, how.points) ? "bad" : ""}>${left(side, how.points)}</b>`, points: how.points })}</span></div>
      ${APTITUDES.map(([name, label, about]) => aptitude(name, label, about, how))}
      <div class="row ready-to-send"><button class="primary" aria-disabled=${String(open.length > 0)} aria-describedby="open">${t("I am done")}</button><p id="open" class="note ${tried && open.length ? "bad" : ""}" aria-live="polite">${open.length ? t("Still to fill in: {what}.", { what: open.join("; ") }) : t("What you wrote is complete.")}</p></div>${stillWriting(form.actor)}</div></form>`;
}
