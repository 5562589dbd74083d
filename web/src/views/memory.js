// Where the bytes of one GPU go, against what it can hold.
import { html, nothing } from 'lit';
import { counted, gigabytes } from '../format.js';
import { figureView } from './figure.js';

/** @typedef {import('./figure.js').Figure} Figure */

/** @type {Figure[]} */
const figures = [
  { at: '/memory/per_gpu_gb', label: 'Used', format: gigabytes },
  { at: '/memory/usable_gb', label: 'Usable', format: gigabytes },
  { at: '/memory/max_concurrency', label: 'Room for', format: (x) => counted(x, 'users'), note: 'at full context' },
  { at: '/memory/max_context', label: 'Longest context', format: (x) => counted(x, 'tokens').replaceAll('\u00a0', ' '), note: 'at this load' },
  { at: '/memory/max_micro_batch', label: 'Room for', format: (x) => counted(x, 'sequences'), note: 'per GPU and step' },
  { at: '/memory/max_sequence', label: 'Longest sequence', format: (x) => counted(x, 'tokens'), note: 'at this micro-batch' },
  { at: '/memory/max_params_b', label: 'Largest model', format: (x) => `${Number(x.toPrecision(2))}B`, note: 'dense, used the same way' },
];

/** @param {import('../types.js').Page} page @param {unknown} more what stands beneath */
export function memoryView({ shown, charts, explain, explanation }, more) {
  const { memory } = shown.result;
  const values = /** @type {Record<string, any>} */ (memory);
  return html`<section aria-labelledby="memory" data-picture>
    <h2 id="memory">Memory <span>per GPU</span></h2>
    <div class="chart chart-memory">${charts ? charts.memoryBar(shown.result) : nothing}</div>
    <div class="figures">
      ${figures.map((f) => {
        const value = values[f.at.split('/')[2]];
        return value === undefined ? nothing : figureView(shown, 'memory', explain, f, value);
      })}
    </div>
    ${explanation('memory')}
    ${more}
  </section>`;
}
