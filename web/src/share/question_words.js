// The question in a few words, for where there is no room for its table.
import { sections } from '../fields.js';
import { gap } from '../format.js';
import { questionOf } from '../report/question.js';

/** @typedef {import('../types.js').Result} Result */
/** @typedef {import('../report/question.js').Records} Records */

/** @type {Record<string, string>} */
const tasks = { serve: 'Serve', batch: 'Run a batch with', train: 'Train', finetune: 'Fine-tune' };

/** What the first line says where it was given, and what nobody asks. */
const inFirst = new Set(['/workload', '/model', '/hardware/accelerator', '/hardware/instance', '/hardware/count', '/hardware/memory_gb', '/precision/weights', '/train/method', '/as_of']);

/** What is told of that where it was taken, and the load. */
const told = new Set(['/train/method', '/hardware/accelerator', '/hardware/count', '/precision/weights', ...sections[0].fields.map(({ at }) => at)]);

/** "Serve Llama 3.1 70B on 4 × H100 SXM5 80GB in BF16", then what else was given, and what of its load was taken.
 * @param {Result} result @param {import('../types.js').Scenario} scenario as it was set @param {Records} records
 * @returns {{question: string, details: string[]}} */
export function questionWords(result, scenario, records) {
  const { given, open } = questionOf(result, scenario, records);
  const listed = (/** @type {import('../report/question.js').Asked[]} */ rows) => rows.map(({ label, value }) => `${label} ${value}`.replaceAll(' ', gap)).join(' · ');
  const [said, taken] = [listed(given.filter(({ at }) => !inFirst.has(at))), listed(open.filter(({ at }) => told.has(at) && at !== '/model'))];
  return { question: firstLine(given, result), details: [said, taken && `Taken: ${taken}`].filter(Boolean) };
}

/** @param {import('../report/question.js').Asked[]} given @param {Result} result */
function firstLine(given, { scenario: { workload }, model }) {
  const valueOf = (/** @type {string} */ pointer) => given.find(({ at }) => at === pointer)?.value;
  const [device, count, format, way] = [valueOf('/hardware/instance') ?? valueOf('/hardware/accelerator'), valueOf('/hardware/count'), valueOf('/precision/weights'), valueOf('/train/method')];
  return [
    tasks[workload], model.name, way && `by ${way}`, device && `on ${count ? `${count}${gap}×${gap}` : ''}${device}`, format && `in ${format}`,
  ].filter(Boolean).join(' ');
}
