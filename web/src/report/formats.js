// A report as Markdown, text, CSV and JSON.
import { csvLine } from '../files.js';

/** @typedef {import('./content.js').Report} Report */

/** What would be read as a sign of Markdown is not. @param {string} text */
const escaped = (text) => text.replace(/[\\`*_{}[\]<>#|]/g, '\\$&').replace(/\s+/g, ' ');

/** @param {string[]} heads @param {string[][]} rows */
const tableText = (heads, rows) => [line(heads.map(escaped)), line(heads.map(() => '---')), ...rows.map((row) => line(row.map(escaped))), ''];

/** @param {import('./content.js').Table} table */
const titled = ({ title, heads, rows }) => [`## ${title}`, '', ...tableText(heads, rows)];

/** @param {string[]} cells */
const line = (cells) => `| ${cells.join(' | ')} |`;

/** A formula is code, its values are text. @param {import('./content.js').Computed} c */
const computedText = ({ label, value, text, formula, filled, inputs, evidence }) => [
  `### ${escaped(label)}: ${escaped(value)}`, '', escaped([text, evidence].filter(Boolean).join(' ')), '',
  ...(inputs.length ? [`\`${formula}\``, '', `= ${escaped(filled)} = ${escaped(value)}`, '', ...tableText(['Input', 'Meaning', 'Value', 'Source'], inputs.map((i) => [i.name, i.label, i.value, i.source]))] : []),
];

/** @param {Report} report */
export function asMarkdown({ sentence, title, link, about, question, answers, computed, commands, assumptions, warnings, sources }) {
  const list = (/** @type {string} */ head, /** @type {string[]} */ items) => (items.length ? [`## ${head}`, '', ...items.map((item) => `- ${item}`), ''] : []);
  const asked = (/** @type {import('./question.js').Asked[]} */ rows) => rows.map(({ label, value }) => [label, value]);
  const open = `[Open this scenario](<${link}>)`;
  return [
    `# ${escaped(title)}`, '', '## The question', '', ...tableText(['Input', 'Value'], asked(question.given)),
    ...(question.open.length ? ['Left to the calculator:', '', ...tableText(['Input', 'Value taken'], asked(question.open))] : []),
    '## The answer', '', escaped(sentence), '', `${escaped(about)}. ${open}`, '',
    ...list('Good to know', warnings.map(escaped)), ...answers.flatMap(titled),
    '## How each figure is computed', '', ...computed.flatMap(computedText),
    ...(commands.length ? ['## Measure it yourself', '', ...commands.flatMap(({ tool, command, measures, note }) => (tool ? [escaped(`${tool}, which should measure ${measures}. ${note}`.trim()), '', '```sh', command, '```', ''] : [escaped(`No command. ${note}`), '']))] : []),
    ...assumptions.flatMap(titled),
    ...list('Sources', sources.map(({ text, url }) => (url ? `[${escaped(text)}](<${url}>)` : escaped(text)))),
    `${open} to change it or to see today’s prices.`, '',
  ].join('\n');
}

/** The question, the answer and its figures, to paste into a message. @param {Report} report */
export function asText({ sentence, link, about, question, answers, warnings }) {
  const figures = answers.find(({ title }) => title === 'Figures')?.rows ?? [];
  const asked = [...question.given, ...question.open].map(({ label, value }) => [label, value, '']);
  const wide = Math.max(0, ...[...asked, ...figures].map(([label]) => label.length));
  const lines = (/** @type {string[][]} */ rows) => rows.map(([label, value, range]) => `${label.padEnd(wide)}  ${value}${range ? ` (${range})` : ''}`);
  return [...lines(asked), '', sentence, '', ...lines(figures),
    ...(warnings.length ? ['', ...warnings.map((text) => `! ${text}`)] : []), '', about, link, ''].join('\n');
}

/** The question, figures, and what memory and time are made of, one a line. @param {Report} report */
export function asCsv({ question, figures, result, link }) {
  const heads = ['pointer', 'label', 'value', 'unit', 'low', 'high'];
  const lines = [
    heads,
    ...[...question.given, ...question.open].map((asked) => [`/scenario${asked.at}`, asked.label, asked.value]),
    ...figures.map((f) => [f.pointer, f.label, f.value, f.unit, f.low, f.high]),
    ...result.memory.lines.map((l) => [`/memory/lines/${l.id}`, l.label, l.gb, 'GB']),
    ...result.speed.time_lines.map((l) => [`/speed/time_lines/${l.id}`, l.label, l.s, 's']),
    ...(result.cost.ways ?? []).map((w) => [`/cost/ways/${w.id}`, w.label, w.usd_per_useful_gpu_h, 'US$/h']),
    ['link', link],
  ];
  return lines.map((cells) => csvLine(heads.map((_, i) => cells[i] ?? ''))).join('');
}

/** The engine's whole answer, with the link that asks for it. @param {Report} report */
export const asJson = ({ result, link }) => `${JSON.stringify({ link, ...result }, null, 2)}\n`;
