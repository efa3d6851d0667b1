// The frame of all places: where one is, undo, what is saved, and the command of this place.
import { app, ask, redraw } from "./api.js";

export const { html, svg, render, nothing, repeat, live } = lit;

const SHAPES = {
  undo: "M8 5 3 10l5 5M3 10h11a5 5 0 0 1 0 10h-3", redo: "m16 5 5 5-5 5m5-5H10a5 5 0 0 0 0 10h3",
  check: "m4 12 5 5L20 6", warn: "M12 3 2 20h20zM12 9v5m0 3v.5",
  find: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zm5-2 6 6", plus: "M12 4v16M4 12h16",
  copy: "M8 8h12v12H8zM4 16V4h12", down: "M12 3v12m-5-5 5 5 5-5M4 20h16",
  bin: "M4 6h16M9 6V4h6v2m3 0-1 14H7L6 6m4 4v6m4-6v6", folder: "M3 6h7l2 2h9v11H3z",
  text: "M5 6V4h14v2M12 4v16m-3 0h6", image: "M3 5h18v14H3zm0 11 5-5 4 4 3-3 6 5",
  count: "M5 4h11v14H5zM8 21h12V8",
  star: "m12 3 2.7 6 6.3.6-4.8 4.3 1.5 6.3L12 17l-5.7 3.2 1.5-6.3L3 9.6 9.3 9z",
  coin: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zm0-13v8m-2-6h3",
  off: "M4 4l16 16M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zm10 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  lock: "M6 11h12v9H6zm2 0V8a4 4 0 0 1 8 0v3", table: "M3 5h18v14H3zm0 5h18M9 5v14",
  kind: "M4 5h7v7H4zm9 7h7v7h-7z", play: "M7 4v16l13-8z",
  left: "M4 4v16M8 8h12M8 15h8", mid: "M12 4v16M5 8h14M8 15h8", right: "M20 4v16M4 8h12M8 15h8", block: "M4 4h16M4 9h16M4 14h16M4 19h9",
  top: "M4 4h16M8 8v12m7-12v8", vmid: "M4 12h16M8 5v14m7-11v8", bottom: "M4 20h16M8 4v12m7-8v8",
};
export const icon = (name) =>
  html`${svg`<svg class="i" viewBox="0 0 24 24" aria-hidden="true"><path d=${SHAPES[name]}></path></svg>`}`;

export const PLACES = [
  ["cards", "Cards"], ["layout", "Layout"], ["rules", "Rules"], ["print", "Print"], ["test", "Play and test"],
];
// What shows a column of this kind: an element that is added for it.
export const KIND_OF = { picture: "picture", icon: "icon", text: "box" };
// What a column can hold: its name for the server, that for people, and a drawing.
export const HOLDS = [["title", "Title", "text"], ["copies", "Copies", "count"], ["text", "Text", "text"], ["number", "Number", "coin"], ["word", "One of a few words", "kind"], ["icon", "Icon", "star"], ["picture", "Picture", "image"], ["ignore", "Not printed", "off"]];
export const SIDES = (wide, high) => html`<label>Width <input name="w" type="number" min="10" max="400" step="0.1" required .value=${wide}></label>
  <label>Height <input name="h" type="number" min="10" max="400" step="0.1" required .value=${high}></label> mm`;
export const go = (place) => { location.hash = place; };
export const plural = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;

function badge(place) {
  const wrong = [...app.state.decks.flatMap((deck) => deck.problems), ...app.state.others].filter((each) => each.level === "error").length;
  const changed = app.state.changes.length;
  if (place === "cards" && wrong) return html`<span class="badge">${wrong}<span class="spoken"> problems</span></span>`;
  if (place === "print" && changed) {
    return html`<span class="badge n">${changed}<span class="spoken"> changed since the last print</span></span>`;
  }
  return nothing;
}

