// What can be done with what is chosen: legal moves, folded into options by what is picked later.
import { play, unscripted, whyNot } from "./net.js";
import { isTurnOf, low, me, own, redraw, store, table } from "./store.js";
import { verbName, waitText, wordsOf } from "./words.js";
import { isSeveral, joined, pieceAt, related } from "./several.js";
import { speak } from "./notify.js";
import { t } from "./speech.js";

// A move without names in its line is chosen by the cards of its sentence.
const cardsOf = (move) => (move.actor === "table" ? [] : move.say || []).filter((run) => Array.isArray(run) && run[1] === "card").map((run) => run[2]);
const plainNames = (move) => (move.names.length || move.actor === "table" ? move.names : cardsOf(move)).map(low);

// A step on a board is also chosen by the square that it leads to.
const STEPS = { U: [0, 1], D: [0, -1], L: [-1, 0], R: [1, 0] }, SQUARE = /^(-?\d+),(-?\d+)$/;
const squares = new WeakMap();

function squareOf(move) {
  const names = argNames(move.verb), at = names.findIndex((name) => own(entryOf(move.verb).pick, name) === "direction"), step = at >= 0 && own(STEPS, move.args[at]);
  if (!step) return [];
  const slots = store.state.zones.filter((zone) => zone.board).flatMap((zone) => zone.slots);
  const from = move.args.map((word) => (slots.find((slot) => slot.piece && low(slot.piece) === low(word)) || {}).at || (SQUARE.exec(word) || []).slice(1).map(Number)).find((found) => found.length);
  return from ? [`${from[0] + step[0]},${from[1] + step[1]}`] : [];
}

export function namesOf(move) {
  if (!squares.has(move)) squares.set(move, [...plainNames(move), ...squareOf(move)]);
  return squares.get(move);
}
// What lies on that square stands for it, once it is chosen who steps.
const onSquare = (move) => squareOf(move).flatMap((to) => store.state.zones.filter((zone) => zone.board).flatMap((zone) => zone.slots).filter((slot) => slot.piece && slot.at.join() === to).map((slot) => low(slot.piece)));
export const fits = (move, words = store.chosen) => (!store.verb || (move.verb === store.verb && move.actor === store.actor)) && words.every((word, place) => namesOf(move).includes(low(word)) || (place > 0 && onSquare(move).includes(low(word))));
const open = () => (store.state.moves || []).filter((move) => fits(move, []));
export const matching = (words = store.chosen) => { const all = open(); return [...all, ...joined(all, words)].filter((move) => fits(move, words)); };
export const further = () => related(matching(), open()).filter((move) => !fits(move) && namesOf(move).some((name) => !store.chosen.map(low).includes(name))); // what may be chosen besides
export const entryOf = (verb) => own(table.verbs, verb) || { pick: {}, args: [], form: {}, drag: {} };
const argNames = (verb) => { const entry = entryOf(verb); return entry.args.length ? entry.args : [...Object.keys(entry.pick), ...Object.keys(entry.form)]; };
export const isFree = (verb) => Object.keys(entryOf(verb).form).length > 0; // a player makes up its words
export const togetherOf = (move) => { // how all take part in it
  const how = own(table.together, move.verb);
  return how && (!how.when || move.args[0] === how.when) ? how : undefined;
};

// The piece that must step, if it is the only one that can: it is chosen without a click.
store.mustStep = () => {
  const moves = (store.state.moves || []).filter((move) => move.actor === me() && entryOf(move.verb).button !== "more");
  const words = moves.length ? moves[0].args.filter((word) => plainNames(moves[0]).includes(low(word)) && moves.every((move) => move.args.includes(word))) : [];
  return moves.every((move) => squareOf(move).length) ? words.slice(0, 1) : [];
};

const fruitful = () => store.chosen.length > 0 && matching().length > 0; // what is chosen in vain takes no light from the rest
const litMoves = () => (fruitful() ? [...matching(), ...further()] : matching([]));

let litFor = null, lit = new Set();
export function litNames() { // every name of some legal move that has what is chosen
  const key = `${Boolean(store.state.wish)}/${store.state.node}/${store.state.seat}/${store.chosen}/${store.verb}/${store.state.version}`;
  if (litFor !== key) { litFor = key; lit = new Set((store.state.wish ? [] : litMoves()).flatMap(fruitful() ? (move) => [...namesOf(move), ...onSquare(move)] : plainNames)); }
  return lit;
}

export const isLit = (name) => Boolean(name) && litNames().has(low(name));
export const isUsable = (name) => store.chosen.length > 0 && (store.state.moves || []).some((move) => plainNames(move).includes(low(name))); // instead of what is chosen
export const isFitting = (name) => store.chosen.length > 0 && matching([...store.chosen, name]).length > 0; // goes with what is chosen
export const isChosen = (name) => Boolean(name) && store.chosen.some((each) => low(each) === low(name));

