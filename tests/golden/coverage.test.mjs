// What the recorded answers cover: each thing that can be said in a scenario, and each sort of what the frozen catalog knows, is
// in one that is answered. What is missing is added to covering.json; a field that is new in the schema to catalog.json, too.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { answerable, asked, CATALOG, fromRoot, nativeAnswers, ridgepoint } from './asked.mjs';
import { leaves } from './differences.mjs';

const schema = JSON.parse(ridgepoint(['schema', 'scenario']));
const catalog = JSON.parse(readFileSync(CATALOG, 'utf8'));
const answers = nativeAnswers();

const answered = asked.filter(({ call, name }) => (call === 'estimate' || call === 'recommend') && answerable(name) !== false)
  .map(({ name, text }) => ({ name, scenario: JSON.parse(text), answer: answers.get(name) }))
  .filter(({ answer }) => answer.ok);
const scenarios = answered.map(({ scenario }) => scenario);

/** Pointers that are given, with their values, those of all elements of a list together: "/cost/mode", "/cost/mode=rent". */
function given(value, at = '') {
  if (Array.isArray(value)) return [at, ...value.flatMap((inner) => given(inner, `${at}/*`))];
  if (value !== null && typeof value === 'object') return [at, ...Object.entries(value).flatMap(([name, inner]) => given(inner, `${at}/${name}`))];
  return [at, `${at}=${value}`];
}

/** What a schema lets one say; entries of one's own are described elsewhere. */
function sayable(type, at = '') {
  if (type['x-planned']) return [];
  const words = [...(type.enum ?? []), ...('const' in type ? [type.const] : [])].map((word) => `${at}=${word}`);
  const inner = Object.entries(type.properties ?? {}).flatMap(([name, field]) => sayable(field, `${at}/${name}`));
  return [at, ...words, ...inner, ...(type.anyOf ?? []).flatMap((form) => sayable(form, at)), ...(type.items && !type.items.$ref ? sayable(type.items, `${at}/*`) : [])];
}

const covers = (wanted, found) => assert.deepEqual([...new Set(wanted)].filter((one) => !new Set(found).has(one)), []);

const standard = leaves(answers.get('scenarios/default').scenario);
const said = [...scenarios.flatMap((scenario) => given(scenario)), ...Object.entries(standard).map(([at, value]) => `${at}=${value}`)];

const live = JSON.parse(readFileSync(fromRoot('build/native/catalog.json'), 'utf8'));

test('every field of a scenario, and every word', () => {
  covers(sayable(schema).filter((at) => !at.endsWith('=auto')), said);
});

const ids = (kind) => catalog[kind].map(({ id }) => id);
const chosen = (at) => said.filter((one) => one.startsWith(`${at}=`)).map((one) => one.slice(at.length + 1));
const plain = (fact) => (fact !== null && typeof fact === 'object' && 'value' in fact ? fact.value : fact);
const entries = (kind, named) => catalog[kind].filter(({ id }) => named.includes(id));

// Names, prose and days, which no figure is made of.
const TOLD = /^\/(id|name|aliases|family|license|source|retrieved|note|provenance|mig_instances|original_context|latent_channels|vcpus|region|native_precision|tower_params)\b/;

test('every field of devices, models, instances and prices is in the catalog or in an entry of one’s own', () => {
  const own = scenarios.map(({ overrides = {} }) => overrides);
  for (const [kind, name] of [['accelerators', 'accelerator'], ['models', 'model'], ['instances', 'instance'], ['prices', 'price']]) {
    const there = [...catalog[kind].map((record) => JSON.parse(JSON.stringify(record, (_, fact) => plain(fact)))), ...own.flatMap((entries) => entries[kind] ?? [])];
    covers(sayable(schema.$defs[name]).filter((at) => !TOLD.test(at) && !/=|\/(value|provenance)\b/.test(at)), there.flatMap((record) => given(record)));
  }
});

test('every field that a record of catalog/ has is in the frozen catalog', () => {
  const kinds = (all) => Object.entries({ ...all, ...all.calibration }).filter(([kind, list]) => Array.isArray(list) && !['sources', 'guide', 'presets', 'benchmarks'].includes(kind));
  const fields = (list) => list.flatMap((record) => given(record)).filter((at) => !TOLD.test(at) && !/=|\/(value|source|unverified|retrieved)$/.test(at));
  const frozen = Object.fromEntries(kinds(catalog));
  for (const [kind, list] of kinds(live)) covers(fields(list), fields(frozen[kind]));
});

test('every engine, every format of weights and of the cache', () => {
  const caches = catalog.formats.filter((format) => format.for_kv).map(({ id }) => id);
  covers(ids('engines'), chosen('/serve/engine'));
  covers(caches, chosen('/precision/kv'));
  covers(ids('formats'), [...chosen('/precision/weights'), ...caches]);
});

test('every segment of accelerators, every vendor that an engine asks for, every architecture that something is fitted to', () => {
  const devices = entries('accelerators', chosen('/hardware/accelerator'));
  covers(schema.$defs.accelerator.properties.segment.anyOf[0].enum, devices.map((device) => plain(device.segment) ?? 'datacenter'));
  covers(catalog.engines.flatMap((engine) => [...(engine.vendors ?? []), ...(engine.not_on ?? []).filter((name) => live.accelerators.some(({ vendor }) => plain(vendor) === name)), ...(engine.unread ?? []).flatMap(({ vendors }) => vendors ?? [])]), devices.map(({ vendor }) => plain(vendor)));
  const fitted = Object.values(catalog.calibration).flatMap((classes) => (Array.isArray(classes) ? classes.flatMap((one) => one.architectures ?? []) : []));
  covers(fitted, devices.map(({ architecture }) => plain(architecture)));
});

test('every tier and state of instances', () => {
  const sort = (instance) => [plain(instance.tier) ?? 'instance', plain(instance.status) ?? 'current'].join(', ');
  covers(catalog.instances.map(sort), entries('instances', chosen('/hardware/instance')).map(sort));
});

// Of fields with words or flags the value too.
const TEXTS = /^\/(id|name|aliases|family|release|license|source|retrieved|note|native_precision|unverified|purposes|successor)\b/;
const traits = (model) => given(JSON.parse(JSON.stringify(model, (_, fact) => plain(fact)))).filter((one) => !TEXTS.test(one) && !/=[-\d.e+]+$/.test(one));

test('every field of models, and every word', () => {
  covers(catalog.models.flatMap(traits), entries('models', [...chosen('/model'), ...chosen('/serve/speculative/draft')]).flatMap(traits));
});

test('layouts of every dimension, serving and training', () => {
  const training = ({ scenario }) => ['train', 'finetune'].includes(scenario.workload);
  const split = (list) => list.flatMap(({ answer }) => Object.entries(answer.speed?.layout ?? {})).filter(([, size]) => size > 1).map(([dimension]) => dimension);
  covers(['tensor', 'pipeline', 'data', 'expert', 'context'], split(answered.filter(training)));
  covers(['tensor', 'pipeline', 'data', 'expert'], split(answered.filter((one) => !training(one))));
});

test('what fits, what is tight and what does not fit; every weight of a warning', () => {
  covers(['fits', 'tight', 'no'], answered.map(({ answer }) => answer.memory.fit));
  covers(['info', 'warn', 'stop'], answered.flatMap(({ answer }) => answer.warnings.map(({ severity }) => severity)));
});
