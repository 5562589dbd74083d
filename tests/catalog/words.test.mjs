// Sentences on fields: each field that people read of has one, and none is left of a field that is gone.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'node:test';
import { readCatalog, root } from '../../tools/catalog/files.mjs';

const NAMES = ['scenario', 'result', 'catalog', 'comparison', 'runs_on_question', 'runs_on'];
const schemas = NAMES.map((name) => JSON.parse(execFileSync(join(root, 'build/native/ridgepoint'), ['schema', name], { encoding: 'utf8', maxBuffer: 1e8 })));

/** [pointer, field] of everything that a schema has properties for. */
function* fieldsOf(node, at) {
  if (node === null || typeof node !== 'object') return;
  for (const [name, field] of Object.entries(node.properties ?? {})) yield [`${at}/${name}`, field];
  for (const [key, inner] of Object.entries(node)) yield* fieldsOf(inner, key === 'properties' || key === 'items' ? at : `${at}/${key}`);
}

test('every field that a scenario, a question or an answer has is described', () => {
  const silent = schemas.flatMap((schema, i) => (NAMES[i] === 'catalog' ? [] : [...fieldsOf(schema, NAMES[i])]))
    .filter(([at, field]) => !field.description && !('const' in field) && !/\/(engine_version|catalog_date|value|source|retrieved|unverified|note)$|\/provenance/.test(at));
  assert.deepEqual(silent.map(([at]) => at), []);
});

test('every sentence is of a field that there is', () => {
  const said = new Set(schemas.flatMap((schema, i) => [...fieldsOf(schema, NAMES[i])].map(([at, field]) => `${at.split('/').at(-1)}: ${field.description}`)));
  const unsaid = Object.entries(readCatalog().fields).flatMap(([object, sentences]) => Object.entries(sentences).filter(([name, text]) => !said.has(`${name}: ${text}`)).map(([name]) => `${object}.${name}`));
  assert.deepEqual(unsaid, []);
});