// The chosen piece is put where a click says, as if it were dropped there.
const puts = (piece, names) => droppedOn(piece, names).filter((move) => Object.keys(entryOf(move.verb).drag).length && !told(move));
export const takes = (name) => store.chosen.length === 1 && puts(store.chosen[0], [name]).length > 0;
export function putOn(names) {
  const found = store.chosen.length === 1 ? puts(store.chosen[0], names) : [];
  if (found.length) drop(store.chosen[0], names);
  return found.length > 0;
}

export function choose(name) {
  const place = store.chosen.findIndex((each) => low(each) === low(name));
  if (place >= 0) store.chosen.splice(place, 1);
  else if (matching([...store.chosen, name]).length) store.chosen.push(name);
  else {
    store.chosen = [name];
    if (!matching().length) { store.verb = ""; store.actor = ""; }
  }
  store.refused = store.large = null;
  store.panel = "";
  if (store.chosen.length === 1) whyNot(store.chosen[0]);
  redraw();
  if (tells() && !matchMedia("(pointer: coarse)").matches) document.getElementById("told").focus();
  const found = options().length;
  speak(store.chosen.length ? t(found ? "{names}: {number} possible" : "{names}: nothing is possible", { names: store.chosen.map(wordsOf).join(", "), number: found }) : t("Nothing is chosen"));
}

// Whether what is chosen is told in words, and nothing else can be chosen with it.
export function tells() {
  const [option, more] = store.chosen.length ? options() : [];
  return Boolean(option && !more && entryOf(option.verb).story && !hasChoices(option.verb) && !store.chosen.some((name) => inHand(low(name))));
}

export function clear() {
  Object.assign(store, { chosen: [], verb: "", actor: "", refused: null, large: null, panel: "" });
  redraw();
}

// A piece is dropped on what has these names. One move is played; of several, one is chosen; if there
// is none, the piece stays chosen, and the panel says what can be done with it or why nothing can.
const told = (move) => entryOf(move.verb).story || entryOf(move.verb).sure; // its text, or whether it is meant, is asked for first
function droppedOn(piece, names) {
  const onto = (move) => { const { drag } = entryOf(move.verb), ends = Object.values(drag), has = namesOf(move); return names.some((name) => low(name) !== low(piece) && (ends.includes(name) || has.includes(low(name)))); };
  return (store.state.moves || []).filter((move) => namesOf(move).includes(low(piece)) && onto(move));
}
export function drop(piece, names) {
  const all = droppedOn(piece, names), dragged = all.filter((move) => Object.keys(entryOf(move.verb).drag).length);
  const found = dragged.length ? dragged : all;
  if (found.length === 1 && !told(found[0])) { play(found[0].line); return; }
  store.chosen = [];
  choose(piece);
  if (!found.length) return;
  const [{ verb, actor }] = found, target = names.find((name) => low(name) !== low(piece) && found.every((move) => namesOf(move).includes(low(name))));
  if (target) choose(target);
  if (found.every((move) => move.verb === verb)) Object.assign(store, { verb, actor });
  redraw();
}

function folded(move, place) { // an argument that is asked for after the option was chosen
  return own(entryOf(move.verb).pick, argNames(move.verb)[place]) || "";
}

// A move with several cards of the hand is offered when just these cards are chosen.
const inHand = (name) => store.state.zones.some((zone) => zone.owner === me() && zone.name.endsWith("hand") && zone.slots.some((slot) => low(slot.piece) === name));
const isExact = (move) => entryOf(move.verb).pick.cards !== "hand" || namesOf(move).filter(inHand).length === store.chosen.map(low).filter(inHand).length;
export const asksCards = () => matching().some((move) => !isExact(move));

const isSealed = (move) => (store.state.sealed || []).some((choice) => choice.verb === move.verb) && store.state.players.includes(store.state.seat);
const offered = (words, verb) => (verb === "" ? store.state.moves || [] : store.verb && isSeveral(store.verb) ? open() : matching(words)).filter((move) => !isFree(move.verb) && !isSealed(move) && (!me() || isExact(move)));

// Legal moves that a button can play, folded; with `verb` empty: whatever is chosen.
export function options(words = store.chosen, verb = undefined) {
  const found = new Map();
  for (const move of offered(words, verb)) {
    const parts = hasChoices(move.verb) ? [] : move.args.map((words, place) => {
      const how = folded(move, place);
      return how === "givers" ? "" : how === "amount" ? words.replace(/\s*\d+$/, "") : words;
    });
    const key = [move.actor, move.verb, ...parts].join("|");
    if (!found.has(key)) found.set(key, { key, verb: move.verb, actor: move.actor, moves: [] });
    found.get(key).moves.push(move);
  }
  const order = Object.keys(table.verbs || {}), rank = (option) => (entryOf(option.verb).last ? order.length + 1 : order.indexOf(option.verb)); // as declared
  return [...found.values()].sort((one, other) => rank(one) - rank(other));
}

