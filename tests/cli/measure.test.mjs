// Rows that tools/measure writes are read and predicted by `ridgepoint validate`, all of them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

// What the measurements would say; the figures are made up.
const script = `
import sys
sys.path.insert(0, "tools/measure")
sys.dont_write_bytecode = True
import measure, rows, shapes
folder, gpu = sys.argv[1], sys.argv[2]
machine = {"gpu": gpu, "gpu_count": 1, "date": "2026-11-21", "software": "PyTorch 2.9"}
model = shapes.find("llama-3.1-8b")
peaks = {"step_s": 0.5, "allocated": 30e9, "reserved": 32e9}
for words in (["--method", "lora"], ["--recipe", "autocast", "--checkpointing", "full"], ["--compile"]):
    run = measure.arguments(["train", "x", *words])
    run.sharding = "none"
    for table, made in rows.training_rows(model, run, machine, peaks).items():
        rows.append(folder, table, made)
for words in ([], ["--batch", "8"]):
    run = measure.arguments(["generate", "x", *words])
    for table, made in rows.generation_rows(model, run, machine, {"prefill_s": 0.1, "decode_s": 0.02, "allocated": 17e9}).items():
        rows.append(folder, table, made)
`;

for (const gpu of ['H100 80GB HBM3', 'A100-SXM4-80GB', 'H200', 'RTX 4090', 'L4', 'Tesla T4', 'B200', 'MI300X']) {
  test(`RowsMeasuredOnAreUnderstood-${gpu}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'ridgepoint-measure-'));
    try {
      const written = spawnSync('python3', ['-c', script, folder, gpu], { cwd: root, encoding: 'utf8' });
      assert.equal(written.status, 0, written.stderr);
      const files = ['inference', 'training_memory', 'training_speed'].map((table) => join(folder, table, 'own.csv'));
      const { status, stdout } = spawnSync(join(root, 'build/native/ridgepoint'), ['validate', '--json', ...files], { encoding: 'utf8' });
      assert.equal(status, 0);
      const { rows } = JSON.parse(stdout);
      assert.deepEqual(rows.filter((row) => row.skipped), []);
      assert.equal(rows.length, 3 * 2 + 3 * 2 + 4 + 3);
      assert.ok(rows.every((row) => row.predicted > 0 && Number.isFinite(row.predicted)));
      // What an allocator holds is never less than what it gave out.
      const peaks = rows.filter((row) => row.metric === 'peak_gb_per_gpu');
      for (let i = 0; i < peaks.length; i += 2) assert.ok(peaks[i].predicted <= peaks[i + 1].predicted);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}
