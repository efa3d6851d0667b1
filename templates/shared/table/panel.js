// What you can do: options as picture buttons, what is not possible and why, forms, and the text
// that is told with a move.
import { html, nothing } from "./html.js";
import { act, hot, play, preview, unscripted } from "./net.js";
import { asksCards, best, choicesOf, choose, chosenAmount, clear, closed, entryOf, folds, further, giverOf, hasChoices, isChosen, isFree, isLit, namesOf, options, togetherOf } from "./options.js";
import { formFor } from "./form.js";
import { passing } from "./dialogs.js";
import { icon } from "./icons.js";
import { askPanel, refusedPanel, sealedPanel, wishPanel } from "./agree.js";
import { capital, count, t } from "./speech.js";
import { change, gainsOf, listed, mini, sentence, signOf, stepText, verbName, waitText, wordsOf } from "./words.js";
import { telling } from "./story.js";
import { addressOf, backOf, faceOf, humans, isTurnOf, low, own, redraw, store, table } from "./store.js";

const SHOWN = 60, FEW = 9, AGAIN = 500; // ms in which a click at the same place, or on what others have just changed, is a slip
const several = () => new Set(store.state.moves.map((move) => move.actor).filter((name) => name !== "table")).size > 1;
let last = { x: 0, y: 0, time: 0 };

function isSlip(event) { // the second half of a double click, on what has appeared below it
  const now = performance.now(), same = event.isTrusted && event.clientX && Math.hypot(event.clientX - last.x, event.clientY - last.y) < 4 && now - last.time < AGAIN;
  last = { x: event.clientX, y: event.clientY, time: now };
  return same || (event.isTrusted && now - store.changed < AGAIN);
}

async function send(move) { // with the text that is told, if the verb has one; some moves only after a question, or after it if nothing is told
  const told = entryOf(move.verb).story ? String(store.texts.told || "").trim().replace(/\s+/g, " ") : "";
  if (entryOf(move.verb).sure && !told && store.sure !== move.line) { store.sure = move.line; redraw(); return; }
  const answer = await play(move.line + (told ? ` | ${told}` : ""));
  if (answer && answer.accepted) { delete store.texts.told; redraw(); }
}

// Options whose sentences are the same, or leave out what the player cannot see, also say what
// their lines name.
function twinOf(move) {
  const said = JSON.stringify(move.say), unsaid = move.args.filter((word) => word && !said.includes(word));
  if (said.includes("…") && unsaid.length) return html` <small>(${unsaid.map(wordsOf).join(", ")})</small>`;
  const twins = move.say && store.state.moves.filter((each) => each.verb === move.verb && each.actor === move.actor && JSON.stringify(each.say) === said);
  if (!twins || twins.length < 2) return nothing;
  const words = move.args.filter((word, place) => word && twins.some((each) => each.args[place] !== word));
  const left = words.map((word) => word.split(" ").filter((each) => !said.includes(`"${each}"`)).join(" ")).filter(Boolean); // what the sentence has named already
  return left.length ? html` <small>(${left.map(wordsOf).join(", ")})</small>` : nothing;
}

function labelOf(move, asks) {
  const who = several() && move.actor !== "table" && move.actor !== store.state.seat ? html`<b>${move.actor}: </b>` : nothing;
  const asked = togetherOf(move), said = move.say && move.say.length ? capitalised(move.say) : nothing;
  if (asked) return said === nothing ? asked.ask : asks ? said : html`${asked.ask} <small>${said}</small>`;
  if (said !== nothing) return html`${who}${said}${twinOf(move)}`;
  return html`${who}${verbName(move.verb)} ${move.args.filter(Boolean).map(wordsOf).join(" ")}`;
}

const capitalised = (runs) => sentence(typeof runs[0] === "string" ? [capital(runs[0]), ...runs.slice(1)] : runs, false);

function withoutGiver(move, giver) { // its sentence, which names the giver last
  const at = (move.say || []).findIndex((run) => Array.isArray(run) && run[0] === giver);
  return giver && at > 0 ? { ...move, say: move.say.slice(0, at).map((run, place) => (place === at - 1 && typeof run === "string" ? run.replace(/\s+\w+\s*$/, "") : run)) } : move;
}

