// Links in the documentation lead somewhere: to files and headings that are there, and to scenarios that the engine reads and answers.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { root } from '../../tools/catalog/files.mjs';
import { documents } from './documents.mjs';

const textOf = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8');
const prose = (/** @type {string} */ text) => text.replace(/^```[^]*?^```$/gm, '');

/** What a heading is called in an address, as GitHub writes it. @param {string} heading */
const anchorOf = (heading) => heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').trim().replaceAll(' ', '-');
const anchorsOf = (/** @type {string} */ text) => [...prose(text).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading));

/** Links of a text that lead nowhere. @param {string} file it is in @param {string} text */
function broken(file, text) {
  const links = [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link).filter((link) => !/^(https?:|mailto:|#v=)/.test(link));
  return links.filter((link) => {
    const [path, anchor] = link.split('#');
    const target = path === '' ? file : join(dirname(file), path);
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && (statSync(join(root, target)).isDirectory() || !anchorsOf(textOf(target)).includes(anchor));
  });
}

describe('LinksToFilesAndHeadings', () => {
  for (const file of documents) test(file, () => assert.deepEqual(broken(file, textOf(file)), []));
  test('BrokenOnesAreFound', () => {
    const links = ['web/docs/links.md', 'web/docs/links.md#form', 'web/docs/none.md', 'web/docs/links.md#none', '#none', 'web/docs#none'];
    assert.deepEqual(broken('README.md', links.map((link) => `[x](${link})`).join(' ')), links.slice(2));
  });
});

describe('EveryDocumentIsLinked', () => {
  const named = new Set(documents.flatMap((file) => [...prose(textOf(file)).matchAll(/\]\(([^)\s#]+)/g)].map(([, path]) => join(dirname(file), path))));
  for (const file of documents.filter((file) => !['README.md', 'web/CHANGELOG.md'].includes(file))) test(file, () => assert.ok(named.has(file)));
});

/** @param {string[]} args @param {string} [input] */
const ask = (args, input = '') => spawnSync(join(root, 'build/native/ridgepoint'), args, { input, encoding: 'utf8', maxBuffer: 1 << 26 });

describe('LinksToScenarios', () => {
  for (const file of documents) {
    const links = [...textOf(file).matchAll(/\bv=1&\w[^\s`)"|]*/g)].map(([link]) => link.replaceAll('&amp;', '&').replace(/&was=.*/, ''));
    for (const link of new Set(links))
      test(`${file}: ${link}`, () => {
        const { stdout, stderr } = ask(['url', '--decode', `#${link.replace(/&d=[^&]*/, '')}`]);
        assert.equal(stderr, '');
        assert.equal(JSON.parse(ask(['estimate'], stdout).stdout).ok, true);
      });
  }
});

test('EveryCallOfTheCommandLineIsDescribed', () => {
  const { stdout } = ask(['--help']);
  const calls = new Set([...stdout.matchAll(/^ {2}ridgepoint ([\w-]+)/gm)].map(([, call]) => call));
  const rows = new Set([...textOf('web/docs/command-line.md').matchAll(/^\| `ridgepoint ([\w-]+)/gm)].map(([, call]) => call));
  assert.ok(calls.size > 8);
  assert.deepEqual([...rows].sort(), [...calls].sort());
});
