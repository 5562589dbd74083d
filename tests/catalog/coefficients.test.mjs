// The coefficients of serving as they are listed one by one, and as the catalog has them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

const root = new URL('../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');
const { efficiencies, software } = JSON.parse(read('catalog/calibration/efficiencies.json'));
const spec = JSON.parse(read('tools/fit/spec.json'));
const [header, ...lines] = read('catalog/calibration/coefficients.csv').trim().split('\n').map((line) => line.split(','));
const rows = lines.map((cells) => Object.fromEntries(cells.map((cell, i) => [header[i], cell])));
const records = new Map([...efficiencies, ...software].map((record) => [record.id, record]));

test('at most 250 coefficients and 45 families are fitted', () => {
  assert.ok(rows.length <= 250, `${rows.length}`);
  assert.ok(efficiencies.length + software.length <= 45);
});

test('each line says what the catalog has, between its bounds, from rows of several sources', () => {
  assert.ok(rows.filter(({ sources }) => Number(sources) < 2).length <= 2);
  for (const { record, coefficient, value, least, most, rows: count } of rows) {
    const name = `${record} ${coefficient}`;
    assert.equal(records.get(record)?.[coefficient], Number(value), name);
    assert.ok(Number(value) >= 0.99 * Number(least) && Number(value) <= 1.01 * Number(most), `${name}: ${value}`);
    assert.ok(Number(count) >= 3, name);
  }
});

test('no coefficient is in the catalog without a line, but those that are facts or where software starts', () => {
  const known = new Set(rows.map(({ record, coefficient }) => `${record} ${coefficient}`));
  const starts = new Set(Object.entries(spec.coefficients).filter(([, { of }]) => of).map(([name]) => `other ${name}`));
  const facts = new Set(['id', 'like', 'source', 'architectures', 'segments', 'form_factors', 'memory_types', 'engines', 'date', ...Object.keys(spec.facts), 'network']);
  for (const record of records.values())
    for (const key of Object.keys(record)) {
      const name = `${record.id} ${key}`;
      assert.ok(facts.has(key) || starts.has(name) || known.has(name), name);
    }
});

test('no share of a peak is above 1, and launches of a layer are those of eager execution at most', () => {
  const shares = ['bandwidth', 'expert_bandwidth', 'cache_bandwidth', 'state_bandwidth', 'gemm', 'gemm_8bit', 'gemm_4bit', 'experts', 'attention', 'decode_attention'];
  for (const record of efficiencies) for (const share of shares) assert.ok((record[share] ?? 0) <= 1, `${record.id} ${share}`);
  const start = records.get('other').prefill_layer_us;
  for (const { id, prefill_layer: factor = 1 } of software) assert.ok(factor * start <= (id === 'transformers' ? 1010 : 303), id);
});
