// The table: draws a state that the server, or the page itself, has, and sends lines of a script.
// No rule of any game is here: what can be clicked are the words of the moves that the state lists.
"use strict";

const $ = (id) => document.getElementById(id);
const meta = JSON.parse($("meta").textContent);
let state = JSON.parse($("state").textContent);
const LIVE = Boolean(meta.live);
const STILL = matchMedia("(prefers-reduced-motion: reduce)"), NARROW = matchMedia("(max-width: 52rem)"); // as in table.css
const WHY_SHOWN = 6, LISTED = 14, PILE = 9, POLL = 400, HIDDEN_POLL = 3000, PATIENCE = 8000;
document.body.dataset.live = LIVE;

function make(tag, name, words) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (words !== undefined) element.textContent = words;
  return element;
}
const low = (text) => text.toLowerCase();
const own = (map, name) => (map && Object.hasOwn(map, name) ? map[name] : undefined); // a player may be called constructor
const press = (button, act) => { button.type = "button"; button.addEventListener("click", act); return button; };

// ---- what is chosen

let chosen = []; // names of pieces and places that the move must have
let verb = ""; // and its verb
let actor = "";
let moreVerbs = false; // shows verbs of which no move is listed
let spread = new Set(); // piles that show every piece

const names = (move) => move.names.map(low);
const fits = (move, words = chosen) => (!verb || (move.verb === verb && move.line.startsWith(actor + " "))) && words.every((each) => names(move).includes(low(each)));
const matching = () => (state.moves || []).filter((move) => fits(move));

function litNames() {
  const found = new Set();
  for (const move of matching()) for (const name of names(move)) found.add(name);
  return found;
}

function choose(name) {
  const known = chosen.findIndex((each) => low(each) === low(name));
  if (known >= 0) chosen.splice(known, 1);
  else if ((state.moves || []).some((move) => fits(move, [...chosen, name]))) chosen.push(name);
  else {
    chosen = [name];
    if (!matching().length) { verb = ""; actor = ""; }
  }
  refuse(null);
  draw();
  if (!matching().length && LIVE) why(name);
}

function clear() { chosen = []; verb = ""; actor = ""; refuse(null); draw(); }

// ---- talking to the server

let mode = ""; // how the keeper of the table sees it: hot, open, public, or a player's name
let looking = ""; // the player whose hand a hot seat shows
let busy = false, shownVersion = state.version;

const asking = () => (mode === "hot" ? looking || "public" : mode);
const query = () => (meta.keeper ? `?as=${encodeURIComponent(asking())}` : "");

