// Figures in the documentation are those of today's engine, catalog and tree; sizes of what is built are in tests/web/budgets.test.mjs.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { known, mended, places, root, spans } from '../../tools/figures.mjs';
import { documents } from './documents.mjs';

const says = known();
const textOf = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8');
/** @type {Record<string, string[]>} */
const unbuilt = Object.fromEntries(Object.entries(places()).map(([file, pieces]) => [file, pieces.filter((piece) => !piece.includes('{site '))]));

describe('FiguresAreTodays', () => {
  for (const [file, pieces] of Object.entries(unbuilt))
    test(file, () => assert.deepEqual(mended(textOf(file), pieces, says).stale, [], 'node tools/figures.mjs --write puts them right'));
});

describe('AChangeIsFoundAndMended', () => {
  // Each figure and each block of each file, changed by hand.
  for (const [file, pieces] of Object.entries(unbuilt))
    test(file, () => {
      const text = textOf(file);
      for (const { at, found } of spans(text, pieces, says)) {
        const changed = /\d/.test(found) ? found.replace(/\d/, (digit) => String((Number(digit) % 9) + 1)) : 'some';
        const planted = text.slice(0, at) + changed + text.slice(at + found.length);
        const { text: after, stale } = mended(planted, pieces, says);
        assert.deepEqual(stale.map(({ found }) => found), [changed]);
        assert.equal(after, text);
      }
    });
});

test('APieceThatStandsNowhereIsNamed', () => {
  assert.throws(() => mended('489 of them', ['{records:models} models'], says), /stands in the text 0 times/);
  assert.throws(() => mended('<!-- figures: errors -->\nnever ended', [], says), /1 blocks of figures begin and 0 end/);
});

// What the catalog or the tree can count is counted by the tool; what was seen once says its day in the same paragraph, or in that before
// a table.
const COUNTED = /\b\d[\d,]* (?:other |published |native )?(?:models|devices|accelerators and processors|instances|prices|offers|providers|hosts|presets|runs|rows|sources|tables|tests|pages|model types|lines of code)\b/g;
const DAY = /\b20\d\d-\d\d(-\d\d)?\b/;

/** Counts that nobody keeps. @param {string} text @param {{at: number, found: string}[]} kept */
function uncountable(text, kept) {
  const within = (/** @type {number} */ at) => kept.some((span) => at >= span.at && at < span.at + span.found.length);
  const paragraphOf = (/** @type {number} */ at) => {
    const start = text.lastIndexOf('\n\n', at);
    return text.slice(text[start + 2] === '|' ? text.lastIndexOf('\n\n', start - 1) : start, text.indexOf('\n\n', at));
  };
  return [...text.matchAll(COUNTED)].filter(({ index }) => !within(index) && !DAY.test(paragraphOf(index))).map(([found]) => found);
}

describe('CountsAreKeptOrDated', () => {
  for (const file of documents.filter((file) => !file.endsWith('CHANGELOG.md')))
    test(file, () => assert.deepEqual(uncountable(textOf(file), spans(textOf(file), unbuilt[file] ?? [], says)), []));
  test('OneThatIsNotIsFound', () => assert.deepEqual(uncountable('\n\nIt knows 483 models.\n\n', []), ['483 models']));
});
