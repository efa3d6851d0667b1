// The first page of the host: who sits where, players of the computer, and a link for each person
// with a QR code and a button that copies it.
import { html, nothing } from "./html.js";
import { post, refresh } from "./net.js";
import { icon } from "./icons.js";
import { t } from "./speech.js";
import { addressOf, meta, redraw, store, table } from "./store.js";

const AGAIN = 3000; // ms after which the page asks again who is there
let found = null, copied = "", timer = 0, wrong = "";

export async function loadSeats() {
  clearTimeout(timer);
  timer = -1; // asked
  const answer = await fetch("seats").catch(() => ({ ok: false }));
  if (answer.ok) found = await answer.json();
  timer = setTimeout(() => { if (store.page === "start") loadSeats(); else timer = 0; }, AGAIN);
  redraw();
}

async function changed(path, sent) { // a change of the seats; what is wrong is said on this page
  const answer = await post(path, sent);
  wrong = answer.error || "";
  if (path === "players" && !wrong) { sessionStorage.setItem("page", "start"); location.reload(); return; }
  await loadSeats();
  await refresh();
}

const seat = (name, strategy) => changed("seat", { name, strategy });
const isOpen = () => Boolean(found) && !found[0].begun; // players can still be changed
const people = () => (found || []).filter((each) => each.name !== "Spectators").map((each) => each.name);
const typed = (name) => { const field = document.querySelector(`.seatbox[data-name="${CSS.escape(name)}"] .name`); return field ? field.value.trim() : name; }; // also what is just being sent
const first = () => (people().includes(meta.first) ? meta.first : "");
const arrange = (more) => changed("players", { names: people().map(typed), first: first() && typed(first()), physical: store.state.physical, ...more });

function addSeat() { // names as at a new table: Ann, Bob, Cat and so on
  const taken = new Set(people()), name = meta.seats.find((each) => !taken.has(each));
  arrange({ names: [...people().map(typed), name] });
}

function nameOf(each) {
  if (each.name === "Spectators") return html`<h2>${t("Spectators")}</h2>`;
  if (!isOpen()) return html`<h2>${each.name}${each.strategy ? html` ${icon("bot")}` : nothing}</h2>`;
  return html`<h2 class="row"><input type="text" class="name" aria-label=${t("Name of this player")} maxlength="30" .value=${each.name} @change=${() => arrange()}>${each.strategy ? icon("bot") : nothing}${people().length > meta.least ? html`<button type="button" class="icon" title=${t("Remove this seat")} aria-label=${t("Remove the seat of {name}", { name: each.name })} @click=${() => arrange({ names: people().filter((name) => name !== each.name).map(typed), first: first() === each.name ? "" : first() && typed(first()) })}>✕</button>` : nothing}</h2>`;
}

function settings() { // what can be chosen before the first move
  if (!isOpen()) return nothing;
  return html`<label>${t("Who starts")} <select aria-label=${t("Who starts")} @change=${(event) => arrange({ first: event.target.value })}><option value="">${t("as the rules say")}</option>${people().map((name) => html`<option value=${name} ?selected=${name === first()}>${name}</option>`)}</select></label>
    <label><input type="checkbox" .checked=${Boolean(store.state.physical)} @change=${(event) => arrange({ physical: event.target.checked })}> ${t("Cards and dice are on a real table")}</label>
    ${people().length < meta.most ? html`<button type="button" id="add-seat" @click=${addSeat}>${icon("plus")} ${t("Add a seat")}</button>` : nothing}`;
}

async function copy(name, link, event) {
  const text = event.currentTarget.closest(".box").querySelector("code");
  try {
    await navigator.clipboard.writeText(link);
    copied = name;
  } catch { // on plain http of another machine: select it instead
    getSelection().selectAllChildren(text);
  }
  redraw();
}

