// A drawn face that is edited: its elements, the one that is chosen, and what is written of it.
import { app, ask, redraw } from "./api.js";
import { deckNow } from "./cards.js";
import { chooseIcon } from "./icons.js";

export const view = { part: "", splitting: false, seen: null, zoom: 1, side: "face", data: null, asked: "", chosen: null, name: "", box: null, from: null, snap: true, safe: true, row: 0, face: null, tag: "", guides: [] };
export const mm = (value) => (Math.round(value * 100) / 100).toString();
export const columnOf = (field) => deckNow()?.columns.find((column) => column.field === field)?.title ?? field;
export const SNAP = 0.9, SAFE = 3;
const later = { timer: 0 }; // of a move by keys
export async function load() {
  const key = `${view.part} ${view.side} ${app.state.preview?.tag}`;
  if (view.asked === key || view.from) return;
  view.asked = key;
  const found = await ask("layout", { deck: view.part, side: view.side });
  view.data = found.refused ? { elements: [], refused: found.refused, fields: [], colours: {}, families: [] } : found;
  app.message = "";
  const { elements } = view.data, alike = elements.filter((each) => each.name === view.name);
  const still = alike.find((each) => each.index === view.chosen) ?? alike[0];
  view.chosen = still?.index ?? null;
  if (!later.timer) view.box = still?.box ?? null; // not while keys move it
  if (view.tag !== app.state.preview?.tag) { view.tag = app.state.preview?.tag; view.face = null; }
  redraw();
}
export const chosen = () => view.data?.elements.find((each) => each.index === view.chosen);
export function choose(index) {
  view.chosen = index;
  view.name = chosen()?.name ?? "";
  view.box = chosen()?.box ?? null;
  redraw();
}

async function send(action, more) {
  const found = await ask(action, { deck: view.part, side: view.side, row: view.row, ...more });
  if (found.face && view.side === "face") view.face = found.face;
  view.asked = "";
  return found;
}
export async function write(values) {
  const element = chosen();
  if (!element) return;
  const found = await send("shape", { index: element.index, name: element.name, values });
  if (found.refused) view.box = element.box;
  redraw();
}
export async function add(kind, field = "") {
  const found = await send("add-element", { kind, field });
  if (found.name) { view.chosen = null; view.name = found.name; }
  redraw();
  if (found.name && kind === "icon" && !field) chooseIcon((icon) => write({ icon }));
}
export async function remove() {
  const element = chosen();
  if (!element) return;
  const found = await send("drop-element", { index: element.index, name: element.name });
  if (!found.refused) choose(null);
  redraw();
}
export const sized = (element) => !element.fixed && !element.unsized && element.kind !== "line of text";
const place = ([x, y, width, height]) => ({ x, y, width, height });
export function put() {
  later.timer = 0;
  const element = chosen();
  if (!element || element.box.every((value, at) => Math.abs(value - view.box[at]) < 0.001)) return;
  const now = place(view.box);
  if (!sized(element)) { delete now.width; delete now.height; }
  write(now);
}
export function putSoon() { // several presses of a key are one edit
  clearTimeout(later.timer);
  later.timer = setTimeout(put, 350);
}
