// The errors of the coefficients in force are those on record: a formula or a coefficient that moves shows what it does to them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';

import { inFit } from '../validation/in_fit.mjs';

/** Names and figures of a line: '"TPOT, dense",925,7.4,29.0'. @param {string} line @returns {[string, number[]]} */
function parts(line) {
  const at = line.lastIndexOf('",') + 1;
  return [line.slice(0, at), line.slice(at + 1).split(',').map(Number)];
}

/** @param {string} text */
const lines = (text) => new Map(text.trim().split('\n').slice(1).map(parts));

describe('errors in the fit are as recorded; after a change that is meant, node tests/validation/in_fit.mjs', () => {
  /** @type {Record<string, string>} */
  let now;
  before(() => { now = inFit(); });

  // What libraries may differ in the last digits of a logarithm, in percent.
  for (const [file, most] of /** @type {const} */ ([['in_fit.csv', 0.15], ['repeats.csv', 0.15], ['in_fit_by_coefficients.csv', 0.015]]))
    test(file, () => {
      const then = lines(readFileSync(new URL(`../validation/${file}`, import.meta.url), 'utf8'));
      const found = lines(now[file]);
      assert.deepEqual([...found.keys()], [...then.keys()]);
      for (const [name, [runs, ...errors]] of found) {
        const [ran, ...were] = then.get(name);
        assert.equal(runs, ran, `runs of ${name}`);
        errors.forEach((error, i) => assert.ok(Math.abs(error - were[i]) < most, `${name}: ${error}%, on record ${were[i]}%`));
      }
    });
});
