// Each option in a template of a command is one that its tool has, as command_flags.json lists them by version, with source
// and day. Those that no source showed stand in its `unverified`, and a command with one says so.
import { strict as assert } from 'node:assert';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { readCatalog } from '../../tools/catalog/files.mjs';

const tools = JSON.parse(await readFile(new URL('command_flags.json', import.meta.url), 'utf8'))
  .map(({ flags, forks = {}, ...tool }) => ({ ...tool, flags: [...new Set([flags, ...Object.values(forks).map((fork) => fork.flags)].flatMap((all) => (Array.isArray(all) ? all : Object.keys(all))))] }));
const records = readCatalog().benchmarks.map(({ record }) => record).filter(({ command }) => command);
const PYTHON = 'python';
const byTool = new Map(tools.map((tool) => [tool.tool, tool]));

/** Lines for a shell with all optional parts, and those of a program in Python. */
function linesOf({ command, options = '' }) {
  const lines = command.replaceAll('{options}', options).replaceAll('{gguf_source}', '-m -hf').replaceAll('{vllm_model}', '--tokenizer').replace(/^\{[!\w=|]+\?\}/gm, '').replace(/\{\?[!\w=|]+\}/g, '').split('\n');
  const from = lines.findIndex((line) => line.includes('<<'));
  const python = from < 0 ? [] : lines.slice(from + 1);
  return { shell: (from < 0 ? lines : lines.slice(0, from)).filter((line) => !line.startsWith('# ')), python };
}

/** A record for each objective that its command tells apart, without the parts of others. */
function variantsOf(record) {
  const others = (objective) => new RegExp(`\\[[^\\]]*\\{\\?[^}]*objective=(?!${objective})\\w+\\}\\]`, 'g');
  return /objective=(dpo|grpo)/.test(record.command) ? ['lm', 'dpo', 'grpo'].map((objective) => ({ ...record, command: record.command.replace(others(objective), '') })) : [record];
}

/** Options with the tool they are given to: a tool is named by the words it is called with. */
const usesOf = (record) => variantsOf(record).flatMap(usesOfOne);
function usesOfOne(record) {
  const { shell, python } = linesOf(record);
  const uses = [];
  for (const line of shell) {
    const words = line.replace(/'[^']*'|"[^"]*"|[[\]]/g, ' ').split(/\s+/).filter(Boolean);
    for (let i = 0, tool; i < words.length; i++) {
      const called = tools.map(({ tool: name }) => name.split(' ')).filter((name) => name[0] !== PYTHON || name.length > 1)
        .filter((name) => name.every((part, j) => words[i + j] === part)).sort((a, b) => b.length - a.length)[0];
      if (called) { tool = called.join(' '); i += called.length - 1; continue; }
      if (/^--?[a-z]|^--$/i.test(words[i])) uses.push({ tool, flag: words[i].split('=')[0] });
    }
  }
  for (const line of python)  // names of arguments, also where they are a choice of optional parts: [a][b]=1
    for (const [, name] of line.replaceAll(/'[^']*'/g, "''").matchAll(/[(\s[,](\w+)(?=(?:\]|\[\w+\])*=[^=\s])/g)) uses.push({ tool: PYTHON, flag: name });
  return uses;
}

test('EveryOptionIsOneOfItsTool', () => {
  const unknown = records.flatMap((record) => usesOf(record)
    .filter(({ tool, flag }) => ![...(byTool.get(tool)?.flags ?? []), ...(byTool.get(tool)?.unverified ?? [])].includes(flag))
    .map(({ tool, flag }) => `${record.id}: ${tool} has no ${flag}`));
  assert.deepEqual(unknown, []);
});

test('NothingIsListedThatNoCommandUses', () => {
  const used = new Set(records.flatMap((record) => usesOf(record).map(({ tool, flag }) => `${tool} ${flag}`)));
  const idle = tools.flatMap(({ tool, flags, unverified = [] }) => [...flags, ...unverified].map((flag) => `${tool} ${flag}`)).filter((use) => !used.has(use));
  assert.deepEqual(idle, []);
});

test('EveryListHasItsVersionSourceAndDay', () => {
  for (const { tool, version, source, date, flags } of tools) {
    assert.ok(version && /^(https:|tools\/)/.test(source) && flags.length > 0, tool);
    assert.match(date, /^\d{4}-\d\d-\d\d$/, tool);
  }
  assert.equal(byTool.size, tools.length, 'each tool once');
});

test('ACommandWithAnOptionFromMemorySaysSo', () => {
  for (const record of records) {
    const unseen = usesOf(record).filter(({ tool, flag }) => byTool.get(tool)?.unverified?.includes(flag)).map(({ flag }) => flag);
    const told = [...(record.remark ?? '').matchAll(/Unverified: ([^.]*\.?\w*)\./g)].flatMap(([, list]) => list.split(', '));
    assert.deepEqual([...new Set(told)].sort(), [...new Set(unseen)].sort(), record.id);
  }
});
