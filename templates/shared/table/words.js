// Sentences with small pictures: runs of text, cards and players, as the server sends them.
import { html, nothing } from "./html.js";
import { icon } from "./icons.js";
import { capital, t } from "./speech.js";
import { addressOf, faceOf, factOf, isTurnOf, meta, own, redraw, store, table, titleOf } from "./store.js";

export const goods = Object.entries(table.goods || {});
export const listed = (words) => (words.length < 2 ? words.join("") : t("{names} and {last}", { names: words.slice(0, -1).join(", "), last: words.at(-1) }));
// The words of a line as people say them: pieces by title, and what `table.yaml` calls the rest.
const placed = (text) => store.state.zones.filter((zone) => zone.board).flatMap((zone) => zone.slots).find((slot) => slot.at.join() === text);
const squareWords = (slot) => (!slot ? t("this place") : slot.piece ? titleOf(slot.piece) : t("the face-down piece"));
export const wordsOf = (text) => (/^-?\d+,-?\d+$/.test(text) ? squareWords(placed(text)) : text.replace(/[\w'-]+/g, (word) => own(table.words, word) || titleOf(word)));
const SIGN = /^(.*?)\s*([^\p{L}\p{N}\s]+)$/u;
export function signOf(word) { // the coloured sign in the words for it, such as that of a suit
  const [, text, sign] = SIGN.exec(own(table.words, word) || "") || [], colour = meta.look[own(table.colours, word)];
  return sign && colour ? { text, sign: html`<b class="sign" .style=${`color:${colour}`}>${sign}</b>` } : null;
}
export const counted = (name, number) => `${number} ${number === 1 ? table.goods[name].one : table.goods[name].many}`;
export const verbName = (word) => (own(table.verbs, word) || {}).name || word.replaceAll("-", " ");

export function mini(piece, text = titleOf(piece), looks = true) {
  const face = faceOf(piece);
  if (!face) return html`<b>${text}</b>`;
  const look = (event) => { if (looks && store.mouse !== `${event.clientX},${event.clientY}`) { store.large = { piece, side: "left", from: event.currentTarget }; redraw(); } };
  const leave = () => { if (store.large) { store.large = null; redraw(); } };
  return html`<span class="mini ${table.look && table.look.mini === "corner" && text ? "corner" : ""}" data-piece=${piece} @pointerenter=${look} @pointerleave=${leave}><i><img src=${addressOf(face.path)} alt=""></i>${text === piece ? titleOf(piece) : text}</span>`;
}

export const sentence = (runs, looks = true) => runs.map((each) => {
  if (typeof each === "string") return each;
  const [text, kind, name] = each;
  return kind === "card" ? mini(name, text, looks) : html`<b>${text}</b>`;
});
export function clauses(runs) { // a sentence, apart at its semicolons
  const found = [[]];
  for (const each of runs) {
    const [first, ...rest] = typeof each === "string" ? each.split("; ") : [each];
    found.at(-1).push(first);
    rest.forEach((text) => found.push([text]));
  }
  return found.map((each) => each.filter(Boolean)).map(([first, ...rest]) => sentence([typeof first === "string" ? capital(first) : [capital(first[0]), ...first.slice(1)], ...rest]));
}
export const plain = (runs) => runs.map((each) => (typeof each === "string" ? each : each[1] === "card" ? titleOf(each[0]) : each[0])).join("");

export function saidOf(line) { // a line in words: the sentence of its move, or its verb with what it names
  const [text, told] = line.split(" | "), move = (store.state.moves || []).find((each) => each.line === text);
  const [, verb = "", ...words] = text.split(" "), asked = own(table.together, verb);
  const said = move && move.say && move.say.length ? plain(move.say) : `${asked ? asked.ask : verbName(verb)} ${/[{"[]/.test(text) ? "" : wordsOf(words.join(" "))}`.trim();
  return told ? `${said} “${told}”` : said;
}

export function plainText(step) { // of a step: its sentence, or what kind of step it is
  const actor = step.actor && !["~", "table"].includes(step.actor) ? step.actor : "";
  const text = step.say.length ? plain(step.say) : step.verb ? [actor, verbName(step.verb).toLowerCase()].filter(Boolean).join(": ") : { refused: t("A move that the rules refuse"), fact: t("A fact") }[step.kind] || step.story;
  return text.replace(/[.!?]$/, "");
}

export const lastStep = () => { // what undo takes back: the last step of a person
  const step = store.state.log.findLast((each) => each.verb && each.actor !== "~" && !own(store.state.strategies, each.actor));
  if (!step) return t("the last step");
  const after = store.state.log.length - 1 - store.state.log.indexOf(step);
  return after ? t("{step}, and what followed", { step: plainText(step) }) : plainText(step);
};

const token = (name, number) => {
  const good = table.goods[name], face = good.piece && faceOf(good.piece);
  const one = face ? html`<img src=${addressOf(face.path)} alt="">` : icon(good.icon || "coin");
  return face && number <= 2 ? Array.from({ length: number }, () => one) : html`<b>${number}${face ? "×" : ""}</b>${one}`;
};

export function change(move) { // what a move changes for its player, as a picture: paid → gained
  const mine = (move.gains || []).filter(([who]) => who === move.actor);
  const paid = mine.filter(([, , number]) => number < 0), gained = mine.filter(([, , number]) => number > 0);
  if (!mine.length) return nothing;
  return html`${paid.map(([, name, number]) => token(name, -number))}${paid.length ? icon("arrow") : nothing}${gained.map(([, name, number]) => token(name, number))}`;
}

export const gainsOf = (move, sign = 1) => (move.gains || []).filter(([who, , number]) => who === move.actor && number * sign > 0).map(([, name, number]) => counted(name, Math.abs(number)));

// A text with facts in it; {cards} is the number of cards that a move of the verb names.
const valued = (text, state, verb) => text && text.replace(/\{(\w+)\}/g, (_, name) => (name === "cards" ? state.moves.find((move) => move.verb === verb).names.length : factOf(name)));

// If one verb alone is possible, what it asks; if nothing else is left, to end the turn.
function onlyVerb(state) {
  const verbs = new Set((state.moves || []).filter((move) => move.actor === state.seat).map((move) => move.verb).filter((verb) => (own(table.verbs, verb) || {}).button !== "more"));
  const [verb] = verbs, entry = own(table.verbs, verb);
  return verbs.size === 1 && entry && isTurnOf(state) ? valued(entry.must, state, verb) || (entry.button === "bar" && entry.last ? entry.name : "") : "";
}

const byMode = (map, mode) => own(map, mode) || own(map, mode.split(":")[0]) || "";

export function stepText(state = store.state) { // what is asked of who is to act
  const last = state.log.findLast((step) => step.verb && step.actor !== "~"), { then } = (last && own(table.verbs, last.verb)) || {};
  const asks = new Set(state.awaited.includes("table") ? (state.moves || []).map((move) => (move.actor === "table" && own(table.together, move.verb)) || {}).filter((how) => !how.when && !(how.each || []).length).map((how) => how.ask).filter(Boolean) : []);
  if (asks.size === 1) return [...asks][0];
  if (then && (state.awaited.includes(last.actor) || state.awaited.includes("table"))) return then;
  return onlyVerb(state) || valued(byMode(table.steps, state.mode), state);
}

export function waitText(state = store.state) { // for whom the others wait, and why
  const who = state.awaited.map((name) => (name === "~" ? t("the deck") : name === "table" ? t("all together") : name)), text = byMode(table.waits, state.mode);
  if (!who.length) return t("Waiting");
  if (state.awaited.includes("table") || state.awaited.includes("~") || !text) return state.awaited.includes("table") ? byMode(table.steps, state.mode) || t("All together") : t("Waiting for {who}", { who: listed(who) });
  return text.replace("{who}", listed(who)).replace(/\[([^|\]]*)\|([^\]]*)\]/g, (_, one, many) => (who.length > 1 ? many : one));
}

export function roundText(state = store.state) {
  const { round } = table, fact = round && (round.fact ? state.facts.find((each) => each.name === round.fact) : { value: "" });
  const shown = !round || !round.only.length || round.only.some((mode) => state.mode === mode || state.mode.startsWith(`${mode}:`));
  return fact && shown && !(state.over && !round.fact) ? round.text.replace("{round}", fact.value).replace("{of}", round.of) : "";
}
