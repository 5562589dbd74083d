// The answer in one sentence, its status first in words.
import { html, nothing } from 'lit';
import { icon } from '../icons.js';
import { statuses } from '../words.js';
import { isExplained, isOpen } from './figure.js';

/** @typedef {import('../types.js').Shown} Shown */

const unknown = { word: '', icon: 'note' };

/** @param {string} status */
function statusView(status) {
  const known = statuses[status] ?? unknown;
  return html`<span class="status" data-status=${status}>${icon(known.icon)}<span>${known.word}</span></span>`;
}

/** The answer for small places: its text begins with the status in words.
 * @param {import('../types.js').Result} result */
export const shortView = ({ answer }) => html`<span class="status" data-status=${answer.status}>
  ${icon((statuses[answer.status] ?? unknown).icon)}</span><span>${answer.short_text}</span>`;

/** The field of the result that a figure of the sentence shows. @param {import('../types.js').Result} result @param {string} id */
const pointerOf = (result, id) =>
  (/** @type {const} */ (['speed', 'cost', 'memory'])).filter((part) => id in result[part]).map((part) => `/${part}/${id}`)[0];

/** @param {Shown} shown @param {(pointer: string, place: string) => void} explain @param {unknown} [next] what can be done next */
export function headlineView(shown, explain, next = nothing) {
  const { answer } = shown.result;
  if (shown.trouble && !shown.asked) return html`<p class="status-line" id="answer"><span class="status" data-status="no">${icon('cross')}No answer</span>${shown.trouble}</p>`;
  return html`
    <p class="status-line">
      ${statusView(answer.status)}
      ${shown.trouble ? html`<span class="older">${shown.trouble} The answer goes by what stood there before.</span>` : shown.result.busy ? html`<span class="older">${shown.result.busy === 'search' ? 'searching all hardware …' : 'trying more …'}</span>` : nothing}
      ${next}
    </p>
    <p class="sentence" id="answer">${answer.parts.map((part, i) => partView(shown, part, around(answer.parts, i), explain))}</p>`;
}

/** @typedef {{text: string, figure?: string, range_of?: string}} Part */

const opening = /\($/;
const closing = /^[,.:;)]+/;

/** Punctuation that no line break may part from the figure at `i`. @param {Part[]} parts @param {number} i */
const around = (parts, i) => ({
  before: opening.exec(parts[i - 1]?.text ?? '')?.[0] ?? '',
  after: closing.exec(parts[i + 1]?.text ?? '')?.[0] ?? '',
  followsFigure: parts[i - 1]?.figure !== undefined,
  precedesFigure: parts[i + 1]?.figure !== undefined,
});

/** @param {Shown} shown @param {Part} part @param {ReturnType<typeof around>} near
 * @param {(pointer: string, place: string) => void} explain */
function partView(shown, part, near, explain) {
  if (part.range_of) return html`<span class="range">${part.text.replaceAll(' to ', '\u00a0to\u00a0')}</span>`;
  if (!part.figure) return plainText(part.text, near);
  const text = part.text.replaceAll(' × ', '\u00a0×\u00a0');
  const pointer = pointerOf(shown.result, part.figure);
  const figure = pointer && isExplained(shown, pointer)
    ? html`<button type="button" aria-expanded=${isOpen(shown, pointer, 'headline')} @click=${() => explain(pointer, 'headline')}>${text}</button>`
    : html`<strong>${text}</strong>`;
  return near.before || near.after ? html`<span class="together">${near.before}${figure}${near.after}</span>` : figure;
}

/** Words without the punctuation that stands with a figure. @param {string} text @param {ReturnType<typeof around>} near */
function plainText(text, near) {
  const start = (near.followsFigure ? text.replace(closing, '') : text).replace(/(\d) × (\d)/g, '$1\u00a0×\u00a0$2');
  return near.precedesFigure ? start.replace(opening, '') : start;
}

/** By status. @type {Record<string, string>} */
const wanted = { no: 'Find hardware that fits', misses: 'Find hardware that meets it', behind: 'Find hardware that keeps up', unsupported: 'Find hardware that runs it' };

/** What people do next. @param {string} status @param {import('../types.js').Page['go']} go @param {() => void} pin */
export const nextView = (status, go, pin) => html`<span class="next">
  <button type="button" class="act" @click=${() => go('recommend', true)}>${wanted[status] ?? 'Find the best hardware'}</button>
  <button type="button" class="act" @click=${pin}>${icon('pin')}Pin to compare</button></span>`;
