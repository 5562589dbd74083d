// Figures and tables of the documentation, by name. What follows a colon in a name is an argument: `runs:TTFT`.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { groupOf, groups, figures as titles, titleOf } from '../../web/report/regimes.mjs';
import { examples } from '../../web/src/presets.js';
import { rowsOf } from '../catalog/csv.mjs';
import { plain, readCatalog, root } from '../catalog/files.mjs';
import { sizes } from '../size.mjs';

const textOf = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8');
const tableOf = (/** @type {string} */ path) => rowsOf(textOf(path));
const grouped = (/** @type {number} */ x) => x.toLocaleString('en');
const percent = (/** @type {number} */ share) => `${Math.round(100 * share)}%`;
const FEWEST_PAIRS = 5;
const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

const number = (/** @type {number} */ x) => ({ text: grouped(x) });
const word = (/** @type {number} */ x) => ({ text: WORDS[x] ?? grouped(x) });
/** What another compiler or bundler makes a tenth larger or smaller. @param {number} x @param {number} digits */
const about = (x, digits) => ({ text: x.toFixed(digits), value: x, near: 0.1 * x + 0.5 * 10 ** -digits });

const catalog = readCatalog();
const repeats = (/** @type {string} */ name) => measured('tests/validation/repeats.csv', name);

/** @param {string} file @param {string} name of a class of figures */
function measured(file, name) {
  const row = tableOf(file).find((row) => row.class === name);
  if (!row) throw new Error(`${file} has no class "${name}"`);
  return row;
}

/** Errors on runs that the fit had not seen, of all devices. @type {{figure: string, device_class?: string, rows: number, median: number, p90: number, covered?: number}[]} */
const leftOut = catalog.calibration.flatMap(({ content }) => content.errors ?? []).filter((/** @type {any} */ e) => !e.device_class);
const covered = leftOut.flatMap((e) => e.covered ?? []);

/** A field of a record of the catalog. @param {string} kind @param {string} id @param {string} field */
function fact(kind, id, field) {
  const found = /** @type {any} */ (catalog)[kind].find(({ record }) => record.id === id)?.record[field];
  if (found === undefined) throw new Error(`catalog: ${kind} ${id} has no ${field}`);
  return plain(found);
}

/** TFLOP of one pass of a network, or of its attention. @param {string} id of a model @param {string} role @param {string} field */
const tflop = (id, role, field) => ({ text: (fact('models', id, 'components').find((/** @type {any} */ c) => c.role === role)[field] / 1e3).toFixed(2) });

/** A number that a source file gives to a name. @param {string} file @param {RegExp} pattern */
function constant(file, pattern) {
  const found = pattern.exec(textOf(file));
  if (!found) throw new Error(`${file} has no ${pattern}`);
  return Number(found[1].replaceAll("'", ''));
}

const site = (/** @type {string} */ file) => readFileSync(join(root, 'build/site', file));
const gzipped = (/** @type {string} */ file) => gzipSync(site(file), { level: 9 }).length;
const gzippedOf = (/** @type {string[]} */ files) => files.reduce((sum, file) => sum + gzipped(file), 0);
const keptFiles = () => [...site('sw.js').toString().matchAll(/\["([^"]+)","sha256-/g)].map(([, name]) => name);
const firstLoad = () => sizes(join(root, 'build/site')).reduce((sum, { gzip }) => sum + gzip, 0);

/** The engine's sentence. @param {object} scenario */
function answer(scenario) {
  const program = join(root, 'build/native/ridgepoint');
  return execFileSync(program, ['estimate', '--format', 'text'], { input: JSON.stringify(scenario), encoding: 'utf8' }).split('\n')[0];
}

/** "9% (36%)" of a median and a 90th percentile in percent. @param {string | undefined} median @param {string | undefined} p90 */
const spread = (median, p90) => `${Math.round(Number(median))}% (${Math.round(Number(p90))}%)`;

/** Errors in the fit of all runs of a class, of those that are not hard, and how far two sources are apart. @param {Record<string, string>} row */
function classLine(row) {
  const apart = tableOf('tests/validation/repeats.csv').find(({ class: name, pairs }) => name === row.class && Number(pairs) >= FEWEST_PAIRS);
  const figures = [grouped(Number(row.all_runs)), spread(row.all_median, row.all_p90), spread(row.median, row.p90), apart ? spread(apart.median, apart.p90) : ''];
  return `| ${titleOf(row.class)} | ${figures.join(' | ')} |`;
}

/** Lines of at most so many characters. @param {string} text @param {number} width */
function wrapped(text, width = 100) {
  return text.split(' ').reduce((lines, next) => {
    const line = lines.at(-1);
    return line && line.length + next.length < width ? [...lines.slice(0, -1), `${line} ${next}`] : [...lines, next];
  }, /** @type {string[]} */ ([]));
}

