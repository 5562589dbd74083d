// The report as a page to print.
import { html, nothing } from 'lit';
import { cashFlow } from '../charts/cash_flow.js';
import { costBars } from '../charts/cost_bars.js';
import { memoryBar } from '../charts/memory_bar.js';
import { timeBar } from '../charts/time_bar.js';
import { insideView, tilesOf } from '../views/tiles.js';
import { statuses } from '../words.js';

const charts = { memoryBar, timeBar, costBars, cashFlow };
const width = 660; // of the text on A4 and US Letter, in CSS pixels

/** First what was asked, then what answers it. @param {import('./content.js').Report} report @param {string} [trouble] with what was set last */
export const paperView = (report, trouble = '') => {
  const { sentence, link, about, question, answers, computed, commands, assumptions, warnings, sources, result } = report;
  return html`<article class="paper">
    ${questionView(question.given, question.open)}
    <section><h2>The answer</h2>
      ${trouble ? html`<p>${trouble} The answer goes by what stood there before.</p>` : nothing}
      <p class="status" data-status=${result.answer.status}>${statuses[result.answer.status]?.word}</p>
      <div class="tiles">${tilesOf(result).map((tile) => html`<div class="tile">${insideView(tile)}</div>`)}</div>
      <p class="paper-sentence">${sentence}</p>
      <p class="note">${about}. <a href=${link}>Open this scenario</a>: <span class="address">${link}</span></p></section>
    ${warnings.length ? html`<section><h2>Good to know</h2><ul>${warnings.map((text) => html`<li>${text}</li>`)}</ul></section>` : nothing}
    ${answers.map((table) => tableView(table, report))}
    <section class="computed"><h2>How each figure is computed</h2>${computed.map(computedView)}</section>
    ${commands.length ? html`<section class="commands"><h2>Measure it yourself</h2>${commands.map(({ tool, command, measures, note }) => (tool ? html`<h3>${tool}</h3><p>Predicted: ${measures}. ${note}</p><pre>${command}</pre>` : html`<p>No command. ${note}</p>`))}</section>` : nothing}
    ${assumptions.map((table) => tableView(table, report))}
    ${sources.length ? html`<section><h2>Sources</h2><ul>${sources.map(({ text, url }) => html`<li>${text}${url ? html` <a href=${url}>${url}</a>` : nothing}</li>`)}</ul></section>` : nothing}
  </article>`;
};

/** A question without an answer. @param {import('./question.js').Asked[]} given @param {string} trouble why there is none */
export const unansweredView = (given, trouble) => html`<article class="paper">${questionView(given)}<section><h2>No answer</h2><p class="paper-sentence">${trouble}</p></section></article>`;

/** @param {import('./question.js').Asked[]} given @param {import('./question.js').Asked[]} [taken] */
const questionView = (given, taken = []) => html`<section><h1>The question</h1>
  <table class="asked">${askedView('Given', given)}${taken.length ? askedView('Left to the calculator', taken) : nothing}</table></section>`;

/** @param {string} title @param {import('./question.js').Asked[]} rows */
const askedView = (title, rows) => html`<tbody><tr><th colspan="3" scope="rowgroup">${title}</th></tr>
  ${rows.map(({ label, value, why }) => html`<tr><th scope="row">${label}</th><td>${value}</td><td>${why}</td></tr>`)}</tbody>`;

/** @param {import('./content.js').Table} table @param {import('./content.js').Report} report */
const tableView = ({ title, heads, rows, picture }, { result }) => html`<section><h2>${title}</h2>
  ${picture ? html`<div class="chart">${charts[picture](result, width)}</div>` : nothing}
  <table data-columns=${heads.length} class=${title === 'Figures' ? 'pairs' : ''}><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
    <tbody>${rows.map(([first, ...rest]) => html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></section>`;

/** @param {import('./content.js').Computed} computed */
const computedView = ({ label, value, text, formula, filled, inputs, evidence }) => html`<div class="figure-computed">
  <h3>${label}: ${value}</h3>
  <p>${text} ${evidence ?? nothing}</p>
  ${inputs.length ? html`<p class="formula"><code>${formula}</code><br>= ${filled} = <b>${value}</b></p>
  <table><tbody>${inputs.map((i) => html`<tr><th scope="row"><code>${i.name}</code></th><td>${i.value}</td><td>${i.label}</td><td>${i.source}</td></tr>`)}</tbody></table>` : nothing}</div>`;