// A zone that stands for a verb: a click on it is the move, or says why it is not possible.
export const movesAt = (verb) => (store.state.moves || []).filter((move) => move.verb === verb && move.actor === me());
export function refuse(verb) {
  const form = store.state.forms.find((each) => each.verb === verb && each.why);
  Object.assign(store, { chosen: [], verb: "", actor: "", refused: { what: verbName(verb), message: isTurnOf(store.state) ? unscripted(form ? form.why : t("Nothing is possible with it now.")) : waitText() } });
  redraw();
}
export function actAt(verb) {
  const { at } = entryOf(verb);
  if (putOn([at])) return;
  const moves = movesAt(verb);
  if (!moves.length) { refuse(verb); return; }
  if (moves.length === 1) { play(moves[0].line); return; }
  Object.assign(store, { verb, actor: me(), chosen: [] });
  redraw();
}

// A verb with a question for each of its arguments is one option: what was answered, kept by its
// key, leaves some of its moves.
export const hasChoices = (verb) => Object.keys(entryOf(verb).choices || {}).length > 0;
export function choicesOf(option) { // [[place, question, words that are left, the chosen ones]], and the moves
  const kept = store.picks[option.key] || {}, found = [], fitting = store.chosen.length ? new Set([...option.moves.filter((move) => fits(move)), ...related(matching(), option.moves)]) : null;
  let moves = fitting ? option.moves.filter((move) => fitting.has(move)) : option.moves;
  argNames(option.verb).forEach((name, place) => {
    const ask = own(entryOf(option.verb).choices, name), words = [...new Set(moves.map((move) => move.args[place] || ""))];
    const pieces = words.filter((word) => isChosen(pieceAt(moves, place, word)));
    if (!ask || (words.length < 2 && !pieces.length)) return;
    const chosen = pieces.length ? pieces : words.includes(kept[place]) ? [kept[place]] : [];
    found.push([place, ask, words.map((word) => [word, pieceAt(moves, place, word)]), chosen]);
    if (chosen.length > 1) moves = joined(moves).filter((move) => pieces.every((word) => move.names.includes(pieceAt(moves, place, word))));
    else if (chosen.length) moves = moves.filter((move) => (move.args[place] || "") === chosen[0]);
  });
  return { asked: found, moves };
}

export const folds = (option, how) => option.moves.length > 1 && option.moves[0].args.some((_, place) => folded(option.moves[0], place) === how);
const total = (move) => (move.gains || []).filter(([who]) => who === move.actor).reduce((sum, [, , number]) => sum + Math.max(0, number), 0);
export const best = (option) => option.moves.reduce((one, other) => (total(other) > total(one) ? other : one));
export function chosenAmount(option) { // the move that its stepper shows
  return option.moves.find((move) => move.line === store.amounts[option.key]) || best(option);
}
export const giverOf = (move) => {
  const place = move.args.findIndex((_, each) => folded(move, each) === "givers");
  return place < 0 ? "" : move.args[place].replace(/^from /, "");
};

// What cannot be done with a piece, and why: first what is for such a piece, with what must be done
// before it, then what is possible now with other pieces; nothing that nobody would try.
export function closed(piece = store.chosen.length === 1 ? store.chosen[0] : "") {
  const all = (store.why.get(piece) || []).filter((each) => each.reasons.length);
  if (!Object.keys(table.verbs || {}).length) return all;
  const formOf = (each) => store.state.forms.find((form) => form.verb === each.verb), isOpen = (each) => Boolean(formOf(each)) && !formOf(each).why;
  const waits = (each) => Boolean((formOf(each) || {}).why) && low(each.reasons[0].facts) === low(unscripted(formOf(each).why)); // for the same as with any piece
  const isAlive = (each) => waits(each) || store.state.moves.some((move) => move.verb === each.verb);
  const declared = all.filter((each) => own(table.verbs, each.verb)), meant = declared.filter((each) => isMeant(each.verb, piece));
  const others = declared.filter((each) => isAlive(each) && !Object.keys(entryOf(each.verb).pick).length && !["more", "bar"].includes(entryOf(each.verb).button));
  return [meant.filter(isOpen), meant.filter(waits), others, meant].find((found) => found.length) || [];
}

const zonesWith = (piece) => store.state.zones.filter((zone) => zone.slots.some((slot) => slot.piece === piece));

// Whether a verb is for such a piece: it is picked in this zone, or another one that lies there may be.
function isMeant(verb, piece) {
  const picks = Object.values(entryOf(verb).pick), zones = zonesWith(piece);
  if (picks.length === 1 && picks[0] === "hand" && zones.length && !zones.some((zone) => zone.owner === me() && zone.name.endsWith("hand"))) return false;
  if (picks.some((pick) => zones.some((zone) => pick === (zone.owner ? zone.name.slice(zone.owner.length + 3) : zone.name)))) return true;
  const places = zones.flatMap((zone) => (table.plan || {}).middle?.filter((plan) => plan.zone === zone.name).map((plan) => plan.place) || []);
  if (picks.some((pick) => places.includes(pick))) return true;
  const beside = new Set(zones.flatMap((zone) => zone.slots.map((slot) => low(slot.piece))));
  return store.state.moves.some((move) => move.verb === verb && namesOf(move).some((name) => beside.has(name)));
}

