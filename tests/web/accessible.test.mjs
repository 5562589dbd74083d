// What opens over or beside the page, and every view between a screen and a phone, without a violation of accessibility.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { casesOf } from './browser.mjs';
import { startSite, typed, view, violations } from './site.mjs';

const patient = { timeout: 240_000 }; // a search of the whole catalog takes seconds, on a busy machine many
const screens = [1440, 768, 390].flatMap((width) => ['light', 'dark'].map((colorScheme) => ({ width, colorScheme })));

/** How each is opened and shut. @type {Record<string, {open: (page: import('playwright-core').Page) => Promise<unknown>, shut?: (page: import('playwright-core').Page) => Promise<unknown>}>} */
const panels = {
  'Start from a question': { open: (page) => page.locator('.start > summary').click() },
  Import: { open: (page) => page.locator('.import > summary').click() },
  'All settings': { open: (page) => page.locator('.all-settings').click(), shut: (page) => page.locator('.all-settings').click() },
  Export: { open: async (page) => { await page.locator('#export').click(); await page.getByRole('dialog').waitFor(); } },
  Embed: { open: async (page) => { await page.locator('#embed').click(); await page.locator('dialog.share[open]').waitFor(); } },
  'Models to choose from': { open: (page) => typed(page.getByRole('combobox', { name: 'Model' }), 'llama') },
  'An explanation': { open: (page) => page.locator('#headline .sentence button').first().click() },
};

const listed = (found, name) => found.map((v) => `${name} ${v.id}: ${v.nodes.slice(0, 4).map((n) => n.html).join(' | ')}`);

describe('Everyone', () => {
  let site;
  before(async () => { site = await startSite(); });
  after(() => site.stop());

  for (const { width, colorScheme } of casesOf(screens, ({ width, colorScheme }) => (width === 768) === (colorScheme === 'light'))) {
    test(`WhateverOpensIsAccessible-${colorScheme}-${width}`, patient, async () => {
      const { page } = await site.open({ width, colorScheme });
      for (const [name, { open, shut = () => page.keyboard.press('Escape') }] of Object.entries(panels)) {
        await open(page);
        assert.deepEqual(listed(await violations(page), name), []);
        await shut(page);
      }
      await page.context().close();
    });
  }

  for (const { width, colorScheme } of casesOf(screens, ({ width, colorScheme }) => width === 768 && colorScheme === 'dark')) {
    test(`EveryViewIsAccessible-${colorScheme}-${width}`, patient, async () => {
      const { page } = await site.open({ width, colorScheme });
      for (const name of ['Answer', 'Memory', 'Speed', 'Cost', 'Recommend', 'Compare', 'My hardware']) {
        await view(page, new RegExp(`^${name}`));
        if (name === 'Recommend') await page.locator('.ranked h3').first().waitFor({ timeout: 120_000 });
        if (name === 'Compare') await page.getByRole('button', { name: 'Pin this scenario' }).click();
        await page.evaluate(() => { document.querySelectorAll('#details details').forEach((d) => { d.open = true; }); });
        assert.deepEqual(listed(await violations(page), name), []);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} scrolls sideways`);
      }
      await page.context().close();
    });
  }
});
