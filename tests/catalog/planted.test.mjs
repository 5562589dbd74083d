// Slips as people make them, planted at random places of the real catalog, one at a time: a kind counts as caught when at least
// nine of ten places are, and at least 31 of the 34 kinds are.
import assert from 'node:assert/strict';
import test from 'node:test';
import { rules } from '../../tools/catalog/check.mjs';
import { isWrapped, plain, readCatalog } from '../../tools/catalog/files.mjs';
import { isTokenDecoder } from '../../tools/catalog/records.mjs';

const SEEDS = [1, 2, 3], PLACES = 10;

function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const catalog = readCatalog();
const pick = (random, list) => list[Math.floor(random() * list.length)];
const set = (object, key, value) => { object[key] = isWrapped(object[key]) ? { ...object[key], value } : value; };
const change = (object, key, by) => set(object, key, by(plain(object[key])));
const times = (by) => (value) => Number((value * by).toPrecision(12));

// A digit left out, one written twice, or the point moved.
function slipOfDigits(random, value) {
  const text = String(value), at = Math.floor(random() * text.replace(/\..*/, '').length);
  const ways = [text.slice(0, at) + text.slice(at + 1), text.slice(0, at + 1) + text.slice(at), String(times(10)(value))];
  const slipped = Number(pick(random, ways.filter((way) => Number(way) > 0 && Number(way) !== value)));
  return slipped;
}
const digits = (key) => (record, random) => change(record, key, (value) => slipOfDigits(random, value));
const by = (key, ...factors) => (record, random) => change(record, key, times(pick(random, factors)));

const has = (...keys) => (record) => keys.every((key) => plain(record[key]) !== undefined);
const rates = (record) => record.rates_tflops ?? {};
const isCpu = (record) => plain(record.segment) === 'cpu';
const gpuWith = (...names) => (record) => !isCpu(record) && names.every((name) => rates(record)[name] !== undefined);
const decoderWith = (...keys) => (record) => isTokenDecoder(record) && has(...keys)(record);
const another = (random, kind, key, not) => pick(random, catalog[kind].map(({ record }) => plain(record[key])).filter((value) => value !== undefined && value !== not));
const isRent = ({ kind = 'on_demand' }) => ['on_demand', 'spot', 'reserved_1y', 'reserved_3y'].includes(kind);
const isPurchase = (price) => !isRent(price);
const instanceOf = new Map(catalog.instances.map(({ record }) => [record.id, record]));
const deviceOf = new Map(catalog.accelerators.map(({ record }) => [record.id, record]));
const manyGpus = (price) => isRent(price) && plain(instanceOf.get(price.of)?.count) >= 8;
const onDemandOf = new Map(catalog.prices.filter(({ record }) => !record.kind).map(({ record }) => [record.of, record.usd]));

