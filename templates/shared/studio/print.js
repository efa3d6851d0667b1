// The place Print: options, the pages as they come out, what to swap, and the work that it is.
import { app, ask, picture, redraw } from "./api.js";
import { measure, measuring } from "./printer.js";
import { html, icon, modal, nothing, plural } from "./shell.js";

const view = { options: { paper: "a4", sides: "duplex-long", ink: "colour", bleed: "auto", marks: "crop", cut: "dxf", safe: false, sleeved: false, printer: "" }, only: null, all: null, changes: null, asked: "", choices: null, large: null, order: "", exported: null, through: false, printing: false, of: "" };
const SIDES = [["duplex-long", "Both sides, flip on the long edge"], ["duplex-short", "Both sides, flip on the short edge"], ["gutterfold", "One side: fold and glue"], ["fronts", "Fronts only (for sleeves)"]];
const INKS = [["colour", "Colour"], ["low", "Low: no large dark areas"], ["grey", "Black only"]];
const MARKS = { crop: "Crop marks", lines: "Cut lines", ticks: "Ticks", silhouette: "Machine", none: "No marks" };

// Builds are asked for whenever the options, the cards or the last print changed.
async function plan() {
  const { options } = view, key = JSON.stringify([options, app.state.preview?.tag, app.state.printed?.build]);
  if (view.asked === key) return;
  view.asked = key;
  view.printing = true;
  const get = async (changed) => {
    const found = await ask("plan", { ...options, changed });
    if (view.asked === key && !found.stopped) view[changed ? "changes" : "all"] = found.refused ? { sheets: [], problems: [found.refused], work: {} } : found;
  };
  const wanted = app.state.printed && app.state.changes.length;
  if (!wanted) view.changes = null;
  await Promise.all([get(false), ...(wanted ? [get(true)] : [])]);
  if (view.asked === key) view.printing = false;
  redraw();
}
const onlyChanges = () => Boolean(view.changes) && (view.only ?? true);
const now = () => onlyChanges() ? view.changes : view.all;

const set = (name, value) => { view.options = { ...view.options, ...(name === "paper" ? { printer: "" } : {}), [name]: value }; redraw(); };
const radio = (name, value, words, note, on, change, off = false) => html`<label><input type="radio" name=${name} .checked=${on} ?disabled=${off} @change=${change ?? (() => set(name, value))}> ${words}${note ? html`<small>${note}</small>` : nothing}</label>`;
const check = (name, words, on = view.options[name], change = (now) => set(name, now)) => html`<label><input type="checkbox" .checked=${on} @change=${(event) => change(event.target.checked)}> ${words}</label>`;
// A tuckbox belongs to its deck, so the switch is an edit of game.yaml.
const box = (deck) => check("box", app.state.boxes.length > 1 ? `Tuckbox: ${deck.title}` : "Tuckbox", deck.on, (on) => ask("box", { deck: deck.id, on }));
const sheetsOf = (made) => made?.work?.sheets ? plural(made.work.sheets, "sheet") : "";

