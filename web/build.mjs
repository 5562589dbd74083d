// Builds the page: node web/build.mjs --engine DIR --catalog FILE --validation FILE --out DIR
//
// Bundles scripts and styles, puts engine, catalog and icon beside them, and writes index.html with
// the opening example already answered by that engine, validation.html with what it says of measured runs, and the
// pages of the catalog, of learn/ and of answers/. embed.js and embed.html are what other pages show of it; standalone.html is all
// of it in one file; sw.js keeps it for when there is no network.
import { build } from 'esbuild';
import { minify } from 'terser';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { readCatalog } from '../tools/catalog/files.mjs';
import { forFirstAnswer } from '../tools/catalog/merge.mjs';
import { writeAnswers } from './answers/answers.mjs';
import { preview } from './answers/picture.mjs';
import { writeSitemap } from './answers/sitemap.mjs';
import { withNotes } from './catalog_page/facts.mjs';
import { catalogPages } from './catalog_page/page.mjs';
import { tables } from './catalog_page/tables.mjs';
import { learnPages } from './learn/learn.mjs';
import { licensesOf } from './licenses.mjs';
import { masthead } from './masthead.mjs';
import { sentencesOf } from './src/help.js';
import { writeWorker } from './offline/worker.mjs';
import { prerender } from './prerender.mjs';
import { presets } from './src/presets.js';
import { joined, tablesOf } from './report/measured.mjs';
import { parts as partsOf, partsFolder, report, rowsAsCsv } from './report/report.mjs';
import { standalone } from './standalone/standalone.mjs';
import { filled } from './to_text.mjs';

const here = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const { engine, catalog, validation, out } = readArguments();
const started = performance.now();
/** Paths of all that was bundled, from here. @type {string[]} */
const inputs = [];

await mkdir(out, { recursive: true });
const { createEngine } = await import(pathToFileURL(join(engine, 'engine.js')).href);
const [wasm, catalogText] = await Promise.all([readFile(join(engine, 'ridgepoint.wasm')), readFile(catalog, 'utf8')]);
const answering = await createEngine({ wasm, catalog: catalogText });
const said = JSON.parse(await readFile(here('package.json'), 'utf8'));
const { REPOSITORY_ADDRESS: repository = said.repository, SITE_ADDRESS: site = said.homepage ?? '' } = process.env;
const drawn = prerender(answering, repository);
const answers = writeAnswers(answering, { folder: engine, catalog, out }, { ...drawn, site }); // workers do, beside what follows
/** @type {import('esbuild').Plugin} */
const sentences = {
  name: 'sentences',
  setup: (made) => made.onLoad({ filter: /\/src\/sentences\.js$/ }, () => ({ contents: `export default ${JSON.stringify(sentencesOf(answering.schema('scenario')))}` })),
};
const bundled = (await Promise.all([
  bundle(['src/main.js', 'src/recommend_worker.js', 'styles/page.css', 'styles/rest.css', 'styles/validation.css', 'styles/share.css', 'styles/learn.css', 'styles/answers.css'], { chunkNames: 'part-[name]-[hash]', plugins: [ofItsOwn('src/look.js', /\/charts\/|\/src\/(arriving|briefly|dressed|rest|search_once|searching|share|then|whole)\.js$/)] }),
  bundle(['src/browse.js', 'src/unfold.js', 'styles/catalog.css'], { splitting: false }), // one file a page: what they have in common is short
  bundle(['embed/frame/frame.js', 'embed/frame/frame.css'], { chunkNames: 'part-frame-[name]-[hash]' }), // of its own, so that the page's parts stay few
  bundle(['embed/embed.js', 'src/first.js', 'embed/frame/waiting.js'], { format: 'iife', splitting: false }), // a script that any page may include, and what runs before the rest of a page
])).flat();
await writeFile(join(out, 'catalog.json'), JSON.stringify(forFirstAnswer(JSON.parse(catalogText))));
await Promise.all([
  removeOld(new Set(bundled)),
  ...['ridgepoint.wasm', 'ridgepoint-import.wasm'].map((name) => copyFile(join(engine, name), join(out, name))),
  copyFile(here('icons/ridgepoint.svg'), join(out, 'ridgepoint.svg')),
  copyFile(here('manifest.webmanifest'), join(out, 'manifest.webmanifest')),
  ...['icon-192.png', 'icon-512.png'].map((name) => copyFile(here(`icons/${name}`), join(out, name))),
  writeFile(join(out, 'preview.png'), preview('Which hardware for this AI workload, and what will it cost?', answering.estimate(presets.serve, { with: ['limits'] }))),
  writePages(),
  licensesOf(inputs).then((text) => writeFile(join(out, 'licenses.txt'), text)),
]);
const answered = await answers;
await writeSitemap(out, site, drawn.date); // when all pages are there
await writeWorker(out); // last: it lists what there is
console.log(`web: ${bundled.length} files and ${answered} answers in ${Math.round(performance.now() - started)} ms`);

