// What the engine says of every device and model: the same question to each.

/** @typedef {{estimate: Function, encodeUrl: Function}} Engine */
/** @typedef {import('./facts.mjs').Cell} Cell */

/** One user of Llama 3.1 8B in 4 bits. @param {string} accelerator */
export const serving = (accelerator) => ({
  workload: 'serve', model: 'llama-3.1-8b', hardware: { accelerator, count: 1 },
  precision: { weights: 'awq-int4' }, serve: { input_tokens: 512, output_tokens: 256, concurrency: 1 },
});

/** QLoRA of Llama 3.1 8B. @param {string} accelerator */
export const tuning = (accelerator) => ({
  workload: 'finetune', model: 'llama-3.1-8b', hardware: { accelerator, count: 1 }, train: { method: 'qlora', sequence: 2048 },
});

/** The calculator's address for a scenario. @param {Engine} engine @param {object} scenario @param {string} [page] */
export const address = (engine, scenario, page = './') => {
  const { ok, url } = engine.encodeUrl(scenario);
  return ok ? `${page}${url}` : page;
};

/** The same for many: the scenario has words in capitals where ids go, in their order.
 * @param {Engine} engine @param {object} scenario @param {...string} words */
export function addressOf(engine, scenario, ...words) {
  const form = address(engine, scenario);
  return (/** @type {string[]} */ ...ids) => words.reduce((link, word, i) => link.replace(word, encodeURIComponent(ids[i])), form);
}

/** Where the two questions to a device are answered. @param {Engine} engine */
export const deviceAddresses = (engine) => ({ serving: addressOf(engine, serving('DEVICE'), 'DEVICE'), tuning: addressOf(engine, tuning('DEVICE'), 'DEVICE') });

/** Figures of one device; a speed only where the model fits, nothing where a fact is missing.
 * @param {Engine} engine @param {ReturnType<typeof deviceAddresses>} addresses @param {string} accelerator */
export function ofDevice(engine, addresses, accelerator) {
  const served = engine.estimate(serving(accelerator), { with: ['limits'] });
  const tuned = engine.estimate(tuning(accelerator));
  const speed = (/** @type {any} */ result, /** @type {string} */ link) =>
    ({ value: result.ok && result.memory.fit !== 'no' ? result.speed.tokens_per_s : undefined, link });
  return {
    use: addresses.serving(accelerator),
    decode: speed(served, addresses.serving(accelerator)),
    tune: speed(tuned, addresses.tuning(accelerator)),
    largest: { value: served.ok ? served.memory.max_params_b : undefined },
    ridge: { value: served.ok ? served.speed.bottleneck.ridge : undefined },
    rent: served.ok ? { value: served.cost.rent_usd_gpu_h, note: served.cost.rent_source, source: '' } : { value: undefined },
  };
}

/** Bytes of one model on a device with room for most: its weights in 16 and in 4 bits, and of a token in the cache.
 * @param {Engine} engine @param {string} model */
export function ofModel(engine, model) {
  const asked = (/** @type {object} */ precision) => engine.estimate({ workload: 'serve', model, hardware: { accelerator: 'b300-sxm-288gb', count: 1 }, precision, parallel: { tensor: 1 } });
  const weights = (/** @type {any} */ result) => ({ value: result.ok ? result.memory.kinds.find((/** @type {any} */ k) => k.kind === 'weights')?.gb : undefined });
  const native = asked({ weights: 'bf16' });
  return {
    weights: weights(native),
    four: weights(asked({ weights: 'awq-int4' })),
    kv: { value: native.ok ? native.model.kv_bytes_per_token || undefined : undefined },
  };
}
