// Dialogs: keys, facts, a sheet, further zones, the seats; the large card; the curtain of a screen
// that is passed on; and what is said when the table does not answer.
import { html, nothing } from "./html.js";
import { forgetPending, hot, play, poll, refresh, seen } from "./net.js";
import { closed, isChosen, isLit, namesOf } from "./options.js";
import { t } from "./speech.js";
import { plain, plainText, saidOf, sentence, verbName } from "./words.js";
import { findSheet, paper } from "./sheet.js";
import { cards } from "./pieces.js";
import { closeView, drawer } from "./plan.js";
import { addressOf, faceOf, humans, isTurnOf, LIVE, low, meta, own, redraw, store, table, titleOf, zoneOf } from "./store.js";

const close = () => { store.panel = ""; redraw(); };

const KEYS = [["a letter", "choose the card in your hand that has this letter"], ["1 to 9", "choose an option"], ["0", "go to your hand"], ["arrow keys", "go from card to card"], ["Esc", "clear what you chose"], ["/", "type a move in the notation of scripts"]]; // words

const MATERIAL = /-(COMP|SETUP|KIT|PRINT)-/; // what is in the box comes after how to play
const rules = () => Object.entries(meta.rules).sort(([one], [other]) => MATERIAL.test(one) - MATERIAL.test(other));

const help = () => html`<h1>${meta.title}</h1>
  ${(table.help || []).length ? html`<ul class="goal">${table.help.map((line) => html`<li>${line}</li>`)}</ul>` : nothing}
  ${LIVE && meta.rulebook ? html`<p><a href="rulebook/" target="_blank" rel="noopener">${t("Open the rulebook")}</a></p>` : nothing}
  <h2>${t("Keys")}</h2><dl class="keys">${KEYS.map(([key, what]) => html`<dt><kbd>${t(key)}</kbd></dt><dd>${t(what)}</dd>`)}</dl>
  <details><summary>${t("What you can do")}</summary><dl>${Object.entries(meta.verbs).filter(([word, verb]) => ["move", "table"].includes(verb.kind) && (own(table.verbs, word) || !Object.keys(table.verbs).length)).map(([word, verb]) => html`<dt>${verbName(word)}</dt><dd>${verb.about.split(": ")[0]}</dd>`)}</dl></details>
  <details><summary>${t("Every rule that the table checks, one by one")}</summary><dl class="ruled">${rules().map(([rule, text]) => html`<dt><code>${rule}</code></dt><dd>${text}</dd>`)}</dl></details>`;

const facts = () => html`<h2>${t("Facts")}</h2><ul class="facts-list">${store.state.facts.map((fact) => html`<li>${LIVE && store.state.keeper && !fact.parts.length ? html`<button type="button" title=${t("Add this to the script as an assertion")} @click=${() => play(`= ${fact.name} ${fact.value}`, true)}>${fact.name}: ${fact.value}</button>` : html`${fact.name}: ${fact.value}`}</li>`)}</ul>
  <h2>${t("As text")}</h2><pre tabindex="0">${store.state.show.join("\n")}</pre>`;

let zoom = { turned: false, large: false };
const switched = (name) => () => { zoom = { ...zoom, [name]: !zoom[name] }; redraw(); };

function sheet() {
  const found = findSheet(store.panel.name);
  return found ? html`<h2>${found.owner ? t("{name}’s sheet", { name: found.owner }) : found.name} <button type="button" class="chip" aria-pressed=${String(zoom.turned)} @click=${switched("turned")}>${t("Turn")}</button> <button type="button" class="chip" aria-pressed=${String(zoom.large)} @click=${switched("large")}>${t("Larger")}</button></h2>${paper(found, zoom.large ? "huge" : "whole", { turned: zoom.turned, act: { has: () => false } })}` : nothing;
}

const pileOpen = () => { // every card of a pile
  const zone = zoneOf(store.panel.name);
  return zone ? html`<h2>${store.panel.title} <small>${zone.total}</small></h2><div class="drawer"><div class="cards" data-zone=${zone.name}>${cards(zone.slots, zone)}</div></div>` : nothing;
};

const closer = () => html`<h2>${store.panel.name}</h2>${closeView(store.panel.name)}`;

const KINDS = { help, facts, sheet, zone: pileOpen, player: closer, drawer: () => html`<h2>${t("More pieces")}</h2><div class="drawer">${drawer()}</div>` };

export const dialog = () => (store.panel ? html`<button type="button" class="shut" aria-label=${t("Close")} @click=${close}>✕</button>${KINDS[store.panel.kind]()}` : nothing);

export function openDialog() { // the element that `dialog` fills
  const box = document.getElementById("dialog");
  if (store.panel && !box.open) box.showModal();
  else if (!store.panel && box.open) box.close();
}

// The event comes late: another dialog may be open by then.
document.getElementById("dialog").addEventListener("close", (event) => { if (store.panel && !event.target.open) close(); });

const MOST_USES = 3;

function usesOf(piece) { // what the player can do with a card now, as far as the page knows it
  const found = store.state.moves.filter((move) => move.actor === store.state.seat && namesOf(move).includes(low(piece)) && move.say && move.say.length).map((move) => move.say);
  return [...new Map(found.map((runs) => [plain(runs), runs])).values()].slice(0, MOST_USES);
}

