// What you can do: options as picture buttons, what is not possible and why, forms, choices that
// are made together, and what was refused.
import { html, nothing } from "./html.js";
import { act, lay, play } from "./net.js";
import { best, choose, chosenAmount, clear, closed, entryOf, folds, giverOf, options } from "./options.js";
import { formFor } from "./form.js";
import { icon } from "./icons.js";
import { change, gainsOf, listed, sentence, verbName, withTitles } from "./words.js";
import { own, redraw, store, table, titleOf } from "./store.js";

const SHOWN = 60, FEW = 9;
const several = () => new Set(store.state.moves.map((move) => move.actor)).size > 1;

function labelOf(move) {
  const who = several() && move.actor !== "table" ? html`<b>${move.actor}: </b>` : nothing;
  const asked = own(table.together, move.verb);
  if (asked) return html`${asked.ask} <small>${sentence(move.say || [])}</small>`;
  if (move.say && move.say.length) return html`${who}${sentence(move.say)}`;
  return html`${who}${verbName(move.verb)} ${withTitles(move.args.filter(Boolean).join(" "))}`;
}

function giversOf(option) { // who gives what the pool lacks: there is no default
  const asked = table.givers || { ask: "From", nobody: "nobody" };
  return html`<div class="more first" role="group" aria-label=${asked.ask}><span>${asked.ask}</span>${option.moves.map((move) => {
    const giver = giverOf(move), gained = listed(gainsOf(move));
    return html`<button type="button" class="chip" data-line=${move.line} aria-label="${giver || asked.nobody}: ${gained}" @click=${() => play(move.line)}>${giver || html`${asked.nobody} (${gained || "nothing"})`}</button>`;
  })}</div>`;
}

function amountsOf(option, shown) {
  return html`<div class="more first" role="group" aria-label="How many">How many? ${option.moves.map((move) => {
    const number = (move.args.find((words) => /\d+$/.test(words)) || "").match(/\d+$/);
    const pick = () => { store.amounts[option.key] = move.line; redraw(); };
    return html`<button type="button" class="chip" aria-pressed=${String(move === shown)} @click=${pick}>${number ? number[0] : ""}</button>`;
  })}</div>`;
}

function optionView(option, place) {
  const givers = folds(option, "givers"), amount = !givers && folds(option, "amount");
  const move = amount ? chosenAmount(option) : best(option), entry = entryOf(option.verb), picture = change(move);
  const go = (event) => (givers ? event.currentTarget.nextElementSibling.querySelector("button").focus() : play(move.line));
  return html`<button type="button" class="opt" data-line=${givers ? nothing : move.line} data-verb=${option.verb} @click=${go} aria-haspopup=${givers ? "true" : nothing}>
    <span class="pic" aria-hidden="true">${picture === nothing ? icon(entry.icon) : picture}</span><span class="what">${labelOf(move)}</span>${place < 9 ? html`<kbd>${place + 1}</kbd>` : html`<span></span>`}</button>
    ${givers ? giversOf(option) : nothing}${amount ? amountsOf(option, move) : nothing}`;
}

function closedView(tried, place) {
  const reasons = [...new Map(tried.reasons.map((reason) => [reason.facts || reason.statement, reason])).values()].slice(0, 2);
  return html`<button type="button" class="opt off" aria-disabled="true" aria-describedby="why-${place}"><span class="pic" aria-hidden="true">${icon("lock")}</span><span class="what">${verbName(tried.verb)}</span><span></span>
    <span class="why" id="why-${place}">${reasons.map((reason) => html`${reason.facts || reason.statement}<span class="rule" title=${reason.statement}> ${reason.rule}</span>. `)}</span></button>`;
}

const rest = (count) => (count > SHOWN ? html`<p class="note">and ${count - SHOWN} more: choose a piece, too</p>` : nothing);

