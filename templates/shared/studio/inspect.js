// The chosen element: which column it shows, its place, its style, and when it is shown.
import { app, ask, redraw } from "./api.js";
import { deckNow } from "./cards.js";
import { SAFE, change, chosen, columnOf, high, mm, nameOf, order, others, put, remove, sized, view, write } from "./drawn.js";
import { chooseIcon } from "./icons.js";
import { SIDES, html, icon, nothing, plural } from "./shell.js";

function align(axis, part) {
  const whole = axis ? view.data.height : view.data.width, edge = part === 0.5 ? 0 : SAFE * (1 - 2 * part);
  const box = [...view.box];
  box[axis] = part * (whole - box[axis + 2]) + edge;
  view.box = box;
  put();
}

// Several elements: the edges or the middles of all are put onto one line.
function alignAll(axis, part) {
  const all = [chosen(), ...others()].filter((each) => each.box && !each.fixed), starts = all.map((each) => each.box[axis]), ends = all.map((each) => each.box[axis] + each.box[axis + 2]);
  const line = Math.min(...starts) + part * (Math.max(...ends) - Math.min(...starts));
  change(all.map((each) => [each, { [axis ? "y" : "x"]: line - part * each.box[axis + 2] }]));
}
// The gaps between them become alike.
function spread(axis) {
  const all = [chosen(), ...others()].filter((each) => each.box && !each.fixed).sort((a, b) => a.box[axis] - b.box[axis]);
  const first = all[0].box[axis], last = all.at(-1).box[axis] + all.at(-1).box[axis + 2], gap = (last - first - all.reduce((sum, each) => sum + each.box[axis + 2], 0)) / (all.length - 1);
  let at = first;
  change(all.map((each) => { const found = [each, { [axis ? "y" : "x"]: at }]; at += each.box[axis + 2] + gap; return found; }));
}
function several() {
  const all = [chosen(), ...others()];
  return html`<aside class="panel insp" aria-label="The chosen elements"><h2>${all.length} elements</h2><p class="muted small-print">${all.map(nameOf).join(", ")}</p>
    <div class="g"><h3>ALIGN TO EACH OTHER</h3><div class="row wrap"><span class="seg">${["left", "mid", "right"].map((name, at) => button(name, `align their ${["left edges", "middles", "right edges"][at]}`, false, () => alignAll(0, at / 2)))}</span>
      <span class="seg">${["top", "vmid", "bottom"].map((name, at) => button(name, `align their ${["top edges", "middles from top to bottom", "bottom edges"][at]}`, false, () => alignAll(1, at / 2)))}</span></div>
      ${all.length > 2 ? html`<div class="row wrap"><button class="small" @click=${() => spread(0)}>Same gaps across</button><button class="small" @click=${() => spread(1)}>Same gaps down</button></div>` : nothing}</div>
    <div class="g"><h3>ALL OF THEM</h3>${palette("")}<div class="row"><button class="small" @click=${() => write({ hidden: !chosen().style.hidden })}>${chosen().style.hidden ? "Show" : "Hide"}</button></div></div>
    <p class="muted small-print">Drag one, or press arrows: all move together.</p></aside>`;
}

const number = (label, at) => html`<label class="f">${label}<input inputmode="decimal" aria-label=${`${label} in mm`} .value=${mm(view.box[at])} ?disabled=${Boolean(chosen().fixed) || (at > 1 && !(at === 3 ? high : sized)(chosen()))}
  @change=${(event) => { const value = Number(event.target.value.replace(",", ".")); if (Number.isFinite(value)) { view.box = view.box.map((old, place) => place === at ? value : old); put(); } }}></label>`;
const button = (shape, label, on, act) => html`<button aria-label=${label} title=${label} aria-pressed=${on} @click=${act}>${icon(shape)}</button>`;

