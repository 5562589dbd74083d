import { find, notices, refuses } from './plant.mjs';

notices('known-fields', (c) => { find(c, 'models', 'llama-3.1-8b').layer = 32; }, 'unknown field');

// Forms of single values, each in place of a good one.
const badValues = [
  ['a null', (c) => { find(c, 'accelerators', 'l4').power_w = null; }],
  ['a text for a number', (c) => { find(c, 'accelerators', 'l4').power_w = '72'; }],
  ['a number out of range', (c) => { find(c, 'accelerators', 'l4').power_w = -72; }],
  ['a fraction of a layer', (c) => { find(c, 'models', 'llama-3.1-8b').layers = 32.5; }],
  ['an unknown word', (c) => { find(c, 'models', 'llama-3.1-8b').norm = 'batch'; }],
  ['an unknown purpose', (c) => { find(c, 'models', 'llama-3.1-8b').purposes = ['chat', 'poetry']; }],
  ['a written default', (c) => { find(c, 'models', 'llama-3.1-8b').gated = true; }],
  ['a wrapped leaf without reason', (c) => { find(c, 'accelerators', 'l4').power_w = { value: 72 }; }],
  ['a mark that is unknown', (c) => { find(c, 'accelerators', 'l4').power_w = { value: 72, sure: true }; }],
  ['a date that is none', (c) => { find(c, 'accelerators', 'l4').retrieved = '2026-13-01'; }],
  ['a rate that is unknown', (c) => { find(c, 'accelerators', 'l4').rates_tflops.fp16_sparse = 242; }],
];

for (const [what, change] of badValues) refuses('known-fields', what, change);
