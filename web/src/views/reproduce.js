// How to measure the figures on one's own machine: a command for each tool.
import { html, nothing } from 'lit';

/** @typedef {import('../types.js').Result} Result */

/** @type {Record<string, string>} */
const names = {
  '/speed/ttft_ms': 'first token', '/speed/tpot_ms': 'each token after', '/speed/tokens_per_s': 'tokens a second',
  '/speed/requests_per_s': 'requests a second', '/speed/step_s': 'time of a step', '/speed/samples_per_s': 'samples a second',
  '/speed/tflops_per_gpu': 'FLOPs a second', '/speed/batch_ms': 'time of a batch', '/speed/images_per_s': 'images a second',
  '/speed/real_time_factor': 'share of real time', '/memory/peak_allocated_gb': 'peak memory',
};

/** @param {Result} result */
export function reproduceView({ reproduce }) {
  if (!reproduce.length) return nothing;
  const commands = [...new Set(reproduce.map((r) => r.command))];
  return html`<section aria-labelledby="reproduce">
    <h2 id="reproduce">Measure it yourself</h2>
    <p class="note">What this answer predicts, as commands for your own machine. Where a path stands in place of a model, put your own copy in that number format.</p>
    ${commands.map((command) => commandView(command, reproduce.filter((r) => r.command === command)))}
  </section>`;
}

/** @param {string} command @param {Result['reproduce']} measured by it */
function commandView(command, measured) {
  const { tool } = measured[0];
  return html`<div class="command">
    <div class="command-head"><h3>${tool}</h3><span class="note">${measured.map((r) => names[r.figure] ?? r.figure).join(', ')}</span>
      <button type="button" class="chip" aria-label="Copy the ${tool} command" @click=${(/** @type {Event} */ event) => copy(command, event)}>Copy</button></div>
    <div class="lines" tabindex="0" role="group" aria-label="Command of ${tool}">${command.split('\n').map((line) => html`<code>${words(line)}</code>`)}</div>
  </div>`;
}

/** Options break between them, not at their hyphens. @param {string} line */
const words = (line) => line.split(' ').map((word) => html`<span>${word}</span> `);

/** @param {string} command @param {Event} event */
async function copy(command, event) {
  const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
  const copied = await navigator.clipboard?.writeText(command).then(() => true, () => false);
  button.textContent = copied ? 'Copied' : 'Select the text';
  setTimeout(() => { button.textContent = 'Copy'; }, 1500);
}
