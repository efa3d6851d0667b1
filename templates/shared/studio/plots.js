// Two plots as SVG, drawn from the figures of `pieria simulate --format json`.
import { html, svg } from "./shell.js";

export function quantile(counted, share) {
  const total = counted.reduce((sum, [, count]) => sum + count, 0);
  let seen = 0;
  for (const [value, count] of counted) { seen += count; if (seen >= share * total) return value; }
  return counted.at(-1)?.[0] ?? 0;
}
export const mean = (counted) => counted.reduce((sum, [value, count]) => sum + value * count, 0) / Math.max(1, counted.reduce((sum, [, count]) => sum + count, 0));

// How long games are, of one version or of two.
export function lengths({ a, b, la = "before", lb = "after", w = 620, h = 220 }) {
  const all = [...(a ?? []), ...b].map(([value]) => value), least = Math.min(...all), most = Math.max(...all) + 1;
  const step = Math.max(1, Math.ceil((most - least) / 18)), from = Math.floor(least / step) * step, to = Math.ceil(most / step) * step;
  const bins = (counted) => { const found = {}; for (const [value, count] of counted) { const at = Math.floor((value - from) / step); found[at] = (found[at] || 0) + count; } return found; };
  const A = a ? bins(a) : {}, B = bins(b), top = Math.max(...Object.values(A), ...Object.values(B));
  const X = (value) => 34 + (value - from) / (to - from) * (w - 44), Y = (count) => h - 30 - count / top * (h - 64);
  const bars = (found, fill, stroke) => Object.entries(found).map(([at, count]) => svg`<rect x=${X(from + at * step) + 1} y=${Y(count)} width=${Math.max(1, X(step) - X(0) - 2)} height=${h - 30 - Y(count)} fill=${fill} stroke=${stroke} stroke-width="1.2"></rect>`);
  const ma = a ? quantile(a, 0.5) : 0, mb = quantile(b, 0.5), right = mb >= ma;
  const side = (value, anchor) => X(value) > w - 190 ? "end" : X(value) < 190 ? "start" : anchor; // within the plot
  const tag = (value, words, colour, anchor) => svg`<path d=${`M${X(value)} 20 V${h - 30}`} stroke=${colour} stroke-width="2" stroke-dasharray="5 3"></path>
    <text x=${X(value) + (side(value, anchor) === "end" ? -6 : 6)} y="16" text-anchor=${side(value, anchor)} fill=${colour} font-size="13" font-weight="600">${words}: median ${value}</text>`;
  const marks = Array.from({ length: 7 }, (_, at) => Math.round((from + (to - from) * (at + 0.5) / 7) / step) * step);
  const label = a ? `Moves per game: median ${ma} ${la}, ${mb} ${lb}` : `Moves per game: median ${mb}`;
  return html`<svg viewBox=${`0 0 ${w} ${h}`} role="img" aria-label=${label} class="plot"><path d=${`M34 ${h - 30} H${w - 8}`} stroke="#8b867d"></path>
    ${bars(A, "#c9c5bd", "#8b867d")}${bars(B, a ? "#1d5f7366" : "#1d5f73aa", "#1d5f73")}${a ? tag(ma, la, "#5c5852", right ? "end" : "start") : ""}${tag(mb, a ? lb : "all games", "#1d5f73", a && !right ? "end" : "start")}
    ${[...new Set(marks)].map((value) => svg`<path d=${`M${X(value)} ${h - 30} v4`} stroke="#8b867d"></path><text x=${X(value)} y=${h - 17} text-anchor="middle" font-size="12" fill="#5c5852">${value}</text>`)}
    <text x="36" y=${h - 2} font-size="12" fill="#5c5852">moves per game → (height: number of games)</text></svg>`;
}

