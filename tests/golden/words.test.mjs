// Every sentence that the engine can say has its words in words.json, or in a unit test that is named here.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fromRoot } from './asked.mjs';

const read = (path) => readFileSync(fromRoot(path), 'utf8');
const words = JSON.parse(read('tests/golden/words.json'));
const keys = Object.keys(words);

const sources = (...rooms) => rooms.flatMap((room) => readdirSync(fromRoot(`engine/${room}`)).filter((name) => name.endsWith('.cpp') && !name.endsWith('_fields.cpp')).map((name) => read(`engine/${room}/${name}`)));
const found = (pattern, ...rooms) => [...new Map(sources(...rooms).flatMap((text) => [...text.matchAll(pattern)]).map((match) => [match.slice(1).join(': '), match.slice(1)])).values()];

// What no question of the golden folder brings about, each with the unit test that has its id: files, links and catalogs that are
// wrong, options, and searches that end for want of effort.
const ELSEWHERE = {
  warnings: {
    sizing_ended: 'tests/engine/json/api_test.cpp',
    targets_ended: 'tests/engine/json/api_test.cpp',
    search_ended: 'tests/engine/json/api_test.cpp',
  },
  problems: {
    bad_config: 'tests/engine/json/checkpoints_test.cpp',
    bad_file: 'tests/engine/import/gguf_test.cpp',
    bad_option: 'tests/engine/json/api_test.cpp',
    catalog_date: 'tests/engine/json/api_test.cpp',
    duplicate_field: 'tests/engine/json/value_tree_test.cpp',
    duplicate_key: 'tests/engine/ask/url_test.cpp',
    missing: 'tests/engine/json/catalog_test.cpp',
    too_large: 'tests/engine/import/gguf_test.cpp',
    too_long: 'tests/engine/json/document_test.cpp',
    too_many: 'tests/engine/json/document_test.cpp',
    truncated: 'tests/engine/import/gguf_test.cpp',
    unknown_file: 'tests/engine/json/import_api_test.cpp',
    unknown_key: 'tests/engine/ask/url_test.cpp',
    unknown_kind: 'tests/engine/json/catalog_test.cpp',
    unknown_schema: 'tests/engine/json/schema_test.cpp',
    unknown_type: 'tests/engine/import/gguf_test.cpp',
  },
};

// Labels that no answer shows: lines of steps of the simulation, of which only the time is used.
const UNSHOWN = ['attention: Attention of prompts', 'draft: The prompt through the draft model'];

/** Fails for what has no words; a test that is named for one of them has to hold its id in quotes. */
function told(kind, ids, hasWords) {
  const wordless = [...new Set(ids.filter((id) => !hasWords(...id)).map((parts) => parts.join(': ')))];
  const named = ELSEWHERE[kind] ?? {};
  assert.deepEqual(wordless.filter((id) => !(id in named) && !UNSHOWN.includes(id)), [], `${kind} without words`);
  assert.deepEqual(Object.keys(named).filter((id) => !wordless.includes(id)), [], `${kind} that are named and have words`);
  for (const [id, path] of Object.entries(named)) assert.ok(read(path).includes(`"${id}"`), `${path} has no ${id}`);
  assert.ok(ids.length > 0);
}

const begins = (prefix) => keys.some((key) => key === prefix || key.startsWith(`${prefix}/`));
const says = (pattern, text) => keys.some((key) => pattern.test(key) && words[key].some((one) => one.startsWith(text)));

test('every warning', () => {
  told('warnings', found(/"(\w+)",\s*Severity::/g, 'tell', 'choose'), (id) => begins(`warnings/${id}`));
});

