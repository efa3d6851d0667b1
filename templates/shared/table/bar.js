// The bar: the game, whose turn it is and what is asked, the connection, and the tools.
import { html, nothing } from "./html.js";
import { act, hot, refresh } from "./net.js";
import { askToNotify, canNotify, hasSound, notifies, switchSound } from "./notify.js";
import { icon } from "./icons.js";
import { roundText } from "./log.js";
import { listed } from "./words.js";
import { isTurnOf, LIVE, meta, own, redraw, store, table } from "./store.js";

function turn() {
  const { state } = store, step = own(table.steps, state.mode) || own(table.steps, state.mode.split(":")[0]) || "";
  if (state.over) return html`<p class="turn wait">${state.winners.length ? html`Won by <b>${listed(state.winners)}</b>` : "The game is over"}</p>`;
  const who = state.awaited.map((name) => (name === "~" ? "A draw" : name === "table" ? "All together" : name)), mine = state.players.includes(state.seat);
  const isMine = isTurnOf(state);
  if (isMine) return html`<p class="turn">Your turn <small>${step}</small></p>`;
  const may = mine && state.moves.length && !state.awaited.includes("table");
  return html`<p class="turn wait"><b>${who.length ? listed(who) : "Nobody"}</b> ${who.join() === "All together" ? html`<small>${step}</small>` : html`to act ${may ? html`<small>you may act, too</small>` : nothing}`}</p>`;
}

const open = (kind) => () => { store.panel = { kind }; redraw(); };
const tool = (name, label, go, more = {}) => html`<button type="button" class="icon" id=${more.id || nothing} title=${label} aria-label=${label} aria-pressed=${more.pressed === undefined ? nothing : String(more.pressed)} ?disabled=${Boolean(more.disabled)} @click=${go}>${icon(name)}</button>`;

function seeAs() {
  const kinds = [...(meta.together ? [["hot", "Pass the screen on"]] : []), ["open", "Everything"], ["public", "Spectator"], ...store.state.players.map((name) => [name, name])];
  const change = (event) => {
    hot.mode = event.target.value;
    hot.looking = "";
    history.replaceState(null, "", `#as=${encodeURIComponent(hot.mode)}`);
    refresh();
  };
  return html`<label class="as">See as <select id="as" @change=${change}>${kinds.map(([value, name]) => html`<option value=${value} ?selected=${value === hot.mode}>${name}</option>`)}</select></label>`;
}

function undo() {
  const { state } = store, label = state.undo.reveals ? (state.keeper ? "Undo: the step showed or drew something, which stays known" : "Ask the others to take the last step back") : "Undo the last step";
  return html`${tool("undo", label, () => act("undo"), { id: "undo", disabled: !state.undo.can })}${state.keeper ? tool("again", "Redo", () => act("redo"), { id: "redo", disabled: !state.redo }) : nothing}`;
}

export function bar(tools = nothing) {
  const spectator = !store.state.keeper && store.state.seat === "public";
  return html`<header class="bar"><h1>${meta.title}</h1><span class="round">${roundText()}</span>${turn()}
    ${LIVE ? html`<span class="net ${store.net === "lost" || store.net === "gone" ? "off" : ""}">${store.net === "lost" ? "No connection" : store.net === "gone" ? "Unknown link" : "Connected"}</span>
    <span class="tools">${spectator ? nothing : undo()}${tool(hasSound() ? "sound" : "mute", `Sound: ${hasSound() ? "on" : "off"}`, switchSound, { pressed: hasSound() })}
    ${canNotify() ? tool("bell", notifies() ? "You are notified when it is your turn" : "Tell me when it is my turn", askToNotify, { pressed: notifies() }) : nothing}
    ${(table.plan.drawer || []).length ? tool("plus", "More zones", open("drawer"), { id: "drawer" }) : nothing}${tool("line", "Facts and text", open("facts"), { id: "facts" })}${store.state.keeper ? tool("door", "Players and links", open("start"), { id: "players" }) : nothing}${tool("help", "Keys and rules", open("help"), { id: "help" })}
    ${store.state.keeper ? html`${seeAs()}<a id="save" class="button" href="save" download>Save script</a>` : nothing}</span>` : tools}</header>`;
}
