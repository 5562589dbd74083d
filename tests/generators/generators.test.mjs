// The element in pages that real documentation generators make, and the frame in a notebook, from the very lines that the calculator's Embed dialog
// writes: built by each generator, opened in Chromium and Firefox, drawn, resized, and in the colours of the site.
// Slow, so a group of its own: node --test tests/generators/*.test.mjs
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { targets } from '../../web/src/share/snippets.js';
import { launch, launchFirefox, root, serve } from '../web/browser.mjs';

const run = promisify(execFile);
const SCENARIO = 'v=1&d=2026-11-21&model=llama-3.1-70b&accelerator=h100-sxm5-80gb&count=4&weights=fp8';
const TEXT = 'Llama 3.1 70B fits on 4 × H100 [SXM5] in FP8 & more';

let folder;
let site;
let chromium;
let firefox;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ridgepoint-docs-'));
  [site, chromium, firefox] = await Promise.all([serve(join(root, 'build/site')), launch(), launchFirefox()]);
});
after(async () => {
  await Promise.all([chromium?.close(), firefox?.close()]);
  site?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The pieces the dialog writes for a generator, by where they go. */
function pieces(id, view) {
  const wanted = { base: site.address, scenario: SCENARIO, text: TEXT, view, controls: 'none', theme: 'host', height: '' };
  return targets.find((target) => target.id === id).pieces(wanted).map(({ code }) => code);
}

async function write(files) {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}

/** Looks at a built page in both browsers. */
async function look(built, path) {
  const server = await serve(join(folder, built));
  try {
    await inChromium(`${server.address}${path}`);
    await inFirefox(`${server.address}${path}`);
  } finally {
    server.stop();
  }
}

async function inChromium(address) {
  const page = await chromium.newPage({ viewport: { width: 1100, height: 900 } });
  const troubles = [];
  page.on('pageerror', (error) => troubles.push(String(error)));
  await page.goto(address);
  const elements = page.locator('ridgepoint-calculator');
  assert.equal(await elements.count(), 2);
  for (const n of [0, 1]) {
    await elements.nth(n).scrollIntoViewIfNeeded();
    await elements.nth(n).locator('iframe:not([data-waiting])').waitFor();
  }
  const frame = await (await elements.first().locator('iframe').elementHandle()).contentFrame();
  assert.match(await frame.locator('.subject').innerText(), /^Llama 3\.1 70B .*4 × H100/);
  const heightAt = async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await frame.waitForFunction(() => document.documentElement.scrollHeight <= innerHeight);
    await page.waitForTimeout(200);
    return elements.first().evaluate((e) => e.offsetHeight);
  };
  assert.ok(await heightAt(420) > await heightAt(1100) + 40, 'narrow is higher'); // it is resized with the page
  await page.evaluate(() => { document.documentElement.dataset.theme = 'dark'; document.body.setAttribute('style', 'background: #10141c; color: #f0f0f0'); for (const e of document.querySelectorAll('body *:not(ridgepoint-calculator)')) e.style.background = 'transparent'; document.querySelectorAll('ridgepoint-calculator').forEach((e) => { e.style.color = '#f0f0f0'; }); document.documentElement.className += ' dark'; });
  await frame.waitForFunction(() => getComputedStyle(document.body).backgroundColor === 'rgb(16, 20, 28)');
  assert.deepEqual(troubles, []);
  await page.close();
}

async function inFirefox(address) {
  const page = await firefox.newPage();
  await page.setViewport({ width: 1100, height: 900 });
  await page.goto(address);
  await page.waitForFunction(() => {
    const element = document.querySelector('ridgepoint-calculator');
    element.scrollIntoView();
    const frame = element.shadowRoot?.querySelector('iframe:not([data-waiting])');
    return frame && frame.offsetHeight > 100;
  }, { timeout: 60_000 });
  await page.close();
}

test('MkDocs', async () => {
  const [config, memory] = pieces('mkdocs', 'memory');
  await write({
    'mkdocs/mkdocs.yml': `site_name: Docs\ntheme: { name: mkdocs, highlightjs: false }\n${config}\n`,
    'mkdocs/docs/index.md': `# Docs\n\nBefore.\n\n${memory}\n\nBetween.\n\n${pieces('mkdocs', 'answer')[1]}\n\nAfter *it*.\n`,
  });
  await run('mkdocs', ['build', '--strict', '--config-file', join(folder, 'mkdocs/mkdocs.yml')]);
  await look('mkdocs/site', '');
});

test('Sphinx', async () => {
  const [config, memory] = pieces('sphinx', 'memory');
  await write({
    'sphinx/conf.py': `project = "Docs"\n${config}\n`,
    'sphinx/index.rst': `Docs\n====\n\nBefore.\n\n${memory}\n\nBetween.\n\n${pieces('sphinx', 'answer')[1]}\n\nAfter *it*.\n`,
  });
  await run('sphinx-build', ['-W', '-b', 'html', join(folder, 'sphinx'), join(folder, 'sphinx-site')]);
  await look('sphinx-site', 'index.html');
});

// What Docusaurus makes of a page: MDX compiled, rendered by React to HTML that has the configured scripts in its head.
test('Docusaurus', async () => {
  const [config, memory] = pieces('docusaurus', 'memory');
  const packages = createRequire(join(root, 'tests/generators/mdx/package.json'));
  const load = async (name) => import(pathToFileURL(packages.resolve(name)));
  const [{ evaluate }, runtime, { createElement }, { renderToStaticMarkup }] = await Promise.all(['@mdx-js/mdx', 'react/jsx-runtime', 'react', 'react-dom/server'].map(load));
  const { scripts: [{ src, async: later }] } = runInNewContext(`({${config}})`);
  assert.equal(later, true);
  const { default: Content } = await evaluate(`# Docs\n\nBefore.\n\n${memory}\n\nBetween.\n\n${pieces('docusaurus', 'answer')[1]}\n\nAfter *it*.\n`, { ...runtime });
  await write({ 'docusaurus/index.html': `<!doctype html><html lang="en"><head><title>Docs</title><script src="${src}" async></script></head><body>${renderToStaticMarkup(createElement(Content))}</body></html>` });
  await look('docusaurus', '');
});

// A notebook that is run and converted to a page; the frame is as high as its line says.
test('Jupyter', async () => {
  const [cell] = pieces('jupyter', 'memory');
  const notebook = { cells: [{ cell_type: 'code', id: 'frame', execution_count: null, metadata: {}, outputs: [], source: cell }], metadata: { kernelspec: { name: 'python3', display_name: 'Python 3', language: 'python' } }, nbformat: 4, nbformat_minor: 5 };
  await write({ 'jupyter/index.ipynb': JSON.stringify(notebook) });
  await run('jupyter-nbconvert', ['--execute', '--to', 'html', join(folder, 'jupyter/index.ipynb')]);
  const server = await serve(join(folder, 'jupyter'));
  try {
    const page = await chromium.newPage({ viewport: { width: 1100, height: 900 } });
    await page.goto(`${server.address}index.html`, { waitUntil: 'commit' });
    const frame = await (await page.locator('iframe').elementHandle()).contentFrame();
    await frame.locator('.chart-memory svg').waitFor();
    assert.match(await frame.locator('.subject').innerText(), /^Llama 3\.1 70B .*4 × H100/);
    assert.equal(await page.locator('iframe').evaluate((e) => e.offsetHeight), 480);
    await page.close();
  } finally {
    server.stop();
  }
});

test('Hugo', async () => {
  const [shortcode, memory] = pieces('hugo', 'memory');
  await write({
    'hugo/config.toml': 'baseURL = "/"\ntitle = "Docs"\ndisableKinds = ["taxonomy", "term", "RSS", "sitemap"]\n',
    'hugo/layouts/_default/single.html': '<!doctype html><html lang="en"><title>{{ .Title }}</title><body>{{ .Content }}</body></html>',
    'hugo/layouts/index.html': '<!doctype html><html lang="en"><title>Docs</title><body>{{ .Content }}</body></html>',
    'hugo/layouts/shortcodes/ridgepoint.html': shortcode,
    'hugo/content/_index.md': `---\ntitle: Docs\n---\nBefore.\n\n${memory}\n\nBetween.\n\n${pieces('hugo', 'answer')[1]}\n\nAfter *it*.\n`,
  });
  await run('hugo', ['--source', join(folder, 'hugo'), '--destination', join(folder, 'hugo-site'), '--quiet']);
  await look('hugo-site', '');
});

test('VitePress', async () => {
  const [config, memory] = pieces('vitepress', 'memory');
  await write({
    'vitepress/package.json': '{ "type": "module" }',
    'vitepress/.vitepress/config.js': `export default {\n  title: 'Docs',\n${config}\n};\n`,
    'vitepress/index.md': `# Docs\n\nBefore.\n\n${memory}\n\nBetween.\n\n${pieces('vitepress', 'answer')[1]}\n\nAfter *it*.\n`,
  });
  const packages = join(root, 'tests/generators/vitepress/node_modules');
  await symlink(packages, join(folder, 'vitepress/node_modules'));
  await run(process.execPath, [join(packages, 'vitepress/bin/vitepress.js'), 'build', join(folder, 'vitepress')]);
  await look('vitepress/.vitepress/dist', '');
});
