// Commands that measure the figures of an answer, as the page and reports show them.
import { gibibytes, milliseconds, predicted, seconds } from './format.js';

/** @typedef {import('./types.js').Result} Result */
/** @typedef {{ tool: string, command: string, parts: { where: string, command: string }[], measures: string, note: string }} Command */

/** @param {string} of */
const rate = (of) => (/** @type {number} */ x) => `${predicted(x)} ${of} a second`;
/** @param {string} name @param {(x: number) => string} text */
const named = (name, text) => (/** @type {number} */ x) => `${name} ${text(x)}`;

/** @type {Record<string, (x: number) => string>} */
const words = {
  '/speed/ttft_ms': named('first token', milliseconds), '/speed/tpot_ms': named('each token after', milliseconds),
  '/speed/tokens_per_s': rate('tokens'), '/speed/requests_per_s': rate('requests'), '/speed/step_s': named('a step', seconds),
  '/speed/samples_per_s': rate('samples'), '/speed/tflops_per_gpu': named('TFLOPS of a GPU', predicted), '/speed/batch_ms': named('a batch', milliseconds),
  '/speed/images_per_s': rate('images'), '/speed/audio_s_per_s': rate('seconds of audio'), '/memory/peak_allocated_gb': named('peak memory', gibibytes),
};

/** Each command once with what it should measure; a reason in place of one has no tool. @param {Result} result @returns {Command[]} */
export function commandsOf({ reproduce }) {
  return [...new Set(reproduce.map(({ command = '' }) => command))].map((command) => {
    const measured = reproduce.filter((r) => (r.command ?? '') === command);
    const { tool = '', note = '' } = measured[0];
    return { tool, command, note, parts: partsOf(command), measures: measured.flatMap(({ figure = '', predicted: x }) => (x === undefined ? [] : [words[figure](x)])).join(', ') };
  });
}

/** A comment says where and when what is below it runs. @param {string} command */
function partsOf(command) {
  /** @type {Command['parts']} */
  const parts = [];
  for (const line of command.split('\n')) {
    if (line.startsWith('# ')) parts.push({ where: line.slice(2), command: '' });
    else if (!parts.length) parts.push({ where: '', command: line });
    else parts[parts.length - 1].command += `${parts[parts.length - 1].command && '\n'}${line}`;
  }
  return parts;
}
