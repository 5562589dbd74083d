// Pictures over two axes: lines, areas and points under labelled limits. What they show is a `Picture`; the element
// rp-plot adds reading by pointer and keyboard, its table and its files.
import { scaleLinear, scaleLog } from 'd3-scale';
import { html, nothing, svg } from 'lit';
import { textWidth } from './labels.js';
import { fillOf, patterns } from './patterns.js';

/**
 * @typedef {{label: string, format: (x: number) => string, log?: boolean, from?: number, to?: number}} Axis
 * @typedef {{x: number, y: number, label?: string, brief?: string, read: string, kind?: string, strong?: boolean, hollow?: boolean, id?: string}} Point
 * @typedef {{points: [number, number][], kind?: string, label?: string, dashed?: boolean, quiet?: boolean}} Line
 * @typedef {{kind: string, label: string, points: [number, number, number][]}} Area x, lower and upper end
 * @typedef {{axis: 'x' | 'y', at: number, label: string}} Limit
 *
 * @typedef {object} Picture
 * @property {string} name also of its files
 * @property {string} description what is to be seen, for those who do not see it
 * @property {Axis} x
 * @property {Axis} y
 * @property {Line[]} [lines]
 * @property {Area[]} [areas]
 * @property {Point[]} points what can be read out, in the order of the keyboard
 * @property {Limit[]} [limits]
 * @property {number} [height]
 * @property {string} [note] what has to be said of it in words
 * @property {{head: string[], rows: (string | number)[][], formats?: ((x: number) => string)[]}} table
 * @property {(id: string) => void} [choose] a point with an id was chosen
 * @property {string} [chosen] id of the point that is chosen
 */

const [top, bottom, left] = [30, 42, 58];
const defaultHeight = 280;

/** @param {Picture} picture @param {number} width */
export function scalesOf(picture, width) {
  const height = picture.height ?? defaultHeight;
  const right = 16 + Math.max(0, ...(picture.areas ?? []).map((a) => textWidth(a.label) + 4));
  const xs = [...picture.points.map((p) => p.x), ...(picture.lines ?? []).flatMap((l) => l.points.map((p) => p[0])), ...(picture.areas ?? []).flatMap((a) => a.points.map((p) => p[0])), ...limitsOf(picture, 'x')];
  const ys = [...picture.points.map((p) => p.y), ...(picture.lines ?? []).flatMap((l) => l.points.map((p) => p[1])), ...(picture.areas ?? []).flatMap((a) => a.points.map((p) => p[2])), ...limitsOf(picture, 'y')];
  return {
    height,
    right,
    x: scaleOf(picture.x, xs, [left, width - right]),
    y: scaleOf(picture.y, ys, [height - bottom, top]),
  };
}

/** @param {Picture} picture @param {'x' | 'y'} axis */
const limitsOf = (picture, axis) => (picture.limits ?? []).filter((l) => l.axis === axis).map((l) => l.at);

/** @param {Axis} axis @param {number[]} values @param {[number, number]} range */
function scaleOf(axis, values, range) {
  const [low, high] = [axis.from ?? Math.min(...values), axis.to ?? Math.max(...values)];
  if (!axis.log) return scaleLinear([Math.min(0, low), high * 1.06 || 1], range);
  return scaleLog([low / (axis.from === undefined ? 1.25 : 1), high * (axis.to === undefined ? 1.4 : 1)], range);
}

/** At most five round numbers. @param {ReturnType<typeof scaleOf>} scale @param {Axis} axis @param {number} room pixels */
function ticksOf(scale, axis, room) {
  const most = Math.min(5, Math.max(2, Math.floor(room / 64)));
  const all = scale.ticks(axis.log ? 10 : most);
  const levels = axis.log ? [[1, 2, 5], [1, 3], [1]].map((steps) => all.filter((t) => steps.includes(Number((t / 10 ** Math.floor(Math.log10(t) + 1e-9)).toFixed(6))))) : [all];
  const found = levels.find((level) => level.length <= most) ?? levels[levels.length - 1];
  const every = Math.ceil(found.length / most);
  return found.filter((_, i) => i % every === 0);
}

/** Where points stand in pixels. @param {Picture} picture @param {number} width */
export function placed(picture, width) {
  const { x, y } = scalesOf(picture, width);
  return picture.points.map((p) => ({ x: x(p.x), y: y(p.y) }));
}

