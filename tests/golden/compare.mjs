// Native and WebAssembly give the same answers: node tests/golden/compare.mjs
//
// Every scenario in scenarios/ is answered, every one in recommend/ given hardware, every one in runs_on/ given models,
// every list in compare/ compared, every one in bad/ refused, by both; each pair of answers has the same structure and
// words, and numbers equal to 1e-12.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createEngine } from '../../build/wasm/module/engine.js';
import { differences } from './differences.mjs';

const SHOWN = 5;
const PARTS = ['explain', 'percentiles', 'limits', 'series'];

const fromRoot = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

// The native answer, and what is wrong with how it was given.
function native(text, answered, call) {
  const words = { runsOn: ['runs-on'], compare: ['compare'] }[call] ?? [call, '--with', PARTS.join(',')];
  const run = spawnSync(fromRoot('build/native/ridgepoint'), words, { input: text, encoding: 'utf8', maxBuffer: 1 << 26 });
  if (run.status === null || run.signal) return { wrong: [`the command line ended by ${run.signal ?? run.error}`] };
  const expected = answered ? 0 : 1;
  const wrong = run.status === expected ? [] : [`exit status ${run.status}, not ${expected}: ${run.stderr || run.stdout.slice(0, 600)}`];
  try {
    return { answer: JSON.parse(run.stdout), wrong };
  } catch {
    return { wrong: [...wrong, 'standard output is not JSON'] };
  }
}

// Everything wrong with one scenario's two answers.
function check(engine, text, answered, call) {
  const { answer, wrong } = native(text, answered, call);
  if (!answer) return wrong;
  if (answer.ok !== answered) wrong.push(`ok is ${answer.ok}`);
  return [...wrong, ...differences(answer, engine[call](call === 'compare' ? JSON.parse(text) : text, { with: PARTS }))];
}

const engine = await createEngine({ catalog: readFileSync(fromRoot('build/wasm/catalog.json'), 'utf8') });
let passed = 0;
let failed = 0;
for (const [folder, answered, call] of [['scenarios', true, 'estimate'], ['recommend', true, 'recommend'], ['runs_on', true, 'runsOn'], ['compare', true, 'compare'], ['bad', false, 'estimate']]) {
  const directory = fromRoot(`tests/golden/${folder}`);
  for (const file of readdirSync(directory).sort()) {
    const wrong = check(engine, readFileSync(`${directory}/${file}`, 'utf8'), answered, call);
    if (wrong.length === 0) passed += 1;
    else {
      failed += 1;
      console.log(`${folder}/${file}`);
      for (const line of wrong.slice(0, SHOWN)) console.log(`  ${line}`);
      if (wrong.length > SHOWN) console.log(`  and ${wrong.length - SHOWN} more`);
    }
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
