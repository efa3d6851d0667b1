// The place Layout: elements of a drawn face are chosen, moved, resized, aligned and coloured.
import { app, ask, picture, redraw } from "./api.js";
import { deckNow } from "./cards.js";
import { chooseIcon } from "./icons.js";
import { html, icon, nothing, svg } from "./shell.js";

const view = { side: "face", data: null, asked: "", chosen: null, name: "", box: null, from: null, snap: true, safe: true, row: 0, face: null, tag: "", guides: [] };
const mm = (value) => (Math.round(value * 100) / 100).toString();
const SNAP = 0.9, SAFE = 3;
const ICONS = { "line of text": "text", "text in a box": "text", rect: "kind", circle: "coin", ellipse: "coin", image: "image", icon: "star", path: "star" };

let later = 0; // the timer of a move by keys
async function load() {
  const deck = deckNow(), key = `${deck.id} ${view.side} ${app.state.preview?.tag}`;
  if (view.asked === key || view.from) return;
  view.asked = key;
  const found = await ask("layout", { deck: deck.id, side: view.side });
  view.data = found.refused ? { elements: [], refused: found.refused, fields: [], colours: {}, families: [] } : found;
  app.message = "";
  const { elements } = view.data, alike = elements.filter((each) => each.name === view.name);
  const still = alike.find((each) => each.index === view.chosen) ?? alike[0];
  view.chosen = still?.index ?? null;
  if (!later) view.box = still?.box ?? null; // not while keys move it
  if (view.tag !== app.state.preview?.tag) { view.tag = app.state.preview?.tag; view.face = null; }
  redraw();
}
const chosen = () => view.data?.elements.find((each) => each.index === view.chosen);
function choose(index) {
  view.chosen = index;
  view.name = chosen()?.name ?? "";
  view.box = chosen()?.box ?? null;
  redraw();
}

async function send(action, more) {
  const found = await ask(action, { deck: deckNow().id, side: view.side, row: view.row, ...more });
  if (found.face && view.side === "face") view.face = found.face;
  view.asked = "";
  return found;
}
async function write(values) {
  const element = chosen();
  if (!element) return;
  const found = await send("shape", { index: element.index, name: element.name, values });
  if (found.refused) view.box = element.box;
  redraw();
}
async function add(kind, field = "") {
  const found = await send("add-element", { kind, field });
  if (found.name) { view.chosen = null; view.name = found.name; }
  redraw();
  if (found.name && kind === "icon" && !field) chooseIcon((icon) => write({ icon }));
}
async function remove() {
  const element = chosen();
  if (!element) return;
  const found = await send("drop-element", { index: element.index, name: element.name });
  if (!found.refused) choose(null);
  redraw();
}
// What shows a column of this kind: an element that is added for it.
const KIND_OF = { picture: "picture", icon: "icon", text: "box" };
const sized = (element) => !element.fixed && !element.unsized && element.kind !== "line of text";
const place = ([x, y, width, height]) => ({ x, y, width, height });
function put() {
  later = 0;
  const element = chosen();
  if (!element || element.box.every((value, at) => Math.abs(value - view.box[at]) < 0.001)) return;
  const now = place(view.box);
  if (!sized(element)) { delete now.width; delete now.height; }
  write(now);
}

// ---- the mouse and the keyboard

function point(event) {
  const canvas = event.currentTarget.ownerSVGElement ?? event.currentTarget;
  const found = new DOMPoint(event.clientX, event.clientY).matrixTransform(canvas.getScreenCTM().inverse());
  return [found.x, found.y];
}
function down(event, edge) {
  if (chosen()?.fixed) return;
  event.currentTarget.setPointerCapture(event.pointerId);
  event.stopPropagation();
  view.from = { at: point(event), box: view.box, edge };
}