function options() {
  const { choices, options: chosen } = view;
  return html`<aside class="panel opt" aria-label="Options"><h2>What to print</h2>
    <fieldset><legend class="spoken">What</legend>
      ${radio("what", "c", "Only what changed", view.changes ? sheetsOf(view.changes) : app.state.printed ? "nothing changed" : "nothing printed yet", onlyChanges(), () => { view.only = true; redraw(); }, !view.changes)}
      ${radio("what", "a", "Everything", sheetsOf(view.all), !onlyChanges(), () => { view.only = false; redraw(); })}</fieldset><hr>
    <fieldset><legend>PAPER</legend><select aria-label="Paper" @change=${(event) => set("paper", event.target.value)}>
      ${papers().map((each) => html`<option value=${each.id} .selected=${each.id === chosen.paper}>${each.title}</option>`)}</select>
      <input class="small" aria-label="Another paper" placeholder="Another: 100x150mm, a5" @change=${(event) => { if (event.target.value.trim()) set("paper", event.target.value.trim().toLowerCase()); event.target.value = ""; }}></fieldset>
    <fieldset><legend>SIDES</legend>${SIDES.map(([key, words]) => radio("sides", key, words, "", chosen.sides === key))}</fieldset>
    <fieldset><legend>INK</legend>${INKS.map(([key, words]) => radio("ink", key, words, "", chosen.ink === key))}</fieldset>
    <fieldset><legend>CUTTING</legend><div class="two"><select aria-label="Marks" @change=${(event) => set("marks", event.target.value)}>
        ${(choices?.marks ?? []).map((each) => html`<option value=${each.id} title=${each.about} .selected=${each.id === chosen.marks}>${MARKS[each.id] ?? each.id}</option>`)}</select>
      <select aria-label="Bleed" @change=${(event) => set("bleed", event.target.value)}>
        ${(choices?.bleeds ?? []).map((each) => html`<option value=${each.id} title=${each.about} .selected=${each.id === chosen.bleed}>Bleed: ${each.id}</option>`)}</select></div>
      ${check("machine", "Files for a cutting machine", chosen.marks === "silhouette", (on) => set("marks", on ? "silhouette" : "crop"))}
      ${chosen.marks === "silhouette" ? html`<label class="row">Format <select aria-label="Format of the cut files" @change=${(event) => set("cut", event.target.value)}>${["dxf", "svg"].map((each) => html`<option value=${each} .selected=${each === chosen.cut}>${each.toUpperCase()}</option>`)}</select></label>` : nothing}</fieldset>
    <fieldset><legend>PRINTER</legend>${printers()}</fieldset>
    <fieldset><legend>ALSO</legend>${app.state.boxes.map(box)}${app.state.boxes.some((deck) => deck.on) ? check("sleeved", "For sleeved cards") : nothing}${check("safe", "Safe zone on every card")}</fieldset><span class="sp"></span>
    <div class="row"><button @click=${() => { view.order = "services"; redraw(); }}>${icon("down")} For a print service…</button></div>
    <div class="row"><button @click=${() => { view.order = "tables"; redraw(); }}>${icon("down")} For a virtual table…</button></div></aside>`;
}

function papers() {
  const known = view.choices?.papers ?? [], { paper } = view.options;
  return known.some((each) => each.id === paper) ? known : [...known, { id: paper, title: paper }];
}
// The printers that were measured with this paper.
function printers() {
  const { choices, options: chosen } = view, known = (choices?.printers ?? []).filter((each) => each.paper === chosen.paper);
  const duplex = chosen.sides.startsWith("duplex");
  const add = duplex ? html`<button class="small" @click=${() => measure(chosen, (id) => { view.choices = null; set("printer", id); })}>${icon("plus")} Measure a printer…</button>` : nothing;
  if (!known.length) return html`<p class="muted small-print">Are the backs shifted against the fronts? Measure the printer once.</p>${add}`;
  return html`${add}<select aria-label="Printer" @change=${(event) => set("printer", event.target.value)}><option value="" .selected=${!chosen.printer}>as it is</option>
    ${known.map((each) => html`<option value=${each.id} .selected=${each.id === chosen.printer}>${each.id}, as measured</option>`)}</select>`;
}

// ---- the pages

const page = (made, number, title, side) => html`<button class="paper" aria-label=${`${title}, ${side}, large`} @click=${() => { view.large = { made, number, title }; redraw(); }}>
  <img loading="lazy" src=${`pages/${made.id}/${number}.png`} alt=""></button>`;
const sheet = (made, each, same) => html`<div class="sheet ${same ? "same" : ""}"><div class="pr ${view.through ? "through" : ""}">
  ${each.pages.map((number, at) => page(made, number, each.title, at ? "back" : "front"))}</div>
  <span><b>${each.title}</b> <span class="muted">${each.note}</span></span></div>`;

const blocking = () => [...app.state.decks.flatMap((deck) => deck.problems.filter((each) => each.blocks).map((each) => `${deck.rows[each.row].name}: ${each.message}`)),
  ...app.state.others.filter((each) => each.level === "error").map((each) => each.message)];

function pages() {
  const made = now(), problems = app.state.preview?.sheetsStale ? blocking() : [];
  if (problems.length) return html`<div class="wide"><p>The kit can be printed when ${plural(problems.length, "problem")} ${problems.length === 1 ? "is" : "are"} fixed, in <a href="#cards">Cards</a>:</p>${problems.slice(0, 8).map((words) => html`<p class="msg" role="alert">${words}</p>`)}</div>`;
  if (!made) return html`<p class="empty" role="status">Making the pages…</p>`;
  if (made.problems.length && !made.file) {
    return html`<div class="wide">${made.problems.map((words) => html`<p class="msg" role="alert">${words}</p>`)}<p class="muted">Fix this in <a href="#cards">Cards</a>; the pages are then made again.</p></div>`;
  }
  const changed = new Set(app.state.changes.filter((each) => each.in).map((each) => each.id));
  const same = onlyChanges() && view.all ? view.all.sheets.filter((each) => each.pieces.length && !each.pieces.some((piece) => changed.has(piece))) : [];
  return html`${made.problems.length ? html`<div class="wide">${made.problems.map((words) => html`<p class="msg warn" role="alert">${words}</p>`)}<p class="muted">These problems were found in the pages; you can print them anyway.</p></div>` : nothing}
    ${made.sheets.map((each) => sheet(made, each, false))}
    ${same.length ? html`<div class="between"><h3>UNCHANGED, NOT PRINTED AGAIN</h3><span></span>
      <button class="small" @click=${() => { view.only = false; redraw(); }}>Print these too</button></div>${same.map((each) => sheet(view.all, each, true))}` : nothing}`;
}

