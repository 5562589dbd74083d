// ridgepoint sweep: a scenario a line in, a result a line out.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../build/native/ridgepoint', import.meta.url));
const LONGEST = 1_000_000; // bytes of a document

let folder;
before(() => { folder = mkdtempSync(join(tmpdir(), 'ridgepoint-sweep-')); });
after(() => rmSync(folder, { recursive: true }));

/** @param {string[]} args @param {string} input */
function run(args, input = '') {
  const { status, stdout, stderr } = spawnSync(program, args, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  return { status, stdout, stderr };
}

const sweep = (input, ...options) => run(['sweep', ...options], input);
const lines = (text) => text.split('\n').slice(0, -1);

// Fast lines and slow ones, so that threads finish in another order than they began.
const scenario = (i) => JSON.stringify({
  model: i % 5 === 0 ? 'deepseek-v3' : 'llama-3.1-8b',
  hardware: { accelerator: i % 5 === 0 ? 'rtx-4090' : 'h100', count: i % 5 === 0 ? 256 : 1 + (i % 4) },
  serve: { concurrency: i + 1 },
});
const many = (count) => Array.from({ length: count }, (_, i) => scenario(i));

// A table of RFC 4180 as rows of cells.
function rows(csv) {
  const out = [[]];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    out.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== ',') out.push([]);
  }
  assert.deepEqual(out.pop(), []);
  return out;
}

test('EachLineIsAnsweredAsEstimateAnswersIt', () => {
  const asked = ['{}', scenario(1), '{"workload": "finetune", "model": "llama-3.1-8b"}', '{"modle": 1}', 'nonsense', ''];
  const { status, stdout, stderr } = sweep(asked.map((line) => `${line}\n`).join(''));
  assert.deepEqual(lines(stdout), asked.map((line) => run(['estimate'], line).stdout.trimEnd()));
  assert.equal(status, 1);
  assert.equal(stderr, '');
});

test('ResultsKeepTheOrderOfTheLinesOverAnyNumberOfThreads', () => {
  const input = many(300).join('\n');
  const one = sweep(input, '--jobs', '1');
  assert.equal(one.status, 0);
  assert.deepEqual(lines(one.stdout).map((line) => JSON.parse(line).scenario.serve.concurrency), many(300).map((_, i) => i + 1));
  for (const jobs of ['2', '7']) assert.equal(sweep(input, '--jobs', jobs).stdout, one.stdout);
  assert.equal(sweep(input).stdout, one.stdout);
});

test('ABadLineGivesItsErrorsAndTheRestGoesOn', () => {
  const { status, stdout } = sweep(`{}\n{"hardware": {"count": -1}}\n{"model": \n\n{}\n`);
  const answers = lines(stdout).map((line) => JSON.parse(line));
  assert.equal(status, 1);
  assert.deepEqual(answers.map(({ ok }) => ok), [true, false, false, false, true]);
  assert.deepEqual(answers[1].errors.map(({ path }) => path), ['/hardware/count']);
  assert.equal(answers[2].errors[0].code, 'bad_json');
});

test('LinesMayEndAsOnWindowsAndTheLastOneNotAtAll', () => {
  const expected = sweep('{}\n{"model": "llama-3.1-8b"}\n').stdout;
  assert.equal(sweep('{}\r\n{"model": "llama-3.1-8b"}\r\n').stdout, expected);
  assert.equal(sweep('{}\n{"model": "llama-3.1-8b"}').stdout, expected);
});

test('ALineThatIsTooLongIsRefusedAndTheRestGoesOn', () => {
  const padded = (bytes) => `{${' '.repeat(bytes - 2)}}`;
  const { status, stdout } = sweep(`${padded(LONGEST)}\n${padded(LONGEST + 1)}\n${padded(3 * LONGEST)}\n{}\n`);
  const answers = lines(stdout).map((line) => JSON.parse(line));
  assert.equal(status, 1);
  assert.deepEqual(answers.map(({ ok, errors }) => ok || errors[0].code), [true, 'too_large', 'too_large', true]);
});

test('AnEmptyFileGivesNothing', () => {
  assert.deepEqual(sweep(''), { status: 0, stdout: '', stderr: '' });
  assert.deepEqual(sweep('', '--fields', 'memory.fit'), { status: 0, stdout: 'memory.fit,error\r\n', stderr: '' });
});

test('AFileIsReadByItsName', () => {
  const file = join(folder, 'scenarios.jsonl');
  writeFileSync(file, '{}\n');
  assert.deepEqual(run(['sweep', file]), sweep('{}\n'));
  assert.deepEqual(run(['sweep', '-'], '{}\n'), sweep('{}\n'));
});