function computer(each) {
  if (!each.strategies.length) return nothing;
  if (each.strategy) return html`<label>${t("Plays")} <select aria-label=${t("How the computer plays for {name}", { name: each.name })} @change=${(event) => seat(each.name, event.target.value)}>${each.strategies.map(([name, about]) => html`<option value=${name} ?selected=${name === each.strategy}>${name}: ${about}</option>`)}</select></label> <button type="button" @click=${() => seat(each.name, "")}>${t("Give to a person")}</button>`;
  return html`<button type="button" data-computer=${each.name} @click=${() => seat(each.name, each.strategies[0][0])}>${icon("bot")} ${t("Let the computer play")}</button>`;
}

function box(each) {
  const here = each.strategy ? html`<span class="ok">●</span> ${t("The computer plays")}` : each.name === "Spectators" ? t("see only what everybody may see") : meta.together ? t("at this screen") : each.here ? html`<span class="ok">●</span> ${t("here")}` : `○ ${t("not here yet")}`;
  const copies = each.link ? html`<button type="button" class="copy" @click=${(event) => copy(each.name, each.link, event)}>${icon(copied === each.name ? "check" : "copy")} ${copied === each.name ? t("Copied") : t("Copy link")}</button>` : nothing;
  return html`<section class="box seatbox" data-name=${each.name}><div>${nameOf(each)}<p>${here}</p>${each.link ? html`<code>${each.link}</code>` : nothing}<div class="row">${copies}${each.link ? html`<button type="button" title=${t("The old link of {name} then stops working", { name: each.name })} @click=${() => changed("renew", { name: each.name })}>${t("New link")}</button>` : nothing}${computer(each)}</div></div>
    ${each.qr ? html`<svg class="qr" viewBox="-2 -2 ${each.size + 4} ${each.size + 4}" role="img" aria-label=${t("QR code for the link of {name}", { name: each.name })}><rect x="-2" y="-2" width=${each.size + 4} height=${each.size + 4} fill="#fff"/><path d=${each.qr} fill="#000"/></svg>` : nothing}</section>`;
}

export function start() {
  if (!timer) loadSeats();
  const back = Object.values(meta.backs)[0], begun = store.state.log.some((step) => step.kind === "move" && !step.automatic);
  const note = meta.together ? t("The players pass this screen on, and hands are hidden between turns. To play alone, give the other seats to the computer. To use several devices, run {command}.", { command: html`<code class="command">pieria play --links</code>` }) : t("Send each player a link: it shows only what that player may see.");
  const missing = (found || []).filter((each) => each.link && !each.here && !each.strategy && each.name !== "Spectators").map((each) => each.name);
  const go = () => { store.page = "table"; redraw(); };
  return html`<main class="start"><header>${back ? html`<img src=${addressOf(back.path)} alt="">` : nothing}<div><h1>${meta.title}</h1>${(table.help || []).length ? html`<p>${table.help[0]}${meta.rulebook ? html` <a href="rulebook/" target="_blank" rel="noopener">${t("Open the rulebook")}</a>` : nothing}</p>` : nothing}<p>${t("{number} players.", { number: store.state.players.length })} ${note}</p></div></header>
    ${found ? nothing : html`<p class="note">${t("Preparing the seats …")}</p>`}<div class="seats">${(found || []).filter((each) => !meta.together || each.name !== "Spectators").map(box)}</div>
    ${wrong ? html`<p class="bad" role="alert">${wrong}</p>` : nothing}
    <section class="box row begin">${settings()}<span class="grow"></span>${missing.length && !meta.together ? html`<p class="note">${t("Not here yet: {names}. The game can wait.", { names: missing.join(", ") })}</p>` : nothing}<button type="button" class="primary" id="begin" @click=${go}>${begun ? t("Back to the table") : t("To the table")}</button></section>
    <p class="note">${meta.together ? "" : t("The connection is not encrypted, so play only with people you trust. The links stay the same after a restart.")} ${t("The record is saved after every step.")}</p></main>`;
}
