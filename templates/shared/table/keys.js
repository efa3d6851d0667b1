// Keys: letters choose cards of the own hand, digits options, 0 the hand, arrow keys move inside a
// zone, which is one tab stop.
import { clear, choose, tells } from "./options.js";
import { LIVE, store } from "./store.js";
import { watchKeys } from "./watch.js";

const stops = new Map(); // zone -> the key of the card that Tab reaches

export function rove() { // after each drawing: of the cards of a zone one is a tab stop
  for (const group of document.querySelectorAll(".cards, .board")) {
    const items = [...group.querySelectorAll("button")], zone = group.closest("[data-zone]");
    if (!items.length) continue;
    const known = items.find((item) => item.dataset.key && item.dataset.key === stops.get(zone && zone.dataset.zone));
    const stop = (group.contains(document.activeElement) && document.activeElement) || known || items.find((item) => item.classList.contains("can")) || items[0];
    for (const item of items) item.tabIndex = item === stop ? 0 : -1;
  }
}

function arrow(event) {
  const group = event.target.closest && event.target.closest(".cards, .board");
  if (!group) return false;
  const items = [...group.querySelectorAll("button")], here = items.indexOf(document.activeElement);
  const columns = group.classList.contains("board") ? 0 : 1;
  const rect = (item) => item.getBoundingClientRect();
  let to = null;
  if (columns || ["ArrowLeft", "ArrowRight"].includes(event.key)) to = items[(here + (["ArrowRight", "ArrowDown"].includes(event.key) ? 1 : items.length - 1)) % items.length];
  else { // the nearest one above or below
    const from = rect(items[here]), sign = event.key === "ArrowDown" ? 1 : -1;
    to = items.filter((item) => (rect(item).y - from.y) * sign > 5).sort((one, other) => Math.hypot(rect(one).x - from.x, rect(one).y - from.y) - Math.hypot(rect(other).x - from.x, rect(other).y - from.y))[0];
  }
  if (to) {
    to.focus();
    const zone = group.closest("[data-zone]");
    if (zone) stops.set(zone.dataset.zone, to.dataset.key);
    rove();
  }
  return true;
}

function onKey(event) {
  const field = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== "range";
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const menu = document.querySelector(".menu[open]");
  if (event.key === "Escape" && menu) { menu.open = false; return; }
  if (event.key === "Escape" && (!field || store.chosen.length || store.verb)) { if (!store.panel) clear(); return; }
  if (field || store.panel) return;
  if (event.key.startsWith("Arrow") && arrow(event)) { event.preventDefault(); return; }
  if (!LIVE) { watchKeys(event); return; }
  if (event.key === "/") {
    const line = document.getElementById("line");
    if (line) { event.preventDefault(); line.focus(); line.value = line.value || "/"; }
    return;
  }
  if (event.key === "0") {
    const hand = document.querySelector(".handz button[tabindex='0'], .handz button");
    if (hand) hand.focus();
    return;
  }
  if (/^[1-9]$/.test(event.key)) {
    const shown = [...document.querySelectorAll(".opt:not([aria-disabled])")].filter((each) => !each.closest("details:not([open])"));
    const option = shown[Number(event.key) - 1];
    if (option && performance.now() - store.changed > 500) option.click();
    return;
  }
  if (tells()) return; // its words are being written
  const known = [...document.querySelectorAll(".handz .card")].find((card) => [...card.querySelectorAll("kbd")].some((key) => key.textContent === event.key.toLowerCase()));
  if (known) choose(known.dataset.piece);
}

export function listenToKeys() {
  document.addEventListener("keydown", onKey);
  document.addEventListener("pointerdown", (event) => { // a menu closes when something else is done
    const menu = document.querySelector(".menu[open]");
    if (menu && !menu.contains(event.target)) menu.open = false;
  });
}
