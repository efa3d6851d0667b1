// What the page knows: the game, the position as this seat sees it, and what is chosen.

const read = (id) => JSON.parse(document.getElementById(id).textContent);
export const meta = read("meta");
export const store = {
  state: read("state"),
  chosen: [], // names of pieces and places that a move must have
  verb: "", // and its verb
  actor: "",
  large: null, // the piece that is shown large, and on which side
  panel: "", // a dialog: help, facts, sheet, drawer
  refused: null, // the last refusal
  why: new Map(), // piece -> what cannot be done with it, at this node
  asScript: false,
  texts: {}, // what is being written in forms, by their names
  amounts: {}, // how many of an option, by its key
  picks: {}, // what was chosen in an option with several questions, by its key
  sure: "", // the line of a move about which is asked whether it is meant
  net: "", // lost, back, or empty
  pending: null, // a move that could not be sent
  missed: 0, // the step of the log at which the connection was lost
  page: "table", // or the start page
  banner: "", // a new round
  asking: false, // whether the others are to be asked to undo a step
  mustStep: () => [], // the piece that must step, if only one can
  received: () => {}, // what others write on a sheet of all
  mouse: "", // where it was moved to last
  changed: -9999, // when others changed the table
  look: false, // the table is looked at after the game
};
globalThis.pieria = store; // for tests, and for the curious

let drawing = null;
export function onDraw(draw) { drawing = draw; }
export function redraw() { if (drawing) drawing(); }

export const LIVE = Boolean(meta.live);
export const low = (text) => text.toLowerCase();
export const own = (map, name) => (map && Object.hasOwn(map, name) ? map[name] : undefined); // a player may be called constructor
export const table = meta.table;
export const isTurnOf = (state) => state.players.includes(state.seat) && !state.over && state.awaited.includes(state.seat);
export const humans = () => store.state.players.filter((name) => !own(store.state.strategies, name)); // those whom a person plays
export const me = () => (store.state.players.includes(store.state.seat) ? store.state.seat : "");
export const zoneOf = (name) => store.state.zones.find((zone) => zone.name === name);
export const factOf = (name) => (store.state.facts.find((fact) => fact.name === name) || {}).value;
export const partOf = (name, part) => {
  const fact = store.state.facts.find((each) => each.name === name);
  return ((fact && fact.parts.find(([each]) => each === part)) || [])[1];
};
export const inMode = (modes) => !modes.length || modes.some((each) => store.state.mode === each || store.state.mode.startsWith(`${each}:`));
export const titleOf = (piece) => { const face = own(meta.faces, piece); return face && face.title && face.title.length > 2 ? face.title : piece; };

const made = new Map(); // path -> address of a picture that a recorded game has in its page

export function addressOf(path) {
  const inside = meta.pictures && meta.pictures[path];
  if (!inside) return path;
  if (!made.has(path)) {
    const [root, rest, used] = inside;
    const style = `<style>${used.map((each) => meta.typefaces[each]).join("")}</style>`;
    made.set(path, URL.createObjectURL(new Blob([root, style, rest], { type: "image/svg+xml" })));
  }
  return made.get(path);
}

export const faceOf = (piece) => own(meta.faces, piece);
export const backOf = (slot) => own(meta.backs, slot.back);
