// Find or run: any card, and every action of the page, by its name.
import { app, ask, redraw } from "./api.js";
import { PLACES, go, html, modal, undo } from "./shell.js";

function entries() {
  const { state } = app;
  const places = state.open ? PLACES.map(([key, name]) => [`Go to ${name}`, () => go(key)]) : [];
  const found = [...places, ["All projects, or a new game", () => go("start")]];
  found.push(["Quit the studio", quit]);
  if (!state.open) return found;
  found.push(["Undo", () => undo("undo")], ["Redo", () => undo("redo")], ["Print the kit", () => go("print")]);
  for (const deck of state.decks) {
    deck.rows.forEach((row, place) => found.push([`${row.name} – ${deck.title}`, () => { go("cards"); setTimeout(() => { globalThis.grid.filter = ""; globalThis.grid.at = [place, 0]; globalThis.grid.move(0, 0); }); }]));
  }
  return found;
}

async function quit() {
  await ask("quit");
  app.lost = "The studio has stopped. Every edit is saved; you can close this page.";
  redraw();
}

export function find() {
  const words = app.finding.toLowerCase().split(" ").filter(Boolean);
  const has = (name) => words.every((word) => name.toLowerCase().includes(word)), titled = ([name]) => has(name.split(" – ")[0]) ? 0 : 1; // before what its deck says
  const found = entries().filter(([name]) => has(name)).sort((a, b) => titled(a) - titled(b)).slice(0, 9);
  const close = () => { app.finding = undefined; redraw(); };
  const run = (entry) => { close(); entry?.[1](); };
  return modal("Find or run", html`<input type="search" aria-label="Find or run" placeholder="A card, a page or a command" .value=${app.finding}
    @input=${(event) => { app.finding = event.target.value; redraw(); }}
    @keydown=${(event) => { if (event.key === "Enter") run(found[0]); }}>
    <div class="others">${found.map((entry) => html`<button @click=${() => run(entry)}>${entry[0]}</button>`)}</div>
    <p class="muted">${found.length ? "Enter chooses the first." : "Nothing found."}</p>`, close);
}