// [what, kind of records, which, how]
const slips = [
  ['a rate with a digit too many or too few', 'accelerators', (r) => gpuWith()(r) && Object.keys(rates(r)).length > 1, (r, random) => digits(pick(random, Object.keys(r.rates_tflops)))(r.rates_tflops, random)],
  ['one rate sparse for dense', 'accelerators', gpuWith('fp32', 'bf16'), (r, random) => by(pick(random, Object.keys(r.rates_tflops).filter((name) => !['fp32', 'tf32', 'fp6'].includes(name))), 2)(r.rates_tflops, random)],
  ['all rates of a card sparse', 'accelerators', gpuWith('fp32', 'bf16', 'int8'), (r, random) => Object.keys(r.rates_tflops).filter((name) => name !== 'fp32').forEach((name) => by(name, 2)(r.rates_tflops, random))],
  ['FP32 and TF32 swapped', 'accelerators', (r) => gpuWith('fp32', 'tf32')(r) && plain(rates(r).fp32) !== plain(rates(r).tf32), ({ rates_tflops: r }) => { [r.fp32, r.tf32] = [r.tf32, r.fp32]; }],
  ['the 16-bit rate for the 8-bit one', 'accelerators', (r) => gpuWith('fp16', 'int8')(r) && plain(rates(r).fp16) !== plain(rates(r).int8), ({ rates_tflops: r }) => { r.int8 = r.fp16; }],
  ['bandwidth with a digit too many or too few', 'accelerators', has('bandwidth_gb_s'), digits('bandwidth_gb_s')],
  ['bandwidth in bits', 'accelerators', has('bandwidth_gb_s'), by('bandwidth_gb_s', 8)],
  ['watts with a digit too many or too few', 'accelerators', has('power_w'), digits('power_w')],
  ['watts of a machine of eight', 'accelerators', has('power_w'), by('power_w', 8)],
  ['memory with a digit too many or too few', 'accelerators', has('memory_gb'), digits('memory_gb')],
  ['usable memory in other units', 'accelerators', has('usable_memory_bytes'), by('usable_memory_bytes', 1.1, 1.0737 * 1.0737)],
  ['a fabric both ways', 'accelerators', (r) => plain(r.fabric?.per_direction_gb_s), (r, random) => by('per_direction_gb_s', 2)(r.fabric, random)],
  ['another number of devices in a fabric', 'accelerators', (r) => plain(r.fabric?.domain) > 1, (r, random) => digits('domain')(r.fabric, random)],
  ['another generation of PCIe', 'accelerators', has('pcie_gen'), (r, random) => change(r, 'pcie_gen', (gen) => gen + pick(random, [-1, 1]))],
  ['the compute capability of another architecture', 'accelerators', (r) => !isCpu(r) && has('compute_capability')(r), (r, random) => set(r, 'compute_capability', pick(random, catalog.accelerators.map(({ record }) => record).filter((other) => !isCpu(other) && other.architecture !== r.architecture && other.compute_capability).map((other) => plain(other.compute_capability))))],
  ['a year of release with a wrong digit', 'accelerators', has('release'), (r, random) => change(r, 'release', (text) => pick(random, [text.replace(/^20(.)/, '20' + '3'), `201${text.slice(3)}`, `203${text.slice(3)}`].filter((other) => other !== text)))],
  ['parameters with a digit too many or too few', 'models', decoderWith('params_b'), digits('params_b')],
  ['active parameters of another model', 'models', decoderWith('active_params_b'), (r, random) => set(r, 'active_params_b', another(random, 'models', 'active_params_b', plain(r.active_params_b)))],
  ['a few layers more or fewer', 'models', decoderWith('layers'), (r, random) => change(r, 'layers', (n) => n + pick(random, [-4, -2, -1, 1, 2, 4]) || n + 1)],
  ['KV heads of another model', 'models', decoderWith('kv_heads'), by('kv_heads', 2, 0.5, 3)],
  ['heads of another width', 'models', decoderWith('head_dim'), by('head_dim', 2, 0.5)],
  ['a feed-forward of another width', 'models', (r) => isTokenDecoder(r) && plain(r.intermediate) > 0 && plain(r.dense_layers) !== 0 && !(r.experts && !r.dense_layers && !r.parallel_dense), digits('intermediate')],
  ['a vocabulary with a digit too many or too few', 'models', decoderWith('vocab'), digits('vocab')],
  ['embeddings tied or not', 'models', (r) => isTokenDecoder(r) && r.tied_embeddings === true, (r) => { delete r.tied_embeddings; }],
  ['a context with a digit too many or too few', 'models', decoderWith('max_context'), digits('max_context')],
  ['the licence of another family', 'models', has('license'), (r, random) => set(r, 'license', pick(random, catalog.models.map(({ record }) => record).filter((other) => other.family !== r.family && other.license && plain(other.license) !== plain(r.license)).map((other) => plain(other.license))))],
  ['a hosted price for a thousand tokens, or for ten million', 'api', ({ input_usd_m: usd }) => usd > 0, (r, random) => { const factor = pick(random, [0.001, 10, 0.1]); by('input_usd_m', factor)(r, random); by('output_usd_m', factor)(r, random); }],
  ['input and output swapped', 'api', (r) => r.input_usd_m !== r.output_usd_m, (r) => { [r.input_usd_m, r.output_usd_m] = [r.output_usd_m, r.input_usd_m]; }],
  ['an offer twice', 'api', () => true, (r, random, broken) => { broken.api.push({ record: { ...structuredClone(r), input_usd_m: r.input_usd_m * 1.1 }, file: 'test.json' }); }],
  ['a purchase ten times too dear or too cheap', 'prices', isPurchase, by('usd', 10, 0.1)],
  ['the rent of one device for a machine of eight', 'prices', manyGpus, (r, random) => by('usd', 1 / plain(instanceOf.get(r.of).count))(r, random)],
  ['spot or reserved above on demand', 'prices', (r) => ['spot', 'reserved_1y', 'reserved_3y'].includes(r.kind) && onDemandOf.has(r.of), (r) => { r.usd = onDemandOf.get(r.of) * 1.3; }],
  ['a price before the release', 'prices', (r) => r.kind !== 'launch' && plain(deviceOf.get(plain(instanceOf.get(r.of)?.accelerator) ?? r.of)?.release), (r) => { const year = Number(plain(deviceOf.get(plain(instanceOf.get(r.of)?.accelerator) ?? r.of).release).slice(0, 4)); r.priced = `${year - 1}${r.priced.slice(4)}`; }],
  ['another device than an instance is named for', 'instances', (r) => /h100|h200|a100|l40s|b200|mi300x|v100/.test(r.id), (r, random) => set(r, 'accelerator', pick(random, catalog.accelerators.map(({ record }) => record.id).filter((id) => id !== plain(r.accelerator) && !id.includes(plain(r.accelerator).split('-')[0]))))],
];

