// One useful GPU hour in each way to pay for it.
import { scaleLinear } from 'd3-scale';
import { html, svg } from 'lit';
import { dollars } from '../format.js';
import { deviceOf } from '../words.js';
import { fillOf, patterns } from './patterns.js';

const row = 32;
const thick = 18;
const [before, after] = [128, 76];

/** @param {import('../types.js').Way} way */
export const kindOf = ({ id }) => (id === 'buy' || id === 'api' ? id : 'rent');

/** @param {import('../types.js').Result} result @param {number} width */
export function costBars(result, width) {
  const { cost } = result;
  const name = `Cost of a useful ${deviceOf(result)} hour`;
  const bars = (cost.ways ?? []).flatMap((way) => (way.usd_per_useful_gpu_h === undefined ? [] : [{ way, price: way.usd_per_useful_gpu_h }]));
  const x = scaleLinear([0, Math.max(...bars.map(({ price }) => price))], [0, width - before - after]);
  const height = bars.length * row;
  return html`<svg class="bars" role="img" aria-label="${name}: ${bars.map(({ way, price }) => `${way.label} ${dollars(price)}`).join(', ')}"
    width=${width} height=${height} viewBox="0 0 ${width} ${height}">
    ${patterns(name, new Set(bars.map(({ way }) => kindOf(way))))}
    ${bars.map(({ way, price }, i) => svg`<g>
      <text x="0" y=${i * row + 20}>${way.label}</text>
      <rect class="part" x=${before} y=${i * row + 7} width=${Math.max(x(price), 1)} height=${thick} fill=${fillOf(name, kindOf(way))} />
      <text class="value" x=${before + x(price) + 8} y=${i * row + 20}>${dollars(price)}</text></g>`)}
  </svg>`;
}