function readArguments() {
  const text = /** @type {const} */ ({ type: 'string' });
  const { values } = parseArgs({ options: { engine: text, catalog: text, validation: text, out: text } });
  const { engine, catalog, validation, out } = values;
  if (!engine || !catalog || !validation || !out) {
    throw new Error('Usage: node web/build.mjs --engine DIR --catalog FILE --validation FILE --out DIR');
  }
  return { engine: resolve(engine), catalog: resolve(catalog), validation: resolve(validation), out: resolve(out) };
}

/** The names of the files written.
 * @param {string[]} entries @param {import('esbuild').BuildOptions} options */
async function bundle(entries, options) {
  const { metafile } = await build({
    entryPoints: entries.map(here),
    alias: { ridgepoint: join(engine, 'engine.js') },
    outdir: out,
    entryNames: '[name]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    legalComments: 'none', // licenses.txt has them whole
    metafile: true,
    logLevel: 'warning',
    absWorkingDir: here('.'),
    ...options,
    plugins: [...(options.plugins ?? []), sentences],
  });
  inputs.push(...Object.keys(metafile.inputs).map((path) => relative(here('.'), resolve(here('.'), path.replace(/^of [^:]*:/, '')))));
  const files = Object.keys(metafile.outputs).map((path) => resolve(here('.'), path));
  await Promise.all(files.filter((file) => file.endsWith('.js')).map((file) => shorten(file, options.format !== 'iife')));
  return files;
}

/** Gives a file modules of its own where others have them too, so that they are no third file. None of them may keep anything that the others
 * have to know. @param {string} entry @param {RegExp} which paths @returns {import('esbuild').Plugin} */
function ofItsOwn(entry, which) {
  const namespace = `of ${entry}`;
  return {
    name: namespace,
    setup(made) {
      made.onResolve({ filter: /./ }, async ({ path, importer, resolveDir, kind, namespace: from, pluginData }) => {
        if (pluginData === namespace || (from !== namespace && importer !== here(entry))) return undefined;
        const found = await made.resolve(path, { resolveDir, kind, importer, pluginData: namespace });
        return which.test(found.path) ? { path: found.path, namespace } : found;
      });
      made.onLoad({ filter: /./, namespace }, async ({ path }) => ({ contents: await readFile(path, 'utf8'), loader: 'js', resolveDir: dirname(path) }));
    },
  };
}

/** Three passes make of a script what one leaves: 3% less to load. @param {string} file @param {boolean} module */
async function shorten(file, module) {
  const { code } = await minify(await readFile(file, 'utf8'), { module, ecma: 2020, compress: { passes: 3 } });
  await writeFile(file, /** @type {string} */ (code));
}

/** Chunks of earlier builds, whose names changed. @param {Set<string>} bundled */
async function removeOld(bundled) {
  const parts = (await readdir(out)).filter((name) => name.startsWith('part-')).map((name) => join(out, name));
  await Promise.all(parts.filter((part) => !bundled.has(part)).map((part) => rm(part)));
}

