// A middle that is a scene of two sides: who acts, the question, the object, the dice, the roles.
import { html, nothing } from "./html.js";
import { card, zoneView } from "./pieces.js";
import { choose, entryOf, isChosen, isLit, matching } from "./options.js";
import { findSheet, paper } from "./sheet.js";
import { t } from "./speech.js";
import { counted, sentence, wordsOf } from "./words.js";
import { faceOf, factOf, inMode, me, partOf, store, table, zoneOf } from "./store.js";

const SHAPES = { 4: "M30 5 57 55 3 55z", 6: "M7 7h46v46H7z", 8: "M30 2 57 30 30 58 3 30z", 10: "M30 2 58 26 30 58 2 26z", 12: "M30 2 58 23 48 57H12L2 23z", 20: "M30 2 56 16v28L30 58 4 44V16z" };
const PLAIN = new Set(["none", "no", "nobody", "closed", "", undefined]);
const APTITUDES = { V: "Violence", K: "Knowledge", I: "Intimacy" }; // words
const DICE = { hi: "d{sides} shows {value}, the highest", lo: "d{sides} shows {value}, the lowest", "": "d{sides} shows {value}" }; // words
const fact = (part) => { const value = partOf("scene", part); return PLAIN.has(value) ? "" : value; };

function die(sides, value, mark, place) {
  const label = value ? t(DICE[mark], { sides, value }) : `d${sides}`;
  return html`<span class="die ${mark}" .style=${`animation-delay:${place * 90}ms`} role="img" aria-label=${label}><svg viewBox="0 0 60 60" aria-hidden="true"><path d=${SHAPES[sides] || SHAPES[6]} fill="#fff" stroke="#16130e" stroke-width="2.5" stroke-linejoin="round"/></svg><b>${value}</b><small>d${sides}${mark === "hi" ? " ▲" : mark === "lo" ? " ▼" : ""}</small></span>`;
}

const ofPlayer = (text, who) => (text.split(",").map((each) => each.trim()).find((each) => each.startsWith(`${who} `)) || "").slice(who.length + 1);

function rolled() { // all dice that lie there: [who, sides, value]
  return fact("rolled").split(",").flatMap((each) => {
    const [who, ...dice] = each.trim().split(" ");
    return dice.map((one) => /^d(\d+):(\d+)$/.exec(one)).filter(Boolean).map((found) => [who, Number(found[1]), Number(found[2])]);
  });
}

function dice(who) {
  const all = rolled(), mine = all.filter(([each]) => each === who);
  if (mine.length) {
    const values = all.map(([, , value]) => value), most = Math.max(...values), least = Math.min(...values);
    return mine.map(([, sides, value], place) => die(sides, value, value === most ? "hi" : value === least ? "lo" : "", place));
  }
  return [...ofPlayer(fact("pool"), who).matchAll(/(\d+)d(\d+)/g)].flatMap(([, number, sides], place) => Array.from({ length: Number(number) }, () => die(Number(sides), "", "", place)));
}

function person(who, persona, says, memory) {
  const letter = memory ? memory.split(" ")[1] : fact("aptitude");
  const name = partOf(`${who}.${persona}`, "name"), rating = ofPlayer(fact("rating"), who), gives = fact("dice").split(",").filter((each) => each.trim().endsWith(` ${who}`)).map((each) => each.trim().split(" ")[0]);
  const roles = [fact("narrator") === who ? t("Narrator ▲ highest") : "", fact("judge") === who ? t("Judge ▼ lowest") : ""].filter(Boolean);
  return html`<section class="box side-of" aria-label=${t(says, { who })}><h2>${persona ? html`<span class="persona ${persona}">${persona}</span>` : nothing} ${PLAIN.has(name) ? who : name}<small>${t(says, { who })}</small></h2>
    <div class="roles">${roles.map((role) => html`<span class="role">${role}</span>`)}</div><div class="dice" role="group" aria-label=${t("Dice of {who}", { who })}>${dice(who)}</div>
    ${rating && rating !== "0" ? html`<p class="note">${t(APTITUDES[letter] || "")} ${rating}${gives.length ? t(", +{number} from {names}", { number: gives.length, names: gives.join(", ") }) : nothing}</p>` : nothing}
    ${memory ? html`<p class="mem">${memory.replace(/^.*?"|"$/g, "")}</p>` : nothing}${memory || rolled().length ? nothing : whole(who, persona)}</section>`;
}