test('FieldsGiveCsvWithTheFiguresOfTheResult', () => {
  const asked = [scenario(1), '{"hardware": {"accelerator": "rtx-4090"}}', '{"modle": "\\"a, b\\""}', '{"model": {"params_b": 7}}'];
  const fields = ['line', 'scenario.model', 'memory.fit', 'speed.tpot_ms', 'answer.text', 'warnings.0.code', 'defaulted', 'ok'];
  const { status, stdout } = sweep(asked.join('\n'), '--fields', fields.join(','), '--jobs', '2');
  const results = asked.map((line) => JSON.parse(run(['estimate'], line).stdout));
  const text = (value) => (value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value));
  // A number of 17 digits is another text of the same number.
  const read = (table) => table.map((cells) => cells.map((cell) => (/^[\d.]+$/.test(cell) ? Number(cell) : cell)));
  const expected = results.map((result, i) => [
    `${i + 1}`, text(result.scenario?.model), text(result.memory?.fit), text(result.speed?.tpot_ms), text(result.answer?.text),
    text(result.warnings?.[0]?.code), text(result.defaulted), `${result.ok}`,
    (result.errors ?? []).map(({ path, message }) => `${path}: ${message}`).join('; '),
  ]);
  assert.equal(status, 1);
  assert.deepEqual(read(rows(stdout)), read([[...fields, 'error'], ...expected]));
  assert.match(stdout, /,"\{""params_b"":7\}",/);
});

test('CellsAreNoFormulas', () => {
  const named = (name) => JSON.stringify({ hardware: { accelerator: { id: 'own', name, memory_gb: 80, bandwidth_gb_s: 2000, rates_tflops: { bf16: 300 } } }, as_of: '2026-11-26' });
  const names = ['=1+1', '+1+1', '-1+1', '@SUM(1)', 'plain', '-5', '=HYPERLINK("x")'];
  const { stdout } = sweep(names.map(named).join('\n'), '--fields', 'scenario.overrides.accelerators.0.name,speed.tpot_ms');
  const table = rows(stdout).slice(1);
  assert.deepEqual(table.map(([name]) => name), ["'=1+1", "'+1+1", "'-1+1", "'@SUM(1)", 'plain', '-5', "'=HYPERLINK(\"x\")"]);
  assert.ok(table.every(([, ms]) => Number(ms) > 0));
});

test('FieldsAreCheckedBeforeAnyLineIsRead', () => {
  for (const [fields, near] of [
    ['memory.fti', 'memory.fit'], ['memory.fit,tpot_ms', 'speed.tpot_ms'], ['scenario.modle', 'scenario.model'],
    ['memory.fit,,ok', ''], ['', ''], ['memory.fit.x', ''], ['error', ''],
  ]) {
    const { status, stdout, stderr } = sweep('{}\n', '--fields', fields);
    assert.equal(status, 2, fields);
    assert.equal(stdout, '', fields);
    assert.ok(stderr.includes(near), fields);
  }
});

test('PercentilesAreOnRequest', () => {
  const fields = ['--fields', 'speed.percentiles.ttft_ms.p95'];
  const [, [without]] = rows(sweep('{}', ...fields).stdout);
  const [, [withThem]] = rows(sweep('{}', ...fields, '--with', 'percentiles').stdout);
  assert.equal(without, '');
  assert.ok(Number(withThem) > 0);
});

test('ProgressIsToldOnStandardErrorAlone', () => {
  const { status, stdout, stderr } = sweep('{}\nx\n', '--progress');
  assert.equal(status, 1);
  assert.equal(stdout, sweep('{}\nx\n').stdout);
  assert.match(stderr, /^ridgepoint: 2 lines, 1 refused, \d+\.\d s in all$/m);
});

test('BadUsageIsStatusTwo', () => {
  for (const args of [['--jobs', '0'], ['--jobs', '1.5'], ['--jobs', 'all'], ['--with', 'luck'], ['/no/such/file'], [folder], ['--format', 'text'], ['a', 'b']]) {
    const { status, stdout, stderr } = sweep('{}\n', ...args);
    assert.equal(status, 2, args.join(' '));
    assert.equal(stdout, '', args.join(' '));
    assert.notEqual(stderr, '', args.join(' '));
  }
});

// As an engine that keeps one process and hands it a line at a time expects.
test('ALineIsAnsweredBeforeTheNextOneComes', async () => {
  const child = spawn(program, ['sweep', '--fields', 'scenario.serve.concurrency']);
  const chunks = child.stdout.setEncoding('utf8')[Symbol.asyncIterator]();
  let told = '';
  for (let i = 0; i < 5; ++i) {
    child.stdin.write(`${scenario(i)}\n`);
    while (!told.endsWith(`\r\n${i + 1},\r\n`)) told += (await chunks.next()).value;
  }
  child.stdin.end();
  await new Promise((resolve) => child.on('close', resolve));
});

