// The scenario in one line, for screens where the controls are folded away.
import { count, counted, predicted } from '../format.js';
import { say } from '../words.js';

/** What it runs on: "4 × H100 SXM5 80GB". @param {import('../types.js').Result} result
 * @param {Pick<import('../catalog.js').Catalog, 'accelerator' | 'lists'>} catalog */
export const placeText = ({ scenario: { hardware } }, { accelerator, lists }) =>
  `${count(hardware.count)} × ${(hardware.instance ? lists.machine(hardware.instance) : accelerator(hardware.accelerator))?.name ?? hardware.instance}`;

/** @param {import('../types.js').Result} result @param {string} where it runs */
export function summaryText({ scenario, model, speed }, where) {
  const { precision, serve, train } = scenario;
  const serving = scenario.workload === 'serve' || scenario.workload === 'batch';
  const media = 'gflop_per_request' in model; // tells of images, sequences or audio, not of tokens
  const what = media ? (serving ? [precision.weights.toUpperCase(), `${count(speed.batch)} at once`] : [])
    : serving ? [precision.weights.toUpperCase(), `${count(serve.input_tokens)} + ${count(serve.output_tokens)} tokens`, typeof serve.concurrency === 'number' ? counted(serve.concurrency, 'users') : serve.requests_per_minute ? `${predicted(serve.requests_per_minute)} requests a minute` : 'as many as fit']
    : [say(train.method), `sequences of ${count(train.sequence)} tokens`];
  return [say(scenario.workload), model.name, where, ...what].join(' · ');
}
