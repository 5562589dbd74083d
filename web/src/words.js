// Words for people in place of the contract's words.

/** Those that the first answer and its controls need; words_more.js adds the others. @type {Record<string, string>} */
export const words = {
  serve: 'Serve', batch: 'Batch', train: 'Train', finetune: 'Fine-tune',
  full: 'Full', freeze: 'Freeze layers', lora: 'LoRA', qlora: 'QLoRA', dora: 'DoRA',
  mixed: 'Mixed BF16, FP32 gradients', mixed_fp16_grads: 'Mixed, 16-bit gradients', autocast: 'FP32 weights, autocast',
  bf16: 'Pure BF16', fp32: 'FP32', fp8: 'FP8', mxfp8: 'MXFP8', nvfp4: 'NVFP4',
  compare: 'Rent or buy', rent: 'Rent', buy: 'Buy', own: 'Owned already', api: 'Hosted API',
  none: 'None', selective: 'Selective',
  zero1: 'ZeRO-1', zero2: 'ZeRO-2', zero3: 'ZeRO-3', fsdp: 'FSDP', hsdp: 'HSDP',
  lm: 'Language modelling', dpo: 'DPO', grpo: 'GRPO',
};

/** @param {string} word */
export const say = (word) => words[word] ?? word.replaceAll('_', ' ');

/** What memory and work are counted by, as the engine calls it. @param {Pick<import('./types.js').Result, 'device'>} result */
export const deviceOf = ({ device }) => device;

/** Words that were written of GPUs, said of the hardware there is. @param {string} text @param {Pick<import('./types.js').Result, 'device'>} result */
export const saidOf = (text, result) => text.replace('GPU', deviceOf(result));

/** Status and severity: a word and the name of its icon, before any colour. */
export const statuses = /** @type {Record<string, {word: string, icon: string}>} */ ({
  fits: { word: 'Fits', icon: 'check' },
  tight: { word: 'Tight', icon: 'caution' },
  misses: { word: 'Misses a limit', icon: 'caution' },
  behind: { word: 'Falls behind', icon: 'cross' },
  unsupported: { word: 'Not supported', icon: 'cross' },
  no: { word: 'Does not fit', icon: 'cross' },
});
export const severities = /** @type {Record<string, {word: string, icon: string}>} */ ({
  info: { word: 'Note', icon: 'note' },
  warn: { word: 'Caution', icon: 'caution' },
  stop: { word: 'Stop', icon: 'cross' },
});
