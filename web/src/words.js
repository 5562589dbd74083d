// Words for people in place of the contract's words.

/** @type {Record<string, string>} */
const words = {
  serve: 'Serve', batch: 'Batch', train: 'Train', finetune: 'Fine-tune',
  full: 'Full', freeze: 'Freeze layers', lora: 'LoRA', qlora: 'QLoRA', dora: 'DoRA',
  adamw: 'AdamW', adamw_8bit: 'AdamW, 8-bit', paged_adamw_8bit: 'AdamW, 8-bit, paged', adafactor: 'Adafactor',
  sgd: 'SGD', sgd_momentum: 'SGD with momentum', lion: 'Lion', muon: 'Muon', galore: 'GaLore',
  mixed: 'Mixed BF16, FP32 gradients', mixed_fp16_grads: 'Mixed, 16-bit gradients', autocast: 'FP32 weights, autocast',
  bf16: 'Pure BF16', fp32: 'FP32', fp8: 'FP8', mxfp8: 'MXFP8', nvfp4: 'NVFP4',
  none: 'None', selective: 'Selective', plain: 'Plain', chunked: 'Chunked', fused: 'Fused',
  optimizer: 'Optimizer', parameters: 'Parameters and optimizer', activations: 'Activations',
  attention: 'Attention', qv: 'Query and value', all_linear: 'All linear layers',
  zero1: 'ZeRO-1', zero2: 'ZeRO-2', zero3: 'ZeRO-3', fsdp: 'FSDP', hsdp: 'HSDP',
  compare: 'Compare', rent: 'Rent', buy: 'Buy', api: 'Hosted API',
  on_demand: 'On demand', spot: 'Spot', reserved_1y: 'Reserved, 1 year', reserved_3y: 'Reserved, 3 years',
  home: 'Home', office: 'Office', colocation: 'Colocation', hyperscale: 'Hyperscale',
  '1f1b': '1F1B', interleaved: 'Interleaved', zero_bubble: 'Zero bubble',
  lm: 'Language modelling', dpo: 'DPO', grpo: 'GRPO',
  decoder: 'Dense', moe: 'Mixture of experts', hybrid: 'Hybrid', multimodal: 'Multimodal', encoder: 'Encoder',
  vision: 'Vision', diffusion: 'Diffusion', speech: 'Speech',
  datacenter: 'data centre', workstation: 'workstation', consumer: 'consumer', apple: 'Apple', edge: 'edge', cpu: 'CPU',
  cloud_only: 'cloud',
};

/** @param {string} word */
export const say = (word) => words[word] ?? word.replaceAll('_', ' ');

/** Status and severity: a word and the name of its icon, before any colour. */
export const statuses = /** @type {Record<string, {word: string, icon: string}>} */ ({
  fits: { word: 'Fits', icon: 'check' },
  tight: { word: 'Tight', icon: 'caution' },
  misses: { word: 'Misses a target', icon: 'caution' },
  behind: { word: 'Falls behind', icon: 'cross' },
  no: { word: 'Does not fit', icon: 'cross' },
});
export const severities = /** @type {Record<string, {word: string, icon: string}>} */ ({
  info: { word: 'Note', icon: 'note' },
  warn: { word: 'Caution', icon: 'caution' },
  stop: { word: 'Stop', icon: 'cross' },
});
