// Measured rows joined with what was predicted for them, class by class.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rowsOf } from '../../tools/catalog/csv.mjs';

/** @typedef {{name: string, about: string, address: string, file: string, dates: string}} Source */
/** @typedef {{id: string, class: string, metric: string, unit: string, measured: number | string, predicted: number | string,
 *   name: string, source: Source}} Row */
/** @typedef {{name: string, regime: string, label: string, rows: Row[], count: number, median: number, p90: number, bias: number,
 *   source: Source}} Class */
/** Errors of a kind of figure over all sources. @typedef {{class: string, rows: number, median_error: number, p90_error: number}} Regime */
/** What two sources measured of the same runs. @typedef {{class: string, pairs: number, median: number, p90: number}} Repeats */

/** The CSV files below a folder, in one order everywhere. @param {string} folder */
export async function tablesOf(folder) {
  const names = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll('\\', '/'));
  const files = names.filter((name) => name.endsWith('.csv')).sort();
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(join(folder, file), 'utf8') })));
}

/** What is shown: classes with their rows, skipped rows by reason, sources.
 * @param {any} compared the JSON of `ridgepoint validate` @param {{file: string, text: string}[]} tables @param {string} sourcesCsv */
export function joined(compared, tables, sourcesCsv) {
  const cells = new Map(tables.flatMap(({ file, text }) => rowsOf(text).map((row) => [row.id, { row, file }])));
  const firsts = new Map([...cells.values()].reverse().map(({ row, file }) => [file, row]));
  const sources = new Map(rowsOf(sourcesCsv).map((row) => [row.file, sourceOf(row, firsts.get(row.file))]));
  /** @param {any} row @returns {Row} */
  const named = (row) => {
    const { row: cell, file } = known(cells.get(row.id), row.id);
    const source = known(sources.get(file), file);
    return { ...row, name: nameOf(cell), source: ownAddress(source, cell) };
  };
  const scored = compared.rows.filter((/** @type {any} */ row) => row.skipped === undefined).map(named);
  const byClass = grouped(scored);
  const classes = compared.classes.map((/** @type {any} */ c) => classOf(c, byClass.get(c.class) ?? []));
  const used = new Set(tables.map(({ file }) => file));
  return {
    classes: /** @type {Class[]} */ (classes),
    regimes: /** @type {Regime[]} */ (compared.regimes),
    allRegimes: /** @type {Regime[]} */ (compared.all_regimes),
    repeats: /** @type {Repeats[]} */ (compared.repeats),
    skipped: reasonsOf(compared.rows),
    sources: [...sources.values()].filter((source) => used.has(source.file)),
    scored: /** @type {Row[]} */ (scored),
    devices: new Set(scored.map((/** @type {Row} */ row) => known(cells.get(row.id), row.id).row.gpu)).size,
  };
}

/** @template T @param {T | undefined} value @param {string} name @returns {T} */
function known(value, name) {
  if (value === undefined) throw new Error(`${name} is not among the measured rows or sources`);
  return value;
}

/** Rows by the name of their class. @param {Row[]} rows */
function grouped(rows) {
  /** @type {Map<string, Row[]>} */
  const groups = new Map();
  for (const row of rows) {
    const group = groups.get(row.class);
    if (group) group.push(row);
    else groups.set(row.class, [row]);
  }
  return groups;
}

/** @param {any} c @param {Row[]} rows @returns {Class} */
function classOf(c, rows) {
  const at = c.class.indexOf(': ');
  const source = known(rows[0], c.class).source;
  return {
    name: c.class, regime: c.class.slice(0, at), label: c.class.slice(at + 2), rows, source,
    count: c.rows, median: c.median_error, p90: c.p90_error, bias: c.bias,
  };
}

/** "4 × H100 SXM5 80GB, Llama 3.1 70B, fp8, vllm, 32 at once, 4096 + 512 tokens": what tells a row from its neighbours.
 * @param {Record<string, string>} row */
