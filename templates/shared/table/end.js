// The end of a game: who won and why, the scores by category, how it went, and what comes next.
import { html, nothing, svg } from "./html.js";
import { act, post } from "./net.js";
import { icon } from "./icons.js";
import { capital, count, t } from "./speech.js";
import { dieOf } from "./pieces.js";
import { listed, plain, sentence } from "./words.js";
import { addressOf, faceOf, factOf, humans, meta, own, partOf, redraw, store, table } from "./store.js";

const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);
const SHAPES = ["M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0", "M0-6L6 5H-6z", "M-5-5H5V5H-5z", "M0-6L6 0L0 6L-6 0z", "M-6-2H-2V-6H2V-2H6V2H2V6H-2V2H-6z"];
const DASHES = ["", "8 5", "2 5", "12 4 2 4", "5 3"];

function scores(scoring) {
  const names = Object.keys(scoring.totals).sort((one, other) => scoring.totals[other] - scoring.totals[one]), { winners } = store.state;
  const about = (title) => (((table.score && table.score.parts) || []).find((part) => part.title === title) || {}).about;
  const word = (table.score && table.score.word) || scoring.fact;
  const left = ((table.score && table.score.worthless) || []).filter((name) => names.some((who) => Number(factOf(`${who}.${name}`)) > 0));
  const token = (name, number) => { const face = faceOf(table.goods[name].piece); return number ? html`<span class="left">${face ? html`<img src=${addressOf(face.path)} alt="">` : nothing}${number}<span class="spoken"> ${table.goods[name].many}</span></span>` : nothing; };
  return html`<section class="box scores"><h2>${t("Final scoring")}</h2><table><thead><tr><td></td>${names.map((name) => html`<th scope="col" class=${winners.includes(name) ? "won" : ""}>${winners.includes(name) ? html`${icon("crown")}<span class="spoken">${t("winner")} </span>` : nothing}${name}</th>`)}</tr></thead><tbody>
    ${Object.entries(scoring.parts).map(([title, by]) => html`<tr><th scope="row">${title}<small>${about(title) || ""}</small></th>${names.map((name) => html`<td class=${winners.includes(name) ? "won" : ""}>${sum(by[name] || [])}<small>${(by[name] || []).length > 1 && by[name].length < 7 ? by[name].join(" + ") : (by[name] || []).length ? count(by[name].length, "once", "{number} times") : ""}</small></td>`)}</tr>`)}
    ${Object.entries((table.score && table.score.facts) || {}).map(([fact, title]) => html`<tr><th scope="row">${title}</th>${names.map((name) => html`<td>${factOf(`${name}.${fact}`) || "–"}</td>`)}</tr>`)}
    <tr class="total"><th scope="row">${capital(word)}</th>${names.map((name) => html`<td class=${winners.includes(name) ? "won" : ""}>${scoring.totals[name]}</td>`)}</tr>
    ${left.length ? html`<tr><th scope="row" class="light">${t("Left over, worth nothing")}</th>${names.map((name) => html`<td>${left.map((good) => token(good, Number(factOf(`${name}.${good}`))))}</td>`)}</tr>` : nothing}</tbody></table></section>`;
}

const inWords = (name) => String(factOf(name) || "").split(/\s+/).filter((word) => word && word !== "none");

function dice() { // each player's dice in a row; of each column, the one that won
  const how = table.score && table.score.dice, won = how ? inWords(how.won) : [];
  if (!how || !store.state.players.some((name) => inWords(`${name}.${how.fact}`).length)) return nothing;
  const row = (name) => {
    const by = String(factOf(`${name}.${how.by}`)), letter = by.charAt(0).toUpperCase();
    return html`<tr><th scope="row">${name}</th>${inWords(`${name}.${how.fact}`).map((value, place) => html`<td class=${won[place] === by ? "won" : ""}>${dieOf(letter + value)}<span class="spoken">${value}</span>${won[place] === by ? html`${icon("crown")}<span class="spoken"> ${t("winner")}</span>` : nothing}</td>`)}</tr>`;
  };
  return html`<section class="box rows"><h2>${how.title}</h2><table><tbody>${store.state.players.map(row)}</tbody></table></section>`;
}

function curve(scoring) {
  const names = Object.keys(scoring.totals), steps = scoring.curve.length - 1, most = Math.max(1, ...scoring.curve.flatMap((each) => Object.values(each)));
  const x = (step) => (step / Math.max(1, steps)) * 400, y = (value) => 160 - (value / most) * 155;
  const path = (name) => scoring.curve.map((each, step) => `${step ? "L" : "M"}${x(step).toFixed(1)} ${y(each[name] || 0).toFixed(1)}`).join("");
  const last = scoring.curve.at(-1), order = [...names].sort((one, other) => last[other] - last[one]);
  const labels = order.map((name, place) => [name, Math.max(y(last[name]), 8 + place * 16)]).reduce((done, [name, at]) => [...done, [name, Math.max(at, done.length ? done.at(-1)[1] + 16 : 0)]], []);
  return html`<section class="box"><h2>${t("How it went")}</h2><svg class="curve" viewBox="-4 -4 490 190" role="img" aria-label=${t("Scores after each step: {scores}", { scores: names.map((name) => `${name} ${scoring.totals[name]}`).join(", ") })}>
    <path d="M0 0V160H400" class="axis"/>${scoring.rounds.map((step, place) => svg`<path d=${`M${x(step)} 0V160`} class="grid"/><text x=${x(step) + 4} y="176">${scoring.rounds.length > 1 && scoring.rounds.length < 9 ? t("round {number}", { number: place + 1 }) : ""}</text>`)}
    ${names.map((name, place) => svg`<path d=${path(name)} class="line l${place % 5}" stroke-dasharray=${DASHES[place % 5] || nothing}/>`)}
    ${labels.map(([name, at]) => svg`<g transform=${`translate(410 ${at})`} class="l${names.indexOf(name) % 5}"><path d=${SHAPES[names.indexOf(name) % 5]} class="mark"/><text x="10" y="5" class="name">${name}</text></g>`)}</svg>
    <dl><dt>${t("Length")}</dt><dd>${t("{number} moves", { number: store.state.log.filter((step) => step.kind === "move").length })}</dd><dt>${t("Checked")}</dt><dd>✓ ${t("the record can be replayed, and every step follows the rules")}</dd></dl></section>`;
}