const giversIn = (move) => { const words = giverOf(move).split(" "); return store.state.players.filter((name) => words.includes(name)); };

function giversOf(option) { // who gives what the pool lacks: there is no default
  const asked = table.givers || { ask: t("Take the rest from:"), nobody: t("nobody") };
  return html`<div class="more first" role="group" aria-label=${asked.ask}><span>${asked.ask}</span>${option.moves.map((move) => {
    const giver = listed(giversIn(move)), gained = listed(gainsOf(move)) || t("nothing");
    return html`<button type="button" class="chip" data-line=${move.line} aria-label="${giver || asked.nobody}: ${gained}" @click=${() => send(move)}>${t("{nobody}: gain {gained}", { nobody: giver || asked.nobody, gained })}</button>`;
  })}</div>`;
}

function amountsOf(option, shown) {
  return html`<div class="more first" role="group" aria-label=${t("How many?")}>${t("How many?")} ${option.moves.map((move) => {
    const number = (move.args.find((words) => /\d+$/.test(words)) || "").match(/\d+$/);
    const pick = () => { store.amounts[option.key] = move.line; redraw(); };
    return html`<button type="button" class="chip" aria-pressed=${String(move === shown)} @click=${pick}>${number ? number[0] : ""}</button>`;
  })}</div>`;
}

// A card that is laid face up or face down is the picture of the option.
function laidView(move) {
  const { down } = entryOf(move.verb), slot = down && store.state.zones.flatMap((zone) => zone.slots).find((each) => each.piece && move.args.includes(each.piece));
  const face = slot && (move.args.includes(down) ? backOf(slot) : faceOf(slot.piece));
  return face ? html`<img class="laid" src=${addressOf(face.path)} alt="">` : nothing;
}

const isHeld = (move) => { // what was chosen, and holds until another is chosen
  const last = entryOf(move.verb).holds && store.state.log.findLast((step) => step.verb === move.verb && step.actor === move.actor);
  return Boolean(last && last.line.split(" | ")[0] === move.line && !store.state.log.some((step) => step.node > last.node && entryOf(step.verb).opens));
};

// The picture of one of several things to choose: its cards with their names, or its words.
const choiceView = (word) => { const cards = word.split(" ").filter(faceOf); return cards.length ? cards.map((each) => mini(each)) : word ? capital(wordsOf(word)) : t("nothing"); };

function choicesView(option, place) { // one control for all moves of a verb: a row of choices for each argument
  const { asked, moves } = choicesOf(option), ready = asked.every(([, , , chosen]) => chosen.length);
  const pick = (at, word, piece) => () => { if (piece) { choose(piece); return; } const kept = { ...store.picks[option.key] }; kept[at] = kept[at] === word ? undefined : word; store.picks[option.key] = kept; store.sure = ""; redraw(); };
  return html`<div class="choices" data-verb=${option.verb} role="group" aria-label=${verbName(option.verb)}><b>${icon(entryOf(option.verb).icon)} ${verbName(option.verb)}</b>${asked.map(([at, ask, words, chosen]) => html`<div class="more first" role="group" aria-label=${ask}><span>${ask}</span>${words.map(([word, piece]) => html`<button type="button" class="chip" data-choice=${`${at} ${word}`} aria-pressed=${String(chosen.includes(word))} @click=${pick(at, word, piece)}>${choiceView(word)}</button>`)}</div>`)}
    ${ready ? moves.map((move, at) => optionView({ ...option, moves: [move] }, place + at)) : html`<p class="note">${t("Choose above, then you can do it.")}</p>`}</div>`;
}

function sureView(move) { // what cannot be taken back without the others is asked first
  const shut = () => { store.sure = ""; redraw(); };
  return html`<div class="more first sure" role="alert"><span>${entryOf(move.verb).sure}</span><button type="button" class="primary" @click=${() => send(move)}>${t("Yes")}</button><button type="button" @click=${shut}>${t("Not yet")}</button></div>`;
}

