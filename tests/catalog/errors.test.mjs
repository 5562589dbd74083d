// Twenty errors that articles and tools commonly make, and what the catalog has instead.
import assert from 'node:assert/strict';
import test from 'node:test';
import { plain, readCatalog } from '../../tools/catalog/files.mjs';
import { near, normalized } from '../../tools/catalog/records.mjs';

const { accelerators, instances } = readCatalog();
const device = (id) => accelerators.find(({ record }) => record.id === id).record;
const rate = (id, arithmetic) => plain(device(id).rates_tflops[arithmetic]);
const value = (id, field) => plain(device(id)[field]);
const fabric = (id, field) => plain(device(id).fabric?.[field]);
const idOf = (name) => accelerators.map(({ record }) => record)
  .find(({ id, name: full, aliases = [] }) => [id, full, ...aliases].some((one) => normalized(one) === normalized(name)))?.id;
const about = (actual, expected) => assert.ok(near(actual, expected, 0.005), `${actual} is not about ${expected}`);

test('1. sparse is not dense: FP8 is twice BF16, not four times', () => {
  for (const id of ['h100-sxm5-80gb', 'h200-sxm-141gb', 'b200-sxm-180gb', 'l4'])
    assert.ok(near(rate(id, 'fp8'), 2 * rate(id, 'bf16'), 0.03), id);
  about(rate('l4', 'bf16'), 121);
  about(rate('rtx-a6000', 'bf16'), 154.8);
});

test('2. generations are not mixed: H100 is not 312, MI300X not 383, and A100 has no FP8', () => {
  about(rate('h100-sxm5-80gb', 'bf16'), 989.4);
  about(rate('mi300x-192gb', 'bf16'), 1307.4);
  assert.equal(rate('a100-sxm4-80gb', 'fp8'), undefined);
});

test('3. the AI rate is that of the tensor cores', () => {
  for (const [id, plainRate] of [['rtx-4090', 82.6], ['rtx-3090', 35.6], ['a100-sxm4-80gb', 77.97], ['h100-sxm5-80gb', 133.8], ['b200-sxm-180gb', 496.6]])
    assert.ok(rate(id, 'bf16') > 1.5 * plainRate, id);
});

test('4. GeForce rates accumulate in FP32', () => {
  about(rate('rtx-4090', 'bf16'), 165.2);
  about(rate('rtx-5090', 'bf16'), 209.5);
  about(rate('rtx-3090', 'bf16'), 71.2);
});

test('5. Ada has FP8, Ampere has not, Hopper has neither FP4 nor INT4, Blackwell no INT4', () => {
  assert.ok(rate('rtx-4090', 'fp8') > 0);
  assert.equal(rate('rtx-3090', 'fp8'), undefined);
  for (const arithmetic of ['fp4', 'int4']) assert.equal(rate('h100-sxm5-80gb', arithmetic), undefined);
  assert.equal(rate('rtx-5090', 'int4'), undefined);
});

test('6. "AI TOPS" become dense FP8 rates', () => {
  about(rate('rtx-4090', 'fp8'), 1321 / 4);
  about(rate('rtx-5090', 'fp8'), 3352 / 8);
  assert.ok(near(rate('rx-9070-xt', 'fp8'), 1557 / 4, 0.01));
  assert.ok(near(rate('jetson-agx-thor-t5000', 'fp8'), 2070 / 4, 0.01));
});

test('7. Blackwell Ultra has almost no INT8', () => {
  assert.ok(rate('b300-sxm-288gb', 'int8') < 200 && rate('gb300-per-gpu', 'int8') < 200);
  assert.ok(rate('b300-sxm-288gb', 'fp8') > 4000);
});

test('8. superchips and boards of several devices are entered by the device', () => {
  assert.ok(value('gb200-per-gpu', 'memory_gb') < 200);
  assert.equal(value('a16-per-gpu', 'memory_gb'), 16);
});

test('9. INT8 is not twice FP16 everywhere, nor FP8 twice BF16', () => {
  for (const id of ['mi250x-128gb', 'rx-7900-xtx', 'ryzen-ai-max-395-128gb']) about(rate(id, 'int8'), rate(id, 'fp16'));
  about(rate('gaudi3-128gb-oam', 'fp8'), rate('gaudi3-128gb-oam', 'bf16'));
  assert.ok(near(rate('trainium3', 'fp8'), 3.75 * rate('trainium3', 'bf16'), 0.01));
});

