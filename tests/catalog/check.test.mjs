// catalog/ breaks no rule of tools/catalog/lint, and every rule has a test that plants its error.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
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
