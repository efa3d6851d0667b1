// The place Play and test: a table to play at, and random games with plots, of one version or two.
import { app, ask, redraw } from "./api.js";
import { dealer, dealt, hand, put } from "./deal.js";
import { difference, figures, lengths, mean, quantile, shares } from "./plots.js";
import { html, icon, nothing } from "./shell.js";

const view = { seats: ["you", "hoarder"], games: 100, players: "", compare: "", strategy: "", found: null, running: false, played: 0, kept: [], places: null, since: 0 };
const WHO = [["you", "You"], ["human", "Another person at this screen"], ["random", "Computer: random"], ["hoarder", "Computer: hoarder"], ["spender", "Computer: spender"], ["racer", "Computer: racer"], ["staller", "Computer: staller"], ["search", "Computer: plays well, slowly"], ["", "nobody"]];

async function play() {
  const seats = view.seats.filter(Boolean);
  const found = await ask("play", { seats });
  if (found.link) location.assign(found.link);
  redraw();
}
async function simulate() {
  put();
  view.running = true;
  view.since = Date.now();
  view.played = 0;
  const timer = setInterval(async () => { view.played = (await ask("progress", { kind: "simulate" })).played ?? 0; redraw(); }, 1000);
  redraw();
  const players = view.players || String(view.seats.filter(Boolean).length);
  const found = await ask("simulate", { games: view.games, players, compare: view.compare, strategy: view.strategy });
  clearInterval(timer);
  view.running = false;
  if (found.certificates) {
    view.found = found.certificates;
    view.with = view.compare;
    view.kept = [{ name: `${view.games} games, ${players} players`, when: new Date().toLocaleTimeString([], { timeStyle: "short" }), found: found.certificates }, ...view.kept].slice(0, 6);
  }
  redraw();
}
const last = (folder) => folder.split(/[/\\]/).pop();

// How far it is, and for how long it still plays.
function progress() {
  const all = view.games * (view.compare ? 2 : 1), past = (Date.now() - view.since) / 1000;
  const left = view.played ? Math.ceil(past * (all - view.played) / view.played) : null;
  return html`<div class="seat wide"><progress max=${all} value=${view.played} aria-label="Finished games"></progress>
    <span class="muted" role="status">${view.played} of ${all}${left === null ? "" : left < 90 ? `, ${left} s left` : `, ${Math.ceil(left / 60)} min left`}</span></div>`;
}
const stop = async () => { await ask("stop"); };

const select = (label, name, choices) => html`<label class="seat wide"><span class="muted">${label}</span><select @change=${(event) => { view[name] = typeof view[name] === "number" ? Number(event.target.value) : event.target.value; redraw(); }}>
  ${choices.map(([value, words]) => html`<option value=${value} .selected=${String(value) === String(view[name])}>${words}</option>`)}</select></label>`;

function side() {
  const games = view.places?.games ?? [];
  const refereed = html`<h2>Play a game</h2><p class="muted">The table opens in this window; your browser’s Back button returns here. Every move is checked against the rules, and a script records the game.</p>
    ${[0, 1, 2, 3].map((at) => html`<label class="seat"><span class="muted">Seat ${at + 1}</span><select @change=${(event) => { view.seats[at] = event.target.value; redraw(); }}>${WHO.map(([value, words]) => html`<option value=${value} .selected=${(view.seats[at] ?? "") === value}>${words}</option>`)}</select></label>`)}
    <button class="primary big middle" @click=${play}>${icon("play")} Sit down</button>${view.places.table ? html`<a class="btn middle" href=${view.places.table}>Go back to the table</a>` : nothing}<hr><h2>Simulate</h2>
    ${select("Games", "games", [[20, "20"], [100, "100"], [300, "300"], [1000, "1,000"]])}${select("Players", "players", [["", "as above"], ...[2, 3, 4, 5, 6].map((count) => [String(count), String(count)])])}
    ${select("Compare with", "compare", [["", "nothing"], ...(view.places?.recent ?? []).filter((each) => each.folder !== app.state.folder).map((each) => [each.folder, last(each.folder)]), ...games.map((each) => [each.id, each.title])])}${select("Strategies", "strategy", [["", "all but search"], ...WHO.slice(2, 8).map(([key]) => [key, key])])}
    ${view.running ? html`${progress()}<button class="middle" @click=${stop}>Stop</button>` : html`<button class="middle" @click=${simulate}>Play ${view.games} games</button>`}`;
  const alone = html`<h2>Play a game</h2><p class="muted">This game has no referee, a program that knows its rules. So nobody checks moves here, and no games can be simulated. Deal hands, <a href="#print">print it</a>, or take it to a <a href="#print">virtual table</a>. Somebody who programs can write one; the page “Referees” of the documentation shows how.</p>`;
  return html`<aside class="panel play" aria-label="Play">${dealer()}<hr>${!view.places?.games ? nothing : view.places.referee === false ? alone : refereed}
    ${view.kept.length ? html`<span class="sp"></span><h2>Kept results</h2>` : nothing}<ul class="kept">${view.kept.map((each) => html`<li><button class="link" @click=${() => { view.found = each.found; put(); }}>${each.name}</button> <span class="muted">${each.when}</span></li>`)}</ul></aside>`;
}

