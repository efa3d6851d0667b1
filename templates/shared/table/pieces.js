// Pieces and zones: a card, a fan, a pile, counters, a board.
import { html, nothing, repeat, svg } from "./html.js";
import { actAt, choose, entryOf, isChosen, isFitting, isLit, isUsable, matching, movesAt, namesOf, putOn, takes } from "./options.js";
import { whyNot } from "./net.js";
import { addressOf, backOf, factOf, faceOf, inMode, isTurnOf, LIVE, low, me, meta, own, partOf, redraw, store, table, titleOf, zoneOf } from "./store.js";
import { paper, sheetUnder } from "./sheet.js";
import { capital, t } from "./speech.js";
import { signOf } from "./words.js";

const PILE = 9;
let hover = 0;
document.addEventListener("pointermove", (event) => { store.mouse = `${event.clientX},${event.clientY}`; }, true);

export function look(piece, event) { // not when the table moves under a mouse that rests
  clearTimeout(hover);
  if (store.mouse === `${event.clientX},${event.clientY}`) return;
  const from = event.currentTarget;
  hover = setTimeout(() => {
    store.large = { piece, side: "", from };
    if (LIVE && !isLit(piece) && (store.state.moves || []).length) whyNot(piece);
    redraw();
  }, 180);
}

// A card that can do nothing is shown large when it is clicked or reached by keys, to be read.
function show(piece, from) {
  store.large = { piece, side: "", from, always: true };
  redraw();
}

export function leave() {
  clearTimeout(hover);
  if (store.large) { store.large = null; redraw(); }
}

// A die on a piece: "O4" is the orange one with 4 dots.
const DOTS = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] };
const PAINT = { O: ["#f0a04b", "#22160a"], P: ["#5b2d8c", "#fff"], W: ["#fff", "#222"] };

export const swatch = (colour) => { // the colour of dice that a fact names
  const [fill] = PAINT[colour.charAt(0).toUpperCase()] || [];
  return fill ? html`<svg class="swatch" viewBox="0 0 20 20" aria-hidden="true"><rect x="1" y="1" width="18" height="18" rx="4" fill=${fill} stroke="#222" stroke-width="1.5"></rect></svg>` : nothing;
};

export function dieOf(value) {
  const [, colour, number] = /^([A-Z]?)(\d+)$/.exec(value) || [], [fill, ink] = PAINT[colour] || PAINT.W, dots = DOTS[number];
  if (!number) return html`<i class="fact-die">${value}</i>`;
  return html`<svg class="die-on" viewBox="0 0 40 40" data-value=${value} aria-hidden="true"><rect x="1.5" y="1.5" width="37" height="37" rx="7" fill=${fill} stroke="#222" stroke-width="2"></rect>${dots ? dots.map((dot) => svg`<circle cx=${20 + (((dot - 1) % 3) - 1) * 10} cy=${20 + (Math.floor((dot - 1) / 3) - 1) * 10} r="4.2" fill=${ink}></circle>`) : svg`<text x="20" y="29" text-anchor="middle" font-size="26" font-weight="700" fill=${ink}>${number}</text>`}</svg>`;
}

export const wordsIn = (text) => String(text || "").split(/[\s,]+/).filter(Boolean);

// What lies across a piece, as `plan: laid` names the fact and the zone of it.
export const laidOn = (piece) => {
  const { laid } = table.plan || {};
  return laid ? wordsIn(partOf(laid, piece)).map((each) => card({ piece: each, back: "", number: 1, about: [] }, { name: laid }, piece)) : [];
};

// A piece with others across its lower edge, of which the upper part is seen.
export const laden = (view, zone, things) => html`<span class="laden ${things.length ? "" : "free"}">${view}${things.length ? html`<span class="strips" data-zone=${zone.name} .style=${`--n:${things.length}`}>${things}</span>` : nothing}</span>`;

const place = (slot) => {
  const facts = slot.about.filter(([fact, value]) => value !== "none" && (["die", "value"].includes(fact) || slot.about.length < 3));
  return facts.filter(([, value]) => !facts.some(([, other]) => other !== value && other.endsWith(value))).slice(0, 2);
};

