// Every rule of tools/catalog/check.mjs catches a catalog that breaks it, and catalog/ breaks none.
import assert from 'node:assert/strict';
import test from 'node:test';
import { check, rules } from '../../tools/catalog/check.mjs';
import { readCatalog } from '../../tools/catalog/files.mjs';

const catalog = readCatalog();

const find = (broken, kind, id) => broken[kind].find(({ record }) => record.id === id).record;
const add = (broken, kind, record) => broken[kind].push({ record, file: 'test.json' });

// By rule: a change that breaks it, and a word of the problem that has to be reported.
const breakages = {
  'required-fields': [(c) => delete find(c, 'accelerators', 'rtx-4090').memory_gb, 'memory_gb'],
  'known-fields': [(c) => { find(c, 'models', 'llama-3.1-8b').layer = 32; }, 'unknown field'],
  'token-decoders': [(c) => delete find(c, 'models', 'llama-3.1-8b').vocab, 'vocab'],
  'unique-names': [(c) => { find(c, 'accelerators', 'l4').aliases = ['h100']; }, '"H100" means l4'],
  'known-sources': [(c) => { find(c, 'accelerators', 'l4').source = 'hearsay'; }, 'hearsay'],
  'sources-have-titles': [(c) => { c.sources[0] = { id: c.sources[0].id, title: 'x', url: 'ftp://x' }; }, 'https'],
  'no-unused-sources': [(c) => c.sources.push({ id: 'nobody', title: 'x' }), 'nobody'],
  'fp8-is-twice-bf16': [(c) => { find(c, 'accelerators', 'b200-sxm-180gb').rates_tflops.fp8 = 9000; }, '4.00 x'],
  'hardware-has-it': [(c) => { find(c, 'accelerators', 'a100-sxm4-80gb').rates_tflops.fp8 = 624; }, 'no fp8'],
  'no-mistaken-rates': [(c) => { find(c, 'accelerators', 'l4').rates_tflops.bf16 = 242; }, 'sparse'],
  'geforce-accumulates-in-fp32': [(c) => { find(c, 'accelerators', 'rtx-4080').rates_tflops.bf16 = 194.9; }, 'rtx-4080'],
  'blackwell-ultra-int8': [(c) => { find(c, 'accelerators', 'b300-sxm-288gb').rates_tflops.int8 = 4500; }, 'b300'],
  'usable-memory': [(c) => { find(c, 'accelerators', 'l4').usable_memory_bytes = 48e9; }, 'usable'],
  'fabric-per-direction': [(c) => { find(c, 'accelerators', 'mi300x-192gb').fabric.pair_gb_s = 896; }, 'pair'],
  'measured-below-memory-peak': [(c) => { find(c, 'accelerators', 'rtx-4090').measured_copy_gb_s = 1456; }, 'copy'],
  'model-layers': [(c) => { find(c, 'models', 'llama-3.1-8b').kv_heads = 7; }, 'multiple'],
  'instances-have-accelerators': [(c) => { find(c, 'instances', 'aws-p5.48xlarge').accelerator = 'h1000'; }, 'h1000'],
  'instances-have-providers': [(c) => { find(c, 'instances', 'aws-p5.48xlarge').provider = 'amazn'; }, 'amazn'],
  'hosted-prices-have-owners': [(c) => { c.api[0].record.model = 'gpt-9'; }, 'no model gpt-9'],
  'grids-say-their-year': [(c) => delete find(c, 'grids', 'us').year, 'us: a CO2'],
  'prices-have-owners': [(c) => add(c, 'prices', { of: 'nowhere', usd: 1, date: '2026-01-01', source: 'karpenter-aws' }), 'nowhere'],
  'instances-have-prices': [(c) => { c.prices = c.prices.filter(({ record }) => record.of !== 'aws-p5.48xlarge'); }, 'aws-p5.48xlarge'],
  'one-price-a-day': [(c) => c.prices.push(c.prices[0]), ''],
  'reserved-and-spot-below-on-demand': [
    (c) => { c.prices.find(({ record }) => record.of === 'aws-p5.48xlarge' && record.kind === 'spot').record.usd = 60; },
    'above on-demand'],
  'format-bits': [(c) => { find(c, 'formats', 'awq-int4').coarseness = 0; }, 'awq-int4'],
};

test('the catalog breaks no rule', () => {
  assert.deepEqual(check(catalog), []);
});

test('every rule has a breakage here', () => {
  assert.deepEqual(Object.keys(breakages).sort(), Object.keys(rules).sort());
});

for (const [rule, [change, word]] of Object.entries(breakages)) {
  test(`${rule} is noticed when broken`, () => {
    const broken = structuredClone(catalog);
    change(broken);
    const problems = rules[rule](broken);
    assert.ok(problems.some((problem) => problem.includes(word)), `reported: ${problems.join('; ')}`);
  });
}

// Forms of single values, each in place of a good one.
const badValues = [
  ['a null', (c) => { find(c, 'accelerators', 'l4').power_w = null; }],
  ['a text for a number', (c) => { find(c, 'accelerators', 'l4').power_w = '72'; }],
  ['a number out of range', (c) => { find(c, 'accelerators', 'l4').power_w = -72; }],
  ['a fraction of a layer', (c) => { find(c, 'models', 'llama-3.1-8b').layers = 32.5; }],
  ['an unknown word', (c) => { find(c, 'models', 'llama-3.1-8b').norm = 'batch'; }],
  ['a written default', (c) => { find(c, 'models', 'llama-3.1-8b').gated = true; }],
  ['a wrapped leaf without reason', (c) => { find(c, 'accelerators', 'l4').power_w = { value: 72 }; }],
  ['a mark that is unknown', (c) => { find(c, 'accelerators', 'l4').power_w = { value: 72, sure: true }; }],
  ['a date that is none', (c) => { find(c, 'accelerators', 'l4').retrieved = '2026-13-01'; }],
  ['a rate that is unknown', (c) => { find(c, 'accelerators', 'l4').rates_tflops.fp16_sparse = 242; }],
];

for (const [what, change] of badValues) {
  test(`known-fields refuses ${what}`, () => {
    const broken = structuredClone(catalog);
    change(broken);
    assert.equal(rules['known-fields'](broken).length, 1);
  });
}
