// The preview's page: a snapshot, which lies in the page, to cards that can be searched, turned and
// looked at closely. A live page asks for the next snapshot when its server says that there is one.
"use strict";

const $ = (id) => document.getElementById(id);
const LIVE = document.documentElement.dataset.live === "true";
const SHEET = 0.55, WIDE = 120; // pages, wider than so many mm, are shown smaller than cards
let state = JSON.parse($("state").textContent);
const cards = new Map(); // id -> {data, group, element, image, …}
const groups = new Map();
let order = []; // ids of the cards that are shown, for the arrows

function make(tag, name, words) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (words !== undefined) element.textContent = words;
  return element;
}

const views = [...document.querySelectorAll("select.view")]; // one beside the cards, one beside a large one
views[1].replaceChildren(...[...views[0].options].map((each) => each.cloneNode(true)));

// ---- what the address remembers

const look = { q: "", zoom: 3.5, view: "", only: "", backs: false, safe: false, bleed: false, open: "", side: "" };

function readAddress() {
  const said = new URLSearchParams(location.hash.slice(1));
  for (const [name, usual] of Object.entries({ q: "", view: "", only: "", open: "", side: "" })) {
    look[name] = said.get(name) ?? usual;
  }
  for (const name of ["backs", "safe", "bleed"]) look[name] = said.get(name) === "1";
  const zoom = Number(said.get("zoom"));
  look.zoom = zoom >= 1 && zoom <= 9 ? zoom : innerWidth < 700 ? 2.5 : 3.5;
  if (![...views[0].options].some((each) => each.value === look.view)) look.view = "";
  if (!["changed", "problems"].includes(look.only)) look.only = "";
}

function writeAddress() {
  const said = new URLSearchParams();
  for (const name of ["q", "view", "only", "open", "side"]) if (look[name]) said.set(name, look[name]);
  for (const name of ["backs", "safe", "bleed"]) if (look[name]) said.set(name, "1");
  said.set("zoom", look.zoom);
  history.replaceState(null, "", "#" + said);
}

// ---- cards

const fileOf = (group, name) => group.sheets ? `sheets/${name}.png` : `pictures/${name}.svg`;

function inSight(image) {
  const box = image.getBoundingClientRect();
  return box.width > 0 && box.bottom > 0 && box.top < innerHeight;
}

// Change an image without a moment's gap: the old picture stays until the new one is there, and for
// good if it cannot be had. An image out of sight is loaded when it comes near.
function show(image, address) {
  if (image.dataset.wanted === address) return;
  image.dataset.wanted = address;
  if (!image.getAttribute("src") || !image.complete || !inSight(image)) {
    image.src = address;
    return;
  }
  const next = new Image();
  next.onload = () => { if (image.dataset.wanted === address) image.src = address; };
  next.onerror = () => { if (image.dataset.wanted === address) image.dataset.wanted = ""; };
  next.src = address;
}

function paperFor(data, square) {
  const paper = make("span", "paper");
  const image = make("img");
  image.loading = "lazy";
  image.decoding = "async";
  image.draggable = false;
  paper.append(image, make("span", "none"), make("span", "cut"), make("span", "safe"));
  sizePaper(paper, data, square);
  return paper;
}

function sizePaper(paper, data, square) {
  paper.style.setProperty("--w", data.width);
  paper.style.setProperty("--h", data.height);
  paper.style.setProperty("--bleed", data.bleed);
  paper.style.setProperty("--safe", data.safe);
  paper.classList.toggle("square", square);
  paper.classList.toggle("round", Boolean(data.round));
  paper.classList.toggle("shaped", Boolean(data.corners));
  paper.style.setProperty("--shape", data.corners ? `polygon(${data.corners.replace(/[\d.]+/g, "$&%")})` : "");
  drawCut(paper.querySelector(".cut"), data.corners);
  paper.classList.toggle("bled", data.bleed > 0);
  paper.classList.toggle("guarded", data.safe > 0);
  paper.classList.toggle("whole", data.width > WIDE);
}

function drawCut(cut, corners) { // along an outline: a line, and what is cut off under a veil
  cut.replaceChildren();
  if (!corners) return;
  const make = (name) => document.createElementNS("http://www.w3.org/2000/svg", name);
  const svg = make("svg"), line = make("path"), path = `M${corners.replaceAll(", ", " L")} Z`;
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.setAttribute("preserveAspectRatio", "none");
  line.setAttribute("d", `M-99 -99 H199 V199 H-99 Z ${path}`);
  svg.append(line);
  cut.append(svg);
}

const isSquare = (group) => group.kind !== "deck";

