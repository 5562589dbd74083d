// A report as Markdown, text, CSV and JSON.
import { csvLine } from '../files.js';

/** @typedef {import('./content.js').Report} Report */

/** What would be read as a sign of Markdown is not. @param {string} text */
const escaped = (text) => text.replace(/[\\`*_{}[\]<>#|]/g, '\\$&').replace(/\s+/g, ' ');

/** @param {import('./content.js').Table} table */
const tableText = ({ title, heads, rows }) => [`## ${title}`, '', line(heads), line(heads.map(() => '---')), ...rows.map((row) => line(row.map(escaped))), ''].join('\n');

/** @param {string[]} cells */
const line = (cells) => `| ${cells.join(' | ')} |`;

/** @param {Report} report */
export function asMarkdown({ sentence, title, link, about, tables, warnings, sources }) {
  const list = (/** @type {string} */ head, /** @type {string[]} */ items) => (items.length ? [`## ${head}`, '', ...items.map((item) => `- ${item}`), ''] : []);
  return [
    `# ${escaped(title)}`, '', escaped(sentence), '', `${escaped(about)}. [Open this scenario](<${link}>)`, '',
    ...list('Good to know', warnings.map(escaped)), ...tables.map(tableText),
    ...list('Sources', sources.map(({ text, url }) => (url ? `[${escaped(text)}](<${url}>)` : escaped(text)))),
  ].join('\n');
}

/** The answer and its figures, to paste into a message. @param {Report} report */
export function asText({ sentence, link, about, tables, warnings }) {
  const figures = tables.find(({ title }) => title === 'Figures');
  const wide = Math.max(0, ...(figures?.rows ?? []).map(([label]) => label.length));
  return [sentence, '', ...(figures?.rows ?? []).map(([label, value, range]) => `${label.padEnd(wide)}  ${value}${range ? ` (${range})` : ''}`),
    ...(warnings.length ? ['', ...warnings.map((text) => `! ${text}`)] : []), '', about, link, ''].join('\n');
}

/** Figures, and what memory and time are made of, one a line. @param {Report} report */
export function asCsv({ figures, result, link }) {
  const lines = [
    ['pointer', 'label', 'value', 'unit', 'low', 'high'],
    ...figures.map((f) => [f.pointer, f.label, f.value, f.unit, f.low, f.high]),
    ...result.memory.lines.map((l) => [`/memory/lines/${l.id}`, l.label, l.gb, 'GB']),
    ...result.speed.time_lines.map((l) => [`/speed/time_lines/${l.id}`, l.label, l.s, 's']),
    ...(result.cost.ways ?? []).map((w) => [`/cost/ways/${w.id}`, w.label, w.usd_per_useful_gpu_h, 'US$/h']),
    ['link', link],
  ];
  return lines.map(csvLine).join('');
}

/** The engine's whole answer, with the link that asks for it. @param {Report} report */
export const asJson = ({ result, link }) => `${JSON.stringify({ link, ...result }, null, 2)}\n`;
