// Nothing that a scenario may say is read and ignored: every field of its schema changes some answer, or is refused by name.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const fromRoot = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

function run(args, input = '') {
  const { status, stdout, stderr } = spawnSync(fromRoot('build/native/ridgepoint'), args, { input, encoding: 'utf8', maxBuffer: 1 << 30 });
  assert.ok(status !== null && status < 2, stderr);
  return stdout;
}
const schema = JSON.parse(run(['schema', 'scenario']));
const catalog = Object.fromEntries(['accelerators', 'models', 'instances', 'formats'].map((kind) => [kind, JSON.parse(run(['catalog', kind, '--format', 'json']))]));
const plain = (leaf) => (leaf !== null && typeof leaf === 'object' && 'value' in leaf ? leaf.value : leaf);

/** The fields of a schema that hold a value: [{at, type}]; of lists those of the first element. */
function leaves(type, at = '') {
  if (type.$ref) return leaves(schema.$defs[type.$ref.slice(8)], at);
  if (type.properties) return Object.entries(type.properties).flatMap(([key, inner]) => leaves(inner, `${at}/${key}`));
  if (type.items?.$ref || type.items?.properties) return leaves(type.items, `${at}/0`);
  const forms = type.anyOf?.filter((form) => !form.$ref?.endsWith('sourced') && !(form.type === 'object' && form.properties?.value));
  if (forms?.some((form) => form.properties || form.$ref)) return [{ at, type: { type: 'string' } }, ...forms.filter((form) => form.properties).flatMap((form) => leaves(form, at))];
  return [{ at, type: forms?.length === 1 ? forms[0] : type }];
}

/** What texts can be, by the name of their field. */
const ids = (kind) => catalog[kind].map(({ id }) => id);
const names = {
  model: ['qwen3-8b', 'llama-3.1-8b', 'own'], accelerator: ['a100-sxm4-80gb', 'own'], instance: ['own', 'aws-p5.48xlarge'], host: ['cpu-generic-server-ddr5'], fabric: ['nvlink'],
  weights: ['fp8', 'awq-int4', 'bf16'], kv: ['fp8'], accept: ['gguf-q4_k_m', 'fp32'], compute: ['fp8'], draft: ['llama-3.2-1b', 'ngram'], engine: ['llama.cpp', 'sglang'],
  engine_date: ['2024-02-29'], software_date: ['2024-02-29'], as_of: ['2031-01-01'], provider: ['aws', 'lambda'], region: ['us-east-1', 'eastus'], grid: ['de', 'fr'],
  native_precision: ['fp8', 'mxfp4'], of: ['h100-sxm5-80gb', 'own-machine'], architecture: ['Ampere', 'Volta'], vendor: ['AMD', 'Apple'], form_factor: ['soc', 'PCIe'],
  memory_type: ['GDDR6', 'HBM3'], compute_capability: ['7.0'], vendors: [['AMD']], segments: [['consumer']], accelerators: [['rtx-4090']], date: ['2020-01-01'],
};

/** Values that a field may take. */
function values({ at, type }) {
  const name = at.split('/').at(-1);
  const forms = type.anyOf ?? [type];
  return forms.flatMap((form) => {
    if (form.const !== undefined) return [form.const];
    if (form.enum) return form.enum;
    if (form.type === 'boolean') return [true, false];
    if (form.type === 'array') return names[name] ?? [['text']];
    if (form.type === 'string') return names[name] ?? ['text'];
    const low = form.minimum ?? -1e6, high = form.maximum ?? 1e6;
    const tries = [low, high, 1, 2, 3, 4, 16, 100, 1000, 1e4, 0.1, 0.3, 0.5, 0.9, low + (high - low) / 3];
    return tries.map((n) => (form.type === 'integer' ? Math.round(n) : n)).filter((n) => n <= high && n >= low);
  });
}

function set(scenario, at, value) {
  const copy = structuredClone(scenario);
  const keys = at.split('/').slice(1);
  let inside = copy;
  keys.slice(0, -1).forEach((key, i) => {
    const next = /^\d+$/.test(keys[i + 1]) ? [] : {};
    if (typeof inside[key] !== 'object' || inside[key] === null) inside[key] = next;
    inside = inside[key];
  });
  inside[keys.at(-1)] = value;
  return copy;
}

