// The place Cards: the deck as a table beside the live face, messages at their cells.
import { app, ask, picture, redraw } from "./api.js";
import { Grid } from "./grid.js";
import { addPictures, chooseIcon } from "./icons.js";
import { HOLDS, html, icon, modal, nothing, plural } from "./shell.js";

const view = { deck: "", chip: "", side: "face", safe: false, bleed: false, colours: "", zoom: false, hidden: new Set(), choosing: false, word: null, wrong: new Set() };
const fresh = new Map(); // card -> the pictures that an edit has drawn, until the next state has them
const COLOURS = [["", "Colours"], ["grey", "Greyscale"], ["protan", "Protan (no red)"], ["deutan", "Deutan (no green)"], ["tritan", "Tritan (no blue)"]];

export const deckNow = () => app.state.decks.find((deck) => deck.id === view.deck) || app.state.decks[0];
export const rowNow = () => grid.current();
const groupOf = (deck, row) => app.state.preview?.groups.find((group) => group.id === (row?.part || deck.parts[0].id));
const place = (deck, row, column) => ({ deck: deck.id, row: row.place, title: row.title, column: column?.title ?? "" });

const styled = (words) => words.split(/(\*\*[^*]+\*\*|\*[^*]+\*|:[a-z][a-z0-9-]*:)/).map((part) =>
  part.startsWith("**") && part.length > 4 ? html`<b>${part.slice(2, -2)}</b>`
    : part.startsWith("*") && part.length > 2 ? html`<i>${part.slice(1, -1)}</i>`
      : /^:.+:$/.test(part) ? html`<code class="ic">${part.slice(1, -1)}</code>` : part);

const tint = (words, column) => column.words.indexOf(words) % 5;
function show(words, column, was) {
  const old = was !== undefined && was.length < 12 && words.length < 12 && was ? html`<del>${was}</del>` : nothing;
  if (column.words.length && words) return html`${old}<span class="tag t${tint(words, column)}">${words}</span>`;
  return column.kind === "text" ? styled(words) : html`${old}${words}`;
}

const popup = (problem, row, x) => html`<div class="pop" role="alert"><span>${problem.message}</span>
  ${problem.instead ? html`<span class="row"><button class="small primary" @mousedown=${(event) => event.stopPropagation()}
    @click=${() => edit(row, x, row.all[x], instead(row.all[x], problem))}>Use ${problem.instead}</button>
    ${deckNow().columns[x].kind === "icon" ? html`<button class="small" @mousedown=${(event) => event.stopPropagation()} @click=${() => chooseFor(row, x)}>Choose an icon…</button>` : nothing}</span>` : nothing}
  <span class="muted">${deckNow().file}, ${problem.where}. ${problem.blocks ? "The kit cannot be printed until this is fixed." : "The kit can be printed anyway."}</span></div>`;
const instead = (words, problem) => {
  const wrong = problem.message.match(/'([^']+)'/)?.[1];
  return wrong && words.includes(`:${wrong}:`) ? words.replaceAll(`:${wrong}:`, `:${problem.instead}:`) : problem.instead;
};

export async function edit(row, x, old, words) {
  const deck = deckNow(), column = deck.columns[x];
  row.all[x] = words;
  const found = await ask("edit", { ...place(deck, row, column), old, new: words });
  if (found.conflict) app.conflict = { ...found.conflict, deck, row, x };
  if (found.refused && !found.lost) row.all[x] = old; // what cannot be sent stays on the page
  if (row.card && found.face) fresh.set(row.card, { face: found.face });
  redraw();
}

const chooseFor = (row, x) => chooseIcon((name) => edit(row, x, row.all[x], name), deckNow().columns[x].kind);

// Pictures that are dropped on the table are the project's, and the last that of the row.
addEventListener("dragover", (event) => { if (app.place === "cards") event.preventDefault(); });
addEventListener("drop", async (event) => {
  if (app.place !== "cards") return;
  event.preventDefault();
  const line = event.target.closest?.(".line"), row = line ? grid.shown()[line.getAttribute("aria-rowindex") - 2] : grid.current();
  const x = deckNow().columns.findIndex((column) => column.kind === "picture"), files = [...event.dataTransfer.files];
  if (!files.length) return;
  if (x < 0) { app.message = "no column of these cards contains pictures; add a column such as Picture to the spreadsheet"; redraw(); return; }
  const name = await addPictures(files);
  if (name && row) edit(row, x, row.all[x], name);
});

