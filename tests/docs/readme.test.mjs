// README shows before it tells, and stays short.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../tools/catalog/files.mjs';

const readme = readFileSync(join(root, 'README.md'), 'utf8');

test('OpensWithAPictureASentenceAnswersCommandsAndTheTwoLinesToEmbed', () => {
  const order = [/^# .+\n\n!\[[^\]]+\]\(web\/docs\/page\.png\)$/m, /^Which hardware/m, /^<!-- figures: answers -->\n> /m, /^tools\/serve .*\ntools\/test /m, /^<script src=.*\n<ridgepoint-calculator /m];
  const at = order.map((piece) => readme.search(piece));
  assert.equal(at[0], 0);
  assert.deepEqual(at, [...at].sort((a, b) => a - b));
});

test('IsAtMost120LinesLong', () => assert.ok(readme.trimEnd().split('\n').length <= 120));
