// The recorded answers: node tests/golden/record.mjs [--check]
//
// Writes what the native engine answers over the frozen catalog to every question of asked.mjs: figures and ids into a file each in
// recorded/ (form.mjs), sentences into words.json (sentences.mjs). Records whose question is gone are taken away; a file whose
// answer is the same stays as it is. --check changes nothing and fails where an answer or a sentence is another, was -> is. Ids,
// words and structure are the same exactly, numbers to 1e-9.
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeWhole } from '../../tools/write_whole.mjs';
import { answerable, asked, CATALOG, fromRoot, nativeAnswers } from './asked.mjs';
import { differences, shown } from './differences.mjs';
import { brief, form, written } from './form.mjs';
import { wordsOf } from './sentences.mjs';

const TOLERANCE = 1e-9;
const LONGEST = 400; // of a value in a message
const WORDS = 'words';

// Inputs that are filled in are recorded where they are other than here, by workload.
const STANDARDS = { serve: 'scenarios/default', batch: 'scenarios/default', finetune: 'scenarios/finetune_lora_default', train: 'scenarios/train_llama_7b_64x_a100' };

// Explanations and series are two thirds of an answer: one scenario of a kind has them.
const EXPLAINED = new Set([
  'default', 'cost_every_input', 'cost_hosted_api', 'custom_model', 'finetune_grpo_qwen3_8b', 'finetune_qlora_70b', 'serve_deepseek_v3_mla',
  'serve_prefill_and_decode_apart_with_targets', 'serve_qwen3_next_hybrid', 'serve_rate_with_targets', 'serve_sdxl', 'serve_whisper_large_audio',
  'train_llama_405b_failures', 'train_resnet50_8x_a100',
].map((name) => `scenarios/${name}`));

const pathOf = (name) => fromRoot(`tests/golden/${name === WORDS ? name : `recorded/${name}`}.json`);

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

const answers = nativeAnswers();

function recordOf({ name, text }) {
  const answer = answers.get(name);
  if (name.startsWith('said/') && answer.ok) return brief(answer);
  const standard = STANDARDS[answer.scenario?.workload];
  return form(answer, {
    question: answer.ok ? JSON.parse(text) : {},
    standard: standard === name ? undefined : answers.get(standard),
    simulated: name.startsWith('scenarios/'),
    explains: EXPLAINED.has(name),
  });
}

const list = (texts) => `[${texts.map((text) => JSON.stringify(text)).join(',\n')}]`;
const writtenWords = (words) => `{\n${Object.entries(words).map(([id, texts]) => `${JSON.stringify(id)}: ${list(texts)}`).join(',\n')}\n}\n`;
const write = (name, record) => {
  mkdirSync(dirname(pathOf(name)), { recursive: true });
  writeWhole(pathOf(name), name === WORDS ? writtenWords(record) : `${written(record)}\n`);
};

const names = new Set(asked.map(({ name }) => name));
const gone = () => readdirSync(fromRoot('tests/golden/recorded'), { recursive: true })
  .filter((file) => file.endsWith('.json')).map((file) => file.replace(/\.json$/, '')).filter((name) => !names.has(name));

const value = (one) => (one === undefined ? 'nothing' : JSON.stringify(one).slice(0, LONGEST));

// Answers that are none, and refusals that are answers.
function refusal(name) {
  const { ok, errors } = answers.get(name) ?? { ok: answerable(name) };
  const expected = answerable(name);
  return expected === undefined || ok === expected ? [] : [`ok is ${ok}${ok ? '' : `: ${errors[0].message}`}`];
}

const [mode] = process.argv.slice(2);
const checking = mode === '--check';
if (mode && !checking) throw new Error('usage: node tests/golden/record.mjs [--check]');
const catalog = read(CATALOG);
const records = [...asked.map((question) => [question.name, recordOf(question)]), [WORDS, wordsOf(asked.map(({ name }) => answers.get(name)), catalog)]];
let [passed, failed, changed] = [0, 0, 0];
for (const [name, now] of records) {
  const found = differences(read(pathOf(name)), now, TOLERANCE);
  if (!checking && found.length > 0) {
    write(name, now);
    changed += 1;
  }
  const wrong = [...(name === WORDS ? [] : refusal(name)), ...(checking ? found.map(([pointer, was, is]) => `${pointer}: ${value(was)} -> ${value(is)}`) : [])];
  if (wrong.length === 0) { passed += 1; continue; }
  failed += 1;
  console.log(shown(name, wrong));
}
for (const name of gone()) {
  if (checking) { failed += 1; console.log(`${name}\n  is recorded, and nothing asks it`); } else rmSync(pathOf(name));
}
if (checking && failed > 0) console.log('What is meant to move is recorded anew by node tests/golden/record.mjs');
if (!checking) console.log(`${changed} of ${records.length} records are written anew`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
