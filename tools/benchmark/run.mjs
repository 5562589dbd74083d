// How fast the engine is natively, in Node and in Chromium, in one run: node tools/benchmark/run.mjs [--lines 100000]
//
// Builds the native benchmarks and needs build/wasm/module and build/site (tools/build wasm site). Writes the table and the figures of
// web/docs/proof.md and web/docs/speed.svg: how cost grows with the catalog and with the number of scenarios.
import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { audit, launch, launchForAudit, root, serve } from '../../tests/web/browser.mjs';
import { measure, measureStart, measureText } from './measure.mjs';
import { writeWhole } from '../write_whole.mjs';
import { plot } from './plot.mjs';

const { values: options } = parseArgs({ options: { lines: { type: 'string', default: '100000' }, seconds: { type: 'string', default: '2' } } });
const LINES = Number(options.lines);
const SECONDS = Number(options.seconds); // for each case

const native = join(root, 'build/native');
const module = join(root, 'build/wasm/module');
const made = join(root, 'build/benchmark');
const catalogFile = join(native, 'catalog.json');
const catalog = await readFile(catalogFile, 'utf8');

// A line each: model, accelerators and load vary, the layout is given, and most of it fits.
const MODELS = ['llama-3.1-8b', 'qwen3-8b', 'mistral-7b', 'qwen3-4b', 'phi-4'];
const ACCELERATORS = ['h100-sxm5-80gb', 'a100-sxm4-80gb', 'h200-sxm-141gb', 'mi300x', 'l40s'];
// The layout is searched, and half of it does not fit, so that what would is estimated as well.
const LARGE_MODELS = [...MODELS, 'llama-3.1-70b', 'deepseek-v3'];
const OTHER_ACCELERATORS = [...ACCELERATORS, 'rtx-4090', 'rtx-3090'];

/** @param {number} i @param {boolean} given */
function line(i, given) {
  const [models, accelerators] = given ? [MODELS, ACCELERATORS] : [LARGE_MODELS, OTHER_ACCELERATORS];
  const count = 1 << (i % 4);
  return JSON.stringify({
    model: models[(i >> 2) % models.length],
    hardware: { accelerator: accelerators[Math.floor(i / 28) % accelerators.length], count },
    precision: { weights: i % 3 === 0 ? 'bf16' : 'fp8' },
    serve: { concurrency: 1 + (i % 97), input_tokens: 128 * (1 + (i % 31)), output_tokens: 64 * (1 + (i % 17)) },
    ...(given && { parallel: { tensor: count, pipeline: 1, data: 1 } }),
  });
}

const searched = { model: 'llama-3.1-70b', hardware: { accelerator: 'h100-sxm5-80gb', count: 4 } };
const fixed = { ...searched, parallel: { tensor: 4, pipeline: 1, data: 1 } };
const SWEPT = 200;
/** Each: name, what is called, scenario, options. @type {[string, 'estimate' | 'recommend', object, object?][]} */
const ONE_CALL = [
  ['estimate, layout given', 'estimate', fixed],
  ['estimate, layout searched', 'estimate', searched],
  ['layout of 1,024 accelerators searched', 'estimate', { workload: 'train', model: 'llama-3.1-70b', hardware: { accelerator: 'h100-sxm5-80gb', count: 1024 } }],
  ['10,000 requests simulated', 'estimate', { ...fixed, serve: { requests_per_minute: 60 } }, { with: ['percentiles'] }],
  ['recommendation, serving', 'recommend', {}],
  ['recommendation, fine-tuning 8B', 'recommend', { workload: 'finetune', model: 'llama-3.1-8b' }],
  ['recommendation, training 70B', 'recommend', { workload: 'train', model: 'llama-3.1-70b' }],
];
const SWEEP = 'line of a sweep, layout given';
const cases = [
  ...ONE_CALL.map(([name, call, scenario, asked]) => ({ name, calls: [{ call, scenario: JSON.stringify(scenario), options: asked }] })),
  { name: SWEEP, calls: Array.from({ length: SWEPT }, (_, i) => ({ call: 'estimate', scenario: line(i, true) })) },
];
const LOAD = 'engine started, catalog read';