let opening = false; // the server needs some seconds for it
const opens = () => { opening = true; redraw(); setTimeout(() => { opening = false; redraw(); }, 12000); };
const look = () => { store.look = true; redraw(); };
async function again() {
  const found = await post("again", {});
  if (found.error) { store.refused = { message: found.error }; redraw(); }
}

// What came about, in the words of the game: facts such as a result, or who escaped.
const outcomes = () => ((table.score && table.score.outcome) || []).map(({ fact, says, text }) => {
  const value = factOf(fact);
  return own(says, value) || (value === undefined ? "" : text.replace(/\{(\w+)\}/g, (_, name) => (name === "value" ? listed(value.split(" ")) : partOf(fact, name))));
}).filter(Boolean);

function why(scoring, last) {
  const [winner] = store.state.winners, told = ({ rule, text }) => (winner && own(table.score.says, rule) ? own(table.score.says, rule).replace(/\{(\w+)\}/g, (_, fact) => factOf(`${winner}.${fact}`)) : text);
  const said = (wanted) => ((scoring && scoring.why) || []).filter(({ end }) => end === wanted).map(told).join(" ");
  const parts = [[t("Why it ended:"), said(true)], [t("Why it was won:"), said(false)]].filter(([, text]) => text);
  const whole = store.state.log.findLast((step) => store.state.players.includes(step.actor) && plain(step.say).includes("; ")), ends = whole && store.state.log.slice(store.state.log.indexOf(whole) + 1).every((step) => !store.state.players.includes(step.actor)); // with what followed from it
  if (parts.length) return html`${parts.map(([head, text]) => html`<p><b>${head}</b> ${text}</p>`)}${ends ? html`<p><b>${t("The last step:")}</b> ${sentence(whole.say, false)}.</p>` : nothing}`;
  return last ? html`<p>${t("The last step:")} ${last.say.map((run) => (typeof run === "string" ? run : run[0]))}.</p>` : nothing;
}

function told() { // a game that was told ends with its story
  const all = store.state.log.filter((step) => step.story && step.verb);
  return all.length < 3 ? nothing : html`<section class="box told-story"><h2>${t("The story that you told")}</h2>${all.map((step) => html`<p><b>${step.actor === "table" ? t("All") : step.actor}:</b> ${step.story}</p>`)}</section>`;
}

const atTheEnd = () => html`<section class="box"><h2>${t("At the end")}</h2><dl>${store.state.players.map((name) => html`<dt>${name}</dt><dd>${store.state.facts.filter((fact) => fact.owner === name && !fact.parts.length && /^\d+$/.test(fact.value) && fact.value !== "0").map((fact) => `${fact.name.slice(name.length + 1).replaceAll("_", " ")} ${fact.value}`).join(", ") || "–"}</dd>`)}</dl></section>`;

// The winners' score, if it is what they won by: equal among them, and higher than every other.
function pointsThatWon(totals, winners) {
  const score = totals[winners[0]];
  return score > 0 && Object.keys(totals).every((name) => (winners.includes(name) ? totals[name] === score : totals[name] < score)) ? score : undefined;
}

export function end() {
  const { state } = store, { scoring, winners } = state, word = (table.score && table.score.word) || "", came = outcomes();
  const won = winners.length === 1 && winners[0] === state.seat && !(meta.together && humans().length > 1) ? t("You have won") : winners.length ? t(winners.length > 1 ? "{names} have won" : "{names} has won", { names: listed(winners) }) : came.shift() || t("Nobody won");
  const points = scoring && pointsThatWon(scoring.totals, winners), total = points === undefined ? "" : t(" with {score} {word}", { score: points, word });
  const last = state.log.filter((step) => step.say.length).at(-1);
  return html`<main class="end"><section class="box head"><p>${t("{game} is over", { game: meta.title })}</p><h1>${won}${total}</h1>${came.map((text) => html`<p class="came">${text}</p>`)}
    <div class="reason">${why(scoring, last)}</div></section>
    ${scoring && Object.keys(scoring.totals).length ? html`<div class="two">${scores(scoring)}${Object.keys(scoring.parts).length ? curve(scoring) : dice()}</div>` : scoring ? nothing : atTheEnd()}${told()}
    ${state.notice ? html`<p class="notice" role="status">${state.notice}</p>` : nothing}
    <section class="box row">${state.keeper ? html`<button type="button" class="primary" id="again" @click=${again}>${icon("again")} ${t("Play again")}</button>` : state.players.includes(state.seat) ? html`<button type="button" class="primary" id="ask-again" @click=${() => act("again")}>${icon("again")} ${t("Ask the host to play again")}</button>` : nothing}<a class="button" href="record/" target="_blank" rel="noopener" @click=${opens}>${icon("eye")} ${opening ? t("The record opens in a new tab …") : t("The record")}</a>
    ${state.keeper ? html`<a class="button" href="save" download>${t("Save script")}</a>` : nothing}<button type="button" id="look" @click=${look}>${t("Look at the table")}</button>${state.keeper ? html`<button type="button" @click=${() => act("undo")}>${icon("undo")} ${t("Undo the last step")}</button>` : nothing}</section></main>`;
}