const grid = Grid({
  onEdit: (row, x, old, words) => edit(row, real(x), old, words), onPaste: pasteRows,
  onMove: () => redraw(), onChoose: (row, x) => chooseFor(row, real(x)), onWidth: setWidth, onWord: (row, x) => { view.word = { row, x: real(x) }; redraw(); }, show, popup: (problem, row, x) => popup(problem, row, real(x)),
});
globalThis.grid = grid; // for tests, which measure it
const real = (x) => deckNow().columns.indexOf(grid.columns[x]);

const MEANT = new Set(["copies", "number", "boolean", "colour"]); // columns that are as wide as they must be
const wide = JSON.parse(localStorage.getItem("widths") ?? "{}"); // that somebody chose, by deck and column
const widthKey = (column) => `${app.state.name}/${deckNow().id}/${column.title}`;
function setWidth(column, px) {
  wide[widthKey(column)] = px;
  localStorage.setItem("widths", JSON.stringify(wide));
  redraw();
}
// As wide as its title and its words; long texts share what is left.
const width = (column, rows) => {
  if (wide[widthKey(column)]) return `${wide[widthKey(column)]}px`;
  const longest = Math.max(0, ...rows.slice(0, 60).map((row) => (row.all ?? row.cells)[column.place]?.length ?? 0));
  const title = Math.max(64, Math.round(column.title.length * 7.7) + 24), words = Math.round(longest * 7.6) + 30;
  if (MEANT.has(column.kind)) return `${title}px`;
  return longest > 28 ? `minmax(${Math.max(170, title)}px, 3fr)` : `minmax(${Math.max(title, Math.min(150, words))}px, 1fr)`;
};

// What the table shows of a deck; rows keep the place that they have in the file.
function load(deck) {
  const of = `${app.state.folder} ${deck.id}`;
  if (grid.of !== of) { // another game or deck begins unsorted, at its first card
    if (grid.of) Object.assign(grid, { sort: null, filter: "", at: [0, 0], held: null, to: null, top: 0 });
    grid.of = of;
  }
  const all = deck.columns.map((column, x) => ({ ...column, place: x }));
  const columns = deck.columns.filter((column) => !view.hidden.has(`${deck.id}/${column.title}`));
  const places = columns.map((column) => deck.columns.indexOf(column));
  grid.columns = columns;
  grid.rows = deck.rows.map((row, number) => Object.assign(row, { place: number, all: row.all ?? row.cells, cells: row.cells }));
  if (places.length !== deck.columns.length) {
    grid.rows = grid.rows.map((row) => ({ ...row, cells: places.map((at) => row.all[at]) }));
  }
  grid.widths = places.map((at) => width(all[at], deck.rows)).join(" ");
  grid.marks = deck.was;
  grid.problems = new Map();
  for (const problem of deck.problems) {
    const column = problem.column || columns[0]?.title;
    const key = `${problem.row} ${column}`;
    if (!grid.problems.has(key) || problem.level === "error") grid.problems.set(key, problem);
  }
  const wrong = new Set(deck.problems.map((problem) => problem.row)), chip = view.chip;
  const [at, word] = chip.split("=", 2);
  const column = deck.columns.findIndex((each) => each.title === at);
  grid.only = chip === "!" ? (row) => wrong.has(row.place) || view.wrong.has(row.place) : chip === "±" ? (row) => deck.was[row.title]
    : column >= 0 ? (row) => row.all[column] === word : null;
  if (app.again?.deck === deck.id) { // what was undone is shown at its cell
    const y = grid.shown().findIndex((row) => row.title === app.again.title), x = columns.findIndex((each) => each.title === app.again.column);
    if (y >= 0) Object.assign(grid, { at: [y, Math.max(0, x)], held: null });
    app.again = null;
  }
}

// ---- rows

