// Measured against predicted, both on logarithmic axes of the same range.
import { html, svg } from 'lit';

const side = 180;
const [left, right, top, bottom] = [32, 6, 6, 20];
const within = 0.25; // the band on both sides of the diagonal

/** @typedef {{measured: number, predicted: number}} Point */

/** A square with the diagonal, the band of ±25% and a dot a row. @param {Point[]} points @param {string} name */
export function scatter(points, name) {
  const range = rangeOf(points);
  const x = scale(range, left, side - right);
  const y = scale(range, side - bottom, top);
  const ticks = ticksOf(range);
  const [low, high] = range;
  const near = points.filter((p) => Math.abs(p.predicted / p.measured - 1) <= within);
  const far = points.filter((p) => Math.abs(p.predicted / p.measured - 1) > within);
  /** @param {number} factor @param {number} from */
  const edge = (factor, from) => `${short(x(from))} ${short(y(clamp(from * factor, range)))}`;
  const turn = high / (1 + within);
  const start = low / (1 - within);
  return html`<svg class="scatter" role="img" aria-label=${name} viewBox="0 0 ${side} ${side}">
    <path class="ground" d=${`M${left} ${top}V${side - bottom}H${side - right}`} />
    ${ticks.map((t) => svg`<path class="grid" d=${`M${short(x(t))} ${side - bottom}V${top}M${left} ${short(y(t))}H${side - right}`} />
      <text class="tick across" x=${short(x(t))} y=${side - bottom + 14}>${label(t)}</text>
      <text class="tick up" x=${left - 5} y=${short(y(t) + 4)}>${label(t)}</text>`)}
    <path class="band" d=${`M${edge(1 + within, low)}L${edge(1 + within, turn)}L${edge(1, high)}L${edge(1 - within, high)}L${edge(1 - within, start)}L${edge(1, low)}Z`} />
    <path class="diagonal" d=${`M${edge(1, low)}L${edge(1, high)}`} />
    <path class="dots" d=${dots(near, x, y)} /><path class="dots far" d=${dots(far, x, y)} />
  </svg>`;
}

/** A dot is a line of no length with round ends; equal ones are drawn once.
 * @param {Point[]} points @param {(v: number) => number} x @param {(v: number) => number} y */
const dots = (points, x, y) => [...new Set(points.map((p) => `M${short(x(p.measured))} ${short(y(p.predicted))}h0`))].join('');

/** From below the least to above the greatest. @param {Point[]} points */
function rangeOf(points) {
  const values = points.flatMap((p) => [p.measured, p.predicted]);
  return [Math.min(...values) / 1.25, Math.max(...values) * 1.25];
}

/** @param {number[]} domain @param {number} from @param {number} to */
function scale([low, high], from, to) {
  const slope = (to - from) / Math.log(high / low);
  return (/** @type {number} */ value) => from + slope * Math.log(value / low);
}

/** @param {number} value @param {number[]} range */
const clamp = (value, [low, high]) => Math.min(high, Math.max(low, value));

/** Round values inside a range, four at most: decades, or steps of 1, 2, 5 or 1, 3. @param {number[]} range */
function ticksOf([low, high]) {
  const decades = [];
  for (let e = Math.floor(Math.log10(low)); e <= Math.log10(high); ++e) decades.push(e);
  const sets = [[1, 1.5, 2, 3, 4, 5, 6, 8], [1, 2, 3, 5], [1, 2, 5], [1, 3], [1]].map((steps) =>
    decades.flatMap((e) => steps.map((step) => Number(`${step}e${e}`))).filter((t) => t >= low && t <= high));
  const fitting = sets.find((ticks) => ticks.length <= 4 && ticks.length > 0) ?? sets[sets.length - 1];
  return fitting.length <= 4 ? fitting : fitting.filter((_, i) => i % Math.ceil(fitting.length / 4) === 0);
}

/** @param {number} value */
const short = (value) => Number(value.toFixed(1));

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 2 });
/** @param {number} value */
const label = (value) => compact.format(value);
