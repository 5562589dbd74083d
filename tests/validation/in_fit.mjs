// How far the coefficients in force are from the runs they are fitted to, and these from each other.
//   node tests/validation/in_fit.mjs   writes the tables anew, after a fit or a change of a formula, with the engine in build/native
//
// in_fit.csv: runs, median and 90th percentile of the error in percent, by class; of those that are not hard, and of all.
// repeats.csv: runs that two sources measured, and how far these differ, in percent, by class.
// in_fit_by_coefficients.csv: by set of coefficients and class, the mean of ln(predicted / measured) in percent, which
// moves with every coefficient that bears on a run.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeWhole } from '../../tools/write_whole.mjs';

const fromRoot = (/** @type {string} */ path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const MOST_OUTPUT = 1 << 28;
const percent = (/** @type {number} */ share, /** @type {number} */ digits) => (100 * share).toFixed(digits);

const errors = (/** @type {any} */ r) => (r ? `${r.rows},${percent(r.median_error, 1)},${percent(r.p90_error, 1)}` : '0,0,0');

/** @param {any[]} regimes @param {any[]} all */
const byClass = (regimes, all) => ['class,runs,median,p90,all_runs,all_median,all_p90',
  ...all.map((r) => `"${r.class}",${errors(regimes.find((kept) => kept.class === r.class))},${errors(r)}`)];

/** @param {any[]} repeats */
const apart = (repeats) => ['class,pairs,median,p90',
  ...repeats.map((r) => `"${r.class}",${r.pairs},${percent(r.median, 1)},${percent(r.p90, 1)}`)];

/** @param {any[]} rows */
function byCoefficients(rows) {
  /** @type {Map<string, number[]>} */
  const logs = new Map();
  for (const { class: name, coefficients, predicted, measured } of rows) {
    if (!(predicted > 0 && measured > 0 && coefficients)) continue;
    const key = `"${coefficients}","${name.split(':')[0]}"`;
    logs.set(key, [...(logs.get(key) ?? []), Math.log(predicted / measured)]);
  }
  const mean = (/** @type {number[]} */ of) => of.reduce((sum, x) => sum + x, 0) / of.length;
  return ['coefficients,class,runs,mean', ...[...logs].sort().map(([key, of]) => `${key},${of.length},${percent(mean(of), 2)}`)];
}

/** The tables as they would be written, by name of the file. @returns {Record<string, string>} */
export function inFit() {
  const folder = fromRoot('tests/validation/measured');
  const tables = readdirSync(folder).flatMap((kind) => readdirSync(`${folder}/${kind}`).map((file) => `${folder}/${kind}/${file}`));
  const out = execFileSync(fromRoot('build/native/ridgepoint'), ['validate', '--json', ...tables], { encoding: 'utf8', maxBuffer: MOST_OUTPUT });
  const { regimes, all_regimes: all, repeats, rows } = JSON.parse(out);
  const text = (/** @type {string[]} */ lines) => `${lines.join('\n')}\n`;
  return { 'in_fit.csv': text(byClass(regimes, all)), 'repeats.csv': text(apart(repeats)), 'in_fit_by_coefficients.csv': text(byCoefficients(rows)) };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [file, text] of Object.entries(inFit())) writeWhole(fromRoot(`tests/validation/${file}`), text);
