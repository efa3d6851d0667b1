// Hands of a deck that is dealt here: no rules, only the cards as they come.
import { app, picture, redraw } from "./api.js";
import { go, html, plural } from "./shell.js";

const view = { deck: "", size: 5, pile: [], hand: [], of: "" };
const decks = () => app.state.decks.filter((deck) => cardsOf(deck).length > 1);
const deckNow = () => decks().find((deck) => deck.id === view.deck) ?? decks()[0];

// The cards of a table, each as often as it has copies.
function cardsOf(deck) {
  const parts = new Set(deck.parts.map((part) => part.id));
  return (app.state.preview?.groups ?? []).filter((group) => parts.has(group.id))
    .flatMap((group) => group.cards.flatMap((card) => Array(Math.max(1, card.copies ?? 1)).fill(card)));
}
function deal() {
  view.pile = cardsOf(deckNow());
  for (let at = view.pile.length - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1));
    [view.pile[at], view.pile[other]] = [view.pile[other], view.pile[at]];
  }
  view.hand = view.pile.splice(0, view.size);
  view.of = app.state.folder;
  redraw();
}
function draw() {
  view.hand = [...view.hand, ...view.pile.splice(0, 1)];
  redraw();
}
export const dealt = () => view.hand.length > 0 && view.of === app.state.folder;
export const put = () => { view.hand = []; redraw(); };

export function dealer() {
  const all = decks();
  if (!all.length) return html`<p class="muted">${app.state.preview?.groups.length ? "No deck has two cards to deal." : "Drawing the cards…"}</p>`;
  return html`<h2>Deal a hand</h2>${all.length > 1 ? html`<label class="seat wide"><span class="muted">From</span><select @change=${(event) => { view.deck = event.target.value; put(); }}>${all.map((deck) => html`<option value=${deck.id} .selected=${deck === deckNow()}>${deck.title}</option>`)}</select></label>` : ""}
    <label class="seat wide"><span class="muted">Cards</span><select @change=${(event) => { view.size = Number(event.target.value); redraw(); }}>${[1, 2, 3, 4, 5, 6, 7, 8, 10, 12].map((count) => html`<option value=${count} .selected=${count === view.size}>${count}</option>`)}</select></label>
    <button class="middle" @click=${deal}>Shuffle and deal ${plural(view.size, "card")}</button>`;
}

export function hand() {
  return html`<section class="card wide"><div class="row"><h2 class="big-title">Your hand</h2><span class="sp"></span><span class="muted" role="status">${plural(view.hand.length, "card")}, ${view.pile.length} left to draw</span>
    <button class="small" ?disabled=${!view.pile.length} @click=${draw}>Draw one</button><button class="small" @click=${deal}>Shuffle and deal again</button><button class="small" @click=${put}>Put away</button></div>
    <div class="hand">${view.hand.map((card) => html`<button title="Edit this card" aria-label=${`${card.title}, edit`} @click=${() => edit(card)}><img src=${picture(card.face)} alt=""></button>`)}</div></section>`;
}
function edit(card) {
  const deck = deckNow(), place = deck.rows.findIndex((row) => row.card === card.id);
  go("cards");
  setTimeout(() => { globalThis.grid.filter = ""; globalThis.grid.at = [Math.max(0, place), 0]; globalThis.grid.move(0, 0); });
}