// Until a memory is chosen, those of the side that acts, or of both sides.
const whole = (who, persona) => {
  const sheet = findSheet(`${who}'s sheet`);
  return sheet ? html`<div class="sides">${sidesOf(who).filter(([side]) => !persona || side === persona).map(([side, label]) => html`<section>${persona ? nothing : html`${headOf(who, sheet, side, label)}`}<div class="apts">${memoriesOf(sheet, side)}</div></section>`)}</div>` : nothing;
};

const sceneStart = () => Math.max(0, store.state.log.findLastIndex((step) => step.verb === "play" || step.verb === "invite"));

function road() {
  const steps = (table.road || []).filter(({ only }) => inMode(only || [])), now = steps.findIndex(({ mode }) => store.state.mode.endsWith(`: ${mode}`) || (mode === "choice" && /raise|copy|write/.test(store.state.mode)));
  if (now < 0) return nothing;
  const from = sceneStart(), isDone = (verb) => store.state.log.slice(from).some((step) => step.verb === verb);
  const left = steps.findIndex(({ verb }, place) => verb && place === now - 1 && !isDone(verb));
  return html`<ol class="road" aria-label=${t("Steps of the scene")}>${steps.map(({ text }, place) => html`<li class=${place === left || (left < 0 && place === now) ? "now" : place < now ? "done" : ""} aria-current=${place === left || (left < 0 && place === now) ? "step" : nothing}>${text}</li>`)}</ol>`;
}

// The last words with a verb in this scene: an answer is in its line, or in the note of it.
function lastWords(verb) {
  const step = store.state.log.slice(sceneStart()).findLast((each) => each.verb === verb);
  const text = step && (step.story || (/"((?:[^"\\]|\\.)*)"/.exec(step.line) || [])[1]);
  return text ? html`<p class="answer"><b>${t("{who} answers:", { who: step.actor })}</b> <span class="mem">${text}</span></p>` : nothing;
}

// What earlier scenes asked, answered and cost, folded: those of this turn, and all before them.
const TOLD = ["question", "answer", "price"];

function earlier() {
  const scenes = [], turns = store.state.log.findLastIndex((step) => step.verb === "done");
  store.state.log.forEach((step, place) => {
    if (entryOf(step.verb).opens) scenes.push({ old: place < turns, steps: [] });
    else if (TOLD.includes(step.verb) && scenes.length) scenes.at(-1).steps.push(step);
  });
  if (fact("open") === "yes" && scenes.length) scenes.pop(); // the one that is played
  return scenes.filter(({ steps }) => steps.length);
}

const pastView = ({ steps }) => html`<section class="past">${steps.map((step) => html`<p>${sentence(step.say)}${step.story ? html` <span class="mem">${step.story}</span>` : nothing}</p>`)}</section>`;

function pastScenes() {
  const all = earlier(), old = all.filter((each) => each.old);
  if (!all.length) return nothing;
  return html`<details class="past-scenes"><summary>${t("Earlier scenes: {number}", { number: all.length })}</summary>${all.filter((each) => !each.old).map(pastView)}${old.length ? html`<p class="note">${t("In earlier turns:")}</p>${old.toReversed().map(pastView)}` : nothing}</details>`;
}

// ---- between scenes: the own sheet, or that of the character whose memory bleeds

const SIDES = [["agent", "Agent"], ["thief", "Thief"]]; // words
const OVERLAP = ["overlap", "overlap"];

// The sides of a sheet: with the overlap first once the player has one name, else last if it has memories.
function sidesOf(who) {
  const isOne = !PLAIN.has(factOf(`${who}.name`)), sheet = findSheet(`${who}'s sheet`);
  if (isOne) return [OVERLAP, ...SIDES];
  return sheet && Object.keys(sheet.values).some((name) => name.startsWith("overlap.")) ? [...SIDES, OVERLAP] : SIDES;
}

