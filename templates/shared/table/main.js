// The page: puts its parts together and draws them whenever something changes.
import { html, nothing, render } from "./html.js";
import { bar } from "./bar.js";
import { connection, curtain, dialog, large, openDialog } from "./dialogs.js";
import { end } from "./end.js";
import { followLog, log, say } from "./log.js";
import { hot, poll, refresh } from "./net.js";
import { listenToKeys, rove } from "./keys.js";
import { listenToDrags } from "./drag.js";
import { panel } from "./panel.js";
import { setTitle } from "./notify.js";
import { start } from "./start.js";
import { t } from "./speech.js";
import { tableView } from "./plan.js";
import { at, goTo, happened, timeLine, tools, unpack } from "./watch.js";
import { LIVE, meta, onDraw, redraw, store, table } from "./store.js";

function side() {
  const script = () => { store.asScript = !store.asScript; redraw(); };
  const steps = LIVE ? store.state.log : meta.log;
  const now = Object.assign((to) => goTo(to), { at: at.step - 1 });
  return html`<aside class="side" aria-label=${t("What happened")}><h2>${table.plan.stage === "story" ? t("The story so far") : t("What happened")} <button type="button" class="chip" id="as-script" aria-pressed=${String(store.asScript)} @click=${script}>${t("As script")}</button></h2>${log(steps, now)}${LIVE ? panel() : happened()}${LIVE ? say() : nothing}</aside>`;
}

function app() {
  const over = LIVE && store.state.over && !store.look;
  if (over) return html`<div class="app over">${bar()}${end()}${connection()}</div>`;
  if (LIVE && store.page === "start") return html`<div class="app over">${bar()}${start()}${connection()}</div>`;
  return html`<div class="app ${table.plan.stage || ""} ${store.chosen.length ? "open" : ""} ${store.net === "lost" ? "dim" : ""} ${store.logOpen ? "logged" : ""} ${store.asScript ? "scripted" : ""} ${LIVE ? "" : "recorded"}">${bar(LIVE ? nothing : tools())}${LIVE ? nothing : timeLine()}
    <main class="table" aria-label=${t("Table")}>${connection()}${tableView()}</main>${side()}${large()}${store.banner ? html`<p class="banner" role="status">${store.banner}</p>` : nothing}${curtain()}</div>`;
}

// What is being written survives a reload, in this browser.
const DRAFT = `texts of ${location.pathname} in ${meta.record}`; // another game with the same links has another record
const keepDraft = () => { try { localStorage.setItem(DRAFT, JSON.stringify(store.texts)); } catch { /* no storage: nothing is kept */ } };
function findDraft() {
  try { store.texts = JSON.parse(localStorage.getItem(DRAFT)) || {}; } catch { store.texts = {}; }
}

function draw() {
  if (store.large && !store.large.always && !(store.large.from.isConnected && store.large.from.dataset.piece === store.large.piece)) store.large = null;
  if (!store.state.over) store.look = false;
  render(app(), document.getElementById("root"));
  render(dialog(), document.getElementById("dialog"));
  openDialog();
  rove();
  followLog();
  markBelow();
  setTitle();
}

function markBelow() { // a sign, while there is more below
  const panels = document.querySelector(".panels");
  if (panels) panels.classList.toggle("below", panels.scrollHeight - panels.scrollTop - panels.clientHeight > 24);
}

function paint() { // the colours of the game
  const { look = {} } = table, root = document.documentElement.style;
  for (const [name, role] of Object.entries({ accent: look.accent, lit: look.lit })) if (role && meta.look[role]) root.setProperty(`--${name}`, meta.look[role]);
  if (look.felt && meta.look[look.felt]) root.setProperty("--felt", `color-mix(in srgb, ${meta.look[look.felt]} 45%, #efe8da)`);
}

async function begin() {
  document.body.dataset.live = LIVE;
  document.body.classList.add(meta.id);
  paint();
  onDraw(draw);
  listenToKeys();
  listenToDrags();
  document.addEventListener("scroll", markBelow, true);
  if (!LIVE) {
    await unpack();
    goTo(Number(location.hash.replace("#step=", "")) || 0);
    return;
  }
  const wish = decodeURIComponent(location.hash.replace(/^#as=/, ""));
  if (meta.keeper && wish && ["hot", "open", "public", ...store.state.players].includes(wish)) hot.mode = wish;
  if (meta.keeper && !wish && !store.state.log.some((step) => step.kind === "move" && !step.automatic)) store.page = "start";
  if (sessionStorage.getItem("page")) { store.page = sessionStorage.getItem("page"); sessionStorage.removeItem("page"); } // the seats were changed
  findDraft();
  addEventListener("pagehide", keepDraft);
  draw();
  if (meta.keeper) await refresh().catch(() => {}); // the poll asks again
  poll();
}

begin();
