// The first page of the host: who sits where, players of the computer, and a link for each person
// with a QR code and a button that copies it.
import { html, nothing } from "./html.js";
import { post, refresh } from "./net.js";
import { icon } from "./icons.js";
import { t } from "./speech.js";
import { addressOf, meta, redraw, store } from "./store.js";

const AGAIN = 3000; // ms after which the page asks again who is there
let found = null, copied = "", timer = 0;

export async function loadSeats() {
  clearTimeout(timer);
  const answer = await fetch("seats").catch(() => ({ ok: false }));
  if (answer.ok) found = await answer.json();
  redraw();
  timer = setTimeout(() => { if (store.page === "start") loadSeats(); else timer = 0; }, AGAIN);
}

async function seat(name, strategy) {
  const answer = await post("seat", { name, strategy });
  if (answer.error) store.refused = { message: answer.error };
  await loadSeats();
  await refresh();
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
  if (each.strategy) return html`<label>${t("Plays")} <select aria-label=${t("How the computer plays for {name}", { name: each.name })} @change=${(event) => seat(each.name, event.target.value)}>${each.strategies.map((name) => html`<option value=${name} ?selected=${name === each.strategy}>${name}</option>`)}</select></label> <button type="button" @click=${() => seat(each.name, "")}>${t("Give to a person")}</button>`;
  return html`<button type="button" data-computer=${each.name} @click=${() => seat(each.name, each.strategies[0])}>${icon("bot")} ${t("Computer")}</button>`;
}

function box(each) {
  const here = each.strategy ? html`<span class="ok">●</span> ${t("The computer plays")}` : each.name === "Spectators" ? t("see what every player sees") : meta.together ? t("at this screen") : each.here ? html`<span class="ok">●</span> ${t("here")}` : `○ ${t("not here yet")}`;
  const copies = each.link ? html`<button type="button" class="copy" @click=${(event) => copy(each.name, each.link, event)}>${icon(copied === each.name ? "check" : "copy")} ${copied === each.name ? t("Copied") : t("Copy link")}</button>` : nothing;
  return html`<section class="box seatbox" data-name=${each.name}><div><h2>${each.name === "Spectators" ? t("Spectators") : each.name}${each.strategy ? html` ${icon("bot")}` : nothing}</h2><p>${here}</p>${each.link ? html`<code>${each.link}</code>` : nothing}<div class="row">${copies}${computer(each)}</div></div>
    ${each.qr ? html`<svg class="qr" viewBox="-2 -2 ${each.size + 4} ${each.size + 4}" role="img" aria-label=${t("QR code of the link of {name}", { name: each.name })}><rect x="-2" y="-2" width=${each.size + 4} height=${each.size + 4} fill="#fff"/><path d=${each.qr} fill="#000"/></svg>` : nothing}</section>`;
}

export function start() {
  if (!found || !timer) loadSeats();
  const back = Object.values(meta.backs)[0], begun = store.state.log.some((step) => step.kind === "move" && !step.automatic);
  const note = meta.together ? t("All players share this screen: pass it on; hands are hidden in between. Start with --links to get one link per player.") : t("Send each player a link: it shows only what that player may see.");
  const missing = (found || []).filter((each) => each.link && !each.here && !each.strategy && each.name !== "Spectators").map((each) => each.name);
  const go = () => { store.page = "table"; redraw(); };
  return html`<main class="start"><header>${back ? html`<img src=${addressOf(back.path)} alt="">` : nothing}<div><h1>${meta.title}</h1><p>${t("{number} players.", { number: store.state.players.length })} ${note}</p></div></header>
    <div class="seats">${(found || []).filter((each) => !meta.together || each.name !== "Spectators").map(box)}</div>
    <section class="box row begin">${missing.length && !meta.together ? html`<p class="note">${t("Not here yet: {names}. The game can wait.", { names: missing.join(", ") })}</p>` : nothing}<button type="button" class="primary" id="begin" @click=${go}>${begun ? t("Back to the table") : t("To the table")}</button></section>
    <p class="note">${meta.together ? "" : t("The connection is not encrypted: play among friends. The links stay the same after a restart.")} ${t("The record is saved after every step.")}</p></main>`;
}