/** @param {Picture} picture @param {number} width @param {number} at the point that is read out, -1: none */
export function xy(picture, width, at) {
  const { x, y, height, right } = scalesOf(picture, width);
  const foot = height - bottom;
  const kinds = new Set((picture.areas ?? []).map((a) => a.kind));
  const limits = picture.limits ?? [];
  const names = limits.filter((l, i) => !hidden(l, limits.slice(0, i), x, width)).map((l) => nameSpot(l, x, y, { width, right, begin: kinds.size > 0 }));
  return html`<svg class="xy" role="img" aria-label="${picture.name}: ${picture.description}" width=${width} height=${height} viewBox="0 0 ${width} ${height}">
    ${kinds.size ? patterns(picture.name, kinds) : nothing}
    ${ticksOf(y, picture.y, foot - top).map((t) => svg`<path class="grid" d="M${left},${y(t)}H${width - right}" /><text class="tick" x=${left - 8} y=${y(t) + 4} text-anchor="end">${picture.y.format(t)}</text>`)}
    ${ticksOf(x, picture.x, width - right - left).map((t) => svg`<path class="grid" d="M${x(t)},${foot}v4" /><text class="tick" x=${x(t)} y=${foot + 18} text-anchor="middle">${picture.x.format(t)}</text>`)}
    <path class="ground" d="M${left},${foot}H${width - right}" />
    <text class="tick axis" x="0" y="14">${picture.y.label}</text>
    <text class="tick axis" x=${width - right} y=${height - 6} text-anchor="end">${picture.x.label}</text>
    ${(picture.areas ?? []).map((a) => areaView(a, picture, x, y))}
    ${(picture.lines ?? []).map((l) => lineView(l, x, y))}
    ${limits.map((l) => limitLine(l, x, y, { foot, width, right }))}
    ${names.map((n) => svg`<g class="limit"><text x=${n.x} y=${n.y} text-anchor=${n.anchor}>${n.text}</text></g>`)}
    ${picture.points.map((p, i) => pointView(p, x(p.x), y(p.y), i === at, p.id !== undefined && p.id === picture.chosen))}
    ${labels(picture, x, y, { width, at, foot, names }).map(labelView)}
    ${areaLabels(picture, y, width - right)}
  </svg>`;
}

/** @typedef {(value: number) => number} Scale */

/** @param {[number, number][]} points @param {Scale} x @param {Scale} y */
const pathOf = (points, x, y) => points.map(([a, b], i) => `${i ? 'L' : 'M'}${x(a).toFixed(1)},${y(b).toFixed(1)}`).join('');

/** @param {Line} line @param {Scale} x @param {Scale} y */
const lineView = (line, x, y) => svg`<g data-kind=${line.kind ?? ''} data-quiet=${line.quiet ?? false}><path class="line" stroke-dasharray=${line.dashed ? '6 3' : nothing} d=${pathOf(line.points, x, y)} /></g>`;

/** @param {Area} area @param {Picture} picture @param {Scale} x @param {Scale} y */
function areaView(area, picture, x, y) {
  const upper = pathOf(area.points.map(([a, , b]) => [a, b]), x, y);
  const lower = pathOf(area.points.map(([a, b]) => /** @type {[number, number]} */ ([a, b])).reverse(), x, y).replace('M', 'L');
  return svg`<path class="area" d="${upper}${lower}Z" fill=${fillOf(picture.name, area.kind)} />`;
}

/** Names of areas at their right end, kept a line apart. @param {Picture} picture @param {Scale} y @param {number} end */
function areaLabels(picture, y, end) {
  const areas = (picture.areas ?? []).filter((a) => a.points.length > 0);
  let above = Infinity;
  return areas.map((area) => {
    const [, low, high] = area.points[area.points.length - 1];
    const at = Math.min(y((low + high) / 2) + 4, above - 16);
    above = at;
    return svg`<text class="direct" x=${end + 8} y=${at}>${area.label}</text>`;
  });
}

/** From where to where the name of an upright limit goes. @param {Limit} limit @param {Scale} x @param {number} width @returns {[number, number]} */
function span({ at, label }, x, width) {
  const wide = textWidth(label) + 8;
  return x(at) > width / 2 ? [x(at) - wide, x(at)] : [x(at), x(at) + wide];
}

/** Would the name of an upright limit stand on that of an earlier one? @param {Limit} limit @param {Limit[]} earlier @param {Scale} x @param {number} width */
function hidden(limit, earlier, x, width) {
  const [from, to] = span(limit, x, width);
  return limit.axis === 'x' && earlier.some((other) => other.axis === 'x' && span(other, x, width)[0] < to && span(other, x, width)[1] > from);
}

/** @param {Limit} limit @param {Scale} x @param {Scale} y @param {{foot: number, width: number, right: number}} room */
const limitLine = ({ axis, at }, x, y, { foot, width, right }) => svg`<g class="limit"><path d=${axis === 'y' ? `M${left},${y(at)}H${width - right}` : `M${x(at)},${top}V${foot}`} /></g>`;

