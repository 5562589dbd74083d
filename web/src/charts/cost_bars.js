// One useful GPU hour, rented in each way and owned.
import { scaleLinear } from 'd3-scale';
import { html, svg } from 'lit';
import { dollars } from '../format.js';
import { fillOf, patterns } from './patterns.js';

const name = 'Cost of a useful GPU hour';
const ways = /** @type {const} */ ([
  ['rent', 'Rent, on demand'],
  ['reserved', 'Rent, reserved'],
  ['spot', 'Rent, spot'],
  ['buy', 'Own'],
]);
const row = 32;
const thick = 18;
const [before, after] = [124, 76];

/** @param {import('../types.js').Result} result @param {number} width */
export function costBars({ cost }, width) {
  const prices = cost.usd_per_useful_gpu_h ?? {};
  const bars = ways.filter(([way]) => prices[way] !== undefined);
  const x = scaleLinear([0, Math.max(...bars.map(([way]) => prices[way]))], [0, width - before - after]);
  const height = bars.length * row;
  return html`<svg class="bars" role="img" aria-label="${name}: ${bars.map(([way, label]) => `${label} ${dollars(prices[way])}`).join(', ')}"
    width=${width} height=${height} viewBox="0 0 ${width} ${height}">
    ${patterns(name, new Set(bars.map(([way]) => kindOf(way))))}
    ${bars.map(([way, label], i) => svg`<g>
      <text x="0" y=${i * row + 20}>${label}</text>
      <rect class="part" x=${before} y=${i * row + 7} width=${Math.max(x(prices[way]), 1)} height=${thick} fill=${fillOf(name, kindOf(way))} />
      <text class="value" x=${before + x(prices[way]) + 8} y=${i * row + 20}>${dollars(prices[way])}</text></g>`)}
  </svg>`;
}

/** @param {string} way */
const kindOf = (way) => (way === 'buy' ? 'buy' : 'rent');
