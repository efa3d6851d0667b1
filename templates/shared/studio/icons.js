// Choose an icon, the project's own or the library's, or a picture of the project, by words.
import { app, ask, redraw, upload } from "./api.js";
import { html, modal, svg } from "./shell.js";

const view = { what: "icon", words: "", found: null, onChoose: null, first: false };

async function look() {
  const { words } = view, found = await ask(view.what === "icon" ? "icons" : "pictures", { words });
  if (words !== view.words) return;
  view.found = found;
  if (view.first && found.icons.length) take(found.icons[0].name);
  view.first = false;
  redraw();
}
export function chooseIcon(onChoose, what = "icon") {
  Object.assign(view, { what, words: "", found: null, onChoose, first: false });
  app.choosing = true;
  look();
}
const close = () => { app.choosing = false; redraw(); };

const take = (name) => { close(); view.onChoose(name); };

// Put pictures into the project's folder; the name of the last.
export async function addPictures(files) {
  let name = "";
  for (const file of files) {
    const found = await upload(file.name, await file.arrayBuffer());
    app.message = found.refused ?? "";
    if (found.refused) break;
    name = found.name;
  }
  redraw();
  return name;
}

export function chooser() {
  const { found } = view, title = `Choose ${view.what === "icon" ? "an icon" : "a picture"}`;
  const own = async (event) => { const name = await addPictures(event.target.files); if (name) take(name); };
  return modal(title, html`<div class="row"><h2>${title}</h2><span class="sp"></span>${view.what === "icon" ? "" : html`<label class="btn small">Add a picture…<input type="file" class="spoken" multiple accept="image/*" @change=${own}></label>`}</div><input type="search" aria-label="Words in its name" placeholder=${view.what === "icon" ? "lantern, fox, coin…" : "a word in its name"} .value=${view.words}
      @input=${(event) => { view.words = event.target.value; view.found = null; look(); }} @keydown=${(event) => { if (event.key !== "Enter") return; if (found?.icons.length) take(found.icons[0].name); else view.first = true; }}>
    <div class="icons" role="group" aria-label="To choose from" tabindex="0">${(found?.icons ?? []).map((each) => html`<button title=${each.name} @click=${() => take(each.name)}>
      ${each.src ? html`<img src=${each.src} alt="">` : html`${svg`<svg viewBox=${`0 0 ${each.box} ${each.box}`} aria-hidden="true"><path d=${each.d}></path></svg>`}`}<span>${each.name}</span></button>`)}</div>
    <p class="muted" role="status">${!found ? "" : !found.icons.length ? view.what === "icon" ? "No icon has these words in its name. Your own icons are in the project’s folder icons." : "No picture of the project has these words in its name." : found.more ? `and ${found.more} more: type a word` : ""}</p>
    <p><button @click=${close}>Close</button></p>`, close);
}
