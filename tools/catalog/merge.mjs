// Merges catalog/ into the one compact JSON file that the engine reads:
//   node tools/catalog/merge.mjs --out build/catalog.json
// Records stay as in the files, with what only readers of the files need left out: prose notes, cores and clocks that rates are checked by, vCPUs of instances, who says what a model is for, what coefficients were
// fitted to, where options of commands are documented, sources beyond the best two of a fact, digits of parameter counts that the architecture gives anyway, aliases that
// only differ in what names are not compared by.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { isWrapped, kinds, plain, readCatalog, sourceIds } from './files.mjs';
import { isTokenDecoder } from './records.mjs';
import { writeWhole } from '../write_whole.mjs';

const MOST_SOURCES = 2;
const PARAMETER_DIGITS = { decoder: 4, shown: 3, other: 5 };
const PART_DIGITS = { extra_params: 4, lookup_params: 4, mtp_params: 4, tower_params: 4 }; // of what lies beside the layers
const WORK_DIGITS = { gflop: 4, attention_gflop: 4, activations_m: 4, peak_activations_m: 4 };

function compactMember(key, value) {
  if (key === 'purposes' || key === 'successor') return plain(value);
  if (key === 'source') return value.split(' ').slice(0, MOST_SOURCES).join(' ');
  return compact(value);
}

const spelling = (name) => name.toLowerCase().replace(/[^a-z0-9.]/g, '');
const ownerOf = (name) => name.slice(0, name.indexOf('/'));
const withoutOwner = (name) => name.slice(name.lastIndexOf('/') + 1);
// As the engine takes ends off the name of a model that it does not know (find_model of engine/facts/catalog.cpp).
const RELEASE = /[- ](?:instruct|it|chat|base|pt|think|thinking|reasoning|\d{4}|\d{6}|\d{8})$/i;

/** A record without aliases that the engine reads as its id, its name or another alias; of a model also by what it takes off
 * names. The first "owner/name" of each owner stays, and names in Ollama's library: they are what commands say. */
function withoutRepeated(record, isModel) {
  if (!record.aliases) return record;
  const owners = new Set();
  const isHub = (alias) => alias.includes('/') && !owners.has(ownerOf(alias)) && owners.add(ownerOf(alias));
  const hubs = record.aliases.filter(isHub);
  const known = new Set([record.id, record.name ?? '', ...hubs.map(withoutOwner)].map(spelling));
  const isKnown = (name) => known.has(spelling(name)) || (isModel && RELEASE.test(name) && isKnown(name.replace(RELEASE, '')));
  const aliases = record.aliases.filter((alias) => hubs.includes(alias) || alias.includes(':') || (!isKnown(withoutOwner(alias)) && known.add(spelling(withoutOwner(alias)))));
  const { aliases: _, ...rest } = record;
  return aliases.length > 0 ? { ...record, aliases } : rest;
}

// A digit more where without it what is shown would round another way: 70.5537 to four digits is 70.55, and that to three 70.5.
function rounded(value, digits) {
  if (typeof value !== 'number') return value;
  const shown = (x) => Number(x).toPrecision(PARAMETER_DIGITS.shown);
  const kept = value.toPrecision(digits);
  return Number(shown(kept) === shown(value) ? kept : value.toPrecision(digits + 1));
}

const withDigits = (record, digits) => Object.fromEntries(Object.entries(record).map(([key, value]) => [key, key in digits ? rounded(value, digits[key]) : value]));
const ofParameters = (digits) => ({ params_b: digits, active_params_b: digits });

// Of token decoders the layers tell the rest of the digits; the work of networks is not known to more.
function withFewDigits(model) {
  const short = withDigits(model, ofParameters(isTokenDecoder(model) ? PARAMETER_DIGITS.decoder : PARAMETER_DIGITS.other));
  return model.components ? { ...short, components: model.components.map((network) => withDigits(network, WORK_DIGITS)) } : short;
}

// A leaf that only had a note becomes its value.
function compact(value) {
  if (Array.isArray(value)) return value.map(compact);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).filter(([key]) => key !== 'note');
  const kept = Object.fromEntries(members.map(([key, inner]) => [key, compactMember(key, inner)]));
  return isWrapped(kept) && Object.keys(kept).length === 1 ? kept.value : kept;
}

// Without where and when a fact was read.
function withoutSources(value) {
  if (Array.isArray(value)) return value.map(withoutSources);
  if (value === null || typeof value !== 'object') return value;
  return compact(Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'source' && key !== 'retrieved').map(([key, inner]) => [key, withoutSources(inner)])));
}

// Facts of devices whose sources an answer says; of the others it says at most that they are not verified.
const SOURCES_SAID = ['source', 'retrieved', 'memory_gb', 'usable_memory_bytes', 'bandwidth_gb_s', 'rates_tflops'];
const withoutUnsaidSources = (device) => Object.fromEntries(Object.entries(device).map(([key, value]) => [key, SOURCES_SAID.includes(key) ? value : withoutSources(value)]));

const without = (...keys) => (record) => Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));

const endOf = ({ provider, served_as, model, status, ended, successor }) => ({ provider, served_as, model, status, ended, successor });

/** The merged catalog as the page loads it: without what a first answer has no use for, which are titles of sources, where and
 * when models, instances, prices and most facts of devices were read about, facts that no figure is made of, sentences on fields, prices of what is
 * not let any more, those that a newer one of the same thing and kind follows, and what a host took for a model that it serves no
 * more. */