const finalDie = (slot, value) => { // as the end of the game has set it
  const final = slot.about.find(([fact]) => fact === "final");
  return final && /^[A-Z]\d+$/.test(value) ? value[0] + final[1] : value;
};

// A card. `key` tells pieces of one name in one zone apart, so that each stays where it is.
export function card(slot, zone, index, options = {}) {
  const face = slot.piece ? faceOf(slot.piece) : backOf(slot), name = slot.piece, title = name ? titleOf(name) : t("hidden card");
  const lit = LIVE && (options.lit || (isLit(name) && isHere(zone, name))), chosen = isChosen(name) && index !== "top" && (typeof index !== "number" || index < 2), down = slot.about.some(([fact, value]) => fact === "face" && value === "down");
  const about = slot.about.map(([fact, value]) => `${fact} ${value}`).join(", ");
  const label = `${title}${slot.number > 1 ? ` ${slot.number}` : ""}, ${zone.name}${about ? `, ${about}` : ""}${options.sign || options.turned ? `, ${options.sign || t("turned over")}` : ""}${lit ? `, ${t("can be used")}` : ""}`;
  const ratio = face ? face.width / face.height : 63 / 88;
  const style = `--ratio:${ratio};${face && face.corners ? `--shape:polygon(${face.corners.replace(/[\d.]+/g, "$&%")})` : ""}`;
  return html`<button type="button" class="card ${lit ? "can" : options.key && isUsable(name) ? "may" : ""} ${chosen ? "on" : ""} ${face && face.is_round ? "round" : ""} ${face && face.corners ? "shaped" : ""} ${down ? "down" : ""} ${options.turned ? "turned" : ""} ${name ? "" : "hidden"}"
    .style=${style} data-key="${zone.name}/${name}#${index}" data-piece=${name} aria-label=${label} aria-pressed=${String(chosen)}
    @click=${options.go || ((event) => { if (!name) return; choose(name); if (LIVE && !lit && isChosen(name)) show(name, event.currentTarget); })} @pointerenter=${(event) => name && look(name, event)} @pointerleave=${leave}
    @focus=${(event) => { if (name && LIVE && !isLit(name)) whyNot(name); if (name && event.currentTarget.matches(":focus-visible")) show(name, event.currentTarget); }} @blur=${leave}>
    ${face ? html`<img src=${addressOf(face.path)} alt="" draggable="false">` : html`<span class="chip">${name ? title : "?"}</span>`}
    ${slot.number > 1 ? html`<span class="n">${slot.number}</span>` : nothing}
    ${options.sign ? html`<span class="sign" aria-hidden="true">${options.sign}</span>` : nothing}
    ${place(slot).length ? html`<span class="facts">${place(slot).map(([fact, value]) => fact === "die" ? dieOf(finalDie(slot, value)) : html`<i class="fact-${fact}">${value}</i>`)}</span>` : nothing}
    ${options.key ? html`<kbd aria-hidden="true">${options.key}</kbd>` : nothing}</button>`;
}

function keyed(slots) { // slots with a number that counts those of one name
  const counts = new Map();
  return slots.map((slot) => {
    const number = (counts.get(slot.piece) || 0) + 1;
    counts.set(slot.piece, number);
    return [slot, number];
  });
}

export const cards = (slots, zone, options = () => ({})) => repeat(keyed(slots), ([slot, number]) => `${slot.piece}#${number}`, ([slot, number], at) => {
  const view = card(slot, zone, number, options(slot, at)), laid = laidOn(slot.piece);
  return laid.length ? laden(view, { name: table.plan.laid }, laid) : view;
});

// Letters with which cards of the own hand are chosen, from left to right.
function letters(slots) {
  const pieces = [...new Set(slots.map((slot) => slot.piece).filter(Boolean))];
  return new Map(pieces.map((piece, place) => [piece, "abcdefghijklmnopqrstuvwxyz"[place]]));
}

// ---- counters

