// A form from the arguments of a verb: what a player makes up, or chooses from too many moves.
import { html, nothing } from "./html.js";
import { play } from "./net.js";
import { entryOf } from "./options.js";
import { own, redraw, store, table } from "./store.js";
import { t } from "./speech.js";
import { verbName, wordsOf } from "./words.js";

const MOST = 60;

function seenWords(form, index, key) { // what legal moves have in this place
  const all = store.state.moves.filter((move) => move.verb === form.verb && move.actor === form.actor).map((move) => move.args[index] || "");
  return [...new Set(all)].map((words) => (key && words.startsWith(`${key} `) ? words.slice(key.length + 1) : words));
}

const nameOf = (form, index) => {
  const entry = entryOf(form.verb), names = entry.args.length ? entry.args : [...Object.keys(entry.pick), ...Object.keys(entry.form)];
  return names[index] || "";
};
const idOf = (form, index, more = "") => `${form.actor}/${form.verb}/${index}${more}`;
const valueOf = (id) => store.texts[id] ?? "";
const set = (id) => (event) => { store.texts[id] = event.target.type === "checkbox" ? event.target.checked : event.target.value; redraw(); };
const plain = (choice) => /^[\w-]+$/.test(choice) && !(choice === choice.toUpperCase() && choice.length > 2);

const select = (id, label, words, left) => html`<select aria-label=${label} .value=${valueOf(id)} @change=${set(id)}>
  ${left || !words.includes("") ? html`<option value="">${left ? "–" : t("choose …")}</option>` : nothing}${words.filter(Boolean).map((word) => html`<option value=${word} ?selected=${valueOf(id) === word}>${wordsOf(word)}</option>`)}</select>`;

// The parts of an argument: what is quoted, a player, some players, one of some words, or what other
// verbs name: a part in capitals, as QUESTION, has the words of an argument of this name.
const partsOf = (grammar) => grammar.match(/\[[^\]]*\]|"[^"]*"|\S+/g) || [];
const bare = (part) => part.replace(/[[\]]/g, "");
const isWord = (part) => /^[a-z][\w-]*$/.test(part);
const arePlayers = (part) => /^PLAYER…(\|all)?$/.test(bare(part));
const isChoice = (part) => bare(part).includes("|") && bare(part).split("|").every((word) => word === "PLAYER" || plain(word));

function knownWords(part) {
  const named = bare(part).toLowerCase(), verbs = Object.keys(table.verbs || {}).filter((verb) => (entryOf(verb).args || []).includes(named));
  const found = store.state.moves.filter((move) => verbs.includes(move.verb)).map((move) => move.args[entryOf(move.verb).args.indexOf(named)]);
  const grammars = store.state.forms.filter((form) => verbs.includes(form.verb)).flatMap((form) => (form.args[entryOf(form.verb).args.indexOf(named)] || ["", ""])[1].split("|")).map((word) => word.trim());
  return [...new Set(found.length ? found : grammars.every(plain) ? grammars : [])].filter(Boolean);
}

// What the legal moves have in one part of an argument; nothing if they are written otherwise.
function seenParts(seen, parts, place) {
  const all = seen.map(partsOf);
  return all.length && all.every((each) => each.length === parts.length) ? [...new Set(all.map((each) => each[place]))] : [];
}
const onlyWord = (part, seen) => (isChoice(part) && !part.startsWith("[") && seen.length === 1 ? seen[0] : "");

function partInput(part, id, label, optional = part.startsWith("["), seen = []) {
  if (onlyWord(part, seen)) return html`<b>${wordsOf(seen[0])}</b>`;
  const words = bare(part), text = (hint) => html`<input type="text" class="grow" aria-label=${label} placeholder=${hint} .value=${valueOf(id)} @input=${set(id)}>`;
  if (words.startsWith('"')) return text("");
  if (arePlayers(part)) return store.state.players.map((name) => html`<label class="number"><input type="checkbox" .checked=${Boolean(valueOf(`${id}.${name}`))} @change=${set(`${id}.${name}`)}> ${name}</label>`);
  const known = words === "PLAYER" ? store.state.players : isChoice(part) && seen.length > 1 && !optional ? seen : isChoice(part) ? words.split("|").flatMap((word) => (word === "PLAYER" ? store.state.players : [word])) : knownWords(part);
  return known.length ? select(id, label, known, optional) : text(words.toLowerCase());
}

function readPart(part, id, seen = []) {
  if (onlyWord(part, seen)) return seen[0];
  if (arePlayers(part)) return store.state.players.filter((name) => valueOf(`${id}.${name}`)).join(", ");
  const value = String(valueOf(id)).trim();
  return value && bare(part).startsWith('"') ? JSON.stringify(value) : value;
}

// One of several ways to go on, each with words of its own: "raise QUESTION | pause".
const wayOf = (parts) => { const end = parts.findIndex((part) => !isWord(part)); return end < 0 ? [parts.join(" "), []] : [parts.slice(0, end).join(" "), parts.slice(end)]; };
const chosenWay = (ways, id) => ways.map(wayOf).find(([head]) => head === valueOf(id)) || ["", []];

function eitherOf(ways, id, label) {
  const [head, rest] = chosenWay(ways, id);
  return [select(id, label, ways.map((way) => wayOf(way)[0])), ...rest.map((part, place) => partInput(part, `${id}.${head}.${place}`, label))];
}

function readWay(ways, id) {
  const [head, rest] = chosenWay(ways, id);
  return [head, ...rest.map((part, place) => readPart(part, `${id}.${head}.${place}`))].filter(Boolean).join(" ");
}

