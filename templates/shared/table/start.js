// Who sits where: seats, players of the computer, and a link for each with a QR code to copy.
import { html, nothing } from "./html.js";
import { post, refresh } from "./net.js";
import { icon } from "./icons.js";
import { meta, redraw, store } from "./store.js";

let found = null, copied = "";

export async function loadSeats() {
  const answer = await fetch("seats");
  found = answer.ok ? await answer.json() : null;
  redraw();
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
  const change = (event) => seat(each.name, event.target.value);
  return html`<label>${each.strategy ? "The computer plays" : "Let the computer play"} <select @change=${change}><option value="" ?selected=${!each.strategy}>${each.strategy ? "give the seat to a person" : "no"}</option>${each.strategies.map((name) => html`<option value=${name} ?selected=${name === each.strategy}>${name}</option>`)}</select></label>`;
}

function box(each) {
  const here = each.strategy ? html`${icon("bot")} the computer` : each.here ? html`<span class="ok">●</span> here` : "○ not here yet";
  return html`<section class="box seatbox"><div><h2>${each.name}</h2><p>${each.name === "Spectators" ? "see what every player sees" : here}</p>${each.link ? html`<code>${each.link}</code><div class="row"><button type="button" @click=${(event) => copy(each.name, each.link, event)}>${icon(copied === each.name ? "check" : "copy")} ${copied === each.name ? "Copied" : "Copy link"}</button></div>` : nothing}${computer(each)}</div>
    ${each.qr ? html`<svg class="qr" viewBox="-2 -2 ${each.size + 4} ${each.size + 4}" role="img" aria-label="QR code of the link of ${each.name}"><rect x="-2" y="-2" width=${each.size + 4} height=${each.size + 4} fill="#fff"/><path d=${each.qr} fill="#000"/></svg>` : nothing}</section>`;
}

export function start() {
  if (!found) { loadSeats(); return html`<p>…</p>`; }
  const note = meta.together ? "All share this screen: it is passed on, and hands are hidden in between. Start with --links for a link for each player." : "Send each player a link: it shows only what that player may see. Nothing is encrypted: play among friends. The links stay the same after a restart.";
  return html`<h1>${meta.title}</h1><p class="note">${note}</p><div class="seats">${found.map(box)}</div>`;
}
