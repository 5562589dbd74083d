// How far the coefficients in force are from the runs they are fitted to, by class: in_fit.csv.
//   node tests/validation/in_fit.mjs   writes it anew, after a fit or a change of a formula, with the engine in build/native
import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const fromRoot = (/** @type {string} */ path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const MOST_OUTPUT = 1 << 28;

export const recorded = fromRoot('tests/validation/in_fit.csv');

/** The table as text: class, runs, median and 90th percentile of the error in percent. */
export function inFit() {
  const folder = fromRoot('tests/validation/measured');
  const tables = readdirSync(folder).flatMap((kind) => readdirSync(`${folder}/${kind}`).map((file) => `${folder}/${kind}/${file}`));
  const out = execFileSync(fromRoot('build/native/ridgepoint'), ['validate', '--json', ...tables], { encoding: 'utf8', maxBuffer: MOST_OUTPUT });
  const percent = (/** @type {number} */ share) => (100 * share).toFixed(1);
  const lines = JSON.parse(out).regimes.map((/** @type {any} */ r) => `"${r.class}",${r.rows},${percent(r.median_error)},${percent(r.p90_error)}`);
  return `${['class,runs,median,p90', ...lines].join('\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(recorded, inFit());