/** Where its name stands: at an end of its line. @param {Limit} limit @param {Scale} x @param {Scale} y @param {{width: number, right: number, begin: boolean}} room begin: it stands there, and names of upright ones above the areas @returns {Spot} */
function nameSpot({ axis, at, label }, x, y, { width, right, begin }) {
  if (axis === 'y') return spot(label, begin ? left + 6 : width - right, y(at) - 6, begin ? 'start' : 'end');
  const before = x(at) > width / 2;
  return spot(label, x(at) + (before ? -6 : 6), begin ? top - 8 : top + 4, before ? 'end' : 'start');
}

/** @param {Point} p @param {number} px @param {number} py @param {boolean} read @param {boolean} chosen */
const pointView = (p, px, py, read, chosen) => svg`<circle class="point" data-kind=${p.kind ?? ''} data-strong=${p.strong ?? false} data-hollow=${p.hollow ?? false}
  data-read=${read} data-chosen=${chosen} cx=${px} cy=${py} r=${p.strong || chosen ? 6 : read ? 5 : 4} />`;

/** @typedef {{x: number, y: number, text: string, anchor: string, strong: boolean}} Placed */

/** Names beside points as far as there is room, the strong and the read one first.
 * @param {Picture} picture @param {Scale} x @param {Scale} y @param {{width: number, at: number, foot: number, names: Spot[]}} room names: of limits @returns {Placed[]} */
function labels(picture, x, y, { width, at, foot, names }) {
  /** @type {Box[]} */
  const taken = [...picture.points.map((p) => ({ x0: x(p.x) - 5, x1: x(p.x) + 5, y0: y(p.y) - 5, y1: y(p.y) + 5 })), ...names.map(({ box }) => box)];
  const ink = (picture.lines ?? []).flatMap((line) => along(line.points.map(([a, b]) => [x(a), y(b)])));
  const weight = (/** @type {Point} */ p, /** @type {number} */ i) => (i === at ? 3 : 0) + (p.id !== undefined && p.id === picture.chosen ? 2 : 0) + (p.strong ? 1 : 0);
  const order = picture.points.map((p, i) => ({ p, i })).filter(({ p }) => p.label).sort((a, b) => weight(b.p, b.i) - weight(a.p, a.i) || a.i - b.i);
  /** @type {Placed[]} */
  const found = [];
  for (const { p, i } of order) {
    const [px, py] = [x(p.x), y(p.y)];
    const free = (/** @type {Box} */ box) => box.x0 >= left && box.x1 <= width && box.y0 >= 16 && box.y1 <= foot
      && !ink.some(([ix, iy]) => box.x0 < ix && box.x1 > ix && box.y0 < iy && box.y1 > iy)
      && !taken.some((t, j) => j !== i && t.x0 < box.x1 && t.x1 > box.x0 && t.y0 < box.y1 && t.y1 > box.y0);
    const place = [p.label, p.brief].flatMap((text) => (text ? spotsOf(text, px, py) : [])).find(({ box }) => free(box));
    if (!place) continue;
    taken.push(place.box);
    found.push({ x: place.x, y: place.y, anchor: place.anchor, text: place.text, strong: weight(p, i) > 0 });
  }
  return found;
}

/** @typedef {{x0: number, x1: number, y0: number, y1: number}} Box */

/** @typedef {{text: string, x: number, y: number, anchor: string, box: Box}} Spot */

/** @param {string} text @param {number} x @param {number} y @param {string} anchor @returns {Spot} */
function spot(text, x, y, anchor) {
  const wide = textWidth(text);
  const x0 = x - (anchor === 'end' ? wide : anchor === 'middle' ? wide / 2 : 0);
  return { text, x, y, anchor, box: { x0, x1: x0 + wide, y0: y - 12, y1: y + 4 } };
}

/** Where a text can stand beside a point, best first. @param {string} text @param {number} px @param {number} py */
const spotsOf = (text, px, py) => [
  spot(text, px + 10, py + 4, 'start'), spot(text, px - 10, py + 4, 'end'), spot(text, px, py - 12, 'middle'), spot(text, px, py + 20, 'middle'),
  spot(text, px + 8, py - 10, 'start'), spot(text, px - 8, py - 10, 'end'), spot(text, px + 8, py + 18, 'start'), spot(text, px - 8, py + 18, 'end'),
];

/** Points every few pixels along a line. @param {number[][]} ends @returns {number[][]} */
const along = (ends) => ends.slice(1).flatMap(([bx, by], i) => {
  const [ax, ay] = ends[i];
  const steps = Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay) / 5));
  return Array.from({ length: steps }, (_, n) => [ax + ((bx - ax) * n) / steps, ay + ((by - ay) * n) / steps]);
});

/** @param {Placed} l */
const labelView = (l) => svg`<text class=${l.strong ? 'value' : 'direct'} x=${l.x} y=${l.y} text-anchor=${l.anchor}>${l.text}</text>`;
