// Adding records from a table, and what changed between two days.
import assert from 'node:assert/strict';
import test from 'node:test';
import { added, recordOf } from '../../tools/catalog/add.mjs';
import { rowsOf } from '../../tools/catalog/csv.mjs';
import { changes } from '../../tools/catalog/diff.mjs';
import { readCatalog } from '../../tools/catalog/files.mjs';

const catalog = readCatalog();

test('a table: quoted cells, empty cells, line ends of any system', () => {
  assert.deepEqual(rowsOf('a,b\r\n"x, ""y""",\n1,2\n'), [{ a: 'x, "y"', b: '' }, { a: '1', b: '2' }]);
});

const CARD = `id,name,vendor,architecture,memory_gb,bandwidth_gb_s,rates_tflops.bf16,rates_tflops.bf16:source,power_w,power_w:unverified,aliases,source,retrieved
card-x,Card X 16GB,Maker,Polaris,16,500,80,torchtitan,200,true,Card X;X,hmc-tech,2026-11-21
`;

test('a row becomes a record with its marks', () => {
  assert.deepEqual(recordOf(rowsOf(CARD)[0], 'accelerators'), {
    id: 'card-x', name: 'Card X 16GB', vendor: 'Maker', architecture: 'Polaris', memory_gb: 16, bandwidth_gb_s: 500,
    rates_tflops: { bf16: { value: 80, source: 'torchtitan' } }, power_w: { value: 200, unverified: true },
    aliases: ['Card X', 'X'], source: 'hmc-tech', retrieved: '2026-11-21',
  });
});

test('a good record can be added, once', () => {
  const records = [recordOf(rowsOf(CARD)[0], 'accelerators')];
  const once = added(catalog, 'accelerators', records, 'accelerators/x.json');
  assert.deepEqual(once.problems, []);
  assert.ok(added(once.catalog, 'accelerators', records, 'x.json').problems.some((problem) => problem.includes('there already')));
});

test('a record that breaks a rule is refused with the rule', () => {
  const records = [recordOf({ ...rowsOf(CARD)[0], 'rates_tflops.fp8': '640', source: 'hearsay' }, 'accelerators')];
  const { problems } = added(catalog, 'accelerators', records, 'x.json');
  assert.ok(problems.some((problem) => problem.startsWith('rates-in-proportion')), problems.join('; '));
  assert.ok(problems.some((problem) => problem.startsWith('known-sources')), problems.join('; '));
});

test('between two days: what changed and what is new', () => {
  const price = (of, usd, priced) => ({ record: { of, usd, priced, source: 's' }, file: 'p.json' });
  const small = { prices: [price('a', 10, '2025-05'), price('a', 8, '2026-07-20'), price('b', 3, '2026-08-01'), price('c', 5, '2025-01-01')], api: [] };
  assert.deepEqual(changes(small, '2026-01-01', '2026-11-21'), [
    { what: 'a on_demand', before: '10', after: '8', from: '2025-05', to: '2026-07-20' },
    { what: 'b on_demand', before: undefined, after: '3', from: undefined, to: '2026-08-01' },
  ]);
});

test('between two days: machines of each memory, and in each region, by themselves', () => {
  const price = (usd, priced, more) => ({ record: { of: 'mac', kind: 'list', usd, priced, source: 's', ...more }, file: 'p.json' });
  const small = { prices: [price(999, '2025-05', { memory_gb: 16 }), price(1999, '2025-06', { memory_gb: 64 }), price(1199, '2026-06', { memory_gb: 16 }), price(2500, '2026-06', { region: 'eu' })], api: [] };
  assert.deepEqual(changes(small, '2026-01-01', '2026-11-21').map(({ what, before, after }) => [what, before, after]),
    [['mac list 16 GB', '999', '1199'], ['mac list eu', undefined, '2500']]);
});

test('the cut of AWS of June 2025 is in the catalog', () => {
  const cut = changes(catalog, '2025-06-01', '2026-11-21').find(({ what }) => what === 'aws-p5.48xlarge on_demand');
  assert.equal(cut.before, '98.32');
  assert.equal(cut.after, '55.04');
});
