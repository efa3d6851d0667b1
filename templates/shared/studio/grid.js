// A table of cards: a window of rows, the keyboard, edit in place, filter, sort, paste of rows.
import { html, live, nothing, render, repeat } from "./shell.js";

const ROW = 34, MORE = 6;
const MORE_WORDS = "Another word…";
const NUMERIC = new Intl.Collator(undefined, { numeric: true });
const TEST = /^\s*([^<>=]+?)\s*(<=|>=|=|<|>)\s*(.+?)\s*$/;

// A filter as a test of a row: any word, or a column and what it is compared with (`cost>3`).
export function tester(words, columns) {
  const parts = words.match(TEST);
  const wanted = parts?.[1].toLowerCase();
  const column = columns.findIndex((each) => wanted && [each.title, each.field].some((name) => name.toLowerCase() === wanted));
  if (column < 0) {
    const low = words.trim().toLowerCase();
    return (row) => row.cells.some((cell) => cell.toLowerCase().includes(low));
  }
  const value = parts[3].toLowerCase();
  return (row) => {
    const found = (row.cells[column] ?? "").toLowerCase();
    const order = NUMERIC.compare(found, value);
    if (parts[2] === "=") return found === value;
    return found !== "" && { "<": order < 0, ">": order > 0, "<=": order <= 0, ">=": order >= 0 }[parts[2]];
  };
}