// A field of an argument: {label, input, read}; `read` gives the words of the line.
function field(form, arg, index) {
  const [key, grammar, optional] = arg, id = idOf(form, index), seen = seenWords(form, index, key), declared = own(entryOf(form.verb).form, nameOf(form, index)) || {};
  const label = declared.label || wordsOf([key, nameOf(form, index) || (key ? "" : grammar.toLowerCase())].filter(Boolean).join(" "));
  const wrap = (value) => (value && key ? `${key} ${value}` : value), choices = grammar.split("|").map((each) => each.trim());
  const listed = declared.long ? null : seen.length > 1 && seen.length <= MOST ? seen : choices.length > 1 && choices.every(plain) ? choices : grammar === "PLAYER" ? store.state.players : null;
  if (listed) return { label, input: select(id, label, listed, optional), read: () => wrap(valueOf(id)) };
  if (grammar.startsWith("PLAYER=")) return eachPlayer(form, grammar, index, label);
  const numbers = grammar.split(" ").filter((part) => /^[\w-]*=?N$/.test(part));
  if (numbers.length && numbers.length === grammar.split(" ").length) {
    const inputs = numbers.map((part, place) => html`<label class="number">${part.replace(/=?N$/, "")} <input type="number" aria-label=${`${label} ${part}`} .value=${valueOf(`${id}.${place}`)} @input=${set(`${id}.${place}`)}></label>`);
    return { label, input: inputs, read: () => wrap(numbers.map((part, place) => (valueOf(`${id}.${place}`) === "" ? "" : part.replace(/N$/, valueOf(`${id}.${place}`)))).filter(Boolean).join(" ")) };
  }
  const ways = grammar.split(" | ").map(partsOf);
  if (ways.length > 1 && ways.every(([head]) => isWord(head)) && ways.some((way) => way.length > 1)) return { label, input: eitherOf(ways, id, label), read: () => wrap(readWay(ways, id)) };
  const [parts] = ways;
  if ((parts.length > 1 || arePlayers(grammar) || isChoice(grammar)) && parts.every((part) => part.startsWith('"') || part === "PLAYER" || arePlayers(part) || isChoice(part))) return { label, input: parts.map((part, place) => partInput(part, `${id}.${place}`, label, optional || undefined, seenParts(seen, parts, place))), read: () => wrap(parts.map((part, place) => readPart(part, `${id}.${place}`, seenParts(seen, parts, place))).filter(Boolean).join(" ")) };
  const quotes = grammar.startsWith('"'), input = declared.long
    ? html`<textarea aria-label=${label} .value=${valueOf(id)} @input=${set(id)}></textarea>`
    : html`<input type="text" aria-label=${label} placeholder=${quotes || declared.label ? "" : seen[0] || grammar} .value=${valueOf(id)} @input=${set(id)}>`;
  return { label, input, about: declared.about, read: () => { const value = String(valueOf(id)).trim().replace(/\s+/g, " "); return wrap(value && quotes && !value.startsWith('"') ? JSON.stringify(value) : value); } };
}

function eachPlayer(form, grammar, index, label) { // one value for each player: a vote, a payment
  const kinds = grammar.replace("…", "").trim().split("=")[1].split("|"), ids = store.state.players.map((name) => [name, idOf(form, index, `.${name}`)]);
  const input = ids.map(([name, id]) => html`<label class="number">${name} ${kinds.length > 1 ? select(id, name, kinds, true) : html`<input type="number" aria-label=${name} .value=${valueOf(id)} @input=${set(id)}>`}</label>`);
  return { label, input, read: () => ids.filter(([, id]) => valueOf(id) !== "").map(([name, id]) => `${name}=${valueOf(id)}`).join(" ") };
}

export const storyOf = (form) => `${form.actor}/${form.verb}/story`;

export function formFor(form, titled = true) {
  const entry = entryOf(form.verb), story = storyOf(form);
  const isAsked = (arg, index) => !arg[2] || !Object.keys(entry.form).length || own(entry.form, nameOf(form, index)); // what may be left out is asked for only if it is declared
  const fields = form.args.map((arg, index) => (isAsked(arg, index) ? field(form, arg, index) : null)).filter(Boolean);
  const line = () => {
    const told = String(valueOf(story)).trim().replace(/\s+/g, " ");
    return [form.actor, form.verb, ...fields.map((each) => each.read())].filter(Boolean).join(" ") + (told ? ` | ${told}` : "");
  };
  const send = async (event) => {
    event.preventDefault();
    const empty = [...event.currentTarget.querySelectorAll("textarea, input[type=text]")].find((each) => !each.value.trim() && each.id !== "story");
    if (entry.ask && empty) { empty.focus(); empty.setAttribute("placeholder", t("Write this first")); return; }
    const answer = await play(line());
    if (answer && answer.accepted) for (const id of Object.keys(store.texts)) if (id.startsWith(`${form.actor}/${form.verb}/`)) delete store.texts[id];
  };
  return html`<form class="form" data-verb=${form.verb} @submit=${send}>${titled ? html`<h3>${entry.ask || verbName(form.verb)}</h3>` : nothing}${entry.about || !Object.keys(entry.form).length ? html`<p class="note">${entry.about || form.about}</p>` : nothing}
    ${fields.map((each) => html`<div class="field"><span class="label" aria-hidden="true">${each.label}</span><span class="row">${each.input}</span>${each.about ? html`<span class="note">${each.about}</span>` : nothing}</div>`)}
    ${entry.story ? html`<div class="field"><label class="label" for="story">${t("What happens")}</label><textarea id="story" .value=${valueOf(story)} @input=${set(story)} placeholder=${t("Tell what happens, in a few words")}></textarea></div>` : nothing}
    <div class="row"><button class="primary">${form.kind === "chance" ? t("Enter") : verbName(form.verb)}</button></div></form>`;
}