// Which cards winners used: share and interval of each.
export function shares({ rows, all, w = 620, rowh = 21, pad = 120 }) {
  const h = rows.length * rowh + 44, low = Math.max(0, Math.floor(Math.min(all, ...rows.map((row) => row.low)) / 10) * 10), high = Math.min(100, Math.ceil(Math.max(all, ...rows.map((row) => row.high)) / 10) * 10);
  const X = (value) => pad + (value - low) / Math.max(1, high - low) * (w - pad - 46), grid = [];
  for (let at = low; at <= high; at += 10) grid.push(at);
  return html`<svg viewBox=${`0 0 ${w} ${h}`} role="img" aria-label="Share of players who won after using a card" class="plot">
    ${grid.map((value) => svg`<path d=${`M${X(value)} 18 V${h - 26}`} stroke="#e2dfd8"></path><text x=${X(value)} y=${h - 11} text-anchor="middle" font-size="12" fill="#5c5852">${value} %</text>`)}
    <path d=${`M${X(all)} 14 V${h - 26}`} stroke="#23211e" stroke-dasharray="4 3"></path><text x=${X(all)} y="11" text-anchor="middle" font-size="12" font-weight="600" fill="#23211e">all players: ${Math.round(all)} %</text>
    ${rows.map((row, at) => {
      const y = 26 + at * rowh, colour = row.low > all ? "#2d6a35" : row.high < all ? "#a3271b" : "#5c5852";
      return svg`<text x=${pad - 8} y=${y + 4} text-anchor="end" font-size="12.5" fill="#23211e" font-weight=${colour === "#5c5852" ? 400 : 600}>${row.name}</text>
        <path d=${`M${X(row.low)} ${y} H${X(row.high)} M${X(row.low)} ${y - 4} v8 M${X(row.high)} ${y - 4} v8`} stroke=${colour} stroke-width="1.8"></path>
        <circle cx=${X(row.share)} cy=${y} r="4.5" fill=${colour}></circle><text x=${w - 2} y=${y + 4} text-anchor="end" font-size="11.5" fill="#5c5852">${row.used}</text>`;
    })}<text x=${w - 2} y="11" text-anchor="end" font-size="11.5" fill="#5c5852">used by</text></svg>`;
}

// The certificate's figures for one number of players.
export function figures(certificate) {
  const [players, found] = Object.entries(certificate.players)[0];
  const games = certificate.games[players];
  const moves = found.steps, wins = found.wins.map(([seat, count]) => ({ seat: seat + 1, share: 100 * count / games, ...interval(count, games) }));
  return { players: Number(players), games, moves, wins, strategies: found.leanings ?? found.strategies ?? {}, choices: found.choices, scores: pooled(Object.values(found.scores ?? {})) };
}
// The counts of several seats together, by value.
function pooled(lists) {
  const found = new Map();
  for (const [value, count] of lists.flat()) found.set(value, (found.get(value) ?? 0) + count);
  return [...found].sort(([a], [b]) => a - b);
}
// The 95 % interval of a share after E. B. Wilson (1927), in per cent.
export function interval(count, total) {
  const z = 1.96, p = count / total, d = 1 + z * z / total, middle = (p + z * z / (2 * total)) / d;
  const half = z * Math.sqrt(p * (1 - p) / total + z * z / (4 * total * total)) / d;
  return { low: Math.max(0, 100 * (middle - half)), high: Math.min(100, 100 * (middle + half)) };
}
const variance = (counted) => { const m = mean(counted), n = counted.reduce((sum, [, count]) => sum + count, 0); return counted.reduce((sum, [value, count]) => sum + count * (value - m) ** 2, 0) / Math.max(1, n - 1) / n; };
// The 95 % interval of the difference of two means.
export function difference(a, b) {
  const d = mean(b) - mean(a), half = 1.96 * Math.sqrt(variance(a) + variance(b));
  return [d - half, d + half];
}
// The 95 % interval of the difference of two shares after R. G. Newcombe (1998), in points.
export function moved(a, b) {
  const d = b.share - a.share;
  return [d - Math.hypot(b.share - b.low, a.high - a.share), d + Math.hypot(b.high - b.share, a.share - a.low)];
}
// What an interval says of a difference; one that holds 0 shows none.
const signed = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(1)}`;
export const told = ([low, high], unit = "") => low > 0 || high < 0 ? `${signed(low)} to ${signed(high)}${unit}` : `no difference seen (${signed(low)} to ${signed(high)}${unit})`;
