// Puts the npm package together: node web/package/package.mjs --engine DIR --catalog FILE --site DIR --out DIR
//
// The engine's module with its types and catalog, the element, and the page that the element frames: the same files
// as the site's, side by side, so that the folder can also be served as it is.
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const here = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const text = /** @type {const} */ ({ type: 'string' });
const { values: { engine = '', catalog = '', site = '', out = '' } } = parseArgs({ options: { engine: text, catalog: text, site: text, out: text } });
if (!engine || !catalog || !site || !out) throw new Error('Usage: node web/package/package.mjs --engine DIR --catalog FILE --site DIR --out DIR');

await rm(out, { recursive: true, force: true });
await mkdir(join(out, 'element'), { recursive: true });

const framed = (await readdir(site)).filter((name) => /^(embed\.(html|js)|frame\.(css|js)|waiting\.js|part-frame-.*\.js|licenses\.txt)$/.test(name));
await Promise.all([
  cp(engine, out, { recursive: true }),
  ...framed.map((name) => cp(join(site, name), join(out, name))),
  ...['define.js', 'element.js', 'look.js', 'options.js'].map((name) => cp(here(`../embed/${name}`), join(out, 'element', name))),
  cp(here('../src/link.js'), join(out, 'src/link.js')),
  cp(here('../embed/define.d.ts'), join(out, 'element/define.d.ts')),
  cp(here('README.md'), join(out, 'README.md')),
  cp(here('../CHANGELOG.md'), join(out, 'CHANGELOG.md')),
  ...['LICENSE', 'NOTICE'].map((name) => cp(here(`../../${name}`), join(out, name))),
]);

// As the site has it, with the sentences that describe fields in schemas.
const [shown, { fields }] = await Promise.all([join(site, 'catalog.json'), catalog].map(async (file) => JSON.parse(await readFile(file, 'utf8'))));
await writeFile(join(out, 'catalog.json'), JSON.stringify({ ...shown, fields }));

const { createEngine } = await import(pathToFileURL(resolve(engine, 'engine.js')).href);
const { version } = await createEngine({ catalog: await readFile(join(out, 'catalog.json'), 'utf8') });
const { homepage, repository } = JSON.parse(await readFile(here('../package.json'), 'utf8'));
const manifest = JSON.parse(await readFile(join(engine, 'package.json'), 'utf8'));
await writeFile(join(out, 'package.json'), `${JSON.stringify({
  ...manifest,
  version, // the engine's own
  license: 'MIT',
  homepage,
  repository,
  keywords: ['llm', 'gpu', 'inference', 'training', 'memory', 'cost', 'calculator', 'webassembly', 'custom-element'],
  sideEffects: ['./embed.js'],
  exports: {
    ...manifest.exports,
    './catalog.json': './catalog.json',
    './element': { types: './element/define.d.ts', default: './element/define.js' },
    './embed.js': './embed.js',
    './embed.html': './embed.html',
    './package.json': './package.json',
  },
}, null, 2)}\n`);
console.log(`package: ridgepoint ${version}`);
