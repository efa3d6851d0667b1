// The place Start: what one has, what its columns hold, how big the cards are, and how they look.
import { app, ask, redraw, refresh, upload } from "./api.js";
import { HOLDS as KINDS, SIDES, go, html, icon, modal, nothing, plural } from "./shell.js";

const draft = { batch: "", found: null, columns: {}, look: "lantern", size: "poker", name: "", typed: false, folder: "", places: null, busy: "", games: false, own: false, elsewhere: false, placing: false };
const SCALE = 0.82;

async function load() {
  draft.places = {};
  draft.places = await ask("places");
  redraw();
}

async function look() {
  draft.busy = "Drawing the cards…";
  redraw();
  const { batch, columns, look: wanted, size } = draft;
  const found = await ask("look", { batch, columns, look: wanted, size });
  if (batch === draft.batch) {
    if (!found.refused) draft.found = found;
    draft.busy = "";
  }
  redraw();
}

// A name that no folder has yet, unless one was typed.
async function name(words) {
  if (!draft.typed) draft.name = (await ask("free-name", { folder: draft.folder, name: words })).name ?? words;
}

async function take(files) {
  // Pictures that a sheet names are added to it; anything else is a new beginning.
  const added = draft.found?.missing?.length && files.every((file) => file.type.startsWith("image/"));
  const again = files.some((file) => file.name === draft.found?.file); // the same sheet keeps its answers
  if (!added) Object.assign(draft, { batch: `b${Math.random().toString(36).slice(2, 12)}`, found: null, columns: again ? draft.columns : {} });
  draft.busy = "Reading…";
  redraw();
  for (const file of files) {
    const { refused } = await upload(file.name, await file.arrayBuffer(), draft.batch);
    if (refused) { app.message = refused; draft.busy = ""; redraw(); return; }
  }
  if (!added) await name((files[0]?.webkitRelativePath.split("/")[0] || files[0]?.name || "my game").replace(/\.\w+$/, "").replace(/[-_]+/g, " "));
  await look();
}

// All files of what was dropped; of a folder the files in it.
async function dropped(transfer) {
  const found = [];
  const read = async (entry) => {
    if (entry.isFile) found.push(await new Promise((done, failed) => entry.file(done, failed)));
    else {
      const reader = entry.createReader();
      for (;;) {
        const some = await new Promise((done, failed) => reader.readEntries(done, failed));
        if (!some.length) break;
        for (const each of some) await read(each);
      }
    }
  };
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  for (const entry of entries) await read(entry);
  return found.length ? found : [...transfer.files];
}

function pasted(event) {
  const words = event.clipboardData?.getData("text/plain") ?? "";
  if (/INPUT|TEXTAREA/.test(event.target.tagName) || !words.includes("\t")) return;
  event.preventDefault();
  take([new File([words], "cards.tsv")]);
}
addEventListener("dragover", (event) => { if (app.place === "start") event.preventDefault(); });
addEventListener("drop", async (event) => {
  if (app.place !== "start") return;
  event.preventDefault();
  const files = await dropped(event.dataTransfer);
  if (files.length) take(files);
});
addEventListener("paste", (event) => { if (app.place === "start") pasted(event); });

async function make(kind, more = {}) {
  draft.busy = "Making the game…";
  redraw();
  const { batch, columns, look: wanted, size, name, folder } = draft;
  const found = await ask("make", { kind, batch, columns, look: wanted, size, name, folder, ...more });
  draft.busy = "";
  if (!found.refused) { Object.assign(draft, { batch: "", found: null, columns: {}, name: "", typed: false, games: false }); await refresh(); go("cards"); }
  redraw();
}
const open = async (folder) => { if (!(await ask("open", { folder })).refused) { await refresh(); go("cards"); } };

// ---- what one has

const pick = (words, small, shape, folder) => html`<label class="btn pick" tabindex="-1">${icon(shape)}<span>${words}<small>${small}</small></span>
  <input type="file" class="spoken" multiple ?webkitdirectory=${folder} @change=${(event) => take([...event.target.files])}></label>`;