async function copyRow() {
  const deck = deckNow(), row = grid.current();
  if (!row) return;
  const found = await ask("copy", place(deck, row));
  if (found.row !== undefined) { grid.sort = null; grid.filter = ""; view.chip = ""; grid.at = [found.row, grid.at[1]]; }
}
async function newCard() {
  const deck = deckNow(), rows = deck.rows, last = rows.at(-1);
  const found = await ask("copy", place(deck, { ...last, place: rows.length - 1 }));
  if (found.row === undefined) return;
  const x = deck.columns.findIndex((column) => column.field === "title");
  const title = `New card ${rows.length + 1}`;
  await ask("edit", { deck: deck.id, row: found.row, title: last.title, column: deck.columns[x].title, old: last.cells[x], new: title });
  grid.sort = null; grid.filter = ""; view.chip = ""; grid.at = [found.row, 0];
}
async function pasteRows(cells, added) {
  const deck = deckNow();
  const found = await ask("paste", { deck: deck.id, added, cells: cells.map(([row, x, old, words]) => ({ ...place(deck, row, deck.columns[real(x)]), old, new: words })) });
  if (found.conflict) app.conflict = found.conflict;
  else if (!found.refused) app.message = "";
}
async function dropRow() {
  const row = grid.current(), found = row && await ask("drop", place(deckNow(), row));
  if (found && !found.refused) { app.message = `${row.name} was deleted. Ctrl Z brings it back.`; redraw(); }
}
async function putBack(change) {
  const deck = deckNow(), row = deck.rows.find((each) => each.card === change.id);
  const was = row && deck.was[row.title];
  for (const [column, words] of Object.entries(was ?? {})) {
    const x = deck.columns.findIndex((each) => each.title === column);
    if (x >= 0) await edit(row, x, row.all[x], words);
  }
}

export function keys(event) {
  const typing = /INPUT|TEXTAREA|SELECT/.test(event.target.tagName);
  if (event.key === "/" && !typing) { event.preventDefault(); document.getElementById("filter").focus(); }
  if (event.ctrlKey && event.key === "d" && !typing) { event.preventDefault(); copyRow(); }
}

// ---- the panel of the card

function card(deck) {
  const row = grid.watched();
  const preview = row && groupOf(deck, row)?.cards.find((each) => each.id === row.card);
  const drawn = preview && fresh.get(preview.id);
  if (drawn && preview.face === drawn.face) fresh.delete(preview.id);
  return { row, preview: preview && drawn ? { ...preview, ...drawn, stale: false } : preview };
}

const toggle = (name, words) => html`<button class="small" aria-pressed=${view[name]} @click=${() => { view[name] = !view[name]; redraw(); }}>${words}</button>`;

function face(deck, row, preview) {
  const group = groupOf(deck, row);
  if (!preview || !group) return html`<div class="stage"><p class="muted">${row ? "Waiting to draw this card…" : "No card is chosen."}</p></div>`;
  const name = view.side === "back" ? preview.back : preview.face;
  const wide = group.width + 2 * group.bleed, high = group.height + 2 * group.bleed;
  const tall = Math.max(392, Math.min(560, innerHeight - 430)); // larger where the window is
  const height = view.zoom ? `${high}mm` : `min(${tall}px, ${392 * high / wide * 0.9}px)`;
  const inset = (mm) => `${100 * mm / high}% ${100 * mm / wide}%`;
  const cut = view.bleed ? "0" : `${100 * group.bleed / high}% ${100 * group.bleed / wide}%`;
  return html`<div class="stage"><div class="shown ${view.colours}" .style=${`height:${height};aspect-ratio:${wide}/${high}`}>
    ${name ? html`<img id="face" src=${picture(name)} alt=${`${row.name}, ${view.side === "back" ? "back" : "front"}`}
      .style=${`clip-path:inset(${cut} round ${view.bleed ? 0 : group.round ? "50%" : "4%"})`}>` : html`<p class="muted">${preview.stale ? "This card cannot be drawn until its problem is fixed." : `No ${view.side}.`}</p>`}
    ${view.safe && group.safe ? html`<span class="safe" .style=${`inset:${inset(group.bleed + group.safe)}`}></span>` : nothing}
    ${view.bleed ? html`<span class="trim" .style=${`inset:${inset(group.bleed)}`}></span>` : nothing}</div>
    ${preview.stale && name ? html`<span class="mark">last good picture</span>` : nothing}</div>`;
}