async function post(what, body) {
  const answer = await fetch(what + query(), {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  if (!answer.ok) return { error: await answer.text() };
  return answer.json();
}

async function change(what, body) {
  if (busy) return null;
  busy = true;
  try {
    const found = await post(what, { ...body, node: state.node });
    if (found.error) { refuse({ message: found.error }); return null; }
    take(found.state);
    if (found.answer.accepted) {
      refuse(null);
      if (found.answer.message) say(found.answer.message);
    } else refuse(found.answer, body.line);
    return found.answer;
  } catch {
    refuse({ message: "the table does not answer: is pieria still running?" });
    return null;
  } finally {
    busy = false;
  }
}

async function play(line) {
  const answer = await change("say", { line });
  if (answer && answer.accepted) { $("line").value = ""; words([]); hint(""); }
  return answer;
}

function take(next) {
  if (next.node !== state.node) { chosen = []; verb = ""; actor = ""; }
  shownVersion = next.version;
  state = next;
  draw();
  curtain();
}

async function refresh() {
  const answer = await fetch("state" + query());
  if (answer.ok) take(await answer.json());
}

function lost(reason) { // announced once, and shown until the table answers again
  const box = $("lost");
  if (box.textContent === reason) return;
  if (!reason) say("The table answers again.");
  box.textContent = reason;
  box.hidden = !reason;
  document.body.classList.toggle("lost", Boolean(reason));
}

async function poll() {
  try {
    const answer = await fetch("version", { signal: AbortSignal.timeout(PATIENCE) });
    if (answer.ok && Number(await answer.text()) !== shownVersion && !busy) await refresh();
    if (answer.ok) lost("");
    else if (answer.status === 404) lost("This link is not known at this table any more. Ask the host for the link that holds now.");
    else lost(`The table answers with an error (${answer.status}). The page tries again by itself.`);
  } catch { lost("The table does not answer. What was played is in the record; the page tries again by itself."); }
  setTimeout(poll, document.hidden ? HIDDEN_POLL : POLL);
}

// ---- a hot seat: nobody sees a hand before its player asks for it

function curtain() {
  if (!LIVE || mode !== "hot") return;
  const due = state.acting.filter((name) => meta.humans.includes(name));
  const together = state.acting.includes("table") || state.acting.includes("~");
  if (state.over || (together && looking) || (due.includes(looking) && looking)) return;
  const next = due[0] || (looking ? "" : meta.humans[0]);
  if (!next || next === looking) return;
  if (meta.humans.length === 1) { looking = next; refresh(); return; }
  const dialog = $("curtain");
  if (dialog.open && dialog.dataset.next === next) return;
  dialog.dataset.next = next;
  dialog.querySelector("p").textContent = `Pass the screen to ${next}`;
  dialog.querySelector("button").textContent = `I am ${next}: show my side`;
  if (looking) { looking = ""; refresh(); }
  if (!dialog.open) dialog.showModal();
}

$("curtain").addEventListener("cancel", (event) => event.preventDefault());
press($("curtain").querySelector("button"), () => {
  looking = $("curtain").dataset.next;
  $("curtain").close();
  refresh();
});

// ---- pieces

let elements = new Map(); // key -> element, so that an element stays while its piece does

function keyed(counts, name) {
  counts.set(name, (counts.get(name) || 0) + 1);
  return `${name}#${counts.get(name)}`;
}

function picture(slot) {
  const found = slot.piece ? own(meta.faces, slot.piece) : own(meta.backs, slot.back);
  return found || null;
}

const made = new Map(); // path -> address of a picture that a recorded game has in its page

function addressOf(path) {
  const inside = meta.pictures && meta.pictures[path];
  if (!inside) return path;
  if (!made.has(path)) {
    const [root, rest, used] = inside;
    const style = `<style>${used.map((each) => meta.typefaces[each]).join("")}</style>`;
    made.set(path, URL.createObjectURL(new Blob([root, style, rest], { type: "image/svg+xml" })));
  }
  return made.get(path);
}

const titleOf = (piece) => { const face = own(meta.faces, piece); return face && face.title && face.title.length > 2 ? face.title : piece; };

function drawPiece(element, slot, zone, place, lit) {
  const found = picture(slot), name = slot.piece;
  const signature = JSON.stringify([slot, found && found.path]);
  if (element.dataset.drawn !== signature) {
    element.dataset.drawn = signature;
    const parts = [];
    if (found) {
      const image = make("img");
      image.src = addressOf(found.path);
      image.alt = "";
      image.draggable = false;
      image.style.setProperty("--w", found.width);
      image.style.setProperty("--h", found.height);
      element.style.setProperty("--w", found.width);
      if (found.corners) element.style.setProperty("--shape", `polygon(${found.corners.replace(/[\d.]+/g, "$&%")})`);
      image.addEventListener("error", () => image.replaceWith(make("span", "chip", titleOf(name) || "?")));
      parts.push(image);
    } else parts.push(make("span", "chip", name ? titleOf(name) : "?"));
    if (slot.number !== 1 || zone.counted) parts.push(make("span", "count", ` ${slot.number}`));
    const about = slot.about.filter(([fact]) => ["die", "value"].includes(fact) || slot.about.length < 3);
    if (about.length) {
      const box = make("span", "facts");
      const repeated = (value) => about.some(([, other]) => other !== value && other.endsWith(value)); // a die has its value
      for (const [fact, value] of about.slice(0, 2)) if (value !== "none" && !repeated(value)) box.append(make("i", fact === "die" ? "die" : "", value));
      parts.push(box);
    }
    element.replaceChildren(...parts);
  }
  const down = slot.about.some(([fact, value]) => fact === "face" && value === "down");
  const isLit = name && lit.has(low(name)), isChosen = name && chosen.some((each) => low(each) === low(name));
  element.className = "piece";
  element.classList.toggle("round", Boolean(found && found.is_round));
  element.classList.toggle("shaped", Boolean(found && found.corners));
  element.classList.toggle("hidden", !name);
  element.classList.toggle("down", down && Boolean(name));
  element.classList.toggle("lit", Boolean(isLit) && !isChosen);
  element.classList.toggle("chosen", Boolean(isChosen));
  const facts = slot.about.map(([fact, value]) => `${fact} ${value}`).join(", ");
  const what = name ? titleOf(name) : "hidden piece";
  element.setAttribute("aria-label", `${what}${slot.number !== 1 || zone.counted ? ` ${slot.number}` : ""}, ${zone.name}, ${place}${facts ? `, ${facts}` : ""}${isLit ? ", can be used" : ""}`);
  element.setAttribute("aria-pressed", String(Boolean(isChosen)));
  element.title = name ? `${what}${facts ? `\n${facts}` : ""}` : "hidden";
  element.dataset.piece = name;
}

function pieceFor(key) {
  const known = elements.get(key);
  if (known) return known;
  const element = make("button", "piece");
  press(element, () => element.dataset.piece && choose(element.dataset.piece));
  element.addEventListener("dblclick", () => large(element.dataset.piece));
  return element;
}

function large(piece) {
  const found = own(meta.faces, piece);
  if (!found) return;
  const image = $("large").querySelector("img");
  image.hidden = false;
  image.src = addressOf(found.path);
  image.alt = titleOf(piece);
  $("paper").replaceChildren();
  $("large").querySelector("p").textContent = titleOf(piece);
  $("large").showModal();
}

function largeSheet(sheet) {
  $("large").querySelector("img").hidden = true;
  $("paper").replaceChildren(paper(sheet));
  $("large").querySelector("p").textContent = sheet.name;
  $("large").showModal();
}

// ---- printed sheets, with what was written on them

const blanks = new Map(Object.entries(meta.blanks || {}));
const MARKS = { cross: "✕", dot: "●" };

function blanksOf(path) { // a live page asks for them once; a recorded one has them
  if (!blanks.has(path) && LIVE) {
    blanks.set(path, null);
    fetch(path.replace("faces/", "blanks/").replace(".face.svg", "")).then((answer) => (answer.ok ? answer.json() : null)).then((found) => { blanks.set(path, found); drawTable(); }).catch(() => blanks.delete(path));
  }
  return blanks.get(path);
}

function paper(sheet) {
  const box = make("div", "paper"), image = make("img"), known = blanksOf(sheet.path);
  image.src = addressOf(sheet.path);
  image.alt = "";
  box.append(image);
  if (!known) return box;
  const [width, height, places] = known;
  box.style.setProperty("--w", width);
  box.style.setProperty("--h", height);
  for (const [name, kind, x, y, wide, high, angle, lines, size, align, mark] of places) {
    const value = sheet.values[name];
    if (value === undefined || value === false) continue;
    const ink = make("span", `ink ${kind} ${align}`, kind === "tick" ? MARKS[mark] || "✓" : String(value));
    const set = { "--x": x - wide / 2, "--y": y - high / 2, "--wide": wide, "--high": high, "--size": kind === "tick" ? high * 1.5 : Math.min(size, (1.25 * wide * lines) / String(value).length + 1.2), "--line": high / lines };
    for (const [key, number] of Object.entries(set)) ink.style.setProperty(key, number);
    ink.style.rotate = `${angle}deg`;
    box.append(ink);
  }
  return box;
}

function paperSheets(owner) {
  return (state.sheets || []).filter((sheet) => sheet.owner === owner && !sheet.zone).map((sheet) => {
    const button = press(make("button", "paper-button"), () => largeSheet(sheet));
    button.setAttribute("aria-label", `${sheet.name}: look closer`);
    button.append(paper(sheet));
    return button;
  });
}

// ---- zones

const PLAIN = new Set(["none", "no", "0", "nobody", ""]);

function isOpen(zone) { // a sheet in play on which nothing lies yet
  const fact = state.facts.find((each) => each.name === zone.name);
  return (state.sheets || []).some((sheet) => sheet.zone === zone.name) && Boolean(fact && fact.parts.some(([part, value]) => part === "open" && value === "yes"));
}

function drawZone(zone, counts, lit, used) {
  const short = zone.owner ? zone.name.slice(zone.owner.length + 3) : zone.name;
  const box = make("section", "zone");
  box.dataset.zone = zone.name;
  const head = make("h3"), isSpot = lit.has(low(zone.name)) || lit.has(low(short));
  if (isSpot) {
    const place = press(make("button", "location", short), () => choose(lit.has(low(zone.name)) ? zone.name : short));
    place.setAttribute("aria-pressed", String(chosen.includes(zone.name) || chosen.includes(short)));
    head.append(place);
    box.classList.add("lit");
  } else head.append(short);
  const about = state.facts.find((fact) => fact.name === zone.name && fact.parts.length);
  const whose = about && about.parts.find(([name]) => name === "owner");
  if (whose && !PLAIN.has(whose[1])) head.append(make("b", "", whose[1]));
  if (zone.total > 1 || zone.unsure) head.append(make("span", "", zone.unsure ? `${zone.total} hidden` : String(zone.total)));
  box.append(head);
  const hidden = zone.slots.length > 0 && zone.slots.every((slot) => !slot.piece);
  const known = zone.slots.filter((slot) => slot.piece);
  const many = !zone.counted && !zone.owner && zone.slots.length > PILE;
  const isPile = !zone.board && zone.slots.length > 0 && (many || zone.secret || (hidden && !zone.owner && zone.slots.length > 1));
  if (isPile && known.length) {
    const open = spread.has(zone.name);
    const more = press(make("button", "", open ? "stack" : "spread"), () => { open ? spread.delete(zone.name) : spread.add(zone.name); draw(); });
    more.classList.toggle("location", known.some((slot) => lit.has(low(slot.piece))));
    more.setAttribute("aria-label", `${open ? "Stack" : "Spread"} ${zone.name}`);
    head.append(more);
  }
  box.classList.toggle("hand", short === "hand");
  box.classList.toggle("empty", !zone.slots.length);
  box.classList.toggle("pile", isPile && !spread.has(zone.name));
  box.classList.toggle("backs", hidden && Boolean(zone.owner) && zone.slots.length > 1);
  let shown = box.classList.contains("pile") ? zone.slots.slice(-1) : zone.slots;
  if (zone.secret && shown !== zone.slots) shown = [{ ...shown[0], piece: "" }];
  if (zone.board) box.append(drawBoard(zone, counts, lit, used));
  else {
    const slots = make("div", "slots");
    const under = (state.sheets || []).find((sheet) => sheet.zone === zone.name);
    if (under) {
      box.classList.add("on-paper");
      box.append(press(make("button", "paper-button"), () => largeSheet(under)));
      box.lastChild.append(paper(under));
      box.lastChild.setAttribute("aria-label", `Sheet ${zone.name}: look closer`);
    }
    shown.forEach((slot, index) => {
      const key = slot.piece && !zone.counted ? keyed(counts, slot.piece) : keyed(counts, `${zone.name}/${slot.piece || "?"}`);
      const element = pieceFor(key);
      used.set(key, element);
      drawPiece(element, slot, zone, `${index + 1} of ${zone.slots.length}`, lit);
      slots.append(element);
    });
    box.append(slots);
  }
  return box;
}

const PLACE = /^(-?\d+),(-?\d+)$/;

function drawBoard(zone, counts, lit, used) {
  const board = make("div", "board"), at = new Map();
  const spots = [...lit].map((name) => PLACE.exec(name)).filter(Boolean).map((found) => [Number(found[1]), Number(found[2])]);
  for (const slot of zone.slots) at.set(slot.at.join(), [...(at.get(slot.at.join()) || []), slot]);
  const all = [...zone.slots.map((slot) => slot.at), ...spots];
  if (!all.length) return board;
  const xs = all.map((each) => each[0]), ys = all.map((each) => each[1]);
  const left = Math.min(...xs), right = Math.max(...xs);
  const wide = ($("table").clientWidth - 60) / (right - left + 1) / 93;
  const high = (innerHeight * 0.62) / (Math.max(...ys) - Math.min(...ys) + 1) / 93;
  board.style.setProperty("--mm", `${Math.max(0.55, Math.min(1.5, wide, high))}px`);
  board.style.gridTemplateColumns = `repeat(${right - left + 1}, max-content)`;
  for (let y = Math.max(...ys); y >= Math.min(...ys); y--) {
    for (let x = left; x <= right; x++) {
      const name = `${x},${y}`, here = at.get(name) || [], isSpot = lit.has(name);
      if (here.length) {
        const cell = make("div", "cell" + (isSpot ? " lit" : "") + (chosen.includes(name) ? " chosen" : ""));
        for (const slot of here) {
          const key = keyed(counts, slot.piece || `${zone.name}/?${name}`);
          const element = pieceFor(key);
          used.set(key, element);
          drawPiece(element, slot, zone, `at ${name}`, lit);
          cell.append(element);
        }
        if (isSpot) cell.append(press(make("button", "", `to ${name}`), () => choose(name)));
        board.append(cell);
      } else if (isSpot) {
        const cell = press(make("button", "cell lit" + (chosen.includes(name) ? " chosen" : ""), name), () => choose(name));
        cell.setAttribute("aria-label", `empty square ${name}`);
        board.append(cell);
      } else board.append(make("div", "cell"));
    }
  }
  return board;
}

// ---- the whole table

const SHORT = 26;
const zoneNames = (owner) => new Set(state.zones.filter((zone) => zone.owner === owner).map((zone) => low(owner ? zone.name.slice(owner.length + 3) : zone.name)));

function badges(owner) {
  const box = make("span", "badges"), skipped = zoneNames(owner);
  for (const fact of state.facts) {
    const name = owner ? fact.name.slice(owner.length + 1) : fact.name;
    if (fact.owner !== owner || fact.parts.length > 5 || fact.value.length > SHORT || PLAIN.has(fact.value)) continue;
    if (fact.parts.length && fact.parts.every(([, value]) => PLAIN.has(value))) continue;
    if (skipped.has(low(name.replaceAll("_", " "))) || ["players", "turn", "step", "end", "winner"].includes(name) || meta.players.some((player) => fact.parts.some(([part]) => part === player))) continue;
    const badge = make("span");
    badge.append(make("em", "", name.replaceAll("_", " ")), fact.value);
    box.append(badge);
  }
  return box;
}

function sheets(owner) {
  const skipped = zoneNames(owner), found = [], hidden = [];
  const onPaper = new Set((state.sheets || []).flatMap((sheet) => sheet.facts));
  for (const fact of state.facts) {
    if (fact.owner !== owner || fact.parts.length < 3 || fact.value.length <= SHORT || meta.players.includes(fact.parts[0][0])) continue;
    const short = owner ? fact.name.slice(owner.length + 1) : fact.name;
    const parts = fact.parts.filter(([, value]) => !PLAIN.has(value));
    if (parts.length < 2 || skipped.has(low(short))) continue;
    const sheet = make("div", "sheet"), list = make("dl");
    sheet.append(make("h4", "", owner ? `${owner} · ${short}` : short), list);
    for (const [name, value] of parts) list.append(make("dt", "", name), make("dd", "", withTitles(value).replaceAll("[x]", "☒").replaceAll("[ ]", "☐").replaceAll(" ( )", "").replaceAll("(o)", "●")));
    (onPaper.has(fact.name) ? hidden : found).push(sheet);
  }
  if (hidden.length) {
    const more = make("details", "more as-text"), key = `${owner}'s sheet`;
    more.open = spread.has(key);
    more.addEventListener("toggle", () => { more.open ? spread.add(key) : spread.delete(key); });
    more.append(make("summary", "", "The sheet as text"), ...hidden);
    found.push(more);
  }
  return [...paperSheets(owner), ...found];
}

function place(owner, lit, counts, used) {
  const box = make("section", owner ? "place player" : "place common");
  box.setAttribute("aria-label", owner || "The middle of the table");
  const acting = owner && state.awaited.includes(owner);
  box.classList.toggle("acting", Boolean(acting));
  box.classList.toggle("mine", Boolean(owner) && owner === state.seat);
  const head = make("h2");
  if (owner) {
    if (lit.has(low(owner))) {
      const plate = press(make("button", "plate", owner), () => choose(owner));
      plate.setAttribute("aria-pressed", String(chosen.includes(owner)));
      head.append(plate);
    } else head.append(make("span", "plate", owner));
    const kind = own(state.strategies, owner);
    if (kind) head.append(make("span", "who", `plays by itself (${kind})`));
    if (acting) head.append(make("span", "who", "is to act"));
  }
  head.append(badges(owner));
  const zones = make("div", "zones");
  const shown = state.zones.filter((zone) => zone.owner === owner && (zone.slots.length || lit.has(low(zone.name)) || isOpen(zone))).sort((one, other) => other.board - one.board);
  for (const zone of shown) zones.append(drawZone(zone, counts, lit, used));
  zones.append(...sheets(owner));
  box.append(head, zones);
  return box;
}

function drawTable() {
  const lit = LIVE ? litNames() : new Set();
  const before = new Map([...elements].map(([key, element]) => [key, element.isConnected ? element.getBoundingClientRect() : null]));
  const focus = [...elements].find(([, element]) => element === document.activeElement);
  const used = new Map(), counts = new Map();
  const scroll = $("table").scrollTop;
  const others = make("div", "others"), mine = state.players.filter((name) => name === state.seat);
  others.append(...state.players.filter((name) => name !== state.seat).map((name) => place(name, lit, counts, used)));
  const own = ["", ...mine].map((owner) => place(owner, lit, counts, used));
  $("table").replaceChildren(...(NARROW.matches && LIVE ? [...own, others] : [others, ...own]));
  $("table").scrollTop = scroll;
  elements = used;
  if (focus && used.has(focus[0])) used.get(focus[0]).focus({ preventScroll: true });
  if (STILL.matches) return;
  for (const [key, element] of used) {
    const old = before.get(key), now = element.getBoundingClientRect();
    if (!old || !old.width || !now.width) continue;
    const x = old.left - now.left, y = old.top - now.top;
    if (Math.abs(x) + Math.abs(y) < 6) continue;
    element.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: 320, easing: "ease-out" });
  }
}

