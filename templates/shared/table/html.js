// lit-html, which its own script has put into the page: templates that draw only what changes.
const { html, svg, render, repeat, nothing } = lit; // eslint-disable-line no-undef
export { html, svg, render, repeat, nothing };