// ---- what to swap, and the work

function swap(change) {
  const words = change.kind === "changed" ? `take out ${change.out}, put in ${change.in}` : change.in ? `put in ${change.in} more` : `take out ${change.out}`;
  const old = change.old && change.old !== change.new;
  return html`<div class="ch ${old ? "" : "one"}">${old ? html`<img class="face old" src=${picture(change.old)} alt=${`${change.title}, old`}><span aria-hidden="true">→</span>` : nothing}
    ${change.new ? html`<img class="face" src=${picture(change.new)} alt=${`${change.title}, new`}>` : html`<span></span>`}
    <p><b>${change.title}</b><br>${words}<br><span class="muted">${differing(change)}</span></p></div>`;
}
// What a card said before, with the words that differ.
function differing(change) {
  for (const deck of app.state.decks) {
    const row = deck.rows.find((each) => each.card === change.id), was = row && deck.was[row.title];
    if (!was) continue;
    return deck.columns.map((column, x) => {
      if (was[column.title] === undefined) return nothing;
      const old = was[column.title].split(" "), words = row.cells[x].split(" ");
      let first = 0, last = 0;
      while (first < Math.min(old.length, words.length) && old[first] === words[first]) first += 1;
      while (last < Math.min(old.length, words.length) - first && old.at(-1 - last) === words.at(-1 - last)) last += 1;
      const part = (each) => each.slice(first, each.length - last).join(" ");
      const before = first ? `…${words.slice(Math.max(0, first - 3), first).join(" ")} ` : "";
      return html`${column.title}: ${before}<del>${part(old)}</del> <ins>${part(words)}</ins>${last ? "…" : ""}<br>`;
    });
  }
  return reason(change.why);
}
const reason = (why) => why.split("; ").map((part, at) => {
  const found = part.match(/^(.*): (.*) → (.*)$/);
  return html`${at ? "; " : ""}${found && found[2] !== "…" ? html`${found[1]}: <del>${found[2]}</del> <ins>${found[3]}</ins>` : found ? `${found[1]} changed` : part}`;
});

const ink = (made) => made?.work?.ink?.match(/K (\d+) %/)?.[1];
function estimate() {
  const shown = [view.all ?? { work: {} }, ...(view.changes ? [view.changes] : [])], cells = (name) => shown.map((made) => html`<td>${made.work[name] ?? "…"}</td>`);
  return html`<table class="est"><thead><tr><th>Estimate</th><th>Everything</th>${view.changes ? html`<th>Only changes</th>` : nothing}</tr></thead><tbody>
    <tr><td>Sheets</td>${cells("sheets")}</tr><tr><td>Cuts</td>${cells("cuts")}</tr><tr><td>Minutes of cutting</td>${cells("minutes")}</tr>
    <tr><td>Black ink, share of the paper</td>${shown.map((made) => html`<td>${ink(made) ? `${ink(made)} %` : "…"}</td>`)}</tr></tbody></table>`;
}

async function isPrinted() {
  const found = await ask("printed");
  if (!found.refused) { view.changes = null; view.only = null; }
}

