// Where no price is known, fields for a person's own.
import { html, nothing } from 'lit';
import { fieldAt } from '../problems.js';
import * as stops from '../stops.js';
import { fieldView } from './controls.js';

/** @typedef {import('../fields.js').NumberField} NumberField */

/** The field of the expert settings. @param {string} at @param {number} from @param {number} to */
const price = (at, from, to) => /** @type {NumberField} */ ({ ...fieldAt(at), stops: stops.decimal(from, to), wordLabel: 'not known', when: undefined });

const rent = price('/cost/rent_usd_gpu_h', 0.05, 50);
const machine = price('/cost/server_usd', 500, 1e6);
const api = [price('/cost/api_input_usd_m', 0.01, 100), price('/cost/api_output_usd_m', 0.01, 100)];

/** Each keeps its place in the list. */
const all = [rent, machine, ...api];

/** By what is counted. @type {Record<string, NumberField[]>} */
const prices = { compare: [rent, machine], rent: [rent], buy: [machine], api };

/** What they were offered for: they stay while a price is typed. */
let offered = '';

/** @param {import('../types.js').Page} page */
export function unpricedView({ shown: { result }, board }) {
  const { scenario, cost } = result;
  const question = JSON.stringify([scenario.cost.mode, scenario.hardware.accelerator, scenario.hardware.instance, scenario.cost.mode === 'api' && scenario.model]);
  if (cost.usd_per_h === undefined) offered = question;
  return offered === question ? html`<p class="note">Enter what you would pay.</p><div class="limits">${all.map((field) => (prices[scenario.cost.mode].includes(field) ? fieldView(field, board, 'cost-') : nothing))}</div>` : nothing;
}