// Lines to which an element snaps: the middle and the edges of the card, the safe zone, others.
function lines(axis) {
  const { data } = view, whole = axis ? data.height : data.width;
  const found = [whole / 2, SAFE, whole - SAFE];
  for (const each of data.elements) {
    if (each.box && each.index !== view.chosen && each.name !== "ground") found.push(each.box[axis], each.box[axis] + each.box[axis + 2], each.box[axis] + each.box[axis + 2] / 2);
  }
  return found;
}
function snapped(box, free) {
  const found = [...box];
  view.guides = [];
  if (free || !view.snap) return found.map((value) => Math.round(value * 20) / 20);
  for (const axis of [0, 1]) {
    let best = [SNAP, 0, 0];
    for (const line of lines(axis)) {
      for (const part of [0, 0.5, 1]) {
        const off = line - (box[axis] + part * box[axis + 2]);
        if (Math.abs(off) < Math.abs(best[0])) best = [off, line, 1];
      }
    }
    if (best[2]) { found[axis] = box[axis] + best[0]; view.guides.push([axis, best[1]]); }
    else found[axis] = Math.round(box[axis] * 4) / 4;
  }
  return found;
}
// The edge that is dragged snaps to the same lines.
function resized(box, edge, free) {
  const found = [...box];
  view.guides = [];
  for (const axis of [0, 1]) {
    if (edge[axis] === null) continue;
    const at = box[axis] + edge[axis] * box[axis + 2];
    const near = free || !view.snap ? [] : lines(axis).filter((line) => Math.abs(line - at) < SNAP).sort((a, b) => Math.abs(a - at) - Math.abs(b - at));
    const to = near.length ? near[0] : Math.round(at * 4) / 4;
    if (near.length) view.guides.push([axis, to]);
    found[axis + 2] += edge[axis] ? to - at : at - to;
    if (!edge[axis]) found[axis] = to;
  }
  return found.map((value) => Math.round(value * 100) / 100);
}
function move(event) {
  const { from } = view;
  if (!from) return;
  const [x, y] = point(event), dx = x - from.at[0], dy = y - from.at[1];
  if (from.edge) {
    const [a, b] = from.edge, [left, top, wide, high] = from.box;
    const box = [left, top, wide, high];
    if (a === 0) { box[0] = left + dx; box[2] = wide - dx; } else if (a === 1) box[2] = wide + dx;
    if (b === 0) { box[1] = top + dy; box[3] = high - dy; } else if (b === 1) box[3] = high + dy;
    if (box[2] > 1 && box[3] > 1) view.box = resized(box, from.edge, event.altKey);
  } else view.box = snapped([from.box[0] + dx, from.box[1] + dy, from.box[2], from.box[3]], event.altKey);
  redraw();
}
function up() {
  if (!view.from) return;
  view.from = null;
  view.guides = [];
  put();
  redraw();
}
function key(event) {
  if (event.key === "Delete" || event.key === "Backspace") { event.preventDefault(); remove(); return; }
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (!way || chosen()?.fixed) return;
  event.preventDefault();
  const step = event.shiftKey ? 1 : 0.25;
  view.box = [view.box[0] + way[0] * step, view.box[1] + way[1] * step, view.box[2], view.box[3]];
  redraw();
  clearTimeout(later);
  later = setTimeout(put, 350); // several presses are one edit
}
function align(axis, part) {
  const whole = axis ? view.data.height : view.data.width, edge = part === 0.5 ? 0 : SAFE * (1 - 2 * part);
  const box = [...view.box];
  box[axis] = part * (whole - box[axis + 2]) + edge;
  view.box = box;
  put();
}

// ---- the canvas

const handles = (x, y, wide, high) => [[0, 0], [0.5, 0], [1, 0], [0, 0.5], [1, 0.5], [0, 1], [0.5, 1], [1, 1]].map(([a, b]) => svg`<rect class="h" x=${x + a * wide - 0.8} y=${y + b * high - 0.8} width="1.6" height="1.6" rx=".2"
  @pointerdown=${(event) => down(event, [a === 0.5 ? null : a, b === 0.5 ? null : b])} @pointermove=${move} @pointerup=${up}></rect>`);
