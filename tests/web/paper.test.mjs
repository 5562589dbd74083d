// Whoever prints the page gets the report: the question as a table, the answer, what it rests on; and nothing to press.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { amount, field, startSite, typed, view } from './site.mjs';

const LINK = '#v=1&model=qwen3-32b&accelerator=mi300x-192gb&count=2&weights=fp8&input_tokens=4096&concurrency=16';
const cases = {
  opening: { hash: '', given: { Task: 'Serve', Model: 'Llama 3.1 70B, 70.6B parameters', Accelerator: 'any hardware' }, taken: ['Weights', 'Users at once', 'Prompt'] },
  link: { hash: LINK, given: { Task: 'Serve', Model: 'Qwen3 32B, 32.8B parameters', Accelerator: 'Instinct MI300X 192GB', 'How many': '2', Weights: 'FP8', 'Users at once': '16 users', Prompt: '4,096 tokens' }, taken: ['KV cache'], colorScheme: 'dark' },
  misfit: { hash: '#v=1&model=llama-3.3-70b&accelerator=rtx-3090&count=1', given: { Task: 'Serve', Accelerator: 'GeForce RTX 3090 24GB', 'How many': '1' }, taken: ['Weights'] },
  finetuning: { hash: '#v=1&workload=finetune&model=qwen3-14b&accelerator=rtx-3090&count=2&method=qlora&train.tokens=50000000', given: { Task: 'Fine-tune', Method: 'QLoRA', 'Training tokens': '50,000,000 tokens' }, taken: ['Sequence'] },
};
const plain = (text) => text.replace(/\s+/g, ' ').trim();

/** Everything that is pressed, typed into or chosen from, as far as it is seen. @param {import('playwright-core').Page} page */
const pressed = (page) => page.locator('button, input, select, summary, textarea, rp-number, rp-combobox, dialog, [role="tab"]').evaluateAll((all) => all.filter((node) => node.checkVisibility({ visibilityProperty: true }) && node.getClientRects().length > 0).map((node) => node.outerHTML.slice(0, 120)));

/** The rows of the question's table, in two parts. @param {import('playwright-core').Page} page */
const partsOf = (page) => page.locator('.asked tbody').evaluateAll((all) => all.map((part) => [...part.rows].slice(1).map((row) => [...row.cells].map((cell) => cell.innerText.replace(/\s+/g, ' ').trim()))));

/** As a browser prints. @param {import('playwright-core').Page} page */
async function onPaper(page) {
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
}