// ---- taking steps back: all read it, and agree where somebody has seen something since

let noticed = "";

function drawWish() {
  const box = $("wish"), wish = state.wish;
  box.hidden = !wish && !state.notice;
  box.replaceChildren();
  if (wish) {
    box.append(make("h2", "", `${wish.by} asks to take the last step back`), make("p", "", "The step drew or showed something, so everybody must agree. What was seen stays known."));
    if (wish.waiting.length) box.append(make("p", "more", `Not answered yet: ${wish.waiting.join(", ")}`));
    if (wish.asked) box.append(press(make("button", "primary", "Agree"), () => change("move", { what: "agree" })), " ", press(make("button", "", "Do not agree"), () => change("move", { what: "refuse" })));
  } else if (state.notice) box.append(make("p", "", state.notice));
  const words = box.textContent;
  if (words && words !== noticed) say(words);
  noticed = words;
}

// ---- what you can do

function drawTodo() {
  const box = $("todo");
  const focused = document.activeElement && document.activeElement.dataset.act;
  box.replaceChildren();
  if (state.over) {
    box.append(make("h2", "", "The game is over"), make("p", "", state.winners.length ? `Won by ${state.winners.join(" and ")}.` : "Nobody has won."));
    if (state.keeper) box.append(make("p", "more", "Save the script, or take steps back and try something else."));
  } else if (state.acting.includes("~")) drawChance(box);
  else if (!state.moves.length && !state.forms.length) {
    box.append(make("h2", "", state.acting.length ? `Waiting for ${state.awaited.join(" and ").replace("table", "all together")}` : "Waiting"));
  } else drawVerbs(box);
  if (focused) { const again = box.querySelector(`[data-act="${CSS.escape(focused)}"]`); if (again) again.focus(); }
}