function ticks(wide, high) {
  const found = [];
  for (let at = 0; at <= wide; at += 1) found.push(svg`<path class="tick" d=${`M${at} -6 v${at % 10 ? at % 5 ? -0.8 : -1.3 : -2}`}></path>${at % 10 ? nothing : svg`<text class="rl" x=${at + 0.3} y="-7.1">${at}</text>`}`);
  for (let at = 0; at <= high; at += 1) found.push(svg`<path class="tick" d=${`M-6 ${at} h${at % 10 ? at % 5 ? -0.8 : -1.3 : -2}`}></path>${at % 10 ? nothing : svg`<text class="rl" x="-10.6" y=${at + 0.6}>${at}</text>`}`);
  return found;
}
const gap = (x, y, words) => svg`<rect class="glb" x=${x - 2.9} y=${y - 1.55} width="5.8" height="2.7" rx=".6"></rect><text class="gl" x=${x} y=${y + 0.5} text-anchor="middle">${words}</text>`;
function guides(wide, high) {
  if (!view.from) return nothing;
  const [x, y, w, h] = view.box, middle = Math.min(high - 3, Math.max(3, y + h * 0.8));
  return svg`${view.guides.map(([axis, at]) => svg`<path class="guide" d=${axis ? `M-5 ${at} H${wide + 5}` : `M${at} -5 V${high + 5}`}></path>`)}
    <path class="guide" d=${`M0 ${middle} H${x} M${x + w} ${middle} H${wide}`}></path>${gap(x / 2, middle, mm(x))}${gap((x + w + wide) / 2, middle, mm(wide - x - w))}`;
}

function canvas(group, card) {
  const { data, box } = view, wide = data.width, high = data.height, element = chosen();
  const name = view.side === "back" ? card?.back : view.face ?? card?.face, bleed = group?.bleed ?? 0;
  const spots = [...data.elements].reverse().filter((each) => each.box && each.name !== "ground" && each.name !== "paper" && each !== element);
  return html`<div class="canvas"><svg viewBox=${`-13 -10 ${wide + 26} ${high + 16}`} role="group" aria-label="The card, large" @pointerdown=${() => choose(null)}>
    ${name ? svg`<image href=${picture(name)} x=${-bleed} y=${-bleed} width=${wide + 2 * bleed} height=${high + 2 * bleed}></image>` : nothing}
    <rect class="cut" x="0" y="0" width=${wide} height=${high}></rect>${view.safe ? svg`<rect class="safe" x=${SAFE} y=${SAFE} width=${wide - 2 * SAFE} height=${high - 2 * SAFE} rx="1"></rect>` : nothing}${ticks(wide, high)}
    ${spots.map((each) => svg`<rect class="hot" x=${each.box[0]} y=${each.box[1] - Math.max(0, 1 - each.box[3]) / 2} width=${Math.max(1, each.box[2])} height=${Math.max(1, each.box[3])}
      @pointerdown=${(event) => { event.stopPropagation(); choose(each.index); }}></rect>`)}
    ${element && box ? svg`<rect x=${box[0]} y="-6" width=${box[2]} height="1" fill="#1d5f73" opacity=".5"></rect><rect x="-6" y=${box[1]} width="1" height=${box[3]} fill="#1d5f73" opacity=".5"></rect>${guides(wide, high)}
      <g id="chosen" tabindex="0" role="group" aria-label=${`${element.name}, ${element.kind}${element.field ? ` from the column ${element.field}` : ""}, ${mm(box[0])} mm from the left, ${mm(box[1])} from the top. Arrows move it.`}
        @keydown=${key} @pointerdown=${(event) => down(event)} @pointermove=${move} @pointerup=${up}><rect class="box" x=${box[0]} y=${box[1] - Math.max(0, 1 - box[3]) / 2} width=${Math.max(1, box[2])} height=${Math.max(1, box[3])}></rect></g>
      ${!sized(element) ? nothing : handles(...box)}
      <rect x=${box[0]} y=${box[1] - 4.3} width=${Math.max(14, (element.name.length + (element.field.length || -3) + 4) * 1.25)} height="3.5" rx=".6" fill="#1d5f73"></rect><text x=${box[0] + 0.9} y=${box[1] - 1.85} class="tagname">${element.name}${element.field ? ` ← ${element.field}` : ""}</text>` : nothing}</svg></div>`;
}