// Why a card is another one: a short value with both, of a long one the name of its column.
const said = (deck, change) => [...new Set(change.why.split("; ").map((part) => {
  const [name, ...rest] = part.split(": "), column = deck.columns.find((each) => each.field && each.field === name);
  if (/^(picture templates|template) ?/.test(part)) return "its layout";
  return column ? [rest.length ? column.title : `the text of “${column.title}”`, ...rest].join(": ") : part;
}))].join("; ") || change.kind;

function since(deck) {
  const changes = app.state.changes.filter((change) => !change.kit);
  if (!app.state.printed) {
    return html`<section><h2>Changed since the last print</h2><p class="muted">Nothing has been printed yet. Print the kit and choose “It is printed”; every later change is then marked here.</p></section>`;
  }
  return html`<section class="sincebox"><div class="row"><h2>Changed since the last print</h2><span class="sp"></span>
    ${changes.length ? html`<a href="#print">Reprint</a>` : nothing}</div>
    ${changes.length ? html`<ul class="since">${changes.map((change) => html`<li>
      ${change.old ? html`<img class="was" src=${picture(change.old)} alt="before">` : html`<span></span>`}${change.new ? html`<img src=${picture(change.new)} alt="now">` : html`<span></span>`}
      <span><b>${change.title}</b><br><span class="muted">${said(deck, change)}</span></span>
      ${change.kind === "changed" || change.kind === "more" || change.kind === "fewer" ? html`<button class="small"
        aria-label=${`Put back ${change.title}`} @click=${() => putBack(change)}>Put back</button>` : nothing}</li>`)}</ul>`
      : html`<p class="muted">Nothing has changed. The printed kit (${app.state.printed.when}) is up to date.</p>`}</section>`;
}

// ---- the place

const many = (count) => count === 1 ? "1 copy" : `${count} copies`;
const chip = (key, words, count, kind = "") => html`<button class="chip" aria-pressed=${view.chip === key}
  @click=${() => { view.chip = key; view.wrong = new Set(deckNow().problems.map((problem) => problem.row)); grid.at = [0, grid.at[1]]; redraw(); }}>${kind ? html`<span class="badge ${kind}">${count}</span> ${words}` : html`${words} <span class="muted">(${count})</span>`}</button>`;

function chips(deck) {
  const column = deck.columns.find((each) => each.words.length);
  const x = deck.columns.indexOf(column), count = (word) => deck.rows.filter((row) => row.all[x] === word).length;
  const wrong = deck.problems.length, changed = Object.keys(deck.was).length;
  return html`<div class="chips" role="group" aria-label="Show">${chip("", "All", deck.rows.length)}
    ${column ? column.words.map((word) => chip(`${column.title}=${word}`, word, count(word))) : nothing}<span class="gap"></span>
    ${chip("!", "Problems", wrong, wrong ? "bad" : "n")}${app.state.printed ? chip("±", "Changed since print", changed, "n") : nothing}</div>`;
}

// What is wrong with the file or the game, and not with one card.
function apart(deck) {
  const found = [...(deck.broken ? [{ message: deck.broken, where: "", level: "error" }] : []), ...app.state.others], more = found.length - 3;
  return found.length ? html`<div class="apart" role="alert">${found.slice(0, 3).map((each) => html`<p class="msg ${each.level === "error" ? "" : "warn"}">${each.message} <small class="muted">${each.where}</small></p>`)}
    ${more > 0 ? html`<p class="muted">and ${plural(more, "other problem")}</p>` : nothing}</div>` : nothing;
}

