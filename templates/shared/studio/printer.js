// A printer is measured: a test page, five lengths on each of its sides, and a name for it.
import { ask, redraw } from "./api.js";
import { html, modal } from "./shell.js";

const LETTERS = ["A", "B", "C", "D", "E"];
const view = { of: null, done: null, page: "", said: "" };

export async function measure(options, done) {
  Object.assign(view, { of: { paper: options.paper, sides: options.sides }, done, page: "", said: "" });
  redraw();
  const found = await ask("test-page", view.of);
  view.page = found.id ?? "";
  view.said = found.refused ?? "";
  redraw();
}
async function save(event) {
  event.preventDefault();
  const { elements } = event.target, length = (side) => LETTERS.map((letter) => Number(elements[`${side}${letter}`].value.replace(",", ".")));
  const name = elements.called.value.trim().toLowerCase();
  const found = await ask("save-printer", { ...view.of, name, front: length("front"), back: length("back") });
  view.said = found.refused ?? "";
  if (!found.refused) { view.of = null; view.done(name); }
  redraw();
}
const lengths = (side, words) => html`<fieldset class="lengths"><legend>${words}</legend>${LETTERS.map((letter) => html`<label>${letter}<input name=${`${side}${letter}`} inputmode="decimal" required aria-label=${`${letter} on the ${side}, in mm`}></label>`)}</fieldset>`;

// The dialog; nothing while no printer is measured.
export function measuring() {
  if (!view.of) return undefined;
  const close = () => { view.of = null; redraw(); };
  return modal("Measure a printer", html`<h2>Measure a printer</h2><ol class="ways"><li>${view.page ? html`<a class="btn small" href=${`pdf/${view.page}`} download>Download the test page</a>` : "Making the test page…"} Print it at 100 %, on both sides.</li>
    <li>Measure the five lengths that it shows on each side, to a quarter of a millimetre.</li><li>Type them here. From then on, the pages are shifted to compensate.</li></ol>
    <form class="stack" @submit=${save}>${lengths("front", "Front, mm")}${lengths("back", "Back, mm")}<label class="named">Name of the printer <input name="called" required placeholder="office"></label>
    ${view.said ? html`<p class="msg warn" role="alert">${view.said}</p>` : ""}<div class="row"><button class="primary">Save</button><button type="button" @click=${close}>Cancel</button></div></form>`, close);
}
