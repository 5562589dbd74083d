// Writes sw.js for a built site: node web/offline/worker.mjs is not called by itself, build.mjs does.
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Not kept: what is downloaded rather than opened, what only others ask for, the answers, which are many and which the calculator
 * gives as well, and releases below their tags. */
const left = /\.(csv|map)$|^(sw\.js|standalone\.html|preview\.png|robots\.txt|sitemap\.xml)$|^(answers|package|v\d[^/]*)(\/|$)/;

/** @param {string} site folder */
export async function writeWorker(site) {
  const files = await hashes(site);
  const text = JSON.stringify(files);
  await build({
    entryPoints: [fileURLToPath(new URL('sw.js', import.meta.url))],
    outfile: join(site, 'sw.js'),
    define: { BUILD: JSON.stringify(createHash('sha256').update(text).digest('hex').slice(0, 12)), FILES: text },
    target: 'es2022',
    minify: true,
    logLevel: 'warning',
  });
}

/** Every file that is kept with its hash as subresource integrity spells it.
 * @param {string} site @returns {Promise<[path: string, integrity: string][]>} */
async function hashes(site) {
  const names = (await readdir(site, { recursive: true })).map((name) => name.replaceAll(sep, '/'));
  const paths = names.filter((name) => /\.\w+$/.test(name) && !left.test(name)).sort(); // folders have no ending
  return Promise.all(paths.map(async (path) => [path, `sha256-${createHash('sha256').update(await readFile(join(site, path))).digest('base64')}`]));
}
