// Choose an icon: the project's own and the library's, by the words of their names.
import { app, ask, redraw } from "./api.js";
import { html, modal, svg } from "./shell.js";

const view = { words: "", found: null, onChoose: null, first: false };

async function look() {
  const { words } = view, found = await ask("icons", { words });
  if (words !== view.words) return;
  view.found = found;
  if (view.first && found.icons.length) take(found.icons[0].name);
  view.first = false;
  redraw();
}
export function chooseIcon(onChoose) {
  Object.assign(view, { words: "", found: null, onChoose, first: false });
  app.choosing = true;
  look();
}
const close = () => { app.choosing = false; redraw(); };

const take = (name) => { close(); view.onChoose(name); };

export function chooser() {
  const { found } = view;
  return modal("Choose an icon", html`<h2>Choose an icon</h2><input type="search" aria-label="Words of its name" placeholder="lantern, fox, coin…" .value=${view.words}
      @input=${(event) => { view.words = event.target.value; view.found = null; look(); }} @keydown=${(event) => { if (event.key !== "Enter") return; if (found?.icons.length) take(found.icons[0].name); else view.first = true; }}>
    <div class="icons" role="group" aria-label="Icons" tabindex="0">${(found?.icons ?? []).map((each) => html`<button title=${each.name} @click=${() => take(each.name)}>
      ${each.src ? html`<img src=${each.src} alt="">` : html`${svg`<svg viewBox=${`0 0 ${each.box} ${each.box}`} aria-hidden="true"><path d=${each.d}></path></svg>`}`}<span>${each.name}</span></button>`)}</div>
    <p class="muted" role="status">${!found ? "" : !found.icons.length ? "No icon has these words. Your own are in the folder icons of the project." : found.more ? `and ${found.more} more: type a word` : ""}</p>
    <p><button @click=${close}>Close</button></p>`, close);
}
