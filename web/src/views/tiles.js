// Four tiles say what decides: memory, speed, what limits it, money. Each leads to its view.
import { html, nothing, svg } from 'lit';
import { counted, dollars, gibibytes, percent } from '../format.js';
import { deviceOf } from '../words.js';

/** @typedef {import('../types.js').Result} Result */
/** @typedef {import('../types.js').ViewId} ViewId */
/** @typedef {{kind: string, size: number}} Piece */

/** @param {Piece[]} pieces side by side @param {number} total that they are shares of @param {unknown} [marks] over them */
function bar(pieces, total, marks = nothing) {
  let end = 0;
  return html`<svg class="gauge" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width="100" height="10" />
    ${pieces.map(({ kind, size }) => {
      const start = end;
      end += (100 * size) / total;
      return svg`<rect data-kind=${kind} x=${start} width=${end - start} height="10" />`;
    })}${marks}</svg>`;
}

/** @param {string} title @param {ViewId} view @param {unknown} value @param {unknown} note @param {unknown} picture
 * @param {(view: ViewId, top: boolean) => void} go */
const tileView = (title, view, value, note, picture, go) => html`<button type="button" class="tile" @click=${() => go(view, true)}>
  <span class="tile-title">${title}</span> <strong>${value}</strong> ${picture} <span class="note">${note}</span></button>`;

/** The first figure of the sentence that one part of the result has, and what the sentence says of its range.
 * @param {Result} result @param {'speed' | 'cost'} part */
function figureOf({ answer, ...result }, part) {
  const figures = answer.figures.filter(({ id }) => id in result[part]);
  const range = answer.parts.find(({ range_of: of }) => of !== undefined && of === figures[0]?.id)?.text.replace(/^[ ,(]+|\)$/g, '');
  return { figure: figures[0], next: figures[1], range };
}

/** @param {Result} result @param {(view: ViewId, top: boolean) => void} go */
export function tilesView(result, go) {
  const { memory, speed, cost, scenario } = result;
  const [fast, paid] = [figureOf(result, 'speed'), figureOf(result, 'cost')];
  const most = Math.max(memory.per_gpu_gb, memory.usable_gb);
  const range = speed.ranges.find(({ figure }) => figure === fast.figure?.id);
  const ways = Object.entries(cost.npv ?? {}).filter(([, usd]) => usd > 0);
  const dearest = Math.max(...ways.map(([, usd]) => usd));
  return html`<div class="tiles">
    ${tileView(`Memory per ${deviceOf(result)}`, 'memory', `${gibibytes(memory.per_gpu_gb)} of ${gibibytes(memory.usable_gb)}`,
      memory.max_concurrency === undefined ? '' : `Room for ${memory.max_concurrency.toLocaleString('en')} at full context`,
      bar(memory.kinds.map(({ kind, gb }) => ({ kind, size: gb })), most, svg`<path d="M${(100 * memory.usable_gb) / most},-2v14" />`), go)}
    ${fast.figure ? tileView('Speed', 'speed', fast.figure.text, [range && fast.range, fast.next?.id === 'ttft_ms' && `first token in ${fast.next.text}`].filter(Boolean).join(' · '), range ? rangeBar(range, fast.figure.value) : nothing, go) : nothing}
    ${memory.fit === 'no' ? nothing : tileView('Limited by', 'speed', speed.bottleneck.text, timesOf(speed),
      bar(speed.bounds.map(({ bound, s }) => ({ kind: bound, size: s })), speed.bounds.reduce((sum, { s }) => sum + s, 0)), go)}
    ${memory.fit === 'no' && result.remedies.length ? tileView('It fits with', 'answer', result.remedies[0].text, '', nothing, go) : nothing}
    ${paid.figure ? tileView('Money', 'cost', paid.figure.text, ways.length > 1 ? `${ways.map(([way, usd]) => `${names[way] ?? way} ${dollars(usd)}`).join(', ')} over ${counted(scenario.cost.years, 'years')}` : paid.next?.text,
      ways.length > 1 ? html`<svg class="gauge" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">${ways.map(([way, usd], i) => svg`<rect data-kind=${way} y=${(i * 10) / ways.length} width=${(100 * usd) / dearest} height=${8 / ways.length} />`)}</svg>` : nothing, go) : nothing}
  </div>`;
}

/** @type {Record<string, string>} */
const names = { rent: 'Rent', buy: 'own', api: 'API' };

/** What the time goes on besides. @param {Result['speed']} speed */
function timesOf({ bounds, bottleneck }) {
  const all = bounds.reduce((sum, { s }) => sum + s, 0);
  const [, next] = [...bounds].sort((a, b) => b.s - a.s);
  return `${percent(bottleneck.share)} of the time${next ? `, ${next.label.toLowerCase()} ${percent(next.s / all)}` : ''}`;
}

/** Where a figure lies in its range, over factors. @param {{low: number, high: number}} range @param {number} value */
function rangeBar({ low, high }, value) {
  const [from, to] = [Math.log(low / 2), Math.log(high * 2)];
  const at = (/** @type {number} */ x) => (100 * (Math.log(x) - from)) / (to - from);
  return html`<svg class="gauge" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect y="4" width="100" height="2" />
    <rect data-kind="memory" x=${at(low)} y="2" width=${at(high) - at(low)} height="6" /><path d="M${at(value)},-2v14" /></svg>`;
}
