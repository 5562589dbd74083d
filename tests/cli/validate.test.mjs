// A table of somebody's own runs: what is wrong in it costs its rows and is told by the exit status.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const validate = (input, ...args) => spawnSync(join(root, 'build/native/ridgepoint'), ['validate', ...args], { input, encoding: 'utf8' });
const own = join(root, 'tests/validation/measured/other_models/sdalex.csv');

const header = 'id,gpu,gpu_count,model,precision_weights,engine,batch_or_concurrency,metric,value\n';
const good = 'a-1,RTX 4090,1,llama-3.1-8b,fp8,vllm,1,tpot_ms,10\n';

test('AWrongCellCostsItsRow', () => {
  const alone = validate(header + good, '--json');
  assert.equal(alone.status, 0);
  const { status, stdout } = validate(`${header}${good}a-2,RTX 4090,one,llama-3.1-8b,fp8,vlm,1,tpot_ms,10\n`, '--json');
  assert.equal(status, 1);
  const { classes, rows, wrong, left_out } = JSON.parse(stdout);
  assert.deepEqual(classes, JSON.parse(alone.stdout).classes);
  assert.deepEqual(rows[1], { id: 'a-2', skipped: 'a cell is wrong' });
  assert.deepEqual(wrong.map(({ file, line, column, found }) => [file, line, column, found]), [['-', 3, 'gpu_count', 'one'], ['-', 3, 'engine', 'vlm']]);
  assert.ok(wrong[1].near.includes('vllm'));
  assert.equal(left_out, 1);
});

test('WrongCellsAreToldBelowTheReportWithTheirFile', () => {
  const { status, stdout } = validate(header + good.replace(',10', ',"1,234.5"'), own, '-');
  assert.equal(status, 1);
  assert.match(stdout, /\nWrong cells\n-:2: value is "1,234\.5", wanted a number alone, with a point .*: 1234\.5\.\n1 of [0-9]+ rows left out for wrong cells\n$/);
});

test('ATableWithoutAColumnIsRefusedWhole', () => {
  const { status, stdout } = validate(header.replace('engine', 'motor') + good);
  assert.equal(status, 1);
  assert.deepEqual(JSON.parse(stdout).errors.map(({ code, message }) => [code, message]), [['missing_column', '-: The header has no column engine.']]);
});

// What reads the project's own tables stops at a status that is not 0.
test('ATypingErrorInAStoredTableFails', () => {
  const table = readFileSync(own, 'utf8');
  assert.equal(validate(table).status, 0);
  for (const [right, wrong] of [[',latency_s,', ',latency,'], [',A100-40GB-SXM,', ',A1000-40GB-SXM,'], [',fp16,', ',fp17,'], [',sd-1.5,', ',sd-1.55,'], [',1.96,', ',1.96 s,']]) {
    assert.ok(table.includes(right));
    assert.equal(validate(table.replace(right, wrong)).status, 1, wrong);
  }
});
