// What all decide: a choice that each makes in secret, a step or a line that all must agree to; and
// what was refused, with the rules on demand.
import { html, nothing } from "./html.js";
import { act, lay, play } from "./net.js";
import { icon } from "./icons.js";
import { capital, t } from "./speech.js";
import { wishNote } from "./story.js";
import { lastStep, listed, plainText, saidOf } from "./words.js";
import { addressOf, faceOf, own, redraw, store, table } from "./store.js";

function choiceButton(choice, how, value, place) {
  const face = faceOf(own(how.faces, value) || ""), on = choice.mine === value;
  return html`<button type="button" class="opt" data-choice=${value} aria-pressed=${String(on)} @click=${() => lay(choice.verb, value)}><span class="pic" aria-hidden="true">${face ? html`<img class="face" src=${addressOf(face.path)} alt="">` : icon(on ? "check" : "mask")}</span><span class="what">${own(how.names, value) || value}${on ? " ✓" : ""}</span><kbd>${place + 1}</kbd></button>`;
}

export function sealedPanel(choice) {
  const how = table.together[choice.verb], { state } = store, mine = state.players.includes(state.seat) && [...choice.waiting, ...choice.done].includes(state.seat);
  const status = state.players.map((name) => html`<li>${choice.done.includes(name) ? html`<span class="ok">✓</span> <span>${t("{name} has chosen", { name })}</span>` : choice.waiting.includes(name) ? t("{name} is choosing …", { name }) : t("{name} need not choose", { name })}</li>`);
  return html`<section class="options sealed" aria-label=${t("A secret choice")}><h3>${how.ask}</h3>
    ${mine ? how.each.map((value, place) => choiceButton(choice, how, value, place)) : nothing}
    <ul class="status">${status}</ul><p class="note">${t("Nobody sees a choice until all are made. Other players see only that you have chosen.")}</p></section>`;
}

export function askPanel() { // before the others are asked to undo a step; who sit at one screen ask aloud
  const { keeper } = store.state, { to } = store.asking, goal = to !== undefined && store.state.log.find((step) => step.node === to);
  const title = goal ? t("Go back to this step: {step}?", { step: plainText(goal) }) : keeper ? t("Take this back: {step}?", { step: lastStep() }) : t("Ask the others to undo: {step}", { step: lastStep() });
  const cancel = () => { store.asking = false; redraw(); }, ask = () => { store.asking = false; if (goal) act("go", { to }); else act("undo"); };
  return html`<section class="options wish" aria-label=${t("Undo")}><h3>${title}</h3><p class="note">${keeper ? goal ? t("All later steps are taken back. Ask the others first.") : t("Another player did this. Ask first.") : whyAsked()}</p>
    <div class="row"><button type="button" class="primary" id="ask-undo" @click=${ask}>${goal ? t("Go back") : keeper ? t("Take it back") : t("Ask")}</button><button type="button" @click=${cancel}>${t("Cancel")}</button></div></section>`;
}

const whyAsked = () => (store.state.undo.reveals ? t("A card was drawn or shown to others in this step. What players have seen stays known.") : t("Another player did a part of this step."));

export function wishPanel() {
  const { wish } = store.state;
  return html`<section class="options wish" aria-label=${t("The other players are asked")}><h3>${wish.line ? (wish.by === store.state.seat ? t("You propose: {what}", { what: saidOf(wish.line) }) : t("{name} proposes: {what}", { name: wish.by, what: saidOf(wish.line) })) : wish.by === store.state.seat ? t("You ask to undo: {what}", { what: lastStep() }) : t("{name} asks to undo: {what}", { name: wish.by, what: lastStep() })}</h3>
    ${wish.line ? nothing : html`<p class="note">${whyAsked()}</p>`}
    ${wish.line && wishNote() ? html`<p class="note bad">${wishNote()}</p>` : nothing}
    ${wish.waiting.some((name) => name !== store.state.seat) ? html`<p class="note">${t("Not answered yet: {names}", { names: listed(wish.waiting.map((name) => (name === store.state.seat ? t("you") : name))) })}</p>` : nothing}
    ${wish.asked ? html`<div class="row"><button type="button" class="primary" @click=${() => act("agree")}>${t("Agree")}</button><button type="button" @click=${() => act("refuse")}>${t("Do not agree")}</button></div>` : wish.by === store.state.seat ? html`<div class="row"><button type="button" @click=${() => act("refuse")}>${t("Withdraw")}</button></div>` : nothing}</section>`;
}

export function refusedPanel() {
  const { refused } = store, all = refused.reasons || [], reasons = [...new Map(all.map((reason) => [reason.facts || reason.statement, reason])).values()];
  const close = () => { store.refused = null; redraw(); };
  const line = refused.line || "", keep = () => play(line.startsWith("!") ? line : `! ${line} -> ${all[0].rule}`, true);
  return html`<section class="options refused" role="alert" aria-label=${t("Not possible")}><h3>${t("Not possible")}${refused.what ? html`<small>${refused.what}</small>` : nothing}${line ? html`<small>${refused.typed ? html`<code>${line}</code>` : saidOf(line)}</small>` : nothing}</h3>
    ${refused.message ? html`<p>${capital(refused.message)}</p>` : nothing}
    <ul>${reasons.slice(0, 4).map((reason) => html`<li>${capital(reason.facts || reason.statement).replace(/\.$/, "")}.</li>`)}</ul>
    ${all.length ? html`<details class="which"><summary>${t("Which rule?")}</summary>${[...new Map(all.map((reason) => [reason.rule, reason])).values()].map((reason) => html`<p><code>${reason.rule}</code> ${reason.statement}</p>`)}
      ${store.state.keeper && line ? html`<button type="button" @click=${keep}>${t("Keep as a test line")}</button>` : nothing}</details>` : nothing}
    <div class="row"><button type="button" @click=${close}>${t("Close")}</button></div></section>`;
}
