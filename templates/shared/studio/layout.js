// The place Layout: the elements of a drawn face, its columns, and the cards to see it with.
import { app, ask, picture, redraw, refresh } from "./api.js";
import { canvas, dragged } from "./canvas.js";
import { deckNow, rowNow } from "./cards.js";
import { elements, source } from "./coded.js";
import { add, addColumn, change, choose, columnOf, load, nameOf, view } from "./drawn.js";
import { inspector } from "./inspect.js";
import { html, icon, modal, nothing, plural } from "./shell.js";

const ICONS = { "line of text": "text", "text in a box": "text", rect: "kind", circle: "coin", ellipse: "coin", image: "image", icon: "star", path: "kind" };

// Enter on an element in the list leads to it on the card, where arrows move it.
const ontoCard = () => setTimeout(() => document.getElementById("chosen")?.focus());
function list(deck) {
  const groups = [...new Set(view.data.elements.map((each) => each.group))];
  const drawn = new Set(view.data.elements.map((each) => each.field).filter(Boolean));
  return html`<aside class="panel side" aria-label="Elements and columns" tabindex="0"><h2 class="spoken">Elements</h2>${parts(deck)}<h3>ON THE CARD</h3>
    ${groups.map((group) => html`<p class="grp">${icon("kind")}<span>${group}</span></p><ul>${view.data.elements.filter((each) => each.group === group).map((each) => html`<li>
      <button class="in ${each.style.hidden ? "gone" : ""}" aria-pressed=${each.index === view.chosen || view.more.has(each.index)} @click=${(event) => { choose(each.index, event.shiftKey || event.ctrlKey); if (!event.detail) ontoCard(); }}>${icon(each.field ? ICONS[each.kind] ?? "star" : ICONS[each.kind] ?? "off")}<span>${nameOf(each)}</span>
      <span class="fed">${each.field && nameOf(each) !== columnOf(each.field) ? `← ${columnOf(each.field)}` : each.fixed ? "Inkscape" : ""}</span></button>
      ${each.fixed ? nothing : html`<button class="eye" aria-label=${`${each.style.hidden ? "Show" : "Hide"} ${nameOf(each)}`} title=${each.style.hidden ? "Show" : "Hide"} aria-pressed=${Boolean(each.style.hidden)} @click=${() => change([[each, { hidden: !each.style.hidden }]])}>${icon(each.style.hidden ? "off" : "eye")}</button>`}</li>`)}</ul>`)}
    <hr><h3>COLUMNS OF ${deck.file}</h3><ul>${deck.columns.map((column) => html`<li class="col-of" draggable=${column.title && column.kind !== "copies" ? "true" : "false"} @dragstart=${(event) => { dragged.column = column; event.dataTransfer.setData("text/plain", column.title); }} @dragend=${() => { dragged.column = null; }}>${icon(column.field ? "table" : "off")}<span>${column.title}</span>
      <span class="fed">${drawn.has(column.field) ? "placed" : column.kind === "copies" ? "not drawn" : html`<button class="small" aria-label=${`${column.field ? "Place" : "Print it"}: ${column.title}`} @click=${() => addColumn(column)}>${column.field ? "Place" : "Print it"}</button>`}</span></li>`)}</ul></aside>`;
}

// The cards of this layout that break layouts, each once.
function strip(deck, group) {
  const words = (row) => row.all ?? row.cells, length = (row) => words(row).join("").length;
  const rows = deck.rows.map((row, at) => ({ row, at })).filter(({ row }) => row.part === view.part);
  const by = (less) => [...rows].sort((a, b) => less(a.row, b.row))[0], gaps = (row) => words(row).filter((cell) => !cell).length;
  const wanted = [["longest text", by((a, b) => length(b) - length(a))], ["shortest text", by((a, b) => length(a) - length(b))], ["longest title", by((a, b) => b.name.length - a.name.length)], ["most empty", by((a, b) => gaps(b) - gaps(a))]];
  const own = rows.find(({ at }) => at === view.row), shown = [...(own ? [["chosen", own]] : []), ...wanted].filter(([, found], at, all) => found && all.findIndex(([, other]) => other?.at === found.at) === at);
  return html`<div class="strip"><div class="about"><h3>SEE IT WITH</h3><p class="muted">the cards that break layouts</p></div>${shown.map(([said, { row, at }]) => html`<button aria-pressed=${view.row === at} @click=${() => { view.row = at; view.face = null; redraw(); }}>
    <img src=${picture(group?.cards.find((each) => each.id === row.card)?.face)} alt=""><span><b>${said}</b><small>${row.name}</small></span></button>`)}</div>`;
}

// ---- which layout, and another for some cards

