// Where no price is known, fields for a person's own.
import { html, nothing } from 'lit';
import * as stops from '../stops.js';
import { fieldView } from './controls.js';

/** @typedef {import('../fields.js').NumberField} NumberField */

/** @param {string} at @param {string} label @param {string} unit @param {number[]} range @returns {NumberField} */
const price = (at, label, unit, [from, to]) => ({ kind: 'number', at, label, unit, stops: stops.decimal(from, to), word: 'auto', wordLabel: 'not known' });

const rent = price('/cost/rent_usd_gpu_h', 'Rent per GPU, $ an hour', '$/h', [0.05, 50]);
const machine = price('/cost/server_usd', 'Price of one machine, $', '$', [500, 1e6]);

/** By what is counted. @type {Record<string, NumberField[]>} */
const prices = {
  compare: [rent, machine],
  rent: [rent],
  buy: [machine],
  api: [price('/cost/api_input_usd_m', 'Hosted, 1M read, $', '$', [0.01, 100]), price('/cost/api_output_usd_m', 'Hosted, 1M written, $', '$', [0.01, 100])],
};

/** What they were offered for: they stay while a price is typed. */
let offered = '';

/** @param {import('../types.js').Page} page */
export function unpricedView({ shown: { result }, board }) {
  const { scenario, cost } = result;
  const question = JSON.stringify([scenario.cost.mode, scenario.hardware.accelerator, scenario.hardware.instance, scenario.cost.mode === 'api' && scenario.model]);
  if (cost.usd_per_h === undefined) offered = question;
  return offered === question ? html`<p class="note">Enter what you would pay.</p><div class="limits">${prices[scenario.cost.mode].map((field) => fieldView(field, board, 'cost-'))}</div>` : nothing;
}