function fill(paper, name, address, words) {
  const image = paper.querySelector("img"), none = paper.querySelector(".none");
  image.hidden = !name;
  none.hidden = Boolean(name);
  none.textContent = name ? "" : "no picture yet";
  image.alt = words;
  if (name) show(image, address);
}

function newCard(id) {
  const element = make("article", "card");
  element.dataset.id = id;
  const shot = make("button", "shot");
  const paper = paperFor({ width: 10, height: 10, bleed: 0, safe: 0 }, false);
  shot.append(paper);
  const label = make("div", "label");
  const name = make("span", "name"), copies = make("small"), turn = make("button", "turn", "⇄");
  turn.title = "Other side";
  label.append(name, copies, turn);
  const badges = make("div", "badges"), said = make("ul", "said");
  badges.lang = said.lang = "en";
  element.append(shot, label, badges, said);
  const card = { element, shot, paper, name, copies, turn, badges, said, turned: false };
  shot.addEventListener("click", () => open(id));
  turn.addEventListener("click", () => { card.turned = !card.turned; drawSide(card, true); });
  return card;
}

const showsBack = (card) => Boolean(card.data.back) && look.backs !== card.turned;

function drawSide(card, turning) {
  const back = showsBack(card), name = back ? card.data.back : card.data.face;
  const side = back ? "back" : "front";
  fill(card.paper, name, fileOf(card.group, name), `${card.data.title}, ${side}`);
  card.element.dataset.side = side;
  card.turn.setAttribute("aria-label", `${card.data.title}: show its ${back ? "front" : "back"}`);
  if (turning) {
    card.paper.classList.remove("turning");
    void card.paper.offsetWidth;
    card.paper.classList.add("turning");
  }
}

const CHANGED = { new: "new", changed: "changed", more: "more copies", fewer: "fewer copies", renamed: "new id" };

function badgesFor(data) {
  const found = [];
  if (data.stale) found.push(make("span", "badge stale", data.face ? "last good picture" : "cannot be drawn"));
  if (data.change) {
    const sides = data.change.sides.length === 1 && data.back ? ` ${data.change.sides[0] === "face" ? "front" : "back"}` : "";
    found.push(make("span", "badge changed", CHANGED[data.change.kind] + sides));
  }
  return found;
}

function problemLine(problem) {
  const line = make("li");
  line.append(make("code", "", problem.where), ` ${problem.message}`);
  return line;
}

function saidFor(data) {
  const lines = data.problems.map((number) => problemLine(state.problems[number]));
  if (data.change && data.change.why) lines.push(make("li", "why", data.change.why));
  return lines;
}

function drawCard(card, data, group) {
  const said = JSON.stringify([data, group, data.problems.map((number) => state.problems[number])]);
  if (card.drawn === said) return;
  card.drawn = said;
  const fresh = card.data && JSON.stringify(card.data.change) !== JSON.stringify(data.change) && data.change;
  card.data = data;
  card.group = group;
  sizePaper(card.paper, group, isSquare(group));
  card.name.textContent = group.sheets ? `${data.title}: ${data.where}` : data.title;
  card.name.title = `${data.title} (${data.id})`;
  card.copies.textContent = data.copies === 1 ? "" : `×${data.copies}`;
  card.turn.hidden = !data.back;
  card.shot.setAttribute("aria-label", `${data.title}: look closely`);
  card.badges.replaceChildren(...badgesFor(data));
  card.said.replaceChildren(...saidFor(data));
  card.element.classList.toggle("changed", Boolean(data.change));
  card.element.classList.toggle("wrong", data.problems.length > 0);
  card.element.classList.toggle("stale", data.stale);
  if (fresh) {
    card.element.classList.remove("fresh");
    void card.element.offsetWidth;
    card.element.classList.add("fresh");
  }
  drawSide(card, false);
}

// ---- the whole page

function newGroup(id) {
  const element = make("section", "group"), heading = make("h2"), box = make("div", "cards");
  const title = make("span"), facts = make("small"), said = make("ul", "said");
  facts.lang = said.lang = "en";
  element.id = `deck-${id}`;
  heading.append(title, facts);
  element.append(heading, said, box);
  return { element, title, facts, said, box };
}

function place(parent, elements) {
  elements.forEach((element, index) => {
    if (parent.children[index] !== element) parent.insertBefore(element, parent.children[index] ?? null);
  });
  while (parent.children.length > elements.length) parent.lastChild.remove();
}

// The kit's sheets are a deck, too: large cards without backs. No component can have its id.
const SHEETS = "=sheets";