// Another word for a column that allows a few.
function anotherWord(deck) {
  const { row, x } = view.word, { title, words } = deck.columns[x], close = () => { view.word = null; redraw(); };
  const set = async (event) => {
    event.preventDefault();
    const found = await ask("add-word", { deck: deck.id, column: title, word: event.target.elements.word.value });
    if (found.refused) return;
    close();
    edit(row, x, row.all[x], found.word);
  };
  return modal("Another word", html`<h2>Another word for ${title}</h2><p class="muted">So far: ${words.join(", ")}.</p>
    <form class="row" @submit=${set}><input class="sp" name="word" aria-label="Word" required maxlength="40"><button class="primary">Use it</button><button type="button" @click=${close}>Cancel</button></form>`, close);
}

// What each column holds, and which are shown here.
const SAME = { "not printed": "ignore" };
const held = (column) => column.words.length ? "word" : SAME[column.kind] ?? column.kind;
function columnsMenu(deck) {
  const close = () => { view.choosing = false; redraw(); };
  const set = async (column, event) => {
    const { target } = event, found = await ask("set-kind", { deck: deck.id, column: column.title, kind: target.value });
    if (found.refused) target.value = held(column);
  };
  const line = (column) => {
    const key = `${deck.id}/${column.title}`, kind = held(column), known = HOLDS.some(([name]) => name === kind);
    return html`<tr><td><label class="row"><input type="checkbox" aria-label=${`Show ${column.title} in the table`} .checked=${!view.hidden.has(key)} @change=${(event) => {
      if (event.target.checked) view.hidden.delete(key); else view.hidden.add(key);
      redraw();
    }}><b>${column.title}</b></label></td><td>${known ? html`<select aria-label=${`${column.title} holds`} @change=${(event) => set(column, event)}>
      ${HOLDS.map(([name, words]) => html`<option value=${name} .selected=${name === kind}>${name === "word" && kind === "word" ? `One of ${column.words.length} words` : words}</option>`)}</select>`
      : html`<span class="muted">${column.kind}, as game.yaml says</span>`}</td></tr>`;
  };
  return modal("Columns", html`<h2>Columns of ${deck.file}</h2><p class="muted">Your choice is written to game.yaml, and the drawing follows: a column that is no longer printed disappears from it, and a column with a different type gets an element that shows it. Undo takes it back.</p>
    ${app.message ? html`<p class="msg" role="alert">${app.message}</p>` : nothing}
    <table><thead><tr><th>Shown in the table</th><th>Holds</th></tr></thead><tbody>${deck.columns.filter((column) => column.title).map(line)}</tbody></table>
    <p><button class="primary" @click=${close}>Done</button></p>`, close);
}

export function conflict() {
  const found = app.conflict;
  const settle = async (mine) => {
    app.conflict = null;
    if (mine && found.row) await edit(found.row, found.x, found.theirs, found.mine);
    else if (found.row) { found.row.all[found.x] = found.theirs; redraw(); }
    else redraw();
  };
  return modal("Conflict", html`<h2>Somebody else also changed ${found.file}</h2>
    <p>It was saved outside the studio. This cell was changed in both places; nothing is overwritten until you choose:</p>
    <table><thead><tr><th>${found.title}, ${found.column}</th><th>Choice</th></tr></thead><tbody>
    <tr><td><b>Before</b><br>${found.before || "(empty)"}</td><td></td></tr>
    <tr><td><b>Yours</b><br>${found.mine || "(empty)"}</td><td>${found.row ? html`<button class="primary" @click=${() => settle(true)}>Keep mine</button>` : nothing}</td></tr>
    <tr><td><b>The file</b><br>${found.theirs || "(empty)"}</td><td><button @click=${() => settle(false)}>Use the file’s</button></td></tr></tbody></table>
    <p class="muted">Nothing is lost: what you keep can be undone.</p>`, () => settle(false));
}

// From the filter into the table, by keys.
function intoTable(event) {
  if (event.key !== "Enter" && event.key !== "ArrowDown") return;
  event.preventDefault();
  grid.move(0, 0);
}
function showAll() {
  grid.filter = view.chip = "";
  redraw();
}