export function large() {
  const { large: shown } = store, face = shown && faceOf(shown.piece);
  if (!face || (!shown.always && (isChosen(shown.piece) || !shown.from.isConnected || shown.from.dataset.piece !== shown.piece))) return nothing;
  const no = isLit(shown.piece) || !isTurnOf(store.state) ? [] : closed(shown.piece);
  const lines = [...new Set(no.slice(0, 1).flatMap((each) => each.reasons.slice(0, 2).map((reason) => (reason.facts || reason.statement).replace(/\.$/, ""))))];
  const can = isLit(shown.piece) && isTurnOf(store.state) ? usesOf(shown.piece) : [];
  const panels = document.querySelector(".panels"), low = panels && panels.getBoundingClientRect().top < 0.62 * innerHeight; // never over what is asked
  return html`<div class="big ${low ? "left" : shown.side}" role="tooltip">${face.ends ? html`<span class="ends" .style=${`--ratio:${face.width / face.height}`}><span><img src=${addressOf(face.path)} alt=""></span><span class="turned"><img src=${addressOf(face.path)} alt=""></span></span>` : html`<img src=${addressOf(face.path)} alt="">`}<p><b>${titleOf(shown.piece)}</b>${(face.about || []).map((text) => html`<br>${text}`)}${can.map((runs) => html`<br><span class="yes">${sentence(runs, false)}</span>`)}${lines.length ? html` <span class="no">${t("Not now: {why}.", { why: lines.join("; ") })}</span>` : nothing}</p></div>`;
}

export function connection() {
  if (store.net === "gone") return html`<section class="lost" role="alert"><h2>${t("This link is no longer valid")}</h2><p>${t("Ask the host for the current link.")}</p></section>`;
  if (store.net === "lost") {
    return html`<section class="lost" role="alert"><h2>${t("The table does not answer")}</h2><p>${t("The network or the host’s computer does not answer. Nothing is lost: every step is recorded.")}</p>
      ${store.pending ? html`<p><b>${t("Your last move is saved and will be sent again:")}</b> ${store.pending.typed ? store.pending.line : saidOf(store.pending.line)}</p>` : nothing}
      <div class="row"><button type="button" class="primary" @click=${poll}>${t("Try now")}</button>${store.pending ? html`<button type="button" @click=${forgetPending}>${t("Take the move back")}</button>` : nothing}</div>
      <p class="note">${meta.keeper ? t("To start it again: {program}. The links stay the same.", { program: html`<code>pieria play ${meta.record}</code>` }) : t("This page continues by itself as soon as the table answers. If that takes too long, ask the host to start the table again; your link stays the same.")}</p></section>`;
  }
  if (store.net === "back") {
    const missed = store.state.log.slice(store.missed).slice(-8);
    return html`<section class="lost ok" role="status"><h2>${t("Connected again")}</h2><p>${t("While you were away:")}</p><ol>${missed.map((step) => html`<li>${step.say.length ? sentence(step.say) : plainText(step)}</li>`)}</ol><div class="row"><button type="button" class="primary" @click=${seen}>${t("Go on")}</button></div></section>`;
  }
  return nothing;
}

// ---- a screen that is passed on: nobody sees a hand before its player asks for it

// While all choose in secret, those who have not yet chosen have the screen in turn.
const choosing = () => (store.state.sealed || []).flatMap((choice) => choice.waiting);
const due = () => (choosing().length ? choosing() : store.state.awaited).filter((name) => humans().includes(name));
const position = () => [store.state.node, ...(store.state.sealed || []).map((choice) => choice.done.length)].join(" ");

// Whoever looks goes on while the game waits for them or for all, and also, at one position, a player
// who asked for the screen without being waited for.
function next() {
  const { state } = store, shared = !choosing().length && (state.awaited.includes("table") || state.awaited.includes("~"));
  if (state.over || (hot.looking && (shared || due().includes(hot.looking) || hot.asked === position()))) return "";
  const found = due()[0] || (hot.looking ? "" : humans()[0]);
  return found && found !== hot.looking ? found : "";
}

// While others are waited for or may act, too, the one who looks says when another is to have the screen.
export function passing() {
  const others = LIVE && hot.mode === "hot" && hot.looking && !store.state.over ? [...new Set([...due(), ...(choosing().length ? [] : store.state.invited)])].filter((name) => name !== hot.looking && humans().includes(name)) : [];
  const pass = (name) => () => { hot.wanted = name; redraw(); };
  return others.length ? html`<div class="row pass">${others.map((name) => html`<button type="button" class="chip" @click=${pass(name)}>${t("Pass the screen to {name}", { name })}</button>`)}</div>` : nothing;
}

export function curtain() {
  if (!LIVE || hot.mode !== "hot") return nothing;
  const name = hot.wanted || next();
  if (!name) return nothing;
  const show = () => { Object.assign(hot, { looking: name, wanted: "", asked: position() }); document.querySelector(".table")?.scrollTo(0, 0); refresh(); };
  if (humans().length === 1) { show(); return nothing; } // once: then it is looked at
  if (hot.looking) { hot.looking = ""; refresh(); }
  return html`<section class="curtain" role="dialog" aria-modal="true" aria-label=${t("Pass the screen")}><p>${t("Pass the screen to {name}", { name: html`<b>${name}</b>` })}</p><button type="button" class="primary" @click=${show}>${t("I am {name}: show my side", { name })}</button></section>`;
}
