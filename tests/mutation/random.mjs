// Which errors planted at random do the tests notice?   node tests/mutation/random.mjs [COUNT [SEED...]]
//
// An error is a single place of the engine or of a table: + for -, * for /, min for max, < for <=, == for !=, "and" for
// "or", a number one more or twice as large, a term left out, a field for its sibling. The engine's rooms are drawn from
// evenly, however large. Errors of code are planted all at once, those of all seeds, each behind a number that the
// environment chooses (RIDGEPOINT_MUTANT), so that there is one build; errors of the catalog change the merged file. Each
// meets the unit tests, the recorded answers, the reference, the checks of the catalog and the figures of documents, until
// one fails. One that no test notices is left out, and another takes its place, only where 2,000 random scenarios are
// answered as without it, word for word; else it has survived. Sources are put back and built again in any case.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

const fromRoot = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const native = (name) => fromRoot(`build/native/${name}`);
const count = Number(process.argv[2] ?? 36);
const seeds = process.argv.length > 3 ? process.argv.slice(3).map(Number) : [1];
const spare = 1.4; // so many are planted for each that is wanted: some do not compile or change nothing
const wanted = { engine: count, tables: Math.ceil(count / 4) };
const least = { engine: 33 / 36, tables: 0.75 };

// Marsaglia's xorshift: the same places for a seed everywhere.
function generator(seed) {
  let state = (seed * 2654435761) >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % below;
  };
}

const rooms = new Map(readdirSync(fromRoot('engine'))
  .map((room) => [room, readdirSync(fromRoot(`engine/${room}`), { recursive: true }).filter((f) => f.endsWith('.cpp')).sort().map((f) => `engine/${room}/${f}`)]));
const siblings = [['inputs', 'outputs'], ['key_dim', 'value_dim'], ['kv_heads', 'heads'], ['tensor', 'pipeline'], ['data', 'context'],
  ['gemm', 'attention'], ['bandwidth', 'peak_16bit'], ['dense', 'experts'], ['matrices', 'others'], ['width', 'count'], ['idle_fraction', 'load_fraction'], ['nodes', 'gpus']];

// A number written as another is, so that no division becomes one of whole numbers.
const like = (as, number) => (as.includes('.') && Number.isInteger(number) ? `${number}.0` : String(number));

const escaped = (text) => text.replace(/[|]/g, '\\$&');

// Every way to change one place of an expression.
function* changes(line) {
  const at = function* (pattern, to) {
    for (const found of line.matchAll(pattern)) yield line.slice(0, found.index) + to(found) + line.slice(found.index + found[0].length);
  };
  yield* at(/ \+ (?!=)/g, () => ' - ');
  yield* at(/ - (?!=)/g, () => ' + ');
  yield* at(/ \* (?!=)/g, () => ' / ');
  yield* at(/ \/ (?!=)/g, () => ' * ');
  for (const [one, other] of [['<', '<='], ['>', '>='], ['==', '!='], ['&&', '||']]) {
    yield* at(new RegExp(` ${escaped(one)} `, 'g'), () => ` ${other} `);
    yield* at(new RegExp(` ${escaped(other)} `, 'g'), () => ` ${one} `);
  }
  yield* at(/std::min/g, () => 'std::max');
  yield* at(/std::max/g, () => 'std::min');
  yield* at(/(?<![\w.])\d+(\.\d+)?(?![\w.]|\))/g, ([number]) => like(number, Number(number) + 1));
  yield* at(/(?<![\w.])\d+(\.\d+)?(?![\w.]|\))/g, ([number]) => like(number, Number(number) * 2 || 2));
  yield* at(/ [+-] [\w.>()-]+(?=$| [+-])/g, () => '');
  for (const [one, other] of siblings) {
    yield* at(new RegExp(`(?<=[.>])${one}\\b(?!\\()`, 'g'), () => other);
    yield* at(new RegExp(`(?<=[.>])${other}\\b(?!\\()`, 'g'), () => one);
  }
}