export function cards() {
  const { state } = app, deck = deckNow();
  if (!deck) return { main: html`<main class="main"><p class="empty">game.yaml names no cards that can be edited here.</p></main>`, sub: "" };
  load(deck);
  const { row, preview } = card(deck), rows = grid.shown();
  const copies = deck.columns.findIndex((column) => column.field === "copies");
  const total = deck.rows.reduce((sum, each) => sum + (copies < 0 ? 1 : Number((each.all ?? each.cells)[copies] || 1) || 0), 0);
  const group = groupOf(deck, row), number = deck.columns.find((column) => column.kind === "number");
  const main = html`<main class="main cards"><section class="left"><div class="tools">
      ${state.decks.length > 1 ? html`<select aria-label="Deck" @change=${(event) => { view.deck = event.target.value; view.chip = ""; grid.at = [0, 0]; grid.sort = null; redraw(); }}>
        ${state.decks.map((each) => html`<option value=${each.id} .selected=${each === deck}>${each.title}</option>`)}</select>` : nothing}
      <input id="filter" type="search" placeholder=${`Filter: any word${number ? `, or ${number.title.toLowerCase()}>3` : ""}`} aria-label="Filter" .value=${grid.filter}
        @input=${(event) => { grid.filter = event.target.value; grid.at = [0, grid.at[1]]; redraw(); }} @keydown=${intoTable}>
      <button @click=${newCard}>${icon("plus")} Card</button><button @click=${copyRow}>${icon("copy")} Duplicate</button>
      <button @click=${dropRow}>${icon("bin")} Delete</button><button @click=${() => { view.choosing = true; redraw(); }}>${icon("table")} Columns</button></div>
    ${chips(deck)}${apart(deck)}${rows.length ? nothing : html`<p class="apart">No card has “${grid.filter || "this"}”. <button class="small" @click=${showAll}>Show all cards</button></p>`}<div class="gridbox"></div>
    <div class="sum"><span><b>${deck.rows.length}</b> cards</span><span><b>${total}</b> with copies</span>
      <span class="muted">${rows.length < deck.rows.length ? `${rows.length} shown` : ""}</span><span class="sp"></span>
      <span class="muted">${deck.file} · paste rows from a spreadsheet anywhere</span>
      ${/\.(csv|tsv|xls[xm])$/.test(deck.file) ? html`<button class="small" @click=${() => ask("open-file", { deck: deck.id })}>Open in my spreadsheet</button>` : nothing}</div></section>
    <aside class="panel right" aria-label="The card"><div class="row"><h2>${row?.name ?? deck.title}</h2><span class="sp"></span>
      <button class="small" aria-label="Card before" @click=${() => grid.move(-1, 0, false)}>‹</button>
      <span class="muted">${rows.indexOf(row) + 1} of ${rows.length}</span>
      <button class="small" aria-label="Next card" @click=${() => grid.move(1, 0, false)}>›</button></div>
    <div class="row wrap"><button class="small" aria-pressed=${view.side === "face"} @click=${() => { view.side = "face"; redraw(); }}>Front</button>
      <button class="small" aria-pressed=${view.side === "back"} @click=${() => { view.side = "back"; redraw(); }}>Back</button><span class="sp"></span>
      ${toggle("safe", "Safe zone")}${toggle("bleed", "Bleed")}<select class="small" aria-label="Colours" @change=${(event) => { view.colours = event.target.value; redraw(); }}>
        ${COLOURS.map(([key, words]) => html`<option value=${key} .selected=${key === view.colours}>${words}</option>`)}</select></div>
    ${face(deck, row, preview)}
    <div class="row middle"><span class="muted">${preview ? many(Number(row.all[copies]) || preview.copies) : ""}</span>
      <a href="#layout">Edit the layout</a><span class="muted">·</span><button class="link" @click=${() => { view.zoom = !view.zoom; redraw(); }}>${view.zoom ? "Fit the window" : "Zoom to print size"}</button></div>
    ${since(deck)}</aside></main>`;
  return {
    main, command: `pieria preview ${state.name}`, after: "Enter edits · / filters · Ctrl D duplicates · Ctrl Z undoes",
    sub: `${deck.rows.length} cards, ${total} with copies${group ? ` · ${group.size}` : ""}`,
    dialog: view.choosing ? columnsMenu(deck) : view.word ? anotherWord(deck) : nothing,
    after_render: () => grid.into(document.querySelector(".gridbox")),
    arrived: () => grid.focus(), // keys work at once
  };
}
