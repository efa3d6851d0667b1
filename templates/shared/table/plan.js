// The table in plan: the others, the middle, and the own side with the own hand.
import { html, nothing } from "./html.js";
import { choose, entryOf, isChosen, isLit } from "./options.js";
import { charactersForm } from "./characters.js";
import { crew } from "./crew.js";
import { badgeOf, swatch, usualBadge, usualPlan, zoneView } from "./pieces.js";
import { paper, sheetsOf } from "./sheet.js";
import { scene } from "./scene.js";
import { war } from "./war.js";
import { isWriting, sheetForm, story, storySheet } from "./story.js";
import { capital, t } from "./speech.js";
import { icon } from "./icons.js";
import { me, own, redraw, store, table, zoneOf } from "./store.js";

const STAGES = { scene, story };
const plan = table.plan || {};
const isPlanned = Boolean((plan.middle || []).length || plan.stage);

function badge(owner) {
  const planned = plan.player && plan.player.badge && plan.player.badge.length ? plan.player.badge : isPlanned ? [] : usualBadge(owner);
  return planned.map((name) => {
    const value = badgeOf(owner, name), good = own(table.goods, name);
    return value === undefined || value === "none" || value === "nobody" ? nothing : /^\d+$/.test(value)
      ? html`<span class="score">${value}<small>${good ? (value === "1" ? good.one : good.many) : capital(t(name.replaceAll("_", " ")))}</small></span>`
      : html`<span class="score word"><small>${capital(t(name.replaceAll("_", " ")))}</small>${name === "colour" ? swatch(value) : nothing}${t(capital(value))}</span>`;
  });
}

function nameOf(owner) {
  const kind = own(store.state.strategies, owner), mine = owner === me();
  const name = isLit(owner)
    ? html`<button type="button" class="spot ${isChosen(owner) ? "on" : ""}" data-place=${owner} aria-pressed=${String(isChosen(owner))} @click=${() => choose(owner)}>${owner}</button>`
    : owner;
  return html`<h2>${name}${mine ? html` <small>${t("you")}</small>` : nothing}${kind ? html` <small title=${t("The computer plays: {how}", { how: kind })}>${icon("bot")}<span class="spoken">${t("the computer plays")}</span></small>` : nothing}</h2>`;
}

const zonesOf = (owner) => (isPlanned ? (plan.player && plan.player.zones) || [] : usualPlan(owner));

// What lies before a player: zones that share the width, and the own hand; crews are kept apart from them.
function places(zones, owner) {
  const crews = zones.filter((each) => each.crew), hand = zones.filter((each) => each.size === "hand" && owner === me()), view = (each) => (each.sheet ? nothing : zoneView(each, owner));
  const rest = zones.filter((each) => !each.crew && !hand.includes(each)).map(view);
  if (!crews.length) return html`<div class="laid">${rest}</div>${hand.map(view)}`;
  return html`${hand.map(view)}<div class="crews">${crews.map((each) => crew(each.crew, owner))}</div><div class="stacked">${rest}</div>`;
}

const look = (owner) => () => { store.panel = { kind: "player", name: owner }; redraw(); };
export const closeView = (owner) => html`<div class="seat close">${badge(owner)}${sheetsOf(owner).map((sheet) => paper(sheet, "small"))}${places(zonesOf(owner), owner)}</div>`;

function seat(owner) {
  const acting = store.state.awaited.includes(owner);
  return html`<section class="seat far ${acting ? "act" : ""}" data-seat=${owner} aria-label=${owner}>
    <div class="who">${nameOf(owner)}<button type="button" class="closer" title=${t("Look more closely at what {owner} has", { owner })} aria-label=${t("Look more closely at what {owner} has", { owner })} @click=${look(owner)}>${icon("eye")}</button>${badge(owner)}${acting ? html`<small class="acts">${t("is to act")}</small>` : nothing}</div>
    ${sheetsOf(owner).map((sheet) => paper(sheet, "tiny"))}${places(zonesOf(owner), owner)}</section>`;
}

function mine(owner) {
  const acting = store.state.awaited.includes(owner), [first, ...rest] = zonesOf(owner).filter((each) => !each.sheet);
  const beside = first && first.as === "counters";
  return html`<section class="me ${acting ? "act" : ""}" data-seat=${owner} aria-label=${t("Your side")}>
    <div class="left">${nameOf(owner)}${badge(owner)}${beside ? zoneView(first, owner) : nothing}</div>
    ${sheetsOf(owner).map((sheet) => paper(sheet, "tiny"))}${places(beside ? rest : first ? [first, ...rest] : [], owner)}</section>`;
}

function formOnTable() { // a form that needs the whole table
  const form = store.state.forms && store.state.forms.find((each) => Object.values(entryOf(each.verb).form).some((how) => how.as === "characters"));
  return form && store.state.seat === form.actor ? charactersForm(form, Object.values(entryOf(form.verb).form).find((how) => how.as === "characters")) : null;
}

// More than a row holds: then zones go on in the next one, and a long zone has a row of its own.
const LONG = 8;
const sizeOf = (each) => (each.as === "row" || !each.as ? ((zoneOf(each.zone) || {}).slots || []).length : 1);
const isMany = (planned) => planned.length > 6 || planned.reduce((sum, each) => sum + sizeOf(each), 0) > 12;

function middleOf(planned) {
  const many = isMany(planned), shared = planned.filter((each) => sizeOf(each) <= LONG);
  const kind = ["middle", many ? "many" : planned.length < 4 ? "few" : "", planned.some((each) => each.as === "board") ? "with-board" : ""].join(" ");
  const style = `--zones:${shared.length};--shared:${shared.reduce((sum, each) => sum + Math.max(1, sizeOf(each)), 0)}`;
  return html`<section class=${kind} .style=${style} aria-label=${t("Middle of the table")}>${planned.map((each) => zoneView(each, "", many && sizeOf(each) > LONG ? "wide" : ""))}</section>`;
}

export function tableView() {
  const whole = formOnTable();
  if (whole) return whole;
  const { state } = store, owner = me(), stage = own(STAGES, plan.stage);
  const others = state.players.filter((name) => name !== owner), columns = others.length < 5 ? others.length : Math.ceil(others.length / 2);
  const planned = isPlanned ? plan.middle || [] : usualPlan("");
  const middle = war() || middleOf(planned);
  return html`${stage === story ? html`<div class="left-sheet">${storySheet()}</div>` : nothing}<div class="others" data-count=${others.length} .style=${`--columns:${columns}`}>${others.map(seat)}</div>${stage === story && isWriting() ? sheetForm() : (stage && stage(middle)) || middle}${owner ? mine(owner) : nothing}`;
}

export function drawer() { // what is shown on demand
  return html`${(plan.drawer || []).map((name) => [zoneView({ zone: name, as: "row", empty: "", only: [] }), ...store.state.players.map((owner) => zoneView({ zone: name, as: "row", title: t("{zone} of {owner}", { zone: t(name), owner }), only: [] }, owner))])}`;
}

export const hasDrawer = () => (plan.drawer || []).some((name) => store.state.zones.some((zone) => (zone.name === name || zone.name.endsWith(`'s ${name}`)) && zone.total));
