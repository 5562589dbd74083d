// The native command line as a script would call it: exit status, standard output, standard error.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../build/native/ridgepoint', import.meta.url));

/** @param {string[]} args @param {string} input */
function run(args, input = '') {
  const { status, stdout, stderr } = spawnSync(program, args, { input, encoding: 'utf8', maxBuffer: 1 << 26 });
  return { status, stdout, stderr };
}

test('EstimateReadsStandardInputAndAnswersInJson', () => {
  const { status, stdout } = run(['estimate'], '{"model": "llama-3.1-8b"}');
  const result = JSON.parse(stdout);
  assert.equal(status, 0);
  assert.equal(result.ok, true);
  assert.equal(result.scenario.model, 'llama-3.1-8b');
  assert.equal(result.memory.lines.reduce((sum, line) => sum + line.gb, 0), result.memory.per_gpu_gb);
});

test('EstimateReadsAFile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ridgepoint-cli-'));
  try {
    const file = join(folder, 'scenario.json');
    writeFileSync(file, '{"model": "llama-3.1-8b"}');
    assert.deepEqual(run(['estimate', file]), run(['estimate', '-'], '{"model": "llama-3.1-8b"}'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('WhatDoesNotFitIsStillAnswered', () => {
  const { status, stdout } = run(['estimate'], '{"model": "llama-3.1-405b", "hardware": {"accelerator": "rtx-4090"}}');
  assert.equal(status, 0);
  assert.equal(JSON.parse(stdout).memory.fit, 'no');
});

test('TextIsForPeople', () => {
  const { status, stdout } = run(['estimate', '--format', 'text'], '{"model": "llama-3.1-8b"}');
  assert.equal(status, 0);
  assert.match(stdout, /^Llama 3\.1 8B for 32 users fits on 1 × H100/);
  assert.match(stdout, /Memory per accelerator/);
  assert.match(stdout, /^ {2}Usable +79\.65 GB +85\.52 x 1e9 {2}fits$/m);
});

test('TextGivesCommandsToCopyEachOnce', () => {
  const { stdout } = run(['estimate', '--format', 'text'], '{"model": "llama-3.1-8b"}');
  const commands = stdout.slice(stdout.indexOf('\nMeasure it yourself\n'));
  assert.equal(commands.match(/^vllm serve meta-llama\/Llama-3\.1-8B /gm)?.length, 1);
  assert.equal(commands.match(/^vllm bench serve --model meta-llama\/Llama-3\.1-8B /gm)?.length, 1);
  assert.match(commands, /^# vllm bench serve: \/speed\/ttft_ms [\d.]+, \/speed\/tpot_ms [\d.]+, \/speed\/tokens_per_s [\d,]+, /m);
});

test('ExplainIsOnRequest', () => {
  assert.equal(JSON.parse(run(['estimate'], '{}').stdout).explain, undefined);
  const { explain } = JSON.parse(run(['estimate', '--with', 'explain'], '{}').stdout);
  assert.ok(explain.some((entry) => entry.pointer === '/speed/tpot_ms'));
});

test('PercentilesAreOnRequest', () => {
  assert.equal(JSON.parse(run(['estimate'], '{}').stdout).speed.percentiles, undefined);
  const { speed, explain } = JSON.parse(run(['estimate', '--with', 'percentiles,explain'], '{}').stdout);
  assert.ok(speed.percentiles.ttft_ms.p95 >= speed.percentiles.ttft_ms.p50);
  assert.ok(explain.length > 0);
  assert.match(run(['estimate', '--with', 'percentiles', '--format', 'text'], '{}').stdout, /p50 \/ p95 \/ p99/);
  assert.equal(run(['estimate', '--with', 'luck'], '{}').status, 2);
});

test('InverseAnswersAreOnRequestAndForPeopleAlways', () => {
  assert.equal(JSON.parse(run(['estimate'], '{}').stdout).memory.max_params_b, undefined);
  assert.ok(JSON.parse(run(['estimate', '--with', 'limits'], '{}').stdout).memory.max_params_b > 70);
  assert.match(run(['estimate', '--format', 'text'], '{}').stdout, /Max dense model size/);
});

test('AWrongScenarioGivesEveryErrorAndStatusOne', () => {
  const wrong = { modle: 1, model: 'lama-3.1-8b', hardware: { count: -1 }, serve: { input_tokens: 'x' }, cost: { mode: 'lease' } };
  const { status, stdout } = run(['estimate'], JSON.stringify(wrong));
  assert.equal(status, 1);
  const { ok, errors } = JSON.parse(stdout);
  assert.equal(ok, false);
  assert.deepEqual(errors.map(({ path }) => path).sort(), ['/cost/mode', '/hardware/count', '/model', '/modle', '/serve/input_tokens']);
});

test('BadUsageIsStatusTwoWithAWordOnStandardError', () => {
  for (const args of [[], ['estimat'], ['estimate', '--format', 'xml'], ['catalog'], ['estimate', '/no/such/file'], ['schema', 'x']]) {
    const { status, stderr } = run(args, '{}');
    assert.equal(status, 2, args.join(' '));
    assert.notEqual(stderr, '', args.join(' '));
  }
});

test('CatalogComesAsTableCsvAndJson', () => {
  const accelerators = JSON.parse(run(['catalog', 'accelerators', '--format', 'json']).stdout);
  assert.ok(accelerators.length >= 163);
  const csv = run(['catalog', 'accelerators', '--format', 'csv']).stdout.trimEnd().split('\n');
  assert.equal(csv.length, accelerators.length + 1);
  assert.match(run(['catalog', 'models']).stdout, /llama-3\.1-70b/);
});

test('ALinkLeadsBackToItsScenario', () => {
  const scenario = JSON.stringify({ model: 'llama-3.1-8b', hardware: { accelerator: 'rtx-4090', count: 2 }, serve: { concurrency: 7 } });
  const link = run(['url'], scenario).stdout.trim();
  assert.match(link, /^#v=1&d=\d{4}-\d\d-\d\d&workload=serve&model=llama-3\.1-8b&accelerator=rtx-4090&count=2&input_tokens=500&output_tokens=200&concurrency=7$/);
  const back = run(['url', '--decode', `https://example.org/page${link}`]);
  assert.equal(back.stderr, '');
  assert.deepEqual(JSON.parse(run(['estimate'], back.stdout).stdout).answer, JSON.parse(run(['estimate'], scenario).stdout).answer);
});

test('WhatALinkSaysWronglyIsToldAndLeftOut', () => {
  const { status, stdout, stderr } = run(['url', '--decode', '#v=1&model=llama-3.1-8b&bogus=3&count=x']);
  assert.equal(status, 0);
  assert.equal(JSON.parse(stdout).model, 'llama-3.1-8b');
  assert.match(stderr, /bogus/);
  assert.match(stderr, /count/);
});

test('SchemasAreJsonSchemas', () => {
  for (const name of ['scenario', 'result', 'catalog', 'comparison', 'runs_on_question', 'runs_on'])
    assert.match(JSON.parse(run(['schema', name]).stdout).$schema, /2020-12/);
});

test('RecommendRanksHardwareBesideTheEstimate', () => {
  const asked = '{"model": "llama-3.1-8b", "constraints": {"max_usd_h": 5, "vendors": ["NVIDIA"]}}';
  const { status, stdout } = run(['recommend'], asked);
  const { scenario, recommendations, near_misses: misses } = JSON.parse(stdout);
  assert.equal(status, 0);
  assert.equal(scenario.hardware.accelerator, recommendations[0].hardware.accelerator);
  assert.deepEqual(recommendations.map((r) => r.rank), recommendations.map((_, i) => i + 1));
  for (const { cost, memory } of recommendations) {
    assert.ok(cost.usd_per_h <= 5);
    assert.equal(memory.fit, 'fits');
  }
  for (const { lacks } of misses) assert.ok(lacks.every(({ ratio }) => ratio > 1));
  assert.match(run(['recommend', '--format', 'text'], asked).stdout, /^Cheapest to rent: .*\n(?:.*\n)*Hardware that meets all limits, best first\n {2}1\. /);
});

test('RecommendRefusesUnknownVendors', () => {
  const { status, stdout } = run(['recommend'], '{"constraints": {"vendors": ["NVIDEA"]}}');
  assert.equal(status, 1);
  assert.equal(JSON.parse(stdout).errors[0].path, '/constraints/vendors/0');
});

test('RunsOnListsWhatHardwareServesFineTunesAndTrains', () => {
  const { status, stdout } = run(['runs-on', 'rtx-3090:2', '--context', '4096', '--host', 'none']);
  const found = JSON.parse(stdout);
  assert.equal(status, 0);
  assert.deepEqual(found.hardware.map(({ accelerator, count }) => [accelerator, count]), [['rtx-3090', 2]]);
  assert.equal(found.question.context, 4096);
  assert.ok(found.serves.length > 20 && found.finetunes.length > 20);
  for (const { per_gpu_gb, usable_gb, host_gb } of found.serves) {
    assert.ok(per_gpu_gb <= 0.95 * usable_gb);
    assert.equal(host_gb, undefined);
  }
  // Picks first, each with the lines that start it; then those that run well, and of those that generate tokens what is of the last
  // year and a half and has no successor, then the largest.
  const picks = found.serves.slice(0, found.picks.length);
  assert.deepEqual(picks.map((row) => row.model.id), found.picks.map(({ model }) => model));
  assert.deepEqual(found.picks[0].purposes[0], 'chat');
  for (const { runs_well, quality, model } of picks) assert.ok(runs_well && quality !== 'poor' && !model.successor, model.id);
  const rest = found.serves.slice(picks.length);
  const well = rest.filter((row) => row.runs_well && row.tokens_per_s);
  assert.deepEqual(rest.slice(0, well.length), well);
  const today = found.catalog_date;
  const old = (row) => (Date.parse(today) - Date.parse(row.model.release)) / 864e5 > 548 || Boolean(row.model.successor);
  const order = well.map((row) => [old(row), row.model.params_b]);
  assert.deepEqual(order, [...order].sort((a, b) => Number(a[0]) - Number(b[0]) || b[1] - a[1]));
  const text = run(['runs-on', 'rtx-3090', '--format', 'text']).stdout;
  assert.match(text, /^1 × .*\n(.*\n)*\nTo begin with, one user\n\n# chat.*runs (great|well|tightly)\n(# .*\n.*\n)*# llama\.cpp\nllama-server .*\n(.*\n)*\nServes, one user\n(.*\n){13}and \d+ others: --all\n/);
  const all = run(['runs-on', 'rtx-3090', '--format', 'text', '--all']).stdout;
  assert.ok(all.length > 3 * text.length && !all.includes('others: --all'));
});

test('RunsOnReadsAQuestionFromStandardInput', () => {
  const { status, stdout } = run(['runs-on'], '{"hardware": [{"accelerator": "h100", "count": 8}], "models": ["llama-3.1-70b"]}');
  assert.equal(status, 0);
  const [row] = JSON.parse(stdout).serves;
  assert.equal(row.model.id, 'llama-3.1-70b');
  assert.equal(row.weights, 'bf16');
});

test('RunsOnRefusesWhatItDoesNotKnow', () => {
  const { status, stdout } = run(['runs-on', 'rtx-9999']);
  assert.equal(status, 1);
  assert.equal(JSON.parse(stdout).errors[0].path, '/hardware/0/accelerator');
  assert.equal(run(['runs-on', 'rtx-3090:x']).status, 2);
  assert.equal(run(['runs-on', 'rtx-3090', '--context', 'long']).status, 2);
  for (const [option, value, limit] of [['--context', '1e300', /at most 100000000,/], ['--min-tokens-per-s', '-5', /at least 0,/], ['--host-memory-gb', '1e300', /at most 1000000,/]])
    for (const format of ['json', 'text']) assert.match(run(['runs-on', 'rtx-3090', option, value, '--format', format]).stdout, limit);
});

test('CompareShowsFiguresInputsAndReasons', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ridgepoint-cli-'));
  try {
    const files = [4, 8].map((count) => {
      const file = join(folder, `${count}.json`);
      writeFileSync(file, JSON.stringify({ hardware: { accelerator: 'h100', count } }));
      return file;
    });
    const { status, stdout } = run(['compare', ...files]);
    const { scenarios, figures, inputs, reasons } = JSON.parse(stdout);
    assert.equal(status, 0);
    assert.equal(scenarios.length, 2);
    assert.deepEqual(inputs.find(({ path }) => path === '/hardware/count').values, ['4', '8']);
    assert.ok(figures.every(({ cells }) => cells.length === 2));
    assert.ok(reasons.every(({ part }) => part === 'hardware'));
    assert.match(run(['compare', ...files, '--format', 'text']).stdout, /^1\. Llama 3\.1 70B/);
    writeFileSync(files[1], '{"modle": 1}');
    const refused = run(['compare', ...files]);
    assert.equal(refused.status, 1);
    assert.equal(JSON.parse(refused.stdout).errors[0].path, '/1/modle');
    assert.equal(run(['compare', join(folder, 'nothing.json')]).status, 2);
    const list = JSON.stringify([{ hardware: { accelerator: 'h100', count: 4 } }, { hardware: { accelerator: 'h100', count: 8 } }]);
    assert.equal(run(['compare'], list).stdout, stdout);
    assert.equal(run(['compare'], '{}').status, 1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('PresetsAreListedAndEachIsAScenario', () => {
  assert.match(run(['presets']).stdout, /^finetune-8b +Which card tunes/m);
  const { status, stdout } = run(['presets', 'finetune-8b']);
  assert.equal(status, 0);
  assert.match(run(['estimate', '--format', 'text'], stdout).stdout, /^LoRA fine-tuning of Llama 3\.1 8B .* fits on 1 × GeForce RTX 4090/);
  assert.equal(run(['presets', 'nothing']).status, 2);
});

test('TheGuideAsksFourQuestionsAndAnswersLeadToHardware', () => {
  assert.equal(run(['guide']).stdout.match(/\?$/gm)?.length, 4);
  const { stdout, stderr } = run(['guide', 'serve', 'many', 'cost', 'buy']);
  assert.equal(JSON.parse(stdout).model, 'llama-3.3-70b');
  assert.equal(JSON.parse(stdout).cost.mode, 'buy');
  assert.match(stderr, /percentile/);
  const found = JSON.parse(run(['recommend'], stdout).stdout);
  assert.equal(found.scenario.hardware.accelerator, found.recommendations[0].hardware.accelerator);
  assert.equal(run(['guide', 'serve']).status, 2);
});