function saved() {
  const { state } = app;
  if (app.busy) return html`<span class="saved" role="status">Saving…</span>`;
  if (state.trial) return html`<span class="saved held" role="status">${icon("warn")}Not saved: a trial</span>`;
  const words = app.said || (state.saved ? `Saved in ${state.saved}` : "All edits are saved");
  return html`<span class="saved" role="status">${icon("check")}${words}</span>`;
}

export async function undo(action) {
  const found = await ask(action);
  if (found.conflict) app.conflict = { ...found.conflict, action };
  if (found.done) Object.assign(app, { said: `${action === "undo" ? "Undone" : "Redone"}: ${about(found.done)}`, again: found.done });
  redraw();
}

const about = (entry) => !entry ? "" : entry.what === "cell" ? `${entry.title}, ${entry.column}` : entry.title || entry.what;

function tools() {
  const { state } = app;
  return html`${saved()}<span class="row">
    <button aria-label="Undo" title=${state.undo ? `Undo: ${about(state.undo)} (Ctrl Z)` : "Nothing to undo"}
      ?disabled=${!state.undo} @click=${() => undo("undo")}>${icon("undo")}</button>
    <button aria-label="Redo" title=${state.redo ? `Redo: ${about(state.redo)} (Ctrl Y)` : "Nothing to redo"}
      ?disabled=${!state.redo} @click=${() => undo("redo")}>${icon("redo")}</button></span>`;
}

async function copyCommand(event) {
  await navigator.clipboard.writeText(event.currentTarget.previousElementSibling.textContent);
  app.copied = true;
  redraw();
  setTimeout(() => { app.copied = false; redraw(); }, 1500);
}

// The whole page around `main`. `command` is what does the same on a command line.
export function shell({ title, sub, command, after, main, dialog }) {
  const at = app.place, open = app.state?.open;
  document.title = `${title} – Pieria Studio`;
  render(html`<div class="app"><header class="top">
    <button class="quiet" title="All projects" aria-label="All projects" @click=${() => go("start")}>${icon("folder")}</button>
    <h1>${title}<small>${sub}</small></h1>
    ${open && at === "start" ? html`<a href="#cards">← Back to ${app.state.preview?.title || app.state.name}</a>` : open ? html`<nav aria-label="Places">${PLACES.map(([key, name], place) => html`<a href="#${key}"
        aria-current=${at === key ? "page" : nothing}>${name} ${badge(key)}<kbd>Alt ${place + 1}</kbd></a>`)}</nav>` : nothing}
    <span class="sp"></span>${open && at !== "start" ? tools() : nothing}
    <button @click=${() => { app.finding = ""; redraw(); }}>${icon("find")} <span class="find">Find or run</span> <kbd>Ctrl K</kbd></button></header>
    ${app.lost || app.message ? html`<p class="notice" role="alert"><span>${app.lost || app.message}</span>
      <button class="small" @click=${() => { app.lost = app.message = ""; redraw(); }}>Close</button></p>` : html`<span></span>`}
    ${main}
    <footer class="foot"><span class="p">The same on a command line</span><code>${command}</code>
      <button class="small" @click=${copyCommand}>${icon("copy")} ${app.copied ? "Copied" : "Copy"}</button>
      <span class="sp"></span><span class="muted">${after}</span></footer></div>${dialog || nothing}`, document.body);
}

// A dialog above the page: the page behind it cannot be used while it is open.
export const modal = (label, content, close) => html`<div class="veil"></div>
  <div class="clash" role="dialog" aria-modal="true" aria-label=${label} tabindex="-1"
    @keydown=${(event) => {
      if (event.key === "Escape" && close) { event.stopPropagation(); close(); }
      if (event.key === "Tab") keepInside(event);
    }}>${content}</div>`;

function keepInside(event) {
  const inside = [...event.currentTarget.querySelectorAll("button:not(:disabled), input, select, a[href], [tabindex='0']")];
  const first = inside[0], last = inside.at(-1);
  if (event.shiftKey && document.activeElement === first) { event.preventDefault(); last.focus(); }
  else if (!event.shiftKey && document.activeElement === last) { event.preventDefault(); first.focus(); }
}