const isPicked = (zone, piece) => { // tokens are chosen only where a verb says so, or nothing is declared
  const short = zone.owner ? zone.name.slice(zone.owner.length + 3) : zone.name, verbs = matching().filter((move) => namesOf(move).includes(low(piece))).map((move) => entryOf(move.verb));
  return verbs.some((entry) => !Object.keys(table.verbs || {}).length || Object.values(entry.pick).includes(short));
};

// Of pieces of one name in several zones, those light up that a verb picks.
function isHere(zone, piece) {
  const zones = store.state.zones.filter((each) => each.slots.some((slot) => slot.piece === piece));
  return zones.length < 2 || !zones.some((each) => isPicked(each, piece)) || isPicked(zone, piece);
}

function counters(zone, far) {
  const names = Object.keys(table.goods || {}).filter((name) => (table.goods[name].piece || name) && zone.slots.concat(...store.state.zones.filter((each) => each.counted).map((each) => each.slots)).some((slot) => slot.piece === (table.goods[name].piece || name)));
  const shown = names.length ? names.map((name) => [table.goods[name].piece || name, table.goods[name].many, table.goods[name].one]) : zone.slots.map((slot) => [slot.piece, titleOf(slot.piece)]);
  if (zone.unsure) return html`<div class="tokens"><span class="tok">${zone.total}<small>${t("hidden")}</small></span></div>`;
  return html`<div class="tokens">${shown.map(([piece, many, one]) => {
    const slot = zone.slots.find((each) => each.piece === piece), number = slot ? slot.number : 0, word = number === 1 ? one || many : many, face = faceOf(piece), lit = number > 0 && isLit(piece) && isPicked(zone, piece);
    const inner = html`${face ? html`<img src=${addressOf(face.path)} alt="">` : html`<span class="chip">${piece ? titleOf(piece) : "?"}</span>`}${number}${far ? html`<span class="spoken"> ${word}</span>` : html`<small>${word}</small>`}`;
    const key = `${zone.name}/${piece}#1`;
    return lit ? html`<button type="button" class="tok can ${isChosen(piece) ? "on" : ""}" data-key=${key} data-piece=${piece} @click=${() => choose(piece)}>${inner}</button>`
      : html`<span class="tok ${number ? "" : "zero"}" data-key=${key} data-piece=${piece}>${inner}</span>`;
  })}</div>`;
}

// ---- a board

const nothingHere = () => { // a square that no move leads to
  if (!LIVE || !isTurnOf(store.state)) return;
  store.refused = { message: store.chosen.length ? t("{name} cannot go there.", { name: titleOf(store.chosen[0]) }) : t("Choose a highlighted piece first.") };
  redraw();
};

const PLACE = /^(-?\d+),(-?\d+)$/;

function board(zone) {
  const at = new Map();
  for (const slot of zone.slots) at.set(slot.at.join(), [...(at.get(slot.at.join()) || []), slot]);
  const spots = [...new Set(LIVE ? (store.state.moves || []).flatMap(namesOf) : [])].map((name) => PLACE.exec(name)).filter(Boolean).map((found) => [Number(found[1]), Number(found[2])]);
  const ring = (zone.slots.length ? zone.slots.map((slot) => slot.at) : spots).flatMap(([x, y]) => [[x - 1, y - 1], [x + 1, y + 1]]), all = [...zone.slots.map((slot) => slot.at), ...ring, ...spots]; // room for a step, so that the board stays as it is
  if (!all.length) return html`<p class="empty">${t("The table is empty")}</p>`;
  const xs = all.map(([x]) => x), ys = all.map(([, y]) => y), left = Math.min(...xs), right = Math.max(...xs), low_ = Math.min(...ys), high = Math.max(...ys);
  const rows = Array.from({ length: high - low_ + 1 }, (_, row) => high - row), columns = Array.from({ length: right - left + 1 }, (_, column) => left + column);
  return html`<div class="board" .style=${`--columns:${columns.length - 2};--rows:${rows.length - 2}`}>${rows.map((y) => columns.map((x) => {
    const name = `${x},${y}`, here = at.get(name) || [], lit = isLit(name), on = isChosen(name);
    if (here.length) return html`<div class="cell ${lit ? "can" : ""} ${on ? "on" : ""}" data-at=${name}>${here.map((slot) => card(slot, zone, name, lit && !isChosen(slot.piece) && !(slot.piece && isFitting(slot.piece)) && isFitting(name) ? { lit, go: () => choose(name) } : {}))}</div>`;
    if (lit) return html`<button type="button" class="cell can ${on ? "on" : ""}" data-at=${name} data-place=${name} aria-label=${t("empty square {name}", { name })} @click=${() => choose(name)}></button>`;
    return html`<div class="cell none" data-at=${name} @click=${nothingHere}></div>`;
  }))}</div>`;
}

// ---- zones

export function zoneView(plan, owner = "", more = "") {
  if (plan.only && !inMode(plan.only)) return nothing;
  if (plan.face) {
    const slot = { piece: plan.face, back: "", number: 1, about: [] };
    return html`<section class="zone ${plan.size || ""}" data-zone=${plan.face}><h3>${plan.title || plan.face}</h3><div class="cards">${card(slot, { name: plan.title || plan.face }, 1)}</div></section>`;
  }
  const name = owner ? `${owner}'s ${plan.zone}` : plan.zone, whole = zoneOf(name);
  if (!whole) return nothing;
  const zone = (plan.hide || []).length ? { ...whole, slots: whole.slots.filter((slot) => !plan.hide.includes(low(slot.piece))) } : whole;
  const mine = owner && owner === me(), words = [plan.zone, plan.place].filter(Boolean), known = !owner || mine || !me() ? words.find(isLit) : "", lit = isLit(name) || Boolean(known), spot = isLit(name) ? name : known || plan.zone;
  if (!zone.slots.length && !plan.empty && plan.as !== "counters" && !lit && !(plan.as === "pile" && !owner) && !(plan.size === "hand" && mine)) return nothing;
  const label = plan.title || (mine ? t("Your {zone}", { zone: t(plan.zone) }) : capital(t(plan.zone)));
  const head = lit ? html`<button type="button" class="spot ${isChosen(spot) ? "on" : ""}" data-place=${spot} aria-pressed=${String(isChosen(spot))} @click=${() => choose(spot)}>${label}</button>` : label;
  const isSpread = !zone.board && !zone.counted && (!plan.as || plan.as === "row" || plan.as === "fan") && !(plan.size === "hand" && mine);
  const kind = ["zone", `as-${plan.as || "row"}`, plan.size === "hand" && mine ? "handz" : "", plan.size === "large" ? "large" : "", plan.size === "small" ? "small" : "", isSpread ? "spread" : "", plan.as === "fan" && plan.size !== "hand" ? "fanned" : "", mine ? "mine" : "", lit ? "lit" : "", more].join(" ");
  return html`<section class=${kind} .style=${`--count:${zone.slots.length}`} data-zone=${name} data-at=${plan.place || nothing} aria-label=${owner ? t("{zone} of {owner}", { zone: label, owner }) : label}><h3>${head}${plan.as === "pile" || plan.as === "counters" || zone.total < (plan.size === "hand" ? 1 : 2) ? nothing : html` <span class="count">${zone.total}</span>`}${plan.as === "pile" ? allOf(zone, label) : nothing}</h3>${content(plan, zone, owner, mine)}${caption(plan, owner)}</section>`;
}