// An expression that is returned, assigned or asked for, between what stands before and behind it.
const forms = [
  /^(\s*(?:return |(?:const |constexpr )?(?:double|bool|int|auto|[A-Z]\w+) \w+ = |[\w.\[\]>-]+ [+*-]?= ))(.+)(;)$/,
  /^(\s*(?:\} else )?if \()(.+)(\) (?:\{|return [^;]*;|continue;))$/,
];

// Brackets open at each character.
function depths(text) {
  let depth = 0;
  return [...text].map((c) => (depth += c === '(' ? 1 : c === ')' ? -1 : 0));
}
const closes = (text) => depths(text).every((depth) => depth >= 0) && depths(text).at(-1) === 0;

// The three parts of a statement; undefined where its expression cannot stand behind a choice.
function parts(text) {
  for (const form of forms) {
    const [, before, expression, behind] = form.exec(text) ?? [];
    if (!before || !closes(expression) || /\/\/|"|[{}\[\];]| = /.test(expression)) continue;
    if (/ \w+ = $/.test(before) && depths(expression).some((depth, i) => depth === 0 && expression[i] === ',')) continue; // two declarations
    return { before: before.replace('constexpr', 'const'), expression, behind };
  }
  return undefined;
}

// Statements of a source: their parts, how many lines they take, and the first of them.
function* statements(lines) {
  for (let i = 0; i < lines.length; ++i) {
    if (!/^\s*(return |\} else if |if |\S+ [+*-]?= |[\w ]+ \w+ = )/.test(lines[i])) continue;
    let text = lines[i], span = 1;
    while (!/[;{]$/.test(text) && span < 8 && i + span < lines.length) text += ` ${lines[i + span++].trim()}`;
    const found = parts(text);
    if (found) yield { line: i, span, ...found };
  }
}

const guarded = (m) => `${m.before}(ridgepoint_mutant == ${m.number}) ? (${m.changed}) : (${m.expression})${m.behind}`;

function placesOf(file) {
  const places = [];
  for (const statement of statements(readFileSync(fromRoot(file), 'utf8').split('\n')))
    for (const changed of new Set(changes(statement.expression))) if (closes(changed)) places.push({ file, ...statement, changed });
  return places;
}

// Numbers of the tables that formulas read, by their file and their path in it.
function tablePlaces() {
  const places = [];
  const walk = (file, value, path) => {
    if (typeof value === 'number' && value !== 0) places.push({ file, path });
    else if (value && typeof value === 'object') for (const key of Object.keys(value)) if (key !== 'errors') walk(file, value[key], [...path, key]);
  };
  const tables = ['formats/formats', 'engines/engines', 'calibration/efficiencies', 'calibration/memory', 'calibration/training', 'calibration/media'];
  for (const table of tables) walk(`catalog/${table}.json`, JSON.parse(readFileSync(fromRoot(`catalog/${table}.json`), 'utf8')), []);
  return places;
}

const run = (program, args) => spawnSync(program, args, { cwd: fromRoot('.'), encoding: 'utf8', maxBuffer: 1 << 30 });
const targets = ['engine_tests', 'json_tests', 'validate_tests', 'ridgepoint', 'scenario_generator'];
const build = () => run('cmake', ['--build', '--preset', 'native', '--target', ...targets, '--', '-k', '0']);

// Exit status and output of a program that runs beside others.
function started(program, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: fromRoot('.'), timeout: 1_800_000, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'ignore'] });
    const out = [];
    child.stdout.on('data', (chunk) => out.push(chunk));
    child.on('close', (status) => resolve({ status, stdout: Buffer.concat(out).toString() }));
  });
}

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

