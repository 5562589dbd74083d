// Facts that are often quoted wrongly, as the catalog has to have them.
import assert from 'node:assert/strict';
import test from 'node:test';
import { normalized } from '../../tools/catalog/records.mjs';
import { plain, readCatalog } from '../../tools/catalog/files.mjs';

const catalog = readCatalog();
const device = (id) => catalog.accelerators.find(({ record }) => record.id === id).record;
const rates = (id) => Object.fromEntries(Object.entries(device(id).rates_tflops).map(([key, leaf]) => [key, plain(leaf)]));

test('H100 SXM: 989.4 dense BF16, not the A100 figure 312 nor the sparse 1979', () => {
  assert.equal(rates('h100-sxm5-80gb').bf16, 989.4);
});

test('H100 SXM: 1978.9 dense FP8, half of the 3958 printed with sparsity', () => {
  assert.equal(rates('h100-sxm5-80gb').fp8, 1978.9);
});

test('RTX 4090: 165.2 dense BF16 with FP32 accumulate, not the non-tensor 82.6; FP8 exists', () => {
  assert.equal(rates('rtx-4090').bf16, 165.2);
  assert.equal(rates('rtx-4090').fp8, 330.3);
});

test('RTX 3090: about 71 dense BF16, not the non-tensor 35.6; an NVLink bridge joins two', () => {
  assert.equal(Math.round(rates('rtx-3090').bf16), 71);
  const { fabric } = device('rtx-3090');
  assert.equal(plain(fabric.per_direction_gb_s), 112.5 / 2);
  assert.equal(plain(fabric.domain), 2);
});

test('L40S: 362 dense BF16 and 733 FP8; 91.6 is FP32', () => {
  assert.equal(rates('l40s').bf16, 362);
  assert.equal(rates('l40s').fp8, 733);
  assert.equal(rates('l40s').fp32, 91.6);
});

test('A10G: about 70 dense FP16, where the A10 has 125', () => {
  assert.equal(rates('a10g').fp16, 70);
  assert.equal(rates('a10').fp16, 125);
});

test('H200: 141 GB of HBM3e at 4.8 TB/s', () => {
  const h200 = device('h200-sxm-141gb');
  assert.equal(h200.memory_gb, 141);
  assert.equal(h200.memory_type, 'HBM3e');
  assert.equal(plain(h200.bandwidth_gb_s), 4800);
});

test('B200: sold as 180 GB of HBM3e and found under its physical 192 GB', () => {
  const b200 = device('b200-sxm-180gb');
  assert.equal(b200.memory_gb, 180);
  assert.equal(b200.memory_type, 'HBM3e');
  assert.ok(b200.aliases.includes('B200 192GB'));
});

test('A100: 312 dense BF16 and no FP8', () => {
  assert.equal(rates('a100-sxm4-80gb').bf16, 312);
  assert.equal(rates('a100-sxm4-80gb').fp8, undefined);
});

test('H100 SXM: 700 W', () => {
  assert.equal(plain(device('h100-sxm5-80gb').power_w), 700);
});

test('NVLink is stored per direction: 900 GB/s in total on H100 and 600 on A100 are 450 and 300', () => {
  assert.equal(plain(device('h100-sxm5-80gb').fabric.per_direction_gb_s), 900 / 2);
  assert.equal(plain(device('a100-sxm4-80gb').fabric.per_direction_gb_s), 600 / 2);
});

test('PCIe-only cards have no fabric', () => {
  for (const id of ['rtx-4090', 'rtx-5090', 'l40s', 'rtx-pro-6000-blackwell-server', 't4', 'mi350p-144gb'])
    assert.equal(device(id).fabric, undefined, id);
});

test('A100 sits on PCIe 4.0 x16, 32 GB/s one way', () => {
  const a100 = device('a100-sxm4-80gb');
  assert.equal(plain(a100.pcie_gen), 4);
  assert.equal(plain(a100.pcie_lanes), 16);
});

test('an H100 reports 81,559 MiB', () => {
  assert.equal(plain(device('h100-sxm5-80gb').usable_memory_bytes), 81559 * 2 ** 20);
});

test('MI300X: a pair sees one link of 64 GB/s, the card seven', () => {
  assert.equal(plain(device('mi300x-192gb').fabric.pair_gb_s), 64);
  assert.equal(plain(device('mi300x-192gb').fabric.per_direction_gb_s), 7 * 64);
});

test('4-bit formats count their scales', () => {
  const bits = (id) => catalog.formats.find(({ record }) => record.id === id).record.bits;
  assert.equal(bits('awq-int4'), 4 + 16 / 128 + 4 / 128);
  assert.equal(bits('gptq-int4'), 4 + 16 / 128 + 4 / 128);
  assert.equal(bits('mxfp4'), 4 + 8 / 32);
  assert.equal(bits('nvfp4'), 4 + 8 / 16);
  assert.equal(bits('nf4'), Math.round((4 + 8 / 64 + 32 / (64 * 256)) * 1000) / 1000);
  // llama.cpp's table: 4.8944 over the 8,030,261,248 weights of Llama 3.1 8B, 128,256 x 4,096 of which are its head in Q6_K.
  const head = 128256 * 4096;
  assert.ok(Math.abs(bits('gguf-q4_k_m') * (8030261248 - head) + 6.5625 * head - 4.8944 * 8030261248) < 1e-4 * 8e9);
});

test('AWS on-demand in us-east-1, July 2026', () => {
  const usd = (id) => catalog.prices.find(({ record }) => record.of === id && !record.kind && record.priced === '2026-07-20').record.usd;
  assert.equal(usd('aws-p4d.24xlarge'), 21.957642);
  assert.equal(usd('aws-p4de.24xlarge'), 27.44705);
  assert.equal(usd('aws-p5.48xlarge'), 55.04);
  assert.equal(usd('aws-g5.48xlarge'), 16.288);
});

test('people find devices by the names they type', () => {
  const names = new Set(
    catalog.accelerators.flatMap(({ record }) => [record.id, ...(record.aliases ?? [])].map(normalized)));
  for (const name of ['H100', 'H100 SXM', '4090', 'RTX 4090', 'A100 80GB', 'MI300X', 'M4 Max', 'H200', 'B200', '3090'])
    assert.ok(names.has(normalized(name)), name);
});
