import { html } from "./shell.js";
export const print = () => ({ main: html`<main class="main"><p class="empty">…</p></main>`, sub: "", command: "", after: "" });
