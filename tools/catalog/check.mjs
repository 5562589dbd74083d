// Checks catalog/ against the rules of catalog/README.md:  node tools/catalog/check.mjs
// Each rule takes the catalog and gives the problems it finds, as texts.
import { fieldsOf, required } from './fields.mjs';
import { isWrapped, kinds, plain, readCatalog, sourceIds } from './files.mjs';

const GIB = 2 ** 30;

// As the engine compares names.
export const normalized = (name) => name.toLowerCase().replace(/[^a-z0-9.]/g, '');

const nameOf = (record) => record.id ?? `price of ${record.of ?? record.served_as}`;
const recordsOf = (catalog, kind) => catalog[kind].map(({ record }) => record);
const everyRecord = (catalog) =>
  kinds.flatMap((kind) => catalog[kind].map(({ record, file }) => ({ kind, record, file })));

const isDate = (text) => /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/.test(text);
const isDay = (text) => isDate(text) && text.length === 10;

// Why a value is not of a type, or nothing.
function typeProblem(type, value) {
  if (type === 'text') return typeof value === 'string' && value !== '' ? '' : 'is no text';
  if (type === 'texts') return Array.isArray(value) && value.every((v) => typeof v === 'string') ? '' : 'is no list of texts';
  if (type === 'date') return typeof value === 'string' && isDate(value) ? '' : 'is no ISO date';
  if (type === 'day') return typeof value === 'string' && isDay(value) ? '' : 'is no ISO date with its day';
  if (type.flag) return typeof value === 'boolean' ? '' : 'is not true or false';
  if (type.words) return type.words.includes(value) ? '' : `is none of ${type.words.join(', ')}`;
  const [least, most] = type.number ?? type.integer;
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'is no number';
  if (type.integer && !Number.isInteger(value)) return 'is no whole number';
  if (value < least || value > most || (type.above && value === least)) return `is outside ${least} to ${most}`;
  return '';
}

const WRAPPER_KEYS = ['value', 'source', 'retrieved', 'unverified', 'note'];

function wrapperProblems(where, leaf) {
  const problems = Object.keys(leaf)
    .filter((key) => !WRAPPER_KEYS.includes(key))
    .map((key) => `${where}: unknown mark ${key}`);
  if (Object.keys(leaf).length === 1) problems.push(`${where}: a plain value would do`);
  if ('unverified' in leaf && leaf.unverified !== true) problems.push(`${where}: unverified can only be true`);
  if ('retrieved' in leaf && !isDay(leaf.retrieved)) problems.push(`${where}: retrieved is no ISO date`);
  return problems;
}

function objectProblems(where, object, fields) {
  return Object.entries(object).flatMap(([key, leaf]) => {
    const type = fields[key];
    const at = `${where}.${key}`;
    if (!type) return [`${at}: unknown field`];
    if (type.fields) return objectProblems(at, leaf, type.fields);
    if (type.list) return leaf.flatMap((part, i) => objectProblems(`${at}[${i}]`, part, type.list));
    const marks = isWrapped(leaf) ? wrapperProblems(at, leaf) : [];
    const problem = typeProblem(type, plain(leaf));
    if (problem) return [...marks, `${at} ${problem}`];
    if (type.default !== undefined && plain(leaf) === type.default) return [...marks, `${at} repeats the default`];
    return marks;
  });
}

function duplicates(claims) {
  const first = new Map();
  return claims.flatMap(({ name, owner }) => {
    const key = normalized(name);
    const other = first.get(key);
    if (other === undefined) first.set(key, owner);
    return other !== undefined && other !== owner ? [`"${name}" means ${other} and ${owner}`] : [];
  });
}

const rate = (record, arithmetic) => plain(record.rates_tflops?.[arithmetic]);

// Parts whose FP8 rate is not twice their BF16 rate.
const FP8_RATIO = {
  'gaudi3-128gb-oam': 1, 'tpu-v5p': 1, 'tpu-v6e': 1, trainium1: 1, inferentia2: 1, trainium2: 1.95, trainium3: 3.75,
  'ascend-950dt': 1.89, 'rubin-per-gpu': 4.375,
};

// Arithmetics that the hardware of an NVIDIA architecture does not have.
const ABSENT = {
  Volta: ['bf16', 'tf32', 'fp8', 'fp6', 'fp4'],
  Turing: ['bf16', 'tf32', 'fp8', 'fp6', 'fp4'],
  Ampere: ['fp8', 'fp6', 'fp4'],
  'Ada Lovelace': ['fp6', 'fp4'],
  Hopper: ['fp6', 'fp4', 'int4'],
  Blackwell: ['int4'],
  'Blackwell Ultra': ['int4'],
};