function captionOf(text, value) {
  const found = signOf(value);
  return found ? html`${text.replace("{value}", found.text)} ${found.sign}` : text.replace("{value}", own(table.words, value) || value);
}

function caption(plan, owner) { // what holds there, such as the suit that was named
  const value = plan.fact && factOf(owner ? `${owner}.${plan.fact}` : plan.fact);
  return !value || value === "none" ? nothing : html`<p class="caption">${captionOf(plan.text, value)}</p>`;
}

const RANKS = new Map(["", ...Object.keys(meta.faces)].map((piece, place) => [piece, place]));

function content(plan, zone, owner, mine) {
  if (zone.board) return board(zone);
  if (plan.as === "counters" || zone.counted) return counters(zone, owner && !mine);
  if (plan.as === "pile") return pile(plan, zone);
  const sheet = sheetUnder(zone.name), isHand = plan.size === "hand" && mine, first = new Map(zone.slots.map((slot, place) => [slot.piece, place]).reverse()), rank = plan.sorted ? RANKS : isHand ? first : null; // equal ones side by side
  const slots = rank ? zone.slots.toSorted((one, other) => rank.get(one.piece) - rank.get(other.piece)) : zone.slots, keys = isHand ? letters(slots) : null;
  const backs = slots.length > 1 && slots.every((slot) => !slot.piece);
  return html`${sheet ? paper(sheet, "small") : nothing}<div class="cards ${backs ? "backs" : ""} ${keys ? "hand-of" : ""}">${slots.length ? cards(slots, zone, (slot) => ({ key: keys && keys.get(slot.piece) })) : html`<em class="empty">${plan.empty || t("empty")}</em>`}</div>`;
}

