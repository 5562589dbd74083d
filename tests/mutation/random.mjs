// Which errors planted at random do the tests notice?   node tests/mutation/random.mjs [COUNT [SEED]]
//
// An error is a single place of a formula or of a table: + for -, * for /, min for max, < for <=, a number one more or
// twice as large, a term left out, a field for its sibling. Errors of formulas are planted all at once, each behind a number that the
// environment chooses (RIDGEPOINT_MUTANT), so that there is one build; errors of the catalog change the merged file. Each meets the
// unit tests, the reference, the checks of the catalog and the figures of documents, until one fails. One that no test notices is left
// out, and another takes its place, only where 2,000 random scenarios are answered as without it, word for word; else it
// has survived. Sources are put back and built again in any case.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const fromRoot = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const native = (name) => fromRoot(`build/native/${name}`);
const count = Number(process.argv[2] ?? 40);
const seed = Number(process.argv[3] ?? 1);
const spare = Math.ceil(count / 2); // for what does not compile or changes nothing
const least = 0.9;

// Marsaglia's xorshift: the same places for a seed everywhere.
let state = (seed * 2654435761) >>> 0 || 1;
function random(below) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  state >>>= 0;
  return state % below;
}

const sources = [
  ...['memory', 'speed', 'cost', 'model'].flatMap((room) => readdirSync(fromRoot(`engine/${room}`)).filter((f) => f.endsWith('.cpp')).map((f) => `engine/${room}/${f}`)),
  ...['ask/load', 'estimate/cost', 'estimate/latency', 'estimate/media', 'estimate/training'].map((f) => `engine/${f}.cpp`),
];
const siblings = [['inputs', 'outputs'], ['key_dim', 'value_dim'], ['kv_heads', 'heads'], ['tensor', 'pipeline'], ['data', 'context'],
  ['gemm', 'attention'], ['bandwidth', 'peak_16bit'], ['dense', 'experts'], ['matrices', 'others'], ['width', 'count'], ['idle_fraction', 'load_fraction'], ['nodes', 'gpus']];

// A number written as another is, so that no division becomes one of whole numbers.
const like = (as, number) => (as.includes('.') && Number.isInteger(number) ? `${number}.0` : String(number));

// Every way to change one place of a line of code.
function* changes(line) {
  const at = function* (pattern, to) {
    for (const found of line.matchAll(pattern)) yield line.slice(0, found.index) + to(found) + line.slice(found.index + found[0].length);
  };
  yield* at(/ \+ (?!=)/g, () => ' - ');
  yield* at(/ - (?!=)/g, () => ' + ');
  yield* at(/ \* (?!=)/g, () => ' / ');
  yield* at(/ \/ (?!=)/g, () => ' * ');
  yield* at(/ < /g, () => ' <= ');
  yield* at(/ > /g, () => ' >= ');
  yield* at(/std::min/g, () => 'std::max');
  yield* at(/std::max/g, () => 'std::min');
  yield* at(/(?<![\w.])\d+(\.\d+)?(?![\w.]|\))/g, ([number]) => like(number, Number(number) + 1));
  yield* at(/(?<![\w.])\d+(\.\d+)?(?![\w.]|\))/g, ([number]) => like(number, Number(number) * 2 || 2));
  yield* at(/ [+-] [\w.>()-]+(?=;| [+-])/g, () => '');
  for (const [one, other] of siblings) {
    yield* at(new RegExp(`(?<=[.>])${one}\\b(?!\\()`, 'g'), () => other);
    yield* at(new RegExp(`(?<=[.>])${other}\\b(?!\\()`, 'g'), () => one);
  }
}

const begins = /^(\s*)(return |(?:const |constexpr )?(?:double|bool|int|auto|[A-Z]\w+) \w+ = |[\w.\[\]>-]+ [+*-]?= )(.+)$/;

