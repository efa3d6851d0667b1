// A group of pieces by role, as a fact has them: a leader with members, a quest, treasures.
import { html, nothing } from "./html.js";
import { choose, isChosen, isLit } from "./options.js";
import { card } from "./pieces.js";
import { t } from "./speech.js";
import { faceOf, partOf } from "./store.js";

const PLAIN = new Set(["none", "no", "0", "nobody", ""]);
const SMALL = ["treasures", "favor", "wrath", "shared", "learned"];

export function crew(name, owner) {
  const fact = `${owner}.${name}`, zone = { name: `${owner}'s cards` };
  const pieces = (role) => String(partOf(fact, role) || "").split(/[\s,]+/).filter((each) => faceOf(each));
  const leader = pieces("leader");
  if (!leader.length) return nothing;
  const turned = new Set(pieces("transformed")), marks = partOf(fact, "marks");
  const slot = (piece) => ({ piece, back: "", number: 1, about: turned.has(piece) ? [["state", "transformed"]] : [] });
  const members = new Set([...leader, ...pieces("members")]);
  const row = (role) => pieces(role).filter((piece) => !SMALL.includes(role) || !members.has(piece)).map((piece) => card(slot(piece), zone, `${name}.${role}`));
  const quest = pieces("quest"), lit = isLit(name);
  const head = lit ? html`<button type="button" class="spot ${isChosen(name) ? "on" : ""}" data-place=${name} @click=${() => choose(name)}>${t("Crew {name}", { name })}</button>` : t("Crew {name}", { name });
  return html`<section class="zone crew" data-zone=${zone.name} aria-label=${t("Crew {name} of {owner}", { name, owner })}><h3>${head}</h3><div class="cards">${row("leader")}${row("members")}
    ${SMALL.some((role) => pieces(role).length) ? html`<span class="beside">${SMALL.map(row)}</span>` : nothing}
    ${quest.length ? html`<span class="quest">${row("quest")}${PLAIN.has(marks) ? nothing : html`<span class="n">${marks}<span class="spoken">${t(" steps done")}</span></span>`}</span>` : nothing}</div></section>`;
}
