// What a reader should know about this answer: its warnings, its layout, its model.
import { html, nothing } from 'lit';
import { icon } from '../icons.js';
import { count, counted, short } from '../format.js';
import { deviceOf, say, severities } from '../words.js';

/** @typedef {import('../types.js').Result} Result */

/** @param {Result} result */
export function warningsView(result) {
  if (result.warnings.length === 0) return nothing;
  const order = ['stop', 'warn', 'info'];
  const sorted = [...result.warnings].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
  return html`<section aria-labelledby="warnings">
    <h2 id="warnings">Good to know</h2>
    <ul class="warnings">
      ${sorted.map((w) => html`<li data-severity=${w.severity}>
        <span class="severity">${icon(severities[w.severity]?.icon ?? 'note')}${severities[w.severity]?.word ?? w.severity}</span>
        <span>${w.message}</span></li>`)}
    </ul>
  </section>`;
}

/** @param {Result} result */
export function assumptionsView(result) {
  const { layout } = result.speed;
  return html`<section aria-labelledby="layout">
    <h2 id="layout">Layout</h2>
    <p>${layoutWords(layout, deviceOf(result)).join(' · ')}</p>
    ${layout.why ? html`<p class="note why">${layout.why}.</p>` : nothing}
    <p class="note">${modelWords(result)}</p>
  </section>`;
}

/** @param {Record<string, any>} layout @param {string} device */
function layoutWords(layout, device) {
  const sizes = [
    ['tensor', 'tensor parallel'],
    ['pipeline', 'pipeline stages'],
    ['context', 'context parallel'],
    ['expert', 'expert parallel'],
    ['data', layout.micro_batch === undefined ? 'replicas' : 'data parallel'],
  ]
    .filter(([key]) => layout[key] > 1)
    .map(([key, words]) => (words.endsWith('parallel') ? `${words} ${count(layout[key])}` : `${count(layout[key])} ${words}`));
  if (sizes.length === 0) sizes.push(`one ${device}, nothing split`);
  if (layout.sharding && layout.sharding !== 'none') sizes.push(say(layout.sharding));
  if (layout.micro_batch !== undefined) sizes.push(`${counted(layout.micro_batch, 'sequences')} per ${device}`);
  if (layout.accumulation > 1) sizes.push(counted(layout.accumulation, 'accumulation steps'));
  if (layout.global_batch !== undefined) sizes.push(`${counted(layout.global_batch, 'sequences')} a step`);
  if (layout.checkpointing) sizes.push(`recomputed activations: ${say(layout.checkpointing).toLowerCase()}`);
  const [first, ...rest] = sizes;
  return [first[0].toUpperCase() + first.slice(1), ...rest];
}

/** @param {Result} result */
function modelWords({ model }) {
  const size = `${short(model.params_b * 1e9)} parameters`;
  const active = model.active_params_b < model.params_b * 0.95 ? `, ${short(model.active_params_b * 1e9)} used per token` : '';
  const made = model.synthesized ? ' Its shape is made up from the size alone.' : '';
  return `${model.name}: ${size}${active}.${made}`;
}
