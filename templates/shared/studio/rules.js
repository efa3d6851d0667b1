import { html } from "./shell.js";
export const rules = () => ({ main: html`<main class="main"><p class="empty">…</p></main>`, sub: "", command: "", after: "" });
