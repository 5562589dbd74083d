// How latencies spread over requests, simulated when someone opens it.
import { html, nothing } from 'lit';
import { count, counted, milliseconds, percent, predicted, seconds, short } from '../format.js';
import { deviceOf } from '../words.js';

/** @typedef {import('../types.js').Shown} Shown */

const rows = /** @type {const} */ ([
  ['ttft_ms', 'First token', milliseconds],
  ['tpot_ms', 'Each token after', milliseconds],
  ['e2e_s', 'Whole request', seconds],
]);

/** @param {Shown} shown */
export function percentilesView({ result, percentiles }) {
  const { percentiles: latencies, speculation, disaggregation, compute_optimal: optimal } = result.speed;
  if (optimal) return optimalView(optimal, result);
  if (result.speed.ttft_ms === undefined) return nothing;
  return html`${speculation ? speculationView(speculation) : nothing}
    ${disaggregation ? disaggregationView(disaggregation) : nothing}${simulated(percentiles, latencies)}`;
}

/** What the budget could train instead. @param {NonNullable<import('../types.js').Result['speed']['compute_optimal']>} c @param {import('../types.js').Result} result */
const optimalView = (c, result) => html`<p>Compute-optimal: ${short(c.tokens)} tokens for this model. ${short(c.budget_gpu_h)} ${deviceOf(result)}-hours
  are best spent on ${short(c.budget_params_b * 1e9)} parameters and ${short(c.budget_tokens)} tokens.</p>`;

/** @param {Shown['percentiles']} percentiles @param {import('../types.js').Result['speed']['percentiles']} latencies */
const simulated = (percentiles, latencies) => html`<details class="twin" ?open=${percentiles.on}
        @toggle=${(/** @type {Event} */ e) => /** @type {HTMLDetailsElement} */ (e.target).open !== percentiles.on && percentiles.toggle()}>
      <summary>Percentiles</summary>
      ${latencies ? table(latencies) : percentiles.on ? html`<p>There are none for this load.</p>` : nothing}
    </details>`;

/** @param {NonNullable<import('../types.js').Result['speed']['percentiles']>} latencies */
const table = (latencies) => html`<table>
  <caption class="hidden">Latencies of ${count(latencies.requests)} simulated requests</caption>
  <thead><tr><th scope="col">Time</th><th scope="col" class="number">p50</th><th scope="col" class="number">p95</th><th scope="col" class="number">p99</th></tr></thead>
  <tbody>${rows.map(([name, label, format]) => {
    const q = latencies[name];
    return q ? html`<tr><th scope="row">${label}</th>${[q.p50, q.p95, q.p99].map((x) => html`<td class="number">${format(x)}</td>`)}</tr>` : nothing;
  })}</tbody>
</table>`;

/** @param {NonNullable<import('../types.js').Result['speed']['speculation']>} s */
const speculationView = (s) => html`<p>Speculative decoding: ${predicted(s.tokens_per_step)} tokens a step,
  ${percent(s.accepted_share)} of drafts accepted, ${predicted(s.speedup)} times as fast as
  without.${s.pays_up_to !== undefined ? html` It pays up to ${counted(s.pays_up_to, 'users')} at once.` : nothing}</p>`;

/** @param {NonNullable<import('../types.js').Result['speed']['disaggregation']>} d */
const disaggregationView = (d) => html`<p>${counted(d.prefill_replicas, 'replicas')} ${d.prefill_replicas === 1 ? 'reads' : 'read'} prompts
  (${percent(d.prefill_busy)} busy), ${count(d.decode_replicas)} ${d.decode_replicas === 1 ? 'decodes' : 'decode'} (${percent(d.decode_busy)}); a
  prompt's cache takes ${milliseconds(d.transfer_ms)} between them.</p>`;
