// The engine module from one set of files: in a page and a worker under a strict content security
// policy, and in Node.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, root, serve } from './browser.mjs';

const MODULE = join(root, 'build/wasm/module');
const CATALOG = join(root, 'build/wasm/catalog.json');
const { createEngine, prepareEngine } = await import(join(MODULE, 'engine.js'));

const PAGE = `<!doctype html>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'">
<title>engine</title>
<script type="module" src="page.js"></script>`;
const PAGE_SCRIPT = `
import { createEngine } from './engine.js';
globalThis.violations = [];
document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective));
const engine = await createEngine({ catalog: 'catalog.json' });
globalThis.inPage = engine.estimate({});
const worker = new Worker('worker.js', { type: 'module' });
globalThis.inWorker = new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data); });`;
const WORKER_SCRIPT = `
import { createEngine } from './engine.js';
const engine = await createEngine({ catalog: 'catalog.json' });
postMessage(engine.estimate({}));`;

let folder;
let server;
let browser;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ridgepoint-'));
  await cp(MODULE, folder, { recursive: true });
  await cp(CATALOG, join(folder, 'catalog.json'));
  await writeFile(join(folder, 'index.html'), PAGE);
  await writeFile(join(folder, 'page.js'), PAGE_SCRIPT);
  await writeFile(join(folder, 'worker.js'), WORKER_SCRIPT);
  [server, browser] = await Promise.all([serve(folder), launch()]);
});

after(async () => {
  await browser?.close();
  server?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('page, worker and Node give the same answer, and the policy is kept', async () => {
  const page = await browser.newPage();
  await page.goto(server.address);
  await page.waitForFunction(() => globalThis.inWorker);
  const [inPage, inWorker, violations] = await page.evaluate(() =>
    Promise.all([globalThis.inPage, globalThis.inWorker, globalThis.violations]),
  );
  const engine = await createEngine({ catalog: new URL(`file://${CATALOG}`) });
  const inNode = engine.estimate({});
  assert.equal(inNode.ok, true);
  assert.deepEqual(inPage, inNode);
  assert.deepEqual(inWorker, inNode);
  assert.deepEqual(violations, []);
});

test('the module is taken as bytes or compiled, the catalog as text or object', async () => {
  const bytes = await readFile(join(MODULE, 'ridgepoint.wasm'));
  const text = await readFile(CATALOG, 'utf8');
  const first = await createEngine({ wasm: bytes, catalog: text });
  const second = await createEngine({ wasm: await WebAssembly.compile(bytes), catalog: JSON.parse(text) });
  assert.deepEqual(first.estimate({}), second.estimate({}));
});

test('what is prepared once starts several engines', async () => {
  const prepared = await prepareEngine({ catalog: CATALOG });
  assert.ok(prepared.wasm instanceof WebAssembly.Module);
  const [first, second] = await Promise.all([createEngine(prepared), createEngine(structuredClone({ catalog: prepared.catalog, wasm: undefined }))]);
  assert.deepEqual(first.estimate({}), second.estimate({}));
});

test('a scenario may be an object or its text', async () => {
  const engine = await createEngine({ catalog: await readFile(CATALOG, 'utf8') });
  const scenario = { workload: 'serve', hardware: { count: 8 } };
  assert.deepEqual(engine.estimate(scenario), engine.estimate(JSON.stringify(scenario)));
});

test('a bad catalog and a missing module are rejected, with the reason', async () => {
  await assert.rejects(createEngine({ catalog: '{"accelerators": 3}' }), /catalog/);
  await assert.rejects(createEngine({ catalog: '{"accelerators": [' }), /bad_json/);
  await assert.rejects(createEngine({ catalog: {} }), /no accelerators/);
  await assert.rejects(createEngine({ catalog: join(MODULE, 'start.js') }), /bad_json/);
  await assert.rejects(createEngine({ wasm: new URL('file:///nowhere.wasm'), catalog: {} }), /nowhere/);
});

test('bad input is answered, not thrown', async () => {
  const engine = await createEngine({ catalog: await readFile(CATALOG, 'utf8') });
  for (const input of ['{', '', 'null', `"${'x'.repeat(2_000_000)}"`, { model: '\ud800' }]) {
    const answer = engine.estimate(input);
    assert.equal(answer.ok, false);
    assert.ok(answer.errors.length > 0);
  }
});

test('a link holds the scenario', async () => {
  const engine = await createEngine({ catalog: await readFile(CATALOG, 'utf8') });
  const scenario = { workload: 'serve', model: 'llama-3.1-8b', hardware: { accelerator: 'l4', count: 2 } };
  const { url } = engine.encodeUrl(scenario);
  const decoded = engine.decodeUrl(url);
  // What a link leaves out is a default afterwards, so only what was left to its default may differ.
  const figures = (input) => ({ ...engine.estimate(input), defaulted: [], taken: [] });
  assert.deepEqual(figures(decoded.scenario), figures(scenario));
});

test('a sweep answers each scenario as estimate does, bad ones with their errors', async () => {
  const engine = await createEngine({ catalog: await readFile(CATALOG, 'utf8') });
  const scenarios = [{}, { model: 'llama-3.1-8b' }, '{"hardware": {"count": 2}}', { hardware: { count: -1 } }, 'nonsense', null, {}];
  const expected = scenarios.map((scenario) => engine.estimate(scenario));
  assert.deepEqual(expected.map(({ ok }) => ok), [true, true, true, false, false, false, true]);
  assert.deepEqual(engine.sweep(scenarios), expected);
  assert.deepEqual(engine.sweep([]), []);
  assert.deepEqual([...engine.sweep(new Set(scenarios))], expected);
  async function* later() { yield* scenarios; }
  const answers = [];
  for await (const answer of engine.sweep(later())) answers.push(answer);
  assert.deepEqual(answers, expected);
  const options = { with: ['percentiles'] };
  assert.deepEqual(engine.sweep([{}], options), [engine.estimate({}, options)]);
});

test('a sweep asks for a scenario when its answer is wanted', async () => {
  const engine = await createEngine({ catalog: await readFile(CATALOG, 'utf8') });
  let asked = 0;
  function* endless() { for (;;) yield { serve: { concurrency: ++asked } }; }
  for (const { scenario } of engine.sweep(endless())) {
    assert.equal(scenario.serve.concurrency, asked);
    if (asked === 3) break;
  }
  assert.equal(asked, 3);
});

test('what runs on a card is answered by estimates', async () => {
  const engine = await createEngine({ catalog: await readFile(CATALOG, 'utf8') });
  const found = engine.runsOn({ hardware: [{ accelerator: 'rtx-4090', count: 1 }], models: ['llama-3.1-8b'], parts: ['serves'] });
  assert.equal(found.ok, true);
  const [row] = found.serves;
  const estimate = engine.estimate({
    model: 'llama-3.1-8b', hardware: { accelerator: 'rtx-4090', count: 1 }, precision: { weights: row.weights },
    serve: { purpose: 'general', concurrency: 1, max_context: row.context },
  });
  assert.equal(row.tpot_ms, estimate.speed.tpot_ms);
  assert.equal(engine.runsOn({}).errors[0].path, '/hardware');
});
