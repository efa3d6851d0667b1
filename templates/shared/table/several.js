// Moves that name several pieces, of which only those with one piece are listed: they are made from
// the pieces that are chosen, one after the other, and the server says whether they are legal.
import { faceOf, low, own, store, table } from "./store.js";

const placesOf = (verb) => { const { args = [], several = [] } = own(table.verbs, verb) || {}; return several.map((name) => args.indexOf(name)); };
const piecesIn = (move, place) => (move.args[place] || "").split(/[\s,]+/).filter((word) => faceOf(word));
const hasOne = (move, place, among) => { const [piece, ...more] = piecesIn(move, place).map(low); return Boolean(piece) && !more.length && (!among || among.includes(piece)); };
const rest = (move, place) => [move.actor, move.verb, ...move.args.filter((_, each) => each !== place)].join("|");
const made = { node: -1, moves: new Map() }; // of this position, by their lines: each is asked about once

function madeOf(moves, place) { // one move for several that differ in one place alone
  if (made.node !== store.state.node) Object.assign(made, { node: store.state.node, moves: new Map() });
  const [first, ...others] = moves, words = [first.args[place], ...others.flatMap((move) => piecesIn(move, place))];
  const args = first.args.map((word, each) => (each === place ? words.join(" ") : word)), line = [first.actor, first.verb, ...args.filter(Boolean)].join(" ");
  if (!made.moves.has(line)) made.moves.set(line, { line, verb: first.verb, actor: first.actor, args, names: [...new Set(moves.flatMap((move) => move.names))] });
  return made.moves.get(line);
}

// The moves for all chosen pieces at once, beside those with one of them.
export function joined(all, words = store.chosen) {
  const chosen = words.map(low), found = [];
  for (const verb of chosen.length > 1 ? new Set(all.map((move) => move.verb)) : []) {
    for (const place of placesOf(verb)) {
      const groups = new Map();
      for (const move of [...all, ...found].filter((each) => each.verb === verb && hasOne(each, place, chosen))) groups.set(rest(move, place), [...(groups.get(rest(move, place)) || []), move]);
      found.push(...[...groups.values()].filter((group) => group.length > 1).map((group) => madeOf(group, place)));
    }
  }
  return found;
}

export const isSeveral = (verb) => placesOf(verb).length > 0;

// The listed moves with one piece from which these are made, or with which others are.
export const related = (moves, all) => all.filter((other) => placesOf(other.verb).some((place) => hasOne(other, place) && moves.some((move) => piecesIn(move, place).length && rest(move, place) === rest(other, place))));

// The piece that a choice stands for, where several may be chosen.
export const pieceAt = (moves, place, word) => { const move = placesOf(moves[0].verb).includes(place) && moves.find((each) => each.args[place] === word && hasOne(each, place)); return move ? piecesIn(move, place)[0] : ""; };