function drawChance(box) {
  box.append(make("h2", "", "A draw is due"));
  if (!state.keeper) { box.append(make("p", "", "The host enters it.")); return; }
  box.append(make("p", "more", "Enter what real cards or dice gave, or let the table draw."));
  box.append(press(make("button", "primary", "Draw for me"), () => change("move", { what: "draw" })));
  for (const form of state.forms.filter((each) => each.kind === "chance")) box.append(formFor(form));
}

function drawVerbs(box) {
  box.append(make("h2", "", chosen.length ? "With what you chose" : "What you can do"));
  if (chosen.length) {
    const list = make("ul", "chosen-list");
    for (const name of chosen) {
      const item = make("li"), button = press(make("button", "", `${titleOf(name)} ✕`), () => choose(name));
      button.setAttribute("aria-label", `Leave out ${titleOf(name)}`);
      item.append(button);
      list.append(item);
    }
    const last = make("li");
    last.append(press(make("button", "", "Clear"), clear));
    list.append(last);
    box.append(list);
  }
  const found = matching(), verbs = make("div", "verbs"), rare = make("div", "verbs");
  const several = new Set(state.forms.filter((each) => each.actor !== "table" && each.kind !== "chance").map((each) => each.actor)).size > 1;
  for (const form of state.forms.filter((each) => each.kind !== "chance")) {
    const count = state.moves.filter((move) => move.verb === form.verb && move.line.startsWith(form.actor + " ") && chosen.every((each) => names(move).includes(low(each)))).length;
    if (chosen.length && !count && verb !== form.verb) continue;
    const button = make("button", "", several && form.actor !== "table" ? `${form.actor} ${form.verb}` : form.verb);
    if (count > 1) button.append(make("small", "", String(count)));
    button.title = form.about;
    button.dataset.act = `${form.actor} ${form.verb}`;
    const isPressed = verb === form.verb && actor === form.actor;
    button.setAttribute("aria-pressed", String(isPressed));
    press(button, () => {
      if (isPressed) { verb = ""; actor = ""; } else { verb = form.verb; actor = form.actor; }
      refuse(null);
      draw();
    });
    (count || isPressed ? verbs : rare).append(button);
  }
  box.append(verbs);
  if (rare.children.length) {
    const more = make("details", "more");
    more.open = moreVerbs;
    more.addEventListener("toggle", () => { moreVerbs = more.open; });
    more.append(make("summary", "", "Other verbs"), rare);
    box.append(more);
  }
  const listed = chosen.length || verb ? found : found.length <= LISTED ? found : [];
  if (listed.length) box.append(moveList(listed));
  else if (!chosen.length && !verb) box.append(make("p", "more", "Click a piece or a place that is lit, or choose a verb."));
  const form = state.forms.find((each) => each.verb === verb && each.actor === actor);
  if (form) {
    box.append(make("p", "more", `${form.about} ${form.form}`));
    if (form.args.length && (!form.listed || listed.length > LISTED)) box.append(formFor(form));
  }
  if (chosen.length === 1 && LIVE) {
    const more = make("p", "more");
    more.append(press(make("button", "", "Why not something else?"), () => why(chosen[0])), " ");
    if (own(meta.faces, chosen[0])) more.append(press(make("button", "", "Look closer"), () => large(chosen[0])));
    box.append(more);
  }
}

