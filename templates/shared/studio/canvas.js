// The card, large: its elements are chosen, moved and resized with the mouse and the keyboard.
import { picture, redraw } from "./api.js";
import { SAFE, SNAP, addColumn, by, choose, chosen, columnOf, high as tall, mm, nameOf, others, partners, put, putSoon, remove, sized, view, write } from "./drawn.js";
import { KIND_OF, html, nothing, svg } from "./shell.js";

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
    if (each.box && each.index !== view.chosen && !view.more.has(each.index) && each.name !== "ground") found.push(each.box[axis], each.box[axis] + each.box[axis + 2], each.box[axis] + each.box[axis + 2] / 2);
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
  putSoon();
}
const EDGES = [[0, 0], [0.5, 0], [1, 0], [0, 0.5], [1, 0.5], [0, 1], [0.5, 1], [1, 1]];
const handles = (x, y, wide, high, edges) => edges.map(([a, b]) => svg`<rect class="h" x=${x + a * wide - 0.8} y=${y + b * high - 0.8} width="1.6" height="1.6" rx=".2"
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

// A column that is dropped: an element that is under it shows it, or a new one.
export const dragged = { column: null };
function drop(event) {
  const { column } = dragged;
  dragged.column = null;
  if (!column) return;
  event.preventDefault();
  const at = point(event), kind = KIND_OF[column.kind] ?? "text", drawn = kind === "picture" || kind === "icon";
  const under = column.field && view.data.elements.find((each) => each.box && !each.fixed && (drawn ? /rect|image|icon/ : /text/).test(each.kind) && (each.field || each.icon || !drawn)
    && [0, 1].every((axis) => each.box[axis] <= at[axis] && at[axis] <= each.box[axis] + each.box[axis + 2]));
  if (under) { choose(under.index); write({ field: column.field }); } else addColumn(column, at);
}

const tag = (element) => element.field && nameOf(element) !== columnOf(element.field) ? `${nameOf(element)} ← ${columnOf(element.field)}` : nameOf(element);
// Where code draws the card, its line is shown for the element under the mouse.
function over(element) {
  if (!view.data.sources) return;
  view.over = element?.index ?? null;
  redraw();
}
export function canvas(group, card) {
  const { data, box } = view, wide = data.width, high = data.height, element = chosen();
  const name = view.side === "back" ? card?.back : view.face ?? card?.face, bleed = group?.bleed ?? 0;
  const spots = [...data.elements].reverse().filter((each) => each.box && !each.style.hidden && each.name !== "ground" && each.name !== "paper" && each !== element);
  return html`<div class="canvas"><svg .style=${`width:${100 * view.zoom}%;height:${100 * view.zoom}%`} viewBox=${`-13 -10 ${wide + 26} ${high + 16}`} role="group" aria-label="The card, large" @pointerdown=${() => choose(null)} @dragover=${(event) => dragged.column && event.preventDefault()} @drop=${drop}>
    ${name ? svg`<image href=${picture(name)} x=${-bleed} y=${-bleed} width=${wide + 2 * bleed} height=${high + 2 * bleed}></image>` : nothing}
    <rect class="cut" x="0" y="0" width=${wide} height=${high}></rect>${view.safe ? svg`<rect class="safe" x=${SAFE} y=${SAFE} width=${wide - 2 * SAFE} height=${high - 2 * SAFE} rx="1"></rect>` : nothing}${ticks(wide, high)}
    ${spots.map((each) => svg`<rect class="hot" x=${each.box[0]} y=${each.box[1] - Math.max(0, 1 - each.box[3]) / 2} width=${Math.max(1, each.box[2])} height=${Math.max(1, each.box[3])}
      @pointerenter=${() => over(each)} @pointerleave=${() => over(null)} @pointerdown=${(event) => { event.stopPropagation(); choose(each.index, event.shiftKey && !data.sources); }}></rect>`)}
    ${element && box ? [...others(), ...partners()].map((each) => svg`<rect class="box also" x=${each.box[0] + by()[0]} y=${each.box[1] + by()[1]} width=${Math.max(1, each.box[2])} height=${Math.max(1, each.box[3])}></rect>`) : nothing}
    ${element && box ? svg`<rect x=${box[0]} y="-6" width=${box[2]} height="1" fill="#1d5f73" opacity=".5"></rect><rect x="-6" y=${box[1]} width="1" height=${box[3]} fill="#1d5f73" opacity=".5"></rect>${guides(wide, high)}
      <g id="chosen" tabindex="0" role="group" aria-label=${`${nameOf(element)}, ${element.kind}${element.field ? ` from the column ${columnOf(element.field)}` : ""}, ${mm(box[0])} mm from the left, ${mm(box[1])} from the top.${element.fixed ? "" : " Arrows move it."}`}
        @keydown=${key} @pointerdown=${(event) => down(event)} @pointermove=${move} @pointerup=${up}><rect class="box" x=${box[0]} y=${box[1] - Math.max(0, 1 - box[3]) / 2} width=${Math.max(1, box[2])} height=${Math.max(1, box[3])}></rect></g>
      ${!sized(element) ? nothing : handles(...box, EDGES.filter((edge) => tall(element) || edge[1] === 0.5))}
      <rect x=${box[0]} y=${box[1] - 4.3} width=${Math.max(14, (tag(element).length + 1) * 1.25)} height="3.5" rx=".6" fill="#1d5f73"></rect><text x=${box[0] + 0.9} y=${box[1] - 1.85} class="tagname">${tag(element)}</text>` : nothing}</svg></div>`;
}
