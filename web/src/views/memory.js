// Where the bytes of one GPU go, against what it can hold.
import { html, nothing } from 'lit';
import { counted, gibibytes, short } from '../format.js';
import { deviceOf } from '../words.js';
import { figureView } from './figure.js';

/** @typedef {import('./figure.js').Figure} Figure */

// A count and its unit, which may stand on the next line.
/** @param {string} unit */
const wrapping = (unit) => (/** @type {number} */ x) => counted(x, unit).replaceAll('\u00a0', ' ');

/** @param {string} inputs what a step takes: sequences, or samples of a model that has none @returns {Figure[]} */
const figures = (inputs) => [
  { at: '/memory/per_gpu_gb', label: 'Used', format: gibibytes },
  { at: '/memory/usable_gb', label: 'Usable', format: gibibytes },
  { at: '/memory/max_concurrency', label: 'Max concurrency', format: wrapping('users'), note: 'at full context' },
  { at: '/memory/max_context', label: 'Max context', format: wrapping('tokens'), note: 'at this concurrency' },
  { at: '/memory/max_micro_batch', label: 'Max micro-batch', format: wrapping(inputs), note: 'per GPU' },
  { at: '/memory/max_sequence', label: 'Max sequence length', format: wrapping('tokens'), note: 'at this micro-batch' },
  { at: '/memory/max_params_b', label: 'Max model size', format: (x) => short(Number(x.toPrecision(3)) * 1e9), note: 'dense, same settings' },
];

/** @param {import('../types.js').Page} page @param {unknown} more what stands beneath */
export function memoryView({ shown, charts, explain, explanation }, more) {
  const { memory, model } = shown.result;
  const inputs = 'gflop_per_request' in model ? 'samples' : 'sequences';
  const values = /** @type {Record<string, any>} */ (memory);
  return html`<section aria-labelledby="memory" data-picture>
    <h2 id="memory">Memory <span>per ${deviceOf(shown.result)}</span></h2>
    <div class="chart chart-memory">${charts ? charts.memoryBar(shown.result) : nothing}</div>
    <div class="figures">
      ${figures(inputs).map((f) => {
        const value = values[f.at.split('/')[2]];
        return value === undefined ? nothing : figureView(shown, 'memory', explain, f, value);
      })}
    </div>
    ${explanation('memory')}
    ${more}
  </section>`;
}
