// The recorded answers: node tests/golden/record.mjs [--check]
//
// Writes what the native engine answers to every question of asked.mjs, a file each in recorded/, and takes away those
// whose question is gone; a file whose answer is the same stays as it is. --check changes nothing and fails where an
// answer is another, was -> is. Words and structure are the same exactly, numbers to 1e-9.
//
// A record is JSON with sorted names, where what holds plain values only is one line: a figure that moves is a line of
// the diff. It leaves out the engine's version and the catalog's day, and of the inputs that are said back those that are as
// for the standard scenario, scenarios/default.
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeWhole } from '../../tools/write_whole.mjs';
import { answerable, asked, fromRoot, nativeAnswers, PARTS } from './asked.mjs';
import { differences, differing, leaves, shown } from './differences.mjs';

const DIGITS = 10;
const TOLERANCE = 1e-9;
const LONGEST = 400; // of a value in a message
const STANDARD = 'scenarios/default';

// Explanations and series are two thirds of an answer: one scenario of a kind has them.
const EXPLAINED = new Set([
  'default', 'cost_every_input', 'cost_hosted_api', 'custom_model', 'finetune_grpo_qwen3_8b', 'finetune_qlora_70b', 'serve_deepseek_v3_mla',
  'serve_prefill_and_decode_apart_with_targets', 'serve_qwen3_next_hybrid', 'serve_rate_with_targets', 'serve_sdxl', 'serve_whisper_large_audio',
  'train_llama_405b_failures', 'train_resnet50_8x_a100',
].map((name) => `scenarios/${name}`));
const partsOf = (name) => (EXPLAINED.has(name) ? PARTS : name.startsWith('scenarios/') ? ['percentiles', 'limits'] : []);

const pathOf = (name) => fromRoot(`tests/golden/recorded/${name}.json`);

const isPlain = (value) => value === null || typeof value !== 'object';

// A long text that the row above has too.
const DITTO = '〃';
const shortened = (row, above) => Object.fromEntries(Object.entries(row)
  .map(([name, value]) => [name, typeof value === 'string' && value.length > 20 && value === above[name] ? DITTO : value]));

// Sorted names, numbers to DIGITS.
function rounded(value) {
  if (typeof value === 'number') return Number(value.toPrecision(DIGITS));
  if (Array.isArray(value)) return value.map((row, i) => rounded(i > 0 && !isPlain(row) && !Array.isArray(row) ? shortened(row, value[i - 1]) : row));
  if (isPlain(value)) return value;
  return Object.fromEntries(Object.keys(value).sort().map((name) => [name, rounded(value[name])]));
}

const without = (list, others) => list.filter((one) => !others.includes(one));

// An answer as it is recorded beside the standard one.
function form(name, answer, standard) {
  const { engine_version: _, catalog_date: __, ...kept } = answer;
  for (const part of ['serves', 'finetunes', 'trains'])
    if (kept[part]) kept[part] = kept[part].map((row) => ({ ...row, model: row.model.id }));
  if (kept.scenario && name !== STANDARD) {
    kept.scenario = differing(leaves(kept.scenario), leaves(standard.scenario));
    kept.defaulted = { also: without(kept.defaulted, standard.defaulted), not: without(standard.defaulted, kept.defaulted) };
  }
  return rounded(kept);
}

function written(value) {
  if (isPlain(value) || Object.values(value).every(isPlain)) return JSON.stringify(value);
  const lines = Array.isArray(value) ? value.map(written) : Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}:${written(inner)}`);
  return Array.isArray(value) ? `[\n${lines.join(',\n')}]` : `{\n${lines.join(',\n')}}`;
}

function recorded(name) {
  try {
    return JSON.parse(readFileSync(pathOf(name), 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

const names = new Set(asked.map(({ name }) => name));
const gone = () => readdirSync(fromRoot('tests/golden/recorded'), { recursive: true })
  .filter((file) => file.endsWith('.json')).map((file) => file.replace(/\.json$/, '')).filter((name) => !names.has(name));

const value = (one) => (one === undefined ? 'nothing' : JSON.stringify(one).slice(0, LONGEST));

// What differs, and answers that are none or refusals that are answers.
function wrongWith(name, answer, found) {
  const expected = answerable(name);
  const refusal = expected === undefined || answer.ok === expected ? [] : [`ok is ${answer.ok}${answer.ok ? '' : `: ${answer.errors[0].message}`}`];
  return [...refusal, ...found.map(([pointer, was, is]) => `${pointer}: ${value(was)} -> ${value(is)}`)];
}

const [mode] = process.argv.slice(2);
const checking = mode === '--check';
if (mode && !checking) throw new Error('usage: node tests/golden/record.mjs [--check]');
const answers = nativeAnswers(partsOf);
let [passed, failed, changed] = [0, 0, 0];
for (const [name, answer] of answers) {
  const now = form(name, answer, answers.get(STANDARD));
  const found = differences(recorded(name), now, TOLERANCE);
  if (!checking && found.length > 0) {
    mkdirSync(dirname(pathOf(name)), { recursive: true });
    writeWhole(pathOf(name), `${written(now)}\n`);
    changed += 1;
  }
  const wrong = wrongWith(name, answer, checking ? found : []);
  if (wrong.length === 0) { passed += 1; continue; }
  failed += 1;
  console.log(shown(name, wrong));
}
for (const name of gone()) {
  if (checking) { failed += 1; console.log(`${name}\n  is recorded, and nothing asks it`); } else rmSync(pathOf(name));
}
if (checking && failed > 0) console.log('What is meant to move is recorded anew by node tests/golden/record.mjs');
if (!checking) console.log(`${changed} of ${answers.size} answers are recorded anew`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
