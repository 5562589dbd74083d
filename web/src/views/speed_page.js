// Speed in full: where the time goes, the roofline, latency against load, percentiles, and how to measure it.
import { html, nothing } from 'lit';
import { latencyByLoad } from '../charts/latency_by_load.js';
import { roofline } from '../charts/roofline.js';
import { seconds } from '../format.js';
import { deviceOf } from '../words.js';
import { filesView } from './files.js';
import { percentilesView } from './percentiles.js';
import { plot } from './plot.js';
import { reproduceView } from './reproduce.js';
import { speedView } from './speed.js';
import { termsLine } from './terms.js';

/** Two pictures side by side where there is room. @param {number | undefined} width */
const half = (width) => (width !== undefined && width >= 640 ? Math.floor((width - 40) / 2) : width);

/** @param {import('../types.js').Result['speed']} speed */
function heading(speed) {
  if (speed.batch_ms !== undefined) return 'Where the time of a batch goes';
  return speed.step_s === undefined ? 'Where the time of an output token goes' : 'Where the time of a step goes';
}

/** @param {import('../types.js').Tools} tools */
export const open = (tools) => (/** @type {import('../types.js').Page} */ page) => {
  const { result } = page.shown;
  const width = page.charts?.width;
  const roof = roofline(result);
  const curves = latencyByLoad(tools, result);
  return html`
    ${speedView(page, html`${result.speed.ttft_ms ?? result.speed.compute_optimal ? html`<div class="percentiles">${percentilesView(page.shown)}</div>` : nothing}
      <h3>${heading(result.speed)}</h3>${linesTable(result)}
      ${filesView('Time', () => [['Part', 'Waits for', 'Seconds'], ...result.speed.time_lines.map((line) => [line.label, line.bound, line.s])])}`)}
    ${roof ? html`<section aria-labelledby="roofline"><h2 id="roofline">Roofline <span>of one ${deviceOf(result)}</span></h2>${plot(roof, width)}</section>` : nothing}
    ${curves.length ? html`<section aria-labelledby="curve"><h2 id="curve">Latency against throughput</h2>
      <div class="pair">${curves.map((curve) => plot(curve, half(width)))}</div></section>` : nothing}
    ${reproduceView(result)}
    ${termsLine(termsOf(result))}`;
};

/** @param {import('../types.js').Result} result */
function termsOf({ speed }) {
  if (speed.step_s !== undefined) return ['mfu', 'goodput', 'roofline', 'ridge_point', 'tensor_parallel', 'pipeline_parallel', 'zero3', 'checkpointing'];
  return speed.ttft_ms === undefined ? ['roofline', 'ridge_point'] : ['ttft', 'tpot', 'prefill', 'decode', 'roofline', 'ridge_point', 'slo', 'tensor_parallel'];
}

/** @param {import('../types.js').Result} result */
const linesTable = ({ speed }) => html`<div class="scroll" tabindex="0"><table>
  <caption class="hidden">Time, line by line</caption>
  <thead><tr><th scope="col">Part</th><th scope="col">Waits for</th><th scope="col" class="number">Time</th></tr></thead>
  <tbody>${speed.time_lines.map((line) => html`<tr>
    <th scope="row"><span class="swatch" data-bound=${line.bound}></span>${line.label}</th>
    <td>${line.bound}</td><td class="number">${seconds(line.s)}</td></tr>`)}</tbody>
</table></div>`;
