// Native and WebAssembly agree on random scenarios: node tests/golden/agreement.mjs [COUNT] [SEED]
//
// COUNT scenarios (10,000) drawn by tests/fuzz/random_scenarios.h are answered by both with everything that can be asked
// for; each pair has the same structure and words, and numbers equal to 1e-12. For one in a hundred the hardware that is
// recommended is the same in the same order, and as many are answered by Chromium and Firefox like by Node.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createEngine } from '../../build/wasm/module/engine.js';
import { launch, launchFirefox, serve } from '../web/browser.mjs';
import { nativeAndWasm } from './differences.mjs';

const fromRoot = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const PARTS = ['explain', 'percentiles', 'limits', 'series'];
const SHOWN = 20;
const IN_BROWSERS = 500;

// Pairs of a scenario and its native answer, as texts.
async function* native(seed, count, what) {
  const run = spawn(fromRoot('build/native/scenario_generator'), [seed, count, what].map(String), { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => { run.once('close', resolve); });
  let scenario = '';
  let pairs = 0;
  for await (const line of createInterface({ input: run.stdout })) {
    if (scenario) { pairs += 1; yield [scenario, line]; }
    scenario = scenario ? '' : line;
  }
  if (await ended !== 0 || pairs !== count) throw new Error(`${pairs} of ${count} ${what} were generated`);
}

let passed = 0;
let failed = 0;
function count(wrong, scenario, where) {
  if (wrong.length === 0) { passed += 1; return; }
  failed += 1;
  if (failed <= SHOWN) console.log(`${where}: ${scenario}\n  ${wrong.slice(0, 3).join('\n  ')}`);
}

async function compareAnswers(engine, seed, scenarios) {
  let answered = 0;
  for await (const [scenario, answer] of native(seed, scenarios, 'answers')) {
    const expected = JSON.parse(answer);
    answered += expected.ok ? 1 : 0;
    count(nativeAndWasm(expected, engine.estimate(scenario, { with: PARTS })), scenario, 'estimate');
  }
  console.log(`${scenarios} scenarios, ${answered} of them answered, the rest refused`);
}

const order = ({ recommendations = [] }) => recommendations.map(({ hardware }) => hardware);
async function compareRecommendations(engine, seed, scenarios) {
  let found = 0;
  for await (const [scenario, answer] of native(seed, scenarios, 'recommendations')) {
    const expected = JSON.parse(answer);
    found += order(expected).length;
    count(nativeAndWasm(order(expected), order(engine.recommend(scenario))), scenario, 'recommend');
  }
  console.log(`${scenarios} recommendations, ${found} devices in the same order`);
}

// What a page makes of scenarios.
async function inPage([scenarios, parts]) {
  const { createEngine: create } = await import('./engine.js');
  const page = await create({ catalog: new URL('../catalog.json', document.URL) });
  return scenarios.map((scenario) => JSON.stringify(page.estimate(scenario, { with: parts })));
}

async function compareBrowsers(engine, seed, scenarios) {
  const texts = [];
  for await (const [scenario] of native(seed, scenarios, 'answers')) texts.push(scenario);
  const site = await serve(fromRoot('build/wasm'));
  try {
    for (const [name, start] of [['Chromium', launch], ['Firefox', launchFirefox]]) await compareBrowser(name, await start(), site.address, texts, engine);
  } finally {
    site.stop();
  }
}

async function compareBrowser(name, browser, address, texts, engine) {
  try {
    const page = await browser.newPage();
    await page.goto(`${address}module/engine.js`); // any document of the same origin
    for (let from = 0; from < texts.length; from += 50) {
      const part = texts.slice(from, from + 50);
      const answers = await page.evaluate(inPage, [part, PARTS]);
      part.forEach((text, i) => count(answers[i] === JSON.stringify(engine.estimate(text, { with: PARTS })) ? [] : ['not the same text'], text, name));
    }
    console.log(`${name}: ${texts.length} scenarios`);
  } finally {
    await browser.close();
  }
}

const [scenarios, seed] = [Number(process.argv[2] ?? 10000), Number(process.argv[3] ?? 1)];
const engine = await createEngine({ catalog: readFileSync(fromRoot('build/wasm/catalog.json'), 'utf8') });
await compareAnswers(engine, seed, scenarios);
await compareRecommendations(engine, seed, Math.ceil(scenarios / 100));
await compareBrowsers(engine, seed, Math.min(IN_BROWSERS, scenarios));
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