function optionView(option, place, asks = false) {
  if (option.moves.length > 1 && hasChoices(option.verb)) return choicesView(option, place);
  preview(option.moves.slice(0, 12));
  if (option.moves[0].reasons) return closedView(option.moves[0], place);
  const givers = folds(option, "givers"), amount = !givers && folds(option, "amount");
  const move = amount ? chosenAmount(option) : best(option), entry = entryOf(option.verb), laid = laidView(move), sign = move.args.map((words) => signOf(words.split(" ").at(-1))).find(Boolean), picture = sign ? sign.sign : laid === nothing ? change(move) : laid;
  const go = (event) => { if (isSlip(event)) return; if (givers) event.currentTarget.nextElementSibling.querySelector("button").focus(); else send(move); };
  return html`<button type="button" class="opt" data-line=${givers ? nothing : move.line} data-verb=${option.verb} aria-pressed=${isHeld(move) ? "true" : nothing} @click=${go} aria-haspopup=${givers ? "true" : nothing}>
    <span class="pic" aria-hidden="true">${picture === nothing ? icon(entry.icon) : picture}</span><span class="what">${isHeld(move) ? "✓ " : nothing}${labelOf(givers ? withoutGiver(move, giversIn(move)[0]) : move, asks)}${leftBefore(option)}</span>${place < 9 ? html`<kbd>${place + 1}</kbd>` : html`<span></span>`}</button>
    ${store.sure && store.sure === move.line ? sureView(move) : nothing}${givers ? giversOf(option) : nothing}${amount ? amountsOf(option, move) : nothing}`;
}

// A way to use a piece that names another one is only one of those that were tried.
const isExample = (tried) => tried.names.some((name) => !isChosen(name) && store.state.zones.some((zone) => zone.owner !== store.state.seat && zone.slots.some((slot) => low(slot.piece) === low(name))));

function closedView(tried, place) {
  const reasons = [...new Map(tried.reasons.map((reason) => [reason.facts || reason.statement, reason])).values()].slice(0, 2);
  return html`<button type="button" class="opt off" aria-disabled="true" aria-describedby="why-${place}"><span class="pic" aria-hidden="true">${icon("lock")}</span><span class="what">${verbName(tried.verb)}</span><span></span>
    <span class="why" id="why-${place}">${isExample(tried) ? t("For example:") : nothing} ${reasons.map((reason) => html`${capital(reason.facts || reason.statement).replace(/\.$/, "")}. `)}</span></button>`;
}

// Beside the end of a turn: what could still be done before it.
function leftBefore(option) {
  const entry = entryOf(option.verb);
  if (!entry.last || entry.button !== "bar") return nothing;
  const left = store.state.moves.filter((move) => move.actor === option.actor && move.verb !== option.verb && entryOf(move.verb).button !== "more");
  const verbs = [...new Set([...left.filter((move) => entryOf(move.verb).loud), ...left].map((move) => verbName(move.verb)))];
  return verbs.length ? html` <small class="left">${t("You could still: {verbs}", { verbs: verbs.slice(0, 4).join(", ") })}</small>` : nothing;
}

const rest = (number) => (number > SHOWN ? html`<p class="note">${t("and {number} more: choose a piece, too", { number: number - SHOWN })}</p>` : nothing);

function toldField(found) { // a text that goes with the move
  if (!found.some((option) => entryOf(option.verb).story)) return nothing;
  const about = telling(store.chosen);
  return html`<div class="field told">${about ? html`<p class="about">${icon("feather")} ${t("You tell: {what}", { what: html`<b>${about}</b>` })}</p>` : nothing}<label class="spoken" for="told">${t("What happens")}</label>
    <textarea id="told" .value=${store.texts.told || ""} placeholder=${t("Tell what happens, in a few words")} @input=${(event) => { store.texts.told = event.target.value; redraw(); }}></textarea></div>`;
}

const SQUARE = /^-?\d+,-?\d+$/, STEPS = 4;
// One of many places is chosen on the board, not from a list that covers it.
const onBoard = (found) => found.length > STEPS && found.every((option) => namesOf(option.moves[0]).some((name) => SQUARE.test(name) && !store.chosen.includes(name)));
// What is chosen next by clicking a piece or a place is not listed in many rows.
const byPieces = (found) => found.length > FEW && !store.chosen.length && found.every((option) => namesOf(option.moves[0]).some(isLit));
const hintFor = (found) => (byPieces(found) ? t("Click a highlighted piece or place.") : onBoard(found) ? t("Choose a highlighted place on the table.") : "");
const listOf = (found) => html`${found.slice(0, SHOWN).map((option, place) => optionView(option, place))}${rest(found.length)}`;