describe('PaperIsTheReport', () => {
  let site;
  before(async () => { site = await startSite(); });
  after(() => site.stop());

  for (const [name, { given, taken, ...options }] of Object.entries(cases)) {
    test(`ItBeginsWithTheQuestionAndHasNothingToPress-${name}`, async () => {
      const { page, seen } = await site.open(options);
      const sentence = plain(await page.locator('#headline .sentence').innerText());
      const tiles = await page.locator('#headline .tile').evaluateAll((all) => all.map((tile) => [...tile.querySelectorAll('.tile-title, strong')].map((part) => part.textContent)));
      assert.ok(tiles.length >= 2);
      await onPaper(page);
      assert.deepEqual(await pressed(page), []);
      const text = plain(await page.locator('body').innerText());
      assert.match(text, /^The question Given Task /);
      const [said, left] = await partsOf(page);
      for (const row of Object.entries(given)) assert.ok(said.some(([label, value]) => label === row[0] && value === row[1]), `${row} in ${JSON.stringify(said)}`);
      for (const label of taken) assert.ok(left.some(([one, value]) => one === label && value) && !said.some(([one]) => one === label), label);
      const order = ['The question', 'Left to the calculator', 'The answer', ...tiles.flat().map(plain), sentence, 'Memory of one GPU', 'Where the time', 'Sources'];
      let from = 0;
      for (const part of order) {
        const at = text.indexOf(part, from);
        assert.ok(at >= 0, `${part} after ${text.slice(Math.max(0, from - 200), from)}`);
        from = at;
      }
      const link = page.locator('.paper .address');
      assert.match(await link.innerText(), /#v=1&/);
      assert.ok(await page.locator('.paper a[href^="https:"]').evaluateAll((all) => all.length > 0 && all.every((a) => a.textContent === a.getAttribute('href'))), 'addresses of sources can be read');
      await page.evaluate(() => dispatchEvent(new Event('afterprint')));
      await page.emulateMedia({ media: null });
      await amount(page.locator('#paper'), 0);
      assert.ok(await page.locator('#tabs').isVisible());
      assert.deepEqual(seen.troubles, []);
      await page.context().close();
    });
  }

  test('ABrowserPrintsIt', async () => {
    const { page } = await site.open();
    await view(page, 'Cost');
    const title = await page.title();
    const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
    assert.ok([...pdf.toString('latin1').matchAll(/\/Type\s*\/Page\b/g)].length >= 4);
    await amount(page.locator('#paper'), 0);
    assert.equal(await page.title(), title);
    await page.context().close();
  });

  test('PrintingTwiceKeepsThePatternsOfThePictures', async () => {
    const { page } = await site.open();
    for (let time = 0; time < 2; ++time) {
      await onPaper(page);
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
      await amount(page.locator('#paper'), 1);
      const missing = await page.locator('.paper .chart [fill^="url(#"]').evaluateAll((all) => [all.length, all.filter((part) => !document.querySelector(`.paper ${part.getAttribute('fill').slice(4, -1)}`)).length]);
      assert.ok(missing[0] > 3 && missing[1] === 0, String(missing));
      await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    }
    await page.context().close();
  });

  test('WhatIsWrongIsSaidBesideTheAnswerOfBefore', async () => {
    const { page } = await site.open();
    await typed(field(page, '/hardware/count'), '-3');
    await page.keyboard.press('Tab');
    await page.locator('.older').first().waitFor();
    await onPaper(page);
    const text = plain(await page.locator('body').innerText());
    assert.match(text, /The answer How many: at least 1\. The answer goes by what stood there before\. Fits/);
    assert.ok((await partsOf(page))[0].some(([label, value]) => label === 'How many' && value === '4'));
    assert.deepEqual(await pressed(page), []);
    await page.context().close();
  });

  test('AQuestionWithoutAnAnswerIsPrintedToo', async () => {
    const { page } = await site.open({ hash: '#v=1&model=no-such-model&accelerator=rtx-3090&count=2', chart: '#headline .status' });
    await onPaper(page);
    const text = plain(await page.locator('body').innerText());
    assert.match(text, /^The question Given Task Serve Model no-such-model Accelerator GeForce RTX 3090 24GB How many 2 .*No answer .*no-such-model/);
    assert.deepEqual(await pressed(page), []);
    await page.context().close();
  });

  for (const [name, hash, words] of [['opening', '', 'Serve Llama 3.1 70B on any hardware. Taken: Accelerator '], ['link', LINK, 'Qwen3 32B on 2 × MI300X 192GB in FP8, 16 users']]) {
    test(`WhereNobodyHasTouchedThePageTheFirstAnswerIsPrinted-${name}`, async () => {
      const { page } = await site.open({ hash, untouched: true });
      const sentence = plain(await page.locator('#headline .sentence').innerText());
      assert.equal(await page.locator('#question').isVisible(), false);
      await onPaper(page);
      const text = plain(await page.locator('body').innerText());
      assert.match(text, /^Ridgepoint /);
      assert.ok(text.indexOf(words) > 0 && text.indexOf(words) < text.indexOf(sentence), text.slice(0, 400));
      const left = (await pressed(page)).filter((html) => !/^<button [^>]*(class="(tile|figure)"|aria-expanded)/.test(html)); // figures, which are text on paper
      assert.deepEqual(left, []);
      await page.context().close();
    });
  }

  test('TheFirstQuestionIsNotPrintedOfAnother', async () => {
    const { page } = await site.open();
    await typed(field(page, '/hardware/count'), '8');
    await page.getByText(/8\s×\sH100/).first().waitFor();
    await amount(page.locator('#question'), 0);
    await page.context().close();
  });
});