function headOf(who, sheet, side, label) { // a side, its name, and the coins on it
  const name = side === "overlap" ? factOf(`${who}.name`) : sheet.values[`${side}.name`], coins = Number(partOf(`${who}.coins`, side === "thief" ? "T" : "A"));
  return html`<h3><span class="persona ${side}">${side === "overlap" ? wordsOf(side) : t(label)}</span> ${PLAIN.has(name) ? "" : name}${side !== "overlap" && coins > 0 ? html` <small>${counted("coins", coins)}</small>` : nothing}</h3>`;
}

function memoriesOf(sheet, side) {
  const rows = Object.entries(sheet.values).filter(([name]) => name.startsWith(`${side}.`) && name.includes(".memories."));
  return ["violence", "knowledge", "intimacy"].map((aptitude) => html`<div><p class="lab">${t(aptitude.charAt(0).toUpperCase() + aptitude.slice(1))} <b>${sheet.values[`${side}.${aptitude}.rating`] ?? ""}</b></p>
    ${rows.filter(([name]) => name.startsWith(`${side}.${aptitude}.`)).map(([, text]) => (isLit(text) && bleeds(side) ? html`<button type="button" class="mem can ${isChosen(text) ? "on" : ""}" data-place=${text} aria-pressed=${String(isChosen(text))} @click=${() => choose(text)}>${text}</button>` : html`<p class="mem">${text}</p>`))}</div>`);
}

const bleeder = () => partOf("bleed", "bleeder");
const bleeds = (side) => PLAIN.has(bleeder()) || bleeder() === side;

const isBleeding = () => /: (vote|raise|choice|copy|write)$/.test(store.state.mode);

function sheetAtRest() {
  const now = isBleeding(), who = now ? factOf("turn") : me();
  const sheet = who && findSheet(`${who}'s sheet`);
  if (!sheet) return nothing;
  const votes = partOf("bleed", "votes"), title = now ? (PLAIN.has(bleeder()) ? t("Which side of {who} bleeds?", { who }) : t("{who}’s {side} bleeds", { who, side: bleeder() })) : t("Your sheet");
  return html`<section class="box at-rest" aria-label=${title}>${paper(sheet, "rest")}<div><h2>${title}</h2>${now && !PLAIN.has(votes) ? html`<p class="note">${t("Votes: {votes}.", { votes })}${votes.includes(`${who} `) ? ` ${t("The card of {who} counts only in a tie.", { who })}` : nothing}</p>` : nothing}
    <div class="sides">${sidesOf(who).map(([side, label]) => html`<section class=${now && !PLAIN.has(bleeder()) && bleeder() !== side ? "light" : ""}>${headOf(who, sheet, side, label)}<div class="apts">${memoriesOf(sheet, side)}</div></section>`)}</div></div></section>`;
}

const takes = () => store.chosen.length > 0 && matching().some((move) => Object.values(entryOf(move.verb).drag).includes("scene"));

export function scene(middle) {
  if (fact("open") !== "yes") return html`<div class="sc">${road()}${pastScenes()}${isBleeding() ? nothing : middle}${sheetAtRest()}</div>`;
  const who = factOf("turn"), visitor = fact("visitor"), key = fact("key"), price = fact("price");
  const small = (table.plan.middle || []).filter((each) => each.zone !== "scene" && zoneOf(each.zone) && inMode(each.only || []));
  const woven = fact("woven");
  return html`<div class="sc"><div class="chain">${fact("question") ? nothing : small.map((each) => zoneView(each))}${pastScenes()}</div>${road()}<div class="stage">
    ${fact("question") ? html`<h2 class="q">“${fact("question")}”</h2>` : nothing}
    ${person(who, fact("persona"), "{who} acts", fact("memory"))}
    <div class="key ${takes() ? "can" : ""}" data-zone="scene">${key && faceOf(key) ? html`${card({ piece: key, back: "", number: 1, about: [] }, { name: "scene" }, 1)}<span class="note">${woven.includes("key") ? t("in the scene ✓") : t("the object")}</span>` : html`<span class="note">${t("no object yet")}</span>`}</div>
    ${visitor ? person(visitor, fact("visiting"), "{who} visits", fact("visitors_memory")) : html`<section class="box side-of"><h2>${t("Nobody visits yet")}</h2></section>`}
    </div><div class="said">${lastWords("answer")}${price ? html`<p class="answer"><b>${t("The price:")}</b> <span class="mem">${price}</span></p>` : nothing}</div></div>`;
}
