// The least Node is one, wherever it is said, and nothing that runs on it takes more.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { root } from '../../tools/catalog/files.mjs';

const textOf = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8');
const least = [18, 19];

test('ItIsSaidAlikeEverywhere', () => {
  for (const file of ['web/package.json', 'tests/package.json', 'bindings/package.json']) assert.equal(JSON.parse(textOf(file)).engines.node, `>=${least.join('.')}`, file);
  for (const folder of ['web', 'tests']) assert.equal(JSON.parse(textOf(`${folder}/package-lock.json`)).packages[''].engines.node, `>=${least.join('.')}`, folder);
  for (const file of ['web/package/README.md', '.github/CONTRIBUTING.md', 'tools/install']) assert.match(textOf(file), new RegExp(`Node ${least.join('\\.')}\\b`), file);
  assert.ok(textOf('tools/install').includes(`major > ${least[0]} || (major === ${least[0]} && minor >= ${least[1]})`));
});

/** Packages that ask for a later Node. @param {Record<string, {engines?: {node?: string}}>} packages */
const later = (packages) => Object.entries(packages).flatMap(([name, { engines }]) => {
  const range = engines?.node ?? '*';
  const [, major, minor = '0'] = /^(?:>= ?)?(\d+|\*)(?:\.(\d+))?[\d.]*$/.exec(range) ?? [];
  const early = major === '*' || Number(major) < least[0] || (Number(major) === least[0] && Number(minor) <= least[1]);
  return early ? [] : [`${name}: ${range}`];
});

test('WhatThePageIsBuiltWithRunsOnIt', () => {
  assert.deepEqual(later(JSON.parse(textOf('web/package-lock.json')).packages), []);
  assert.deepEqual(later({ a: { engines: { node: '>=20' } }, b: { engines: { node: '^22 || ^24' } }, c: { engines: { node: '>= 18.20.1' } }, d: {}, e: { engines: { node: '>=18.19.0' } } }),
    ['a: >=20', 'b: ^22 || ^24', 'c: >= 18.20.1']);
});

// What came to Node, or to its JavaScript, after it.
const LATER = /\b(?:toSorted|toReversed|toSpliced|groupBy|withResolvers|fromAsync|isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference|import\.meta\.(?:dirname|filename|main))\b|\bparentPath\b|\bfs\.glob\b/;

describe('NoScriptUsesWhatCameLater', () => {
  const scripts = ['tools', 'tests', 'web', 'bindings'].flatMap((folder) => readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, String(name))).filter((name) => /\.m?js$/.test(name) && !name.includes('node_modules') && !name.endsWith('docs/node.test.mjs')));
  test('None', () => {
    assert.ok(scripts.length > 150, `${scripts.length} scripts`);
    assert.deepEqual(scripts.filter((file) => LATER.test(textOf(file))), []);
  });
  test('OneWouldBeFound', () => assert.ok(LATER.test('order.toSorted()') && LATER.test('import.meta.dirname')));
});
