// What the page asks its server for: the state, actions, and word of changes.

export const app = { state: null, place: "start", busy: 0, message: "", lost: "" };
const listeners = new Set();
let asking = null, again = false;

export const onChange = (listener) => listeners.add(listener);
export const redraw = () => listeners.forEach((listener) => listener());

// The last state, asked for once however many changes come together.
export async function refresh() {
  if (asking) { again = true; return asking.catch(() => {}); }
  asking = (async () => {
    do {
      again = false;
      const answer = await fetch("state");
      if (!answer.ok) throw new Error(await answer.text());
      app.state = await answer.json();
    } while (again);
  })();
  try { await asking; app.lost = ""; } catch (error) { app.lost = String(error.message || error); }
  asking = null;
  redraw();
}

export function follow() {
  const news = new EventSource("events");
  news.onmessage = refresh;
  news.onopen = () => { if (app.lost) refresh(); };
  news.onerror = () => {
    app.lost = "The studio does not answer. Your edits up to now are saved; start it again to continue.";
    redraw();
    if (news.readyState === EventSource.CLOSED) setTimeout(follow, 2000);
  };
}

// An action of the server. What it refuses is shown, and returned as {refused}.
const SAVING = new Set(["edit", "paste", "copy", "drop", "undo", "redo", "shape", "add-element", "drop-element", "order", "save-rule", "set-kind", "resize", "redraw", "box", "split", "add-word"]);
export async function ask(action, body = {}) {
  const saving = SAVING.has(action) ? 1 : 0;
  app.busy += saving;
  if (saving) app.said = ""; // what the last undo has undone
  redraw();
  try {
    const answer = await fetch(`do/${action}`, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    });
    const found = answer.ok ? await answer.json() : { refused: await answer.text() };
    app.message = found.refused || "";
    if (found.svg) keep(found.face, found.svg);
    return found;
  } catch {
    app.message = body.new === undefined ? "The studio does not answer. Start it again; nothing that was saved is lost."
      : `The studio does not answer. Start it again. This edit is not saved: ${body.title}, ${body.column}: “${body.new}”`;
    return { refused: app.message, lost: true };
  } finally {
    app.busy -= saving;
    redraw();
  }
}

export async function upload(name, data, batch = "") {
  const query = new URLSearchParams({ name, batch });
  const answer = await fetch(`upload?${query}`, {
    method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: data,
  });
  return answer.ok ? answer.json() : { refused: await answer.text() };
}

// The face that the last edit has drawn comes with its answer, which saves asking for it.
const sent = { name: "", url: "" };
function keep(name, svg) {
  URL.revokeObjectURL(sent.url);
  Object.assign(sent, { name, url: URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })) });
}

export const picture = (name) => !name ? "data:," : name === sent.name ? sent.url : `pictures/${name}.svg`;