function sheetsAsGroup() {
  const parts = state.sheets.map((sheet) => ({
    id: `${SHEETS}/${sheet.title}`, title: sheet.title, copies: 1, text: `${sheet.title} ${sheet.parts}`.toLowerCase(),
    where: sheet.parts, face: sheet.id, back: null, stale: state.sheetsStale, problems: [],
    change: sheet.changed ? { kind: "changed", why: "", sides: [], face: null, back: null } : null,
    width: sheet.width, height: sheet.height,
  }));
  return { id: SHEETS, title: "Sheets", kind: "sheets", size: "as they are printed", bleed: 0, safe: 0,
    round: false, stale: state.sheetsStale, problems: [], cards: parts, sheets: true };
}

function draw() {
  document.title = `${state.problems.length ? `(${state.problems.length}) ` : ""}${state.title || state.game} – preview`;
  $("title").textContent = state.title || state.game;
  const known = new Set(), all = [...state.groups, ...(state.sheets.length ? [sheetsAsGroup()] : [])];
  for (const data of all) {
    const group = groups.get(data.id) ?? newGroup(data.id);
    groups.set(data.id, group);
    group.data = data;
    group.ids = data.cards.map((card) => card.id);
    group.title.textContent = data.title;
    group.facts.textContent = [data.size, data.stale && "last good pictures"].filter(Boolean).join(", ");
    group.said.replaceChildren(...data.problems.map((number) => problemLine(state.problems[number])));
    for (const each of data.cards) {
      const card = cards.get(each.id) ?? newCard(each.id);
      cards.set(each.id, card);
      known.add(each.id);
      drawCard(card, each, { ...data, cards: null, problems: null, ...(data.sheets && { width: each.width, height: each.height }) });
    }
    place(group.box, group.ids.map((id) => cards.get(id).element));
  }
  for (const id of [...cards.keys()]) if (!known.has(id)) cards.delete(id);
  for (const id of [...groups.keys()]) if (!all.some((each) => each.id === id)) groups.delete(id);
  place($("groups"), all.map((each) => groups.get(each.id).element));
  drawProblems();
  $("removed").hidden = !state.removed.length;
  $("removed").textContent = `Removed: ${state.removed.join("; ")}`;
  filter();
  drawLarge();
  tell();
}

// Equal problems of many cards are one line, with links to them.
function drawProblems() {
  const lines = new Map();
  for (const problem of state.problems) {
    const key = problem.check === "paint" ? problem.message : `${problem.where} ${problem.message}`;
    const line = lines.get(key) ?? { problem, cards: new Set() };
    problem.cards.forEach((id) => line.cards.add(id));
    lines.set(key, line);
  }
  const panel = $("problems");
  panel.hidden = !lines.size;
  if (!lines.size) return panel.replaceChildren();
  const list = make("ul");
  for (const { problem, cards: whose } of lines.values()) {
    const line = problemLine(problem);
    const ids = [...whose];
    ids.slice(0, 6).forEach((id) => {
      const link = make("button", "link", cards.get(id)?.data.title ?? id);
      link.addEventListener("click", () => goTo(id));
      line.append(" ", link);
    });
    if (ids.length > 6) line.append(` and ${ids.length - 6} more`);
    list.append(line);
  }
  const heading = make("h2", "", lines.size === 1 ? "A problem" : `${lines.size} problems`);
  panel.replaceChildren(heading, list);
}

function goTo(id) {
  const card = cards.get(id);
  if (!card) return;
  if (card.element.hidden) {
    look.q = look.only = "";
    apply();
  }
  card.element.scrollIntoView({ block: "center" });
  card.shot.focus();
}

// ---- which are shown

function wanted(card, words) {
  const data = card.data;
  if (look.only === "changed" && !data.change) return false;
  if (look.only === "problems" && !data.problems.length && !data.stale) return false;
  const text = `${data.title.toLowerCase()} ${data.id} ${data.text}`;
  return words.every((word) => text.includes(word));
}

function filter() {
  const words = look.q.toLowerCase().split(/\s+/).filter(Boolean);
  const count = { all: 0, changed: 0, problems: 0 };
  order = [];
  const links = [];
  for (const group of groups.values()) {
    let shown = 0, changed = 0, problems = group.data.problems.length;
    for (const id of group.ids) {
      const card = cards.get(id);
      const is = wanted(card, words);
      card.element.hidden = !is;
      if (is) { shown += 1; order.push(id); }
      if (card.data.change) changed += 1;
      if (card.data.problems.length || (card.data.stale && !group.data.sheets)) problems += 1;
      if (!group.data.sheets) count.all += 1;
      if (card.data.change && !group.data.sheets) count.changed += 1;
      if (card.data.problems.length || (card.data.stale && !group.data.sheets)) count.problems += 1;
    }
    group.element.hidden = !shown && !(group.data.problems.length && !words.length && !look.only);
    if (!group.element.hidden) links.push(linkTo(group, shown, changed, problems));
  }
  $("decks").replaceChildren(...links);
  $("count-all").textContent = count.all;
  $("count-changed").textContent = count.changed;
  $("count-problems").textContent = count.problems;
  $("nothing").hidden = order.length > 0;
  $("nothing").textContent = cards.size ? "No card matches." : "There are no cards yet.";
}