test('AReaderThatLeavesEndsItQuietly', () => {
  const file = join(folder, 'many.jsonl');
  writeFileSync(file, many(2000).join('\n'));
  const { status, stdout, stderr } = spawnSync('bash', ['-c', `"${program}" sweep "${file}" --jobs 2 | head -n 1; exit "\${PIPESTATUS[0]}"`], { encoding: 'utf8' });
  assert.equal(status, 128 + constants.signals.SIGPIPE);
  assert.equal(stderr, '');
  assert.equal(JSON.parse(stdout).ok, true);
});

test('WhatCannotBeWrittenIsSaid', { skip: process.platform !== 'linux' && 'needs /dev/full' }, () => {
  const { status, stderr } = spawnSync('sh', ['-c', `"${program}" sweep >/dev/full`], { input: '{}\n', encoding: 'utf8' });
  assert.equal(status, 2);
  assert.match(stderr, /cannot write/);
});

// A sweep of `input` whose results go to a file, asked to end once some are there.
function interrupted(file, input, signal, ...options) {
  const results = join(folder, 'interrupted');
  rmSync(results, { force: true });
  writeFileSync(file, input);
  const child = spawn(program, ['sweep', file, '--resume', results, ...options]);
  const ended = new Promise((resolve) => { child.on('close', (status, by) => resolve({ status, by })); });
  const look = setInterval(() => {
    if (!existsSync(results) || !readFileSync(results, 'utf8').includes('\n', 1000)) return;
    clearInterval(look);
    child.kill(signal);
  }, 1);
  return ended.then((end) => { clearInterval(look); return { ...end, results }; });
}

for (const signal of ['SIGTERM', 'SIGINT']) {
  for (const options of [['--jobs', '1'], ['--jobs', '3'], ['--jobs', '3', '--fields', 'line,answer.text,speed.tpot_ms']]) {
    test(`${signal}EndsItAfterAWholeLineAndTheRestFollows-${options.join(' ')}`, async () => {
      const file = join(folder, 'scenarios.jsonl');
      const input = many(2000).join('\n');
      const { status, results } = await interrupted(file, input, signal, ...options);
      const whole = run(['sweep', file, ...options]).stdout;
      const some = readFileSync(results, 'utf8');
      assert.equal(status, 128 + constants.signals[signal]);
      assert.ok(some.endsWith('\n') && some.length < whole.length);
      assert.equal(whole.slice(0, some.length), some);
      assert.deepEqual(run(['sweep', file, '--resume', results, ...options]), { status: 0, stdout: '', stderr: '' });
      assert.equal(readFileSync(results, 'utf8'), whole);
    });
  }
}

test('ASignalEndsItWhileItWaitsForALine', async () => {
  for (const jobs of ['1', '4']) {
    const child = spawn(program, ['sweep', '--jobs', jobs]);
    child.stdin.write(`${scenario(1)}\n${scenario(2).slice(0, 20)}`);
    let told = '';
    child.stdout.setEncoding('utf8').on('data', (text) => { told += text; if (told.endsWith('\n')) child.kill('SIGTERM'); });
    const status = await new Promise((resolve) => { child.on('close', resolve); });
    assert.equal(status, 128 + constants.signals.SIGTERM);
    assert.equal(lines(told).length, 1); // half a line is none
  }
});

test('ResumedWhereverItWasTornItEndsAsOneRun', () => {
  const file = join(folder, 'scenarios.jsonl');
  const results = join(folder, 'torn');
  // A cell with an end of a line in it: the count goes by cells.
  writeFileSync(file, [scenario(1), '{"model": "no\\nsuch"}', scenario(3), scenario(4)].map((line) => `${line}\n`).join(''));
  for (const options of [[], ['--fields', 'line,scenario.model,memory.fit', '--jobs', '3']]) {
    const whole = run(['sweep', file, ...options]).stdout;
    const cuts = options.length ? Array.from({ length: whole.length + 1 }, (_, i) => i) : [0, 1, 5000, ...[...whole.matchAll(/\n/g)].flatMap(({ index }) => [index - 1, index, index + 1, index + 2]).filter((at) => at <= whole.length)];
    for (const cut of cuts) {
      writeFileSync(results, whole.slice(0, cut));
      const { status, stdout, stderr } = run(['sweep', file, '--resume', results, ...options]);
      assert.ok(status < 2 && stdout === '' && stderr === '', `${cut}: ${stderr}`);
      assert.equal(readFileSync(results, 'utf8'), whole, `cut at ${cut}`);
    }
  }
});

