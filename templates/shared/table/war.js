// A fight of two sides, as a fact has it: who fights, with which Might, in which order they meet,
// and who has fallen; when it is over, how it ended, for as long as that matters.
import { html, nothing } from "./html.js";
import { card } from "./pieces.js";
import { t } from "./speech.js";
import { clauses, listed } from "./words.js";
import { faceOf, factOf, partOf, redraw, store, table, titleOf } from "./store.js";

const PLAIN = new Set(["none", "no", "0", "nobody", "", undefined]);
const words = (text) => (PLAIN.has(text) ? [] : text.split(/[\s,]+/).filter(Boolean));
const how = () => (table.plan || {}).war;
const part = (name) => partOf(how().fact, name);
const inner = (name, key) => ((part(name) || "").split(",").map((each) => each.trim()).find((each) => each.startsWith(`${key} `)) || "").slice(key.length + 1); // of "Ann A, Bob B"
let shut = -1; // the step whose end of a war was put away

const shown = (piece, dead) => html`<span class="fighter ${dead ? "fallen" : ""}">${card({ piece, back: "", number: 1, about: [] }, { name: "war" }, "fighter")}${inner("might", piece) ? html`<b class="n">${inner("might", piece)}</b>` : nothing}${dead ? html`<small>${t("has fallen")}</small>` : nothing}</span>`;

function side(name, dead) {
  const order = words(inner("flips", name)), fighters = order.length ? order : words(inner("fighters", name)), crew = inner("crews", name), total = inner("total", name);
  const head = [name, PLAIN.has(crew) ? "" : t("Crew {name}", { name: crew })].filter(Boolean).join(", ");
  return html`<section class="fighters" aria-label=${head}><h3><b>${head}</b> ${!total ? nothing : html`<span>${t("Might {number}", { number: total })}</span>`} <small>${order.length ? t("in the order drawn") : fighters.length ? t("the order is drawn") : PLAIN.has(crew) ? t("chooses a Crew") : t("chooses who sits out")}</small></h3><div class="cards">${fighters.filter(faceOf).map((each) => shown(each, dead.includes(each)))}</div></section>`;
}

function fought() { // who won the war of this turn, and how
  const { totals, winner, told } = how(), sums = store.state.facts.find((each) => each.name === totals), won = words(factOf(winner));
  const last = store.state.log.findLast((step) => told.includes(step.verb)), close = () => { shut = last ? last.node : 0; redraw(); };
  if (last && last.node === shut) return null;
  const title = won.length ? t("{name} has won the war", { name: listed(won) }) : t("The war ends in a tie");
  return html`<section class="box war" aria-label=${title}><h2>${title} <small>${sums.parts.map(([name, number]) => `${name} ${number}`).join(" : ")}</small></h2>${last ? html`<ul>${clauses(last.say).map((each) => html`<li>${each}</li>`)}</ul>` : nothing}
    <div class="row"><button type="button" class="primary" @click=${close}>${t("Back to the table")}</button></div></section>`;
}

export function war() { // null when there is none
  if (!how()) return null;
  const sides = words(part("sides"));
  if (!sides.length) return PLAIN.has(factOf(how().after)) || PLAIN.has(factOf(how().totals)) ? null : fought();
  const dead = words(part("dead")), cause = part("card");
  return html`<section class="box war" aria-label=${t("War")}><h2>${t("War: {one} against {two}", { one: sides[0], two: sides[1] })}${cause && faceOf(cause) ? html` <small>${titleOf(cause)}</small>` : nothing}</h2>${sides.map((name) => side(name, dead))}
    <p class="note">${t("Fighters meet in the order drawn. The weaker of the two dies; if they are equal, both survive.")}</p></section>`;
}