async function writePages() {
  const [template, icon] = await Promise.all(['index.html', 'icons/ridgepoint.svg'].map((name) => readFile(here(name), 'utf8')));
  const parts = { ...drawn, site, icon: `data:image/svg+xml,${encodeURIComponent(icon.trim())}`, release: await releaseOf([...bundled, join(engine, 'ridgepoint.wasm'), catalog]) };
  const merged = JSON.parse(catalogText);
  const page = filled(template, parts);
  await Promise.all([
    writeFile(join(out, 'index.html'), page),
    readFile(here('embed/embed.html'), 'utf8').then((frame) => writeFile(join(out, 'embed.html'), filled(frame, parts))),
    standalone({ page, engine, catalog: join(out, 'catalog.json'), sentences }).then((text) => writeFile(join(out, 'standalone.html'), text)),
    writeReport(parts, merged),
    writeCatalog(parts, merged, answering),
    writeLearn(parts, answering),
  ]);
}

/** A word for what the page is made of; in the addresses of its files, a browser's cache mixes no two releases.
 * @param {string[]} files @returns {Promise<string>} */
async function releaseOf(files) {
  const hash = createHash('sha256');
  for (const file of [...files].sort()) hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 8);
}

/** @param {Record<string, string>} parts of the page @param {any} catalog */
async function writeReport({ version, date, source }, catalog) {
  const measured = here('../tests/validation/measured');
  const [template, ofPart, compared, tables, sources] = await Promise.all([
    readFile(here('report/validation.html'), 'utf8'),
    readFile(here('report/part.html'), 'utf8'),
    readFile(validation, 'utf8'),
    tablesOf(measured),
    readFile(join(measured, '../sources.csv'), 'utf8'),
  ]);
  const rows = joined(JSON.parse(compared), tables, sources);
  const { errors } = catalog.calibration;
  const page = filled(template, { ...report(rows, errors, { version, date, source }), masthead: masthead({ source }) });
  const parts = Object.entries(partsOf(rows, errors, { version, date, source }));
  const folder = join(out, partsFolder);
  await rm(folder, { recursive: true, force: true }); // kinds of an earlier build
  await mkdir(folder);
  await Promise.all([
    writeFile(join(out, 'validation.html'), page),
    writeFile(join(out, 'validation.csv'), rowsAsCsv(rows)),
    ...parts.map(([name, part]) => writeFile(join(folder, name), filled(ofPart, { ...part, masthead: masthead({ source, up: '../' }) }))),
  ]);
}

/** The pages of each table of the catalog. @param {Record<string, string>} parts of the page @param {any} merged @param {any} started engine */
async function writeCatalog({ version, date, source }, merged, started) {
  const template = await readFile(here('catalog_page/catalog.html'), 'utf8');
  const read = readCatalog();
  const noted = Object.fromEntries(['accelerators', 'models', 'instances', 'prices', 'api'].map((kind) => [kind, withNotes(merged[kind], /** @type {any} */ (read)[kind])]));
  const all = tables({ ...merged, ...noted }, started);
  const pages = all.flatMap((table) => Object.entries(catalogPages(table, all, merged.sources, { version, date, source })));
  await Promise.all(pages.map(([name, parts]) => writeFile(join(out, name), filled(template, { ...parts, masthead: masthead({ source }) }))));
}

/** @param {Record<string, string>} parts of the page @param {any} started engine */
async function writeLearn({ version, date, source }, started) {
  const template = await readFile(here('learn/learn.html'), 'utf8');
  await mkdir(join(out, 'learn'), { recursive: true });
  const pages = Object.entries(learnPages(started, { version, date, source }));
  await Promise.all(pages.map(([name, parts]) => writeFile(join(out, 'learn', name), filled(template, { ...parts, masthead: masthead({ source, up: '../' }) }))));
}
