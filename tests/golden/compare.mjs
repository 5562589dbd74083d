// Native and WebAssembly give the same answers: node tests/golden/compare.mjs
//
// Every question of asked.mjs is put to both over the frozen catalog, with everything that can be asked for; each pair of answers
// has the same structure and words, and numbers equal to 1e-12. What the native ones are is recorded: record.mjs.
import { readFileSync } from 'node:fs';
import { createEngine } from '../../build/wasm/module/engine.js';
import { asked, CATALOG, nativeAnswers, PARTS } from './asked.mjs';
import { nativeAndWasm, shown } from './differences.mjs';

const engine = await createEngine({ catalog: readFileSync(CATALOG, 'utf8') });
const answers = nativeAnswers();
let failed = 0;
for (const { name, call, text } of asked) {
  const wrong = nativeAndWasm(answers.get(name), engine[call](call === 'compare' ? JSON.parse(text) : text, { with: PARTS }));
  if (wrong.length === 0) continue;
  failed += 1;
  console.log(shown(name, wrong));
}
console.log(`${asked.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
