// Commands of a result as the page and reports show them.
import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { readCatalog } from '../../tools/catalog/files.mjs';
import { commandsOf } from '../../web/src/commands.js';

const entry = (figure, predicted, rest) => ({ figure, tool: 'bench', predicted, ...rest });

test('EachCommandOnceWithAllThatItMeasures', () => {
  const [served, alone, ...others] = commandsOf({ reproduce: [
    entry('/speed/ttft_ms', 412.3, { command: 'serve\nbench', note: 'On 2 of the 8 accelerators.' }),
    entry('/speed/tokens_per_s', 1530, { command: 'serve\nbench', note: 'On 2 of the 8 accelerators.' }),
    entry('/speed/step_s', 2.46, { command: 'train' }),
  ] });
  assert.equal(served.measures.replaceAll('\u00a0', ' '), 'first token 410 ms, 1,530 tokens a second');
  assert.equal(served.note, 'On 2 of the 8 accelerators.');
  assert.equal(alone.measures.replaceAll('\u00a0', ' '), 'a step 2.5 s');
  assert.deepEqual(others, []);
});

test('ACommentSaysWhereWhatIsBelowItRuns', () => {
  const command = 'printf x > y\n# On node 0\nserve --rank 0\n# On every other node\nserve --rank $NODE_RANK\nwait\n# Once it listens\nbench';
  assert.deepEqual(commandsOf({ reproduce: [entry('/speed/ttft_ms', 1, { command })] })[0].parts, [
    { where: '', command: 'printf x > y' }, { where: 'On node 0', command: 'serve --rank 0' },
    { where: 'On every other node', command: 'serve --rank $NODE_RANK\nwait' }, { where: 'Once it listens', command: 'bench' },
  ]);
});

test('AReasonHasNoTool', () => {
  assert.deepEqual(commandsOf({ reproduce: [{ note: 'Nobody measures it.' }] }).map(({ tool, command, note, measures }) => [tool, command, note, measures]),
    [['', '', 'Nobody measures it.', '']]);
  assert.deepEqual(commandsOf({ reproduce: [] }), []);
});

test('EveryFigureThatACommandMeasuresHasWords', () => {
  const figures = new Set(readCatalog().benchmarks.flatMap(({ record }) => record.figures ?? []));
  assert.ok(figures.size >= 10);
  for (const figure of figures) assert.match(commandsOf({ reproduce: [entry(figure, 3, { command: 'run' })] })[0].measures, /3|2\.8/, figure);
});
