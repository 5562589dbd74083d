// Every sentence that the engine can say has its words in words.json, or in a unit test that is named here.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fromRoot } from './asked.mjs';

const read = (path) => readFileSync(fromRoot(path), 'utf8');
const words = JSON.parse(read('tests/golden/words.json'));
const keys = Object.keys(words);

const sources = (...rooms) => rooms.flatMap((room) => readdirSync(fromRoot(`engine/${room}`)).filter((name) => name.endsWith('.cpp')).map((name) => read(`engine/${room}/${name}`)));
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
    bad_text: 'tests/engine/import/gguf_test.cpp',
    bad_value: 'tests/engine/ask/url_test.cpp',
    catalog_date: 'tests/engine/json/api_test.cpp',
    duplicate_field: 'tests/engine/json/value_tree_test.cpp',
    duplicate_key: 'tests/engine/ask/url_test.cpp',
    missing: 'tests/engine/json/catalog_test.cpp',
    too_large: 'tests/engine/import/gguf_test.cpp',
    too_long: 'tests/engine/json/document_test.cpp',
    too_many: 'tests/engine/json/document_test.cpp',
    truncated: 'tests/engine/import/gguf_test.cpp',
    unknown_fact: 'tests/engine/ask/resolve_test.cpp',
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
  const ways = [/\b(?:report|refuse|note)\(\s*(?:problems, )?"(\w+)"/g, /\bProblems?(?: \w+)?\{+\s*"(\w+)"/g, /\b(?:problems|notices)_?\.push_back\(\s*\{\s*"(\w+)"/g, /return \{"(\w+)", (?:rule\.)?path\b/g];
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
