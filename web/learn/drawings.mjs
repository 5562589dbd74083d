// Pictures for text: drawn once, at build. Bars stretch with the column; charts of lines come in two widths.
import { scaleLinear, scaleLog } from 'd3-scale';
import { html, nothing, svg } from 'lit';
import { fillOf, patterns } from '../src/charts/patterns.js';

/** @typedef {{kind: string, label: string, value: number}} Part */
/** @typedef {{label: unknown, text: unknown, parts: Part[], limit?: number}} Bar `limit`: where capacity ends */

/** Bars of parts under each other, on one scale. @param {string} name @param {Bar[]} bars @param {(x: number) => string} format @param {string} [limit] what the line is */
export function bars(name, bars, format, limit) {
  const most = Math.max(...bars.map((bar) => Math.max(sum(bar.parts), bar.limit ?? 0)));
  const kinds = [...new Map(bars.flatMap((bar) => bar.parts).map((part) => [part.kind, part.label]))];
  return html`<div class="chart bars">
    ${bars.map((bar, i) => html`<div class="bar"><p><span>${bar.label}</span> <b>${bar.text}</b></p>${barView(`${name} ${i}`, bar, most, format)}</div>`)}
    <ul class="legend">${kinds.map(([kind, label]) => html`<li><span class="swatch" data-kind=${kind}></span>${label}</li>`)}${limit ? html`<li><span class="stroke"></span>${limit}</li>` : nothing}</ul></div>`;
}

/** @param {Part[]} parts */
const sum = (parts) => parts.reduce((all, { value }) => all + value, 0);

/** @param {string} name @param {Bar} bar @param {number} most @param {(x: number) => string} format */
function barView(name, { parts, limit }, most, format) {
  const share = (/** @type {number} */ x) => `${((100 * x) / most).toFixed(2)}%`;
  const said = `${parts.map((part) => `${part.label} ${format(part.value)}`).join(', ')}${limit === undefined ? '' : `; room for ${format(limit)}`}`;
  return html`<svg role="img" aria-label=${said} width="100%" height="30">${patterns(name, new Set(parts.map((p) => p.kind)))}
    ${parts.map((part, i) => svg`<rect class="part" x=${share(sum(parts.slice(0, i)))} y="3" width=${share(part.value)} height="24" fill=${fillOf(name, part.kind)}><title>${part.label} ${format(part.value)}</title></rect>`)}
    ${limit === undefined ? nothing : svg`<line class="cap" x1=${share(limit)} x2=${share(limit)} y1="0" y2="30" />`}</svg>`;
}

/** Memory of a result by kind. @param {import('../src/types.js').Result} result @returns {Part[]} */
export const memoryParts = ({ memory }) => memory.kinds.map(({ kind, label, gb }) => ({ kind, label, value: gb }));

/** Time of a step or token by what it waits for. @param {import('../src/types.js').Result} result @returns {Part[]} */
export const timeParts = ({ speed }) => speed.bounds.map(({ bound, label, s }) => ({ kind: bound, label, value: s }));

/**
 * @typedef {object} Axis
 * @property {string} label
 * @property {number} from
 * @property {number} to
 * @property {boolean} [log]
 * @property {number[]} ticks
 * @property {(x: number) => string} format
 * @typedef {{label: string, kind: string, points: [number, number][]}} Line
 * @typedef {{at: [number, number], label: string, side?: 'left' | 'right'}} Dot
 * @typedef {{name: string, x: Axis, y: Axis, lines: Line[], dots?: Dot[], marks?: {at: number, label: string}[]}} Plot
 */

/** A chart of lines, for wide and for narrow columns. @param {Plot} plot */
export const lines = (plot) => html`<div class="chart drawn wide">${drawn(plot, 680, 320)}</div><div class="chart drawn narrow">${drawn(plot, 340, 280)}</div>`;

/** @param {Plot} plot @param {number} width @param {number} height */
function drawn({ name, x, y, lines, dots = [], marks = [] }, width, height) {
  const [left, top, bottom] = [46, 24, 44];
  const end = Math.max(...lines.map(({ label }) => label.length)) * 8 + 12;
  const right = width - (width > 500 ? end : 8);
  const across = (x.log ? scaleLog : scaleLinear)([x.from, x.to], [left, right]);
  const up = (y.log ? scaleLog : scaleLinear)([y.from, y.to], [height - bottom, top]);
  const at = (/** @type {number} */ px) => px.toFixed(1);
  const ends = apart(lines.map(({ points }) => up(points[points.length - 1][1])));
  return html`<svg role="img" aria-label=${name} viewBox=${`0 0 ${width} ${height}`} width=${width} height=${height}>
    ${y.ticks.map((t) => svg`<path class="grid" d=${`M${left},${at(up(t))}H${at(right)}`} /><text class="tick" x=${left - 8} y=${at(up(t) + 4)} text-anchor="end">${y.format(t)}</text>`)}
    ${x.ticks.map((t) => svg`<text class="tick" x=${at(across(t))} y=${height - bottom + 20} text-anchor="middle">${x.format(t)}</text>`)}
    <text class="tick" x=${left - 38} y="12">${y.label}</text><text class="tick" x=${at(right)} y=${height - 4} text-anchor="end">${x.label}</text>
    ${marks.map((mark) => svg`<g class="mark"><line x1=${left} x2=${at(right)} y1=${at(up(mark.at))} y2=${at(up(mark.at))} /><text x=${left + 6} y=${at(up(mark.at) - 6)}>${mark.label}</text></g>`)}
    ${lines.map(({ label, kind, points }, i) => svg`<g data-kind=${kind}><path class=${`line line-${i}`} d=${points.map(([a, b], n) => `${n ? 'L' : 'M'}${at(across(a))},${at(up(b))}`).join('')} />
      <text class="value" x=${width > 500 ? at(right + 8) : at(right - 4)} y=${at(width > 500 ? ends[i] + 4 : ends[i] - 8)} text-anchor=${width > 500 ? 'start' : 'end'}>${label}</text></g>`)}
    ${dots.map(({ at: [a, b], label, side }) => svg`<circle class="here" cx=${at(across(a))} cy=${at(up(b))} r="5" /><text class="value" x=${at(across(a) + (side === 'left' ? -10 : 10))} y=${at(up(b) + (side === 'left' ? -6 : 16))} text-anchor=${side === 'left' ? 'end' : 'start'}>${label}</text>`)}
  </svg>`;
}

/** Keeps labels at line ends a line apart. @param {number[]} wanted */
function apart(wanted) {
  const placed = [...wanted];
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b]);
  order.forEach((i, n) => { if (n) placed[i] = Math.max(placed[i], placed[order[n - 1]] + 18); });
  return placed;
}