// What a piece is for, where there is nothing to do with it: a screen without a mouse has no hover.
function aboutChosen() {
  const about = store.chosen.length === 1 && ((faceOf(store.chosen[0]) || {}).about || []);
  return about && about.length ? html`<p class="note">${about.join(" ")}</p>` : nothing;
}

function chosenPanel() {
  const found = options(), no = isTurnOf(store.state) || store.state.keeper ? closed().filter(() => !found.length).slice(0, 2) : [], form = openForm(), hint = hintFor(found);
  const names = store.chosen.map((name) => html`${faceOf(name) ? html`<button type="button" class="chip" aria-pressed=${String(Boolean(store.large && store.large.piece === name))} aria-label=${t("Look at {name}", { name: wordsOf(name) })} @click=${(event) => { store.large = store.large && store.large.piece === name ? null : { piece: name, side: "", from: event.currentTarget, always: true }; redraw(); }}>${icon("eye")} ${t("Look")}</button>` : nothing}<button type="button" class="chip" aria-label=${t("Leave out {name}", { name: wordsOf(name) })} @click=${() => choose(name)}>${wordsOf(name)} ✕</button>`);
  const title = store.verb ? verbName(store.verb) : "";
  return html`<section class="options" aria-label=${t("What you can do with what you chose")}><h3>${title} ${names}<button type="button" class="chip esc" @click=${clear}>${t("Back")} <kbd>Esc</kbd></button></h3>
    ${further().length && !store.verb ? html`<p class="note">${t("Click other highlighted pieces to choose them, too.")}</p>` : nothing}${found.length > STEPS ? nothing : aboutChosen()}${toldField(found)}${hint ? html`<p class="note">${hint}</p><details class="rare"><summary>${optionCount(found.length)}</summary>${listOf(found)}</details>` : listOf(found)}${form ? formFor(form) : nothing}
    ${!found.length && asksCards() ? html`<p class="note">${store.chosen.length ? t("Choose the other cards of your hand, too.") : t("Choose the cards of your hand.")}</p>` : nothing}
    ${!found.length && !form && !no.length && !asksCards() ? html`<p class="note">${isTurnOf(store.state) || isShared() ? t("Nothing is possible with it now.") : waitText()}</p>` : nothing}${no.map(closedView)}</section>
    ${!found.length && !form && !asksCards() && isTurnOf(store.state) ? idlePanel(options([], "")) : nothing}`;
}

const openForm = () => {
  const form = store.state.forms.find((each) => each.verb === store.verb && each.actor === store.actor);
  if (!form || onTable(form.verb)) return null;
  return isFree(form.verb) || (form.args.length && (!form.listed || (form.listed > SHOWN && options().length > SHOWN && !Object.keys(entryOf(form.verb).pick).length))) || (entryOf(form.verb).story && !form.listed) ? form : null;
};

const onTable = (verb) => Object.values(entryOf(verb).form).some((how) => how.as !== "field"); // the table is its form
// What nobody plays, as a claim of a test script, is typed if it is wanted.
const isNamed = (form) => form.kind !== "claim" || Boolean(own(table.verbs, form.verb)) || !Object.keys(table.verbs || {}).length;
const isOffered = (form) => form.kind !== "chance" && isNamed(form) && !onTable(form.verb) && !(form.actor === "table" && (table.alone || []).includes(form.verb)) && !(store.state.sealed || []).some((choice) => choice.verb === form.verb);
export const actions = () => store.state.forms.filter((form) => isOffered(form) && (!own(table.together, form.verb) || isFree(form.verb)));

