// Printed sheets with what was written on them: the blanks come from the kit's own sheet.
import { html, nothing } from "./html.js";
import { addressOf, LIVE, meta, redraw, store } from "./store.js";
import { t } from "./speech.js";

const blanks = new Map(Object.entries(meta.blanks || {}));
const MARKS = { cross: "✕", dot: "●", tick: "✓" };

export function blanksOf(path) { // a live page asks for them once; a recorded one has them
  if (!blanks.has(path) && LIVE) {
    blanks.set(path, null);
    fetch(path.replace("faces/", "blanks/").replace(".face.svg", "")).then((answer) => (answer.ok ? answer.json() : null)).then((found) => { blanks.set(path, found); redraw(); }).catch(() => blanks.delete(path));
  }
  return blanks.get(path);
}

export const sheetUnder = (zone) => (store.state.sheets || []).find((sheet) => sheet.zone === zone);
export const sheetsOf = (owner) => (store.state.sheets || []).filter((sheet) => sheet.owner === owner && !sheet.zone);

function ink(blank, value, paperSize, focus, act) {
  const [name, kind, x, y, wide, high, angle, lines, size, align, mark] = blank, [width, height] = paperSize;
  const set = value !== undefined && value !== "" && value !== false;
  if (!set && !(act && act.has(name))) return nothing;
  const letters = kind === "tick" ? high * 1.5 : Math.max(size * 0.75, Math.min(size * 1.3, (2.25 * wide * lines) / Math.max(1, String(value || "").length), lines > 1 ? (high / lines) * 0.9 : 99));
  const style = `left:${((x - wide / 2) / width) * 100}%;top:${((y - high / 2) / height) * 100}%;width:${(wide / width) * 100}%;height:${(high / height) * 100}%;rotate:${angle}deg;font-size:${(letters / width) * 100}cqw;--lead:${high / lines / letters}`;
  const text = set ? (kind === "tick" ? MARKS[mark] || "✓" : value) : "";
  const css = `ink ${kind} ${align} ${set ? "" : "open"} ${name === focus ? "now" : ""} ${lines > 1 ? "lines" : ""}`;
  if (act && act.write && act.has(name)) return pen(name, css, style, lines, act);
  return act && act.has(name) ? html`<button type="button" class="${css} ${act.can && !act.can(name) ? "shut" : ""}" .style=${style} data-blank=${name} aria-label=${act.label(name)} @click=${() => act.go(name)}>${text}</button>` : html`<span class=${css} .style=${style} aria-hidden="true">${text}</span>`;
}

function pen(name, css, style, lines, act) { // a blank in which the player writes
  const field = { input: (event) => act.write(name, event.target.value), look: () => act.look && act.look(name), label: act.label(name), value: act.value(name) };
  return lines > 1
    ? html`<textarea class="${css} write" .style=${style} data-blank=${name} aria-label=${field.label} .value=${field.value} @input=${field.input} @focus=${field.look}></textarea>`
    : html`<input type="text" class="${css} write" .style=${style} data-blank=${name} aria-label=${field.label} .value=${field.value} @input=${field.input} @focus=${field.look}>`;
}

// A sheet: `size` as a class; `act` says which blanks can be clicked ({has, label, go}), or written
// in ({has, label, value, write}).
export function paper(sheet, size = "", { focus = "", turned = false, act = null, values = sheet.values } = {}) {
  const known = blanksOf(sheet.path), [width, height, places] = known || [190, 260, []];
  const inner = html`<img src=${addressOf(sheet.path)} alt="">${places.map((blank) => ink(blank, values[blank[0]], [width, height], focus, act))}`;
  const style = `--ratio:${width / height}`;
  if (act) return html`<div class="sheetbox ${size} ${turned ? "turned" : ""}" .style=${style}>${inner}</div>`;
  const open = () => { store.panel = { kind: "sheet", name: sheet.name }; redraw(); };
  return html`<button type="button" class="sheetbox ${size} ${turned ? "turned" : ""}" .style=${style} @click=${open}><span class="spoken">${t("{name}: look more closely", { name: sheet.name })}</span>${inner}</button>`;
}

export const findSheet = (name) => (store.state.sheets || []).find((sheet) => sheet.name === name);