// `onEdit(row, column, words)` writes a cell; `onPaste` writes several, and adds cards below the last; `onMove(row, column)` is called when the cursor moves.
export function Grid({ onEdit, onPaste, onMove, onChoose, onWidth, onWord, show, popup }) {
  const grid = { columns: [], rows: [], widths: "", filter: "", only: null, sort: null, order: new Map(), held: null, at: [0, 0], to: null, edit: null, top: 0, root: null, marks: {}, problems: new Map() };

  const shown = () => {
    let rows = grid.rows.filter((row) => !grid.only || grid.only(row));
    if (grid.filter.trim()) rows = rows.filter(tester(grid.filter, grid.columns));
    if (!grid.sort) return rows;
    if (grid.order.size !== grid.rows.length) arrange();
    return [...rows].sort((a, b) => grid.order.get(a.place) - grid.order.get(b.place));
  };
  // Rows keep their places when cells are edited, until a column is sorted again.
  const arrange = () => {
    const [column, way] = grid.sort;
    const rows = [...grid.rows].sort((a, b) => way * NUMERIC.compare(a.cells[column] ?? "", b.cells[column] ?? ""));
    grid.order = new Map(rows.map((row, at) => [row.place, at]));
  };
  grid.shown = shown;
  grid.current = () => shown()[grid.at[0]];
  // The card to look at: after Enter, the one that was edited rather than the next.
  grid.watched = () => (grid.held !== null && grid.rows.find((row) => row.place === grid.held)) || grid.current();

  // `old` is what the cell said when its editing began: the file may say something else by now.
  const write = (row, column, words, old = row.cells[column] ?? "") => {
    if (!row || old === words || row.fixed[grid.columns[column].title]) return;
    row.cells[column] = words;
    onEdit(row, column, old, words);
  };

  const reveal = () => {
    const box = grid.root?.querySelector(".rows");
    if (!box) return;
    const y = grid.at[0] * ROW;
    if (y < box.scrollTop) box.scrollTop = y;
    if (y + ROW > box.scrollTop + box.clientHeight) box.scrollTop = y + ROW - box.clientHeight;
    grid.top = box.scrollTop;
  };

  // The cells that are chosen: the one with the cursor, or all up to the other corner, `to`.
  const range = () => [0, 1].map((axis) => [grid.at[axis], (grid.to ?? grid.at)[axis]].sort((a, b) => a - b));
  const inside = (y, x) => range().every(([from, to], axis) => from <= [y, x][axis] && [y, x][axis] <= to);
  const chosen = () => {
    const [[top, bottom], [left, right]] = range();
    return shown().slice(top, bottom + 1).map((row) => grid.columns.slice(left, right + 1).map((_, x) => [row, left + x]));
  };
  const spread = (down, along) => {
    const [y, x] = grid.to ?? grid.at;
    grid.to = [Math.max(0, Math.min(shown().length - 1, y + down)), Math.max(0, Math.min(grid.columns.length - 1, x + along))];
    grid.draw();
  };
  const empty = () => {
    const cells = chosen().flat().filter(([row, x]) => row.cells[x] && !row.fixed[grid.columns[x].title]);
    if (cells.length === 1) write(...cells[0], "");
    else if (cells.length) onPaste(cells.map(([row, x]) => [row, x, row.cells[x], ""]), []);
    grid.draw();
  };

  grid.move = (down, along, focus = true, held = null) => {
    const count = shown().length;
    grid.held = held;
    grid.to = null;
    grid.at = [Math.max(0, Math.min(count - 1, grid.at[0] + down)), Math.max(0, Math.min(grid.columns.length - 1, grid.at[1] + along))];
    reveal();
    onMove(grid.current(), grid.at[1]);
    grid.draw();
    if (focus) grid.focus();
  };

  const begin = (words) => {
    const row = grid.current();
    if (!row || row.fixed[grid.columns[grid.at[1]].title]) return;
    grid.held = null;
    onMove(row, grid.at[1]);
    grid.edit = words;
    grid.begun = { title: row.title, column: grid.columns[grid.at[1]], old: row.cells[grid.at[1]] ?? "" };
    grid.draw();
    const input = grid.root.querySelector(".cell.at textarea, .cell.at select");
    input?.focus();
    if (input?.setSelectionRange) input.setSelectionRange(input.value.length, input.value.length);
  };

  // Write what was typed into the cell in which it was begun, wherever that is by now.
  const commit = () => {
    const { title, column, old } = grid.begun, words = grid.edit, here = grid.current();
    grid.edit = null;
    const row = here?.title === title ? here : grid.rows.find((each) => each.title === title);
    const x = grid.columns.findIndex((each) => each.title === column.title);
    if (row && x >= 0 && words !== null) write(row, x, words, old);
    return row && old !== words ? row.place : null;
  };
  const end = (down, along) => grid.move(down, along, true, commit());

  const keyWhileEditing = (event) => {
    if (event.isComposing) return;
    if (event.key === "Escape") { grid.edit = null; grid.draw(); grid.move(0, 0); event.stopPropagation(); }
    else if (event.key === "Enter" && !event.shiftKey) { event.preventDefault(); end(1, 0); }
    else if (event.key === "Tab") { event.preventDefault(); end(0, event.shiftKey ? -1 : 1); }
  };

  const WAYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageDown: [12, 0], PageUp: [-12, 0], Home: [0, -99], End: [0, 99] };
  const key = (event) => {
    if (grid.edit !== null) { keyWhileEditing(event); return; }
    if (event.altKey && event.key === "ArrowDown" && chooses(grid.columns[grid.at[1]])) { event.preventDefault(); onChoose(grid.current(), grid.at[1]); return; }
    if (event.target.closest(".pop")) return;
    if ((event.ctrlKey || event.metaKey) && event.key === "a") { event.preventDefault(); grid.at = [0, 0]; spread(shown().length, grid.columns.length); return; }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = WAYS[event.key], row = grid.current();
    if (way) { event.preventDefault(); (event.shiftKey ? spread : grid.move)(...way); }
    else if (!row) return;
    else if (event.key === "Enter" || event.key === "F2") { event.preventDefault(); begin(row.cells[grid.at[1]] ?? ""); }
    else if (event.key === "Delete" || event.key === "Backspace") { event.preventDefault(); empty(); }
    else if (event.key.length === 1 && event.key !== "/") { event.preventDefault(); begin(event.key); }
  };

  // Cells whose words are chosen from pictures.
  const chooses = (column) => ["icon", "picture"].includes(column?.kind);

  const copy = (event) => {
    if (grid.edit !== null || String(getSelection())) return;
    const words = (cell) => cell.replace(/[\t\r\n]+/g, " ");
    event.clipboardData.setData("text/plain", grid.to ? chosen().map((line) => line.map(([row, x]) => words(row.cells[x] ?? "")).join("\t")).join("\n") : grid.current()?.cells[grid.at[1]] ?? "");
    event.preventDefault();
  };

  const paste = (event) => {
    if (grid.edit !== null) return;
    event.preventDefault();
    const rows = shown(), lines = event.clipboardData.getData("text/plain").replace(/\r?\n$/, "").split(/\r?\n/).map((line) => line.split("\t"));
    if (lines.length === 1 && lines[0].length === 1) { write(grid.current(), grid.at[1], lines[0][0]); grid.draw(); return; }
    const cells = [], added = [];
    lines.forEach((words, y) => {
      const row = rows[grid.at[0] + y], said = {};
      words.forEach((word, x) => {
        const at = grid.at[1] + x, column = grid.columns[at];
        if (!column) return;
        said[column.title] = word;
        if (row && row.cells[at] !== word && !row.fixed[column.title]) cells.push([row, at, row.cells[at] ?? "", word]);
      });
      if (!row && words.some((word) => word.trim())) added.push(said);
    });
    onPaste(cells, added);
  };

  const editor = (column) => {
    const typed = (event) => { grid.edit = event.target.value; };
    if (column.words.length) {
      const chosen = (event) => { if (event.target.value !== MORE_WORDS) typed(event); else { grid.edit = null; onWord(grid.current(), grid.at[1]); grid.draw(); } };
      return html`<select aria-label=${column.title} @change=${chosen} @blur=${() => grid.edit !== null && end(0, 0)}>
        ${["", ...column.words].map((word) => html`<option .selected=${word === grid.edit}>${word}</option>`)}<option>${MORE_WORDS}</option></select>`;
    }
    const size = (event) => { event.target.style.height = "auto"; event.target.style.height = `${event.target.scrollHeight}px`; };
    return html`<textarea rows="1" aria-label=${column.title} spellcheck="false" .value=${live(grid.edit)}
      @input=${(event) => { typed(event); size(event); }} @focus=${size}
      @blur=${() => { if (grid.edit !== null) { commit(); grid.draw(); } }}></textarea>`;
  };

  const cell = (row, y, column, x) => {
    const on = grid.at[0] === y && grid.at[1] === x;
    const problem = grid.problems.get(`${row.place} ${column.title}`);
    const was = grid.marks[row.title]?.[column.title];
    const classes = ["cell", column.field === "title" ? "name" : "", /number|copies/.test(column.kind) ? "n" : "", column.field ? "" : "muted", on ? "at" : "", grid.to && inside(y, x) ? "in" : "", was !== undefined ? "new" : "", problem ? "wrong" : "", on && grid.edit !== null ? "editing" : ""];
    const title = was !== undefined ? `Was: ${was || "empty"}` : row.fixed[column.title] || nothing;
    return html`<div role="gridcell" class=${classes.filter(Boolean).join(" ")} tabindex=${on ? 0 : -1} aria-colindex=${x + 1}
      aria-invalid=${problem ? "true" : nothing} aria-readonly=${row.fixed[column.title] ? "true" : nothing} title=${title}
      @mousedown=${(event) => { if (event.target.closest(".pop, textarea, select")) return; if (grid.edit !== null) end(0, 0); if (event.shiftKey) { event.preventDefault(); grid.to = [y, x]; } else { grid.to = null; grid.at = [y, x]; } grid.held = null; onMove(grid.current(), grid.at[1]); grid.draw(); }}
      @mouseenter=${(event) => { if (event.buttons === 1 && grid.edit === null) { getSelection().removeAllRanges(); grid.to = [y, x]; grid.draw(); } }}
      @dblclick=${() => begin(row.cells[x] ?? "")}>${on && grid.edit !== null ? editor(column) : show(row.cells[x] ?? "", column, was)}${on && chooses(column) && grid.edit === null && !row.fixed[column.title] ? html`<button class="more small" tabindex="-1" aria-label=${`Choose ${column.title}`} title="Choose from pictures (Alt ↓)"
        @mousedown=${(event) => event.stopPropagation()} @click=${() => onChoose(row, x)}>…</button>` : nothing}${on && problem && grid.edit === null ? popup(problem, row, x) : nothing}</div>`;
  };

  const line = (row, y) => {
    const mark = grid.marks[row.title];
    return html`<div class="line ${mark ? "changed" : ""} ${y === grid.at[0] ? "on" : ""}" role="row" aria-rowindex=${y + 2}>
      ${grid.columns.map((column, x) => cell(row, y, column, x))}</div>`;
  };

  const head = (column, x) => html`<div role="columnheader" tabindex="0" aria-colindex=${x + 1}
    aria-sort=${grid.sort?.[0] === x ? (grid.sort[1] > 0 ? "ascending" : "descending") : "none"}
    title="Click to sort; a third click restores your own order. Drag the edge, or press Alt and an arrow key, to change the width."
    @keydown=${(event) => { if (event.altKey && /Arrow(Left|Right)/.test(event.key)) { event.preventDefault(); event.stopPropagation(); widen(event.currentTarget, x, event.key === "ArrowLeft" ? -16 : 16); } else if (event.key === "Enter" || event.key === " ") { event.preventDefault(); event.stopPropagation(); sort(x); } }}
    @click=${() => sort(x)}><span>${column.title}${grid.sort?.[0] === x ? html`<b aria-hidden="true">${grid.sort[1] > 0 ? " ▲" : " ▼"}</b>` : nothing}</span><small>${column.kind}</small><i class="grip" @click=${(event) => event.stopPropagation()} @pointerdown=${(event) => grip(event, x)}></i></div>`;

  const widen = (head, x, by) => onWidth(grid.columns[x], Math.max(44, Math.round(head.offsetWidth + by)));
  const grip = (event, x) => {
    event.stopPropagation();
    const head = event.currentTarget.parentElement, from = event.clientX, wide = head.offsetWidth, { currentTarget: edge } = event;
    edge.setPointerCapture(event.pointerId);
    edge.onpointermove = (moved) => onWidth(grid.columns[x], Math.max(44, Math.round(wide + moved.clientX - from)));
    edge.onpointerup = () => { edge.onpointermove = edge.onpointerup = null; };
  };

  const sort = (x) => {
    const [at, way] = grid.sort ?? [], row = grid.current();
    grid.sort = at === x ? (way > 0 ? [x, -1] : null) : [x, 1];
    if (grid.sort) arrange();
    grid.at = [Math.max(0, shown().indexOf(row)), x]; // the card stays the chosen one
    grid.move(0, 0, false);
  };

  grid.draw = () => {
    if (!grid.root) return;
    const rows = shown(), height = grid.root.clientHeight || 600;
    let first = Math.max(0, Math.floor(grid.top / ROW) - MORE);
    const last = Math.min(rows.length, first + Math.ceil(height / ROW) + 2 * MORE);
    first = Math.min(first, Math.max(0, last - MORE));
    const window = rows.slice(first, last).map((row, index) => [row, first + index]);
    if (grid.at[0] < first && rows[grid.at[0]]) window.unshift([rows[grid.at[0]], grid.at[0]]); // the focused row stays
    else if (grid.at[0] >= last && rows[grid.at[0]]) window.push([rows[grid.at[0]], grid.at[0]]);
    const above = (first - (window[0]?.[1] < first ? 1 : 0)) * ROW, below = (rows.length - last) * ROW;
    render(html`<div class="grid" role="grid" aria-label="Cards" aria-rowcount=${rows.length + 1} aria-colcount=${grid.columns.length}
      @keydown=${key} @paste=${paste} @copy=${copy}>
      <div class="headbox" role="rowgroup"><div class="head" role="row" aria-rowindex="1">${grid.columns.map(head)}</div></div>
      <div class="rows" role="rowgroup" @scroll=${(event) => { grid.top = event.target.scrollTop; grid.draw(); }}>
        <div role="presentation" class="pad" .style=${`height:${above}px`}></div>
        ${repeat(window, ([row]) => row.place, ([row, y]) => line(row, y))}
        <div role="presentation" class="pad" .style=${`height:${below}px`}></div></div></div>`, grid.root);
    for (const each of grid.root.querySelectorAll(".head, .line")) each.style.gridTemplateColumns = grid.widths;
  };

  grid.focus = () => grid.root?.querySelector('.cell[tabindex="0"]')?.focus();
  grid.into = (root) => { if (grid.root !== root) { grid.root = root; } grid.draw(); };
  return grid;
}