function verbButton(form, number) {
  const entry = entryOf(form.verb), who = form.actor !== "table" && form.actor !== store.state.seat && new Set(actions().map((each) => each.actor)).size > 1 ? `${form.actor}: ` : "";
  const why = form.why || (!form.listed && entry.none);
  if (why) return html`<span class="verb off" role="note">${icon("lock")} ${verbName(form.verb)} <small>${capital(unscripted(why))}</small></span>`;
  const go = (event) => {
    if (isSlip(event)) return;
    const moves = store.state.moves.filter((move) => move.verb === form.verb && move.actor === form.actor);
    if (moves.length === 1 && form.listed === 1 && !isFree(form.verb) && !entry.story && !entry.sure && !Object.values(entry.pick).includes("hand")) { play(moves[0].line); return; }
    const on = store.verb === form.verb && store.actor === form.actor;
    Object.assign(store, { verb: on ? "" : form.verb, actor: on ? "" : form.actor, chosen: [], refused: null, sure: !on && entry.sure && !entry.story && moves.length === 1 ? moves[0].line : "" });
    redraw();
  };
  return html`<button type="button" class="verb" data-act="${form.actor} ${form.verb}" title=${entry.about || form.about} @click=${go}>${icon(entry.icon)} ${who}${verbName(form.verb)}${number > 1 ? " …" : ""}</button>`;
}

const isForm = (form) => isFree(form.verb) && Boolean(entryOf(form.verb).ask);

// Words that the game asks for now have their form in sight, until they are given.
export function awaitedForms(forms) {
  if (!isTurnOf(store.state) && !isShared()) return [];
  const last = store.state.log.findLast((step) => own(table.verbs, step.verb) && isForm(step));
  const order = Object.keys(table.verbs || {}), asked = forms.filter((form) => isForm(form) && !form.why && form.actor === store.state.seat && !(last && last.verb === form.verb && last.actor === form.actor));
  return asked.sort((one, other) => order.indexOf(one.verb) - order.indexOf(other.verb)).slice(0, 1); // one after the other
}

const hasHand = () => store.state.zones.some((zone) => zone.owner === store.state.seat && zone.name.endsWith("hand") && zone.slots.length);
const isShared = () => store.state.awaited.includes("table");

// What is done with a card of the hand is one button, however many moves it is: a card is chosen first.
const isByHand = (option) => hasHand() && store.state.moves.filter((move) => move.verb === option.verb && move.actor === option.actor).length > 1 && Object.values(entryOf(option.verb).pick).includes("hand") && entryOf(option.verb).pick.cards !== "hand";
const isAsked = (option) => Boolean(togetherOf(option.moves[0]));
const isFirst = (few, place) => isAsked(few[place]) && (!place || few[place - 1].verb !== few[place].verb); // its question is asked above it

