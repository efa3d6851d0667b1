// A group of pieces by role, as a fact has them: a leader with members and what each carries, what
// helps or harms them, and a Quest with the steps that are done.
import { html, nothing } from "./html.js";
import { choose, isChosen, isFitting, isLit } from "./options.js";
import { card, laden, laidOn, wordsIn } from "./pieces.js";
import { t } from "./speech.js";
import { faceOf, me, partOf, table } from "./store.js";

const PLAIN = new Set(["none", "no", "0", "nobody", ""]);
const CARRIED = ["treasures", "learned"]; // written as "bearer thing thing, bearer thing"
const BESIDE = ["favor", "wrath"];

const isOwn = (owner) => owner === me() || !me(); // only the own Crews are meant by their letter

export function crew(name, owner) {
  const fact = `${owner}.${name}`, zone = { name: `${owner}'s cards` };
  const part = (role) => { const value = partOf(fact, role) || ""; return PLAIN.has(value) ? "" : value; };
  const pieces = (role) => wordsIn(part(role)).filter((each) => faceOf(each));
  const leader = pieces("leader");
  if (!leader.length) return nothing;
  const transformed = pieces("transformed"), turned = new Set([...transformed, ...pieces("turned")]), carried = new Map();
  for (const [bearer, ...things] of CARRIED.flatMap((role) => part(role).split(",").map(wordsIn))) carried.set(bearer, [...(carried.get(bearer) || []), ...things.filter(faceOf)]);
  const to = isOwn(owner) && isFitting(name); // its pieces are also the Crew, if nothing goes with them alone
  const shown = (piece, role) => card({ piece, back: "", number: 1, about: [] }, zone, `${name}.${role}`, { turned: turned.has(piece) || role === "wrath", sign: transformed.includes(piece) ? t("transformed") : role === "wrath" ? t("Wrath") : "", ...(to && !isChosen(piece) && !isFitting(piece) ? { go: () => choose(name) } : {}) });
  const character = (piece) => laden(shown(piece, "character"), zone, (carried.get(piece) || []).map((thing) => shown(thing, "carried")));
  const beside = BESIDE.flatMap((role) => pieces(role).map((piece) => laden(shown(piece, role), zone, [])));
  return html`<section class="zone crew" data-zone=${zone.name} data-at=${isOwn(owner) ? name : nothing} aria-label=${t("Crew {name} of {owner}", { name, owner })}><h3>${headOf(name, owner)} ${part("might") ? html`<b>${t("Might {number}", { number: part("might") })}</b>` : nothing} <span class="traits">${wordsIn(part("traits")).join(", ")}</span></h3>
    <div class="cards">${leader.map(character)}${beside.length ? html`<span class="beside">${beside}</span>` : nothing}${pieces("members").map(character)}${pieces("quest").map((quest) => html`<span class="quest">${laden(shown(quest, "quest"), { name: table.plan.laid }, laidOn(quest))}${part("marks") ? html`<small class="n">${t("{number} done", { number: part("marks") })}</small>` : nothing}</span>`)}</div></section>`;
}

function headOf(name, owner) {
  const text = t("Crew {name}", { name });
  return isLit(name) && isOwn(owner) ? html`<button type="button" class="spot ${isChosen(name) ? "on" : ""}" data-place=${name} @click=${() => choose(name)}>${text}</button>` : text;
}