function chosenPanel() {
  const found = options(), no = closed().slice(0, 6), form = openForm();
  const names = store.chosen.map((name) => html`<button type="button" class="chip" aria-label="Leave out ${titleOf(name)}" @click=${() => choose(name)}>${titleOf(name)} ✕</button>`);
  const title = store.verb ? verbName(store.verb) : "";
  return html`<section class="options" aria-label="What you can do with what you chose"><h3>${title} ${names}<button type="button" class="chip esc" @click=${clear}>Esc</button></h3>
    ${found.slice(0, SHOWN).map(optionView)}${rest(found.length)}${form ? formFor(form) : nothing}
    ${!found.length && !form && !no.length ? html`<p class="note">Nothing is possible with it now.</p>` : nothing}${no.map(closedView)}</section>`;
}

const openForm = () => {
  const form = store.state.forms.find((each) => each.verb === store.verb && each.actor === store.actor);
  const declared = form && Object.keys(entryOf(form.verb).form).length + (entryOf(form.verb).story ? 1 : 0);
  if (form && Object.values(entryOf(form.verb).form).some((how) => how.as === "characters")) return null; // the table is its form
  return form && (declared || (form.args.length && (!form.listed || form.listed > SHOWN))) ? form : null;
};

export const actions = () => store.state.forms.filter((form) => form.kind !== "chance" && !own(table.together, form.verb) && !(table.alone || []).includes(form.verb));

function verbButton(form, count) {
  const entry = entryOf(form.verb), who = new Set(actions().filter((each) => each.actor !== "table").map((each) => each.actor)).size > 1 && form.actor !== "table" ? `${form.actor}: ` : "";
  const go = () => {
    const moves = store.state.moves.filter((move) => move.verb === form.verb && move.actor === form.actor);
    if (moves.length === 1 && form.listed === 1 && !Object.keys(entry.form).length && !entry.story) { play(moves[0].line); return; }
    const on = store.verb === form.verb && store.actor === form.actor;
    Object.assign(store, { verb: on ? "" : form.verb, actor: on ? "" : form.actor, chosen: [], refused: null });
    redraw();
  };
  return html`<button type="button" class="verb" data-act="${form.actor} ${form.verb}" title=${form.about} @click=${go}>${icon(entry.icon)} ${who}${verbName(form.verb)}${count > 1 ? html` <small>${count}</small>` : nothing}</button>`;
}

function idlePanel() {
  const { state } = store, forms = actions(), found = options();
  const few = found.length <= FEW ? found : found.filter((option) => entryOf(option.verb).button === "bar");
  const shown = new Set(few.map((option) => `${option.actor} ${option.verb}`));
  const count = (form) => found.filter((option) => option.verb === form.verb && option.actor === form.actor).length;
  const listedForms = forms.filter((form) => !shown.has(`${form.actor} ${form.verb}`) && (form.listed || entryOf(form.verb).button !== "more"));
  const main = listedForms.filter((form) => form.listed || Object.keys(entryOf(form.verb).form).length), rare = forms.filter((form) => !shown.has(`${form.actor} ${form.verb}`) && !main.includes(form));
  const hand = state.zones.some((zone) => zone.owner === state.seat && zone.name.endsWith("hand") && zone.slots.length);
  return html`<section class="options idle" aria-label="What you can do"><h3>${own(table.steps, state.mode) || (main.length || few.length ? "What you can do" : waiting())}</h3>
    ${found.length > FEW ? html`<p class="note">${hand ? "Click a card, press its letter, or drag it where it goes" : "Click a piece or a place that is lit"}${main.length ? ", or choose:" : "."}</p>` : nothing}
    ${few.map(optionView)}<div class="verbs">${main.map((form) => verbButton(form, count(form)))}</div>
    ${rare.length ? html`<details class="rare"><summary>More</summary><div class="verbs">${rare.map((form) => verbButton(form, 0))}</div></details>` : nothing}</section>`;
}

const waiting = () => {
  const who = store.state.awaited.map((name) => (name === "~" ? "the deck" : name === "table" ? "all together" : name));
  return who.length ? `Waiting for ${listed(who)}` : "Waiting";
};