// Figures that articles print for these parts and that are something else than a dense FP32-accumulate rate.
const MISTAKEN = [
  ['h100-sxm5-80gb', 'bf16', [312, 1979, 133.8, 267.6], 'A100, sparse or non-tensor'],
  ['h100-sxm5-80gb', 'fp8', [989, 3958], 'half or sparse'],
  ['h200-sxm-141gb', 'bf16', [1970, 1979, 241.3], 'sparse or non-tensor'],
  ['b200-sxm-180gb', 'fp8', [9000], 'sparse'],
  ['l4', 'bf16', [242], 'sparse'],
  ['l40s', 'bf16', [91.6, 183, 733], 'non-tensor, TF32 or sparse'],
  ['rtx-a6000', 'bf16', [309.7], 'sparse'],
  ['rtx-3090', 'bf16', [35.6, 142, 142.3, 285], 'non-tensor, FP16-accumulate or sparse'],
  ['rtx-4090', 'bf16', [82.6, 330, 330.3], 'non-tensor or FP16-accumulate'],
  ['rtx-5090', 'bf16', [104.8, 419, 838], 'non-tensor, FP16-accumulate or sparse'],
  ['mi300x-192gb', 'bf16', [383, 2614.9], 'MI250X or sparse'],
  ['a10g', 'bf16', [31.2, 125], 'non-tensor or A10'],
  ['gaudi3-128gb-oam', 'bf16', [1835], 'a clock the parts do not run at'],
  ['jetson-agx-orin-64gb', 'int8', [275, 171], 'sparse, with DLA'],
];

// Consumer tensor rates with FP32 accumulate: twice the FP32 rate on Ampere, Ada and Blackwell.
const isGeForce = (record) =>
  record.vendor === 'NVIDIA' && plain(record.segment) === 'consumer' && record.architecture !== 'Turing';

const near = (a, b, tolerance) => Math.abs(a - b) <= tolerance * Math.abs(b);

function layerProblems(model) {
  const value = (key, otherwise) => plain(model[key]) ?? otherwise;
  const layers = value('layers', 0);
  const linear = model.linear ? plain(model.linear.layers) : 0;
  const attention = value('attention_layers', layers - linear);
  const dense = value('dense_layers', value('experts', 0) > 0 ? 0 : layers);
  const experts = value('moe_layers', value('experts', 0) > 0 ? layers - dense : 0);
  const problems = [];
  if (attention + linear > layers) problems.push('more mixers than layers');
  if (value('experts', 0) > 0 && dense + experts > layers) problems.push('more feed-forward parts than layers');
  if (value('full_attention_layers', 0) > attention) problems.push('more full attention layers than attention layers');
  if (value('kv_layers', 0) > attention) problems.push('more cache owners than attention layers');
  if (value('full_attention_layers', attention) < attention && !model.window) problems.push('no window');
  if (value('heads', 1) % value('kv_heads', value('heads', 1))) problems.push('heads are no multiple of kv_heads');
  if (value('experts_per_token', 0) > value('experts', 0)) problems.push('more experts per token than experts');
  if (value('active_params_b', 0) > value('params_b', 0)) problems.push('more active parameters than parameters');
  return problems;
}

const isTokenDecoder = (model) => ['decoder', 'moe', 'hybrid', 'multimodal'].includes(plain(model.kind) ?? 'decoder');