// Scenarios that fields are tried in: those of the golden folder, and copies of the catalog's entries of every kind.
const golden = readdirSync(fromRoot('tests/golden/scenarios')).sort().map((name) => JSON.parse(readFileSync(fromRoot(`tests/golden/scenarios/${name}`), 'utf8')));
const own = (kind, id) => {
  // Without what it says of its own sum, which would refuse every change of a part.
  const { provenance, ...record } = structuredClone(catalog[kind].find((entry) => entry.id === id));
  if (record.vocab) delete record.params_b, delete record.active_params_b;
  return { ...Object.fromEntries(Object.entries(record).map(([key, value]) => [key, plain(value)])), id: 'own', name: 'Own' };
};
const ofModel = (id, more = {}) => ({ model: 'own', hardware: { accelerator: 'h100-sxm5-80gb', count: 8 }, overrides: { models: [own('models', id)] }, ...more });
const ofDevice = (id, more = {}) => ({ model: 'llama-3.1-8b', hardware: { accelerator: 'own', count: 4 }, overrides: { accelerators: [own('accelerators', id)] }, ...more });
const machine = { model: 'llama-3.1-8b', hardware: { instance: 'own', count: 2 }, overrides: { instances: [{ id: 'own', name: 'Own', provider: 'aws', accelerator: 'h100-sxm5-80gb', count: 8, vcpus: 8, host_memory_gb: 64, network_gbps: 400 }], prices: [{ of: 'own', kind: 'on_demand', usd: 20, priced: '2026-11-01' }] } };
const priced = { model: 'llama-3.1-8b', hardware: { accelerator: 'h100-sxm5-80gb', count: 8 }, overrides: { prices: [{ of: 'h100-sxm5-80gb', kind: 'on_demand', usd: 2, priced: '2026-11-01' }] } };
const bought = { ...priced, cost: { mode: 'buy' }, overrides: { prices: [
  { of: 'h100-sxm5-80gb', kind: 'new', usd: 30000, low_usd: 25000, high_usd: 35000, offers: 5, priced: '2026-10-01' },
  { of: 'h100-sxm5-80gb', kind: 'new', region: 'EU', usd: 33000, priced: '2026-11-01' }] } };
const ended = { ...ofDevice('l40s', { cost: { mode: 'buy' } }), overrides: { accelerators: [{ ...own('accelerators', 'l40s'), status: 'ended' }], prices: [{ of: 'own', kind: 'used', usd: 5000, priced: '2026-11-01' }] } };
const endedMachine = { ...machine, overrides: { ...machine.overrides, instances: [{ ...machine.overrides.instances[0], status: 'ended' }] } };
const onCpu = { model: 'llama-3.1-8b', hardware: { accelerator: 'own', count: 1 }, serve: { engine: 'llama.cpp', concurrency: 1 }, overrides: { accelerators: [own('accelerators', 'cpu-epyc-9355')] } };
const { usable_memory_bytes: _, ...l40s } = own('accelerators', 'l40s');
const inFormat = (weights) => ofDevice('b200-sxm-180gb', { precision: { weights }, serve: { engine: 'vllm' } });
const partFirst = (id, role, more = {}) => {
  const base = ofModel(id, more);
  base.overrides.models[0].components.sort((a, b) => (b.role === role) - (a.role === role));
  return base;
};
const bases = [
  ...golden,
  { model: 'deepseek-v3', hardware: { accelerator: 'rtx-4090', count: 1, host: 'cpu-generic-server-ddr5' }, serve: { engine: 'llama.cpp' } },
  ...['llama-3.1-8b', 'deepseek-v3', 'gemma-3-27b', 'qwen3-next-80b-a3b', 'kimi-linear-48b-a3b', 'gemma-3n-e4b', 'flux.1-dev', 'whisper-large-v3', 'bge-m3', 'resnet50', 'vit-b16', 'deepseek-v4-flash', 'jamba-v0.1', 'falcon-mamba-7b', 'gpt-oss-120b', 'nemotron-h-8b', 'nemotron-3-nano-30b-a3b', 'deepseek-v3.2', 'gpt2']
    .map((id) => ofModel(id, id === 'gemma-3n-e4b' ? { serve: { engine: 'mlx' } } : id === 'deepseek-v3' ? { serve: { speculative: { draft: 'mtp' } } } : {})),
  ofModel('deepseek-v3', { precision: { weights: 'fp8' }, serve: { speculative: { draft: 'mtp' } } }),
  partFirst('flux.1-dev', 'denoiser', { serve: { width: 2048, height: 1024 } }), partFirst('whisper-large-v3', 'text_decoder'),
  ...['llama-3.1-8b', 'resnet50'].map((id) => ofModel(id, { workload: 'finetune', train: { method: 'full' } })),
  ...['h100-sxm5-80gb', 'rtx-4090', 'mi300x-192gb'].map((id) => ofDevice(id)), ofDevice('h100-sxm5-80gb', { workload: 'train', hardware: { accelerator: 'own', count: 16 }, train: { recipe: 'fp8' } }),
  { ...ofDevice('l40s'), overrides: { accelerators: [l40s] } }, ofDevice('rtx-4090', { cost: { mode: 'buy' } }), ofDevice('rtx-3090', { model: 'resnet50' }),
  ...['fp16', 'fp32', 'int8', 'nvfp4', 'mxfp6'].map(inFormat), ofDevice('h100-sxm5-80gb', { workload: 'finetune', train: { method: 'full', recipe: 'fp32' } }), onCpu,
  machine, { ...machine, model: 'llama-3.1-405b' }, { ...machine, cost: { region: 'eastus' } }, priced, { ...priced, cost: { mode: 'buy' } }, bought, ended, endedMachine,
];

