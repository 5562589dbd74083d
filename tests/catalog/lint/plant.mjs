// Plants an error into a copy of the catalog and shows that a rule notices it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { readCatalog } from '../../../tools/catalog/files.mjs';

const catalog = readCatalog();

export const find = (broken, kind, id) => broken[kind].find(({ record }) => record.id === id).record;
export const add = (broken, kind, record) => broken[kind].push({ record, file: 'test.json' });

const problemsAfter = async (rule, change) => {
  const { default: problemsOf } = await import(`../../../tools/catalog/lint/${rule}.mjs`);
  const broken = structuredClone(catalog);
  change(broken);
  return problemsOf(broken);
};

// The rule finds nothing in the catalog, and after `change` a problem that says `word`.
export function notices(rule, change, word) {
  test(`${rule}: nothing in the catalog`, async () => assert.deepEqual(await problemsAfter(rule, () => {}), []));
  test(`${rule}: notices "${word}"`, async () => {
    const problems = await problemsAfter(rule, change);
    assert.ok(problems.some((problem) => problem.includes(word)), `reported: ${problems.join('; ')}`);
  });
}

// After `change` the rule reports exactly one problem.
export function refuses(rule, what, change) {
  test(`${rule}: refuses ${what}`, async () => assert.equal((await problemsAfter(rule, change)).length, 1));
}