const chooser = `#include <cstdlib>
#pragma GCC diagnostic ignored "-Wparentheses"
namespace { const int ridgepoint_mutant = std::getenv("RIDGEPOINT_MUTANT") ? std::atoi(std::getenv("RIDGEPOINT_MUTANT")) : 0; }`;

// Plants all, a line each, without moving any line; those that do not compile are dropped.
function plant(mutants) {
  for (let round = 0; round < 5; ++round) {
    for (const file of new Set([...kept.keys(), ...mutants.map((m) => m.file)])) {
      const lines = (kept.get(file) ?? readFileSync(fromRoot(file), 'utf8')).split('\n');
      for (const m of mutants.filter((each) => each.file === file)) {
        lines.fill('', m.line, m.line + m.span);
        lines[m.line] = guarded(m);
      }
      write(file, `${chooser}\n#line 1\n${lines.join('\n')}`);
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

// Each test once, those that take long after the others: of all mutants most are noticed in a second.
const LONG = {
  engine_tests: ['Constraints.ATargetSaysWhatItIsOf', 'Latency', 'RecommendProperties', 'Simulation', 'Url.AnyText', 'Url.Random'],
  json_tests: ['AdviceRelations', 'Alike', 'RecommendCatalog', 'RunsOnJson', 'Taken.GivenIt', 'All/Guide', 'All/ShippedGuide'],
};
const tests = (name, filter) => (env) =>
  started(native(name), ['--gtest_brief=1', '--gtest_fail_fast', `--gtest_filter=${filter}`], { ...env, RC_PARAMS: 'seed=1' }); // the same cases for each
const short = (name) => ['unit tests', tests(name, `-${LONG[name].map((test) => `${test}*`).join(':')}`)];
const long = (name) => ['unit tests', tests(name, LONG[name].map((test) => `${test}*`).join(':'))];
const stages = [
  short('engine_tests'), long('engine_tests'), ['unit tests', tests('validate_tests', '*')], short('json_tests'),
  ['recorded answers', (env) => started('node', ['tests/golden/record.mjs', '--check'], env)],
  long('json_tests'),
  ['reference', (env) => started('python3', ['-m', 'unittest', 'discover', '--failfast', '--start-directory', 'tests/reference', '--pattern', '*_test.py'], env)],
  ['catalog', (env) => started('node', ['tools/catalog/check.mjs'], env)],
  ['errors in the fit', (env) => started('node', ['--test', 'tests/cli/accuracy.test.mjs'], env)],
  ['figures of documents', (env) => started('node', ['--test', 'tests/docs/figures.test.mjs'], env)],
];
const answers = async (env) => (await started(native('scenario_generator'), ['1', '2000', 'answers'], env)).stdout;

// The stage that notices; undefined when none does.
async function noticed(env) {
  for (const [name, stage] of stages) {
    const { status } = await stage(env);
    if (status !== 0) return status === null ? `${name}, never done` : name;
  }
  return undefined;
}

const merge = () => run('node', ['tools/catalog/merge.mjs', '--out', native('catalog.json')]);
async function withTable(m, what) {
  const text = readFileSync(fromRoot(m.file), 'utf8');
  const table = JSON.parse(text);
  const last = m.path.slice(0, -1).reduce((at, key) => at[key], table);
  m.from = last[m.path.at(-1)];
  last[m.path.at(-1)] = m.from * m.times;
  write(m.file, JSON.stringify(table));
  merge();
  try {
    return await what();
  } finally {
    writeFileSync(fromRoot(m.file), text);
    merge();
  }
}

const code = [...rooms].map(([room, files]) => ({ room, places: files.flatMap(placesOf) })).filter(({ places }) => places.length > 0);
const tables = tablePlaces();
console.log(`places: ${code.map(({ room, places }) => `${room} ${places.length}`).join(', ')}; tables ${tables.length}`);

// The errors of a seed, no two in one line: chance chooses a room of the engine before the place in it.
function drawn(seed, taken) {
  const random = generator(seed);
  const one = (list) => list[random(list.length)];
  const own = { engine: [], tables: [] };
  const draw = (sort, make) => {
    while (own[sort].length < Math.ceil(wanted[sort] * spare)) {
      const m = make();
      const place = `${m.file}:${m.line}:${m.path}`;
      if (taken.has(place)) continue;
      taken.add(place);
      own[sort].push({ ...m, seed, number: taken.size });
    }
  };
  draw('engine', () => one(one(code).places));
  draw('tables', () => ({ ...one(tables), times: one([2, 0.5]) }));
  return own;
}

const where = (m) => (m.path ? `${m.file}: ${m.path.join('.')}: ${m.from} times ${m.times}` : `${m.file}:${m.line + 1}: ${m.before.trim()} ${m.expression}  ->  ${m.changed}`);

// Sets m.told: the stage that noticed it, 'same' or 'survived'.
async function tried(m, plain) {
  const env = m.path ? {} : { RIDGEPOINT_MUTANT: String(m.number) };
  const judged = async () => (await noticed(env)) ?? ((await answers(env)) === plain ? 'same' : 'survived');
  m.told = await (m.path ? withTable(m, judged) : judged());
  console.log(`${m.seed} ${m.told.padEnd(16)} ${where(m)}`);
}

// Tries a list until as many as wanted have changed something; `together` side by side.
async function tryAll(list, wanted, together, plain) {
  const next = list.values();
  const worker = async () => {
    for (const m of next) {
      await tried(m, plain);
      if (counted(list).length >= wanted) return;
    }
  };
  await Promise.all(Array.from({ length: together }, worker));
}
const counted = (list) => list.filter(({ told }) => told && told !== 'same');

// How many each stage was the first to notice, of those that count; whether they are enough.
function summary(seed, sort, list) {
  const first = counted(list).slice(0, wanted[sort]);
  const by = new Map();
  for (const { told } of first) by.set(told, (by.get(told) ?? 0) + 1);
  const survived = by.get('survived') ?? 0;
  const same = list.filter(({ told }) => told === 'same').length;
  console.log(`seed ${seed}, ${sort}: ${first.length - survived} of ${first.length} noticed (${[...by].map(([told, n]) => `${told} ${n}`).join(', ')}); ${same} more change no answer`);
  return first.length - survived >= least[sort] * first.length;
}

// The native build has no tests of its own unless it is told to: so it is, and told back at the end.
const cache = native('CMakeCache.txt');
const had = existsSync(cache) ? /^RIDGEPOINT_TESTS:BOOL=(\w+)/m.exec(readFileSync(cache, 'utf8'))?.[1] : undefined;
function configure(tests) {
  const done = run('cmake', ['--preset', 'native', `-DRIDGEPOINT_TESTS=${tests}`]);
  if (done.status !== 0) throw new Error(`it cannot be configured:\n${done.stderr}`);
}

configure('ON');
const taken = new Set();
const lots = seeds.map((seed) => ({ seed, ...drawn(seed, taken) }));
const verdicts = [];
try {
  const planted = new Set(plant(lots.flatMap(({ engine }) => engine)).map((m) => m.number));
  const plain = await answers({});
  const sound = await noticed({});
  if (sound) throw new Error(`the ${sound} fail without any error`);
  for (const { seed, engine, tables } of lots) {
    await tryAll(engine.filter(({ number }) => planted.has(number)), wanted.engine, availableParallelism(), plain);
    verdicts.push(summary(seed, 'engine', engine));
    await tryAll(tables, wanted.tables, 1, plain); // they change the one catalog
    verdicts.push(summary(seed, 'tables', tables));
  }
} finally {
  putBack();
  build();
  if (had && had !== 'ON') configure(had);
}
const passed = verdicts.filter(Boolean).length;
console.log(`${passed} passed, ${verdicts.length - passed} failed`);
process.exit(passed === verdicts.length ? 0 : 1);
