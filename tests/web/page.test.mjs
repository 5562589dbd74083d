// What a person sees and does on the page, in a real browser.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { casesOf } from './browser.mjs';
import { amount, control, EXAMPLE, field, sentence, settledHash, startSite, typed, view, violations, withClipboard } from './site.mjs';

let site;
before(async () => { site = await startSite(); });
after(() => site.stop());

/** The text of everything that answers. */
const answer = (page) => page.locator('#headline, #details').allInnerTexts().then((texts) => texts.join('\n'));

describe('Opening', () => {
  test('AnswersTheExampleWithoutErrorsOrForeignRequests', async () => {
    const { page, seen, base } = await site.open({ hash: '' });
    assert.match(await sentence(page), /^Llama 3\.1 70B for 32 users fits on \d+\s×\s/);
    assert.equal(await control(page, '/hardware/accelerator').getByRole('combobox').inputValue(), 'Any hardware');
    assert.match(await page.locator('#headline .status').innerText(), /Fits|Tight|Does not fit/);
    assert.deepEqual(seen.troubles, []);
    assert.deepEqual(seen.requests.filter((url) => !url.startsWith(base)), []);
    await page.context().close();
  });

  test('ShowsTheSameSentenceBeforeAnyScriptRuns', async () => {
    const html = await readFile(new URL('../../build/site/index.html', import.meta.url), 'utf8');
    const { page } = await site.open({ hash: '' });
    const written = /class="sentence"[^>]*>(.*?)<\/p>/s.exec(html)[1].replace(/<[^>]+>/g, '');
    const plain = (s) => s.replace(/\s+/g, ' ').trim();
    assert.equal(plain(written), plain(await sentence(page)));
    await page.context().close();
  });

  test('OtherQuestionsAreAnsweredAndOpenTheirAnswers', async () => {
    const { page, seen } = await site.open({ hash: '' });
    const doors = page.getByRole('navigation', { name: 'Other questions' }).getByRole('link');
    const [mine, service, tokens] = await doors.allInnerTexts();
    assert.match(mine, /^What runs on my computer\?\s+\S.* \d+ tokens\/s/);
    const [, place] = /need\?\s+(\d+ × .*)\s+for 1,000 requests a minute/.exec(service);
    assert.match(tokens, /(API|Rented|Own) \$[\d,]+, (API|Rented|Own) \$[\d,]+/);
    await doors.nth(1).click();
    assert.match(await sentence(page), new RegExp(`requests a minute fits on ${place.replaceAll(' ', '\\s')}`));
    assert.equal(await doors.count(), 0);
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('AnotherModelIsAnsweredOnWhatIsBestForIt', async () => {
    const { page, seen } = await site.open({ hash: '' });
    await control(page, '/model').getByRole('combobox').click();
    await page.keyboard.type('llama 3.1 8b');
    await page.keyboard.press('Enter');
    assert.match(await sentence(page), /^Llama 3\.1 8B /);
    const small = await sentence(page);
    assert.doesNotMatch(small, /RTX PRO 6000/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.match(await sentence(page), /^Llama 3\.1 70B /); // found before, and answered at once
    await page.getByRole('button', { name: 'Redo' }).click();
    assert.equal(await sentence(page), small);
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('DoesNotMoveWhileItLoads', async () => {
    for (const [width, height] of [[1440, 900], [390, 844]]) {
      const { page } = await site.open({ hash: '', width, height });
      const shift = await page.evaluate(() => new Promise((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += entry.hadRecentInput ? 0 : entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 300);
      }));
      assert.ok(shift <= 0.02, `layout shift ${shift} at ${width} px`);
      await page.context().close();
    }
  });
});

describe('Controls', () => {
  const changes = [
    ['/serve/concurrency', '8'],
    ['/serve/input_tokens', '2k'],
    ['/serve/output_tokens', '1,024'],
    ['/hardware/count', '8'],
    ['/constraints/headroom', '30'],
    ['/parallel/tensor', '2'],
    ['/cost/utilization', '20'],
    ['/serve/slo/ttft_p95_ms', '100'],
    ['/serve/max_sequences', '4'],
    ['/hardware/derating', '30'],
    ['/cost/rent_usd_gpu_h', '9'],
  ];
  test('ChangingAFieldChangesTheAnswer', async (t) => {
    const { page, seen } = await site.open();
    await page.getByRole('button', { name: /All settings/ }).click();
    const earlier = await answer(page);
    for (const [pointer, text] of changes) {
      await t.test(pointer, async () => {
        await typed(field(page, pointer), text);
        assert.notEqual(await answer(page), earlier);
        await control(page, pointer).getByRole('button', { name: /^Reset/ }).click();
        await amount(control(page, pointer).getByRole('button', { name: /^Reset/ }), 0);
        await settledHash(page);
        await page.evaluate((hash) => { location.hash = hash; }, EXAMPLE); // what it gives is away from the engine's default, too
        assert.equal(await answer(page), earlier);
      });
    }
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('ChangingPrecisionChangesTheAnswer', async () => {
    const { page } = await site.open();
    const earlier = await answer(page);
    await control(page, '/precision/weights').locator('select').selectOption('fp8');
    assert.notEqual(await answer(page), earlier);
    await page.context().close();
  });

  test('ARateTakesThePlaceOfUsers', async () => {
    const { page, seen } = await site.open();
    await page.getByLabel('Load', { exact: true }).selectOption({ label: 'Requests a minute' });
    assert.match(await sentence(page), /for 30 requests a minute/);
    await amount(control(page, '/serve/concurrency'), 0);
    await typed(field(page, '/serve/requests_per_minute'), '60');
    assert.match(await sentence(page), /for 60 requests a minute/);
    await amount(page.locator('.error'), 0);
    await page.getByLabel('Load', { exact: true }).selectOption({ label: 'Users at once' });
    await amount(control(page, '/serve/requests_per_minute'), 0);
    assert.match(await sentence(page), /32 users/);
    await typed(field(page, '/serve/concurrency'), '1');
    assert.equal(await control(page, '/serve/concurrency').locator('.unit').innerText(), 'user');
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('WeightsThatDoNotFitCanLieWithAHost', async () => {
    const { page } = await site.open();
    await page.getByRole('button', { name: /All settings/ }).click();
    await typed(field(page, '/hardware/host'), '7950x');
    await page.keyboard.press('Enter');
    assert.equal(await field(page, '/hardware/host').inputValue(), 'Ryzen 9 7950X (16 cores, DDR5-6000 x2)');
    assert.match(await control(page, '/hardware/host').innerText(), /GB\/s/);
    await page.context().close();
  });

  test('TrainingSaysWhatItsBudgetIsBestFor', async () => {
    const { page, seen } = await site.open();
    await page.getByRole('radio', { name: 'Train', exact: true }).check();
    await page.getByRole('button', { name: /All settings/ }).click();
    await view(page, 'Speed');
    await typed(field(page, '/train/budget_gpu_h'), '1000');
    assert.match(await page.locator('#details').innerText(), /1K GPU-hours\s+are best spent on/);
    await typed(field(page, '/train/budget_usd'), '5000');
    assert.equal(await field(page, '/train/budget_gpu_h').inputValue(), '');
    await amount(page.locator('.error'), 0);
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('SlidersMoveTheExactFieldWithThem', async () => {
    const { page } = await site.open();
    const slider = control(page, '/serve/concurrency').getByRole('slider');
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await field(page, '/serve/concurrency').inputValue(), '48');
    assert.match(await sentence(page), /48 users/);
    await page.context().close();
  });

  test('EveryWorkloadAnswersAndKeepsItsOwnSettings', async () => {
    const { page, seen } = await site.open();
    await typed(field(page, '/serve/concurrency'), '7');
    for (const [name, words] of [['Batch', /in flight/], ['Train', /^Training Llama 3\.1 70B/], ['Fine-tune', /fine-tuning of Llama 3\.1 8B/], ['Serve', /for 7 users/]]) {
      await page.getByRole('radio', { name, exact: true }).check();
      assert.match(await sentence(page), words);
    }
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('AControlThatCannotMatterIsAbsent', async () => {
    const { page } = await site.open();
    await amount(control(page, '/train/sequence'), 0);
    await page.getByRole('button', { name: /All settings/ }).click();
    await control(page, '/parallel/tensor').waitFor();
    await typed(field(page, '/hardware/count'), '1');
    await amount(control(page, '/parallel/tensor'), 0);
    await page.context().close();
  });

  test('InvalidInputIsSaidAtItsFieldAndTheOlderAnswerStays', async () => {
    const { page } = await site.open();
    const earlier = await sentence(page);
    await typed(field(page, '/serve/input_tokens'), 'many');
    const input = field(page, '/serve/input_tokens');
    assert.equal(await input.getAttribute('aria-invalid'), 'true');
    const described = await input.getAttribute('aria-describedby');
    assert.ok((await page.locator(`#${described}`).innerText()).trim().length > 10);
    assert.equal(await sentence(page), earlier);
    assert.match(await page.locator('.status-line').innerText(), /stood there before/);
    await typed(input, '4096');
    await amount(page.locator('.error'), 0);
    assert.doesNotMatch(await page.locator('.status-line').innerText(), /stood there before/);
    await page.context().close();
  });

  test('ALinkThatCannotBeAnsweredShowsNoOtherAnswer', async () => {
    const { page } = await site.open({ hash: '#v=1&model=llama-3.1-8b&accelerator=rtx-4090&count=1&weights=fp99', chart: '[data-at="/precision/weights"] .error' });
    assert.match(await page.locator('.status-line').innerText(), /^\s*No answer/);
    await amount(page.locator('.sentence'), 0);
    await page.getByRole('button', { name: 'fp8', exact: true }).click();
    assert.match(await sentence(page), /^Llama 3\.1 8B .*FP8/);
    assert.doesNotMatch(await page.locator('.status-line').innerText(), /No answer/);
    await page.context().close();
  });
});

describe('WhatIsWrong', () => {
  const cases = [
    ['/cost/utilization', '150', /^Utilization: at most 100%\.$/, '150'],
    ['/hardware/count', '0', /^How many: at least 1\.$/, '0'],
    ['/hardware/count', '1e6', /^How many: at most 100,000\.$/, '1,000,000'],
    ['/hardware/count', '2.5', /^How many: a whole number\.$/, '2.5'],
    ['/serve/input_tokens', '0', /^Prompt: at least 1\stoken\.$/, '0'],
    ['/serve/input_tokens', '9'.repeat(40), /^Prompt: at most 100,000,000\stokens\.$/, '1e+40'],
    ['/serve/output_tokens', 'often', /^Answer: “often” is not a number\. The unit is tokens\.$/, 'often'],
    ['/serve/concurrency', '1.000', /^Users at once: “1\.000” may be 1 or 1,000\. Write 1 or 1000\.$/, '1.000'],
    ['/serve/slo/ttft_p95_ms', '0', /^p95 time to first token: at least 0\.01\sms\.$/, '0'],
  ];
  test('IsSaidInTheWordsAndUnitOfTheControl', async () => {
    const { page, seen } = await site.open();
    await page.getByRole('button', { name: /All settings/ }).click();
    await control(page, '/serve/slo/ttft_p95_ms').waitFor();
    for (const [pointer, text, said, shown] of cases) {
      await typed(field(page, pointer), text);
      await page.keyboard.press('Enter');
      const message = (await control(page, pointer).locator('.error').innerText()).trim();
      assert.match(message, said);
      assert.equal(await field(page, pointer).inputValue(), shown);
      assert.ok((await page.locator('.status-line').innerText()).includes(message));
      await page.getByRole('button', { name: 'Reset all' }).click();
    }
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('AWayThatIsChosenByPointerLeadsIntoItsFieldAndArrowKeysGoOnThroughTheWays', async () => {
    const { page } = await site.open();
    await page.getByLabel('Load', { exact: true }).selectOption({ label: 'People a day' });
    await page.waitForFunction(() => document.activeElement?.id === 'field-serve-daily_users');
    await page.keyboard.type('5000'); // 5,000 people × 3.7 requests / 1,440 minutes × 3 at the busiest: 38.5
    assert.match(await sentence(page), /for 39 requests a minute/);
    await page.getByLabel('Load', { exact: true }).selectOption({ label: 'Users at once' });
    await page.waitForFunction(() => document.activeElement?.id === 'field-serve-concurrency');
    await page.getByLabel('Load', { exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await field(page, '/serve/requests_per_minute').waitFor();
    await page.waitForFunction(() => document.activeElement?.id === 'field-serve-requests_per_minute-way');
    await page.keyboard.press('ArrowDown');
    await field(page, '/serve/daily_users').waitFor();
    await page.waitForFunction(() => document.activeElement?.id === 'field-serve-daily_users-way');
    await page.context().close();
  });

  test('AUnitMayBeTypedAndIsSeenInAnEmptyField', async () => {
    const { page } = await site.open();
    await page.getByLabel('Load', { exact: true }).selectOption({ label: 'Requests a minute' });
    const requests = control(page, '/serve/requests_per_minute');
    await field(page, '/serve/requests_per_minute').focus();
    await page.keyboard.press('Delete');
    assert.equal(await requests.locator('.unit').innerText(), 'a minute');
    await typed(field(page, '/serve/requests_per_minute'), '1000/min');
    await amount(page.locator('.error'), 0);
    await page.keyboard.press('Enter');
    assert.equal(await field(page, '/serve/requests_per_minute').inputValue(), '1,000');
    await typed(field(page, '/serve/input_tokens'), '8k tokens');
    await page.keyboard.press('Enter');
    assert.equal(await field(page, '/serve/input_tokens').inputValue(), '8,000');
    await page.context().close();
  });
});

describe('Search', () => {
  test('TheKeyboardAloneFindsAndChoosesAModel', async () => {
    const { page } = await site.open();
    const model = page.getByRole('combobox', { name: 'Model' });
    await model.focus();
    await page.keyboard.type('qwen3 32b');
    assert.equal(await model.getAttribute('aria-expanded'), 'true');
    const active = await model.getAttribute('aria-activedescendant');
    assert.match(await page.locator(`#${active}`).innerText(), /Qwen3 32B/i);
    await page.keyboard.press('ArrowDown');
    assert.notEqual(await model.getAttribute('aria-activedescendant'), active);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    assert.equal(await model.getAttribute('aria-expanded'), 'false');
    assert.match(await sentence(page), /^Qwen3 32B/i);
    await page.context().close();
  });

  test('EscapeLeavesTheModelAsItWas', async () => {
    const { page } = await site.open();
    const earlier = await sentence(page);
    const model = page.getByRole('combobox', { name: 'Model' });
    await typed(model, 'mixtral');
    await page.keyboard.press('Escape');
    assert.equal(await model.inputValue(), 'Llama 3.1 70B');
    assert.equal(await sentence(page), earlier);
    await page.context().close();
  });

  test('ASizeAloneIsAModelToo', async () => {
    const { page } = await site.open();
    await typed(page.getByRole('combobox', { name: 'Model' }), '13b');
    await page.getByRole('option', { name: /13 billion parameters/ }).click();
    assert.match(await page.locator('#details').innerText(), /13B parameters/);
    await page.context().close();
  });

  test('PeopleFindWhatTheyBoughtOrRentByItsName', async () => {
    const { page, seen } = await site.open();
    const accelerator = page.getByRole('combobox', { name: 'Accelerator' });
    for (const [query, found] of [['Mac Studio', /^Apple M\d (Max|Ultra)/], ['MacBook Pro', /^Apple M\d/], ['nvidia 3090', /^GeForce RTX 3090/], ['amd mi300x', /^Instinct MI300X/]]) {
      await typed(accelerator, query);
      assert.match(await page.locator('.listbox:not([hidden]) .option').first().innerText(), found);
    }
    await typed(accelerator, 'p5.48xlarge');
    await page.getByRole('option', { name: /^p5\.48xlarge\s*8\s×\sH100/ }).click();
    assert.equal(await accelerator.inputValue(), 'p5.48xlarge');
    assert.match(await control(page, '/hardware/accelerator').innerText(), /8\s×\sH100 SXM5 80GB each/);
    assert.match(await settledHash(page), /instance=/);
    await typed(accelerator, 'rtx 4090');
    await page.locator('.listbox:not([hidden]) .option').first().click();
    assert.match(await sentence(page), /1\s×\sGeForce RTX 4090/);
    assert.doesNotMatch(await settledHash(page), /instance=/);
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('AComputerIsOne', async () => {
    const { page } = await site.open();
    const accelerator = page.getByRole('combobox', { name: 'Accelerator' });
    for (const [query, one] of [['Ryzen 9 7900X', /1\s×\sRyzen 9 7900X/], ['M4 Max', /1\s×\sApple M4 Max/]]) {
      await typed(accelerator, query);
      await page.locator('.listbox:not([hidden]) .option').first().click();
      assert.match(await sentence(page), one);
    }
    await page.context().close();
  });

  test('GroupsAreSpelledAsTheirMakersSpellThem', async () => {
    const { page } = await site.open();
    const groups = async (name) => {
      await page.getByRole('combobox', { name }).click();
      return page.locator('.listbox:not([hidden]) .group').allInnerTexts();
    };
    const models = await groups('Model');
    for (const family of ['DeepSeek', 'gpt-oss', 'GLM', 'Qwen', 'OLMo', 'BERT', 'MiniMax', 'Stable Diffusion']) assert.ok(models.includes(family), family);
    assert.deepEqual(models.filter((family) => !/^[A-Z]/.test(family)).sort(), ['dots', 'gpt-oss']);
    await page.keyboard.press('Escape'); // it lies over what is below
    const devices = await groups('Accelerator');
    assert.deepEqual(devices.filter((group) => /^(\w+) \1/.test(group)), []); // "Apple Apple GPU"
    await page.context().close();
  });

  test('WhatOnlyItsMakerRunsIsNotAnotherModel', async () => {
    const { page } = await site.open();
    const model = page.getByRole('combobox', { name: 'Model' });
    for (const query of ['gpt-5', 'claude']) {
      await typed(model, query);
      assert.match((await page.getByRole('listbox').first().innerText()), /^Nothing matches\s+Only its maker runs it\s+its size is not published$/i);
      await page.keyboard.press('Enter');
      await page.locator('#field-model-list .option').click({ force: true });
    }
    await typed(model, 'xyzzy');
    assert.match(await page.locator('#field-model-list').innerText(), /^Nothing matches “xyzzy”\.$/);
    assert.match(await sentence(page), /^Llama 3\.1 70B/);
    await page.context().close();
  });

  test('AcceleratorsAreListedWithMemoryAndBandwidth', async () => {
    const { page } = await site.open();
    const accelerator = page.getByRole('combobox', { name: 'Accelerator' });
    await typed(accelerator, '4090');
    const option = page.locator('.listbox:not([hidden]) .option').first();
    assert.match(await option.innerText(), /RTX 4090[\s\S]*24.GB[\s\S]*1,008.GB\/s/);
    await option.click();
    assert.match(await sentence(page), /RTX 4090/);
    await page.context().close();
  });
});

describe('Link', () => {
  test('HoldsTheScenarioAndBringsItBack', async () => {
    const first = await site.open();
    await typed(field(first.page, '/serve/concurrency'), '11');
    await typed(field(first.page, '/hardware/count'), '8');
    const hash = await settledHash(first.page);
    const wanted = await answer(first.page);
    await first.page.context().close();
    const second = await site.open({ hash });
    assert.equal(await answer(second.page), wanted);
    assert.equal(await settledHash(second.page), hash);
    await amount(second.page.locator('.notice'), 0);
    await second.page.context().close();
  });

  test('ChangesTheAnswerWhenTheAddressChanges', async () => {
    const { page } = await site.open();
    await page.evaluate(() => { location.hash = '#v=1&model=llama-3.1-8b&accelerator=h100-sxm5-80gb&count=1'; });
    await page.getByText(/^Llama 3\.1 8B/).first().waitFor();
    await page.context().close();
  });

  test('SaysWhatItCouldNotUse', async () => {
    const { page } = await site.open({ hash: '#v=1&model=llama-3.1-8b&accelerator=h100-sxm5-80gb&count=1&colour=blue' });
    assert.match(await page.locator('.notice').innerText(), /colour/);
    assert.match(await sentence(page), /^Llama 3\.1 8B/);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await amount(page.locator('.notice'), 0);
    await page.context().close();
  });

  test('BrokenOpensTheExampleAndSaysSo', async () => {
    for (const hash of ['#%E0%A4%A', '#v=99&model=', '#<img src=x onerror=alert(1)>']) {
      const { page, seen } = await site.open({ hash });
      assert.ok((await page.locator('.notice').innerText()).length > 10, hash);
      assert.ok((await sentence(page)).length > 20, hash);
      assert.deepEqual(seen.troubles, []);
      await page.context().close();
    }
  });

  test('NamingAnUnknownModelSaysSoAtTheField', async () => {
    const { page } = await site.open({ hash: '#v=1&model=lama-3.1-70b', chart: '.control .error' });
    assert.match(await control(page, '/model').locator('.error').innerText(), /lama-3\.1-70b/);
    await control(page, '/model').locator('.error .chip').first().click();
    await amount(page.locator('.error'), 0);
    await page.context().close();
  });
});

describe('Explanation', () => {
  test('AFigureOpensItsFormulaAndSources', async () => {
    const { page, seen } = await site.open();
    const figure = page.locator('button.figure', { hasText: 'Each token after' });
    await figure.click();
    const region = page.getByRole('region', { name: 'Explanation' });
    assert.ok((await region.locator('.formula').innerText()).length > 3);
    assert.ok(await region.locator('tbody tr').count() > 0);
    assert.equal(await figure.getAttribute('aria-expanded'), 'true');
    await page.keyboard.press('Escape');
    await amount(region, 0);
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('ARuleOfThumbHasItsOwnUnit', async () => {
    const { page } = await site.open({ hash: '#v=1&workload=train&model=llama-3.1-8b&accelerator=h100-sxm5-80gb&count=8' });
    const rules = page.getByRole('region', { name: 'Rules of thumb' });
    assert.match(await rules.getByRole('row', { name: /16 bytes per parameter/ }).innerText(), /\s119\.7\sGB/);
    assert.match(await rules.getByRole('row', { name: /20 tokens per parameter/ }).innerText(), /\s161B\stokens/);
    await page.context().close();
  });

  test('HelpSaysWhatAFieldMeans', async () => {
    const { page } = await site.open();
    const at = control(page, '/serve/concurrency');
    await at.getByRole('button', { name: 'About Users at once' }).click();
    assert.match(await at.locator('.help-text').innerText(), /Concurrent requests/);
    await page.context().close();
  });
});

describe('MeasureItYourself', () => {
  test('TheCommandFollowsTheScenarioAndCanBeCopied', async () => {
    const { page, seen } = await site.open();
    await withClipboard(page);
    await view(page, 'Speed');
    const block = page.locator('.command', { hasText: 'vllm bench serve' });
    await typed(field(page, '/serve/concurrency'), '7');
    assert.match(await block.innerText(), /--max-concurrency 7 --num-prompts 35/);
    assert.match(await block.innerText(), /Predicted: first token .*, each token after .*, [\d,]+ tokens a second/);
    const [server, client] = await block.getByRole('button', { name: /^Copy the vllm/ }).all();
    await client.click();
    await block.getByRole('button', { name: /^Copied the vllm bench serve command: Once it listens$/ }).waitFor();
    assert.match(await page.evaluate(() => globalThis.copied), /^vllm bench serve .*--max-concurrency 7 --num-prompts 35$/);
    await server.click();
    await page.waitForFunction(() => /^vllm serve [^\n]*$/.test(globalThis.copied));
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('OneReplicaOfFourIsSaidAndPredictedAsSuch', async () => {
    const { page } = await site.open({ hash: '#v=1&model=llama-3.1-8b&accelerator=rtx-4090&count=4&engine=tensorrt-llm&weights=fp8&tensor=1&concurrency=32' });
    await view(page, 'Speed');
    const block = page.locator('.command', { hasText: 'trtllm-serve' });
    assert.match(await block.innerText(), /On 1 of the 4 accelerators, with their share of the load\./);
    assert.match(await block.innerText(), /--max-concurrency 8 /);
    await page.context().close();
  });

  test('WithoutACommandThePageSaysWhy', async () => {
    const { page } = await site.open({ hash: '#v=1&model=llama-3.1-8b&accelerator=rtx-4090&count=1&engine=autoawq&weights=awq-int4' });
    assert.match(await sentence(page), /^Llama 3\.1 8B/);
    await view(page, 'Speed');
    await page.locator('#curve').waitFor();
    await page.getByText('No command. AutoAWQ').waitFor();
    await amount(page.locator('.command'), 0);
    await page.context().close();
  });
});

describe('Everyone', () => {
  const screens = [['light', 1440, 900], ['light', 390, 844], ['dark', 1440, 900], ['dark', 390, 844]];
  for (const [colorScheme, width, height] of casesOf(screens, ([scheme, wide]) => (scheme === 'light') === (wide === 1440))) {
    test(`HasNoAccessibilityViolations-${colorScheme}-${width}`, async () => {
      const { page } = await site.open({ width, height, colorScheme });
      await page.evaluate(() => { document.querySelectorAll('details').forEach((d) => { d.open = true; }); });
      await page.locator('button.figure').first().click();
      await typed(page.getByRole('combobox', { name: 'Model' }), 'llama');
      const found = await violations(page);
      assert.deepEqual(found.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' | ')}`), []);
      await page.context().close();
    });
  }

  test('FitsAPhoneWithoutSidewaysScrolling', async () => {
    const { page } = await site.open({ width: 320, height: 640 });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await page.context().close();
  });

  test('OnAPhoneTheShortAnswerStaysInSight', async () => {
    const { page } = await site.open({ width: 390, height: 844 });
    assert.equal(await page.locator('#short').isVisible(), false);
    await page.evaluate(() => scrollBy(0, 1500));
    await page.locator('#short').waitFor({ state: 'visible' });
    await page.context().close();
  });

  test('PercentilesAreSimulatedWhenOpened', async () => {
    const { page, seen } = await site.open();
    await view(page, 'Speed');
    const percentiles = page.locator('#details details', { has: page.getByText('Percentiles', { exact: true }) });
    await amount(percentiles.locator('table'), 0);
    await percentiles.locator('summary').click();
    await percentiles.locator('table').waitFor();
    assert.match(await percentiles.innerText(), /p95[\s\S]*First token[\s\S]*Each token after[\s\S]*Whole request/);
    await typed(field(page, '/serve/concurrency'), '12');
    await amount(percentiles.locator('table'), 1);
    await percentiles.locator('summary').click();
    await percentiles.locator('table').waitFor({ state: 'hidden' });
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('TheAnswerIsAnnouncedOnceThingsRest', async () => {
    const { page } = await site.open();
    const said = () => page.locator('#spoken').innerText();
    await page.waitForFunction(() => document.getElementById('spoken').textContent);
    const before = await said();
    await typed(field(page, '/serve/concurrency'), '3');
    assert.equal(await said(), before); // not at each key
    await page.waitForFunction((earlier) => document.getElementById('spoken').textContent !== earlier, before);
    const spoken = await said();
    assert.match(spoken, /tokens\/s/);
    assert.ok(spoken.length < 120);
    await page.context().close();
  });
});