function linkTo(group, shown, changed, problems) {
  const link = make("a");
  link.href = `#deck-${group.data.id}`;
  link.append(make("span", "", group.data.title));
  if (changed) link.append(make("i", "dot changed"));
  if (problems) link.append(make("i", "dot problems"));
  link.append(make("small", "", shown));
  link.addEventListener("click", (event) => {
    event.preventDefault();
    group.element.scrollIntoView();
  });
  return link;
}

// ---- a card, closely

let zoomed = false, before = false;

function open(id) {
  look.open = id;
  const card = cards.get(id);
  look.side = card && showsBack(card) ? "back" : "";
  zoomed = before = false;
  writeAddress();
  drawLarge();
}

function closeLarge() {
  const id = look.open;
  look.open = look.side = "";
  writeAddress();
  drawLarge();
  cards.get(id)?.shot.focus();
}

function drawLarge() {
  const dialog = $("large"), card = cards.get(look.open);
  if (!card) {
    if (dialog.open) dialog.close();
    return;
  }
  if (!dialog.open) dialog.showModal();
  const { data, group } = card, change = data.change;
  const back = look.side === "back" && Boolean(data.back);
  const was = change && (back ? change.back : change.face);
  const showing = before && was ? was : back ? data.back : data.face;
  let paper = $("stage").querySelector(".paper");
  if (!paper || paper.dataset.id !== data.id) {
    paper = paperFor(group, isSquare(group));
    paper.classList.add("shown");
    paper.dataset.id = data.id;
    paper.querySelector("img").loading = "eager";
    $("stage").replaceChildren(paper);
  }
  sizePaper(paper, group, isSquare(group));
  fill(paper, showing, fileOf(group, showing), `${data.title}, ${back ? "back" : "front"}`);
  paper.dataset.side = back ? "back" : "front";
  fit(paper, group);
  $("large-title").textContent = data.title;
  const facts = [group.title, group.sheets ? data.where : group.size];
  if (!group.sheets) facts.push(data.copies === 1 ? "1 copy" : `${data.copies} copies`, back ? "back" : "front", data.where);
  $("large-facts").textContent = facts.filter(Boolean).join(" · ");
  const said = make("ul", "said"), badges = make("div", "badges");
  said.lang = badges.lang = "en";
  said.append(...saidFor(data));
  badges.append(...badgesFor(data));
  $("large-said").replaceChildren(badges, said);
  $("flip").hidden = !data.back;
  $("before").hidden = !was;
  $("before").setAttribute("aria-pressed", String(Boolean(before && was)));
  $("larger").setAttribute("aria-pressed", String(zoomed));
  const at = order.indexOf(data.id);
  $("previous").disabled = at <= 0;
  $("next").disabled = at < 0 || at >= order.length - 1;
}

function fit(paper, group) {
  const stage = $("stage").getBoundingClientRect();
  const more = look.bleed ? 2 * group.bleed : 0;
  const room = Math.min((stage.width - 40) / (group.width + more), (stage.height - 40) / (group.height + more));
  paper.style.setProperty("--mm", `${Math.max(0.5, room * (zoomed ? 2.5 : 1))}px`);
}

function step(by) {
  const id = order[order.indexOf(look.open) + by];
  if (id === undefined) return;
  look.open = id;
  before = false;
  writeAddress();
  drawLarge();
}

function flip() {
  look.side = look.side === "back" ? "" : "back";
  writeAddress();
  drawLarge();
  const paper = $("stage").querySelector(".paper");
  paper.classList.remove("turning");
  void paper.offsetWidth;
  paper.classList.add("turning");
}

// ---- what was chosen