/** @type {Record<string, (...parts: string[]) => import('../figures.mjs').Figure>} */
export const figures = {
  records: (kind) => number(/** @type {any} */ (catalog)[kind].length),
  'learn pages': () => word(readdirSync(join(root, 'web/learn/pages')).length),
  'model types': () => number(textOf('engine/import/known/families.txt').split('\n').filter((line) => line && !line.startsWith('#'))
    .reduce((sum, line) => sum + 1 + (/ also=(\S+)/.exec(line)?.[1].split(',').length ?? 0), 0)),
  articles: () => word(tableOf('tests/validation/articles.csv').length),

  sources: () => number(tableOf('tests/validation/sources.csv').length),
  'figures compared': () => number(tableOf('tests/validation/in_fit.csv').reduce((sum, { all_runs: runs }) => sum + Number(runs), 0)),
  'covered at least': () => ({ text: String(Math.round(100 * Math.min(...covered))) }),
  'covered at most': () => ({ text: String(Math.round(100 * Math.max(...covered))) }),
  'median between sources': (name) => ({ text: String(Math.round(Number(repeats(name).median))) }),
  'p90 between sources': (name) => ({ text: String(Math.round(Number(repeats(name).p90))) }),

  'requests simulated': () => number(constant('engine/estimate/latency.cpp', /kRequests = ([\d']+);/)),
  'characters of a link': () => number(constant('engine/ask/url.h', /kLongestUrl = ([\d']+);/)),
  'days a price is fresh': () => number(constant('engine/base/dates.h', /kStaleDays = ([\d']+);/)),

  bits: (format, digits) => ({ text: fact('formats', format, 'bits').toFixed(Number(digits)) }),
  model: (id, field) => number(Math.round(fact('models', id, field))),
  tflop: (id, role) => tflop(id, role, 'gflop'),
  'attention tflop': (id, role) => tflop(id, role, 'attention_gflop'),

  'random scenarios natively': () => number(constant('tools/test', /scenario_generator 1 (\d+) checks/)),
  'random scenarios in WebAssembly': () => number(constant('tools/test', /agreement\.mjs (\d+)$/m)),
  'seconds of a fuzzer': () => number(constant('tools/test', /^  sanitized (\d+)\n\}/m)),
  'seconds of a fuzzer alone': () => number(constant('tools/test', /^    sanitized (\d+)\n    finish/m)),

  'site embed.js': () => about(gzipped('embed.js') / 1e3, 0),
  'site frame': () => about(sizes(join(root, 'build/site'), 'embed.html').reduce((sum, { gzip }) => sum + gzip, 0) / 1e6, 1),
  'site rest': () => about(gzipped(readdirSync(join(root, 'build/site')).filter((name) => name.startsWith('part-later'))[0]) / 1e3, 0),
  'site kept': () => about((gzippedOf(keptFiles()) - firstLoad() - gzippedOf(keptFiles().filter((name) => name.startsWith('part-later')))) / 1e6, 1),
  'site standalone': () => about(site('standalone.html').length / 1e6, 1),
  'site share': (file) => about((100 * gzipped(file)) / firstLoad(), 0),
};

/** Texts of several lines. @type {Record<string, () => string>} */
export const blocks = {
  answers: () => {
    const { serve, finetune, train } = examples;
    return [serve, finetune, train].map((scenario) => `${wrapped(answer(scenario)).map((line) => `> ${line}`).join('\n')}\n`).join('>\n');
  },
  'command line': () => {
    const [, scenario] = /^echo '([^']+)'/m.exec(textOf('web/docs/command-line.md')) ?? [];
    return ['```', ...wrapped(answer(JSON.parse(scenario))), '```', ''].join('\n');
  },
  classes: () => {
    const rows = tableOf('tests/validation/in_fit.csv').filter((row) => Number(row.runs) > 0 && !['fits or not', 'longest sequence'].includes(row.class));
    const of = groups.filter(({ id }) => id !== 'other').map(({ id, title }) => [`| **${title}** | | | | |`,
      ...rows.filter((row) => groupOf(row.class).id === id).map(classLine)].join('\n'));
    return ['| class | runs | all | without hard ones | two sources apart |', '|---|---|---|---|---|', ...of, ''].join('\n');
  },
  errors: () => {
    const rows = Object.entries(titles).flatMap(([figure, title]) => leftOut.filter((e) => e.figure === figure).map((e) => [title, grouped(e.rows), percent(e.median), percent(e.p90)]));
    return ['| figure | runs | median error | nine of ten within |', '|---|---|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`), ''].join('\n');
  },
};