function idlePanel(found = options()) {
  const { state } = store, all = actions(), asked = awaitedForms(all), forms = all.filter((form) => !asked.includes(form)), mine = isTurnOf(state) || isShared() || state.keeper;
  const first = found.filter((option) => entryOf(option.verb).button !== "more"), usual = (first.length ? first : found).filter((option) => !isByHand(option) && (!asked.length || isShared() || !isAsked(option))); // never all in a drawer; words of one player come before what all decide
  const few = !mine ? [] : usual.length && usual.length <= FEW ? usual : found.filter((option) => (entryOf(option.verb).button === "bar" && !entryOf(option.verb).last) || togetherOf(option.moves[0]));
  const plain = few.filter((option) => !hasChoices(option.verb)); // of several questions to all, the first is open
  const now = plain.length > STEPS ? plain.filter((option) => !isAsked(option) || option.verb === plain[0].verb) : plain, later = plain.filter((option) => !now.includes(option)), chosen = few.filter((option) => hasChoices(option.verb)); // short ones first
  const ends = mine ? found.filter((option) => !few.includes(option) && entryOf(option.verb).button === "bar") : [];
  const shown = new Set([...few, ...ends].map((option) => `${option.actor} ${option.verb}`));
  const number = (form) => found.filter((option) => option.verb === form.verb && option.actor === form.actor).length;
  const listedForms = forms.filter((form) => !shown.has(`${form.actor} ${form.verb}`) && (form.listed || entryOf(form.verb).button !== "more"));
  const main = listedForms.filter((form) => (form.listed && entryOf(form.verb).button !== "more") || (isFree(form.verb) && isTurnOf(state))), rare = forms.filter((form) => !shown.has(`${form.actor} ${form.verb}`) && !main.includes(form));
  const together = [...new Set(few.map((option) => togetherOf(option.moves[0])))], asks = together.length === 1 && together[0] ? together[0].ask : "";
  const title = asks || (asked.length && entryOf(asked[0].verb).ask) || ((state.sealed || []).length ? t("What you can do") : mine && (isTurnOf(state) || isShared() || !state.players.includes(state.seat)) ? stepText(state) || (main.length || few.length ? t("What you can do") : waitText()) : waitText());
  return html`<section class="options idle" aria-label=${t("What you can do")}><h3>${title}</h3>${asks && together[0].agree && !state.keeper ? html`<p class="note">${t("The others must agree.")}</p>` : nothing}
    ${[...new Set([...few, ...ends].map((option) => entryOf(option.verb)))].filter((entry) => entry.button === "bar" && entry.about).map((entry) => html`<p class="aloud">${entry.about}</p>`)}
    ${mine && (found.length > FEW || found.some(isByHand)) ? html`<p class="note">${hasHand() ? html`<span class="large-only">${t("Click a card, press its letter, or drag it where it goes.")}</span><span class="touch-only">${t("Touch a card in your hand, then choose what to do with it.")}</span>` : t("Click a highlighted piece or place.")}</p>` : nothing}
    ${toldField(plain)}${now.map((option, place) => html`${!asks && isFirst(now, place) && togetherOf(option.moves[0]).ask !== title ? html`<p class="ask">${togetherOf(option.moves[0]).ask}</p>` : nothing}${optionView(option, place, asks || isAsked(option))}`)}${later.length ? html`<details class="rare"><summary>${togetherOf(later[0].moves[0]).ask}</summary>${later.map((option, place) => optionView(option, now.length + place, true))}</details>` : nothing}${asked.map((form) => formFor(form, asks))}<div class="verbs">${main.map((form) => verbButton(form, number(form)))}</div>${ends.map((option, place) => optionView(option, plain.length + place))}
    ${toldField(plain) === nothing ? toldField(chosen) : nothing}${chosen.map((option, place) => optionView(option, plain.length + ends.length + place))}
    ${rare.length ? html`<details class="rare"><summary>${t("More")}</summary><div class="verbs">${rare.map((form) => verbButton(form, 0))}</div></details>` : nothing}</section>`;
}

function chancePanel() {
  const forms = store.state.forms.filter((form) => form.kind === "chance");
  if (!store.state.keeper) return html`<section class="options idle"><h3>${t("A draw comes next")}</h3><p class="note">${t("The host enters it.")}</p></section>`;
  return html`<section class="options"><h3>${t("A draw comes next")}</h3><p class="note">${t("Enter the result of real cards or dice, or let the computer draw.")}</p>
    <button type="button" class="primary" @click=${() => act("draw")}>${t("Draw for me")}</button>${forms.map(formFor)}</section>`;
}

export function panel() {
  const { state } = store;
  if (state.over) return nothing;
  const parts = [store.refused ? refusedPanel() : nothing, state.wish ? wishPanel() : store.asking ? askPanel() : nothing, ...(state.sealed || []).map(sealedPanel)];
  if (state.wish || store.asking) return html`<div class="panels">${parts}</div>`; // nothing else before it is answered
  if (state.keeper && hot.mode === "open" && humans().length > 1) parts.unshift(html`<p class="note host">${t("The host’s page: it shows every hand and may act for everybody. Players use their own links.")}</p>`);
  if (state.notice && !state.wish) parts.push(html`<p class="notice" role="status">${state.notice}</p>`);
  if (state.acting.includes("~")) parts.push(chancePanel());
  else if (store.chosen.length || store.verb) parts.push(chosenPanel());
  else if (options().length || actions().length) parts.push(idlePanel());
  else if (!(state.sealed || []).length && !state.forms.some((form) => onTable(form.verb))) parts.push(html`<section class="options idle"><h3>${waitText()}</h3></section>`);
  return html`<div class="panels">${parts}${passing()}</div>`;
}

export const optionCount = (number) => (number ? count(number, "{number} option", "{number} options") : t("nothing is possible"));
