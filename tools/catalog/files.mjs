// Reads catalog/ as it lies in the repository: records by kind, each with the file it comes from.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const catalogFolder = join(root, 'catalog');

// Kinds of records and the folders that hold them; a file is a list of records.
export const kinds = ['formats', 'releases', 'families', 'accelerators', 'capabilities', 'engines', 'frameworks', 'models', 'providers', 'instances', 'prices', 'api', 'grids', 'benchmarks', 'guide', 'presets'];

function jsonFiles(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return jsonFiles(path);
      return entry.name.endsWith('.json') ? [path] : [];
    })
    .sort();
}

function parse(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path}: ${error.message}`);
  }
}

// What a release does not have of the model it is based on.
const OWN = ['id', 'name', 'aliases', 'checkpoints', 'note', 'retrieved', 'source', 'successor'];

/** Records of models with what they are `based_on` written out: a release says what differs, and has the sources of both. */
export function withBases(models) {
  const byId = new Map(models.map((entry) => [entry.record.id, entry.record]));
  const full = ({ based_on: id, ...own }, waiting = []) => {
    if (!id) return own;
    if (!byId.has(id) || waiting.includes(id)) throw new Error(`${own.id} is based on ${id}, which is no model${byId.has(id) ? ' but by itself' : ''}`);
    const base = full(byId.get(id), [...waiting, id]);
    const inherited = Object.entries(base).filter(([key]) => key in own || !OWN.includes(key));
    const sources = new Set(`${own.source ?? ''} ${base.source}`.trim().split(' '));
    return { ...Object.fromEntries(inherited), ...own, source: [...sources].join(' ') };
  };
  return models.map(({ record, file }) => ({ record: full(record), file }));
}

// {sources, fields, formats: [{record, file}], ..., calibration: [{content, file}]}
export function readCatalog(folder = catalogFolder) {
  const catalog = { sources: parse(join(folder, 'sources.json')), fields: parse(join(folder, 'words', 'fields.json')) };
  for (const kind of kinds) {
    catalog[kind] = jsonFiles(join(folder, kind)).flatMap((path) => {
      const list = parse(path);
      if (!Array.isArray(list)) throw new Error(`${path}: not a list of records`);
      return list.map((record) => ({ record, file: relative(folder, path) }));
    });
  }
  catalog.models = withBases(catalog.models);
  catalog.calibration = jsonFiles(join(folder, 'calibration')).map((path) => ({
    content: parse(path),
    file: relative(folder, path),
  }));
  return catalog;
}

// A leaf may be {value, source, retrieved, unverified, note}.
export const isWrapped = (leaf) => leaf !== null && typeof leaf === 'object' && 'value' in leaf;
export const plain = (leaf) => (isWrapped(leaf) ? leaf.value : leaf);

// Ids of sources named anywhere in a value.
export function sourceIds(value, found = new Set()) {
  if (Array.isArray(value)) {
    for (const inner of value) sourceIds(inner, found);
  } else if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'source' && typeof inner === 'string') inner.split(' ').filter(Boolean).forEach((id) => found.add(id));
      else sourceIds(inner, found);
    }
  }
  return found;
}
