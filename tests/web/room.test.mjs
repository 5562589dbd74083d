// What is chosen or opened takes no more room than there is, and moves nothing.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { control, startSite, view } from './site.mjs';

let site;
before(async () => { site = await startSite(); });
after(() => site.stop());

describe('ChoosingMovesNothing', () => {
  for (const width of [1440, 390]) {
    test(`At${width}`, async () => {
      const { page } = await site.open({ width });
      const heights = (group) => group.locator('label').evaluateAll((labels) => labels.map((label) => label.offsetHeight));
      const tasks = page.locator('fieldset.segmented').first();
      for (const name of ['Batch', 'Train', 'Fine-tune']) {
        await page.getByRole('radio', { name, exact: true }).check();
        assert.deepEqual([...new Set(await heights(tasks))], [34], name); // one line
      }
      await page.getByRole('button', { name: /All settings/ }).click();
      const objectives = control(page, '/train/objective');
      for (const name of ['DPO', 'Language modelling']) {
        await objectives.getByRole('radio', { name }).check();
        assert.deepEqual([...new Set(await heights(objectives))], [30], name);
      }
      await page.context().close();
    });
  }
});

describe('AListIsInSightWhereItIsOpened', () => {
  test('OfTheControls', async () => {
    const { page } = await site.open({ height: 620 });
    await page.getByRole('button', { name: /All settings/ }).click();
    const box = control(page, '/hardware/host').getByRole('combobox');
    await box.evaluate((one) => { // near the lower edge
      const column = one.closest('.drawer');
      column.scrollTop += one.getBoundingClientRect().bottom - innerHeight + 20;
    });
    await box.focus();
    await page.keyboard.type('xeon');
    await control(page, '/hardware/host').locator('.option').first().waitFor();
    const { top, bottom, above } = await control(page, '/hardware/host').locator('.listbox').evaluate((list) => ({ ...list.getBoundingClientRect().toJSON(), above: list.parentElement.getBoundingClientRect().top }));
    assert.ok(top > 0 && bottom <= 620 && above >= 0, JSON.stringify({ top, bottom, above }));
    await page.context().close();
  });

  test('OfAView', async () => {
    const { page } = await site.open({ height: 620 });
    await view(page, 'My hardware');
    const box = page.getByRole('combobox', { name: 'Add a GPU or computer' });
    await box.evaluate((one) => scrollBy(0, one.getBoundingClientRect().bottom - innerHeight + 20));
    await box.focus();
    await page.keyboard.press('ArrowDown');
    await page.locator('#details .listbox .option').first().waitFor();
    const bottom = await page.locator('#details .listbox:not([hidden])').evaluate((list) => list.getBoundingClientRect().bottom);
    assert.ok(bottom <= 620, String(bottom));
    await page.context().close();
  });
});
