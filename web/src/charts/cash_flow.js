// What has been paid by each month, rented, owned and from a hosted API, and where owning has paid back.
import { scaleLinear } from 'd3-scale';
import { html, nothing, svg } from 'lit';
import { dollars } from '../format.js';
import { axisDollars } from '../format_more.js';
import { textWidth } from './labels.js';

/** @typedef {import('../types.js').CashMonth} CashMonth */

const height = 240;
const [top, bottom, left] = [16, 28, 56];
const lines = /** @type {const} */ ([
  { at: 'rent_usd', kind: 'rent', label: 'Rent' },
  { at: 'buy_usd', kind: 'buy', label: 'Own' },
  { at: 'api_usd', kind: 'api', label: 'Hosted API' },
]);

/** @param {import('../types.js').Result} result @param {number} width */
export function cashFlow({ cost }, width) {
  const months = cost.cash_flow ?? [];
  const drawn = lines.filter(({ at }) => months[0]?.[at] !== undefined);
  if (drawn.length === 0) return nothing;
  const last = months[months.length - 1];
  const right = 12 + Math.max(...drawn.map(({ label }) => textWidth(label)));
  const most = Math.max(...months.flatMap((m) => drawn.map(({ at }) => m[at] ?? 0)));
  const x = scaleLinear([0, last.month], [left, width - right]);
  const y = scaleLinear([0, most], [height - bottom, top]).nice(4);
  const path = (/** @type {typeof lines[number]['at']} */ at) => months.map((m, i) => `${i ? 'L' : 'M'}${x(m.month).toFixed(1)},${y(m[at] ?? 0).toFixed(1)}`).join('');
  const ends = spread(drawn.map(({ at }) => y(last[at] ?? 0)));
  const said = drawn.map(({ at, label }) => `${label} ${dollars(last[at] ?? 0)}`).join(', ');
  return html`<svg class="flow" role="img" aria-label="Paid by month, discounted; in the end ${said}" width=${width} height=${height} viewBox="0 0 ${width} ${height}">
    ${y.ticks(4).map((t) => svg`<path class="grid" d="M${left},${y(t)}H${width - right}" /><text class="tick" x=${left - 8} y=${y(t) + 4} text-anchor="end">${axisDollars(t)}</text>`)}
    ${years(last.month).map((t) => svg`<text class="tick" x=${x(t * 12)} y=${height - 8} text-anchor="middle">${t === 0 ? 'start' : `${t} y`}</text>`)}
    ${drawn.map(({ at, kind, label }, i) => svg`<g data-kind=${kind}><path class="line" d=${path(at)} />
      <text class="value" x=${width - right + 8} y=${ends[i] + 4}>${label}</text></g>`)}
    ${breakEven(cost, months, x, y, width - right)}
  </svg>`;
}

/** @param {number} months @returns {number[]} */
function years(months) {
  const step = Math.max(1, Math.ceil(months / 12 / 5));
  return Array.from({ length: Math.floor(months / 12 / step) + 1 }, (_, i) => i * step);
}

/** Keeps labels a line apart. @param {number[]} wanted */
function spread(wanted) {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b]);
  const placed = [...wanted];
  order.forEach((at, i) => {
    if (i > 0) placed[at] = Math.max(placed[at], placed[order[i - 1]] + 18);
  });
  return placed;
}

/** @param {import('../types.js').Result['cost']} cost @param {CashMonth[]} months
 * @param {(x: number) => number} x @param {(y: number) => number} y @param {number} end where the names of the lines begin */
function breakEven(cost, months, x, y, end) {
  const at = cost.break_even?.months;
  const before = months.findLast((m) => at !== undefined && m.month <= at);
  const after = months.find((m) => at !== undefined && m.month >= at);
  if (!at || before?.rent_usd === undefined || after?.rent_usd === undefined) return nothing;
  const part = after.month > before.month ? (at - before.month) / (after.month - before.month) : 0;
  const paid = before.rent_usd + part * (after.rent_usd - before.rent_usd);
  const said = `paid back, month ${Math.ceil(at)}`;
  const room = x(at) - left > textWidth(said) + 12;
  const fits = room || x(at) + 4 + textWidth(said) <= end;
  return svg`<circle class="here" cx=${x(at)} cy=${y(paid)} r="5" />
    <text class="value" x=${room ? x(at) - 10 : x(at) + 4} y=${room ? Math.max(y(paid) - 10, 12) : y(paid) + 22} text-anchor=${room ? 'end' : 'start'}>${fits ? said : `month ${Math.ceil(at)}`}</text>`;
}
