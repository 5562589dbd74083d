// What it costs: by the hour, by the token or run, rented against owned.
import { html, nothing } from 'lit';
import { count, dollars, energy, power } from '../format.js';
import { figureView } from './figure.js';

/** @typedef {import('./figure.js').Figure} Figure */

/** @type {Figure[]} */
const figures = [
  { at: '/cost/usd_per_run', label: 'Whole run', format: dollars },
  { at: '/cost/usd_per_h', label: 'An hour', format: dollars },
  { at: '/cost/usd_per_1k_requests', label: '1,000 requests', format: dollars },
  { at: '/cost/usd_per_1k_images', label: '1,000 images', format: dollars },
  { at: '/cost/usd_per_audio_h', label: 'An hour of audio', format: dollars },
  { at: '/cost/usd_per_1m_output_tokens', label: '1M output tokens', format: dollars },
  { at: '/cost/usd_per_1m_input_tokens', label: '1M input tokens', format: dollars },
  { at: '/cost/power_w', label: 'Power at the wall', format: power },
  { at: '/cost/energy_kwh', label: 'Energy', format: energy },
  { at: '/cost/energy_usd', label: 'Electricity', format: dollars },
];

/** What the energy is of. @param {import('../types.js').Result} result */
export const energyOf = ({ speed }) => (speed.step_s !== undefined ? 'whole run' : speed.tpot_ms === undefined ? 'per thousand requests' : 'per million output tokens');

/** @param {import('../types.js').Page} page @param {unknown} more what stands beneath */
export function costView(page, more) {
  const { shown, explain, explanation, later } = page;
  const { answer, cost, fleet, memory, scenario } = shown.result;
  return html`<section aria-labelledby="cost">
    <h2 id="cost">Cost</h2>
    ${cost.usd_per_h !== undefined ? nothing : html`<p>${memory.fit === 'no' ? 'No cost: it does not run on this.' : 'No price is known.'}</p>`}
    ${answer.status === 'behind' ? html`<p>No cost of requests: more arrive than are answered.</p>` : nothing}
    ${memory.fit === 'no' ? nothing : later?.unpricedView(page)}
    <div class="figures">
      ${figures.map((f) => {
        const value = cost[f.at.split('/')[2]];
        const figure = f.at === '/cost/energy_kwh' ? { ...f, note: energyOf(shown.result) } : f.at === '/cost/usd_per_h' && fleet ? { ...f, note: `${count(scenario.hardware.count)} asked for` } : f;
        return value === undefined ? nothing : figureView(shown, 'cost', explain, figure, value);
      })}
    </div>
    ${explanation('cost')}
    ${cost.verdict ? html`<p class="verdict">${cost.verdict}</p>` : nothing}
    ${cost.rent_source ? html`<p class="note">Rent: ${cost.rent_source}.</p>` : nothing}
    ${cost.purchase_source ? html`<p class="note">To buy: ${cost.purchase_source}.</p>` : nothing}
    ${more}
  </section>`;
}