function luminance(colour) {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255).map((value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
}
function contrast(colour) {
  const paper = view.data.colours.paper ?? "#ffffff";
  if (!/^#[0-9a-f]{6}$/i.test(colour)) return nothing;
  const [a, b] = [luminance(colour), luminance(paper)].sort((x, y) => y - x), ratio = (a + 0.05) / (b + 0.05);
  return html`<p class="small-print"><span class=${ratio < 4.5 ? "bad" : "ok"}>${ratio < 4.5 ? "hard to read" : "easy to read"}</span> <span class="muted">on the card’s background (contrast ${ratio.toFixed(1)} : 1).</span></p>`;
}

function text(element) {
  const { style } = element;
  return html`<div class="g"><h3>TEXT</h3><label class="f wide">Font<select aria-label="Font" @change=${(event) => write({ family: event.target.value })}>
      ${[...new Set([style.family, ...view.data.families])].filter(Boolean).map((name) => html`<option .selected=${name === style.family}>${name}</option>`)}</select></label>
    <div class="four"><label class="f wide">Size<input inputmode="decimal" aria-label="Size in mm" .value=${mm(style.size)} @change=${(event) => write({ size: Number(event.target.value.replace(",", ".")) || style.size })}></label>
      <span class="muted small-print">${(style.size / 25.4 * 72).toFixed(1)} pt</span></div>
    <div class="row wrap"><span class="seg">${[["left", "left"], ["mid", "center"], ["right", "right"], ...(element.kind === "text in a box" ? [["block", "justify"]] : [])].map(([shape, way]) => button(shape, `text ${way}`, style.align === way, () => write({ align: way })))}</span>
      ${element.kind === "text in a box" ? html`<span class="seg">${["top", "middle", "bottom"].map((way, at) => button(["top", "vmid", "bottom"][at], `text at the ${way}`, style.vertical === way, () => write({ vertical: way })))}</span>` : nothing}
      <span class="seg"><button aria-pressed=${style.bold} @click=${() => write({ bold: !style.bold })}><b>B</b><span class="spoken">bold</span></button><button aria-pressed=${style.italic} @click=${() => write({ italic: !style.italic })}><i>I</i><span class="spoken">italic</span></button></span></div></div>
    <div class="g"><h3>IF IT DOES NOT FIT</h3><label class="f wide"><span>Least</span><input inputmode="decimal" aria-label="Minimum size in points" placeholder="60 % of its size" .value=${style.least} @change=${(event) => write({ least: event.target.value.trim() })}></label>${fits(element)}</div>`;
}
// On how many cards the text of a column is too long for its element.
function fits({ field }) {
  const deck = deckNow(), own = (row) => deck.rows[row]?.part === view.part;
  if (!field) return nothing;
  const long = new Set(deck.problems.filter((each) => each.column === columnOf(field) && own(each.row) && /does not fit/.test(each.message)).map((each) => each.row)).size;
  return long ? html`<p class="small-print bad">too long on ${plural(long, "card")}</p>` : html`<p class="small-print ok">not too long on any of ${plural(deck.rows.filter((_, row) => own(row)).length, "card")}</p>`;
}

// What the checks say about a column on these cards, where it is placed.
function wrong({ field }) {
  const deck = deckNow(), found = field ? deck.problems.filter((each) => each.column === columnOf(field) && deck.rows[each.row]?.part === view.part && !/does not fit/.test(each.message)) : [];
  return found.length ? html`<p class="msg warn">${found[0].message} <span class="muted">On ${plural(new Set(found.map((each) => each.row)).size, "card")}, such as ${deck.rows[found[0].row].name}.</span></p>` : nothing;
}

const measure = (label, value, key, hint = "") => html`<label class="f wide">${label}<input inputmode="decimal" aria-label=${`${label} in mm`} placeholder=${hint} .value=${value ? mm(value) : ""} @change=${(event) => write({ [key]: Number(event.target.value.replace(",", ".")) || 0 })}></label>`;

// How much of what is below a shape it covers.
const opacity = ({ style }) => html`<label class="f wide">Opacity<select aria-label="Opacity" @change=${(event) => write({ opacity: Number(event.target.value) })}>
  ${[...new Set([1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, style.opacity])].map((value) => html`<option value=${value} .selected=${value === style.opacity}>${Math.round(value * 100)} %</option>`)}</select></label>`;

// The line around an element, and the corners of a rectangle.
function edges(element) {
  const { style } = element;
  return html`<div class="g"><h3>OUTLINE</h3><div class="row"><input type="color" aria-label="Colour of the outline" .value=${/^#[0-9a-f]{6}$/i.test(style.stroke) ? style.stroke : "#000000"} @change=${(event) => write({ stroke: event.target.value, outline: style.outline || 0.3 })}>
    ${measure("Width", style.outline, "outline", "none")}</div>${/text/.test(element.kind) ? html`<div class="row"><label class="row"><input type="checkbox" .checked=${Boolean(style.shadow)} @change=${(event) => write({ shadow: event.target.checked ? "#888888" : "" })}> Shadow</label>${style.shadow ? html`<input type="color" aria-label="Colour of the shadow" .value=${style.shadow} @change=${(event) => write({ shadow: event.target.value })}>` : nothing}</div>` : nothing}
    ${element.kind === "rect" || element.kind === "image" ? measure("Corners", style.radius, "radius", "square") : nothing}</div>`;
}

const palette = (fill) => html`<div class="row wrap" role="group" aria-label="Colour">${Object.entries(view.data.colours).filter(([, colour], at, all) => all.findIndex(([, other]) => other === colour) === at).map(([name, colour]) => html`<button class="sw" aria-pressed=${colour.toLowerCase() === fill.toLowerCase()}
      title=${name} aria-label=${name} .style=${`background:${colour}`} @click=${() => write({ fill: colour })}></button>`)}
      <input type="color" aria-label="Another colour" .value=${/^#[0-9a-f]{6}$/i.test(fill) ? fill : "#000000"} @change=${(event) => write({ fill: event.target.value })}></div>`;

// The card itself, while no element of it is chosen: its size and its look.
async function remade(action, said) {
  const found = await ask(action, { deck: view.part, ...said });
  view.asked = "";
  if (!found.refused) { view.face = null; view.own = false; }
  redraw();
}
// The chosen card in each of the looks; drawn when it is first shown, and after each change.
const tried = { asked: "", faces: {} };
async function drawLooks() {
  const key = `${view.part} ${view.row} ${app.state.preview?.tag}`;
  if (tried.asked === key) return;
  tried.asked = key;
  const found = await ask("looks", { deck: view.part, row: view.row });
  if (found.refused) app.message = "";
  if (tried.asked === key) tried.faces = found.faces ?? {};
  redraw();
}
// The looks, with the chosen card.
export function looks() {
  drawLooks();
  const one = ([key, title]) => html`<button class="look" @click=${() => remade("redraw", { look: key })}>${tried.faces[key] ? html`<img class="face" src=${`drafts/${tried.faces[key]}.svg`} alt="">` : nothing}<span>${title}</span></button>`;
  return html`<div class="looks">${Object.entries(view.data.looks).map(one)}</div>
    <p class="muted small-print">A look replaces the layout of these cards${deckNow().parts.length > 1 ? "; a back that other cards share stays as it is" : " and their back"}. Undo restores it.</p>`;
}
function whole() {
  const { data } = view, sides = `${mm(data.width)} × ${mm(data.height)} mm`;
  const own = (event) => { event.preventDefault(); const [w, h] = ["w", "h"].map((key) => Number(event.target.elements[key].value)); remade("resize", { size: `[${w}, ${h}]` }); };
  return html`<aside class="panel insp" aria-label="The card"><h2>The card</h2><p class="muted">Click an element on the card, or in the list, to see which column it shows, and to move, resize or recolour it.</p>
    <div class="g"><h3>SIZE</h3><label class="f wide">Size<select aria-label="Size of the card" @change=${(event) => { if (event.target.value) remade("resize", { size: event.target.value }); else { view.own = true; redraw(); } }}>
      ${data.sizes.map((name) => html`<option value=${name} .selected=${name === data.size}>${name}</option>`)}<option value="" .selected=${!data.size || Boolean(view.own)}>own size…</option></select></label>
      ${!data.size || view.own ? html`<form class="row wrap sides" @submit=${own}>${SIDES(data.width, data.height)}<button class="small">Set</button></form>` : html`<p class="muted small-print">${sides}</p>`}
      <p class="muted small-print">The drawing is stretched; texts, icons and circles keep their proportions.</p></div>
    <div class="g"><h3>LOOK</h3>${looks()}</div></aside>`;
}

const KINDS = { rect: "rectangle", image: "picture", path: "outline" };

export function inspector() {
  const element = chosen();
  if (!element) return whole();
  if (others().length) return several();
  const { data } = view, { style } = element;
  return html`<aside class="panel insp" aria-label="The chosen element"><div class="row"><h2>${nameOf(element)}</h2><span class="muted">${KINDS[element.kind] ?? element.kind}</span><span class="sp"></span><button class="small" aria-label=${`Delete ${nameOf(element)}`} title="Delete" @click=${remove}>${icon("bin")}</button></div>
    ${element.fixed ? html`<p class="msg warn">${element.fixed}</p>` : html`<label class="f wide">Shows<select aria-label="Shows" @change=${(event) => write({ field: event.target.value })}>
      <option value="" .selected=${!element.field}>always the same</option>${data.fields.map((name) => html`<option value=${name} .selected=${name === element.field}>column “${columnOf(name)}”</option>`)}</select></label>`}
    ${wrong(element)}
    ${element.words !== null && !element.fixed ? html`<label class="f wide">Words<input aria-label="Words" .value=${element.words} @change=${(event) => write({ words: event.target.value })}></label>` : nothing}
    ${element.icon ? html`<div class="row"><b>${element.icon}</b><span class="sp"></span><button class="small" @click=${() => chooseIcon((name) => write({ icon: name }))}>${icon("star")} Choose an icon…</button></div>` : nothing}
    ${element.unsized ? html`<p class="muted small-print">${element.unsized}</p>` : nothing}
    ${element.box ? html`<div class="g"><h3>PLACE, IN MM</h3><div class="four">${number("X", 0)}${number("Y", 1)}${number("W", 2)}${number("H", 3)}</div>
      ${element.fixed ? nothing : html`<div class="row"><span class="seg">${["left", "mid", "right"].map((name, at) => button(name, `align ${["left", "middle", "right"][at]} on the card`, false, () => align(0, at / 2)))}</span>
      <span class="seg">${["top", "vmid", "bottom"].map((name, at) => button(name, `align ${["top", "middle", "bottom"][at]} on the card`, false, () => align(1, at / 2)))}</span><span class="muted small-print">on card</span></div>`}</div>` : nothing}
    ${/text/.test(element.kind) && !element.fixed ? text(element) : nothing}
    ${element.fixed ? nothing : html`<div class="g"><h3>COLOUR</h3>${palette(style.fill)}${/text/.test(element.kind) ? contrast(style.fill) : element.kind === "image" || element.field ? nothing : opacity(element)}</div>`}
    ${element.fixed || element.kind === "icon" || element.kind === "image" ? nothing : edges(element)}
    ${element.fixed || !element.field ? nothing : html`<div class="g"><h3>SHOWN</h3><label class="f wide">Only if<input aria-label="Only if" placeholder=${`always; or ${deckNow().columns.find((column) => column.field && column.kind === "number")?.field ?? "kind"} > 2`} .value=${style.condition} @change=${(event) => write({ condition: event.target.value })}></label></div>`}
    ${element.fixed ? nothing : html`<div class="row"><button class="small" @click=${() => order(true)}>To the front</button><button class="small" @click=${() => order(false)}>To the back</button></div>`}
    <div class="g"><h3>WRITTEN IN</h3><p class="small-print"><code>templates/${data.file}</code>, line ${element.line}. Inkscape opens the same file.</p><button class="small" @click=${() => ask("open-file", { deck: view.part, side: view.side })}>Open the drawing in its program</button></div></aside>`;
}
