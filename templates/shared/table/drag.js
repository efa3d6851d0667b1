// Dragging with a mouse or pen: a picture of the piece follows, and what lies below it is where it
// is dropped. A finger scrolls instead.
import { clear, drop } from "./options.js";
import { leave } from "./pieces.js";
import { LIVE, redraw, store } from "./store.js";

const FAR = 7; // pixels after which a press is a drag
let held = null; // {from, piece, x, y, ghost}

function begin() {
  const { from, piece } = held, box = from.getBoundingClientRect(), picture = from.querySelector("img") || from;
  clear();
  store.chosen = [piece];
  leave();
  redraw();
  held.ghost = picture.cloneNode(true);
  held.ghost.className = "ghost";
  Object.assign(held.ghost.style, { width: `${picture.getBoundingClientRect().width}px`, left: `${box.x - held.x}px`, top: `${box.y - held.y}px` });
  document.body.append(held.ghost);
}

function follow(event) {
  if (!held) return;
  if (!event.buttons) { stop(); return; } // let go outside the window
  if (!held.ghost && Math.hypot(event.clientX - held.x, event.clientY - held.y) > FAR) begin();
  if (held.ghost) held.ghost.style.transform = `translate(${event.clientX}px,${event.clientY}px)`;
}

function stop() {
  if (held && held.ghost) held.ghost.remove();
  held = null;
}

// Names of what lies at a place, from the piece on top to the player whose side it is.
function namesAt(element) {
  const found = [];
  for (let each = element; each; each = each.parentElement) found.push(each.dataset.place, each.dataset.piece, each.dataset.at, each.dataset.zone, each.dataset.seat);
  return found.filter(Boolean);
}

function letGo(event) {
  const { ghost, piece, from } = held || {};
  stop();
  if (!ghost) return;
  const below = document.elementFromPoint(event.clientX, event.clientY);
  addEventListener("click", (click) => { click.stopPropagation(); click.preventDefault(); }, { capture: true, once: true, signal: AbortSignal.timeout(50) }); // the click that ends a drag
  if (below && !from.contains(below) && below.closest(".table")) drop(piece, below.closest(".handz") && from.closest(".handz") ? [] : namesAt(below));
}

export function listenToDrags() {
  document.addEventListener("pointerdown", (event) => {
    const from = LIVE && event.button === 0 && event.pointerType !== "touch" && event.target.closest(".can[data-piece], .hand-of [data-piece]");
    held = from ? { from, piece: from.dataset.piece, x: event.clientX, y: event.clientY, ghost: null } : null;
  });
  document.addEventListener("pointermove", follow);
  document.addEventListener("pointerup", letGo);
  document.addEventListener("pointercancel", stop);
  document.addEventListener("dragstart", (event) => { if (event.target.closest(".card, .tok")) event.preventDefault(); }); // pictures are not dragged by the browser
}
