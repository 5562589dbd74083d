// What the merged file holds, and what it leaves out.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { kinds, readCatalog, sourceIds } from '../../tools/catalog/files.mjs';
import { forFirstAnswer, merge, withInherited } from '../../tools/catalog/merge.mjs';

const merged = merge(readCatalog());

const leaf = (extra) => ({ value: 5, ...extra });
const small = (record) => ({
  fields: {},
  sources: [{ id: 'a', title: 'A' }, { id: 'b', title: 'B' }, { id: 'c', title: 'C' }],
  formats: [], releases: [], families: [], capabilities: [], engines: [], frameworks: [], models: [], providers: [], instances: [], prices: [], api: [], grids: [], benchmarks: [], guide: [], presets: [], calibration: [],
  accelerators: [{ record: { id: 'x', source: 'a b c', retrieved: '2026-01-02', ...record }, file: 'x.json' }],
});

test('notes go, and a leaf that had nothing else becomes its value', () => {
  const [x] = merge(small({ note: 'prose', power_w: leaf({ note: 'prose' }) })).accelerators;
  assert.equal(x.note, undefined);
  assert.equal(x.power_w, 5);
});

test('sources and marks of a leaf stay', () => {
  const [x] = merge(small({ power_w: leaf({ source: 'b', unverified: true }) })).accelerators;
  assert.deepEqual(x.power_w, { value: 5, source: 'b', unverified: true });
});

test('the best two sources of a fact stay, and only they are listed', () => {
  const result = merge(small({}));
  assert.equal(result.accelerators[0].source, 'a b');
  assert.deepEqual(result.sources.map(({ id }) => id), ['a', 'b']);
});

test('aliases that are read as a name which is there go', () => {
  const [x, none] = [['card-x', 'Card X Pro', 'CARD X PRO'], ['X']].map((aliases) => merge(small({ name: 'Card X', aliases })).accelerators[0].aliases);
  assert.deepEqual(x, ['Card X Pro']);
  assert.equal(none, undefined);
});

test('the date is that of the newest record', () => {
  assert.equal(merge(small({})).date, '2026-01-02');
});

test('a first answer has the newest price of a thing and no titles of sources', () => {
  const price = (served_as, priced, extra) => ({ record: { provider: 'p', served_as, model: 'm', input_usd_m: 1, output_usd_m: 2, priced, source: 'a', ...extra }, file: 'p.json' });
  const api = [price('x', '2026-02-01'), price('x', '2026-01-01'), price('y', '2026-01-01'), price('y', '2026-02-01', { status: 'ended' }), price('z', '2026-01-01')];
  const rent = (usd, priced, kind) => ({ record: { of: 'i', kind, usd, priced, source: 'a' }, file: 'p.json' });
  const prices = [rent(3, '2026-01-01'), rent(2, '2026-02-01'), rent(1, '2026-01-01', 'spot')];
  const first = forFirstAnswer(merge({ ...small({}), api, prices }));
  const offer = { provider: 'p', served_as: 'x', model: 'm', input_usd_m: 1, output_usd_m: 2, priced: '2026-02-01' };
  const end = { provider: 'p', served_as: 'y', model: 'm', status: 'ended', ended: undefined, successor: undefined };
  assert.deepEqual(first.api, [offer, end, { ...offer, served_as: 'z', priced: '2026-01-01' }]);
  assert.deepEqual(first.prices.map(({ usd }) => usd), [2, 1]);
  assert.equal(first.sources, undefined);
  const model = { id: 'm', name: 'M', family: 'F', params_b: 1, source: 'a', retrieved: '2026-01-01', license: { value: 'MIT', unverified: true } };
  assert.deepEqual(forFirstAnswer(merge({ ...small({}), models: [{ record: model, file: 'm.json' }] })).models,
    [{ id: 'm', name: 'M', family: 'F', params_b: 1 }]);
});

test('a first answer has the sources of the facts of devices that it says, and what is not verified', () => {
  const device = { id: 'd', release: { value: '2026-01', source: 'b' }, power_w: { value: 9, source: 'b', unverified: true }, bandwidth_gb_s: { value: 8, source: 'b' }, source: 'a', retrieved: '2026-01-01' };
  assert.deepEqual(forFirstAnswer(merge({ ...small({}), accelerators: [{ record: device, file: 'd.json' }] })).accelerators,
    [{ ...device, release: '2026-01', power_w: { value: 9, unverified: true } }]);
});

test('parameters are rounded once', () => {
  const layers = { kind: 'decoder', layers: 80, hidden: 8192 };
  const model = (params_b) => ({ record: { id: 'm', name: 'M', family: 'F', ...layers, params_b, source: 'a' }, file: 'm.json' });
  const shown = (params_b) => forFirstAnswer(merge({ ...small({}), models: [model(params_b)] })).models[0].params_b;
  assert.deepEqual([70.553706496, 8.030261248, 671.0264].map(shown), [70.6, 8.03, 671]);
});

test('everything of the catalog is there, and every source named is listed', () => {
  const catalog = readCatalog();
  for (const kind of kinds.filter((kind) => kind !== 'families'))
    assert.equal(merged[kind].length, catalog[kind].length);
  const listed = new Set(merged.sources.map(({ id }) => id));
  const { calibration, sources, fields, ...records } = merged;
  assert.deepEqual([...sourceIds(records)].filter((id) => !listed.has(id)), []);
});

test('families that coefficients or engines ask for are there, and others only with facts of their own', () => {
  const asked = new Set([...merged.engines, ...Object.values(merged.calibration).filter(Array.isArray).flat()].flatMap(({ architectures }) => architectures ?? []));
  const there = merged.families.map(({ name }) => name);
  assert.ok(asked.size > 10 && merged.families.length < readCatalog().families.length);
  assert.deepEqual([...asked].filter((name) => !there.includes(name)), []);
});

test('the same files give the same text', () => {
  assert.equal(JSON.stringify(merge(readCatalog())), JSON.stringify(merged));
});

test('what a first answer needs stays below 90 kB on the wire', () => {
  assert.ok(brotliCompressSync(JSON.stringify(forFirstAnswer(merged))).length < 90200);
});

test('a class of coefficients has all of the class it is like but its conditions', () => {
  const efficiencies = [
    { id: 'child', like: 'parent', engines: ['x'], gemm: 0.5 },
    { id: 'parent', like: 'root', architectures: ['A'], bandwidth: 0.7 },
    { id: 'root', bandwidth: 0.8, gemm: 0.6 },
  ];
  assert.deepEqual(withInherited(efficiencies)[0], { id: 'child', engines: ['x'], gemm: 0.5, bandwidth: 0.7 });
  assert.throws(() => withInherited([{ id: 'child', like: 'nobody' }]), /nobody/);
});

test('a file that cannot be written in full stays as it was', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ridgepoint-merge-'));
  const out = join(folder, 'catalog.json');
  writeFileSync(out, 'what was there');
  // Files of at most 64 kB, as on a disk that is full; the signal that comes with it is ignored.
  const { status } = spawnSync('bash', ['-c', 'trap "" XFSZ; ulimit -f 64; exec "$0" "$@"', process.execPath, 'tools/catalog/merge.mjs', '--out', out],
    { cwd: fileURLToPath(new URL('../..', import.meta.url)) });
  assert.notEqual(status, 0);
  assert.equal(readFileSync(out, 'utf8'), 'what was there');
  assert.deepEqual(readdirSync(folder), ['catalog.json']);
  rmSync(folder, { recursive: true });
});
