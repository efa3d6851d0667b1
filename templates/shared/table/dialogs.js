// Dialogs: keys, facts, a sheet, further zones, the seats; the large card; the curtain of a screen
// that is passed on; and what is said when the table does not answer.
import { html, nothing } from "./html.js";
import { forgetPending, hot, play, poll, refresh, seen } from "./net.js";
import { plainText, sentence } from "./words.js";
import { findSheet, paper } from "./sheet.js";
import { drawer } from "./plan.js";
import { start } from "./start.js";
import { addressOf, faceOf, LIVE, meta, redraw, store, titleOf } from "./store.js";

const close = () => { store.panel = ""; redraw(); };

const KEYS = [["a letter", "choose the card of your hand that shows it"], ["1 to 9", "choose an option"], ["H", "go to your hand"], ["arrow keys", "move between the pieces of a zone"], ["Esc", "clear what you chose"], ["/", "type a line of the script"]];

const help = () => html`<h2>Keys</h2><dl class="keys">${KEYS.map(([key, what]) => html`<dt><kbd>${key}</kbd></dt><dd>${what}</dd>`)}</dl>
  <h2>Verbs</h2><dl>${Object.entries(meta.verbs).filter(([, verb]) => ["move", "aside", "table"].includes(verb.kind)).map(([word, verb]) => html`<dt>${word}</dt><dd>${verb.about}</dd>`)}</dl>
  <h2>Rules</h2><dl class="ruled">${Object.entries(meta.rules).map(([rule, text]) => html`<dt><code>${rule}</code></dt><dd>${text}</dd>`)}</dl>`;

const facts = () => html`<h2>Facts</h2><ul class="facts-list">${store.state.facts.map((fact) => html`<li>${LIVE && store.state.keeper && !fact.parts.length ? html`<button type="button" title="Write this as an assertion into the script" @click=${() => play(`= ${fact.name} ${fact.value}`)}>${fact.name}: ${fact.value}</button>` : html`${fact.name}: ${fact.value}`}</li>`)}</ul>
  <h2>As text</h2><pre tabindex="0">${store.state.show.join("\n")}</pre>`;

const sheet = () => { const found = findSheet(store.panel.name); return found ? html`<h2>${found.name}</h2>${paper(found, "whole", { act: { has: () => false } })}` : nothing; };

const KINDS = { help, facts, sheet, drawer: () => html`<h2>More zones</h2><div class="drawer">${drawer()}</div>`, start };

export const dialog = () => (store.panel ? html`<button type="button" class="shut" aria-label="Close" @click=${close}>✕</button>${KINDS[store.panel.kind]()}` : nothing);

export function openDialog() { // the element that `dialog` fills
  const box = document.getElementById("dialog");
  if (store.panel && !box.open) box.showModal();
  else if (!store.panel && box.open) box.close();
}

document.getElementById("dialog").addEventListener("close", () => { if (store.panel) close(); });

export function large() {
  const { large: shown } = store, face = shown && faceOf(shown.piece);
  if (!face) return nothing;
  const no = (store.why.get(shown.piece) || []).filter((each) => each.reasons.length).slice(0, 3);
  const can = (store.why.get(shown.piece) || []).some((each) => !each.reasons.length);
  const lines = [...new Set(no.flatMap((each) => each.reasons.slice(0, 2).map((reason) => reason.facts || reason.statement)))];
  return html`<div class="big ${shown.side}" role="tooltip"><img src=${addressOf(face.path)} alt=""><p><b>${titleOf(shown.piece)}</b>${!can && lines.length ? html` <span class="no">Not now: ${lines.join("; ")}.</span>` : nothing}</p></div>`;
}

export function connection() {
  if (store.net === "gone") return html`<section class="lost" role="alert"><h2>This link is not known at this table any more</h2><p>Ask the host for the link that holds now.</p></section>`;
  if (store.net === "lost") {
    return html`<section class="lost" role="alert"><h2>The table does not answer</h2><p>Your computer, the network or <code>pieria play</code> has stopped. Nothing is lost: every step is in the record of the host.</p>
      ${store.pending ? html`<p><b>Your last move is kept and sent again:</b> ${store.pending.line}</p>` : nothing}
      <div class="row"><button type="button" class="primary" @click=${poll}>Try now</button>${store.pending ? html`<button type="button" @click=${forgetPending}>Take the move back</button>` : nothing}</div>
      <p class="note">Host: start it again with <code>pieria play FILE.play</code>. The links stay the same.</p></section>`;
  }
  if (store.net === "back") {
    const missed = store.state.log.slice(store.missed).slice(-8);
    return html`<section class="lost ok" role="status"><h2>Connected again</h2>${missed.length ? html`<p>While you were away:</p><ol>${missed.map((step) => html`<li>${step.say.length ? sentence(step.say) : plainText(step)}</li>`)}</ol>` : html`<p>Nothing has changed.</p>`}<div class="row"><button type="button" class="primary" @click=${seen}>Go on</button></div></section>`;
  }
  return nothing;
}

// ---- a screen that is passed on: nobody sees a hand before its player asks for it

function next() {
  const { state } = store, due = state.acting.filter((name) => meta.humans.includes(name)), shared = state.acting.includes("table") || state.acting.includes("~");
  if (state.over || (hot.looking && (shared || due.includes(hot.looking)))) return "";
  const found = due[0] || (hot.looking ? "" : meta.humans[0]);
  return found && found !== hot.looking ? found : "";
}

export function curtain() {
  if (!LIVE || hot.mode !== "hot") return nothing;
  const name = next();
  if (!name) return nothing;
  const show = () => { hot.looking = name; refresh(); };
  if (meta.humans.length === 1) { if (!store.passing) { store.passing = true; show(); } return nothing; }
  if (hot.looking) { hot.looking = ""; refresh(); }
  return html`<section class="curtain" role="dialog" aria-modal="true" aria-label="Pass the screen on"><p>Pass the screen to <b>${name}</b></p><button type="button" class="primary" @click=${show}>I am ${name}: show my side</button></section>`;
}
