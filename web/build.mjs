// Builds the page: node web/build.mjs --engine DIR --catalog FILE --validation FILE --out DIR
//
// Bundles scripts and styles, puts engine, catalog and icon beside them, and writes index.html with
// the opening example already answered by that engine, and validation.html with what it says of measured runs.
import { build } from 'esbuild';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { prerender } from './prerender.mjs';
import { joined, tablesOf } from './report/measured.mjs';
import { report, rowsAsCsv } from './report/report.mjs';
import { filled } from './to_text.mjs';

const here = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const { engine, catalog, validation, out } = readArguments();
const started = performance.now();

await mkdir(out, { recursive: true });
const bundled = await bundle();
await Promise.all([
  removeOld(new Set(bundled)),
  ...['ridgepoint.wasm', 'ridgepoint-import.wasm'].map((name) => copyFile(join(engine, name), join(out, name))),
  copyFile(catalog, join(out, 'catalog.json')),
  copyFile(here('icons/ridgepoint.svg'), join(out, 'ridgepoint.svg')),
  writePages(),
]);
console.log(`web: ${bundled.length} files in ${Math.round(performance.now() - started)} ms`);

function readArguments() {
  const text = /** @type {const} */ ({ type: 'string' });
  const { values } = parseArgs({ options: { engine: text, catalog: text, validation: text, out: text } });
  const { engine, catalog, validation, out } = values;
  if (!engine || !catalog || !validation || !out) {
    throw new Error('Usage: node web/build.mjs --engine DIR --catalog FILE --validation FILE --out DIR');
  }
  return { engine: resolve(engine), catalog: resolve(catalog), validation: resolve(validation), out: resolve(out) };
}

/** The names of the files written. */
async function bundle() {
  const shared = /** @type {const} */ ({
    alias: { ridgepoint: join(engine, 'engine.js') },
    outdir: out,
    entryNames: '[name]',
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    logLevel: 'warning',
    absWorkingDir: here('.'),
  });
  const { metafile } = await build({
    ...shared,
    entryPoints: [here('src/main.js'), here('styles/page.css'), here('styles/validation.css')],
    chunkNames: 'part-[name]-[hash]',
    splitting: true,
    metafile: true,
  });
  // A bundle of its own: shared with the page, it would split the page's scripts into small files.
  await build({ entryPoints: [here('src/recommend_worker.js')], ...shared });
  return Object.keys(metafile.outputs).map((path) => resolve(here('.'), path));
}

/** Chunks of earlier builds, whose names changed. @param {Set<string>} bundled */
async function removeOld(bundled) {
  const parts = (await readdir(out)).filter((name) => name.startsWith('part-')).map((name) => join(out, name));
  await Promise.all(parts.filter((part) => !bundled.has(part)).map((part) => rm(part)));
}

async function writePages() {
  const { createEngine } = await import(pathToFileURL(join(engine, 'engine.js')).href);
  const [template, wasm, catalogText] = await Promise.all([
    readFile(here('index.html'), 'utf8'),
    readFile(join(engine, 'ridgepoint.wasm')),
    readFile(catalog, 'utf8'),
  ]);
  const { repository } = JSON.parse(await readFile(here('package.json'), 'utf8'));
  const parts = prerender(await createEngine({ wasm, catalog: catalogText }), repository);
  await Promise.all([writeFile(join(out, 'index.html'), filled(template, parts)), writeReport(parts, JSON.parse(catalogText))]);
}

/** @param {Record<string, string>} parts of the page @param {any} catalog */
async function writeReport({ version, date, source }, catalog) {
  const measured = here('../tests/validation/measured');
  const [template, compared, tables, sources] = await Promise.all([
    readFile(here('report/validation.html'), 'utf8'),
    readFile(validation, 'utf8'),
    tablesOf(measured),
    readFile(join(measured, '../sources.csv'), 'utf8'),
  ]);
  const rows = joined(JSON.parse(compared), tables, sources);
  const page = filled(template, report(rows, catalog.calibration.errors, { version, date, source }));
  await Promise.all([writeFile(join(out, 'validation.html'), page), writeFile(join(out, 'validation.csv'), rowsAsCsv(rows))]);
}
