// A drawn face that is edited: its elements, the one that is chosen, and what is written of it.
import { app, ask, redraw, refresh } from "./api.js";
import { deckNow } from "./cards.js";
import { chooseIcon } from "./icons.js";
import { KIND_OF } from "./shell.js";

export const view = { part: "", splitting: false, seen: null, zoom: 1, side: "face", data: null, asked: "", chosen: null, over: null, name: "", more: new Set(), box: null, from: null, snap: true, safe: true, row: 0, face: null, tag: "", guides: [] };
export const mm = (value) => (Math.round(value * 100) / 100).toString();
export const columnOf = (field) => deckNow()?.columns.find((column) => column.field === field)?.title ?? field;
// What an element is called: by its column, if it is named after that alone.
const PARTS = { ground: "Border", paper: "Card background", "sky-box": "Picture background", hills: "Hills", moon: "Moon", halo: "Circle behind the picture", rule: "Line" }; // of the looks
export const nameOf = ({ name, field }) => name === field ? columnOf(field) : PARTS[name] ?? name.replace(/^(.+)-badge$/, (_, of) => `Circle behind ${columnOf(of)}`);
export const SNAP = 0.9, SAFE = 3;
const later = { timer: 0 }; // of a move by keys
export async function load() {
  const card = deckNow()?.rows[view.row]?.card ?? "";
  const key = `${view.part} ${view.side} ${app.state.preview?.tag} ${view.data?.sources ? card : ""}`;
  if (view.asked === key || view.from) return;
  view.asked = key;
  const found = await ask("layout", { deck: view.part, side: view.side, card });
  view.data = found.refused ? { elements: [], refused: found.refused, fields: [], colours: {}, families: [] } : found;
  app.message = "";
  const { elements } = view.data, alike = elements.filter((each) => each.name === view.name);
  const still = alike.find((each) => each.index === view.chosen) ?? alike[0];
  view.chosen = still?.index ?? null;
  view.more = new Set(elements.filter((each) => view.more.has(each.index) && each.index !== view.chosen).map((each) => each.index));
  if (!later.timer) view.box = still?.box ?? null; // not while keys move it
  if (view.tag !== app.state.preview?.tag) { view.tag = app.state.preview?.tag; view.face = null; }
  redraw();
}
export const chosen = () => view.data?.elements.find((each) => each.index === view.chosen);
export const others = () => view.data?.elements.filter((each) => view.more.has(each.index) && each.box) ?? [];
export const by = () => [0, 1].map((axis) => view.box[axis] - chosen().box[axis]); // how far the chosen ones are being moved
// Choose an element; `also` adds it to those that are chosen, or takes it away.
export function choose(index, also = false) {
  if (also && chosen() && index !== view.chosen) {
    if (!view.more.delete(index)) view.more.add(index);
    redraw();
    return;
  }
  view.more = new Set();
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
// What the chosen elements become, as one edit.
export async function change(changes) {
  const found = await send("shape", { changes: changes.map(([element, values]) => ({ index: element.index, name: element.name, values })) });
  if (found.refused) view.box = chosen()?.box ?? null;
  redraw();
}
export const write = (values) => change([chosen(), ...others()].filter(Boolean).map((element) => [element, values]));
export async function add(kind, field = "", at = null, more = false) {
  const found = await send("add-element", { kind, field, at, more });
  if (found.name) { choose(null); view.name = found.name; }
  redraw();
  if (found.name && kind === "icon" && !field) chooseIcon((icon) => write({ icon }));
}
// A column on the card; one that was not printed is from now on.
export async function addColumn(column, at = null) {
  let { field, kind } = column;
  const more = !field; // two edits, which one undo reverts
  if (!field) {
    const found = await ask("set-kind", { deck: deckNow().id, column: column.title, kind: "guess" });
    if (found.refused) return;
    ({ field, kind } = found);
    await refresh();
  }
  await add(KIND_OF[kind] ?? "text", field, at, more);
}
export async function remove() {
  const element = chosen();
  if (!element || element.fixed === "code") return;
  const found = await send("drop-element", { index: element.index, name: element.name });
  if (!found.refused) choose(null);
  redraw();
}
export async function order(front) {
  const element = chosen();
  if (element) await send("order", { index: element.index, name: element.name, front });
  view.chosen = null; // found again by its name
  redraw();
}
export const sized = (element) => !element.fixed && !element.unsized;
export const high = (element) => sized(element) && element.kind !== "line of text"; // as its letters are
// A number and the circle behind it move together.
const pair = (a, b) => a.name === `${b.name}-badge` || b.name === `${a.name}-badge`;
export const partners = () => {
  const moved = [chosen(), ...others()].filter(Boolean);
  return view.data.elements.filter((each) => each.box && !moved.includes(each) && moved.some((one) => pair(one, each)));
};
const place = ([x, y, width, height]) => ({ x, y, width, height });
export function put() {
  later.timer = 0;
  const element = chosen();
  if (!element || element.box.every((value, at) => Math.abs(value - view.box[at]) < 0.001)) return;
  const now = place(view.box), [dx, dy] = by();
  for (const [at, side] of [[2, "width"], [3, "height"]]) if (!sized(element) || Math.abs(view.box[at] - element.box[at]) < 0.001) delete now[side];
  change([[element, now], ...(dx || dy ? [...others(), ...partners()].filter((each) => !each.fixed).map((each) => [each, { x: each.box[0] + dx, y: each.box[1] + dy }]) : [])]);
}
export function putSoon() { // several presses of a key are one edit
  clearTimeout(later.timer);
  later.timer = setTimeout(put, 350);
}
