// Changes that mend what does not fit or misses a limit.
import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { days, dollars, gibibytes, predicted } from '../format.js';

/** @typedef {import('../types.js').Result} Result */

/** Changes that were estimated again: they fit or, where the memory is enough, keep the limits that are missed. @param {Result} result
 * @param {(remedy: import('../types.js').Remedy) => (() => void) | undefined} apply what takes a remedy over, where the page can */
export function remediesView(result, apply) {
  if (result.remedies.length === 0) return nothing;
  const lacking = result.memory.fit !== 'fits', trains = result.speed.days !== undefined;
  const title = lacking ? 'What would make it fit' : 'What would bring it within your limits';
  const timed = result.remedies.some(speedOf);
  return html`<section aria-labelledby="remedies">
    <h2 id="remedies">${title}</h2>
    <table>
      <caption class="hidden">${title}</caption>
      <thead><tr><th scope="col">Change</th><th scope="col" class="number">${lacking ? 'Memory' : 'An hour'}</th>${timed ? html`<th scope="col" class="number">${trains ? 'Time of the run' : 'Each request'}</th>` : nothing}<th scope="col"><span class="hidden">Take it</span></th></tr></thead>
      <tbody>${repeat(result.remedies, ({ id, text }) => `${id} ${text}`, (remedy) => html`<tr>
        <th scope="row">${capitalized(remedy.text)}</th><td class="number">${lacking ? gibibytes(remedy.per_gpu_gb) : remedy.usd_per_h === undefined ? '' : dollars(remedy.usd_per_h)}</td>
        ${timed ? html`<td class="number">${speedOf(remedy)}</td>` : nothing}<td class="number">${applyView(remedy, apply(remedy))}</td></tr>`)}</tbody>
    </table>
  </section>`;
}

/** @param {import('../types.js').Remedy} remedy */
const speedOf = (remedy) =>
  remedy.days !== undefined ? days(remedy.days) : remedy.tokens_per_s_per_request !== undefined ? `${predicted(remedy.tokens_per_s_per_request)}\u00a0tokens/s` : '';

/** @param {import('../types.js').Remedy} remedy @param {(() => void) | undefined} take */
const applyView = (remedy, take) =>
  take ? html`<button type="button" class="chip" aria-label="Apply: ${remedy.text}" @click=${take}>Apply</button>` : nothing;

/** @param {string} text */
const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);
