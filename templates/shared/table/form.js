// A form from the arguments of a verb: what a player makes up, or chooses from too many moves.
import { html, nothing } from "./html.js";
import { play } from "./net.js";
import { entryOf } from "./options.js";
import { own, redraw, store } from "./store.js";
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
  const parts = grammar.match(/\[[^\]]*\]|"[^"]*"|\S+/g) || [];
  if (parts.length > 1 && parts.every((part) => part.startsWith('"') || part === "PLAYER" || part.replace(/[[\]]/g, "").includes("|"))) {
    const ids = parts.map((_, place) => `${id}.${place}`);
    const input = parts.map((part, place) => {
      if (part.startsWith('"')) return html`<input type="text" class="grow" aria-label=${label} .value=${valueOf(ids[place])} @input=${set(ids[place])}>`;
      return select(ids[place], label, part === "PLAYER" ? store.state.players : part.replace(/[[\]]/g, "").split("|"), part.startsWith("["));
    });
    return { label, input, read: () => wrap(parts.map((part, place) => { const value = String(valueOf(ids[place])).trim(); return value && part.startsWith('"') ? JSON.stringify(value) : value; }).filter(Boolean).join(" ")) };
  }
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
