// Adds the records of a CSV to a file of the catalog:
//   node tools/catalog/add.mjs KIND RECORDS.csv --into catalog/accelerators/amd.json [--dry-run]
// Columns are fields as catalog/README.md spells them, a dot before the parts of an object
// (rates_tflops.bf16); "power_w:source" and "power_w:unverified" mark one field. Nothing is written
// when a record is known already or the catalog would break a rule.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { check } from './check.mjs';
import { rowsOf } from './csv.mjs';
import { fieldsOf } from './fields.mjs';
import { catalogFolder, kinds, readCatalog } from './files.mjs';
import { writeWhole } from '../write_whole.mjs';

function valueOf(type, text) {
  if (!type) return text; // the check names the unknown field
  if (type === 'texts') return text.split(';').map((part) => part.trim());
  if (type.number || type.integer) return Number(text);
  return type.flag ? text === 'true' : text;
}

function put(record, path, value) {
  const [first, ...rest] = path;
  if (rest.length === 0) record[first] = value;
  else put((record[first] ??= {}), rest, value);
}

const typeOf = (fields, [first, ...rest]) => (rest.length === 0 ? fields[first] : typeOf(fields[first]?.fields ?? {}, rest));

// One record of a row; empty cells are absent fields.
export function recordOf(row, kind) {
  const record = {};
  for (const [column, text] of Object.entries(row)) {
    if (text === '' || column.includes(':')) continue;
    const path = column.split('.');
    const value = valueOf(typeOf(fieldsOf[kind], path), text);
    const source = row[`${column}:source`];
    const marks = { ...(source ? { source } : {}), ...(row[`${column}:unverified`] === 'true' ? { unverified: true } : {}) };
    put(record, path, Object.keys(marks).length > 0 ? { value, ...marks } : value);
  }
  return record;
}

// What makes two records the same thing.
export const keyOf = (record) =>
  record.id ?? [record.of ?? `${record.provider} ${record.served_as}`, record.kind ?? 'on_demand', record.priced].join(' ');

// The catalog with the records added, and what speaks against it.
export function added(catalog, kind, records, file) {
  const known = new Set(catalog[kind].map(({ record }) => keyOf(record)));
  const twice = records.filter((record) => known.has(keyOf(record))).map((record) => `${keyOf(record)} is there already`);
  const next = { ...catalog, [kind]: [...catalog[kind], ...records.map((record) => ({ record, file }))] };
  return { catalog: next, problems: [...twice, ...check(next).map(({ rule, problem }) => `${rule}: ${problem}`)] };
}

function main() {
  const { values, positionals: [kind, csv] } = parseArgs({
    allowPositionals: true, options: { into: { type: 'string' }, 'dry-run': { type: 'boolean' } } });
  if (!kinds.includes(kind) || !csv || !values.into) {
    console.error('usage: add.mjs KIND RECORDS.csv --into FILE.json [--dry-run]');
    return 2;
  }
  const records = rowsOf(readFileSync(csv, 'utf8')).map((row) => recordOf(row, kind));
  const { problems } = added(readCatalog(), kind, records, relative(catalogFolder, values.into));
  problems.forEach((problem) => console.error(problem));
  if (problems.length > 0) return 1;
  const before = existsSync(values.into) ? JSON.parse(readFileSync(values.into, 'utf8')) : [];
  if (!values['dry-run']) writeWhole(values.into, `${JSON.stringify([...before, ...records], null, 2)}\n`);
  console.log(`${records.length} ${kind} ${values['dry-run'] ? 'could be' : 'were'} added to ${values.into}`);
  return 0;
}

if (process.argv[1]?.endsWith('add.mjs')) process.exitCode = main();