export function forFirstAnswer({ sources: _, fields: __, ...merged }) {
  const newestOf = (records, thing) => {
    const newest = new Map();
    for (const record of records) if (!(newest.get(thing(record)) > record.priced)) newest.set(thing(record), record.priced);
    return records.filter((record) => newest.get(thing(record)) === record.priced);
  };
  const ended = new Set(merged.instances.filter(({ status }) => status === 'ended').map(({ id }) => id));
  return {
    ...merged,
    models: merged.models.map(withoutSources).map(without('original_context', 'latent_channels', 'license')).map((model) => (isTokenDecoder(model) ? withDigits(model, { ...ofParameters(PARAMETER_DIGITS.shown), ...PART_DIGITS }) : model)),
    engines: merged.engines.map((engine) => ({ ...engine, aliases: engine.aliases?.filter((alias) => !/[(+/]/.test(alias)) })), // not those of tables of runs
    accelerators: merged.accelerators.map(without('mig_instances', 'measured_fp8_tflops', 'measured_copy_gb_s')).map(withoutUnsaidSources),
    instances: merged.instances.map(withoutSources),
    prices: newestOf(merged.prices.filter(({ of }) => !ended.has(of)), ({ of, kind, memory_gb: memory, region }) => [of, kind, memory, region].join(' ')).map(withoutSource),
    api: newestOf(merged.api, ({ provider, model, served_as: name }) => [provider, model, name].join(' ')).map(({ source, ...offer }) => (offer.status === 'ended' ? endOf(offer) : offer)),
  };
}

function newestDate(records) {
  const days = records.map((record) => record.retrieved ?? record.priced ?? '').filter((date) => date.length === 10);
  return days.sort().at(-1) ?? '';
}

const CONDITIONS = ['architectures', 'segments', 'form_factors', 'memory_types', 'engines', 'date'];

// A record of coefficients that is `like` another has all of its coefficients but those it states.
export function withInherited(records) {
  const byId = new Map(records.map((record) => [record.id, record]));
  const full = ({ like, ...record }) => {
    if (!like) return record;
    if (!byId.has(like)) throw new Error(`${record.id} is like ${like}, which is no record`);
    const parent = Object.entries(full(byId.get(like))).filter(([key]) => !CONDITIONS.includes(key));
    return { ...Object.fromEntries(parent), ...record };
  };
  return records.map(full);
}

/** Releases as whole formats: what theirs does not say of bits is that of the format. */
const asFormats = (releases, formats) => releases.map(({ id: _, format: id, retrieved: __, ...own }) => {
  const { part_bits, ...format } = formats.find((known) => known.id === id);
  return { ...format, ...own, files: own.files.map((file) => file.toLowerCase()) };
});

const withoutSource = ({ source, ...coefficients }) => coefficients;

/** Names of families of devices that coefficients and engines are for. */
const namedFamilies = (catalog) => new Set([
  ...catalog.calibration.flatMap(({ content }) => Object.values(content).filter(Array.isArray).flat()).flatMap(({ architectures = [] }) => architectures),
  ...catalog.engines.flatMap(({ record }) => record.vector_architectures ?? []),
]);

export function merge(catalog) {
  const lists = Object.fromEntries(kinds.map((kind) => [kind, catalog[kind].map(({ record }) => withoutRepeated(compact(record), kind === 'models'))]));
  lists.accelerators = lists.accelerators.map(without('cores', 'boost_mhz'));
  lists.instances = lists.instances.map(without('vcpus'));
  // The engine needs no other spellings of families that nothing asks for.
  const asked = namedFamilies(catalog);
  lists.families = lists.families.filter(({ id, name, aliases, ...facts }) => asked.has(name) || Object.keys(facts).length > 0);
  lists.releases = asFormats(lists.releases, lists.formats);
  lists.models = lists.models.map(withFewDigits);
  lists.benchmarks = lists.benchmarks.map(withoutSource);
  lists.frameworks = lists.frameworks.map(withoutSource);
  const used = sourceIds(lists);
  const parts = catalog.calibration.map(({ content }) => content);
  return {
    date: newestDate(Object.values(lists).flat()),
    sources: catalog.sources.filter(({ id }) => used.has(id)).map(({ snapshot, ...source }) => source),
    ...lists,
    fields: catalog.fields,
    calibration: {
      efficiencies: withInherited(parts.flatMap((part) => part.efficiencies ?? [])).map(withoutSource),
      software: withInherited(parts.flatMap((part) => part.software ?? [])).map(withoutSource),
      training: parts.flatMap((part) => part.training ?? []).map(withoutSource),
      training_software: parts.flatMap((part) => part.training_software ?? []).map(withoutSource),
      training_overheads: parts.flatMap((part) => part.training_overheads ?? []).map(withoutSource),
      media: parts.flatMap((part) => part.media ?? []).map(withoutSource),
      media_traffic: parts.find((part) => part.media_traffic)?.media_traffic,
      errors: parts.flatMap((part) => part.errors ?? []).map(({ covered, ...error }) => error),
      purchase: parts.flatMap((part) => part.purchase ?? []).map(without('id', 'devices', 'quotes', 'median', 'as_they_are', 'by_month', 'day')),
    },
  };
}

if (process.argv[1]?.endsWith('merge.mjs')) {
  const { values } = parseArgs({ options: { out: { type: 'string' } } });
  if (!values.out) {
    console.error('usage: merge.mjs --out FILE');
    process.exit(2);
  }
  const text = JSON.stringify(merge(readCatalog()));
  mkdirSync(dirname(values.out), { recursive: true });
  writeWhole(values.out, text);
  console.log(`${values.out}: ${Buffer.byteLength(text)} bytes, ${gzipSync(text, { level: 9 }).length} gzip`);
}
