// How to measure the figures on one's own machine: a command for each tool.
import { html, nothing } from 'lit';
import { briefly } from '../briefly.js';
import { commandsOf } from '../commands.js';

/** @typedef {import('../types.js').Result} Result */
/** @typedef {import('../commands.js').Command} Command */

/** @param {Result} result */
export function reproduceView(result) {
  const commands = commandsOf(result);
  if (!commands.length) return nothing;
  return html`<section aria-labelledby="reproduce">
    <h2 id="reproduce">Measure it yourself</h2>
    ${commands.some(({ tool }) => tool) ? html`<p class="note">What this answer predicts, as commands for your own machine. Where a path stands in place of a model, put your own copy in that number format.</p>` : nothing}
    ${commands.map((command) => (command.tool ? commandView(command) : html`<p class="note">No command. ${command.note}</p>`))}
  </section>`;
}

/** @param {Command} command */
function commandView({ tool, parts, measures, note }) {
  return html`<div class="command">
    <div class="command-head"><h3>${tool}</h3><span class="note">Predicted: ${measures}. ${note}</span></div>
    ${parts.map((part) => partView(tool, part))}
  </div>`;
}

/** @param {string} tool @param {Command['parts'][number]} part */
function partView(tool, { where, command }) {
  return html`<div class="command-head"><span class="note">${where}</span>${copyButton(command, `the ${tool} command${where && `: ${where}`}`)}</div>
    <div class="lines" tabindex="0" role="group" aria-label="Command of ${tool}">${command.split('\n').map((line) => html`<code>${words(line)}</code>`)}</div>`;
}

/** One line that is run as it stands. @param {string} tool @param {string} command */
export const lineView = (tool, command) => html`<div class="command-head"><div class="lines"><code>${words(command)}</code></div><span class="note">${tool}</span>${copyButton(command, `the ${tool} command`)}</div>`;

/** Options break between them, not at their hyphens; what a program is indented by stays. @param {string} line */
const words = (line) => [line.match(/^ +/)?.[0] ?? '', ...line.trim().split(' ').map((word) => html`<span>${word}</span> `)];

/** @param {string} command @param {string} what */
const copyButton = (command, what) => html`<button type="button" class="chip" @click=${(/** @type {Event} */ event) => copy(command, event)}><span>Copy</span><span class="hidden"> ${what}</span></button>`;

/** Its name changes with its label. @param {string} command @param {Event} event */
async function copy(command, event) {
  const label = /** @type {HTMLElement} */ (/** @type {HTMLElement} */ (event.currentTarget).firstElementChild);
  const copied = await navigator.clipboard?.writeText(command).then(() => true, () => false);
  briefly(label, copied ? 'Copied' : 'Select the text', 'Copy');
}
