// How fast, how sure, and what it waits for.
import { html, nothing } from 'lit';
import { icon } from '../icons.js';
import { counted, days, milliseconds, percent, predicted, rounded, seconds } from '../format.js';
import { figureView } from './figure.js';

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
  { at: '/speed/days', label: 'Whole run', format: days },
  { at: '/speed/step_s', label: 'One step', format: seconds },
  { at: '/speed/tokens_per_s', label: 'Tokens in all', format: perSecond },
  { at: '/speed/requests_per_s', label: 'Requests', format: perSecond },
  { at: '/speed/samples_per_s', label: 'Samples', format: perSecond },
  { at: '/speed/mfu', label: 'MFU', format: percent, note: 'of peak arithmetic' },
  { at: '/speed/tflops_per_gpu', label: 'Work per GPU', format: (x) => `${predicted(x)}\u00a0TFLOP/s` },
  { at: '/speed/goodput', label: 'Goodput', format: percent },
  { at: '/speed/checkpoint_every_min', label: 'Checkpoint every', format: (x) => seconds(x * 60) },
];

/** Of requests that take long: "14/h", not "0.0039/s". @param {number} x */
const perHour = (x) => `${predicted(x * 3600)}/h`;

/** @type {Record<string, {label: string, format: (x: number) => string}>} */
const targets = {
  ttft_p95_ms: { label: 'First token', format: milliseconds },
  tpot_p95_ms: { label: 'Each token after', format: milliseconds },
  e2e_p95_s: { label: 'Whole request', format: seconds },
};

/** @param {import('../types.js').Page} page @param {unknown} more what stands beneath */
export function speedView({ shown, charts, explain, explanation }, more) {
  const { memory, speed } = shown.result;
  return html`<section aria-labelledby="speed" data-picture>
    <h2 id="speed">Speed${memory.fit === 'no' ? html` <span>assuming enough memory</span>` : nothing}</h2>
    <div class="figures">
      ${figures.map((f) => {
        const value = speed[f.at.split('/')[2]];
        return value === undefined ? nothing : figureView(shown, 'speed', explain, value < 0.02 && f.label === 'Requests' ? { ...f, format: perHour } : f, value);
      })}
    </div>
    ${explanation('speed')}
    ${speed.slo ? sloView(speed.slo) : nothing}
    <p class="binds">Limited by: ${speed.bottleneck.text}.</p>
    <div class="chart chart-time">${charts ? charts.timeBar(shown.result) : nothing}</div>
    ${more}
  </section>`;
}

/** Latency targets, met or missed. @param {NonNullable<import('../types.js').Result['speed']['slo']>} slo */
const sloView = (slo) => html`<p class="slo">${slo.targets.map(({ figure, value, limit, met }) => {
  const { label, format } = targets[figure];
  return html`<span data-status=${met ? 'fits' : 'no'}>${icon(met ? 'check' : 'cross')}${label} (p95) ${format(value)}, ${met ? 'within' : 'above'} the ${format(limit)} wanted.</span> `;
})}${slo.max_concurrency !== undefined ? html`All targets are met up to ${counted(slo.max_concurrency, 'users')} at once.` : nothing}
${slo.max_requests_per_minute !== undefined ? html`All targets are met up to ${predicted(slo.max_requests_per_minute)} requests a minute.` : nothing}</p>`;
