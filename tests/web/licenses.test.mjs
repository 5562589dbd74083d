// What others wrote is passed on with its licence: with the site, in the single file, in the package.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { licensesOf } from '../../web/licenses.mjs';
import { root } from './browser.mjs';

const WEB = join(root, 'web');
const ENTRIES = ['src/main.js', 'src/recommend_worker.js', 'src/browse.js', 'src/first.js', 'embed/embed.js', 'embed/frame/frame.js'];
const { build } = createRequire(join(WEB, 'package.json'))('esbuild');
const plain = (text) => text.replace(/\s+/g, ' ').trim();
const unescaped = (text) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** Folders of the packages that something of is left of in what a bundler makes of our scripts. */
async function packages() {
  const { metafile } = await build({
    entryPoints: ENTRIES, absWorkingDir: WEB, alias: { ridgepoint: join(root, 'build/wasm/module/engine.js') }, outdir: 'out', entryNames: '[dir]/[name]', bundle: true, splitting: true, format: 'esm', minify: true, metafile: true, write: false,
  });
  const left = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path));
  return [...new Set(left.filter((path) => path.includes('node_modules/')).map((path) => path.split('/').slice(0, path.startsWith('node_modules/@') ? 3 : 2).join('/')))];
}

/** What is compiled into the engine: whom its sources include, and the libraries that Emscripten links to all C++. */
const COMPILED = { nlohmann: /JSON for Modern C\+\+[^]*Niels Lohmann[^]*Permission is hereby granted/, emscripten: /The Emscripten Authors[^]*Permission is hereby granted/ };
const LINKED = [/musl as a whole[^]*Rich Felker[^]*Permission is hereby granted/, /libc\+\+, libc\+\+abi, libunwind and compiler-rt[^]*LLVM Exceptions[^]*Apache License\s+Version 2\.0/];

/** Whom sources include, besides the standard library and themselves. @param {string} text */
const included = (text) => [...text.matchAll(/^#include <(\w+)\//gm)].map(([, who]) => who);

async function sources() {
  const files = (await Promise.all(['engine', 'bindings'].map(async (folder) => (await readdir(join(root, folder), { recursive: true })).map((name) => join(root, folder, name))))).flat();
  return Promise.all(files.filter((name) => /\.(h|cpp)$/.test(name)).map((name) => readFile(name, 'utf8')));
}

let found;
let site;
before(async () => {
  [found, site] = await Promise.all([packages(), readFile(join(root, 'build/site/licenses.txt'), 'utf8')]);
  assert.ok(found.length >= 8, found.join(' '));
});

/** Packages whose licence a text lacks. */
const lacking = async (text) => {
  const all = await Promise.all(found.map(async (folder) => [folder, await readFile(join(WEB, folder, 'LICENSE'), 'utf8')]));
  return all.filter(([folder, license]) => !plain(text).includes(`${folder.slice('node_modules/'.length)} `) || !plain(text).includes(plain(license))).map(([folder]) => folder);
};

describe('EachPackageThatIsBundledHasItsLicence', () => {
  test('WithTheSite', async () => assert.deepEqual(await lacking(site), []));
  test('InTheSingleFile', async () => {
    const text = await readFile(join(root, 'build/site/standalone.html'), 'utf8');
    const [, block] = /<details class="page"><summary>Licences<\/summary><pre class="lines"><code>([^<]*)<\/code>/.exec(text) ?? [];
    const own = unescaped(block);
    for (const license of [...Object.values(COMPILED), ...LINKED]) assert.match(own, license);
    assert.deepEqual(await lacking(own), []);
  });
  test('OneThatIsMissingIsFound', async () => assert.deepEqual(await lacking(site.replace(/^lit-html /m, 'other ')), ['node_modules/lit-html']));
});

test('EachThatIsCompiledInHasItsLicence', async () => {
  const who = [...new Set((await sources()).flatMap(included))].sort();
  assert.deepEqual(who, Object.keys(COMPILED).sort());
  for (const license of [...Object.values(COMPILED), ...LINKED]) assert.match(site, license);
  assert.deepEqual(included('#include <fmt/core.h>\n#include <vector>\n#include "engine/base/units.h"\n'), ['fmt']);
});

test('APackageWithoutALicenceIsNotBundled', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ridgepoint-licences-'));
  const put = async (name, files) => {
    await mkdir(join(folder, 'node_modules', name), { recursive: true });
    for (const [file, text] of Object.entries(files)) await writeFile(join(folder, 'node_modules', name, file), text);
  };
  await put('@a/b', { 'package.json': '{"name": "@a/b", "version": "1.2.3"}', 'License.md': 'Copyright A' });
  await put('x/node_modules/c', { 'package.json': '{"name": "c", "version": "1.0.0"}' });
  assert.match(await licensesOf(['node_modules/@a/b/dist/index.js', 'src/own.js'], folder), /@a\/b 1\.2\.3.*\n\nCopyright A/);
  await assert.rejects(licensesOf(['node_modules/@a/b/index.js', 'node_modules/x/node_modules/c/index.js'], folder), /x\/node_modules\/c has no licence/);
  await rm(folder, { recursive: true });
});

test('EveryPageLeadsToThem', async () => {
  for (const [name, address] of [['index.html', 'licenses.txt'], ['catalog.html', 'licenses.txt'], ['validation.html', 'licenses.txt'], ['learn/index.html', '../licenses.txt'], ['answers/index.html', '../licenses.txt']])
    assert.ok((await readFile(join(root, 'build/site', name), 'utf8')).includes(`<a href="${address}">Licences</a>`), name);
});
