// Why a figure is what it is: formula, inputs with their sources, how far off such estimates were.
import { html, nothing } from 'lit';
import { withUnit } from '../format_more.js';
import { evidence, filled, named } from '../report/formula.js';
import { offView } from '../report/off.js';
import { terms } from '../terms.js';

/** @typedef {import('../types.js').Explanation} Explanation */
/** @typedef {import('../types.js').Shown['opened']} Opened */
/** @typedef {(pointer: string | undefined) => void} Open another figure in its place; none: closed */

/** What is open at a place, if anything. @param {string} place @param {{opened?: Opened, result?: import('../types.js').Result}} shown
 * @param {(opened: Opened) => void} show @param {(pointer: string) => unknown} [beside] what stands beside the explanation of a figure */
export function explanationView(place, { opened, result }, show, beside = () => nothing) {
  const all = result?.explain ?? [];
  const found = opened?.place === place && all.find(({ pointer }) => pointer === opened.pointer);
  return found ? explainView(found, all, (pointer) => show(pointer === undefined ? undefined : { pointer, place }), beside) : nothing;
}

/** @param {Explanation} explanation @param {Explanation[]} all of the same answer @param {Open} open @param {(pointer: string) => unknown} beside */
function explainView(explanation, all, open, beside) {
  return html`<div class="explain" role="region" aria-label="Explanation" tabindex="-1">
    <button type="button" class="close" @click=${() => open(undefined)}>Close</button>
    ${body(explanation, all, (/** @type {Event} */ event, pointer) => {
      const region = /** @type {HTMLElement} */ (event.currentTarget).closest('.explain');
      open(pointer);
      if (region instanceof HTMLElement) region.focus(); // the button is gone
    })}
    ${beside(explanation.pointer)}
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

/** @param {Explanation} e @param {Explanation[]} all @param {(event: Event, pointer: string) => void} open */
function body(e, all, open) {
  const proof = evidence(e, all);
  return html`
    <h3>${e.label}: <span class="figure-value">${withUnit(e.value, e.unit)}</span></h3>
    ${termOf(e.pointer)}
    <p>${e.text}</p>
    <p class="formula"><code>${named(e)}</code>${e.inputs.length ? html`<br>= ${filled(e)}` : nothing}</p>
    ${e.inputs.length ? inputs(e, all, open) : nothing}
    ${proof ? html`<p class="note">${proof} <a href="validation.html">All of them</a></p>` : nothing}
    ${offView(e)}`;
}

/** An input that is a figure itself opens in place of this one.
 * @param {Explanation} e @param {Explanation[]} all @param {(event: Event, pointer: string) => void} open */
const inputs = (e, all, open) => html`<table>
  <caption class="hidden">Inputs of the formula</caption>
  <thead><tr><th scope="col">Symbol</th><th scope="col">Meaning</th><th scope="col" class="number">Value</th><th scope="col">Source</th></tr></thead>
  <tbody>${e.inputs.map((input) => html`<tr>
    <th scope="row"><code>${input.name}</code></th><td>${input.label}</td>
    <td class="number">${withUnit(input.value, input.unit)}</td>
    <td class="source">${sourceView(input, all, open)}</td>
  </tr>`)}</tbody></table>`;

/** @param {Explanation['inputs'][number]} input @param {Explanation[]} all @param {(event: Event, pointer: string) => void} open */
function sourceView({ label, source, date, unverified, figure }, all, open) {
  if (figure && all.some(({ pointer }) => pointer === figure)) return html`<button type="button" class="quiet" aria-label="How it is computed: ${label}" @click=${(/** @type {Event} */ event) => open(event, figure)}>How it is computed</button>`;
  return html`${source}${date ? html`, ${date}` : nothing}${unverified ? html` <strong>unverified</strong>` : nothing}`;
}
