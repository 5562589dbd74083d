// The scenario in one line, for screens where the controls are folded away.
import { count, counted } from '../format.js';
import { say } from '../words.js';

/** @param {import('../types.js').Result} result @param {(id: string) => string} accelerator name of an accelerator
 * @param {(id: string) => string} machine name of a machine that is rented out whole */
export function summaryText({ scenario, model, speed }, accelerator, machine) {
  const { hardware, precision, serve, train } = scenario;
  const where = `${count(hardware.count)} × ${hardware.instance ? machine(hardware.instance) : accelerator(hardware.accelerator)}`;
  const serving = scenario.workload === 'serve' || scenario.workload === 'batch';
  const media = 'gflop_per_request' in model; // tells of images, sequences or audio, not of tokens
  const what = media ? (serving ? [precision.weights.toUpperCase(), `${count(speed.batch)} at once`] : [])
    : serving ? [precision.weights.toUpperCase(), `${count(serve.input_tokens)} + ${count(serve.output_tokens)} tokens`, typeof serve.concurrency === 'number' ? counted(serve.concurrency, 'users') : serve.requests_per_minute ? `${count(serve.requests_per_minute)} requests a minute` : 'as many as fit']
    : [say(train.method), `sequences of ${count(train.sequence)} tokens`];
  return [say(scenario.workload), model.name, where, ...what].join(' · ');
}