// ---- the lists beside it

function list(deck) {
  const groups = [...new Set(view.data.elements.map((each) => each.group))];
  const drawn = new Set(view.data.elements.map((each) => each.field).filter(Boolean));
  return html`<aside class="panel side" aria-label="Elements and columns" tabindex="0"><h2 class="spoken">Elements</h2><h3>ON THE CARD</h3>
    ${groups.map((group) => html`<p class="grp">${icon("kind")}<span>${group}</span></p><ul>${view.data.elements.filter((each) => each.group === group).map((each) => html`<li>
      <button class="in" aria-pressed=${each.index === view.chosen} @click=${() => choose(each.index)}>${icon(each.field ? ICONS[each.kind] ?? "star" : ICONS[each.kind] ?? "off")}<span>${each.name}</span>
      <span class="fed">${each.field ? `← ${each.field}` : each.fixed ? "Inkscape" : ""}</span></button></li>`)}</ul>`)}
    <hr><h3>COLUMNS OF ${deck.file}</h3><ul>${deck.columns.map((column) => html`<li class="col-of">${icon(column.field ? "table" : "off")}<span>${column.title}</span>
      <span class="fed">${!column.field ? "not printed" : drawn.has(column.field) ? "placed" : column.kind === "copies" ? "copies, not drawn" : html`<button class="small" aria-label=${`Place ${column.title}`} @click=${() => add(KIND_OF[column.kind] ?? "text", column.field)}>Place</button>`}</span></li>`)}</ul></aside>`;
}