const entries = Object.entries(rules);
const before = new Map(entries.map(([name, find]) => [name, new Set(find(catalog))]));

// Rules run on the catalog with one record changed; those that found it say so.
const caughtBy = new Map();  // the rule that found the last of a kind, asked first
function isCaught([what, kind, , how], index, random) {
  const record = structuredClone(catalog[kind][index].record);
  const list = [...catalog[kind]];
  list[index] = { ...list[index], record };
  const broken = { ...catalog, [kind]: list };
  how(record, random, broken);
  const found = ([name, find]) => find(broken).some((problem) => !before.get(name).has(problem));
  const last = caughtBy.get(what);
  if (last && found(last)) return true;
  const first = entries.find((entry) => entry !== last && found(entry));
  if (first) caughtBy.set(what, first);
  return Boolean(first);
}

test('there are 34 kinds of slips', () => assert.equal(slips.length, 34));

for (const seed of SEEDS)
  test(`of 34 kinds of slips at least 31 are caught at nine of ten places (seed ${seed})`, (context) => {
    const random = generator(seed);
    const missed = slips.flatMap((slip) => {
      const [what, kind, fits] = slip;
      const places = catalog[kind].flatMap(({ record }, index) => (fits(record) ? [index] : []));
      assert.ok(places.length >= PLACES, `${what}: ${places.length} places`);
      const lost = Array.from({ length: PLACES }, () => pick(random, places)).filter((index) => !isCaught(slip, index, random));
      for (const index of lost) context.diagnostic(`${what}: not at ${catalog[kind][index].record.id ?? catalog[kind][index].record.of ?? catalog[kind][index].record.served_as}`);
      return lost.length > PLACES / 10 ? [`${what} (${PLACES - lost.length} of ${PLACES})`] : [];
    });
    for (const kind of missed) context.diagnostic(`missed: ${kind}`);
    assert.ok(slips.length - missed.length >= 31, `caught ${slips.length - missed.length} of ${slips.length}; missed: ${missed.join('; ')}`);
  });
