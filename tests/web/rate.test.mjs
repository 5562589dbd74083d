// Work on images and audio can come at a rate.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startSite } from './site.mjs';

let site;
before(async () => { site = await startSite(); });
after(async () => site?.stop());

test('ImagesComeAtARate', async () => {
  const { page } = await site.open({ hash: '#v=1&model=flux.1-dev' });
  await page.locator('.control[data-at="/serve/requests_per_minute"] input[type="text"]').click();
  await page.keyboard.type('600'); // ten a second, which four H100 do not draw
  await page.locator('.status[data-status="behind"]').first().waitFor();
  assert.match(await page.locator('#answer').innerText(), /for 600 images a minute .* falls behind: at most .* a minute are answered/);
  await page.locator('[aria-labelledby="fleet"]').waitFor();
  await page.context().close();
});
