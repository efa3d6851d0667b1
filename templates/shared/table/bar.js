// The bar: the game, whose turn it is and what is asked, the connection, and the tools.
import { html, nothing } from "./html.js";
import { act, hot, refresh } from "./net.js";
import { askToNotify, canNotify, hasSound, notifies, switchSound } from "./notify.js";
import { icon } from "./icons.js";

import { lastStep, listed, roundText, stepText, waitText } from "./words.js";
import { t } from "./speech.js";
import { entryOf } from "./options.js";
import { actions, awaitedForms } from "./panel.js";
import { hasDrawer } from "./plan.js";
import { humans, isTurnOf, LIVE, meta, redraw, store, table } from "./store.js";

function turn() {
  const { state } = store;
  if (state.over) return html`<p class="turn wait">${state.winners.length ? t("Won by {names}", { names: listed(state.winners) }) : t("The game is over")}</p>`;
  if (state.wish && state.wish.asked) return html`<p class="turn"><b>${t("Your turn")}</b> <small>${t("Do you agree?")}</small></p>`;
  const [words] = awaitedForms(actions());
  if (words) return html`<p class="turn"><b>${t("Your turn")}</b> <small>${entryOf(words.verb).ask}</small></p>`;
  if (isTurnOf(state)) return html`<p class="turn"><b>${t("Your turn")}</b> <small>${stepText(state)}</small></p>`;
  if (state.awaited.includes("table")) return html`<p class="turn wait"><b>${t("All together")}</b> <small>${stepText(state)}</small></p>`;
  const may = state.players.includes(state.seat) && state.moves.length && !Object.keys(table.waits || {}).length;
  return html`<p class="turn wait">${waitText(state)}${may ? html` <small>${t("you may interrupt")}</small>` : nothing}</p>`;
}

const open = (kind) => () => { store.panel = { kind }; redraw(); };
const tool = (name, label, go, more = {}) => html`<button type="button" class="icon" id=${more.id || nothing} title=${label} aria-label=${label} aria-pressed=${more.pressed === undefined ? nothing : String(more.pressed)} ?disabled=${Boolean(more.disabled)} @click=${go}>${icon(name)}</button>`;

function seeAs() {
  const kinds = [...(meta.together ? [["hot", t("Pass the screen")]] : []), ["open", t("All hands")], ["public", t("Spectator")], ...store.state.players.map((name) => [name, name])];
  const change = (event) => {
    const name = event.target.value, passes = meta.together && humans().includes(name); // on a shared screen, a player asks for it
    Object.assign(hot, { mode: passes ? "hot" : name, looking: "", wanted: passes ? name : "" });
    event.target.value = hot.mode;
    history.replaceState(null, "", `#as=${encodeURIComponent(hot.mode)}`);
    refresh();
  };
  return html`<label class="as">${t("View as")} <select id="as" @change=${change}>${kinds.map(([value, name]) => html`<option value=${value} ?selected=${value === hot.mode}>${name}</option>`)}</select></label>`;
}

function undo() {
  const { state } = store, label = state.undo.asks && !state.keeper ? t("Ask the others to undo: {step}", { step: lastStep() }) : state.undo.reveals ? t("Undo: {step} (what it showed or drew stays known)", { step: lastStep() }) : t("Undo: {step}", { step: lastStep() });
  const ask = () => { if (state.undo.asks) { store.asking = !store.asking; redraw(); } else act("undo"); };
  return html`${tool("undo", label, ask, { id: "undo", disabled: !state.undo.can })}${state.keeper ? tool("again", t("Redo"), () => act("redo"), { id: "redo", disabled: !state.redo }) : nothing}`;
}

const item = (id, name, label, go, pressed) => html`<button type="button" id=${id} aria-pressed=${pressed === undefined ? nothing : String(pressed)} @click=${(event) => { event.currentTarget.closest("details").open = false; go(); }}>${icon(name)} ${label}</button>`;

function menu() { // what is rarely needed, with its name
  const { state } = store;
  return html`<details class="menu"><summary class="button icon" id="menu" title=${t("More")} aria-label=${t("More")}>⋯</summary><div>
    ${item("sound", hasSound() ? "sound" : "mute", hasSound() ? t("Sound: on") : t("Sound: off"), switchSound, hasSound())}
    ${canNotify() ? item("notify", "bell", notifies() ? t("You are notified when it is your turn") : t("Notify me when it is my turn"), askToNotify, notifies()) : nothing}
    ${hasDrawer() ? item("drawer", "plus", t("More pieces"), open("drawer")) : nothing}
    ${state.keeper ? html`${item("facts", "line", t("Facts and text"), open("facts"))}<a id="save" class="button" href="save" download>${icon("copy")} ${t("Save script")}</a>` : nothing}</div></details>`;
}

export function bar(tools = nothing) {
  const { state, net } = store, spectator = !state.keeper && state.seat === "public", words = { lost: t("No connection"), gone: t("Unknown link") };
  const start = () => { store.page = store.page === "start" ? "table" : "start"; redraw(); };
  return html`<header class="bar"><h1>${meta.title}</h1><span class="round">${roundText()}</span>${LIVE && store.page === "start" ? nothing : turn()}
    ${LIVE ? html`<span class="net ${words[net] ? "off" : ""}">${words[net] || t("Connected")}</span>
    <span class="tools">${tool("line", t("What happened"), () => { store.logOpen = !store.logOpen; redraw(); }, { id: "open-log", pressed: Boolean(store.logOpen) })}${spectator ? nothing : undo()}${state.keeper ? html`<button type="button" class="button" id="players" title=${t("Players and links")} aria-pressed=${String(store.page === "start")} @click=${start}>${t("Players")}</button>` : nothing}${tool("help", t("Help: the game, keys, rules"), open("help"), { id: "help" })}
    ${state.keeper ? seeAs() : nothing}${menu()}</span>` : tools}</header>`;
}
