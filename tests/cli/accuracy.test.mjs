// The errors of the coefficients in force are those on record: a formula or a coefficient that moves shows what it does to them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { inFit, recorded } from '../validation/in_fit.mjs';

const ROUNDING = 0.15; // percent: libraries differ in the last digits of a logarithm

/** @param {string} text */
const byClass = (text) => new Map(text.trim().split('\n').slice(1).map((line) => {
  const [, name, ...figures] = /^"(.*)",([^,]+),([^,]+),([^,]+)$/.exec(line) ?? [];
  return [name, figures.map(Number)];
}));

test('errors in the fit are as recorded; after a change that is meant, node tests/validation/in_fit.mjs', () => {
  const now = byClass(inFit());
  const then = byClass(readFileSync(recorded, 'utf8'));
  assert.deepEqual([...now.keys()], [...then.keys()]);
  for (const [name, [runs, ...errors]] of now) {
    assert.equal(runs, then.get(name)[0], `runs of ${name}`);
    errors.forEach((error, i) => {
      const was = then.get(name)[i + 1];
      assert.ok(Math.abs(error - was) < ROUNDING, `${name}: ${i === 0 ? 'median' : '90th percentile'} ${error}%, on record ${was}%`);
    });
  }
});
