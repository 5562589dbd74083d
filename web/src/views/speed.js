// How fast, how sure, and what it waits for.
import { html, nothing } from 'lit';
import { days, milliseconds, percent, predicted, rounded, seconds } from '../format.js';
import { figureView } from './figure.js';

/** @typedef {import('../types.js').Shown} Shown */
/** @typedef {import('./figure.js').Figure} Figure */

const perSecond = (/** @type {number} */ x) => `${x >= 1e5 ? rounded(x) : predicted(x)}/s`;

/** @type {Figure[]} */
const figures = [
  { at: '/speed/ttft_ms', label: 'First token', format: milliseconds },
  { at: '/speed/tpot_ms', label: 'Each token after', format: milliseconds },
  { at: '/speed/tokens_per_s_per_request', label: 'Tokens per user', format: perSecond },
  { at: '/speed/images_per_s', label: 'Images', format: perSecond },
  { at: '/speed/audio_s_per_s', label: 'Audio', format: perSecond, note: 'seconds of audio' },
  { at: '/speed/batch_ms', label: 'One batch', format: milliseconds },
  { at: '/speed/samples_per_s', label: 'Samples', format: perSecond },
  { at: '/speed/days', label: 'Whole run', format: days },
  { at: '/speed/goodput', label: 'Goodput', format: percent },
  { at: '/speed/checkpoint_every_min', label: 'Checkpoint every', format: (x) => seconds(x * 60) },
  { at: '/speed/tokens_per_s', label: 'Tokens in all', format: perSecond },
  { at: '/speed/requests_per_s', label: 'Requests', format: perSecond },
  { at: '/speed/step_s', label: 'One step', format: seconds },
  { at: '/speed/mfu', label: 'MFU', format: percent, note: 'of peak arithmetic' },
  { at: '/speed/tflops_per_gpu', label: 'Work per GPU', format: (x) => `${predicted(x)}\u00a0TFLOP/s` },
];

/** @param {import('../types.js').Result['speed']} speed */
function heading(speed) {
  if (speed.batch_ms !== undefined) return 'Where the time of a batch goes';
  return speed.step_s === undefined ? 'Where the time of an output token goes' : 'Where the time of a step goes';
}

/** @param {Shown} shown @param {import('../charts/index.js').Charts | undefined} charts
 * @param {import('./figure.js').Explain} explain @param {unknown} explanation */
export function speedView(shown, charts, explain, explanation) {
  const { speed } = shown.result;
  return html`<section aria-labelledby="speed">
    <h2 id="speed">Speed</h2>
    <div class="figures">
      ${figures.map((f) => {
        const value = speed[f.at.split('/')[2]];
        return value === undefined ? nothing : figureView(shown, 'speed', explain, f, value);
      })}
    </div>
    ${explanation}
    ${speed.ttft_ms ?? speed.compute_optimal ? html`<div class="percentiles">${charts?.percentiles(shown) ?? nothing}</div>` : nothing}
    <h3>${heading(speed)}</h3>
    <p class="binds">${speed.bottleneck.text} is the limit.</p>
    <div class="chart chart-time">${charts ? charts.timeBar(shown.result) : nothing}</div>
    ${speed.bottleneck.intensity > 0 ? html`<div class="chart chart-ridge">${charts ? charts.ridge(shown.result) : nothing}</div>` : nothing}
    <details class="twin">
      <summary>Line by line</summary>
      <table>
        <caption class="hidden">Time, line by line</caption>
        <thead><tr><th scope="col">Part</th><th scope="col">Waits for</th><th scope="col" class="number">Time</th></tr></thead>
        <tbody>${speed.time_lines.map((line) => html`<tr>
          <th scope="row"><span class="swatch" data-bound=${line.bound}></span>${line.label}</th>
          <td>${line.bound}</td><td class="number">${seconds(line.s)}</td></tr>`)}</tbody>
      </table>
    </details>
  </section>`;
}
