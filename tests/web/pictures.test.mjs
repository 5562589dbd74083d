// The committed pictures show the figures of today's engine.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { labelOf, stale } from '../../tools/pictures.mjs';
import { launch, root, serveSite } from './browser.mjs';

let browser;
let site;
before(async () => { [browser, site] = await Promise.all([launch(), serveSite()]); });
after(async () => {
  await browser?.close();
  site?.stop();
});

test('PicturesShowTodaysFigures', async () => {
  assert.deepEqual(await stale(browser, site.address), [], 'node tools/pictures.mjs draws them anew');
});

test('AStalePictureIsFound', async () => {
  const changed = async (/** @type {string} */ file) => {
    const picture = await readFile(join(root, file));
    assert.match(labelOf(picture), /\$\d/);
    const at = picture.indexOf('$', picture.indexOf('iTXt')) + 1;
    picture[at] = picture[at] === 0x39 ? 0x38 : 0x39; // "$17.64" becomes "$97.64"
    return picture;
  };
  const found = await stale(browser, site.address, changed);
  assert.deepEqual(found.map(({ file }) => file), ['web/docs/page.png']);
});