const part = (title, words, warn) => html`<div class=${warn ? "w" : ""}><b>${title}</b><p>${words}</p></div>`;
function summary(certificate, found) {
  const faults = certificate.failures.length, out = certificate.components.filter((each) => !each.suffices && !each.decided_by);
  const bound = Math.max(1, Math.floor(found.games / 3));
  const even = found.wins.every((win) => win.low <= 100 / found.players + 100 / found.games && win.high >= 100 / found.players - 100 / found.games);
  const odd = certificate.coverage.never_legal;
  return html`<section class="card wide"><div class="row"><h2 class="big-title">${faults ? `${faults} games failed` : `No fault in ${found.games} games`}${out.length ? "" : ", and a rule covers every piece that ran out"}</h2></div><div class="say">
    ${part("It always ends", faults ? "A game failed: pieria simulate writes it as a script." : `Every game ended, and every player always had a legal move. Fewer than 1 in ${bound} games would fail (95 % confidence).`, faults)}
    ${part("The pieces are enough", out.length ? `Too few of: ${out.map((each) => each.component).join(", ")}.` : "No piece ran out, unless a rule covers it.", out.length)}
    ${part(even ? "No seat has a visible advantage" : "The seats differ", found.wins.map((win) => `Seat ${win.seat} wins ${win.share.toFixed(0)} % (${win.low.toFixed(0)}–${win.high.toFixed(0)})`).join(", "), !even)}
    ${part("Look at", odd.length ? `Never legal: ${odd.join(", ")}.` : "Every kind of move was possible at some point.", odd.length)}</div></section>`;
}

function results() {
  if (dealt()) return hand();
  if (!view.found) return view.places?.referee === false ? html`<p class="empty">Shuffle the deck and deal hands, to see how the cards come together.</p>` : html`<p class="empty" role="status">${view.running ? "Playing random games…" : "Play a few hundred random games to see how long they take, whether the seats are fair, and which cards winners use."}</p>`;
  const [base, other] = view.found.map(figures), mine = view.found[0], two = Boolean(other);
  const all = mine.cards?.reduce((sum, each) => [sum[0] + each.winners, sum[1] + each.users], [0, 0]) ?? [0, 1];
  const rows = (mine.cards ?? []).filter((each) => each.users).map((each) => ({ name: each.card, used: each.users, share: 100 * each.winners / each.users, low: 100 * each.wins[0], high: 100 * each.wins[1] })).sort((a, b) => b.share - a.share).slice(0, 18);
  const low = two ? difference(other.moves, base.moves) : null;
  return html`${summary(mine, base)}<section class="card"><h2>How long is a game?</h2><p class="read">Half of all games take ${quantile(base.moves, 0.5)} moves or more; 9 of 10 take between ${quantile(base.moves, 0.05)} and ${quantile(base.moves, 0.95)}.</p>
    ${lengths({ a: two ? other.moves : null, b: base.moves, w: 520, h: 300, la: last(view.with || view.found[1]?.game || ""), lb: "yours" })}${two ? html`<p class="read muted">${low[0] > 0 ? `Longer by ${low[0].toFixed(1)} to ${low[1].toFixed(1)} moves` : low[1] < 0 ? `Shorter by ${(-low[1]).toFixed(1)} to ${(-low[0]).toFixed(1)} moves` : "No difference is seen"} (95 % confidence); means ${mean(base.moves).toFixed(1)} and ${mean(other.moves).toFixed(1)}.</p>` : nothing}</section>
    <section class="card"><h2>Which cards do winners use?</h2>${rows.length ? shares({ rows, all: 100 * all[0] / Math.max(1, all[1]), w: 520, rowh: 20, pad: 130 }) : html`<p class="muted">Players use no cards in this game.</p>`}</section>
    <section class="card wide row"><b>Rules that took effect:</b><span class="muted">${mine.coverage.rules_met.length} of ${mine.coverage.rules_met.length + mine.coverage.rules_unmet.length}</span><span class="sp"></span><span class="muted">${mine.coverage.rules_unmet.slice(0, 6).join(", ")}</span></section>`;
}

export function test() {
  if (!view.places || view.of !== app.state.folder || app.kept) { view.places ??= {}; view.of = app.state.folder; app.kept = false; ask("places").then((found) => { view.places = found; redraw(); }); }
  const players = view.players || view.seats.filter(Boolean).length, compare = view.compare ? ` --compare ${view.compare}` : "";
  return { sub: "play it, or let the computer play it", after: dealt() ? "Click a card to edit it" : "The same seed gives the same games", command: view.places?.referee === false ? `pieria preview ${app.state.name}` : `pieria simulate ${app.state.name} --games ${view.games} --players ${players}${compare} --cards`,
    main: html`<main class="main test">${side()}<section class="cols" aria-busy=${view.running ? "true" : "false"} tabindex="0" aria-label="Results">${results()}</section></main>` };
}