export const rules = {
  'required-fields': (catalog) =>
    everyRecord(catalog).flatMap(({ kind, record, file }) =>
      required[kind].filter((key) => !(key in record)).map((key) => `${file}: ${nameOf(record)} has no ${key}`)),

  'known-fields': (catalog) =>
    everyRecord(catalog).flatMap(({ kind, record, file }) => objectProblems(`${file}: ${nameOf(record)}`, record, fieldsOf[kind])),

  'token-decoders': (catalog) =>
    recordsOf(catalog, 'models').filter(isTokenDecoder).flatMap((model) =>
      ['layers', 'hidden', 'vocab', 'max_context'].filter((key) => !(key in model)).map((key) => `${model.id} has no ${key}`)),

  'unique-names': (catalog) => [
    ...duplicates(catalog.sources.map(({ id }, i) => ({ name: id, owner: `${id} (source ${i})` }))),
    ...kinds.filter((kind) => kind !== 'prices' && kind !== 'api').flatMap((kind) =>
      duplicates(recordsOf(catalog, kind).flatMap((record, i) =>
        [record.id, ...(record.aliases ?? [])].map((name) => ({ name, owner: `${record.id} (${kind} ${i})` }))))),
  ],

  'known-sources': (catalog) => {
    const known = new Set(catalog.sources.map(({ id }) => id));
    return everyRecord(catalog).flatMap(({ record, file }) =>
      [...sourceIds(record)].filter((id) => !known.has(id)).map((id) => `${file}: ${nameOf(record)}: unknown source ${id}`));
  },

  'sources-have-titles': (catalog) =>
    catalog.sources.filter(({ id, title, url }) => !id || !title || (url !== undefined && !/^https:\/\//.test(url)))
      .map(({ id }) => `source ${id} needs a title, and an https address if any`),

  'no-unused-sources': (catalog) => {
    const used = new Set(everyRecord(catalog).flatMap(({ record }) => [...sourceIds(record)]));
    return catalog.sources.filter(({ id }) => !used.has(id)).map(({ id }) => `nothing names source ${id}`);
  },

  'fp8-is-twice-bf16': (catalog) =>
    recordsOf(catalog, 'accelerators').filter((record) => rate(record, 'fp8') && rate(record, 'bf16')).flatMap((record) => {
      const ratio = rate(record, 'fp8') / rate(record, 'bf16');
      const wanted = FP8_RATIO[record.id] ?? 2;
      return near(ratio, wanted, 0.03) ? [] : [`${record.id}: FP8 is ${ratio.toFixed(2)} x BF16, not ${wanted} x`];
    }),

  'hardware-has-it': (catalog) =>
    recordsOf(catalog, 'accelerators').filter(({ vendor }) => vendor === 'NVIDIA').flatMap((record) =>
      (ABSENT[record.architecture] ?? []).filter((arithmetic) => rate(record, arithmetic))
        .map((arithmetic) => `${record.id}: ${record.architecture} has no ${arithmetic} tensor cores`)),

  'no-mistaken-rates': (catalog) => {
    const byId = new Map(recordsOf(catalog, 'accelerators').map((record) => [record.id, record]));
    return MISTAKEN.flatMap(([id, arithmetic, wrong, what]) => {
      const value = byId.has(id) ? rate(byId.get(id), arithmetic) : undefined;
      return wrong.some((figure) => value !== undefined && near(value, figure, 0.001))
        ? [`${id}: ${value} ${arithmetic} is ${what}`] : [];
    });
  },

  'geforce-accumulates-in-fp32': (catalog) =>
    recordsOf(catalog, 'accelerators').filter(isGeForce).filter((record) => rate(record, 'bf16') && rate(record, 'fp32'))
      .filter((record) => !near(rate(record, 'bf16'), 2 * rate(record, 'fp32'), 0.03))
      .map((record) => `${record.id}: BF16 with FP32 accumulate is twice the FP32 rate`),

  'blackwell-ultra-int8': (catalog) =>
    recordsOf(catalog, 'accelerators').filter(({ architecture }) => architecture === 'Blackwell Ultra')
      .filter((record) => rate(record, 'int8') > 0.2 * rate(record, 'bf16'))
      .map((record) => `${record.id}: Blackwell Ultra has almost no INT8`),

  'usable-memory': (catalog) =>
    recordsOf(catalog, 'accelerators').filter((record) => record.usable_memory_bytes).flatMap((record) => {
      const share = plain(record.usable_memory_bytes) / (plain(record.memory_gb) * GIB);
      return share > 0.6 && share <= 1.01 ? [] : [`${record.id}: usable memory is ${share.toFixed(2)} of ${plain(record.memory_gb)} GiB`];
    }),

  'fabric-per-direction': (catalog) =>
    recordsOf(catalog, 'accelerators').flatMap(({ id, fabric }) => {
      const total = plain(fabric?.per_direction_gb_s);
      const pair = plain(fabric?.pair_gb_s);
      return pair > (total ?? Infinity) ? [`${id}: a pair cannot be faster than the device`] : [];
    }),

  'measured-below-memory-peak': (catalog) =>
    recordsOf(catalog, 'accelerators')
      .filter((record) => plain(record.measured_copy_gb_s) > plain(record.bandwidth_gb_s))
      .map(({ id }) => `${id}: measured copy above the vendor's bandwidth`),

  'model-layers': (catalog) =>
    recordsOf(catalog, 'models').flatMap((model) => layerProblems(model).map((problem) => `${model.id}: ${problem}`)),

  'instances-have-accelerators': (catalog) => {
    const known = new Set(recordsOf(catalog, 'accelerators').map(({ id }) => id));
    return recordsOf(catalog, 'instances').filter(({ accelerator }) => !known.has(plain(accelerator)))
      .map(({ id, accelerator }) => `${id}: no accelerator ${plain(accelerator)}`);
  },

  'instances-have-providers': (catalog) => {
    const known = new Set(recordsOf(catalog, 'providers').map(({ id }) => id));
    return recordsOf(catalog, 'instances').filter(({ provider }) => !known.has(provider))
      .map(({ id, provider }) => `${id}: no provider ${provider}`);
  },

  'hosted-prices-have-owners': (catalog) => {
    const models = new Set(recordsOf(catalog, 'models').map(({ id }) => id));
    const providers = new Set(recordsOf(catalog, 'providers').map(({ id }) => id));
    return recordsOf(catalog, 'api').flatMap(({ provider, model, served_as: name }) => [
      ...(models.has(model) ? [] : [`${name} at ${provider}: no model ${model}`]),
      ...(providers.has(provider) ? [] : [`${name}: no provider ${provider}`]),
    ]);
  },

  'grids-say-their-year': (catalog) =>
    recordsOf(catalog, 'grids').flatMap((grid) => {
      const priced = ['residential_usd_kwh', 'commercial_usd_kwh', 'industrial_usd_kwh'].some((key) => key in grid);
      return [
        ...('co2_g_kwh' in grid === 'year' in grid ? [] : [`${grid.id}: a CO2 figure and its year belong together`]),
        ...(priced === 'date' in grid ? [] : [`${grid.id}: prices and their date belong together`]),
      ];
    }),

  'prices-have-owners': (catalog) => {
    const instances = new Set(recordsOf(catalog, 'instances').map(({ id }) => id));
    const accelerators = new Set(recordsOf(catalog, 'accelerators').map(({ id }) => id));
    return recordsOf(catalog, 'prices').flatMap(({ of, kind = 'on_demand' }) => {
      const owners = kind.startsWith('purchase') ? accelerators : instances;
      return owners.has(of) ? [] : [`${kind} price of ${of}: nothing of that id`];
    });
  },

  'instances-have-prices': (catalog) => {
    const priced = new Set(recordsOf(catalog, 'prices').map(({ of }) => of));
    return recordsOf(catalog, 'instances').filter(({ id, status }) => !status && !priced.has(id)).map(({ id }) => `${id} has no price`);
  },

  'one-price-a-day': (catalog) =>
    duplicates(recordsOf(catalog, 'prices').map(({ of, kind = 'on_demand', date }, i) => ({
      name: `${of} ${kind} ${date}`, owner: `price ${i}` }))),

  'reserved-and-spot-below-on-demand': (catalog) => {
    const onDemand = new Map(recordsOf(catalog, 'prices').filter(({ kind }) => !kind).map((price) => [`${price.of} ${price.date}`, price.usd]));
    return recordsOf(catalog, 'prices').filter(({ kind }) => ['spot', 'reserved_1y', 'reserved_3y'].includes(kind))
      .filter((price) => price.usd > (onDemand.get(`${price.of} ${price.date}`) ?? Infinity))
      .map(({ of, kind }) => `${kind} price of ${of} is above on-demand`);
  },

  'format-bits': (catalog) =>
    recordsOf(catalog, 'formats').filter(({ bits, coarseness = 0 }) => (bits >= 16) !== (coarseness <= 1))
      .map(({ id }) => `${id}: coarseness 0 and 1 are for 16 bits and more`),
};

// [{rule, problem}]
export function check(catalog) {
  return Object.entries(rules).flatMap(([rule, find]) => find(catalog).map((problem) => ({ rule, problem })));
}

if (process.argv[1]?.endsWith('check.mjs')) {
  const catalog = readCatalog();
  const found = check(catalog);
  for (const { rule, problem } of found) console.error(`${rule}: ${problem}`);
  const counts = kinds.map((kind) => `${catalog[kind].length} ${kind}`).join(', ');
  console.log(found.length === 0 ? `catalog: ${counts}: no problems` : `catalog: ${found.length} problems`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
