// How owning less renting moves with each input. Left of the line owning is cheaper, right of it renting.
import { scaleLinear } from 'd3-scale';
import { html, nothing, svg } from 'lit';
import { dollars, predicted } from '../format.js';
import { axisDollars } from '../format_more.js';

const row = 28;
const top = 24;
const before = 160;
const most = 7;

/** @param {import('../types.js').Result} result @param {number} width */
export function tornado({ sensitivity, cost }, width) {
  const bars = (sensitivity ?? []).slice(0, most);
  const npv = cost.npv;
  if (bars.length === 0 || npv?.buy === undefined || npv.rent === undefined) return nothing;
  const now = npv.buy - npv.rent;
  const ends = bars.flatMap((b) => [b.at_low, b.at_high]);
  const x = scaleLinear([Math.min(0, ...ends), Math.max(0, ...ends)], [before + 8, width - 24]).nice(4);
  const height = top + bars.length * row + 24;
  const said = bars.map((b) => `${b.label} ${dollars(Math.min(b.at_low, b.at_high))} to ${dollars(Math.max(b.at_low, b.at_high))}`).join(', ');
  return html`<svg class="tornado" role="img" aria-label="Owning less renting with each input a fifth lower and higher: ${said}" width=${width} height=${height} viewBox="0 0 ${width} ${height}">
    ${apart(x, width > 560 ? 5 : 3).map((t) => svg`<path class="grid" d="M${x(t)},${top}V${height - 24}" /><text class="tick" x=${x(t)} y=${height - 6} text-anchor="middle">${axisDollars(t)}</text>`)}
    <text class="tick" x=${x(0) - 8} y="14" text-anchor="end">← owning cheaper</text>
    ${x.range()[1] - x(0) > 128 ? svg`<text class="tick" x=${x(0) + 8} y="14">renting cheaper →</text>` : nothing}
    ${bars.map((b, i) => bar(b, i, x, now))}
    <path class="zero" d="M${x(0)},4V${height - 24}" />
  </svg>`;
}

/** Ticks that are far enough from each other to be read; zero is one of them. @param {import('d3-scale').ScaleLinear<number, number>} x @param {number} most */
function apart(x, most) {
  const ticks = x.ticks(most);
  const every = ticks.length > 1 && Math.abs(x(ticks[1]) - x(ticks[0])) < 72 ? 2 : 1;
  const zero = ticks.indexOf(0);
  return ticks.filter((_, i) => (i - zero) % every === 0);
}

/** @param {import('../types.js').Sensitivity} b @param {number} i @param {(x: number) => number} x @param {number} now */
function bar(b, i, x, now) {
  const y = top + i * row;
  const side = (/** @type {number} */ to) => svg`<rect class="part" data-kind=${to < now ? 'buy' : 'rent'} x=${Math.min(x(now), x(to))} y=${y + 6} width=${Math.abs(x(to) - x(now))} height="16" fill="var(--tint)" />`;
  return svg`<g><title>${b.label}: ${predicted(b.low)} gives ${dollars(b.at_low)}, ${predicted(b.high)} gives ${dollars(b.at_high)}</title>
    <text class=${b.flips_verdict ? 'value' : ''} x="0" y=${y + 19}>${b.label[0].toUpperCase()}${b.label.slice(1)}</text>
    ${side(b.at_low)}${side(b.at_high)}</g>`;
}
