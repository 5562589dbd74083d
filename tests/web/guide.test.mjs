// The guide as a person answers it, key by key, on a desktop and a phone: each way ends in a whole answer that has an address
// of its own and a way back. What the answers lead to is tested with the engine, all of it: presets_test.cpp.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sentence, settledHash, startSite } from './site.mjs';

let site;
before(async () => { site = await startSite(); });
after(() => site.stop());

const patient = { timeout: 180_000 }; // the catalog is searched, on a busy machine for long
const plain = (text) => text.replace(/\s+/g, ' ');
const selected = (page) => page.getByRole('tab', { selected: true }).innerText();
const first = (page) => page.locator('.ranked li:not(.placeholder)').first();

/** The page with its questions opened by keys; the cursor stands in the first of them. */
async function asked(width) {
  const { page, seen } = await site.open({ width, height: width < 800 ? 844 : 900 });
  await page.locator('.start summary').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('group', { name: 'What will it run on?' }).waitFor();
  await page.keyboard.press('Tab');
  return { page, seen };
}

/** Goes to an answer of the question with the cursor by arrow keys. */
async function goTo(page, label) {
  const now = () => page.evaluate(() => document.activeElement.parentElement.innerText);
  for (let i = 0; i < 4 && await now() !== label; i++) {
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.evaluate(() => document.activeElement.type), 'radio', 'the cursor stays among the answers');
  }
  assert.equal(await now(), label);
}

/** An answer to each question, in their order, and the button behind them. */
async function give(page, labels) {
  for (const label of labels) {
    await goTo(page, label);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
}

const chosen = (page) => page.locator('.start input:checked + span').allTextContents();

describe('Guide', () => {
  for (const width of [1440, 390]) {
    test(`LeadsToACardForThePcThatIsThere-${width}`, patient, async () => {
      const { page, seen } = await asked(width);
      const opening = await sentence(page);
      await give(page, ['My PC', 'Use one', 'Me', 'Low cost']);
      await first(page).getByText('In use').waitFor({ timeout: 120_000 });
      assert.equal(await selected(page), 'Recommend');
      assert.deepEqual(await chosen(page), ['My PC', 'Use one', 'Me', 'Low cost']);
      // The first of the list is what the sentence above is about, and it is a card at its own price.
      const said = await sentence(page);
      const name = await first(page).locator('h3').innerText();
      assert.match(said, /^Qwen3 14B for 1 user fits on /);
      assert.ok(plain(said).includes(plain(name)), `${name}: ${said}`);
      assert.doesNotMatch(name, /Apple|Ryzen|Jetson|Spark|T4|L4|A100/);
      const usd = Number((await first(page).getByText('To buy').locator('xpath=following-sibling::dd').innerText()).replace(/[$,]/g, ''));
      assert.ok(usd > 100 && usd <= 6000, `${usd}`);
      // The address opens the same, and the way back leads to where the questions began.
      const hash = await settledHash(page);
      assert.match(hash, /cost\.host=existing.*&view=recommend$/);
      await page.goBack();
      assert.equal(await sentence(page), opening);
      assert.equal(await selected(page), 'Answer');
      const again = await site.open({ hash, width, chart: '.ranked h3' });
      assert.equal(await sentence(again.page), said);
      assert.equal(await first(again.page).locator('h3').innerText(), name);
      assert.deepEqual([...seen.troubles, ...again.seen.troubles], []);
      await again.page.context().close();
      await page.context().close();
    });

    test(`LeadsToWhatRunsOnACardThatIsTypedKeyByKey-${width}`, patient, async () => {
      const { page, seen } = await asked(width);
      const opening = await sentence(page);
      await goTo(page, 'My card');
      const show = page.getByRole('button', { name: 'Show what runs on it' });
      assert.equal(await show.isDisabled(), true);
      await page.keyboard.press('Tab');
      const text = 'rtx 3060 12gb';
      for (const [i, key] of [...text].entries()) {
        await page.keyboard.press(key === ' ' ? 'Space' : key);
        assert.deepEqual(await page.evaluate(() => [document.activeElement.id, document.activeElement.value]), ['guide-card', text.slice(0, i + 1)]);
      }
      await page.keyboard.press('Enter');
      assert.equal(await page.getByRole('combobox', { name: 'Which card or computer?' }).inputValue(), 'GeForce RTX 3060 12GB');
      await show.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('region', { name: /^What it runs/ }).getByRole('listitem').first().waitFor({ timeout: 120_000 });
      assert.equal(await selected(page), 'My hardware');
      const said = await sentence(page);
      assert.match(said, / fits on 1\s×\sGeForce RTX 3060 12GB/);
      const hash = await settledHash(page);
      assert.match(hash, /owned.*=rtx-3060-12gb.*&view=mine$/);
      await page.goBack();
      assert.equal(await sentence(page), opening);
      const again = await site.open({ hash, width, chart: '.owned-list' });
      assert.equal(await sentence(again.page), said);
      assert.deepEqual([...seen.troubles, ...again.seen.troubles], []);
      await again.page.context().close();
      await page.context().close();
    });
  }

  test('LeadsThroughTheThreeQuestionsOfAnArticleToATeamsTraining', patient, async () => {
    const { page } = await asked(1440);
    await give(page, ['Rented', 'Train or fine-tune', 'A team', 'Peak speed']);
    await first(page).getByText('In use').waitFor({ timeout: 120_000 });
    assert.match(await sentence(page), /^LoRA fine-tuning of Llama 3\.1 8B on 100 million tokens fits on /);
    assert.match(await page.locator('#ranked').innerText(), /^Ranked by speed/);
    await page.context().close();
  });

  test('SaysWhereTheHardwareStandsThatAnArticleNames', patient, async () => {
    const { page } = await asked(1440);
    await page.getByRole('button', { name: /^Serve at scale/ }).click();
    const places = page.locator('.reasons', { hasText: /^\s*L4 24GB: / });
    await places.waitFor({ state: 'attached', timeout: 120_000 });
    await page.locator('.all > summary').click();
    // Of the article's four, L4, L40S, A10 and A100, each that is not among the first three has its line.
    const three = (await page.locator('.all .ranked h3').allInnerTexts()).slice(0, 3).join();
    const lines = await places.innerText();
    for (const name of ['L4 24GB', 'L40S 48GB', 'A10 24GB', 'A100 SXM4 80GB']) assert.ok(three.includes(name) || lines.includes(`${name}: `), `${name} in ${lines}`);
    assert.match(lines, /L4 24GB: ranks \d+ \([\d,]+\s×\sL4 24GB\), [\d.]+ times the first\./);
    const hash = await settledHash(page);
    await page.context().close();
    const again = await site.open({ hash, chart: '.ranked h3' });
    await again.page.locator('.reasons', { hasText: /^\s*L4 24GB: / }).waitFor({ state: 'attached', timeout: 120_000 });
    await again.page.context().close();
  });
});
