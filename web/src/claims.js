// Three break-evens that articles print, and the inputs that give each: the node and the rent are the same, what is
// counted is not.
import { percent, predicted } from './format.js';

/** @typedef {{says: string, counts: string, scenario: import('./types.js').Scenario,
 *   figure: (result: import('./types.js').Result) => string}} Claim */

const job = { workload: 'finetune', model: 'llama-3.1-8b' };
const node = { ...job, hardware: { accelerator: 'a100-sxm4-80gb', count: 8 } };

/** @param {import('./types.js').Result} result */
const use = ({ cost }) => `${percent(cost.break_even?.utilization ?? NaN)} of the hours`;

/** @type {Claim[]} */
export const claims = /** @type {any} */ ([
  {
    says: 'Rent up to 2,600 GPU-hours',
    counts: 'A card for $12,000 with freight, its power and space, always busy, against $5.12 an hour. No server, staff, interest or resale.',
    scenario: {
      ...job,
      hardware: { accelerator: 'a100-sxm4-80gb', count: 1 },
      cost: { server_usd: 12000, rent_usd_gpu_h: 5.12, years: 3, utilization: 1, availability: 1, discount_rate: 0, resale_fraction: 0, staff_fte: 0 },
    },
    figure: (/** @type {import('./types.js').Result} */ { cost }) => `${predicted(Math.round((cost.break_even?.gpu_hours ?? NaN) / 10) * 10)} hours`,
  },
  {
    says: 'Buy from 30 to 40% of use',
    counts: 'The whole server ($12,000 a card and what is around), colocation, 10% interest, a quarter of an engineer, no resale, three years, against $5.12 an hour.',
    scenario: { ...node, cost: { server_usd: 124675, rent_usd_gpu_h: 5.12, years: 3, resale_fraction: 0 } },
    figure: use,
  },
  {
    says: 'Rent below 70% of use',
    counts: 'A team of $262,500 over three years for this one node, today’s price of a card, resale, against today’s $3.43 an hour.',
    scenario: { ...node, cost: { rent_usd_gpu_h: 3.43, years: 3, staff_fte: 0.5833333333333334 } },
    figure: use,
  },
]);
