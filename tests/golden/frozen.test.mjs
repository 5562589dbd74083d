// Nothing that is recorded comes from the live catalog: prices of catalog/ that move by ten cents move no recorded answer.
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { merge } from '../../tools/catalog/merge.mjs';
import { readCatalog } from '../../tools/catalog/files.mjs';
import { asked, CATALOG, fromRoot, nativeAnswers, ridgepoint } from './asked.mjs';

const moved = (price) => (typeof price === 'object' ? { ...price, value: price.value + 0.1 } : price + 0.1);

/** A program as it is built, with a catalog beside it whose prices are all ten cents more. */
function withDearerCatalog(use) {
  const folder = mkdtempSync(join(tmpdir(), 'dearer-'));
  try {
    const live = merge(readCatalog());
    const prices = live.prices.map((price) => ({ ...price, usd: moved(price.usd) }));
    const api = live.api.map((price) => ({ ...price, input_usd_m: moved(price.input_usd_m), output_usd_m: moved(price.output_usd_m) }));
    copyFileSync(fromRoot('build/native/ridgepoint'), join(folder, 'ridgepoint'));
    writeFileSync(join(folder, 'catalog.json'), JSON.stringify({ ...live, prices, api }));
    return use(join(folder, 'ridgepoint'), join(folder, 'catalog.json'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('ten cents on every price of catalog/ move no recorded answer', () => {
  const questions = asked.filter(({ name }) => /^(scenarios\/(cost|default|train_buy|serve_instance)|recommend|compare|runs_on\/)/.test(name));
  assert.ok(questions.length > 15);
  withDearerCatalog((program, catalog) => {
    assert.deepEqual(nativeAnswers(questions, { program }), nativeAnswers(questions));
    // They would move answers over the live catalog.
    const price = (of) => JSON.parse(ridgepoint(['estimate'], '{}', { catalog: of })).cost.rent_usd_gpu_h;
    assert.ok(Math.abs(price(catalog) - price(fromRoot('build/native/catalog.json')) - 0.1) < 1e-9);
  });
});

test('the frozen catalog is small enough to read: a record a line', () => {
  const text = readFileSync(CATALOG, 'utf8');
  const lines = text.trimEnd().split('\n');
  assert.ok(lines.length < 600, `${lines.length} lines`);
  const records = lines.map((line) => line.replace(/,$/, '').replace(/\]$/, '')).filter((line) => line.startsWith('{') && line.endsWith('}'));
  const { calibration, ...kinds } = JSON.parse(text);
  const lists = [...Object.values(kinds), ...Object.values(calibration)].filter(Array.isArray);
  assert.equal(records.length, lists.flat().length);
});
