// Where the bytes of one GPU go, against what it can hold.
import { html, nothing } from 'lit';
import { bytes, counted, gigabytes } from '../format.js';
import { figureView } from './figure.js';

/** @typedef {import('../types.js').Shown} Shown */
/** @typedef {import('./figure.js').Figure} Figure */

/** @type {Figure[]} */
const figures = [
  { at: '/memory/per_gpu_gb', label: 'Used', format: gigabytes },
  { at: '/memory/usable_gb', label: 'Usable', format: gigabytes },
  { at: '/memory/max_concurrency', label: 'Room for', format: (x) => counted(x, 'users'), note: 'at full context' },
  { at: '/memory/max_context', label: 'Longest context', format: (x) => counted(x, 'tokens'), note: 'at this load' },
  { at: '/memory/max_micro_batch', label: 'Room for', format: (x) => counted(x, 'sequences'), note: 'per GPU and step' },
  { at: '/memory/max_sequence', label: 'Longest sequence', format: (x) => counted(x, 'tokens'), note: 'at this micro-batch' },
  { at: '/memory/max_params_b', label: 'Largest model', format: (x) => `${Number(x.toPrecision(2))}B`, note: 'dense, used the same way' },
];

/** @param {Shown} shown @param {import('../charts/index.js').Charts | undefined} charts
 * @param {import('./figure.js').Explain} explain @param {unknown} explanation */
export function memoryView(shown, charts, explain, explanation) {
  const { memory } = shown.result;
  const values = /** @type {Record<string, any>} */ (memory);
  return html`<section aria-labelledby="memory">
    <h2 id="memory">Memory <span>per GPU</span></h2>
    <div class="chart chart-memory">${charts ? charts.memoryBar(shown.result) : nothing}</div>
    <div class="figures">
      ${figures.map((f) => {
        const value = values[f.at.split('/')[2]];
        return value === undefined ? nothing : figureView(shown, 'memory', explain, f, value);
      })}
    </div>
    ${explanation}
    <details class="twin">
      <summary>Line by line</summary>
      <table>
        <caption class="hidden">Memory of one GPU, line by line</caption>
        <thead><tr><th scope="col">Part</th><th scope="col">How it is counted</th><th scope="col" class="number">Size</th></tr></thead>
        <tbody>${memory.lines.map((line) => html`<tr>
          <th scope="row"><span class="swatch" data-kind=${line.kind}></span>${line.label}</th>
          <td>${line.how}</td><td class="number">${gigabytes(line.gb)}</td></tr>`)}</tbody>
        <tfoot><tr><th scope="row">Used</th><td></td><td class="number">${gigabytes(memory.per_gpu_gb)}</td></tr>
          <tr><th scope="row">${memory.free_gb < 0 ? 'Short by' : 'Free'}</th><td></td><td class="number">${gigabytes(Math.abs(memory.free_gb))}</td></tr></tfoot>
      </table>
      ${cacheNote(shown.result)}
    </details>
  </section>`;
}

/** @param {import('../types.js').Result} result */
const cacheNote = (result) =>
  result.model.kv_bytes_per_token > 0
    ? html`<p class="note">One token of context takes ${bytes(result.model.kv_bytes_per_token)} of cache over all layers.</p>`
    : nothing;
