// What was filled in stands below the answer, each with the way to its control; and work on images can come at a rate.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startSite } from './site.mjs';

let site;
before(async () => { site = await startSite(); });
after(async () => site?.stop());

const listed = (page) => page.locator('[aria-labelledby="taken"] li').evaluateAll((items) => items.map((item) => item.innerText.replace(' Change it', '')));
const focused = (page) => page.evaluate(() => document.activeElement?.closest('.control')?.getAttribute('data-at'));

test('WhatIsFilledInGoesOnceItIsTyped', async () => {
  const { page } = await site.open({ hash: '#v=1&model=llama-3.1-8b' });
  await page.locator('[aria-labelledby="taken"]').waitFor();
  const users = '32 requests are in flight, as nobody says how many.';
  assert.ok((await listed(page)).includes(users), (await listed(page)).join('\n'));
  await page.getByRole('button', { name: `Change it: ${users}` }).click();
  assert.equal(await focused(page), '/serve/concurrency');
  await page.keyboard.type('8');
  await page.getByRole('button', { name: `Change it: ${users}` }).waitFor({ state: 'detached' });
  assert.ok(!(await listed(page)).includes(users));
  await page.context().close();
});

for (const width of [1440, 390])
  test(`AFoldedControlIsUnfoldedForIt-${width}`, async () => {
    const { page } = await site.open({ hash: '#v=1&model=llama-3.1-8b' });
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole('button', { name: 'Change it: vLLM serves the model.' }).click();
    await page.waitForFunction(() => document.activeElement?.closest('.control')?.getAttribute('data-at') === '/serve/engine');
    assert.equal(await page.locator('.control[data-at="/serve/engine"]').isVisible(), true);
    await page.context().close();
  });

test('ImagesComeAtARate', async () => {
  const { page } = await site.open({ hash: '#v=1&model=flux.1-dev' });
  await page.locator('.control[data-at="/serve/requests_per_minute"] input[type="text"]').click();
  await page.keyboard.type('600'); // ten a second, which four H100 do not draw
  await page.locator('.status[data-status="behind"]').first().waitFor();
  assert.match(await page.locator('#answer').innerText(), /for 600 images a minute .* falls behind: at most .* a minute are answered/);
  await page.locator('[aria-labelledby="fleet"]').waitFor();
  await page.context().close();
});