function nameOf(row) {
  const several = Number(row.gpu_count) > 1 ? `${row.gpu_count} × ` : '';
  const length = row.seq_len ? `sequence ${row.seq_len}` : lengthOf(row);
  const batch = row.batch_or_concurrency ? atOnce(row.batch_or_concurrency) : row.batch && `batch ${row.batch}`;
  const method = row.method && row.method !== 'full' ? row.method : '';
  const format = row.precision_weights ?? row.precision;
  const micro = row.micro_batch && `micro-batch ${row.micro_batch}`;
  return [several + row.gpu, row.model ?? row.model_and_shape, method, format, row.engine, batch, micro, length].filter(Boolean).join(', ');
}

/** @param {string} count */
const atOnce = (count) => (/^\d+$/.test(count) ? `${count} at once` : count === 'max' ? 'as many as fit' : count);

/** @param {Record<string, string>} row */
function lengthOf({ input_tokens: input, output_tokens: output }) {
  if (!input && !output) return '';
  return output ? `${input || '?'} + ${output} tokens` : `${input} tokens`;
}

/** @param {Record<string, string>} row of the list of sources @param {Record<string, string>} [first] of its measured rows
 * @returns {Source} */
function sourceOf({ file, source, where, dates }, first) {
  const about = /^(see each row|https?:)/.test(where) ? '' : where;
  const address = addressOf(where) || addressOf(source) || repositoryOf(addressOf(first?.source_path_or_url ?? ''));
  return { file, name: source, about, address, dates };
}

/** @param {string} address */
const repositoryOf = (address) => address.replace(/\/(blob|tree)\/.*$/, '');

/** The source with the row's own page where the table names one.
 * @param {Source} source @param {Record<string, string>} row @returns {Source} */
function ownAddress(source, row) {
  const address = addressOf(row.source_path_or_url ?? '') || source.address;
  return address === source.address ? source : { ...source, address };
}

/** An address in a remark on where something is: a URL, an arXiv number, "owner/repository path @commit"; else "".
 * @param {string} text */
export function addressOf(text) {
  const url = /https?:\/\/[^\s,;)]+/.exec(text)?.[0];
  if (url) return url;
  const paper = /arXiv (\d{4}\.\d{4,5})/.exec(text)?.[1];
  if (paper) return `https://arxiv.org/abs/${paper}`;
  const [, repository, path] = /^([\w-]+\/[\w.-]*\w)(?:\s*[@;(]|$|\s+([\w./-]+))/.exec(text) ?? [];
  if (!repository || file.test(repository)) return /^[\w-]+\.[\w.-]+\/[\w-]+/.test(text) ? `https://${text.split(' ')[0]}` : '';
  const commit = /@\s?([0-9a-f]{7,40})\b/.exec(text)?.[1];
  const inside = commit && path && (path.includes('/') || file.test(path)) ? `/${file.test(path) ? 'blob' : 'tree'}/${commit}/${path}` : '';
  return `https://github.com/${repository}${inside}`;
}

const file = /\.(md|rst|csv|json|html|py|sh|txt|yaml|yml)$/;

/** Rows that were left out, by reason: names of the unknown things are gathered.
 * @param {any[]} rows @returns {{why: string, rows: number, names: string[]}[]} */
function reasonsOf(rows) {
  /** @type {Map<string, {why: string, rows: number, names: string[]}>} */
  const reasons = new Map();
  for (const { skipped } of rows) {
    if (skipped === undefined) continue;
    const { why, name } = reasonOf(skipped);
    const reason = reasons.get(why) ?? { why, rows: 0, names: [] };
    reason.rows += 1;
    if (name && !reason.names.includes(name)) reason.names.push(name);
    reasons.set(why, reason);
  }
  return [...reasons.values()].sort((a, b) => b.rows - a.rows);
}

/** @param {string} skipped @returns {{why: string, name?: string}} */
function reasonOf(skipped) {
  const [, what, name, how] = /^the (device|model|network|method) (.+) is not (known|computed)$/.exec(skipped) ?? [];
  if (what) return { why: how === 'known' ? `a ${what} that the catalog does not have` : `a ${what} that is not computed`, name };
  const [, said] = /^\/[\w/]+: (.+)$/.exec(skipped) ?? [];
  return said ? { why: 'refused by the engine', name: said.replace(/\.$/, '') } : { why: skipped };
}