test('every code of a problem', () => {
  const ways = [/\b(?:report|refuse|note)\(\s*(?:[\w.]*problems, )?"(\w+)"/g, /\bProblems?(?: \w+)?\{+\s*"(\w+)"/g, /\b(?:problems|notices)_?\.push_back\(\s*\{\s*"(\w+)"/g, /return \{"(\w+)", (?:rule\.)?path\b/g];
  const codes = ways.flatMap((way) => found(way, 'ask', 'base', 'choose', 'estimate', 'facts', 'import', 'json', 'plan', 'tell'));
  told('problems', codes, (id) => begins(`errors/${id}`));
});

test('every line of memory, time and money', () => {
  const lines = found(/"([a-z][a-z0-9_]*)",\s*"([A-Z][^"]*)"/g, 'memory', 'plan', 'speed', 'estimate', 'cost');
  told('lines', lines, (id, label) => says(new RegExp(`/${id}(_\\w+)?/label$`), label));
});

test('every rule of thumb', () => {
  told('rules', found(/rules\.push_back\(\{"(\w+)"/g, 'tell'), (id) => begins(`rules_of_thumb/${id}`));
});

test('every remedy', () => {
  told('remedies', found(/changes\.push_back\(\{"([a-z_]+?)_?"/g, 'choose'), (id) => keys.some((key) => key.startsWith(`remedies/${id}`) || key.startsWith(`near_misses/remedies/${id}`)));
});

test('every explanation', () => {
  told('explanations', found(/"(\/(?:speed|memory|cost|model)\/[\w/]*)",\s*"([A-Z][^"]*)"/g, 'tell'), (pointer, label) => says(new RegExp(`^(explain|figures)/${pointer.slice(1).replaceAll('/', '.')}/label$`), label));
  told('inputs', found(/out\.(?:computed|given)\("(\w+)",\s*"([^"]+)"/g, 'tell'), (id, label) => says(new RegExp(`^explain/.*/${id}/label$`), label));
});

// Sentences of the code that stand neither in words.json nor in a unit test, by the reason. The lists only become shorter.
const UNSAID = {
  'notices of links, whose codes tests/engine/ask/url_test.cpp asks for': [
    '" is given twice; the first one counts', '" is not computed yet and was left out', '" is not known and was left out', '" was left out', 'The link has', 'The link is longer than',
    'The link\'s "', 'characters; what comes after that was left out', 'has no such value', 'is not properly encoded', 'it was read as version', 'must be a list of numbers', 'must be true or false',
  ],
  'where an input of an explanation is from, which words.json passes over': [
    'Krell et al. 2021, arXiv 2107.02027: Wikipedia at 512 tokens', 'Llama 3 herd, arXiv 2407.21783, section 3.3.4: 419 unexpected ones in 54 days on 16,384 H100',
    'weights and optimizer state at 1 GB/s a machine: Llama 3 herd, section 3.3.1', 'your own figures',
  ],
  'parts of a formula that tests/engine/json/explain_test.cpp evaluates': ['1 / (1 + (every / 2 + restart) / between', 'm + q'],
  'lines of steps of the simulation, of which only the time is used': ['Attention of prompts', 'The prompt through the draft model'],
  'not brought about yet': [
    '12 bytes × hidden × tokens: never more logits at once than hidden values', 'Memory and bandwidth of',
    'Name a model or give its size, not both', 'Owning beats renting at this use', 'a commitment of one year', 'but not at full use', 'latencies that cannot be simulated',
    'queues that grow without end', 'speed of its links', 'the time of the whole job', 'the training run',
  ],
};

const LEAST_WORDS = 3;
const strings = (text) => [...text.replace(/\/\/.*$/gm, '').replace(/"\s*\n\s*"/g, '').matchAll(/"((?:[^"\\\n]|\\.)*)"/g)].map(([, inside]) => inside.replaceAll('\\"', '"'));
const trimmed = (text) => text.replace(/^[ ,.;:()]+|[ ,.;:()]+$/g, '');

test('every piece of a sentence in the code', () => {
  const rooms = ['ask', 'market', 'choose', 'cost', 'estimate', 'memory', 'plan', 'speed', 'tell'];
  const pieces = [...new Set(sources(...rooms).flatMap(strings).map(trimmed))].filter((text) => text.split(' ').length >= LEAST_WORDS);
  const unitTests = readdirSync(fromRoot('tests/engine'), { recursive: true }).filter((name) => name.endsWith('_test.cpp')).flatMap((name) => strings(read(`tests/engine/${name}`)));
  const told = [...Object.values(words).flat(), ...unitTests].join('\n');
  assert.ok(pieces.length > 800, `${pieces.length} pieces`);
  assert.deepEqual(pieces.filter((piece) => !told.includes(piece)).sort(), Object.values(UNSAID).flat().sort());
});
