// What a remedy changes in a scenario, by pointer.
import { otherLoads } from './loads.js';
import { get } from './pointer.js';

/** @typedef {import('./types.js').Remedy} Remedy */
/** @typedef {import('./types.js').Scenario} Scenario */

/** @param {string} text the first number in it */
const number = (text) => Number((/[\d,]+/.exec(text)?.[0] ?? '').replaceAll(',', ''));

/** Fields of a change by its id. @type {Record<string, (text: string) => Record<string, unknown>>} */
const fields = {
  kv_fp8: () => ({ '/precision/kv': 'fp8' }),
  concurrency: (text) => ({ ...Object.fromEntries(otherLoads.map((at) => [at, undefined])), '/serve/concurrency': number(text) }),
  context: (text) => ({ '/serve/max_context': number(text) }),
  checkpointing: () => ({ '/train/checkpointing': 'full' }),
  micro_batch: (text) => ({ '/train/micro_batch': number(text) }),
  batch: (text) => ({ '/serve/batch': number(text) }),
  loss: () => ({ '/train/loss': 'fused' }),
  sharding: () => ({ '/parallel/sharding': 'zero3' }),
  optimizer: () => ({ '/train/optimizer': 'adamw_8bit' }),
  sequence: (text) => ({ '/train/sequence': number(text) }),
  offload: () => ({ '/train/offload': 'optimizer' }),
  qlora: () => ({ '/train/method': 'qlora' }),
  lora: () => ({ '/train/method': 'lora' }),
  spot: () => ({ '/cost/pricing': 'spot' }),
  reserved_1y: () => ({ '/cost/pricing': 'reserved_1y' }),
  reserved_3y: () => ({ '/cost/pricing': 'reserved_3y' }),
};

/** Fields of a change whose id ends in what it changes to, by the beginning of the id. @type {Record<string, (end: string, text: string) => Record<string, unknown>>} */
const families = {
  file_: (file) => ({ '/model': file }),
  weights_: (format) => ({ '/precision/weights': format }),
  host_: (host) => ({ '/hardware/host': host }),
  provider_: (provider) => ({ '/cost/provider': provider }),
  tensor_: (wider) => ({ '/parallel/tensor': Number(wider), '/parallel/data': undefined }),
  count_: (_, text) => ({ '/hardware/count': number(text), '/parallel/tensor': undefined, '/parallel/pipeline': undefined, '/parallel/data': undefined }),
};

/** @param {string} id @param {string} text @returns {Record<string, unknown> | undefined} */
function fieldsOf(id, text) {
  const family = Object.keys(families).find((beginning) => id.startsWith(beginning));
  return family ? families[family](id.slice(family.length), text) : fields[id]?.(text);
}

/** All fields that a remedy sets; undefined where the page does not know it.
 * @param {Remedy} remedy @returns {Record<string, unknown> | undefined} */
export function changesOf({ id, text }) {
  const ids = id.split('+');
  const texts = ids.length > 1 ? text.split(' and ') : [text];
  if (texts.length !== ids.length) return undefined;
  const parts = ids.map((one, i) => fieldsOf(one, texts[i]));
  return parts.every((part) => part && Object.values(part).every((value) => !Number.isNaN(value))) ? Object.assign({}, ...parts) : undefined;
}

/** Hardware of a recommendation as the fields of a scenario.
 * @param {{hardware: {accelerator: string, count: number, per_node: number, memory_gb?: number}, precision: {weights: string, kv: string}}} choice
 * @param {Scenario} scenario filled in @returns {Record<string, unknown>} */
export function hardwareChanges({ hardware, precision }, scenario) {
  const serves = get(scenario, '/workload') === 'serve' || get(scenario, '/workload') === 'batch';
  return {
    '/hardware': { accelerator: hardware.accelerator, count: hardware.count, ...(hardware.count > 1 ? { per_node: hardware.per_node } : {}), ...(hardware.memory_gb ? { memory_gb: hardware.memory_gb } : {}) },
    '/parallel': undefined,
    ...(serves ? { '/precision/weights': precision.weights, '/precision/kv': precision.kv } : {}),
  };
}