function turnTo(part, row) {
  if (part !== view.part) Object.assign(view, { part, chosen: null, name: "", asked: "", data: null });
  Object.assign(view, { row, face: null });
}
// The card that was looked at last in the table is the one that is edited.
function follow(deck) {
  const place = rowNow()?.place ?? 0, row = deck.rows[place], seen = `${deck.id}/${place}`;
  if (seen !== view.seen) { view.seen = seen; turnTo(row?.part || deck.parts[0].id, place); }
  if (!deck.parts.some((part) => part.id === view.part)) turnTo(deck.parts[0].id, 0);
  if (deck.rows[view.row]?.part !== view.part) turnTo(view.part, Math.max(0, deck.rows.findIndex((each) => each.part === view.part)));
}
function parts(deck) {
  const chosen = (event) => { const part = event.target.value; turnTo(part, deck.rows.findIndex((each) => each.part === part)); redraw(); };
  return html`<div class="row of">${deck.parts.length > 1 ? html`<select aria-label="Layout of" @change=${chosen}>${deck.parts.map((part) => html`<option value=${part.id} .selected=${part.id === view.part}>${part.title}</option>`)}</select>` : nothing}
    <button class="small" @click=${() => { view.splitting = true; redraw(); }}>${icon("plus")} ${deck.parts.length > 1 ? "Layout…" : "Another layout…"}</button></div>`;
}
function centre() {
  const box = document.querySelector(".canvas");
  box?.scrollTo((box.scrollWidth - box.clientWidth) / 2, (box.scrollHeight - box.clientHeight) / 2);
}
const MOST = 12, SHORT = 24; // values, and letters of a value, by which cards can be told apart
function splits(deck) {
  const rows = deck.rows.filter((row) => row.part === view.part);
  return deck.columns.map((column, x) => ({ ...column, x })).filter((column) => !["title", "copies", "picture", "icon"].includes(column.kind)).map((column) => {
    const values = rows.map((row) => (row.all ?? row.cells)[column.x]);
    return { column, values: [...new Set(values)].filter(Boolean).map((value) => [value, values.filter((each) => each === value).length]) };
  }).filter(({ values }) => values.length > 1 && values.length <= MOST && values.every(([value]) => value.length <= SHORT))
    .sort((a, b) => b.column.words.length - a.column.words.length);
}
function another(deck) {
  const close = () => { view.splitting = false; redraw(); };
  const make = async (column, value) => {
    close();
    const found = await ask("split", { deck: view.part, column: column.title, value });
    if (!found.part) return;
    await refresh();
    turnTo(found.part, app.state.decks.find((each) => each.id === deck.id).rows.findIndex((each) => each.part === found.part));
    redraw();
  };
  const found = splits(deck);
  return modal("Another layout", html`<h2>Another layout for some cards</h2><p class="muted">They get their own copy of this drawing, which you can change separately. All cards stay in one table. Which cards?</p>
    ${found.map(({ column, values }) => html`<h3>${column.title}</h3><div class="row wrap">${values.map(([value, count]) => html`<button @click=${() => make(column, value)}>${value} <small class="muted">${plural(count, "card")}</small></button>`)}</div>`)}
    ${found.length ? nothing : html`<p>No column divides the cards into a few groups. Add a column to the table, such as Kind.</p>`}<p><button @click=${close}>Close</button></p>`, close);
}

export function layout() {
  const deck = deckNow();
  follow(deck);
  const group = app.state.preview?.groups.find((each) => each.id === view.part);
  queueMicrotask(load);
  const head = { command: `pieria preview ${app.state.name}`, after: "Arrows move ¼ mm, Shift 1 mm · Shift-click selects several · Alt: no snapping", dialog: view.splitting ? another(deck) : nothing };
  if (!view.data) return { ...head, sub: "", main: html`<main class="main"><p class="empty">Loading the drawing…</p></main>` };
  const side = (key, words) => html`<button aria-pressed=${view.side === key} @click=${() => { view.side = key; view.chosen = null; view.asked = ""; view.face = null; redraw(); }}>${words}</button>`;
  const pictured = deck.columns.find((column) => column.kind === "picture");
  const more = (kind, shape, words, field) => html`<button @click=${() => add(kind, field)}>${icon(shape)} ${words}</button>`;
  const toggle = (name, words) => html`<button class="small" aria-pressed=${view[name]} @click=${() => { view[name] = !view[name]; redraw(); }}>${words}</button>`;
  const zoom = (by) => { view.zoom = Math.min(4, Math.max(1, view.zoom * by)); redraw(); setTimeout(centre); };
  const bar = html`<div class="bar">${side("face", "Front")}${side("back", "Back")}<span class="line" aria-hidden="true"></span>
    ${view.data.elements.length && !view.data.sources ? html`${more("box", "text", "Text")}${pictured ? more("picture", "image", "Picture", pictured.field) : nothing}${more("icon", "star", "Icon")}${more("rect", "kind", "Shape")}${more("circle", "coin", "Circle")}` : nothing}<span class="sp"></span>${view.data.sources ? nothing : toggle("snap", "Snap")}${toggle("safe", "Safe zone")}
    <button class="small" aria-label="Smaller" ?disabled=${view.zoom <= 1} @click=${() => zoom(1 / 1.25)}>−</button><button class="small" aria-label="Larger" ?disabled=${view.zoom >= 4} @click=${() => zoom(1.25)}>+</button></div>`;
  if (view.data.refused) {
    return { ...head, sub: view.data.file ?? "", main: html`<main class="main layout"><div class="panel side">${parts(deck)}</div><section class="mid">${bar}<div class="code" tabindex="0"><p class="msg warn">${view.data.refused}</p></div></section><div class="panel insp"></div></main>` };
  }
  const card = group?.cards.find((each) => each.id === deck.rows[view.row]?.card) ?? group?.cards[0];
  const count = deck.rows.filter((each) => each.part === view.part).length;
  if (view.data.sources) {
    return { ...head, sub: "a layout with code", after: "Point at an element to see its line · Click it to change that line",
      main: html`<main class="main layout coded">${elements(deck, parts(deck))}<section class="mid">${bar}${canvas(group, card)}${strip(deck, group)}</section>${source()}</main>` };
  }
  return { ...head, sub: `The ${view.side === "back" ? "back" : "front"} of ${plural(count, "card")}`,
    main: html`<main class="main layout">${list(deck)}<section class="mid">${bar}${canvas(group, card)}${strip(deck, group)}</section>${inspector()}</main>` };
}
