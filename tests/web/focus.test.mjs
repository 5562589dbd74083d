// Buttons that are gone or greyed out once they are pressed: the keyboard goes on beside them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { amount, startSite, typed, view, field } from './site.mjs';

let site;
before(async () => { site = await startSite(); });
after(() => site.stop());

/** Presses a button as a keyboard does, and gives what has the focus once that is drawn. */
async function pressed(page, button, key = 'Enter') {
  await button.focus();
  await page.keyboard.press(key);
  await page.waitForTimeout(700);
  return page.evaluate(() => {
    const { activeElement: now } = document;
    return now === document.body ? 'nothing' : (now.getAttribute('aria-label') ?? now.innerText ?? '').trim() || now.id || now.tagName;
  });
}
const named = (page, name) => page.getByRole('button', { name, exact: true });

test('OfTheHistory', async () => {
  const { page, seen } = await site.open();
  await typed(field(page, '/serve/input_tokens'), '3000');
  assert.equal(await pressed(page, named(page, 'Undo')), 'Redo');
  assert.equal(await pressed(page, named(page, 'Redo')), 'Reset all');
  assert.equal(await pressed(page, named(page, 'Reset all')), 'Undo');
  assert.deepEqual(seen.troubles, []);
  await page.context().close();
});

test('OfANotice', async () => {
  const { page } = await site.open({ hash: '#v=1&model=llama-3.1-8b&colour=red' });
  assert.notEqual(await pressed(page, named(page, 'Dismiss')), 'nothing');
  await page.context().close();
});

test('OfPins', async () => {
  const { page, seen } = await site.open();
  await view(page, 'Compare');
  for (const users of ['8', '16', '64']) {
    await typed(field(page, '/serve/concurrency'), users);
    await page.keyboard.press('Tab');
    await named(page, 'Pin this scenario').click();
  }
  await amount(named(page, 'Remove C'), 1);
  assert.match(await pressed(page, named(page, 'Remove B')), /^(Open|Remove) [AB]$/);
  assert.equal(await pressed(page, named(page, 'Remove all')), 'Pin this scenario');
  assert.deepEqual(seen.troubles, []);
  await page.context().close();
});

test('OfAnExplanation', async () => {
  const { page } = await site.open();
  const figure = page.locator('#details button.figure').first();
  for (const way of ['Enter', 'Escape']) {
    await figure.click();
    const close = page.getByRole('button', { name: 'Close', exact: true });
    await close.waitFor();
    assert.equal(await pressed(page, close, way), await figure.innerText());
  }
  await page.context().close();
});

test('OfTheWayToAWholeView', async () => {
  const { page } = await site.open();
  for (const way of ['Memory line by line', 'Where the time goes, roofline and load', 'Every way to pay, and when owning pays back']) {
    await page.getByRole('tab', { name: 'Answer' }).click();
    assert.notEqual(await pressed(page, named(page, way)), 'nothing', way);
    assert.equal(await page.evaluate(() => document.activeElement.closest('#details') !== null), true, way);
  }
  await page.context().close();
});

test('OfHardware', async () => {
  const { page, seen } = await site.open();
  await view(page, 'My hardware');
  await typed(page.getByRole('combobox', { name: 'Add a GPU or computer' }), 'rtx 3090');
  await page.keyboard.press('Enter');
  const add = page.getByRole('button', { name: /^Add .*H100/ });
  assert.notEqual(await pressed(page, add), 'nothing');
  const remove = page.locator('.owned-list').getByRole('button', { name: /Remove/ });
  for (const left of [1, 0]) {
    assert.notEqual(await pressed(page, remove.first()), 'nothing');
    await amount(remove, left);
  }
  assert.deepEqual(seen.troubles, []);
  await page.context().close();
});
