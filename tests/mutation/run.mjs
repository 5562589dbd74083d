// Do the tests notice a formula that is off by 5%?   node tests/mutation/run.mjs [WORD OF WHAT]
//
// Each mutant of mutants.json is planted in the source, the engine's tests are built, and the test it names must fail
// where it passed before. The source is put back in any case.
import { spawnSync } from 'node:child_process';
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const fromRoot = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const run = (program, args) => spawnSync(program, args, { cwd: fromRoot('.'), encoding: 'utf8' });

function build() {
  const built = run('cmake', ['--build', '--preset', 'native', '--target', 'engine_tests']);
  if (built.status !== 0) throw new Error(`the tests cannot be built:\n${built.stdout.slice(-2000)}`);
}

// Whether a test passes; it must be there.
function passes(name) {
  const ran = run(fromRoot('build/native/engine_tests'), [`--gtest_filter=${name}`]);
  if (!ran.stdout.includes(`[ RUN      ] ${name}`)) throw new Error(`there is no test ${name}`);
  return ran.status === 0;
}

let undo = () => {};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => { undo(); process.exit(1); });

function plant({ file, from, to }) {
  const path = fromRoot(file);
  const source = readFileSync(path, 'utf8');
  if (source.split(from).length !== 2) throw new Error(`${file} holds this not exactly once: ${from}`);
  writeFileSync(path, source.replace(from, () => to));
  undo = () => {
    writeFileSync(path, source);
    utimesSync(path, new Date(), new Date());
    undo = () => {};
  };
}

// Why a mutant was not caught; empty when it was.
function missed(mutant) {
  try {
    plant(mutant);
    build();
    return passes(mutant.test) ? `${mutant.test} passes with it` : '';
  } catch (error) {
    return error.message;
  } finally {
    undo();
  }
}

const wanted = process.argv[2] ?? '';
const mutants = JSON.parse(readFileSync(new URL('mutants.json', import.meta.url), 'utf8')).filter(({ what }) => what.includes(wanted));
build();
const sound = new Set(mutants.filter(({ test }) => passes(test)).map(({ test }) => test));
let passed = 0;
for (const mutant of mutants) {
  const why = sound.has(mutant.test) ? missed(mutant) : `${mutant.test} fails without it`;
  if (!why) passed += 1;
  console.log(why ? `MISSED  ${mutant.what}: ${why}` : `caught  ${mutant.what} by ${mutant.test}`);
}
build();
console.log(`${passed} passed, ${mutants.length - passed} failed`);
process.exit(passed === mutants.length ? 0 : 1);
