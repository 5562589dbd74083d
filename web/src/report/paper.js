// The report as a page to print.
import { html, nothing } from 'lit';

/** @param {import('./content.js').Report} report */
export const paperView = ({ title, sentence, link, about, tables, warnings, sources }) => html`<article class="paper">
  <h1>${title}</h1>
  <p class="paper-sentence">${sentence}</p>
  <p class="note">${about}. <a href=${link}>${link}</a></p>
  ${warnings.length ? html`<h2>Good to know</h2><ul>${warnings.map((text) => html`<li>${text}</li>`)}</ul>` : nothing}
  ${tables.map(({ title, heads, rows }) => html`<section><h2>${title}</h2><table>
    <thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
    <tbody>${rows.map(([first, ...rest]) => html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></section>`)}
  ${sources.length ? html`<section><h2>Sources</h2><ul>${sources.map(({ text, url }) => html`<li>${text}${url ? html` <a href=${url}>${url}</a>` : nothing}</li>`)}</ul></section>` : nothing}
</article>`;
