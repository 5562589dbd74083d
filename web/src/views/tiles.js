// Four tiles say what decides: memory, speed, what limits it, money. Each leads to its view.
import { html, nothing, svg } from 'lit';
import { counted, dollars, gibibytes, percent } from '../format.js';
import { deviceOf } from '../words.js';

/** @typedef {import('../types.js').Result} Result */
/** @typedef {import('../types.js').ViewId} ViewId */
/**
 * Blocks of a box 100 wide and 10 high, and where a line crosses it.
 * @typedef {{kind?: string, x?: number, y?: number, width: number, height?: number}} Block
 * @typedef {{blocks: Block[], mark?: number}} Gauge
 * @typedef {{title: string, view: ViewId, value: string, note: string, gauge?: Gauge}} Tile
 */

/** @param {{kind: string, size: number}[]} pieces side by side @param {number} total that they are shares of @param {number} [mark] @returns {Gauge} */
function bar(pieces, total, mark) {
  let end = 0;
  return { mark, blocks: [{ width: 100 }, ...pieces.map(({ kind, size }) => {
    const x = end, width = (100 * size) / total;
    end += width;
    return { kind, x, width };
  })] };
}

/** @param {Gauge} gauge */
const gaugeView = ({ blocks, mark }) => html`<svg class="gauge" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">${blocks.map(({ kind, x, y, width, height }) =>
  svg`<rect data-kind=${kind ?? nothing} x=${x ?? 0} y=${y ?? 0} width=${width} height=${height ?? 10} />`)}${mark === undefined ? nothing : svg`<path d="M${mark},-2v14" />`}</svg>`;

/** What a tile holds, one under the other. @param {Tile} tile */
export const insideView = ({ title, value, note, gauge }) => html`<span class="tile-title">${title}</span> <strong>${value}</strong> ${gauge ? gaugeView(gauge) : nothing} <span class="note">${note}</span>`;

/** @param {Result} result @param {(view: ViewId, top: boolean) => void} go */
export const tilesView = (result, go) => html`<div class="tiles">${tilesOf(result).map((tile) => html`<button type="button" class="tile" @click=${() => go(tile.view, true)}>${insideView(tile)}</button>`)}</div>`;

/** The first figure of the sentence that is of speed or of money, and what the sentence says of its range.
 * @param {Result} result @param {boolean} [money] */
function figureOf({ answer, speed }, money) {
  const figures = answer.figures.filter(({ id }) => (money ? id.includes('usd') : id in speed));
  const range = answer.parts.find(({ range_of: of }) => of !== undefined && of === figures[0]?.id)?.text.replace(/^[ ,(]+|\)$/g, '');
  return { figure: figures[0], next: figures[1], range };
}

/** @param {Result} result @returns {Tile[]} */
export function tilesOf(result) {
  const { memory, speed, cost, scenario } = result;
  const [fast, paid] = [figureOf(result), figureOf(result, true)];
  const most = Math.max(memory.per_gpu_gb, memory.usable_gb);
  const range = speed.ranges.find(({ figure }) => figure === fast.figure?.id);
  const ways = Object.entries(cost.npv ?? {}).filter(([, usd]) => usd > 0);
  const dearest = Math.max(...ways.map(([, usd]) => usd));
  /** @type {Tile[]} */
  const tiles = [{
    title: `Memory per ${deviceOf(result)}`, view: 'memory', value: `${gibibytes(memory.per_gpu_gb)} of ${gibibytes(memory.usable_gb)}`,
    note: memory.max_concurrency === undefined ? '' : `Max ${memory.max_concurrency.toLocaleString('en')} concurrent users`,
    gauge: bar(memory.kinds.map(({ kind, gb }) => ({ kind, size: gb })), most, (100 * memory.usable_gb) / most),
  }];
  if (fast.figure) tiles.push({ title: 'Speed', view: 'speed', value: fast.figure.text, note: [range && fast.range, fast.next?.id === 'ttft_ms' && `first token in ${fast.next.text}`].filter(Boolean).join(' · '), gauge: range && rangeBar(range, fast.figure.value) });
  if (memory.fit !== 'no') tiles.push({ title: 'Limited by', view: 'speed', value: speed.bottleneck.text, note: timesOf(speed), gauge: bar(speed.bounds.map(({ bound, s }) => ({ kind: bound, size: s })), speed.bounds.reduce((sum, { s }) => sum + s, 0)) });
  else if (result.remedies.length) tiles.push({ title: 'It fits with', view: 'answer', value: result.remedies[0].text, note: '' });
  if (paid.figure) tiles.push({
    title: 'Money', view: 'cost', value: paid.figure.text,
    ...(ways.length > 1 ? {
      note: `${ways.map(([way, usd]) => `${names[way] ?? way} ${dollars(usd)}`).join(', ')} over ${counted(scenario.cost.years, 'years')}`,
      gauge: { blocks: ways.map(([kind, usd], i) => ({ kind, y: (i * 10) / ways.length, width: (100 * usd) / dearest, height: 8 / ways.length })) },
    } : { note: paid.next?.text ?? '' }),
  });
  return tiles;
}

/** @type {Record<string, string>} */
const names = { rent: 'Rent', buy: 'own', api: 'API' };

/** What the time goes on besides. @param {Result['speed']} speed */
function timesOf({ bounds, bottleneck }) {
  const all = bounds.reduce((sum, { s }) => sum + s, 0);
  const [, next] = [...bounds].sort((a, b) => b.s - a.s);
  return `${percent(bottleneck.share)} of the time${next ? `, ${next.label.toLowerCase()} ${percent(next.s / all)}` : ''}`;
}

/** Where a figure lies in its range, over factors. @param {{low: number, high: number}} range @param {number} value @returns {Gauge} */
function rangeBar({ low, high }, value) {
  const [from, to] = [Math.log(low / 2), Math.log(high * 2)];
  const at = (/** @type {number} */ x) => (100 * (Math.log(x) - from)) / (to - from);
  return { blocks: [{ y: 4, width: 100, height: 2 }, { kind: 'memory', x: at(low), y: 2, width: at(high) - at(low), height: 6 }], mark: at(value) };
}
