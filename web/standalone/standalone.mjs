// The whole calculator as one file that opens from disk: styles, scripts, engine and catalog inside, under a policy that
// lets in what it holds by hash, and nothing else.
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { licensesOf } from '../licenses.mjs';
import { escape } from '../to_text.mjs';

const here = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));

/** Modules of the page that a single file has in another form. @type {Record<string, string>} */
const inPage = { 'assets.js': 'assets.js', 'worker_address.js': 'worker_address.js', 'share/embed_dialog.js': 'absent.js', 'offline.js': 'absent.js', 'dressed.js': 'absent.js' };

/** @param {{page: string, engine: string, catalog: string, sentences: import('esbuild').Plugin}} parts text of index.html, folder of the module, file, what
 * puts sentences into scripts
 * @returns {Promise<string>} text of standalone.html */
export async function standalone({ page, engine, catalog, sentences }) {
  /** @type {string[]} */
  const inputs = [];
  const bundled = bundlerOf(engine, inputs, sentences);
  const [script, first, style, worker, ...data] = await Promise.all([
    bundled('../src/main.js', 'esm', inPage),
    bundled('../src/first.js', 'iife', inPage),
    bundled('../styles/standalone.css', 'esm', {}),
    bundled('../src/recommend_worker.js', 'iife', inPage),
    ...[join(engine, 'ridgepoint.wasm'), join(engine, 'ridgepoint-import.wasm'), catalog].map(packed),
  ]);
  const blocks = ['ridgepoint.wasm', 'ridgepoint-import.wasm', 'catalog.json'].map((name, i) => `<script type="application/gzip" id="${name}">${data[i]}</script>`);
  blocks.push(`<script type="text/plain" id="recommend_worker.js">${worker}</script>`);
  const policy = `default-src 'none'; script-src '${hash(script)}' '${hash(first)}' 'wasm-unsafe-eval'; style-src '${hash(style)}'; img-src data:; worker-src blob:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types lit-html ridgepoint-worker`;
  const licenses = `<details class="page"><summary>Licences</summary><pre class="lines"><code>${escape(await licensesOf(inputs))}</code></pre></details>`;
  const head = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  return page
    .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, () => head)
    .replaceAll(/<link rel="(?:stylesheet|preload|modulepreload|manifest|apple-touch-icon)"[^>]*>\n?/g, '')
    .replaceAll(/<meta property="og:[^>]*>\n?|<meta name="twitter:[^>]*>\n?/g, '')
    .replace(/<script type="module" src="main.js[^"]*"><\/script>/, () => `<style>${style}</style>`)
    .replace(/<script src="first.js[^"]*"([^>]*)><\/script>/, (_, data) => `<script${data}>${first}</script>`)
    .replaceAll(/<a (?:[^>]* )?href="(?!#|https?:)[^"]*"[^>]*>.*?<\/a>/g, '') // other pages do not come along
    .replaceAll(/<button [^>]*id="embed"[^>]*>.*?<\/button>|<p class="stalled".*?<\/p>\n?/gs, '')
    .replace('</footer>', () => `${licenses}\n</footer>`)
    .replace('</body>', () => `${blocks.join('\n')}\n<script type="module">${script}</script>\n</body>`);
}

/** @param {string} engine @param {string[]} inputs takes the paths of what is bundled @param {import('esbuild').Plugin} sentences */
const bundlerOf = (engine, inputs, sentences) => async (/** @type {string} */ entry, /** @type {'esm' | 'iife'} */ format, /** @type {Record<string, string>} */ instead) => {
  const { outputFiles, metafile } = await build({
    entryPoints: [here(entry)],
    alias: { ridgepoint: join(engine, 'engine.js') },
    plugins: [sentences, {
      name: 'single file',
      setup: (made) => made.onResolve({ filter: /^\.\.?\/.*\.js$/ }, ({ path, importer }) => {
        const other = importer.includes('/web/src/') ? instead[path.replace(/^\.\//, '')] : undefined;
        return other ? { path: here(other) } : undefined;
      }),
    }],
    bundle: true,
    write: false,
    outdir: '.',
    define: format === 'iife' ? { 'import.meta.url': 'self.location.href' } : {},
    format,
    target: 'es2022',
    minify: true,
    legalComments: 'none', // its foot has the licences whole
    metafile: true,
    logLevel: 'warning',
    absWorkingDir: here('..'),
  });
  inputs.push(...Object.keys(metafile.inputs));
  return outputFiles[0].text.trim().replaceAll('</script', '<\\/script');
};

/** @param {string} file */
const packed = async (file) => gzipSync(await readFile(file), { level: 9 }).toString('base64');

/** @param {string} text */
const hash = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