const withTitles = (line) => line.replace(/[\w'-]+/g, (word) => (low(word) !== low(titleOf(word)) ? titleOf(word) : word));

function moveList(moves) {
  const list = make("div", "moves");
  for (const move of moves.slice(0, 120)) {
    const button = press(make("button", "", withTitles(move.line)), () => play(move.line));
    button.dataset.line = button.title = move.line;
    list.append(button);
  }
  if (moves.length > 120) list.append(make("p", "more", `and ${moves.length - 120} more: choose a piece, or use the form`));
  return list;
}

// ---- a form from the arguments of a verb

function field(form, arg, index) {
  const [key, grammar] = arg;
  const seen = [...new Set(state.moves.filter((move) => move.verb === form.verb && move.line.startsWith(form.actor + " ")).map((move) => move.args[index] || ""))].map((words) => words.replace(new RegExp(`^${key} `), ""));
  const box = make("span", "row"), choices = grammar.split("|").map((each) => each.trim());
  const label = `${key ? key + " " : ""}${grammar}`;
  const named = (input) => { input.setAttribute("aria-label", label); box.append(input); return input; };
  const wrap = (value) => (value && key ? `${key} ${value}` : value);
  if (seen.length > 1 && seen.length <= 60) {
    const select = named(make("select"));
    if (!seen.includes("")) select.append(new Option(arg[2] ? "(left out)" : "choose …", ""));
    for (const value of seen) select.append(new Option(value || "(left out)", value));
    return [label, box, () => wrap(select.value)];
  }
  if (/^PLAYER=/.test(grammar)) return [label, box, each(form, grammar, box)];
  const numbers = grammar.split(" ").filter((part) => /^[\w-]*=?N$/.test(part));
  if (numbers.length && numbers.length === grammar.split(" ").length) {
    const inputs = numbers.map((part) => {
      const input = make("input");
      input.type = "number";
      input.setAttribute("aria-label", part);
      box.append(part.replace(/=?N$/, ""), input);
      return [part, input];
    });
    return [label, box, () => wrap(inputs.filter(([, input]) => input.value !== "").map(([part, input]) => part.replace(/N$/, input.value)).join(" "))];
  }
  if (choices.length > 1 && choices.every((each) => /^[\w-]+$/.test(each)) && !choices.some((each) => each === each.toUpperCase() && each.length > 2)) {
    const select = named(make("select"));
    if (arg[2]) select.append(new Option("(left out)", ""));
    for (const value of choices) select.append(new Option(value, value));
    return [label, box, () => wrap(select.value)];
  }
  if (grammar === "PLAYER") {
    const select = named(make("select"));
    if (arg[2]) select.append(new Option("(left out)", ""));
    for (const name of state.players) select.append(new Option(name, name));
    return [label, box, () => wrap(select.value)];
  }
  const input = named(make("input"));
  input.type = "text";
  input.placeholder = seen[0] || grammar;
  const quotes = /^"/.test(grammar);
  return [label, box, () => { const value = input.value.trim(); return wrap(value && quotes && !value.startsWith('"') ? JSON.stringify(value) : value); }];
}

function each(form, grammar, box) { // one value for each player: a vote, a payment
  const kinds = grammar.replace("…", "").trim().split("=")[1].split("|");
  const inputs = state.players.map((name) => {
    const input = kinds.length > 1 ? make("select") : make("input");
    if (kinds.length > 1) { input.append(new Option("–", "")); for (const kind of kinds) input.append(new Option(kind, kind)); } else input.type = "number";
    input.setAttribute("aria-label", name);
    box.append(`${name} `, input);
    return [name, input];
  });
  return () => inputs.filter(([, input]) => input.value !== "").map(([name, input]) => `${name}=${input.value}`).join(" ");
}

function formFor(form) {
  const box = make("form", "fields-form"), fields = make("div", "fields"), readers = [];
  box.dataset.verb = form.verb;
  form.args.forEach((arg, index) => {
    const [label, input, read] = field(form, arg, index);
    fields.append(make("label", "", label), input);
    readers.push(read);
  });
  const line = () => [form.actor, form.verb, ...readers.map((read) => read())].filter(Boolean).join(" ");
  const go = make("button", "primary", form.kind === "chance" ? "Enter" : "Play");
  const write = press(make("button", "", "Edit as a line"), () => { $("line").value = line(); $("line").focus(); });
  const row = make("span", "row");
  row.append(go, write);
  box.append(fields, row);
  box.addEventListener("submit", (event) => { event.preventDefault(); play(line()); });
  return box;
}

// ---- refusals

let lastRefused = null;

function refuse(answer, line = "") {
  lastRefused = answer;
  const box = $("refused");
  box.hidden = !answer;
  if (!answer) return;
  box.replaceChildren(make("h2", "", line ? `Refused: ${line}` : "Nothing has changed"));
  if (answer.message) box.append(make("p", "", answer.message));
  if (answer.reasons) {
    box.append(reasonList(answer.reasons, "ul", ""));
    const ids = [...new Set(answer.reasons.map((reason) => reason.rule))];
    if (state.keeper && line) {
      const test = line.startsWith("!") ? line : `! ${line} -> ${ids[0]}`;
      box.append(press(make("button", "", "Keep as a test line"), () => play(test)), " ");
    }
  }
  box.append(press(make("button", "", "Close"), () => refuse(null)));
  say(answer.message || `Refused. ${answer.reasons.map((each) => `${each.rule}: ${each.statement} ${each.facts}`).join(" ")}`);
  box.scrollIntoView({ block: "nearest" });
}

function reasonList(reasons, tag, name) {
  const list = make(tag, name);
  const groups = new Map();
  for (const reason of reasons) if (!groups.has(reason.rule)) groups.set(reason.rule, reason);
  for (const reason of groups.values()) {
    const item = make("li");
    item.append(make("code", "", reason.rule), ` ${reason.statement} `);
    if (reason.facts) item.append(make("span", "facts-of", `(${reason.facts})`));
    list.append(item);
  }
  return list;
}

async function why(piece) {
  const found = await post("ask", { piece });
  if (found.error || !Array.isArray(found)) { refuse({ message: found.error }); return; }
  const box = $("refused");
  box.hidden = false;
  box.replaceChildren(make("h2", "", `Why not ${titleOf(piece)}?`));
  const bad = found.filter((each) => each.reasons.length), good = found.filter((each) => !each.reasons.length);
  if (good.length) box.append(make("p", "", `Possible now: ${[...new Set(good.map((each) => each.verb))].join(", ")}.`));
  if (!bad.length && !good.length) box.append(make("p", "", "No verb takes this piece."));
  const list = make("ul", "why");
  for (const tried of bad.slice(0, WHY_SHOWN)) {
    const item = make("li");
    item.append(make("b", "", tried.line), reasonList(tried.reasons.slice(0, 3), "ul", "why"));
    list.append(item);
  }
  box.append(list, press(make("button", "", "Close"), () => refuse(null)));
  say($("refused").textContent);
}

// ---- log, facts, text

function logLine(step, index) {
  const item = make("li", step.kind);
  if (LIVE && state.keeper) {
    const back = press(make("button", "", step.line), () => change("move", { what: "go", to: step.node }));
    back.title = "Go back to here; playing on from here begins a branch";
    item.append(back);
  } else if (!LIVE) item.append(press(make("button", "", step.line), () => goTo(index + 1)));
  else item.append(make("span", "", step.line));
  const rules = [...new Set(step.notes.filter(([, text]) => text).map(([rule, text]) => `${text} [${rule}]`))];
  if (rules.length) item.append(make("span", "rules", rules.join("; ")));
  return item;
}

let logged = "";

function drawLog() {
  const steps = LIVE ? state.log : meta.log;
  const list = $("steps"), panel = $("log"), mark = LIVE ? `${steps.length}/${state.node}/${state.seat}` : "recorded";
  if (mark !== logged) list.replaceChildren(...steps.map(logLine));
  else if (LIVE) return;
  logged = mark;
  [...list.children].forEach((item, index) => item.classList.toggle("now", LIVE ? steps[index].node === state.node : index === at - 1));
  const now = list.querySelector(".now");
  if (now) panel.scrollTop = now.offsetTop - panel.offsetTop - panel.clientHeight / 2;
}

function drawFacts() {
  const box = $("facts");
  box.replaceChildren(...state.facts.map((fact) => {
    const button = press(make("button", "", `${fact.name}: ${fact.value}`), () => state.keeper && play(`= ${fact.name} ${fact.value}`));
    button.classList.toggle("changed", (state.changed || []).includes(fact.name));
    button.disabled = !LIVE || !state.keeper || fact.parts.length > 0;
    button.title = "Write this as an assertion into the script";
    return button;
  }));
  $("text").textContent = state.show.join("\n");
}

for (const tab of document.querySelectorAll("[data-tab]")) {
  press(tab, () => {
    for (const other of document.querySelectorAll("[data-tab]")) {
      other.setAttribute("aria-selected", String(other === tab));
      $(other.dataset.tab).hidden = other !== tab;
    }
  });
}

function say(words) { $("news").textContent = words; }

let said = null;

function draw() {
  const whose = LIVE && !state.keeper ? (state.seat === "public" ? "spectator" : state.seat) : "";
  $("title").textContent = whose ? `${meta.title} – ${whose}` : meta.title;
  document.title = whose ? `${whose} – ${meta.title}` : `${meta.title} – table`;
  $("type").hidden = $("undo").hidden = LIVE && !state.keeper && state.seat === "public";
  const who = state.awaited.map((name) => (name === "~" ? "a draw" : name === "table" ? "all together" : name));
  const turn = $("turn");
  turn.replaceChildren();
  if (state.over) turn.append(state.winners.length ? "Won by " : "Over: nobody has won", ...(state.winners.length ? [make("b", "", state.winners.join(" and "))] : []));
  else if (who.length) turn.append(make("b", "", who.join(", ")), " to act");
  if (LIVE) {
    $("undo").disabled = !state.undo.can;
    $("undo").title = state.undo.reveals ? "The last step drew or showed something: " + (state.keeper ? "taking it back does not make that unseen" : "the others are asked") : "Take the last step back";
    $("redo").disabled = !state.redo;
    $("redo").hidden = $("save").hidden = $("as-box").hidden = !state.keeper;
    drawTodo();
  }
  drawTable();
  drawLog();
  drawFacts();
  const steps = LIVE ? state.log : meta.log.slice(0, at);
  const last = steps.length ? steps[steps.length - 1] : null;
  if (last && last !== said && (!said || last.node !== said.node)) {
    if (said) say(`${last.line}. ${who.length ? `${who.join(", ")} to act.` : ""}`);
    said = last;
  }
  if (LIVE) drawWish(); // last, so that it is what is spoken
}

// ---- typed lines

let completions = [], picked = -1, typing = 0;

function words(found) {
  completions = found;
  picked = -1;
  const list = $("words");
  list.hidden = !found.length;
  $("line").setAttribute("aria-expanded", String(found.length > 0));
  list.replaceChildren(...found.map(([word, about], index) => {
    const item = make("li", "", word);
    item.id = `word-${index}`;
    item.setAttribute("role", "option");
    if (about) item.append(make("small", "", about));
    item.addEventListener("pointerdown", (event) => { event.preventDefault(); complete(index); });
    return item;
  }));
}

function hint(text) { $("hint").textContent = text; }

function pick(index) {
  picked = (index + completions.length) % completions.length;
  [...$("words").children].forEach((item, each) => item.setAttribute("aria-selected", String(each === picked)));
  $("words").children[picked].scrollIntoView({ block: "nearest" });
  $("line").setAttribute("aria-activedescendant", `word-${picked}`);
}

function complete(index) {
  const [word] = completions[index], line = $("line");
  const inQuotes = line.value.split('"').length % 2 === 0;
  const from = inQuotes ? line.value.lastIndexOf('"') : line.value.search(/\S*$/);
  line.value = line.value.slice(0, from) + word + " ";
  words([]); // the next words come later, and an Enter before them means the line
  line.focus();
  ask();
}

async function ask() {
  const mine = ++typing, text = $("line").value;
  if (!text.trim()) { words([]); hint(""); return; }
  const found = await post("ask", { text });
  if (mine !== typing || found.error) return;
  words(found.words.filter(([word]) => word));
  hint(found.hint || (found.words.find(([word]) => !word) || ["", ""])[1]);
}

if (LIVE) {
  $("save").href = "save";
  let wait = 0;
  $("line").addEventListener("input", () => { picked = -1; clearTimeout(wait); wait = setTimeout(ask, 90); });
  $("line").addEventListener("blur", () => setTimeout(() => words([]), 150));
  $("line").addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" && completions.length) { event.preventDefault(); pick(picked + 1); }
    else if (event.key === "ArrowUp" && completions.length) { event.preventDefault(); pick(picked - 1); }
    else if (event.key === "Tab" && !event.shiftKey && completions.length) { event.preventDefault(); complete(Math.max(picked, 0)); }
    else if (event.key === "Enter" && picked >= 0) { event.preventDefault(); complete(picked); }
    else if (event.key === "Escape") words([]);
  });
  $("type").addEventListener("submit", (event) => { event.preventDefault(); if ($("line").value.trim()) play($("line").value.trim()); });
  press($("undo"), () => change("move", { what: "undo" }));
  press($("redo"), () => change("move", { what: "redo" }));
  const kinds = [["hot", "Hot seat"], ["open", "Everything"], ["public", "Spectator"], ...state.players.map((name) => [name, name])];
  if (meta.keeper) {
    for (const [value, name] of kinds) if (value !== "hot" || meta.together) $("as").append(new Option(name, value));
    const wish = decodeURIComponent(location.hash.replace(/^#as=/, ""));
    mode = kinds.some(([value]) => value === wish) ? wish : meta.together ? "hot" : "open";
    $("as").value = mode;
    $("as").addEventListener("change", () => {
      mode = $("as").value;
      looking = "";
      history.replaceState(null, "", `#as=${encodeURIComponent(mode)}`);
      refresh();
    });
  }
  document.addEventListener("keydown", (event) => {
    const field = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key === "Escape" && !field && (chosen.length || verb)) clear();
    if (event.key === "/" && !field) { event.preventDefault(); $("line").focus(); }
  });
}

// ---- a recorded game: frames that lie in the page, each as what is different from the one before

let at = 0, running = 0;

const states = [];

function frameAt(index) {
  for (let each = states.length; each <= index; each++) {
    const frame = meta.frames[each], before = states[each - 1] || { zones: [], facts: [] };
    const merged = (kind) => {
      const all = new Map((before[kind] || []).map((one) => [one.name, one]));
      for (const one of frame[kind]) all.set(one.name, one);
      for (const name of frame.gone || []) all.delete(name);
      return [...all.values()];
    };
    states.push({ ...before, ...frame, zones: merged("zones"), facts: merged("facts"), sheets: merged("sheets"), changed: frame.facts.map((fact) => fact.name) });
  }
  return states[index];
}

function goTo(index) {
  at = Math.max(0, Math.min(meta.frames.length - 1, index));
  state = frameAt(at);
  $("step").value = String(at);
  $("step").setAttribute("aria-valuetext", at ? meta.log[at - 1].line : "the beginning");
  draw();
  happened();
  history.replaceState(null, "", `#step=${at}`);
}

function happened() {
  const box = $("happened"), step = at ? meta.log[at - 1] : null;
  box.replaceChildren(make("h2", "", step ? `${at}. ${step.line}` : "The beginning"));
  if (!step) return;
  if (step.refused) box.append(reasonList(step.refused, "ul", "why"));
  const list = make("ul", "why");
  for (const [rule, text] of step.notes) {
    const item = make("li");
    item.append(make("code", "", rule), ` ${text || meta.rules[rule] || ""}`);
    list.append(item);
  }
  box.append(list);
  if (step.changed.length) {
    const facts = make("dl", "changes");
    for (const [name, old, now, rules] of step.changed) {
      facts.append(make("dt", "", name), make("dd", "", `${old || "–"} → ${now}${rules.length ? `  [${rules.join(", ")}]` : ""}`));
    }
    const more = make("details", "more");
    more.append(make("summary", "", `${step.changed.length} fact${step.changed.length > 1 ? "s" : ""} changed`), facts);
    more.open = true;
    box.append(more);
  }
  if (step.story) box.append(make("p", "story", step.story));
}

function stop() { clearInterval(running); running = 0; $("run").setAttribute("aria-pressed", "false"); }

async function unpack() { // what the page has of the game: JSON as gzip in base64
  const bytes = Uint8Array.from(atob(meta.packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  Object.assign(meta, JSON.parse(await new Response(stream).text()));
}

function watch() {
  $("step").max = String(meta.frames.length - 1);
  $("step").addEventListener("input", () => goTo(Number($("step").value)));
  press($("first"), () => goTo(0));
  press($("before"), () => goTo(at - 1));
  press($("after"), () => goTo(at + 1));
  press($("last"), () => goTo(meta.frames.length - 1));
  const run = () => {
    if (running) { stop(); return; }
    $("run").setAttribute("aria-pressed", "true");
    running = setInterval(() => { if (at >= meta.frames.length - 1) stop(); else goTo(at + 1); }, 900);
  };
  press($("run"), run);
  meta.log.forEach((step, index) => {
    if (!["refused", "story", "fact"].includes(step.kind)) return;
    const mark = make("i", step.kind);
    mark.style.left = `${(100 * (index + 1)) / (meta.frames.length - 1)}%`;
    mark.title = step.line;
    mark.addEventListener("click", () => goTo(index + 1));
    $("marks").append(mark);
  });
  document.addEventListener("keydown", (event) => {
    const field = /^(INPUT|SELECT)$/.test(event.target.tagName) && event.target.type !== "range";
    if (field) return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: meta.frames.length - 1 }[event.key];
    if (to !== undefined) { event.preventDefault(); goTo(to); }
    else if (event.key === " " && event.target.tagName !== "BUTTON") { event.preventDefault(); run(); }
  });
  goTo(Number(location.hash.replace("#step=", "")) || 0);
}

NARROW.addEventListener("change", drawTable);
if (!LIVE) unpack().then(watch);
else {
  draw();
  if (meta.keeper && mode !== "public") { if (mode === "hot") curtain(); else refresh(); }
  setTimeout(poll, POLL);
}