function having() {
  const { found } = draft;
  return html`<section class="card col having"><div class="step"><b>1</b><h2>What do you have?</h2></div>
    <div class="drop ${found ? "got" : ""}">${icon("table")}<strong>${found?.file ?? "Drop a spreadsheet here"}</strong>
      <span>${found?.rows ? `${plural(found.rows, "row")}, ${plural(found.columns.length, "column")}` : found ? "" : ".csv or .xlsx"}</span>
      <label class="btn small">${found ? "Choose another…" : "Choose a file…"}<input type="file" class="spoken" multiple accept=".csv,.tsv,.xlsx,.xlsm,image/*"
        @change=${(event) => take([...event.target.files])}></label></div>
    <p class="muted hint">Drop a .csv or .xlsx file anywhere, with its pictures if it names some, or paste rows from Google Sheets, Airtable or Excel.</p>
    <div class="others"><h3>Or start with</h3>
      ${pick("A folder of pictures", "one card for each", "image", true)}
      ${pick("Another tool’s project", "nanDECK, Squib, Cardmaker", "folder", true)}
      <button @click=${() => { draft.games = true; redraw(); }}>${icon("play")}<span>A shipped game<small>change its cards and rules</small></span></button>
      <button @click=${async () => { await name("my game"); make("game", { game: "drawn" }); }}>${icon("plus")}<span>An empty table<small>type the first card</small></span></button></div>
    <div class="go"><hr><div class="row"><h3>Your games</h3><span class="sp"></span><button class="link" @click=${() => { draft.elsewhere = true; redraw(); }}>Another folder…</button></div>
      <div class="yours">${draft.places?.recent?.length ? draft.places.recent.map((each) => html`<button class="link left" title=${each.folder}
      @click=${() => open(each.folder)}>${each.title}${draft.places.recent.some((other) => other !== each && other.title === each.title) ? ` (${last(each.folder)})` : ""}</button>`) : html`<span class="muted">None yet.</span>`}</div></div></section>`;
}

// ---- what is in the columns

function row(column) {
  const kind = KINDS.find(([key]) => key === column.becomes) ?? KINDS[2];
  const choose = (becomes) => { draft.columns = { ...draft.columns, [column.column]: becomes }; look(); };
  const name = (key, words) => key === "word" && column.becomes === "word" ? `One of ${column.words} words` : words + (column.optional && key === column.becomes ? ", or empty" : "");
  return html`<tr class=${column.unsure ? "ask" : column.ignored ? "off" : ""}><td><b>${column.column}</b></td><td><div class="ex">${column.examples}</div></td>
    <td><div class="becomes">${icon(kind[2])}<select aria-label=${`${column.column} becomes`} @change=${(event) => choose(event.target.value)}>
      ${KINDS.map(([key, words]) => html`<option value=${key} .selected=${key === column.becomes}>${name(key, words)}</option>`)}</select></div></td>
    <td class="why">${column.why}${column.unsure && column.becomes === "copies" ? html`<br><span class="row answer"><button class="small primary" @click=${() => choose("copies")}>Yes, copies</button>
      <button class="small" @click=${() => choose("number")}>No, print it</button></span>` : nothing}</td></tr>`;
}