function apply() {
  document.documentElement.style.setProperty("--mm", `${look.zoom}px`);
  document.documentElement.style.setProperty("--sheet", look.zoom * SHEET);
  document.body.dataset.view = look.view || (state.ink === "grey" ? "grey" : "");
  views.forEach((each) => {
    each.value = document.body.dataset.view;
    each.disabled = state.ink === "grey";
  });
  for (const name of ["safe", "bleed"]) document.body.classList.toggle(name, look[name]);
  document.querySelectorAll("[data-toggle]").forEach((each) => {
    each.setAttribute("aria-pressed", String(look[each.dataset.toggle]));
  });
  document.querySelectorAll("[data-only]").forEach((each) => {
    each.setAttribute("aria-pressed", String(look.only === each.dataset.only));
  });
  if ($("search").value !== look.q) $("search").value = look.q;
  $("zoom").value = look.zoom;
  filter();
  drawLarge();
  writeAddress();
}

function toggle(name) {
  look[name] = !look[name];
  if (name === "backs") {
    for (const card of cards.values()) {
      card.turned = false;
      if (!card.group.sheets) drawSide(card, false);
    }
  }
  apply();
}

function zoom(by) {
  look.zoom = Math.min(9, Math.max(1, look.zoom + by));
  apply();
}

$("search").addEventListener("input", () => { look.q = $("search").value; apply(); });
$("zoom").addEventListener("input", () => { look.zoom = Number($("zoom").value); apply(); });
views.forEach((each) => each.addEventListener("change", () => { look.view = each.value; apply(); }));
document.querySelectorAll("[data-toggle]").forEach((each) => each.addEventListener("click", () => toggle(each.dataset.toggle)));
document.querySelectorAll("[data-only]").forEach((each) => each.addEventListener("click", () => { look.only = each.dataset.only; apply(); }));
$("previous").addEventListener("click", () => step(-1));
$("next").addEventListener("click", () => step(1));
$("flip").addEventListener("click", flip);
$("close").addEventListener("click", closeLarge);
$("large").addEventListener("cancel", (event) => { event.preventDefault(); closeLarge(); });
function enlarge() { zoomed = !zoomed; drawLarge(); }
function showBefore() { before = !before; drawLarge(); }
$("larger").addEventListener("click", enlarge);
$("stage").addEventListener("dblclick", enlarge);
$("before").addEventListener("click", showBefore);
addEventListener("resize", () => { measure(); drawLarge(); });

const KEYS = { f: () => toggle("backs"), s: () => toggle("safe"), b: () => toggle("bleed"), "+": () => zoom(0.5), "=": () => zoom(0.5), "-": () => zoom(-0.5) };
const LARGE_KEYS = { ...KEYS, f: () => cards.get(look.open)?.data.back && flip(), z: enlarge, p: showBefore, ArrowLeft: () => step(-1), ArrowRight: () => step(1) };

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.matches?.("input[type=search], select");
  if (event.key === "Escape" && event.target === $("search")) {
    look.q = "";
    apply();
    $("search").blur();
  }
  if (typing || (event.target.matches?.("input[type=range]") && event.key.startsWith("Arrow"))) return;
  if (event.key === "/" && !look.open) {
    event.preventDefault();
    $("search").focus();
    return;
  }
  const act = (look.open ? LARGE_KEYS : KEYS)[event.key];
  if (act) {
    event.preventDefault();
    act();
  }
});
addEventListener("hashchange", () => {
  readAddress();
  for (const card of cards.values()) if (!card.group.sheets) drawSide(card, false);
  apply();
});

function measure() {
  const bar = document.querySelector(".bar");
  const stuck = getComputedStyle(bar).position === "sticky";
  document.documentElement.style.setProperty("--top", stuck ? `${bar.offsetHeight}px` : "2.6rem");
}

// ---- the next snapshot

let connected = true;

function tell() {
  const status = $("status");
  const is = !LIVE ? "still" : !connected ? "lost" : state.problems.length ? "broken" : "live";
  const words = { still: "", lost: "not connected: is pieria preview running?", broken: "live", live: "live" };
  status.dataset.is = is;
  status.textContent = words[is];
}

async function fetchState(tag) {
  if (tag === state.tag) return;
  const answer = await fetch("state", { cache: "no-store" });
  if (!answer.ok) return;
  const next = await answer.json();
  if (next.game !== state.game && state.game) return location.reload();
  state = next;
  draw();
}

function follow() {
  const news = new EventSource("events");
  let last = Promise.resolve();
  news.onmessage = (event) => {
    connected = true;
    tell();
    last = last.then(() => fetchState(event.data)).catch(() => {});
  };
  news.onopen = () => { connected = true; tell(); };
  news.onerror = () => {
    connected = false;
    tell();
    if (news.readyState === EventSource.CLOSED) setTimeout(follow, 2000);
  };
}

readAddress();
draw();
apply();
measure();
if (LIVE) follow();