test('10. NVLink is stored one way: 450 of 900 GB/s', () => {
  assert.equal(fabric('h100-sxm5-80gb', 'per_direction_gb_s'), 450);
});

test('11. two MI300X see one link of seven', () => {
  assert.equal(fabric('mi300x-192gb', 'pair_gb_s'), 64);
  assert.equal(fabric('mi300x-192gb', 'per_direction_gb_s'), 448);
});

test('12. memory is what is sold and what the driver reports: B200 180, MI325X 256, H200 141', () => {
  assert.equal(value('b200-sxm-180gb', 'memory_gb'), 180);
  assert.equal(value('b200-sxm-180gb', 'usable_memory_bytes'), 183359 * 2 ** 20);
  assert.equal(value('mi325x-256gb', 'memory_gb'), 256);
  assert.equal(value('h200-sxm-141gb', 'memory_gb'), 141);
});

test('13. the three RTX PRO 6000 differ', () => {
  about(value('rtx-pro-6000-blackwell-server', 'bandwidth_gb_s'), 1597);
  about(value('rtx-pro-6000-blackwell-ws', 'bandwidth_gb_s'), 1792);
  assert.equal(value('rtx-pro-6000-blackwell-maxq', 'power_w'), 300);
});

test('14. H100 PCIe, SXM and NVL are three devices', () => {
  for (const [id, bf16, bandwidth, power] of [['h100-pcie-80gb', 756.5, 2000, 350], ['h100-sxm5-80gb', 989.4, 3350, 700], ['h100-nvl-94gb', 835, 3938, 400]]) {
    about(rate(id, 'bf16'), bf16);
    assert.ok(near(value(id, 'bandwidth_gb_s'), bandwidth, 0.02), id);
    assert.equal(value(id, 'power_w'), power, id);
  }
  about(rate('h200-nvl-141gb', 'bf16'), 836);
});

test('15. PCIe cards reach two by a bridge at most, and these none', () => {
  for (const id of ['a100-pcie-80gb', 'h100-pcie-80gb']) assert.ok((fabric(id, 'domain') ?? 1) <= 2, id);
  for (const id of ['rtx-4090', 'rtx-5090', 'l40s', 'rtx-pro-6000-blackwell-server']) assert.equal(device(id).fabric, undefined, id);
});

test('16. the 3090 and 3090 Ti are the last GeForce with NVLink', () => {
  assert.equal(fabric('rtx-3090', 'per_direction_gb_s'), 56.25);
  assert.equal(fabric('rtx-3090-ti', 'per_direction_gb_s'), 56.25);
  assert.equal(device('rtx-4080').fabric, undefined);
});

test('17. MI455X and Rubin are announced, at dense rates', () => {
  assert.equal(value('mi455x-432gb', 'status'), 'announced');
  assert.equal(rate('mi455x-432gb', 'fp4'), 20000);
  assert.equal(rate('rubin-per-gpu', 'fp4'), 35000);
});

test('18. there is no M4 Ultra, and the M3 Pro is slower than the M2 Pro', () => {
  assert.equal(idOf('M4 Ultra'), undefined);
  assert.ok(value('apple-m3-pro', 'bandwidth_gb_s') < value('apple-m2-pro', 'bandwidth_gb_s'));
});

test('19. idle power is measured, far below 15% of the limit', () => {
  for (const id of ['h100-sxm5-80gb', 'rtx-4090']) assert.ok(value(id, 'idle_power_w') < 0.12 * value(id, 'power_w'), id);
});

test('20. data-center Blackwell and the others are different instruction sets', () => {
  assert.equal(value('b200-sxm-180gb', 'compute_capability'), '10.0');
  assert.equal(value('rtx-5090', 'compute_capability'), '12.0');
  assert.equal(value('dgx-spark-gb10', 'compute_capability'), '12.1');
});

test('list prices of AWS before the cut of June 2025 are kept beside the new ones', () => {
  const usd = (of, date) => readCatalog().prices.find(({ record }) => record.of === of && record.priced === date && !record.kind).record.usd;
  assert.equal(usd('aws-p4d.24xlarge', '2025-05'), 32.77);
  assert.equal(usd('aws-p5.48xlarge', '2025-05'), 98.32);
  assert.equal(usd('aws-p5.48xlarge', '2026-07-20'), 55.04);
  assert.ok(instances.some(({ record }) => record.id === 'aws-g5.48xlarge'));
});