test('ResultsOfAnotherSweepAreRefusedAndStayAsTheyAre', () => {
  const file = join(folder, 'scenarios.jsonl');
  const results = join(folder, 'others');
  const input = many(5).join('\n');
  writeFileSync(file, input);
  const whole = run(['sweep', file]).stdout;
  const table = run(['sweep', file, '--fields', 'line,ok']).stdout;
  for (const [what, there, ...options] of [
    ['other lines', run(['sweep'], many(6).slice(1).join('\n')).stdout],
    ['a torn line of another', `${whole.slice(0, whole.indexOf('\n') + 1)}{"ok":false,`],
    ['more than there are scenarios', whole + whole.slice(0, whole.indexOf('\n') + 1)],
    ['more than there are scenarios, torn', `${whole}{"ok"`],
    ['the scenarios themselves', input],
    ['one line without an end', scenario(1)],
    ['other fields', table, '--fields', 'line,memory.fit'],
    ['a table', table],
    ['no table', whole, '--fields', 'line,ok'],
  ]) {
    writeFileSync(results, there);
    const { status, stdout, stderr } = run(['sweep', file, '--resume', results, ...options]);
    assert.equal(status, 2, what);
    assert.equal(stdout, '', what);
    assert.match(stderr, /others/, what);
    assert.equal(readFileSync(results, 'utf8'), there, what);
  }
  assert.equal(run(['sweep', file, '--resume', folder]).status, 2);
  assert.equal(run(['sweep', file, '--resume', join(folder, 'no/such')]).status, 2);
});

test('ResumedWhenAllIsThereNothingChanges', () => {
  const file = join(folder, 'scenarios.jsonl');
  const results = join(folder, 'all');
  writeFileSync(file, many(3).join('\n'));
  for (const _ of [1, 2]) assert.deepEqual(run(['sweep', file, '--resume', results]), { status: 0, stdout: '', stderr: '' });
  assert.equal(readFileSync(results, 'utf8'), run(['sweep', file]).stdout);
});

// kB of memory at the peak.
function peak(count) {
  const file = join(folder, 'peak.jsonl');
  writeFileSync(file, '{"model": "llama-3.1-8b", "hardware": {"accelerator": "h100"}}\n'.repeat(count));
  const measure = 'import resource, subprocess, sys\n'
    + 'subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)\n'
    + 'print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)';
  return Number(spawnSync('python3', ['-c', measure, program, 'sweep', file, '--jobs', '2'], { encoding: 'utf8' }).stdout);
}

test('MemoryDoesNotGrowWithTheNumberOfLines', () => {
  const [few, lots] = [peak(2000), peak(20000)];
  assert.ok(few > 1000);
  assert.ok(lots < few + 8000, `${few} kB for 2,000 lines, ${lots} kB for 20,000`); // their results alone are 280,000 kB
});

// The recipes of web/docs/sweeps.md, which stand there as they are here but for the names.
const RECIPES = {
  xargs: `split --lines=40 --numeric-suffixes --suffix-length=5 scenarios.jsonl piece-
ls piece-????? | xargs -P "$(nproc)" -I{} sh -c 'ridgepoint sweep {} --jobs 1 >{}.out || [ $? -eq 1 ]'
cat piece-?????.out >results.jsonl`,
  parallel: `parallel --keep-order --pipe-part --arg-file scenarios.jsonl --block 8k \\
  'ridgepoint sweep --jobs 1 || [ $? -eq 1 ]' >results.jsonl`,
};

for (const [tool, recipe] of Object.entries(RECIPES)) {
  test(`PiecesInSeveralProcessesGiveWhatOneRunGives-${tool}`, () => {
    const file = join(folder, 'scenarios.jsonl');
    writeFileSync(file, [...many(100), 'nonsense', ...many(100)].map((line) => `${line}\n`).join(''));
    const env = { ...process.env, PATH: `${dirname(program)}:${process.env.PATH}` };
    const { status, stderr } = spawnSync('bash', ['-c', `set -e\n${recipe}`], { cwd: folder, env, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    assert.equal(readFileSync(join(folder, 'results.jsonl'), 'utf8'), run(['sweep', file]).stdout);
    rmSync(join(folder, 'results.jsonl'));
  });
}

test('TheRecipesAreThoseOfTheDocs', () => {
  const docs = readFileSync(new URL('../../web/docs/sweeps.md', import.meta.url), 'utf8');
  const general = (text) => text.replace(/--lines=\d+/, '--lines=N').replace(/--block \w+/, '--block N');
  for (const recipe of Object.values(RECIPES)) assert.ok(general(docs).includes(general(recipe)), recipe);
});