function columns() {
  const { found } = draft;
  const unsure = found?.columns?.filter((each) => each.unsure).length;
  const first = found?.kind === "sheet" ? "What is in the columns?" : found ? "What was found" : "Your cards appear here";
  let body;
  if (!found) {
    body = html`<div class="waiting"><p class="muted">${draft.busy || "Drop a spreadsheet: its columns are recognised, with the reason for each guess, and your cards are drawn at once. You confirm before anything is made."}</p></div>`;
  } else if (found.kind === "tool") {
    body = html`<p class="msg good">A project of <b>${found.tool}</b>, ${plural(found.files, "file")}. ${found.said}.</p>${sofar(found)}
      ${found.notes.length ? html`<h3 class="sofarhead">${plural(found.notes.length, "note")} on what is not as before</h3><ul class="notes">${found.notes.map((each) => html`<li>${each}</li>`)}</ul>` : nothing}`;
  } else if (found.kind === "pictures") {
    body = html`${found.said.map((line) => html`<p class="msg good">${line}</p>`)}${sofar(found)}`;
  } else {
    body = html`<div class="tablebox" tabindex="0" role="group" aria-label="Columns"><table class="cols"><thead><tr><th class="c1">Your column</th><th class="c2">For example</th><th class="c3">Becomes</th><th>Why</th></tr></thead>
      <tbody>${found.columns.map(row)}</tbody></table></div>
      <p class="msg good"><b>${plural(found.rows, "different card")}, ${found.copies} with copies.</b> A tuckbox for them is printed as well. ${found.empty}
      ${found.missing.length ? html`<br>${plural(found.missing.length, "picture")} that it names ${found.missing.length === 1 ? "is" : "are"} not there yet: ${found.missing.slice(0, 3).join(", ")}${found.missing.length > 3 ? " …" : ""} Drop them here, or
        <label class="btn small">Choose them…<input type="file" class="spoken" multiple accept="image/*" @change=${(event) => take([...event.target.files])}></label>` : nothing}</p>${sofar(found)}`;
  }
  return html`<section class="card col mapping" aria-busy=${draft.busy ? "true" : "false"}><div class="step"><b>2</b><h2>${first}</h2><span class="sp"></span>
    <span class="muted" role="status">${found && draft.busy ? draft.busy : unsure ? html`<button class="link" @click=${() => document.querySelector("tr.ask").scrollIntoView({ block: "center" })}>Please check ${plural(unsure, "yellow row")}</button>` : found?.kind === "sheet" ? "Row 1 has the names" : ""}</span></div>${body}
    <div class="row muted bottom">${icon("lock")}<span>${found ? `${found.file} is copied into the new folder. Your original is not changed.` : "Your own files are not changed."}</span></div></section>`;
}
const sofar = (found) => html`${found.sofar.length ? html`<h3 class="sofarhead">Your cards so far</h3>` : nothing}<div class="sofar">${found.sofar.slice(0, 5).map((each) =>
  html`<img class="face" src=${`drafts/${each.face}.svg`} alt=${each.title}>`)}${found.rows > 5 ? html`<span class="muted">and ${found.rows - 5} more</span>` : nothing}</div>`;

// ---- how big, and which look

function size(each) {
  const on = draft.size === each.id;
  return html`<button class="size" role="radio" aria-checked=${on} @click=${() => { draft.size = each.id; if (draft.found?.kind === "sheet") look(); redraw(); }}>
    <i .style=${`width:${each.width * SCALE * 0.8}px;height:${each.height * SCALE * 0.8}px`}></i><b>${each.title}</b><small>${+each.width.toFixed(1)} × ${+each.height.toFixed(1)}</small></button>`;
}

function ownSize() {
  const close = () => { draft.own = false; redraw(); };
  const set = (event) => {
    event.preventDefault();
    const [wide, high] = ["w", "h"].map((key) => Number(event.target.elements[key].value));
    draft.size = `[${wide}, ${high}]`;
    close();
    if (draft.found?.kind === "sheet") look();
  };
  return modal("Own size", html`<h2>Own size</h2><form class="row" @submit=${set}>${SIDES(63, 88)} <button class="primary">Use it</button></form>`, close);
}

