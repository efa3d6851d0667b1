import { html } from "./shell.js";
export const test = () => ({ main: html`<main class="main"><p class="empty">…</p></main>`, sub: "", command: "", after: "" });
