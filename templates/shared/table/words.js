// Sentences with small pictures: runs of text, cards and players, as the server sends them.
import { html, nothing } from "./html.js";
import { icon } from "./icons.js";
import { addressOf, faceOf, own, redraw, store, table, titleOf } from "./store.js";

export const goods = Object.entries(table.goods || {});
export const listed = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);
export const counted = (name, number) => `${number} ${number === 1 ? table.goods[name].one : table.goods[name].many}`;
export const verbName = (word) => (own(table.verbs, word) || {}).name || word.replaceAll("-", " ");

export function mini(piece, text = titleOf(piece)) {
  const face = faceOf(piece);
  if (!face) return html`<b>${text}</b>`;
  const look = (event) => { store.large = { piece, side: event.clientX > innerWidth / 2 ? "left" : "" }; redraw(); };
  const leave = () => { store.large = null; redraw(); };
  return html`<span class="mini" @pointerenter=${look} @pointerleave=${leave}><img src=${addressOf(face.path)} alt="">${text === piece ? titleOf(piece) : text}</span>`;
}

const run = (each) => {
  if (typeof each === "string") return each;
  const [text, kind, name] = each;
  return kind === "card" ? mini(name, text) : html`<b>${text}</b>`;
};

export const sentence = (runs) => runs.map(run);
export const plain = (runs) => runs.map((each) => (typeof each === "string" ? each : each[1] === "card" ? titleOf(each[0]) : each[0])).join("");
export const withTitles = (text) => text.replace(/[\w'-]+/g, (word) => titleOf(word));

export function plainText(step) { // of a step: its sentence, or what kind of step it is
  const actor = step.actor && !["~", "table"].includes(step.actor) ? step.actor : "";
  const text = step.say.length ? plain(step.say) : step.verb ? [actor, verbName(step.verb).toLowerCase()].filter(Boolean).join(": ") : step.story;
  return text.replace(/[.!?]$/, "");
}

const token = (name, number) => {
  const good = table.goods[name], face = good.piece && faceOf(good.piece);
  const one = face ? html`<img src=${addressOf(face.path)} alt="">` : icon(good.icon || "coin");
  return face && number <= 4 ? Array.from({ length: number }, () => one) : html`<b>${number}${face ? "×" : ""}</b>${one}`;
};

export function change(move) { // what a move changes for its player, as a picture: paid → gained
  const mine = (move.gains || []).filter(([who]) => who === move.actor);
  const paid = mine.filter(([, , number]) => number < 0), gained = mine.filter(([, , number]) => number > 0);
  if (!mine.length) return nothing;
  return html`${paid.map(([, name, number]) => token(name, -number))}${paid.length ? icon("arrow") : nothing}${gained.map(([, name, number]) => token(name, number))}`;
}

export const gainsOf = (move, sign = 1) => (move.gains || []).filter(([who, , number]) => who === move.actor && number * sign > 0).map(([, name, number]) => counted(name, Math.abs(number)));
