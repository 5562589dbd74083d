// One bar of parts that add up, named directly beneath, with limits as labelled lines above.
import { html, nothing, svg } from 'lit';
import { placeInRow, textWidth } from './labels.js';
import { patterns, fillOf } from './patterns.js';

/**
 * @typedef {{id: string, label: string, text: string, value: number, kind: string}} Part
 * @typedef {{at: number, label: string, brief: string, strong?: boolean}} Mark position as a share of the bar; `brief` where the bar is too short
 * @typedef {{name: string, description: string, parts: Part[], marks: Mark[], total: number, width: number, limit?: number}} Bar `limit`: share beyond which it is too much
 */

const row = 18;
const thick = 36;
const leader = 10;

/** @param {Bar} bar */
export function stackedBar(bar) {
  const scale = bar.total > 0 ? bar.width / bar.total : 0;
  const top = bar.marks.length * row + (bar.marks.length ? 6 : 0);
  const marks = placedMarks(bar.marks, bar.width);
  let end = 0;
  const segments = bar.parts.map((part) => {
    const start = end;
    end += part.value * scale;
    return { ...part, start, wide: end - start };
  });
  const labels = segments.map((s) => ({ at: s.start, width: Math.max(textWidth(s.label), textWidth(s.text)) + 8 }));
  const lefts = placeInRow(labels, bar.width);
  const height = top + thick + (lefts ? leader + 2 * row + 4 : 2);
  return html`<svg class="stacked" role="img" aria-label="${bar.name}: ${bar.description}" width=${bar.width} height=${height} viewBox="0 0 ${bar.width} ${height}">
      ${patterns(bar.name, new Set(bar.parts.map((p) => p.kind)))}
      ${segments.map((s) => segmentView(s, bar.name, top))}
      ${bar.limit !== undefined && bar.limit < 1 ? overView(bar.limit, bar.width, top) : nothing}
      ${marks.map((mark, i) => markView(mark, i, top))}
      ${lefts ? segments.map((s, i) => labelView(s, lefts[i], top + thick)) : nothing}
    </svg>
    ${lefts ? nothing : listView(bar)}`;
}

/** @typedef {Part & {start: number, wide: number}} Segment */

/** @param {Segment} s @param {string} name @param {number} top */
const segmentView = (s, name, top) => svg`<rect class="part" data-kind=${s.kind} x=${s.start} y=${top} width=${Math.max(s.wide - 1, 0.5)} height=${thick}
  fill=${fillOf(name, s.kind)}><title>${s.label}: ${s.text}</title></rect>`;

/** What is too much, underlined in the colour of the verdict. @param {number} limit @param {number} width @param {number} top */
const overView = (limit, width, top) => svg`<rect class="over" x=${limit * width} y=${top - 4} width=${(1 - limit) * width} height="3" />`;

/** `beside` its line, else above it. @typedef {{at: number, text: string, x: number, anchor: 'start' | 'end', beside: boolean, strong?: boolean}} PlacedMark in pixels */

/** Names of marks from the top, so that the line of none runs through that of another: each before its line, or where one has
 * no room there each after its line. @param {Mark[]} marks @param {number} width @returns {PlacedMark[]} */
function placedMarks(marks, width) {
  const all = marks.map((mark) => ({ ...mark, at: Math.min(mark.at * width, width - 0.5) }));
  const wide = (/** @type {string} */ text) => textWidth(text) + 6;
  const textIn = (/** @type {number} */ room, /** @type {Mark} */ mark) => (wide(mark.label) < room ? mark.label : mark.brief);
  if (all.every((mark) => wide(textIn(mark.at, mark)) < mark.at)) {
    return all.sort((a, b) => b.at - a.at).map((mark) => ({ ...mark, text: textIn(mark.at, mark), x: mark.at - 6, anchor: 'end', beside: true }));
  }
  return all.sort((a, b) => a.at - b.at).map((mark) => {
    const text = textIn(width - mark.at, mark);
    const beside = mark.at + wide(text) < width;
    return { ...mark, text, x: beside ? mark.at + 6 : width - 1, anchor: beside ? 'start' : 'end', beside };
  });
}

/** @param {PlacedMark} mark @param {number} i @param {number} top */
const markView = ({ at, text, x, anchor, beside, strong }, i, top) => svg`<g class="mark" data-strong=${strong ?? false}>
    <line x1=${at} x2=${at} y1=${i * row + (beside ? 4 : row)} y2=${top + thick + 4} />
    <text x=${x} y=${i * row + 14} text-anchor=${anchor}>${text}</text></g>`;

/** @param {Segment} s @param {number} left @param {number} top */
function labelView(s, left, top) {
  const foot = left + 0.5;
  const from = Math.min(Math.max(foot, s.start + 0.5), s.start + Math.max(s.wide - 2, s.wide / 2));
  return svg`<g class="direct">
    <path class="leader" d="M${from},${top + 2}V${top + 6}L${foot},${top + leader}V${top + leader + 2 * row - 2}" />
    <text x=${left + 7} y=${top + leader + 13}>${s.label}</text>
    <text class="value" x=${left + 7} y=${top + leader + 13 + row}>${s.text}</text></g>`;
}

/** Where the labels do not fit beneath: a list. @param {Bar} bar */
const listView = (bar) => html`<ul class="legend" aria-hidden="true">
  ${bar.parts.map((p) => html`<li><span class="swatch" data-kind=${p.kind}></span>${p.label} <b>${p.text}</b></li>`)}</ul>`;