function looks() {
  const { found, places } = draft;
  const sheet = found?.kind === "sheet";
  return html`<section class="card col tight"><div class="step"><b>3</b><h2>How big?</h2><span class="sp"></span>
    <button class="small" @click=${() => { draft.own = true; redraw(); }}>${draft.size.startsWith("[") ? `${draft.size.slice(1, -1).replace(", ", " × ")} mm` : "Own size in mm…"}</button></div>
    <div class="sizes" role="radiogroup" aria-label="Size">${(places?.sizes ?? []).map(size)}</div>
    <hr><div class="step"><b>4</b><h2>Which look?</h2><span class="sp"></span><span class="muted">${sheet ? `your card “${found.sample}”` : ""}</span></div>
    ${sheet ? html`<div class="looks" role="radiogroup" aria-label="Look">${found.looks.map((each) => html`<button class="look" role="radio" aria-checked=${draft.look === each.key}
      @click=${() => { draft.look = each.key; look(); }}><img class="face" src=${`drafts/${each.face}.svg`} alt=""><span>${each.title}</span></button>`)}</div>
      <p class="muted hint">You can change everything later.</p>`
      : html`<p class="muted hint">${found?.kind === "tool" ? "The cards look as in that project." : found ? "Your pictures are the look." : "Four looks are shown with your own card."}</p>`}
    <form class="go" @submit=${(event) => { event.preventDefault(); make(found.kind); }}>
      <label class="named">Name of the game <input required .value=${draft.name} @input=${(event) => { draft.name = event.target.value; draft.typed = Boolean(draft.name); redraw(); }}></label>
      <button class="primary big middle" ?disabled=${!found || Boolean(draft.busy)}>${draft.busy && found ? draft.busy : found?.rows ? `Make ${plural(found.rows, "card")}` : "Make the game"}</button>
      ${draft.placing ? html`<label class="named muted">In the folder <input .value=${draft.folder || places?.base || ""} @input=${(event) => { draft.folder = event.target.value; redraw(); }}></label>`
        : html`<p class="row muted middle">Folder: ${last(draft.folder || places?.base || "")} / ${slug(draft.name)} <button type="button" class="small" @click=${() => { draft.placing = true; redraw(); }}>Change…</button></p>`}</form></section>`;
}

const last = (folder) => folder.split(/[/\\]/).filter(Boolean).pop() ?? "";
const slug = (words) => words.toLowerCase().normalize("NFKD").replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "my-game";
const quoted = (words) => /[^\w./=-]/.test(words) ? `'${words}'` : words;
function command() {
  const { found } = draft, name = slug(draft.name);
  if (!found) return "pieria new my-game --from deck.csv";
  if (found.kind === "tool") return `pieria import ${found.tool} ${quoted(found.file)} ${name}`;
  if (found.kind === "pictures") return `pieria new ${name} --from pictures`;
  const changed = Object.entries(draft.columns).map(([column, kind]) => ` --column ${quoted(`${column}=${kind}`)}`).join("");
  return `pieria new ${name} --from ${quoted(found.file)} --look ${draft.look}${draft.size === "poker" ? "" : ` --size ${quoted(draft.size)}`}${changed}`;
}

function games() {
  const close = () => { draft.games = false; redraw(); };
  return modal("A shipped game", html`<h2>Change a shipped game</h2><p class="muted">It is copied to ${draft.folder || draft.places.base}; the game itself stays as it is.</p>
    <label class="named">Name of your version <input .value=${draft.name} @input=${(event) => { draft.name = event.target.value; draft.typed = Boolean(draft.name); }}></label>
    <div class="others">${draft.places.games.map((each) => html`<button @click=${async () => { await name(`My ${each.title}`); make("game", { game: each.id }); }}>${each.title}</button>`)}</div>`, close);
}

function elsewhere() {
  const close = () => { draft.elsewhere = false; redraw(); };
  const set = (event) => { event.preventDefault(); const { value } = event.target.elements.folder; close(); open(value.trim()); };
  return modal("Another folder", html`<h2>Open a game in another folder</h2><p class="muted">The folder that contains its game.yaml. You can usually copy its path from your file manager.</p>
    <form class="row" @submit=${set}><input class="sp" name="folder" aria-label="Folder" required placeholder=${`${draft.places.base}/my-game`}><button class="primary">Open</button><button type="button" @click=${close}>Cancel</button></form>`, close);
}

export function start() {
  if (!draft.places || draft.of !== app.state?.folder) { draft.of = app.state?.folder; load(); } // a game that was made since
  return {
    title: "Pieria Studio", sub: "a new game", command: command(), after: "Nothing leaves this machine",
    main: html`<main class="main start">${having()}${columns()}${looks()}</main>`,
    dialog: draft.games ? games() : draft.own ? ownSize() : draft.elsewhere ? elsewhere() : nothing,
  };
}
