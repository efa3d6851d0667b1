// A face that code draws: the card, its elements, and beside it the lines that write them.
import { ask, redraw } from "./api.js";
import { choose, chosen, columnOf, mm, view } from "./drawn.js";
import { looks } from "./inspect.js";
import { go, html, icon, live, nothing } from "./shell.js";

// The line that is being changed: that of the chosen element, or another one that was clicked.
const edited = { file: "", line: 0, key: "", words: "", of: null };
const KINDS = { rect: "rectangle", art: "drawing", use: "drawing", image: "picture", path: "outline", polygon: "outline" };
const said = (element) => element.field ? columnOf(element.field) : KINDS[element.kind] ?? element.kind;
const now = () => view.data.elements.find((each) => each.index === view.over) ?? chosen();
const file = () => edited.file in view.data.sources ? edited.file : view.data.file;
function turnTo(name, number) {
  choose(null);
  Object.assign(edited, { file: name, line: number, of: null });
  redraw();
}
let shown = "";
function follow() {
  const element = chosen();
  if (element && edited.of !== element.index) Object.assign(edited, { file: element.file, line: element.line, of: element.index });
  else if (!element && edited.of !== null) Object.assign(edited, { line: 0, of: null });
  const over = now(), key = over ? `${over.file} ${over.line}` : `${edited.file} ${edited.line}`;
  if (key !== shown) setTimeout(() => document.getElementById("written")?.scrollIntoView({ block: "center" }));
  shown = key;
}

// Each place in the source once, however often it draws.
function places() {
  const found = new Map();
  for (const each of view.data.elements) {
    const key = `${each.file} ${each.line} ${each.kind}`, known = found.get(key);
    if (known) known.count += 1; else found.set(key, { element: each, count: 1 });
  }
  return [...found.values()];
}

export function elements(deck, parts) {
  const lines = (column) => [...new Set(view.data.elements.filter((each) => column.field && each.field === column.field).map((each) => each.line))];
  return html`<aside class="panel side" aria-label="Elements and columns" tabindex="0">${parts}<h2 class="spoken">Elements</h2><h3>ON THE CARD</h3>
    <ul>${places().map(({ element, count }) => html`<li><button class="in" aria-pressed=${chosen()?.line === element.line && chosen()?.file === element.file && chosen()?.kind === element.kind} @click=${() => choose(element.index)}>
      ${icon(element.field ? "table" : "kind")}<span>${said(element)}${count > 1 ? ` × ${count}` : ""}</span><span class="fed">line ${element.line}</span></button></li>`)}</ul>
    <hr><h3>COLUMNS OF ${deck.file}</h3><ul>${deck.columns.map((column) => html`<li class="col-of">${icon(column.field ? "table" : "off")}<span>${column.title}</span>
      <span class="fed">${lines(column).length ? `line ${lines(column).join(", ")}` : ""}</span></li>`)}</ul></aside>`;
}

async function save(event, line, old) {
  event.preventDefault();
  const found = await ask("write-line", { deck: view.part, side: view.side, row: view.row, file: file(), line, old, new: edited.words });
  if (!found.refused) edited.key = "";
  if (found.face && view.side === "face") view.face = found.face;
  view.asked = "";
  redraw();
}
function line(words, number) {
  const element = now(), here = element ? element.file === file() && element.line === number : edited.line === number;
  const drawn = view.data.elements.find((each) => each.file === file() && each.line === number);
  const key = `${file()} ${number} ${words}`, { own } = view.data.sources[file()];
  if (own && edited.line === number) {
    if (edited.key !== key) Object.assign(edited, { key, words });
    return html`<li class="on" id=${here ? "written" : nothing}><form @submit=${(event) => save(event, number, words)}><textarea aria-label=${`Line ${number}`} spellcheck="false" rows=${Math.min(8, Math.ceil(words.length / 52) + 1)} .value=${live(edited.words)}
      @input=${(event) => { edited.words = event.target.value; redraw(); }}></textarea><span class="row"><button class="small primary" ?disabled=${edited.words === words}>Save line ${number}</button>
      <button type="button" class="small" ?disabled=${edited.words === words} @click=${() => { edited.words = words; redraw(); }}>As before</button></span></form></li>`;
  }
  return html`<li class=${here ? "on" : drawn ? "drawn" : ""} id=${here ? "written" : nothing} @click=${() => drawn ? choose(drawn.index) : turnTo(file(), number)}><code>${words || " "}</code></li>`;
}

export function source() {
  follow();
  const element = now(), { wrong } = view.data, known = view.data.sources[file()];
  const box = element && html`<p class="small-print"><b>${said(element)}</b>${element.field ? `, ${KINDS[element.kind] ?? element.kind}` : ""}: line ${element.line} of <code>${element.file}</code>, ${mm(element.box[2])} × ${mm(element.box[3])} mm.
    ${element.field ? html`It shows the column “${columnOf(element.field)}”: <button class="link" @click=${() => go("cards")}>change its text</button>.` : ""}</p>`;
  return html`<aside class="panel insp source" aria-label="The lines that draw this card"><h2>Drawn by code</h2>
    ${wrong.message ? html`<p class="msg warn" role="alert">This card cannot be drawn: ${wrong.message}${wrong.message.endsWith("?") ? "" : "."} ${wrong.file in view.data.sources ? html`<button class="small" @click=${() => turnTo(wrong.file, wrong.line)}>Go to line ${wrong.line}</button>` : nothing}</p>` : nothing}
    ${box || html`<p class="muted small-print">${view.data.file} draws these cards, so their elements cannot be moved with the mouse. Point at one to see the line that writes it; click it to change that line.${known?.own ? "" : " These templates belong to Pieria: copy the game to change them."}</p>`}
    <div class="lines" tabindex="0" role="group" aria-label=${file()}><ol>${(known?.lines ?? []).map((words, at) => line(words, at + 1))}</ol></div>
    ${known?.own ? html`<details><summary>Or draw these cards anew, in a look</summary>${looks()}</details>` : nothing}</aside>`;
}