const openPile = (zone, title) => () => { store.panel = { kind: "zone", name: zone.name, title }; redraw(); };

function allOf(zone, title) { // a pile shows its top card; all of them on demand
  if (zone.secret || zone.total < 2 || !zone.slots.some((slot) => slot.piece)) return nothing;
  const lit = zone.slots.some((slot) => slot.piece && isLit(slot.piece));
  return html` <button type="button" class="chip ${lit ? "can" : ""}" aria-label=${t("Show all: {zone}", { zone: title })} @click=${openPile(zone, title)}>${t("show all")}</button>`;
}

function pile(plan, zone) {
  const verb = Object.keys(table.verbs || {}).find((each) => LIVE && me() && entryOf(each).at === zone.name); // what a click on it does
  const top = zone.slots.at(-1), slot = top && (plan.open && !zone.secret ? top : { ...top, piece: "" }), put = (event) => { if (LIVE && putOn([zone.name])) event.stopPropagation(); };
  return html`<div class="cards pile" @click=${{ handleEvent: put, capture: true }}>${slot ? card(slot, zone, "top", verb ? { lit: movesAt(verb).length > 0, go: () => actAt(verb) } : LIVE && takes(zone.name) ? { lit: true } : {}) : html`<span class="card none"></span>`}<span class="n">${zone.total}<span class="spoken"> ${t("cards")}</span></span></div>`;
}

// ---- a table without a declaration: zones as the game has them

export function usualPlan(owner) {
  const short = (zone) => (owner ? zone.name.slice(owner.length + 3) : zone.name);
  const found = store.state.zones.filter((zone) => zone.owner === owner).map((zone) => {
    const hidden = zone.slots.length > 1 && zone.slots.every((slot) => !slot.piece), many = !zone.counted && !owner && zone.slots.length > PILE;
    const as = zone.counted ? "counters" : zone.board ? "board" : zone.secret || many || (hidden && !owner) ? "pile" : "row";
    return { zone: short(zone), as, open: !zone.secret, only: [], size: short(zone) === "hand" ? "hand" : "normal", empty: "" };
  });
  return found.sort((one, other) => (one.size === "hand") - (other.size === "hand")).filter((plan) => plan.as === "board" || plan.size === "hand" || zoneOf(owner ? `${owner}'s ${plan.zone}` : plan.zone).slots.length);
}

export function usualBadge(owner) { // facts of a player that are short, and not a zone
  const zones = new Set(store.state.zones.filter((zone) => zone.owner === owner).map((zone) => low(zone.name.slice(owner.length + 3))));
  return store.state.facts.filter((fact) => fact.owner === owner && !fact.parts.length && /^\d+$/.test(fact.value)).map((fact) => fact.name.slice(owner.length + 1)).filter((name) => !zones.has(name)).slice(0, 3);
}

export const badgeOf = (owner, name) => factOf(`${owner}.${name}`);
