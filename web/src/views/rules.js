// Parts of the answer that stand far down and can wait: the fleet for a rate, and rules of thumb.
import { html, nothing } from 'lit';
import { count, counted, dollars, gibibytes, percent, predicted, short } from '../format.js';

/** @typedef {import('../types.js').Result} Result */

/** How many copies answer a rate, and on what. @param {Result} result */
export function fleetView({ fleet }) {
  if (!fleet) return nothing;
  const figures = [
    ['Replicas', count(fleet.replicas), `${count(fleet.base)} on average, ${count(fleet.peak)} at the peak`],
    ...(fleet.spare > 0 ? [['Spare', count(fleet.spare), 'on spare machines']] : []),
    ['Machines', count(fleet.nodes), counted(fleet.accelerators, 'accelerators')],
    ['Utilization', percent(fleet.utilization), 'on average'],
    ...(fleet.usd_per_h === undefined ? [] : [['An hour', dollars(fleet.usd_per_h), fleet.base_usd_per_h === undefined ? 'all of them' : `all of them; ${dollars(fleet.base_usd_per_h)} on average`]]),
  ];
  return html`<section aria-labelledby="fleet"><h2 id="fleet">Fleet <span>that this rate needs</span></h2><div class="figures">${figures.map(([label, value, note]) => html`<p class="figure"><span class="figure-label">${label}</span>
    <span class="figure-value">${value}</span><span class="figure-note">${note}</span></p>`)}</div></section>`;
}

/** @param {number} value @param {string} unit */
function amount(value, unit) {
  if (unit === 'GB') return gibibytes(value);
  if (unit === 'billion tokens') return `${short(value * 1e9)}\u00a0tokens`;
  return `${value >= 1e6 ? short(value) : predicted(value)}\u00a0${unit}`;
}

/** Rules of thumb, beside what was computed. @param {Result} result */
export function rulesView(result) {
  if (result.rules_of_thumb.length === 0) return nothing;
  return html`<section aria-labelledby="rules">
    <h2 id="rules">Rules of thumb</h2>
    <table class="rules">
      <caption class="hidden">Rules of thumb beside the computed figures</caption>
      <thead><tr><th scope="col">Rule of thumb</th><th scope="col" class="number">Gives</th><th scope="col" class="number">Computed</th><th scope="col">Why they differ</th></tr></thead>
      <tbody>${result.rules_of_thumb.map((rule) => html`<tr><th scope="row">${rule.label}</th><td class="number">${amount(rule.value, rule.unit)}</td><td class="number">${amount(rule.detailed, rule.unit)}</td><td>${rule.why_different}</td></tr>`)}</tbody>
    </table>
  </section>`;
}
