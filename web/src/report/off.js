// "This figure is off": a report with what is needed to look into it, for the project's tracker where there is one.
import { html } from 'lit';
import { withUnit } from '../format_more.js';

/** @typedef {import('../types.js').Explanation} Explanation */

/** The address that opens a new, filled-in issue of a repository. @param {string} repository @param {string} title @param {string} body */
export function issueAddress(repository, title, body) {
  const base = repository.replace(/\.git$/, '').replace(/\/$/, '');
  const gitlab = /gitlab/.test(new URL(base).hostname);
  const asked = new URLSearchParams(gitlab ? { 'issue[title]': title, 'issue[description]': body } : { title, body });
  return `${base}/${gitlab ? '-/' : ''}issues/new?${asked}`;
}

/** What the report says. @param {Explanation} e @param {string} link of the scenario */
export const offText = (e, link) => [
  `Figure: ${e.label} (${e.pointer})`, `Computed: ${withUnit(e.value, e.unit)}`, `Formula: ${e.formula}`,
  ...e.inputs.map((input) => `  ${input.name} = ${withUnit(input.value, input.unit)} (${input.source}${input.date ? `, ${input.date}` : ''})`),
  `Scenario: ${link}`, '', 'Measured or expected:', 'How (software, version, command):', 'Source:', '',
].join('\n');

/** @param {Explanation} e */
export function offView(e) {
  const repository = document.querySelector('a.code')?.getAttribute('href');
  const text = offText(e, location.href);
  if (repository) return html`<p class="off"><a href=${issueAddress(repository, `${e.label} is off`, text)} target="_blank" rel="noopener noreferrer">This figure is off</a></p>`;
  return html`<p class="off"><button type="button" class="quiet" @click=${(/** @type {Event} */ event) => offer(event, text)}>This figure is off: copy a report</button></p>`;
}

/** @param {Event} event @param {string} text */
async function offer(event, text) {
  const button = /** @type {HTMLElement} */ (event.currentTarget);
  const copied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  button.textContent = copied ? 'Copied. Send it, with what you measured, to whoever runs this page.' : 'The browser did not allow copying';
}