// Statements of a source: text in one line, how many lines it takes, and the first of them.
function* statements(lines) {
  for (let i = 0; i < lines.length; ++i) {
    if (!begins.test(lines[i])) continue;
    let text = lines[i], span = 1;
    while (!text.endsWith(';') && span < 8 && i + span < lines.length) text += ` ${lines[i + span++].trim()}`;
    if (text.endsWith(';') && !/\/\/|"|[{}\[\]]/.test(text) && text.indexOf(';') === text.length - 1) yield { line: i, span, text };
  }
}

// Brackets open at each character.
function depths(text) {
  let depth = 0;
  return [...text].map((c) => (depth += c === '(' ? 1 : c === ')' ? -1 : 0));
}

// A statement behind a choice; undefined where that cannot be said in one.
function guarded(text, changed, number) {
  const [a, b] = [begins.exec(text), begins.exec(changed)];
  if (!a || !b || a[2] !== b[2] || depths(b[3]).some((depth) => depth < 0) || depths(b[3]).at(-1) !== 0) return undefined;
  if (/ \w+ = $/.test(a[2]) && depths(a[3]).some((depth, i) => depth === 0 && a[3][i] === ',')) return undefined; // two declarations
  return `${a[1]}${a[2].replace('constexpr', 'const')}(ridgepoint_mutant == ${number}) ? (${b[3].slice(0, -1)}) : (${a[3].slice(0, -1)});`;
}

function codePlaces() {
  const places = [];
  for (const file of sources)
    for (const { line, span, text } of statements(readFileSync(fromRoot(file), 'utf8').split('\n')))
      for (const changed of new Set(changes(text))) if (guarded(text, changed, 0)) places.push({ file, line, span, text, changed });
  return places;
}

// Numbers of the tables that formulas read, by their file and their path in it.
function tablePlaces() {
  const places = [];
  const walk = (file, value, path) => {
    if (typeof value === 'number' && value !== 0) places.push({ file, path, times: random(2) ? 2 : 0.5 });
    else if (value && typeof value === 'object') for (const key of Object.keys(value)) if (key !== 'errors') walk(file, value[key], [...path, key]);
  };
  const tables = ['formats/formats', 'engines/engines', 'calibration/efficiencies', 'calibration/memory', 'calibration/training', 'calibration/media'];
  for (const table of tables) walk(`catalog/${table}.json`, JSON.parse(readFileSync(fromRoot(`catalog/${table}.json`), 'utf8')), []);
  return places;
}

const run = (program, args, env = {}, timeout = 600_000) =>
  spawnSync(program, args, { cwd: fromRoot('.'), encoding: 'utf8', maxBuffer: 1 << 30, timeout, env: { ...process.env, ...env } });
const targets = ['engine_tests', 'json_tests', 'ridgepoint', 'scenario_generator'];
const build = () => run('cmake', ['--build', '--preset', 'native', '--target', ...targets, '--', '-k', '0'], {}, 0);

const kept = new Map(); // sources as they were
function write(file, text) {
  if (!kept.has(file)) kept.set(file, readFileSync(fromRoot(file), 'utf8'));
  if (readFileSync(fromRoot(file), 'utf8') !== text) writeFileSync(fromRoot(file), text);
}
function putBack() {
  for (const [file, text] of kept) {
    writeFileSync(fromRoot(file), text);
    utimesSync(fromRoot(file), new Date(), new Date());
  }
  kept.clear();
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => { putBack(); process.exit(1); });

const chooser = 'namespace { const int ridgepoint_mutant = std::getenv("RIDGEPOINT_MUTANT") ? std::atoi(std::getenv("RIDGEPOINT_MUTANT")) : 0; }';

// Plants all, a line each, without moving any line; those that do not compile are dropped.
function plant(mutants) {
  for (let round = 0; round < 5; ++round) {
    for (const file of new Set([...kept.keys(), ...mutants.map((m) => m.file)])) {
      const lines = (kept.get(file) ?? readFileSync(fromRoot(file), 'utf8')).split('\n');
      for (const m of mutants.filter((each) => each.file === file)) {
        lines.fill('', m.line, m.line + m.span);
        lines[m.line] = guarded(m.text, m.changed, m.number);
      }
      write(file, `#include <cstdlib>\n${chooser}\n#line 1\n${lines.join('\n')}`);
    }
    const built = build();
    if (built.status === 0) return mutants;
    const wrong = new Set([...built.stdout.matchAll(/(engine\/[\w/]+\.cpp):(\d+):\d+: (?:error|warning)/g)].map(([, file, line]) => `${file}:${line - 1}`));
    const before = mutants.length;
    mutants = mutants.filter((m) => !wrong.has(`${m.file}:${m.line}`));
    if (mutants.length === before) throw new Error(`it cannot be built:\n${built.stdout.slice(-3000)}`);
  }
  throw new Error('it cannot be built');
}

const stages = [
  ['unit tests', (env) => run(native('engine_tests'), ['--gtest_brief=1', '--gtest_fail_fast'], env)],
  ['reference', (env) => run('python3', ['-m', 'unittest', 'discover', '--failfast', '--start-directory', 'tests/reference', '--pattern', '*_test.py'], env)],
  ['catalog', (env) => run('node', ['tools/catalog/check.mjs'], env)],
  ['JSON tests', (env) => run(native('json_tests'), ['--gtest_brief=1', '--gtest_fail_fast'], env)],
  ['errors in the fit', (env) => run('node', ['--test', 'tests/cli/accuracy.test.mjs'], env)],
  ['figures of documents', (env) => run('node', ['--test', 'tests/docs/figures.test.mjs'], env)],
];
const answers = (env) => run(native('scenario_generator'), ['1', '2000', 'answers'], env).stdout;

// The stage that notices; undefined when none does.
function noticed(env) {
  for (const [name, stage] of stages) if (stage(env).status !== 0) return name;
  return undefined;
}

const merge = () => run('node', ['tools/catalog/merge.mjs', '--out', native('catalog.json')]);
function withTable(m, what) {
  const text = readFileSync(fromRoot(m.file), 'utf8');
  const table = JSON.parse(text);
  const last = m.path.slice(0, -1).reduce((at, key) => at[key], table);
  m.from = last[m.path.at(-1)];
  last[m.path.at(-1)] = m.from * m.times;
  write(m.file, JSON.stringify(table));
  merge();
  try {
    return what();
  } finally {
    writeFileSync(fromRoot(m.file), text);
    merge();
  }
}

const all = codePlaces();
const tables = tablePlaces();
const chosen = [];
while (chosen.length < count + spare) {
  const m = random(5) === 0 ? { ...tables[random(tables.length)] } : { ...all[random(all.length)] };
  if (chosen.some((c) => c.file === m.file && c.line === m.line && String(c.path) === String(m.path))) continue;
  chosen.push({ ...m, number: chosen.length + 1 });
}
console.log(`${all.length} places of code, ${tables.length} of tables; ${chosen.length} drawn`);

let caught = 0, survived = 0, same = 0;
try {
  const planted = new Set(plant(chosen.filter((m) => !m.path)).map((m) => m.number));
  const plain = answers({});
  const sound = noticed({});
  if (sound) throw new Error(`the ${sound} fail without any error`);
  for (const m of chosen) {
    await new Promise(setImmediate); // so that signals are heard
    if (caught + survived >= count) break;
    if (!m.path && !planted.has(m.number)) continue;
    const env = m.path ? {} : { RIDGEPOINT_MUTANT: String(m.number) };
    const within = (what) => (m.path ? withTable(m, what) : what());
    const by = within(() => noticed(env));
    const told = by ? 'caught  ' : within(() => answers(env)) === plain ? 'the same' : 'SURVIVED';
    const where = m.path ? `${m.file}: ${m.path.join('.')}: ${m.from} times ${m.times}` : `${m.file}:${m.line + 1}: ${m.changed.trim()}`;
    if (by) caught += 1;
    else if (told === 'the same') same += 1;
    else survived += 1;
    console.log(`${told} ${where}${by ? ` by the ${by}` : ''}`);
  }
} finally {
  putBack();
  build();
}
console.log(`${caught} of ${caught + survived} were noticed; ${same} more change no answer`);
console.log(`${caught} passed, ${survived} failed`);
process.exit(caught >= least * (caught + survived) ? 0 : 1);
