// The npm package as someone who installs it finds it: from Node, through a bundler, by a script tag, with its types.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { launch, root, serve } from './browser.mjs';

const esbuild = createRequire(join(root, 'web/package.json'))('esbuild');
const run = promisify(execFile);
const FRESH = join(root, 'build/package');
const QUESTION = "{ model: 'llama-3.1-8b', hardware: { accelerator: 'rtx-4090', count: 1 }, precision: { weights: 'awq-int4' }, serve: { concurrency: 1 } }";

let folder;
let expected;
let browser;
let server;

before(async () => {
  await run(process.execPath, [join(root, 'web/package/package.mjs'), '--engine', join(root, 'build/wasm/module'), '--catalog', join(root, 'build/wasm/catalog.json'), '--site', join(root, 'build/site'), '--out', FRESH]);
  folder = await mkdtemp(join(tmpdir(), 'ridgepoint-package-'));
  const { stdout } = await run('npm', ['pack', FRESH, '--json', '--pack-destination', folder]);
  const [{ filename }] = JSON.parse(stdout);
  await mkdir(join(folder, 'app'));
  await writeFile(join(folder, 'app/package.json'), '{ "name": "app", "private": true, "type": "module" }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, filename)], { cwd: join(folder, 'app') });
  const { createEngine } = await import(join(root, 'build/wasm/module/engine.js'));
  const engine = await createEngine({ catalog: await readFile(join(root, 'build/wasm/catalog.json'), 'utf8') });
  expected = engine.estimate(Function(`return ${QUESTION}`)()).answer.text;
  [browser, server] = await Promise.all([launch(), serve(join(folder, 'app'))]);
});
after(async () => {
  await browser?.close();
  server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const app = (name) => join(folder, 'app', name);

test('FromNode', async () => {
  await writeFile(app('ask.js'), `import { createEngine } from 'ridgepoint';
    const engine = await createEngine({ catalog: new URL(import.meta.resolve('ridgepoint/catalog.json')) });
    console.log(JSON.stringify([engine.version, engine.estimate(${QUESTION}).answer.text]));`);
  const { stdout } = await run(process.execPath, ['ask.js'], { cwd: app('') });
  const { version } = JSON.parse(await readFile(app('node_modules/ridgepoint/package.json'), 'utf8'));
  assert.deepEqual(JSON.parse(stdout), [version, expected]); // the package is of the engine's version
});

test('WithTheLicencesOfWhatIsInIt', async () => {
  assert.equal(await readFile(app('node_modules/ridgepoint/licenses.txt'), 'utf8'), await readFile(join(root, 'build/site/licenses.txt'), 'utf8'));
});

test('ThroughABundlerIntoAPage', async () => {
  await writeFile(app('page.js'), `import { createEngine } from 'ridgepoint';
    import { define } from 'ridgepoint/element';
    import wasm from 'ridgepoint/ridgepoint.wasm';
    import catalog from 'ridgepoint/catalog.json';
    define(new URL('node_modules/ridgepoint/embed.html', location.href).href);
    const engine = await createEngine({ wasm: new URL(wasm, location.href), catalog });
    document.querySelector('#answer').textContent = engine.estimate(${QUESTION}).answer.text;`);
  await esbuild.build({ entryPoints: [app('page.js')], outdir: app('.'), entryNames: 'bundled', bundle: true, format: 'esm', loader: { '.wasm': 'file' }, logLevel: 'error' });
  await writeFile(app('bundled.html'), '<!doctype html><title>app</title><p id="answer"></p><ridgepoint-calculator scenario="v=1&amp;model=llama-3.1-8b">fallback</ridgepoint-calculator><script type="module" src="bundled.js"></script>');
  const page = await browser.newPage();
  await page.goto(`${server.address}bundled.html`);
  await page.locator('#answer:not(:empty)').waitFor();
  assert.equal(await page.locator('#answer').innerText(), expected);
  await page.frameLocator('ridgepoint-calculator iframe').locator('.sentence').waitFor();
  await page.close();
});

test('ByAScriptTag', async () => {
  await writeFile(app('tag.html'), '<!doctype html><title>app</title><script src="node_modules/ridgepoint/embed.js" async></script><ridgepoint-calculator scenario="v=1&amp;model=llama-3.1-8b&amp;accelerator=rtx-4090&amp;count=1&amp;weights=awq-int4&amp;purpose=chat&amp;concurrency=1">fallback</ridgepoint-calculator>');
  const page = await browser.newPage();
  await page.goto(`${server.address}tag.html`);
  const sentence = page.frameLocator('ridgepoint-calculator iframe').locator('.sentence');
  await sentence.waitFor();
  assert.equal((await sentence.innerText()).replace(/\s+/g, ' '), expected.replace(/\s+/g, ' '));
  await page.close();
});

test('ItsTypesHoldAndRefuseWhatIsWrong', async () => {
  await writeFile(app('tsconfig.json'), '{ "compilerOptions": { "noEmit": true, "strict": true, "module": "nodenext", "target": "es2022", "lib": ["es2023", "dom"], "types": [] }, "files": ["use.ts"] }');
  const check = (text) => writeFile(app('use.ts'), text).then(() => run(join(root, 'tests/node_modules/.bin/tsc'), ['--project', app('tsconfig.json')], { cwd: app('') })).catch((error) => { throw new Error(error.stdout); });
  await check(`import { createEngine, type Result } from 'ridgepoint';
    import { define } from 'ridgepoint/element';
    define('/embed.html');
    const engine = await createEngine({ catalog: 'catalog.json' });
    const answer = engine.estimate({ workload: 'serve', model: 'llama-3.1-8b' });
    if (answer.ok) { const result: Result = answer; const text: string | undefined = result.answer.text; console.log(text); }`);
  await assert.rejects(check(`import { createEngine } from 'ridgepoint'; const e = await createEngine({}); e.estimate({ workload: 'dream' });`), ({ message }) => /catalog/.test(message) && /dream/.test(message));
});

test('ItHoldsWhatItNeedsAndNothingElse', async () => {
  const { stdout } = await run('npm', ['pack', FRESH, '--json', '--dry-run']);
  const [{ files, size }] = JSON.parse(stdout);
  const names = files.map(({ path }) => path);
  for (const name of ['README.md', 'LICENSE', 'NOTICE', 'CHANGELOG.md', 'engine.js', 'engine.d.ts', 'catalog.json', 'embed.js', 'embed.html', 'element/define.js']) assert.ok(names.includes(name), name);
  assert.deepEqual(names.filter((name) => /main\.js|standalone|validation|sw\.js|\.csv$/.test(name)), []);
  assert.ok(size < 1_200_000, `${size} bytes`);
});
