// Several scenarios side by side: the figures of their answers, a column each.
import { html, nothing } from 'lit';
import { statuses } from '../../src/words.js';

/** @typedef {import('../../src/types.js').Result} Result */

/** What the figures of an answer are called. Others are called by their id. */
const labels = /** @type {Record<string, string>} */ ({
  hardware: 'Hardware', tokens_per_s_per_request: 'Each user', tokens_per_s: 'In all', ttft_ms: 'First token', usd_per_h: 'An hour',
  usd_per_1m_output_tokens: '1M output tokens', usd_per_1k_images: '1,000 images', days: 'Takes', mfu: 'MFU', usd_per_run: 'Whole run',
});

/** @param {(Result | import('../../src/types.js').Refusal)[]} answers */
export function compareView(answers) {
  const good = /** @type {Result[]} */ (answers.filter((a) => a.ok));
  const ids = [...new Set(good.flatMap(({ answer }) => answer.figures.map(({ id }) => id)))];
  return html`<section aria-label="Comparison"><div class="beside"><table>
    <thead><tr><td></td>${answers.map((a) => html`<th scope="col">${a.ok ? a.model.name : 'Cannot be answered'}</th>`)}</tr></thead>
    <tbody>
      ${row('', answers, (a) => html`<span class="status" data-status=${a.answer.status}>${statuses[a.answer.status]?.word}</span>`)}
      ${ids.map((id) => row(labels[id] ?? id.replaceAll('_', ' '), answers, (a) => html`${a.answer.figures.find((f) => f.id === id)?.text ?? '–'}<span class="range">${a.answer.parts.find((p) => p.range_of === id)?.text.replace(/^,/, '')}</span>`))}
      ${row('Limit', answers, (a) => a.speed.bottleneck.text)}
    </tbody></table></div></section>`;
}

/** @param {string} label @param {(Result | import('../../src/types.js').Refusal)[]} answers @param {(a: Result) => unknown} cell */
const row = (label, answers, cell) => html`<tr><th scope="row">${label || nothing}</th>
  ${answers.map((a) => html`<td>${a.ok ? cell(a) : a.errors[0]?.message}</td>`)}</tr>`;