const run = (program, args, settings = {}) => execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'], ...settings });

/** Microseconds by name, the fastest of several runs. @param {string} program @param {string[]} args */
function benchmarked(program, args) {
  const told = JSON.parse(run(join(native, program), [...args, '--benchmark_format=json', '--benchmark_repetitions=5', `--benchmark_min_time=${SECONDS / 5}`], { stdio: ['ignore', 'pipe', 'ignore'] }));
  const TO_US = { ns: 1e-3, us: 1, ms: 1e3, s: 1e6 };
  const times = {};
  for (const { run_name: name, run_type: type, cpu_time: time, time_unit: unit } of told.benchmarks)
    if (type === 'iteration') times[name] = Math.min(times[name] ?? Infinity, time * TO_US[unit]);
  return times;
}

/** A line of the list that case_benchmark reads. */
const listed = (name, { call, scenario = '', options: asked }) => `${[name, call, scenario, asked ? JSON.stringify(asked) : ''].join('\t')}\n`;

/** @param {string} catalogPath @param {{ name: string, calls: any[] }[]} asked */
async function natively(catalogPath, asked) {
  const list = join(made, 'cases.tsv');
  await writeFile(list, asked.flatMap(({ name, calls }) => calls.map((call) => listed(name, call))).join(''));
  return benchmarked('case_benchmark', [catalogPath, list]);
}

async function inNode() {
  const { createEngine } = await import(join(module, 'engine.js'));
  const bytes = await readFile(join(module, 'ridgepoint.wasm'));
  const engine = await createEngine({ wasm: bytes, catalog });
  measure(engine, cases, SECONDS); // until what runs often is compiled for speed
  return { read: { ...measure(engine, cases, SECONDS), ...(await measureStart(createEngine, bytes, catalog)) }, text: measureText(engine, cases, SECONDS) };
}

