// The module does not grow: node tests/golden/endurance.mjs [CALLS]
//
// CALLS (1,000,000) of every kind in turn over 2,000 random scenarios, refused ones too. WebAssembly's memory is as large
// as the call that took most: those that come now and then are all made once before. After the first tenth, in which
// each scenario was asked, it stays as large as it is.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Keeps hold of the memory of modules that are started from here on.
const memories = [];
const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = async (...given) => {
  const made = await instantiate(...given);
  memories.push(...Object.values((made.instance ?? made).exports).filter((thing) => thing instanceof WebAssembly.Memory));
  return made;
};
const { createEngine } = await import('../../build/wasm/module/engine.js');

const fromRoot = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const engine = await createEngine({ catalog: readFileSync(fromRoot('build/wasm/catalog.json'), 'utf8') });
const drawn = spawnSync(fromRoot('build/native/scenario_generator'), ['1', '2000', 'scenarios'], { encoding: 'utf8', maxBuffer: 1 << 28 });
if (drawn.status !== 0) throw new Error(`no scenarios: ${drawn.stderr}`);
const scenarios = drawn.stdout.trim().split('\n');
const config = new TextEncoder().encode(JSON.stringify({ model_type: 'llama', vocab_size: 32000, hidden_size: 4096, num_hidden_layers: 32, num_attention_heads: 32, intermediate_size: 11008 }));

// Layouts of training are searched for, which takes a hundred times as long as a served scenario.
const quick = scenarios.filter((text) => !/"workload":"(train|finetune)"/.test(text));
const of = (list, i) => list[(i * 104729) % list.length];

// Of 10,000 calls in turn: what takes little most of the time, and everything else now and then.
const times = (n, call) => Array.from({ length: n }, () => call);
const often = [
  ...times(5700, (i) => engine.estimate(of(quick, i))),
  ...times(2000, (i) => engine.decodeUrl(engine.encodeUrl(of(scenarios, i)).url ?? '#v=1&count=x')),
  ...times(1500, () => engine.importModel(config, config.length, 'config.json')),
  ...times(600, (i) => engine.estimate(of(scenarios, i).slice(0, -2))),
  ...times(150, (i) => engine.estimate(of(scenarios, i))),
];
const kinds = [
  ...often,
  ...times(30, (i) => engine.estimate(of(quick, i), { with: ['explain', 'limits', 'series'] })),
  ...times(10, (i) => engine.compare([of(quick, i), of(quick, i + 1)].map((text) => JSON.parse(text)))),
  ...times(5, () => engine.catalog('accelerators')),
  ...times(3, (i) => engine.estimate(of(quick, i), { with: ['percentiles'] })),
  (i) => engine.recommend(of(scenarios, i)),
  () => engine.runsOn({ hardware: [{ accelerator: 'rtx-4090', count: 1 }] }),
];

const calls = Number(process.argv[2] ?? 1000000);
const used = () => memories.reduce((sum, memory) => sum + memory.buffer.byteLength, 0);
const started = performance.now();
// 7,919 and 104,729 are prime: each kind meets each scenario.
const kindOf = (i) => (i * 7919) % kinds.length;
for (let i = 0; i < calls; i += 1)
  if (kindOf(i) >= often.length) await kinds[kindOf(i)](i);
let [warm, answered] = [0, 0];
for (let i = 0; i < calls; i += 1) {
  const answer = await kinds[kindOf(i)](i);
  if (answer.ok) answered += 1;
  if (i === Math.floor(calls / 10)) warm = used();
}
const grown = used() - warm;
console.log(`${calls} calls in ${Math.round((performance.now() - started) / 1000)} s, ${answered} answered; memory ${used() / 2 ** 20} MiB, ${grown} bytes more than after a tenth`);
console.log(grown === 0 && memories.length > 0 ? '1 passed, 0 failed' : '0 passed, 1 failed');
process.exit(grown === 0 && memories.length > 0 ? 0 : 1);
