// Why a figure is what it is: formula, inputs with their sources, how far off such estimates were.
import { html, nothing } from 'lit';
import { count, percent } from '../format.js';
import { withUnit } from '../format_more.js';
import { offView } from '../report/off.js';
import { terms } from '../terms.js';

/** @typedef {import('../types.js').Explanation} Explanation */

/** @param {Explanation} explanation @param {() => void} close */
export function explainView(explanation, close) {
  return html`<div class="explain" role="region" aria-label="Explanation" tabindex="-1">
    <button type="button" class="close" @click=${close}>Close</button>
    ${body(explanation)}
  </div>`;
}

/** Terms that figures are known by. @type {Record<string, string>} */
const known = {
  '/speed/ttft_ms': 'ttft', '/speed/tpot_ms': 'tpot', '/speed/mfu': 'mfu', '/speed/goodput': 'goodput', '/speed/bottleneck/ridge': 'ridge_point',
  '/memory/per_gpu_gb': 'gib', '/memory/usable_gb': 'gib', '/cost/npv/buy': 'tco', '/cost/break_even/utilization': 'break_even', '/model/kv_bytes_per_token': 'kv_cache', '/cost/usd_per_useful_h': 'utilization',
};

/** @param {string} pointer */
function termOf(pointer) {
  const found = terms[known[pointer]];
  return found ? html`<p class="meaning"><b>${found.term}</b>${found.also ? html`, ${found.also}` : nothing}: ${found.means}</p>` : nothing;
}

/** @param {Explanation} e */
function body(e) {
  return html`
    <h3>${e.label}: <span class="figure-value">${withUnit(e.value, e.unit)}</span></h3>
    ${termOf(e.pointer)}
    <p>${e.text}</p>
    <p class="formula"><code>${e.formula}</code></p>
    ${e.inputs.length ? inputs(e) : nothing}
    ${e.validation ? validation(e.validation) : nothing}
    ${offView(e)}`;
}

/** @param {Explanation} e */
const inputs = (e) => html`<table>
  <caption class="hidden">Inputs of the formula</caption>
  <thead><tr><th scope="col">Symbol</th><th scope="col">Meaning</th><th scope="col" class="number">Value</th><th scope="col">Source</th></tr></thead>
  <tbody>${e.inputs.map((input) => html`<tr>
    <th scope="row"><code>${input.name}</code></th><td>${input.label}</td>
    <td class="number">${withUnit(input.value, input.unit)}</td>
    <td class="source">${input.source}${input.date ? html`, ${input.date}` : nothing}${input.unverified ? html` <strong>unverified</strong>` : nothing}</td>
  </tr>`)}</tbody></table>`;

/** @param {NonNullable<Explanation['validation']>} v */
const validation = (v) => html`<p class="note">Compared with ${count(v.rows)} measured runs of this kind (${v.class}):
  half were within ${percent(v.median_error)}, nine of ten within ${percent(v.p90_error)}. <a href="validation.html">All of them</a></p>`;
