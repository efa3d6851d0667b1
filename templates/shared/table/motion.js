// Motion: where each piece was before a change and is after it; the browser moves the difference.
// A piece that changes its zone flies only if the server says so, because only it knows which one
// did, and what this seat may know of it.

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const TIME = 340;
const rects = (selector, key) => new Map([...document.querySelectorAll(selector)].map((element) => [key(element), element.getBoundingClientRect()]));

export function flip(change, moved = []) {
  if (calm.matches || document.hidden) { change(); return; }
  const cards = rects("[data-key]", (element) => element.dataset.key);
  const zones = rects("[data-zone]", (element) => element.dataset.zone);
  change();
  const flown = new Set();
  for (const [piece, from, to] of moved.slice(0, 12)) {
    const start = startOf(cards, zones, piece, from), end = endOf(piece, to, flown);
    if (!start || !end) continue;
    flown.add(end);
    glide(end, start, flown.size);
  }
  for (const element of document.querySelectorAll("[data-key]")) {
    const was = cards.get(element.dataset.key);
    if (was && was.width && !flown.has(element)) glide(element, was, 0);
  }
}

function startOf(cards, zones, piece, from) {
  const exact = [...cards].find(([key, rect]) => key.startsWith(`${from}/${piece}#`) && rect.width);
  const zone = zones.get(from);
  if (exact) return exact[1];
  return zone && zone.width ? new DOMRect(zone.x + zone.width / 2 - 30, zone.y + zone.height / 2 - 40, 60, 84) : null;
}

function endOf(piece, to, flown) {
  const all = [...document.querySelectorAll(`[data-zone="${CSS.escape(to)}"] [data-key]`)].filter((element) => !flown.has(element));
  return all.filter((element) => element.dataset.piece === piece).at(-1) || all.at(-1) || null;
}

function glide(element, was, place) {
  const now = element.getBoundingClientRect();
  if (!now.width || (Math.abs(was.x - now.x) < 1 && Math.abs(was.y - now.y) < 1 && Math.abs(was.width - now.width) < 2)) return;
  const scale = place ? Math.min(1.5, Math.max(0.5, was.width / now.width)) : 1;
  element.animate([
    { transform: `translate(${was.x - now.x}px,${was.y - now.y}px) scale(${scale})`, transformOrigin: "0 0", zIndex: 9 },
    { transform: "none", transformOrigin: "0 0", zIndex: 9 },
  ], { duration: TIME, delay: Math.min(place, 6) * 40, fill: "backwards", easing: "cubic-bezier(.2,.8,.2,1)" });
}