// What is told and counted in nothing, with the reason.
const TOLD = {
  'names, and where facts are from': ['id', 'name', 'aliases', 'family', 'release', 'license', 'source', 'retrieved', 'note'],
  'shown in tables of the catalog': ['memory_gb', 'mig_instances', 'int4', 'vcpus', 'host_memory_gb', 'original_context', 'latent_channels'],
  'of parts that text does not pass': ['tower_params'],
  'by which models are picked for one’s own hardware': ['purposes'],
  'an id of another record': ['successor'],
  'by which commands name a checkpoint of the format that is served': ['checkpoints'],
  'the only one there is': ['version'],
};
const isTold = ({ at }) => Object.values(TOLD).flat().includes(at.split('/').at(-1));

/** What is answered, without what was asked and the notices that list every difference. */
function answered(line) {
  const { scenario, defaulted, ...answer } = JSON.parse(line);
  if (answer.warnings) answer.warnings = answer.warnings.filter(({ code }) => !code.startsWith('own_'));
  return answer;
}
const isRefused = ({ ok, errors }, at) => !ok && errors.some(({ path, message }) => path.endsWith(at) || message.includes(at.split('/').at(-1)));

const kindOf = (at) => /^\/overrides\/(\w+)/.exec(at)?.[1];
const concerns = (field, base) => (kindOf(field.at) ? kindOf(field.at) in (base.overrides ?? {}) : !base.overrides || field.at === '/cost/region');

/** Fields of which no value changes what `call` answers to any of `scenarios`. */
function without(fields, scenarios, call) {
  const tries = fields.flatMap((field) => scenarios.flatMap((base, i) => (concerns(field, base) ? values(field).map((value) => ({ field, i, changed: set(base, field.at, value) })) : [])));
  const before = call(scenarios).map((line) => JSON.stringify(answered(line)));
  before.forEach((text, i) => assert.ok(text.startsWith('{"ok":true'), `${JSON.stringify(scenarios[i])}: ${text}`));
  const seen = new Set();
  call(tries.map(({ changed }) => changed)).forEach((line, n) => {
    const { field, i } = tries[n];
    if (seen.has(field)) return;
    const answer = answered(line);
    if (isRefused(answer, field.at) || (answer.ok && JSON.stringify(answer) !== before[i])) seen.add(field);
  });
  return fields.filter((field) => !seen.has(field));
}

const estimates = (list) => run(['sweep'], list.map((s) => `${JSON.stringify(s)}\n`).join('')).split('\n').slice(0, -1);
const recommendations = (list) => list.map((s) => run(['recommend'], JSON.stringify(s)));

test('EveryFieldChangesAnAnswerOrIsRefused', () => {
  const all = leaves(schema);
  assert.ok(all.length > 250, `${all.length} fields`);
  let left = all.filter((field) => !isTold(field));
  for (let i = 0; i < bases.length && left.length > 0; i += 4) left = without(left, bases.slice(i, i + 4), estimates);
  // What only a search reads.
  const few = { model: 'llama-3.1-8b', hardware: { accelerator: 'rtx-4090', count: 1 }, constraints: { owned: [{ accelerator: 'rtx-4090', count: 2 }, { accelerator: 'l4', count: 8 }] } };
  left = without(left, [few, { ...few, model: 'llama-3.1-70b' }], recommendations);
  assert.deepEqual(left.map(({ at }) => at), []);
});
