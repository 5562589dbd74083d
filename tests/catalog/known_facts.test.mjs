// Facts that the catalog once had wrong, as their sources have them: known_facts.csv.
//
// An `id` is whatever people type for a record, of a price what it is of, of a hosted price `provider/served_as`. A `field` is a
// path into the record (`fabric.domain`), with `:source` or `:unverified` for what is said of it; of a price `kind@date`, worth US$;
// of a hosted price `@date`, worth US$ for a million tokens `in/out`, or a field of its newest record. No value means that there is none.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { rowsOf } from '../../tools/catalog/csv.mjs';
import { plain, readCatalog, root } from '../../tools/catalog/files.mjs';
import { normalized } from '../../tools/catalog/records.mjs';

const rows = rowsOf(readFileSync(join(root, 'tests', 'catalog', 'known_facts.csv'), 'utf8'));
const catalog = readCatalog();
const recordsOf = (kind, file) => catalog[kind].filter((entry) => entry.file === file).map(({ record }) => record);

const price = (id, field) => (record) => record.of === id && `${record.kind ?? 'on_demand'}@${record.priced}` === field;
const hosted = (records, id) => records.filter((record) => `${record.provider}/${record.served_as}` === id);
const named = (id) => (record) => [record.id, ...(record.aliases ?? [])].some((name) => normalized(name) === normalized(id));

function leafOf(record, field) {
  const [path, mark] = field.split(':');
  const leaf = path.split('.').reduce((inner, key) => inner?.[key], record);
  return mark ? leaf?.[mark] : plain(leaf);
}

function valueOf({ file, id, field }) {
  const kind = file.split('/')[0];
  const records = recordsOf(kind, file);
  if (kind === 'prices') return records.find(price(id, field))?.usd;
  if (kind === 'api') {
    const offers = hosted(records, id);
    if (!field.startsWith('@')) return leafOf(offers.sort((a, b) => a.priced.localeCompare(b.priced)).at(-1), field);
    const found = offers.find((record) => `@${record.priced}` === field);
    return found && `${found.input_usd_m}/${found.output_usd_m}`;
  }
  const record = records.find(named(id));
  assert.ok(record, `${file} has no ${id}`);
  return leafOf(record, field);
}

for (const file of new Set(rows.map((row) => row.file)))
  test(`${file} has what its sources have`, () => {
    for (const row of rows.filter((each) => each.file === file))
      assert.equal(String(valueOf(row) ?? ''), row.value, `${row.id}: ${row.field}`);
  });

test('no hosted offer that its own list marks as ended is offered', () => {
  const marked = rows.filter(({ file, field, value }) => file.startsWith('api/') && field === 'ended' && value);
  assert.ok(marked.length > 30);
  for (const { file, id } of marked) assert.equal(valueOf({ file, id, field: 'status' }), 'ended', id);
});

test('every known fact has a source of the catalog', () => {
  const known = new Set(catalog.sources.map(({ id }) => id));
  for (const { id, field, source } of rows) assert.ok(source && source.split(' ').every((each) => known.has(each)), `${id}: ${field}`);
});