const number = (label, at) => html`<label class="f">${label}<input inputmode="decimal" aria-label=${`${label} in mm`} .value=${mm(view.box[at])} ?disabled=${Boolean(chosen().fixed) || (at > 1 && !sized(chosen()))}
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
  return html`<p class="small-print"><span class=${ratio >= 4.5 ? "ok" : "bad"}>${ratio.toFixed(1)} : 1</span> <span class="muted">contrast with “paper”${ratio >= 4.5 ? ", easy to read" : ", hard to read"}</span></p>`;
}

function text(element) {
  const { style } = element;
  return html`<div class="g"><h3>TEXT</h3><label class="f wide">Font<select aria-label="Font" @change=${(event) => write({ family: event.target.value })}>
      ${[...new Set([style.family, ...view.data.families])].filter(Boolean).map((name) => html`<option .selected=${name === style.family}>${name}</option>`)}</select></label>
    <div class="four"><label class="f wide">Size<input inputmode="decimal" aria-label="Size in mm" .value=${mm(style.size)} @change=${(event) => write({ size: Number(event.target.value.replace(",", ".")) || style.size })}></label>
      <span class="muted small-print">${(style.size / 25.4 * 72).toFixed(1)} pt</span></div>
    <div class="row"><span class="seg">${["left", "center", "right"].map((way, at) => button(["left", "mid", "right"][at], `text ${way}`, style.align === way, () => write({ align: way })))}</span>
      ${element.kind === "text in a box" ? html`<span class="seg">${["top", "middle", "bottom"].map((way, at) => button(["top", "vmid", "bottom"][at], `text at the ${way}`, style.vertical === way, () => write({ vertical: way })))}</span>` : nothing}
      <span class="seg"><button aria-pressed=${style.bold} @click=${() => write({ bold: !style.bold })}><b>B</b><span class="spoken">bold</span></button><button aria-pressed=${style.italic} @click=${() => write({ italic: !style.italic })}><i>I</i><span class="spoken">italic</span></button></span></div></div>
    <div class="g"><h3>IF IT DOES NOT FIT</h3><label class="f wide"><span>Least</span><input inputmode="decimal" aria-label="Least size in points" placeholder="60 % of its size" .value=${style.least} @change=${(event) => write({ least: event.target.value.trim() })}></label></div>`;
}

function inspector() {
  const element = chosen();
  if (!element) return html`<aside class="panel insp" aria-label="The chosen element"><h2>Nothing is chosen</h2><p class="muted">Click an element on the card, or in the list, to see which column it shows, and to move, resize or recolour it.</p></aside>`;
  const { data } = view, { style } = element;
  return html`<aside class="panel insp" aria-label="The chosen element"><div class="row"><h2>${element.name}</h2><span class="muted">${element.kind}</span><span class="sp"></span><button class="small" aria-label=${`Delete ${element.name}`} title="Delete" @click=${remove}>${icon("bin")}</button></div>
    ${element.fixed ? html`<p class="msg warn">${element.fixed}</p>` : html`<label class="f wide">Shows<select aria-label="Shows" @change=${(event) => write({ field: event.target.value })}>
      <option value="" .selected=${!element.field}>always the same</option>${data.fields.map((name) => html`<option value=${name} .selected=${name === element.field}>column “${name}”</option>`)}</select></label>`}
    ${element.words !== null && !element.fixed ? html`<label class="f wide">Words<input aria-label="Words" .value=${element.words} @change=${(event) => write({ words: event.target.value })}></label>` : nothing}
    ${element.icon ? html`<div class="row"><b>${element.icon}</b><span class="sp"></span><button class="small" @click=${() => chooseIcon((name) => write({ icon: name }))}>${icon("star")} Choose an icon…</button></div>` : nothing}
    ${element.unsized ? html`<p class="muted small-print">${element.unsized}</p>` : nothing}
    ${element.box ? html`<div class="g"><h3>PLACE, IN MM</h3><div class="four">${number("X", 0)}${number("Y", 1)}${number("W", 2)}${number("H", 3)}</div>
      ${element.fixed ? nothing : html`<div class="row"><span class="seg">${["left", "mid", "right"].map((name, at) => button(name, `align ${["left", "middle", "right"][at]} on the card`, false, () => align(0, at / 2)))}</span>
      <span class="seg">${["top", "vmid", "bottom"].map((name, at) => button(name, `align ${["top", "middle", "bottom"][at]} on the card`, false, () => align(1, at / 2)))}</span><span class="muted small-print">on card</span></div>`}</div>` : nothing}
    ${/text/.test(element.kind) && !element.fixed ? text(element) : nothing}
    ${element.fixed ? nothing : html`<div class="g"><h3>COLOUR</h3><div class="row wrap" role="group" aria-label="Colour">${Object.entries(data.colours).map(([name, colour]) => html`<button class="sw" aria-pressed=${colour.toLowerCase() === style.fill.toLowerCase()}
      title=${name} aria-label=${name} .style=${`background:${colour}`} @click=${() => write({ fill: colour })}></button>`)}
      <input type="color" aria-label="Another colour" .value=${/^#[0-9a-f]{6}$/i.test(style.fill) ? style.fill : "#000000"} @change=${(event) => write({ fill: event.target.value })}></div>${/text/.test(element.kind) ? contrast(style.fill) : nothing}</div>`}
    ${element.fixed || !element.field ? nothing : html`<div class="g"><h3>SHOWN</h3><label class="f wide">Only if<input aria-label="Only if" placeholder="always; or cost > 2" .value=${style.condition} @change=${(event) => write({ condition: event.target.value })}></label></div>`}
    <div class="g"><h3>WRITTEN IN</h3><p class="small-print"><code>templates/${data.file}</code>, line ${element.line}. Inkscape opens the same file.</p></div></aside>`;
}

function strip(deck, group) {
  const length = (row) => row.cells.join("").length, rows = deck.rows.map((row, at) => ({ row, at }));
  const by = (less) => [...rows].sort(less)[0];
  const wanted = [["longest text", by((a, b) => length(b.row) - length(a.row))], ["shortest text", by((a, b) => length(a.row) - length(b.row))], ["longest title", by((a, b) => b.row.title.length - a.row.title.length)], ["most empty", by((a, b) => b.row.cells.filter((cell) => !cell).length - a.row.cells.filter((cell) => !cell).length)]];
  return html`<div class="strip"><div class="about"><h3>SEE IT WITH</h3><p class="muted">the cards that break layouts</p></div>${wanted.filter(([, found]) => found).map(([words, { row, at }]) => html`<button aria-pressed=${view.row === at} @click=${() => { view.row = at; view.face = null; redraw(); }}>
    <img src=${picture(group?.cards.find((each) => each.id === row.card)?.face)} alt=""><span><b>${words}</b><small>${row.title}</small></span></button>`)}</div>`;
}

export function layout() {
  const deck = deckNow(), group = app.state.preview?.groups.find((each) => each.id === deck.id);
  queueMicrotask(load);
  const head = { command: `pieria preview ${app.state.name}`, after: "Arrows move ¼ mm, Shift 1 mm · Tab next element · Alt: no snapping" };
  if (!view.data) return { ...head, sub: "", main: html`<main class="main"><p class="empty">The drawing is read…</p></main>` };
  const side = (key, words) => html`<button aria-pressed=${view.side === key} @click=${() => { view.side = key; view.chosen = null; view.asked = ""; view.face = null; redraw(); }}>${words}</button>`;
  const pictured = deck.columns.find((column) => column.kind === "picture");
  const more = (kind, shape, words, field) => html`<button @click=${() => add(kind, field)}>${icon(shape)} ${words}</button>`;
  const bar = html`<div class="bar">${side("face", "Front")}${side("back", "Back")}<span class="line" aria-hidden="true"></span>
    ${view.data.elements.length ? html`${more("box", "text", "Text")}${pictured ? more("picture", "image", "Picture", pictured.field) : nothing}${more("icon", "star", "Icon")}${more("rect", "kind", "Shape")}` : nothing}<span class="sp"></span><button class="small" aria-pressed=${view.snap} @click=${() => { view.snap = !view.snap; redraw(); }}>Snap</button>
    <button class="small" aria-pressed=${view.safe} @click=${() => { view.safe = !view.safe; redraw(); }}>Safe zone</button></div>`;
  if (view.data.refused || view.data.jinja) {
    return { ...head, sub: view.data.file ?? "", main: html`<main class="main layout"><div class="panel side"></div><section class="mid">${bar}<div class="code" tabindex="0">${view.data.refused ? html`<p class="msg warn">${view.data.refused}</p>` : html`
      <h2>${view.data.file} is a template with code</h2><p class="muted">It is edited as text. These lines write the fields of a card:</p>
      <table><thead><tr><th>Field</th><th>Line</th><th>Code</th></tr></thead><tbody>${view.data.jinja.map((each) => html`<tr><td><b>${each.field}</b></td><td class="num">${each.line}</td><td><code>${each.code}</code></td></tr>`)}</tbody></table>`}</div></section><div class="panel insp"></div></main>` };
  }
  const card = group?.cards.find((each) => each.id === deck.rows[view.row]?.card) ?? group?.cards[0];
  return { ...head, sub: `${view.data.file} · the ${view.side === "back" ? "back" : "front"} of ${deck.rows.length} cards`,
    main: html`<main class="main layout">${list(deck)}<section class="mid">${bar}${canvas(group, card)}${strip(deck, group)}</section>${inspector()}</main>` };
}
