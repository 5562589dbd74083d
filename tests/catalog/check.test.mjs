// catalog/ breaks no rule of tools/catalog/lint, and every rule has a test that plants its error.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { check, rules } from '../../tools/catalog/check.mjs';
import { readCatalog, root } from '../../tools/catalog/files.mjs';

test('the catalog breaks no rule', () => {
  assert.deepEqual(check(readCatalog()), []);
});

test('every rule has its own test', () => {
  for (const rule of Object.keys(rules)) assert.ok(existsSync(join(root, 'tests', 'catalog', 'lint', `${rule}.test.mjs`)), rule);
});

test('fewer than one record in a hundred is an exception that a rule names', async () => {
  const modules = await Promise.all(Object.keys(rules).map((rule) => import(`../../tools/catalog/lint/${rule}.mjs`)));
  const { memory_unlike_name: memory, pcie_unlike: pcie, unlike_peers: peers } = JSON.parse(readFileSync(join(root, 'tools/catalog/lint/bands.json'), 'utf8'));
  const named = [...modules.flatMap(({ exceptions = [] }) => exceptions), ...memory, ...Object.keys(pcie), ...Object.values(peers).flat()];
  const catalog = readCatalog();
  const records = ['accelerators', 'models', 'instances', 'prices', 'api'].reduce((sum, kind) => sum + catalog[kind].length, 0);
  assert.ok(named.length > 10 && named.length < records / 100, `${named.length} of ${records}`);
});