function swaps() {
  const made = now(), changes = app.state.changes.filter((each) => !each.kit), out = changes.reduce((sum, each) => sum + each.out, 0), into = changes.reduce((sum, each) => sum + each.in, 0);
  const ready = Boolean(made?.file) && !view.printing;
  return html`<aside class="panel re" aria-label="Swap and estimate"><h2>${onlyChanges() ? `Take out ${out}, put in ${into}` : "The whole kit"}</h2>
    <div class="swaps">${onlyChanges() ? changes.map(swap) : html`<p class="muted">${app.state.printed ? `Last print: ${app.state.printed.when}.` : "Nothing has been printed yet."}
      ${app.state.printed && !changes.length ? "The printed kit is up to date." : ""}</p>`}</div>${estimate()}
    <div class="do"><p class="row ok" role="status">${view.printing ? "Making and verifying the pages…" : ready && made.verified ? html`${icon("check")} Verified: can be printed, cut and played` : nothing}</p>
      <a class="btn primary big middle" role="button" aria-disabled=${ready ? "false" : "true"} href=${ready ? `pdf/${made.id}` : "#print"} download>${icon("down")} Download the PDF${ready ? `, ${plural(made.work.pages, "page")}` : ""}</a>
      <p class="muted hint">Print at 100 %${view.options.sides.startsWith("duplex") ? ", both sides" : ""}. It is also in ${app.state.name}/output${view.options.marks === "silhouette" ? ", with the files for the cutting machine" : ""}. When the paper is cut, press:</p>
      <button class="middle" ?disabled=${!ready} @click=${isPrinted}>It is printed</button><p class="muted hint">From then on, only what you change is printed again.</p></div></aside>`;
}

function order() {
  const close = () => { view.order = ""; view.exported = null; redraw(); };
  const run = async (form) => { view.exported = { form }; redraw(); view.exported = { form, ...(await ask("export", { form })) }; redraw(); };
  const { exported } = view;
  return modal("Order files", html`<h2>${view.order === "services" ? "For a print service" : "For a virtual table or other use"}</h2>
    <div class="others">${view.choices[view.order].map((each) => html`<button @click=${() => run(each.id)}><b>${each.id}</b> ${each.about}</button>`)}</div>
    ${exported ? html`<div class="msg ${exported.done ? "good" : "warn"}" role="status">${exported.said ? html`${exported.said.map((line) => html`${line}<br>`)}<b>${exported.folder}</b>` : "Writing the files…"}</div>
      <code>pieria export ${exported.form} ${app.state.name}</code>` : nothing}<p><button class="primary" @click=${close}>Close</button></p>`, close);
}

function large() {
  const { made, number, title } = view.large, close = () => { view.large = null; redraw(); };
  return html`<div class="veil" @click=${close}></div><div class="clash sheetlarge" role="dialog" aria-modal="true" aria-label=${title} tabindex="-1"
    @keydown=${(event) => event.key === "Escape" && close()}><button @click=${close}>Close</button><img src=${`pages/${made.id}/${number}.png?large=1`} alt=${title}></div>`;
}

export function print() {
  if (view.of && view.of !== app.state.folder) Object.assign(view, { choices: null, all: null, changes: null, asked: "" });
  if (!view.choices) { view.choices = {}; ask("choices").then((found) => { view.choices = found; if (view.of !== app.state.folder) { view.of = app.state.folder; view.options.paper = found.paper ?? "a4"; } redraw(); }); }
  if (app.state.preview && !app.state.preview.sheetsStale) queueMicrotask(plan);
  const made = now(), { options: chosen } = view;
  const said = Object.entries({ paper: "a4", sides: "duplex-long", ink: "colour", bleed: "auto", marks: "crop" }).filter(([name, usual]) => chosen[name] !== usual).map(([name]) => ` --${name} ${chosen[name]}`).join("");
  const since = onlyChanges() ? ` --changed-since ${app.state.name}/output/printed.manifest.json` : "";
  return {
    sub: `${sheetsOf(made) || "…"}${made?.work?.minutes ? `, ${made.work.minutes} minutes of cutting` : ""}`,
    command: `pieria build ${app.state.name}${since}${said}${chosen.safe ? " --draw-safe-zone" : ""}${chosen.marks === "silhouette" && chosen.cut !== "dxf" ? ` --cut-file ${chosen.cut}` : ""}${chosen.sleeved ? " --sleeved" : ""}${chosen.printer ? ` --printer ${chosen.printer}` : ""} --estimate-ink`,
    after: app.state.printed ? `Last print: build ${app.state.printed.build}, ${app.state.printed.when}` : "Nothing has been printed yet",
    main: html`<main class="main print">${options()}<section class="mid" aria-busy=${view.printing ? "true" : "false"}><div class="bar"><h2>${view.printing && made ? "Making the pages anew…" : made?.sheets?.length ? `${plural(made.sheets.length, "sheet")}, as they will be printed` : "The pages"}</h2><span class="sp"></span>
      <button class="small" aria-pressed=${view.through} @click=${() => { view.through = !view.through; redraw(); }}>Hold a sheet up to the light</button></div>
      <div class="sheets" tabindex="0" role="group" aria-label="Pages">${pages()}</div></section>${swaps()}</main>`,
    dialog: measuring() ?? (view.large ? large() : view.order ? order() : nothing),
  };
}
