// What each workload opens with: real questions, answered before the first click. What depends on the model (formats,
// how many at once, lengths) is left to the engine: another model than the example's takes its own.

/** @typedef {Record<import('./types.js').Workload, import('./types.js').Scenario>} ByTask */

/** On hardware that many people know, of which the docs speak and which an embed without a link shows. @type {ByTask} */
export const examples = {
  serve: {
    workload: 'serve',
    model: 'llama-3.1-70b',
    hardware: { accelerator: 'h100-sxm5-80gb', count: 4 },
  },
  batch: {
    workload: 'batch',
    model: 'llama-3.1-70b',
    hardware: { accelerator: 'h100-sxm5-80gb', count: 4 },
  },
  train: {
    workload: 'train',
    model: 'llama-3.1-70b',
    hardware: { accelerator: 'h100-sxm5-80gb', count: 512 },
    train: { sequence: 8192 },
  },
  finetune: {
    workload: 'finetune',
    model: 'llama-3.1-8b',
    hardware: { accelerator: 'rtx-4090', count: 1 },
    train: { method: 'qlora', sequence: 2048 },
  },
};

/** The same on what is best for it. */
export const presets = /** @type {ByTask} */ (/** @type {unknown} */ (Object.fromEntries(Object.entries(examples).map(([workload, example]) => [workload, { ...example, hardware: { accelerator: 'any' } }]))));