async function inChromium() {
  const folder = join(made, 'page');
  await cp(module, folder, { recursive: true });
  await cp(join(root, 'tools/benchmark/measure.mjs'), join(folder, 'measure.mjs'));
  await cp(catalogFile, join(folder, 'catalog.json'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>benchmark</title>');
  const [server, browser] = await Promise.all([serve(folder), launch()]);
  try {
    const page = await browser.newPage();
    await page.goto(server.address);
    return await page.evaluate(async ([asked, seconds]) => {
      const [{ createEngine }, measured] = await Promise.all([import('./engine.js'), import('./measure.mjs')]);
      const text = await (await fetch('catalog.json')).text();
      const bytes = await (await fetch('ridgepoint.wasm')).arrayBuffer();
      const engine = await createEngine({ wasm: bytes, catalog: text });
      measured.measure(engine, asked, seconds);
      const read = { ...measured.measure(engine, asked, seconds), ...(await measured.measureStart(createEngine, bytes, text)) };
      return { read, text: measured.measureText(engine, asked, seconds) };
    }, [cases, SECONDS]);
  } finally {
    await browser.close();
    server.stop();
  }
}

const VISITS = 5;

/** What Lighthouse gives the page, served compressed, on the phone it imitates: performance from worst to best. */
async function onPhone() {
  const [server, browser] = await Promise.all([serve(join(root, 'build/site')), launchForAudit()]);
  try {
    const scores = [];
    for (let i = 0; i < VISITS; ++i) scores.push(Math.round(100 * (await audit(browser, server.address, 'phone')).categories.performance.score));
    return scores.sort((a, b) => a - b);
  } finally {
    await browser.close();
    server.stop();
  }
}

/** Seconds of the processor, seconds by the clock and MB at the peak of one run of the command line. @param {string[]} args */
function commandLine(args) {
  const script = 'import resource, subprocess, sys, time\nstart = time.time()\n'
    + 'status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode\n'
    + 'used = resource.getrusage(resource.RUSAGE_CHILDREN)\n'
    + 'print(status, used.ru_utime + used.ru_stime, time.time() - start, used.ru_maxrss / 1e3)';
  const [status, cpu, wall, mb] = run('python3', ['-c', script, join(native, 'ridgepoint'), ...args]).split(' ').map(Number);
  if (status !== 0) throw new Error(`ridgepoint ${args.join(' ')}: status ${status}`);
  return { cpu, wall, mb };
}

/** @param {number} count @param {boolean} given */
async function linesFile(count, given) {
  const file = join(made, `${given ? 'given' : 'searched'}-${count}.jsonl`);
  await writeFile(file, Array.from({ length: count }, (_, i) => `${line(i, given)}\n`).join(''));
  return file;
}

/** The catalog with each accelerator so many times, under ids of their own. @param {number} times */
async function repeatedCatalog(times) {
  const whole = JSON.parse(catalog);
  const { accelerators } = whole;
  for (let copy = 1; copy < times; ++copy)
    whole.accelerators = whole.accelerators.concat(accelerators.map((record) => ({ ...record, id: `${record.id}-copy${copy}`, name: `${record.name} copy ${copy}`, aliases: undefined })));
  const file = join(made, `catalog-${times}.json`);
  await writeFile(file, JSON.stringify(whole));
  return file;
}

const digits = (x, n = 2) => Number(x.toPrecision(n)).toLocaleString('en');
function time(us) {
  if (us === undefined) return '';
  if (us < 1e3) return `${digits(us)} us`;
  return us < 1e6 ? `${digits(us / 1e3)} ms` : `${digits(us / 1e6)} s`;
}
const ratio = (us, of) => (us && of ? ` (${digits(us / of)}×)` : '');

await mkdir(made, { recursive: true });
run('cmake', ['--build', '--preset', 'native', '--target', 'ridgepoint', 'estimate_benchmark', 'case_benchmark'], { cwd: root });

const alone = benchmarked('estimate_benchmark', ['--benchmark_filter=^(ranks/serving|estimates/(serving|searching_1024_accelerators))$']);
const engineAlone = alone['estimates/serving'], figuresAlone = alone['ranks/serving'];
const inOneRun = {
  native: { text: await natively(catalogFile, [...cases, { name: LOAD, calls: [{ call: 'load' }] }]) },
  node: await inNode(),
  chromium: await inChromium(),
};
for (const { text, read } of Object.values(inOneRun)) for (const times of [text, read]) if (times) times[SWEEP] /= SWEPT;

const given = await linesFile(LINES, true);
const swept = {
  json: commandLine(['sweep', given, '--jobs', '1']),
  csv: commandLine(['sweep', given, '--jobs', '1', '--fields', 'memory.fit,speed.tpot_ms,cost.usd_per_h']),
  twoJobs: commandLine(['sweep', given, '--jobs', '2']),
  few: commandLine(['sweep', await linesFile(LINES / 50, true), '--jobs', '2']),
  searched: commandLine(['sweep', await linesFile(LINES / 5, false), '--jobs', '1']),
  bytes: run(join(native, 'ridgepoint'), ['sweep', await linesFile(1000, true)]).length / 1000,
};

const SCALES = [1, 2, 5, 10];
const byCatalog = [];
for (const times of SCALES) {
  const asked = [cases.find(({ name }) => name === 'recommendation, serving'), cases[0], { name: LOAD, calls: [{ call: 'load' }] }];
  byCatalog.push(await natively(await repeatedCatalog(times), asked));
}
const COUNTS = [0.05, 0.1, 0.2, 0.5, 1].map((share) => Math.round(LINES * share));
const byLines = [];
for (const count of COUNTS) byLines.push(commandLine(['sweep', await linesFile(count, true), '--jobs', '1']).cpu);

writeWhole(join(root, 'web/docs/speed.svg'), plot([
  {
    title: 'Cost by size of the catalog', x: 'accelerators', y: 'times that of the catalog as it is',
    series: ['recommendation, serving', LOAD, 'estimate, layout given'].map((name) => ({
      name, points: SCALES.map((times, i) => [times * JSON.parse(catalog).accelerators.length, byCatalog[i][name] / byCatalog[0][name]]),
    })),
  },
  {
    title: 'Cost by number of scenarios', x: 'lines', y: 'seconds of one core',
    series: [{ name: 'sweep, JSON', points: COUNTS.map((count, i) => [count, byLines[i]]) }],
  },
]));

const rows = [
  ['figures of an estimate as a search weighs it, layout given, the engine alone', time(figuresAlone), '', '', '', ''],
  ['estimate, layout given, the engine alone', time(engineAlone), '', '', '', ''],
  ['best layout of 1,024 accelerators, at the slowest, the engine alone', time(alone['estimates/searching_1024_accelerators']), '', '', '', ''],
  ...[...cases.map(({ name }) => name), 'module compiled', LOAD].map((name) => {
    const { native, node, chromium } = inOneRun;
    const own = native.text[name];
    return [name, time(own), ...[node.text, node.read, chromium.text, chromium.read].map((times) => time(times[name]) + ratio(times[name], own))];
  }),
];
const words = (n) => n.toLocaleString('en');
const growth = (name) => byCatalog.at(-1)[name] / byCatalog[0][name];
const perSecond = (count, { cpu }) => digits(count / cpu, 2);
const scores = await onPhone();
const written = `| what | natively | Node, as text | Node, as objects | Chromium, as text | Chromium, as objects |
|---|---|---|---|---|---|
${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}

From JSON to JSON but for the first three: as text, as natively, and as the objects that \`JSON.parse\` makes of it for the page.
Measured on ${new Date().toISOString().slice(0, 10)} on a cloud machine of ${cpus().length} cores (${cpus()[0].model.trim()}) that others
used too: the fastest of several rounds, natively in time of the processor, with how many times as long as natively.
Natively by g++ with \`-O3\`; Node ${process.versions.node.split('.')[0]}.

**Bars.** Estimates at a given layout, of 100,000 a second and core wanted of the engine alone: ${digits(1e6 / figuresAlone)} of
memory, speed and the cost of the way asked for, as searches weigh them; ${digits(1e6 / engineAlone)} with lines, ranges, words and every way to pay.
\`ridgepoint sweep\` of ${words(LINES)} lines whose layout is given: ${perSecond(LINES, swept.json)} a second and core as JSON (${digits(LINES * swept.bytes / 1e9)} GB), ${perSecond(LINES, swept.csv)} as CSV
of three figures, of 10,000 wanted. Where the layout is searched and half of the lines do not fit, so that what would is estimated
too: ${perSecond(LINES / 5, swept.searched)}. Two threads take ${digits(swept.twoJobs.wall / swept.json.wall)} of the time of one. Memory at the peak, with two threads: ${digits(swept.twoJobs.mb)} MB for
${words(LINES)} lines, ${digits(swept.few.mb)} MB for ${words(LINES / 50)}.

**On a phone** as Lighthouse imitates it, performance of 100, of ${VISITS} visits from worst to best: ${scores.join(', ')}. Accessibility,
good practice and findability are 100, which a test holds.

**Growth.** Ten times the accelerators take ${digits(growth('recommendation, serving'))} times as long to recommend from, ${digits(growth(LOAD))} times to read, and ${digits(growth('estimate, layout given'))} times to
estimate one of; ${words(COUNTS.at(-1))} lines take ${digits(byLines.at(-1) / byLines[0])} times as long as ${words(COUNTS[0])}.

![Cost by size of the catalog and by number of scenarios](speed.svg)`;

const proof = join(root, 'web/docs/proof.md');
const MARK = /(<!-- speed: written by tools\/benchmark\/run.mjs -->\n)[^]*?(<!-- end of speed -->)/;
const before = await readFile(proof, 'utf8');
if (!MARK.test(before)) throw new Error('web/docs/proof.md has no place for the table');
writeWhole(proof, before.replace(MARK, (_, start, end) => `${start}${written}\n${end}`));
console.log(written);
