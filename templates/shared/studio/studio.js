// The studio's page: one bar of places, drawn anew whenever something changes.
import { app, follow, onChange, redraw, refresh } from "./api.js";
import { cards, conflict, keys as keysOfCards } from "./cards.js";
import { find } from "./find.js";
import { chooser } from "./icons.js";
import { layout } from "./layout.js";
import { print } from "./print.js";
import { rules } from "./rules.js";
import { PLACES, go, html, nothing, shell, undo } from "./shell.js";
import { start } from "./start.js";
import { test } from "./test.js";

const VIEWS = { start, cards, layout, rules, print, test };

let arrived = ""; // the place that was drawn last
function draw() {
  if (!app.state) return;
  const wanted = location.hash.slice(1);
  app.place = app.state.open ? (wanted in VIEWS ? wanted : "cards") : "start";
  if (app.state.open && !app.state.preview && app.place !== "start") {
    shell({ title: app.state.name, sub: "opening…", main: html`<main class="main"><p class="empty">Drawing the cards…</p></main>`, command: `pieria studio ${app.state.name}`, after: "" });
    return;
  }
  const found = VIEWS[app.place]();
  const title = found.title || app.state.preview?.title || app.state.name;
  const dialog = app.finding !== undefined ? find() : app.choosing ? chooser() : app.conflict ? conflict() : found.dialog;
  shell({ title, sub: found.sub, main: found.main, command: found.command, after: found.after, dialog: dialog ?? nothing });
  found.after_render?.();
  const opened = document.querySelector(".clash"), free = document.activeElement === document.body || document.activeElement.closest("nav");
  if (arrived !== app.place && !opened && free) found.arrived?.();
  arrived = app.place;
  if (opened && !opened.contains(document.activeElement)) (opened.querySelector("input, button, select") ?? opened).focus();
}

let waiting = false;
onChange(() => { // many changes of one moment are drawn together
  if (waiting) return;
  waiting = true;
  queueMicrotask(() => { waiting = false; draw(); });
});

addEventListener("hashchange", redraw);
addEventListener("resize", redraw);
addEventListener("keydown", (event) => {
  const typing = /INPUT|TEXTAREA|SELECT/.test(event.target.tagName);
  if (event.altKey && event.key >= "1" && event.key <= String(PLACES.length)) { event.preventDefault(); go(PLACES[event.key - 1][0]); }
  else if ((event.ctrlKey || event.metaKey) && event.key === "k") { event.preventDefault(); app.finding = ""; redraw(); }
  else if (event.ctrlKey && !typing && event.key === "z") { event.preventDefault(); undo("undo"); }
  else if (event.ctrlKey && !typing && event.key === "y") { event.preventDefault(); undo("redo"); }
  else if (app.place === "cards" && app.state?.open && !document.querySelector(".clash")) keysOfCards(event);
});

refresh();
follow();