function chancePanel() {
  const forms = store.state.forms.filter((form) => form.kind === "chance");
  if (!store.state.keeper) return html`<section class="options idle"><h3>A draw is due</h3><p class="note">The host enters it.</p></section>`;
  return html`<section class="options"><h3>A draw is due</h3><p class="note">Enter what real cards or dice gave, or let the table draw.</p>
    <button type="button" class="primary" @click=${() => act("draw")}>Draw for me</button>${forms.map(formFor)}</section>`;
}

// ---- together

function sealedPanel(choice) {
  const how = table.together[choice.verb], named = (value) => own(how.names, value) || value, mine = store.state.players.includes(store.state.seat);
  const status = store.state.players.map((name) => html`<li>${choice.done.includes(name) ? html`<span class="ok">✓</span> <span>${name} has chosen</span>` : choice.waiting.includes(name) ? `${name} is choosing …` : `${name} need not choose`}</li>`);
  return html`<section class="options" aria-label="A secret choice"><h3>${how.ask}</h3>
    ${mine ? how.each.map((value, place) => html`<button type="button" class="opt" data-choice=${value} aria-pressed=${String(choice.mine === value)} @click=${() => lay(choice.verb, value)}><span class="pic" aria-hidden="true">${icon(choice.mine === value ? "check" : "mask")}</span><span class="what">${named(value)}</span><kbd>${place + 1}</kbd></button>`) : nothing}
    <ul class="status">${status}</ul><p class="note">Nobody sees a choice until all are made. Other pages learn only that it was made.</p></section>`;
}

function wishPanel() {
  const { wish } = store.state;
  return html`<section class="options wish" aria-label="The others are asked"><h3>${wish.line ? html`${wish.by} proposes: ${plainLine(wish.line)}` : `${wish.by} asks to take the last step back`}</h3>
    ${wish.line ? nothing : html`<p class="note">The step drew or showed something. What was seen stays known.</p>`}
    ${wish.waiting.length ? html`<p class="note">Not answered yet: ${listed(wish.waiting)}</p>` : nothing}
    ${wish.asked ? html`<div class="row"><button type="button" class="primary" @click=${() => act("agree")}>Agree</button><button type="button" @click=${() => act("refuse")}>Do not agree</button></div>` : nothing}</section>`;
}

const plainLine = (line) => {
  const [, verb, ...words] = line.split(" ");
  return `${(own(table.together, verb) || {}).ask || verbName(verb)} ${withTitles(words.join(" "))}`;
};

// ---- refused

function refusedPanel() {
  const { refused } = store, reasons = [...new Map((refused.reasons || []).map((reason) => [reason.rule, reason])).values()];
  const close = () => { store.refused = null; redraw(); };
  return html`<section class="options refused" role="alert" aria-label="Not possible"><h3>Not possible${refused.line ? html`: <small>${withTitles(refused.line)}</small>` : nothing}</h3>
    ${refused.message ? html`<p>${refused.message}</p>` : nothing}
    <ul>${reasons.map((reason) => html`<li>${reason.facts ? html`<b>${reason.facts}.</b> ` : nothing}${reason.statement} <code>${reason.rule}</code></li>`)}</ul>
    <div class="row"><button type="button" @click=${close}>Close</button>${store.state.keeper && reasons.length && refused.line ? html`<button type="button" @click=${() => play(refused.line.startsWith("!") ? refused.line : `! ${refused.line} -> ${reasons[0].rule}`)}>Keep as a test line</button>` : nothing}</div></section>`;
}

export function panel() {
  const { state } = store;
  if (state.over) return nothing;
  const parts = [store.refused ? refusedPanel() : nothing, state.wish ? wishPanel() : nothing, ...(state.sealed || []).map(sealedPanel)];
  if (state.notice && !state.wish) parts.push(html`<p class="notice" role="status">${state.notice}</p>`);
  if (state.acting.includes("~")) parts.push(chancePanel());
  else if (store.chosen.length || store.verb) parts.push(chosenPanel());
  else if (state.moves.length || actions().length) parts.push(idlePanel());
  else if (!(state.sealed || []).length) parts.push(html`<section class="options idle"><h3>${waiting()}</h3></section>`);
  return html`<div class="panels">${parts}</div>`;
}

