// Memory in full: the bar, its figures, and every line with how it is counted.
import { html, nothing } from 'lit';
import { gibibytes, inGibibytes } from '../format.js';
import { bytes, decimalBytes } from '../format_more.js';
import { deviceOf } from '../words.js';
import { filesView } from './files.js';
import { memoryView } from './memory.js';
import { plot } from './plot.js';
import { memoryByLoad } from '../charts/memory_by_load.js';
import { termsLine } from './terms.js';

/** @param {import('../types.js').Tools} tools */
export const open = (tools) => (/** @type {import('../types.js').Page} */ page) => {
  const grown = memoryByLoad(tools, page.shown.result);
  return html`${memoryView(page, html`${linesTable(page.shown.result)}${cacheNote(page.shown.result)}${filesOf(page.shown.result)}`)}
    ${grown ? html`<section aria-labelledby="load-memory"><h2 id="load-memory">${grown.title}</h2>${plot(grown, page.charts?.width)}</section>` : nothing}
    ${termsLine(termsOf(page.shown.result))}`;
};

/** @param {import('../types.js').Result} result */
function termsOf({ speed, model }) {
  if (speed.step_s !== undefined) return ['optimizer_state', 'gradients', 'activations', 'zero3', 'checkpointing', 'gib'];
  return model.kv_bytes_per_token > 0 ? ['kv_cache', 'weights', 'activations', 'gqa', 'headroom', 'gib'] : ['weights', 'activations', 'quantization', 'headroom', 'gib'];
}

/** @param {import('../types.js').Result} result */
const filesOf = (result) => filesView(`Memory per ${deviceOf(result)}`, () => [['Part', 'GB', '10⁹ bytes', 'How it is counted'], ...result.memory.lines.map((line) => [line.label, inGibibytes(line.gb), line.gb, line.how])]);

/** @param {import('../types.js').Result} result */
const linesTable = (result) => html`<div class="scroll" tabindex="0"><table class="lined">
  <caption class="hidden">Memory of one ${deviceOf(result)}, line by line</caption>
  <thead><tr><th scope="col">Part</th><th scope="col">How it is counted</th><th scope="col" class="number">Size</th></tr></thead>
  <tbody>${result.memory.lines.map((line) => html`<tr>
    <th scope="row"><span class="swatch" data-kind=${line.kind}></span>${line.label}</th>
    <td>${line.how}</td>${both(line.gb)}</tr>`)}</tbody>
  <tfoot><tr><th scope="row">Used</th><td></td>${both(result.memory.per_gpu_gb)}</tr>
    <tr><th scope="row">${result.memory.free_gb < 0 ? 'Short by' : 'Free'}</th><td></td>${both(Math.abs(result.memory.free_gb))}</tr></tfoot>
</table></div>`;

/** In either unit. @param {number} gb */
const both = (gb) => html`<td class="number">${gibibytes(gb)}<span class="note">${decimalBytes(gb)}</span></td>`;

/** Training keeps no cache. @param {import('../types.js').Result} result */
const cacheNote = (result) =>
  result.model.kv_bytes_per_token > 0 && result.speed.step_s === undefined
    ? html`<p class="note spaced">One token of context takes ${bytes(result.model.kv_bytes_per_token)} of cache over all layers.</p>`
    : nothing;
