// The views behind the tabs: how they are moved between, what they show, and that everyone can use them.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { casesOf, contentOf } from './browser.mjs';
import { amount, control, field, sentence, settledHash, startSite, typed, view, violations } from './site.mjs';

let site;
before(async () => { site = await startSite(); });
after(() => site.stop());

const patient = { timeout: 120_000 }; // a search of the whole catalog takes seconds, on a busy machine many
const names = ['Answer', 'Memory', 'Speed', 'Cost', 'Recommend', 'Compare', 'My hardware'];
const ranked = (page) => page.locator('.ranked h3');

/** Prompts so long that one accelerator has no room for their users. */
const LONG = '#v=1&model=llama-3.1-70b&accelerator=h100-sxm5-80gb&count=4&input_tokens=7680&output_tokens=512';

describe('Tabs', () => {
  test('ArrowsMoveBetweenThemAndTheLinkKeepsTheView', async () => {
    const { page, seen } = await site.open();
    await page.getByRole('tab', { name: 'Answer' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.getByRole('tab', { selected: true }).innerText(), 'Speed');
    await amount(page.getByRole('tabpanel', { name: 'Speed' }), 1);
    await page.keyboard.press('End');
    assert.equal(await page.getByRole('tab', { selected: true }).innerText(), 'My hardware');
    await page.keyboard.press('Home');
    await view(page, 'Cost');
    const hash = await settledHash(page);
    assert.match(hash, /&view=cost$/);
    await page.context().close();
    const again = await site.open({ hash, chart: 'svg.flow' });
    assert.equal(await again.page.getByRole('tab', { selected: true }).innerText(), 'Cost');
    await amount(again.page.locator('.notice'), 0);
    assert.deepEqual([...seen.troubles, ...again.seen.troubles], []);
    await again.page.context().close();
  });
});

describe('Ranges', () => {
  test('StandInTheSentenceAndBesideWhatIsPredicted', async () => {
    const { page } = await site.open();
    const said = await page.locator('.sentence .range').allInnerTexts();
    assert.ok(said.length >= 3 && said.every((text) => /\d.*\sto\s.*\d/.test(text)), said.join());
    await view(page, 'Speed');
    const note = (label) => page.getByRole('tabpanel', { name: 'Speed' }).getByText(label, { exact: true }).locator('xpath=following-sibling::span[2]').innerText();
    for (const label of ['First token', 'Each token after', 'Tokens per user', 'Tokens in all', 'Requests']) assert.match(await note(label), /\d.*\sto\s.*\d/, label);
    await view(page, 'Cost');
    const cost = page.getByRole('region', { name: 'Cost' });
    const beside = (label) => cost.getByText(label, { exact: true }).first().locator('xpath=following-sibling::span[2]').innerText();
    assert.match(await beside('1,000 requests'), /\$.* to \$/);
    assert.doesNotMatch(await beside('An hour'), / to /); // a price is counted
    await page.context().close();
  });
});

describe('Scrolling', () => {
  test('ANewViewBeginsAtItsTop', async () => {
    const { page } = await site.open();
    await page.evaluate(() => scrollTo(0, 1400));
    await view(page, 'Cost');
    const top = () => page.getByRole('heading', { name: 'Cost' }).evaluate((h) => h.getBoundingClientRect().top);
    await page.waitForFunction(() => document.getElementById('cost')?.getBoundingClientRect().top > 0);
    const covered = await page.locator('.bar').evaluate((bar) => bar.getBoundingClientRect().bottom);
    assert.ok(await top() > covered && await top() < 900, `${await top()}, below ${covered}`);
    await page.context().close();
  });
});

describe('History', () => {
  test('EveryChangeCanBeUndoneAndRedone', async () => {
    const { page } = await site.open();
    const opening = await sentence(page);
    const undo = page.getByRole('button', { name: 'Undo' });
    assert.equal(await undo.isDisabled(), true);
    await page.getByRole('button', { name: 'How many: more' }).click();
    const six = await sentence(page);
    assert.notEqual(six, opening);
    await undo.click();
    assert.equal(await sentence(page), opening);
    await page.keyboard.press('Control+Shift+Z');
    assert.equal(await sentence(page), six);
    await page.keyboard.press('Control+Z');
    assert.equal(await sentence(page), opening);
    await page.getByRole('radio', { name: 'Train', exact: true }).check();
    await page.keyboard.press('Control+Z');
    assert.equal(await sentence(page), opening);
    await page.context().close();
  });

  test('InATextFieldTheKeysUndoTyping', async () => {
    const { page } = await site.open();
    await page.getByRole('button', { name: 'How many: more' }).click();
    const six = await sentence(page);
    await field(page, '/serve/concurrency').focus();
    await page.keyboard.press('Control+Z');
    assert.equal(await sentence(page), six);
    await page.context().close();
  });

  test('ResetAllGoesBackToTheExample', async () => {
    const { page } = await site.open({ hash: '' });
    const opening = await sentence(page);
    await typed(field(page, '/serve/concurrency'), '5');
    await typed(field(page, '/hardware/count'), '8');
    assert.equal(await control(page, '/hardware/count').getAttribute('data-moved'), 'true');
    await page.getByRole('button', { name: 'Reset all' }).click();
    assert.equal(await sentence(page), opening);
    await page.context().close();
  });
});

describe('BackAndForward', () => {
  const selected = (page) => page.getByRole('tab', { selected: true }).innerText();

  test('GoBetweenViewsAndKeepWhatWasSetInThem', async () => {
    const { page, seen } = await site.open();
    const undo = page.getByRole('button', { name: 'Undo' });
    await view(page, 'Memory');
    await typed(field(page, '/serve/concurrency'), '7');
    await typed(field(page, '/serve/concurrency'), '9');
    await view(page, 'Cost'); // before the address has been written
    await page.goBack();
    assert.equal(await selected(page), 'Memory');
    assert.match(await sentence(page), /9 users/);
    await page.goBack(); // fields rewrite the entry that they are set in
    assert.equal(await selected(page), 'Answer');
    assert.match(await sentence(page), /32 users/);
    await page.goForward();
    await page.goForward();
    assert.equal(await selected(page), 'Cost');
    assert.match(await sentence(page), /9 users/);
    await undo.click();
    assert.match(await sentence(page), /32 users/);
    assert.equal(await selected(page), 'Cost');
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('AViewAloneIsNothingToUndoAndWhatIsWrongInAFieldStays', async () => {
    const { page } = await site.open();
    await typed(field(page, '/serve/input_tokens'), 'many');
    await view(page, 'Memory');
    await view(page, 'Speed');
    await page.goBack();
    assert.equal(await selected(page), 'Memory');
    await page.goBack();
    assert.equal(await selected(page), 'Answer');
    assert.equal(await field(page, '/serve/input_tokens').inputValue(), 'many');
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.equal(await field(page, '/serve/input_tokens').inputValue(), '');
    assert.equal(await page.getByRole('button', { name: 'Undo' }).isDisabled(), true);
    await page.context().close();
  });

  test('LeadOutOfAQuestionARemedyAndPinnedScenarios', async () => {
    const { page } = await site.open({ hash: LONG });
    const opening = await sentence(page);
    await page.getByText('Start from a question').click();
    await page.locator('.presets button').last().click();
    const asked = await sentence(page);
    assert.notEqual(asked, opening);
    await page.goBack();
    assert.equal(await sentence(page), opening);
    await typed(field(page, '/hardware/count'), '1');
    const misfit = await sentence(page);
    await page.getByRole('button', { name: /^Apply/ }).first().click();
    assert.notEqual(await sentence(page), misfit);
    await page.goBack();
    assert.equal(await sentence(page), misfit);
    await page.getByRole('button', { name: 'Pin to compare' }).click();
    await typed(field(page, '/hardware/count'), '8');
    await page.getByRole('button', { name: 'Open A' }).click();
    assert.equal(await sentence(page), misfit);
    await page.goBack();
    assert.match(await sentence(page), /8\s×\sH100/);
    assert.equal(await selected(page), 'Compare 1');
    await page.context().close();
  });

  test('LeadOutOfAnotherTaskAndOfResetAll', async () => {
    const { page } = await site.open();
    await typed(field(page, '/serve/concurrency'), '7');
    const served = await sentence(page);
    await page.locator('label', { has: page.locator('input[name="workload"][value="finetune"]') }).click();
    const tuned = await sentence(page);
    await page.locator('label', { has: page.locator('input[name="workload"][value="serve"]') }).click();
    await page.getByRole('button', { name: 'Reset all' }).click();
    assert.match(await sentence(page), /32 users/);
    for (const before of [served, tuned, served]) {
      await page.goBack();
      assert.equal(await sentence(page), before);
    }
    await page.goForward();
    assert.equal(await sentence(page), tuned);
    assert.equal(await page.locator('input[name="workload"][value="finetune"]').isChecked(), true);
    await page.context().close();
  });
});

describe('Device', () => {
  test('IsCalledByItsNameEverywhere', async () => {
    const { page } = await site.open({ hash: '#v=1&workload=finetune&model=llama-3.1-8b&method=lora&accelerator=tpu-v5e&count=8&budget_gpu_h=1000' });
    for (const name of ['Answer', 'Memory', 'Speed', 'Cost']) {
      await view(page, name);
      await page.waitForTimeout(200);
      const said = await page.locator('main').innerText();
      assert.deepEqual(said.match(/.*\bGPUs?\b.*/g), null, name);
      if (name === 'Memory') assert.match(said, /Memory per TPU/);
    }
    await page.context().close();
  });
});

describe('NamesInPictures', () => {
  test('OfTargetsAndOfPointsKeepApartAndLinesStopBeforeThem', async () => {
    const { page } = await site.open({ width: 390, height: 844, hash: '#v=1&model=llama-3.1-8b&accelerator=h100-sxm5-80gb&count=8&concurrency=64&ttft_p95_ms=300' });
    await view(page, 'Speed');
    const picture = page.locator('svg.xy[aria-label^="First token"]');
    await picture.waitFor();
    const texts = await picture.locator('text:not(.tick)').evaluateAll((all) => all.map((t) => [t.textContent, t.getBoundingClientRect(), getComputedStyle(t).paintOrder]));
    assert.ok(texts.some(([text, , paint]) => text.startsWith('target') && paint.startsWith('stroke')));
    const over = texts.filter(([, a], i) => texts.some(([, b], j) => i !== j && a.left < b.right && a.right > b.left && a.top + 3 < b.bottom - 3 && a.bottom - 3 > b.top + 3));
    assert.deepEqual(over.map(([text]) => text), []);
    await page.context().close();
  });
});

describe('MarksOfTheMemoryBar', () => {
  for (const hash of ['#v=1&model=deepseek-r1&accelerator=h100-sxm5-80gb&count=1', '#v=1&model=llama-3.1-70b&accelerator=h100-sxm5-80gb&count=1', '']) {
    test(`NoLineRunsThroughANameAt${hash || 'TheOpening'}`, async () => {
      const { page } = await site.open({ hash, width: 390, height: 844 });
      const crossed = await page.locator('.chart-memory svg').first().evaluate((svg) => {
        const [lines, texts] = ['line', 'text'].map((name) => [...svg.querySelectorAll(`.mark ${name}`)].map((e) => e.getBoundingClientRect()));
        return texts.flatMap((t) => lines.filter((l) => l.left > t.left && l.left < t.right && l.top < t.bottom - 3 && l.bottom > t.top + 3));
      });
      assert.equal(crossed.length, 0);
      await page.context().close();
    });
  }
});

describe('Words', () => {
  const details = (page) => page.locator('#details').innerText();

  test('FitTheDevice', async () => {
    for (const [id, device] of [['cpu-epyc-9655', 'CPU'], ['apple-m3-max', 'chip']]) {
      const { page } = await site.open({ hash: `#v=1&model=llama-3.1-8b&accelerator=${id}&count=1&concurrency=1` });
      const answer = await details(page);
      assert.match(answer, new RegExp(`Memory per ${device}[\\s\\S]*One ${device}, nothing split`));
      await view(page, 'Memory');
      assert.match(await page.locator('svg.xy').first().textContent(), new RegExp(`one ${device}`));
      await view(page, 'Cost');
      assert.doesNotMatch(await page.locator('#details h2, #details h3').allInnerTexts().then((all) => all.join()), /GPU/);
      await page.context().close();
    }
  });

  test('FitTheWork', async () => {
    const training = await site.open({ hash: '#v=1&workload=train&model=llama-3.1-8b&accelerator=h100-sxm5-80gb&count=8&view=memory' });
    assert.doesNotMatch(await details(training.page), /cache over all layers/);
    await training.page.context().close();
    const { page } = await site.open({ hash: '#v=1&model=sdxl-base&accelerator=rtx-4090&count=1' });
    for (const name of ['Memory', 'Speed', 'Recommend']) {
      await view(page, name);
      assert.doesNotMatch(await page.getByRole('region', { name: 'Terms' }).innerText(), /KV cache|GQA|TTFT|TPOT|SLO/);
    }
    await page.context().close();
  });

  test('SayHowManyYearsAndHowLargeAModel', async () => {
    const { page } = await site.open({ width: 390, height: 844, hash: '#v=1&model=llama-3.1-405b&accelerator=b300-sxm-288gb&count=8&weights=int8&concurrency=1&tensor=8' });
    assert.match(await details(page), /Max model size\s+2T\s/);
    await view(page, /^Compare/);
    assert.match(await details(page), /Pin this one, change the scenario, and pin that/);
    await page.getByRole('button', { name: 'Pin this scenario' }).click();
    assert.match(await details(page), /Rented over 4\syears[\s\S]*Owned over 4\syears/);
    await page.context().close();
  });

  test('NameTheCloudOfARegion', async () => {
    const { page } = await site.open();
    await page.getByRole('button', { name: /All settings/ }).click();
    const regions = control(page, '/cost/region').locator('option');
    await regions.nth(1).waitFor({ state: 'attached' }); // they come with the catalog
    const named = await regions.allInnerTexts();
    assert.ok(named.includes('AWS: us-east-1'), named.join(', '));
    assert.ok(named.slice(1).every((text) => text.includes(': ')));
    await control(page, '/cost/provider').locator('select').selectOption('aws');
    await regions.filter({ hasText: /^us-east-1$/ }).waitFor({ state: 'attached' });
    assert.deepEqual(await regions.allInnerTexts(), ['Any', 'us-east-1']);
    await page.context().close();
  });
});

describe('Recommend', () => {
  test('RanksHardwareAndPutsAChoiceIntoTheScenario', patient, async () => {
    const { page, seen } = await site.open();
    await view(page, 'Recommend');
    await ranked(page).first().waitFor({ timeout: 60_000 });
    await page.locator('.all > summary').click();
    assert.equal(await page.locator('.ranked .rank').first().innerText(), '1');
    const name = (await ranked(page).first().innerText()).replace(/^\d+\s×\s/, '');
    await page.getByRole('button', { name: /^Use / }).first().click();
    assert.ok((await sentence(page)).includes(name), await sentence(page));
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.match(await sentence(page), /H100 SXM5/);
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('KeepsToTheVendorsThatAreWanted', patient, async () => {
    const { page } = await site.open();
    await view(page, 'Recommend');
    await page.getByText('Limits: latency').click();
    await page.getByRole('button', { name: 'AMD' }).click();
    await page.locator('.ranked h3', { hasText: /Instinct|Radeon|Ryzen|EPYC/ }).first().waitFor({ timeout: 60_000 });
    await page.locator('.results[data-busy="false"]').waitFor({ timeout: 60_000 });
    await page.locator('.all > summary').click();
    for (const text of await ranked(page).allInnerTexts()) assert.match(text, /Instinct|Radeon|Ryzen|EPYC/);
    assert.match(await settledHash(page), /vendors=AMD/);
    await page.context().close();
  });

  const plain = (text) => text.replace(/\s+/g, ' ').trim();
  for (const width of [1440, 390]) {
    test(`PicksStandAboveTheListAndLeadIntoIt-${width}`, patient, async () => {
      const { page, seen } = await site.open({ width, hash: '#v=1&model=llama-3.1-70b&concurrency=32&view=recommend', chart: '.ranked' });
      await ranked(page).first().waitFor({ timeout: 60_000 });
      await page.locator('.all > summary').click();
      const picks = page.getByRole('group', { name: 'Picks' });
      const cards = picks.locator('.figure');
      const [labels, prices, notes] = await Promise.all(['label', 'value', 'note'].map(async (part) => (await picks.locator(`.figure-${part}`).allInnerTexts()).map(plain)));
      // Each way once, by itself or on a card with another of the same hardware and price.
      assert.deepEqual(labels.flatMap((label) => label.split(' · ')).sort(), ['Cheapest to rent', 'Hosted API', 'Simplest to get', 'To buy']);
      // What a card says is what its sentences say.
      await page.getByText('Picks in words').click();
      const words = (await page.locator('details', { hasText: 'Picks in words' }).getByRole('listitem').allInnerTexts()).map(plain);
      for (const [i, label] of labels.entries()) {
        for (const way of label.split(' · ')) {
          const sentence = words.find((text) => text.startsWith(`${way}: `));
          const [hardware, bought] = notes[i].split(/, (?=\$)/);
          assert.match(prices[i], /^\$[\d.,]+[KM]? a month$/);
          assert.ok(sentence.includes(prices[i]), `${prices[i]}: ${sentence}`);
          if (way !== 'Hosted API') assert.ok(sentence.includes(hardware), `${hardware}: ${sentence}`);
          if (way === 'To buy') assert.ok(sentence.includes(`for ${bought.replace(' to buy', '')}`), `${bought}: ${sentence}`);
        }
      }
      const places = await cards.evaluateAll((all) => all.map((card) => [card.getBoundingClientRect().left, card.getBoundingClientRect().right]));
      if (width === 390) assert.equal(new Set(places.map(([left]) => left)).size, 1); // one below the other
      assert.ok(places.every(([left, right]) => left >= 0 && right <= width), String(places));

      const card = picks.getByRole('button').first();
      const [hardware] = plain(await card.locator('.figure-note').innerText()).split(/, (?=\$)/);
      await card.focus();
      await page.keyboard.press('Enter');
      const chosen = page.locator('.ranked > li[data-chosen="true"]');
      await amount(chosen, 1);
      assert.equal(plain(await chosen.locator('h3').innerText()), hardware);
      assert.deepEqual(seen.troubles, []);
      await page.context().close();
    });
  }

  test('WhatIsTakenForGrantedIsSaidAndCanBeSet', patient, async () => {
    const { page, seen } = await site.open({ hash: '#v=1&model=llama-3.1-70b&concurrency=32&view=recommend', chart: '.ranked' });
    const granted = page.locator('details', { hasText: 'Assumptions' }).last();
    await granted.waitFor({ timeout: 60_000 });
    await granted.locator('summary').click();
    assert.match((await granted.getByRole('listitem').allInnerTexts()).join(' '), /Each request gets 10 tokens a second or more\.[\s\S]*The first token comes within 10 s\.[\s\S]*Rents are compared over/);
    await granted.getByRole('button', { name: 'Set it: Each user gets at least' }).click();
    const box = page.locator('#limit-field-constraints-min_tokens_per_s');
    assert.equal(await box.evaluate((one) => one === document.activeElement), true);
    await page.locator('#limit-field-constraints-min_tokens_per_s[placeholder="auto: 10"]').waitFor(); // what the search took
    await page.keyboard.type('20');
    assert.equal(await box.inputValue(), '20');
    assert.match(await settledHash(page), /min_tokens_per_s=20/);
    await page.locator('.results[data-busy="false"]').waitFor({ timeout: 60_000 });
    await granted.getByText('Each request gets').waitFor({ state: 'detached', timeout: 60_000 });
    await page.locator('.all > summary').click();
    // 20 tokens a second are 50 ms each.
    for (const text of await page.locator('.ranked dt', { hasText: 'Each token after' }).locator('xpath=following-sibling::dd').allInnerTexts()) {
      assert.match(text, /^[\d.]+\sms$/);
      assert.ok(parseFloat(text) <= 50, text);
    }
    await box.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    assert.doesNotMatch(await settledHash(page), /min_tokens_per_s/);
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('SaysWhereTheRestStandsAndWhatAPurchaseIsFrom', patient, async () => {
    const { page } = await site.open({ hash: '#v=1&model=llama-3.1-70b&concurrency=32&mode=buy&view=recommend', chart: '.ranked' });
    await ranked(page).first().waitFor({ timeout: 60_000 });
    await page.locator('.all > summary').click();
    const known = page.getByRole('heading', { name: 'How other hardware ranks' }).locator('xpath=following-sibling::ul[1]');
    const lines = await known.getByRole('listitem').allInnerTexts();
    assert.ok(lines.length > 3, String(lines));
    for (const line of lines) assert.match(line, /^[A-Z][\w ]*: (?!.*: ?\.$).+\.$/); // a name, and what is said of it
    assert.ok(lines.some((line) => /: ranks \d+ /.test(line)), String(lines));
    const bought = page.locator('.ranked > li', { has: page.getByText('To buy', { exact: true }) }).first();
    await bought.getByText('Why').click();
    assert.match(await bought.innerText(), /To buy\s+\$[\d.,]+[\s\S]*Purchase: .*\$[\d.,]+/);
    await page.context().close();
  });

  test('AComputerWithLessMemoryIsTakenOverWithIt', patient, async () => {
    const { page, seen } = await site.open({ hash: '#v=1&model=llama-3.1-70b&concurrency=1&segments=apple&view=recommend', chart: '.ranked' });
    const choice = page.locator('.ranked > li', { has: page.getByRole('heading', { name: / GPU\) \d+GB$/ }) }).first(); // whose own name says no memory
    await choice.waitFor({ timeout: 60_000 });
    const [, name, gb] = /×\s(.* (\d+)GB)$/.exec(await choice.locator('h3').innerText());
    await choice.getByRole('button', { name: /^Use this/ }).click();
    await choice.getByRole('button', { name: /^In use/ }).waitFor();
    assert.ok((await sentence(page)).includes(name), await sentence(page));
    assert.match(await settledHash(page), new RegExp(`&memory_gb=${gb}(&|$)`));
    // Another device has its own memory again.
    await typed(control(page, '/hardware/accelerator').getByRole('combobox'), 'h200 sxm');
    await page.getByRole('option', { name: /^H200 SXM/ }).first().click();
    assert.match(await sentence(page), /H200 SXM/);
    assert.doesNotMatch(await settledHash(page), /[&#]memory_gb=/);
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });
});

describe('MyHardware', () => {
  // 24 GiB hold 4.8 bits of up to 35 billion parameters with their cache.
  for (const [width, height] of [[1440, 900], [390, 844]]) {
    test(`SaysWhatToBeginWithInSight-${width}`, patient, async () => {
      const { page, seen } = await site.open({ width, height });
      await view(page, 'My hardware');
      await page.getByRole('combobox', { name: 'Add a GPU or computer' }).focus();
      await page.keyboard.type('rtx 4090');
      await page.keyboard.press('Enter');
      const runs = page.getByRole('region', { name: /^What it runs/ });
      const chat = runs.getByRole('listitem').filter({ hasText: /\bchat\b/ });
      await chat.waitFor({ timeout: 60_000 });
      assert.match(await chat.innerText(), /\b(2[6-9]|3[0-5])B\b[^]*chat[^]*runs (great|well|tightly) at \d+ tokens\/s[^]*(ollama run|llama-server) /);
      await page.waitForFunction((item) => {
        const { top, bottom, left } = item.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight && item.contains(document.elementFromPoint(left + 4, top + 24));
      }, await chat.elementHandle(), { timeout: 5000 });
      assert.equal(await runs.getByRole('table', { name: /^Models that it serves/ }).count(), 0);
      await runs.getByRole('button', { name: /^Show all/ }).click();
      const rows = runs.getByRole('table', { name: /^Models that it serves/ }).getByRole('rowheader');
      const first = (await rows.allInnerTexts()).slice(0, 12).join(' ');
      assert.doesNotMatch(first, /StarCoder|OPT|Ling-lite/);
      assert.deepEqual(seen.troubles, []);
      await page.context().close();
    });
  }

  test('ListsWhatItRunsAndOpensOne', patient, async () => {
    const { page, seen } = await site.open();
    await view(page, 'My hardware');
    await typed(page.getByRole('combobox', { name: 'Add a GPU or computer' }), 'rtx 3090');
    await page.getByRole('option', { name: /^GeForce RTX 3090 24GB/ }).click();
    const runs = page.getByRole('region', { name: /^What it runs/ });
    await runs.getByRole('button', { name: /^Show all \d+ models/ }).waitFor({ timeout: 60_000 });
    await typed(runs.getByRole('searchbox', { name: 'Find a model' }), 'qwen3 32b');
    const row = runs.getByRole('row', { name: /^Qwen3 32B/ }).first();
    // 24 GiB hold 32.8 billion parameters in less than 6.3 bits each.
    assert.match(await row.innerText(), /GGUF Q[345]|INT4/);
    await row.getByRole('button', { name: /^Open/ }).click();
    assert.match(await sentence(page), /^Qwen3 32B for 1 user fits .*1\s×\sGeForce RTX 3090 24GB/);
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });
});

describe('Compare', () => {
  test('WhatDoesNotFitIsNeverTheBest', async () => {
    const { page, seen } = await site.open({ hash: LONG });
    await page.getByRole('button', { name: 'Pin to compare' }).click();
    await typed(field(page, '/hardware/count'), '1'); // 70.6 GB of weights and the caches of 32 users
    await page.getByRole('button', { name: 'Pin this scenario' }).click();
    const table = page.getByRole('region', { name: 'Compare' }).getByRole('table');
    const hour = table.getByRole('row', { name: /^An hour/ }).getByRole('cell');
    assert.deepEqual(await hour.evaluateAll((cells) => cells.map((c) => [c.dataset.runs, c.dataset.best])), [['true', 'false'], ['false', 'false']]);
    // In so narrow a bar the line says what is usable, and not over the next bar.
    const texts = await table.locator('.mark text').evaluateAll((all) => all.map((t) => [t.textContent, t.getBoundingClientRect().left, t.closest('td').getBoundingClientRect().left]));
    for (const [text, left, cell] of texts) assert.ok(left >= cell - 1, `${text} begins ${cell - left} px before its column`);
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('StandsScenariosSideBySideAndSaysWhatDiffers', async () => {
    const { page, seen } = await site.open({ hash: LONG });
    await page.getByRole('button', { name: 'Pin to compare' }).click();
    await typed(field(page, '/hardware/count'), '8');
    await page.getByRole('button', { name: 'Pin this scenario' }).click();
    const table = page.getByRole('region', { name: 'Compare' }).getByRole('table');
    // Twice the accelerators at the same rent: the hour costs twice, so the first is best there.
    const hour = table.getByRole('row', { name: /^An hour/ }).getByRole('cell');
    assert.deepEqual(await hour.evaluateAll((cells) => cells.map((c) => c.dataset.best)), ['true', 'false']);
    const [one, two] = (await hour.allInnerTexts()).map((t) => Number(/[\d.]+/.exec(t)[0]));
    assert.ok(Math.abs(two / one - 2) < 0.01);
    const differ = page.getByRole('region', { name: 'What differs' });
    assert.match(await differ.getByRole('row', { name: /^How many/ }).innerText(), /4\s+8/);
    await page.reload();
    await view(page, /^Compare/);
    await page.getByRole('button', { name: 'Open B' }).waitFor();
    await page.getByRole('button', { name: 'Open A' }).click();
    assert.match(await sentence(page), /4\s×\sH100/);
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });
});

describe('Pictures', () => {
  test('AreReadByTheKeyboardAndKeptAsFiles', async () => {
    const { page, seen } = await site.open();
    await view(page, 'Memory');
    const picture = page.getByRole('group', { name: /^Memory against users/ });
    await picture.focus();
    await page.keyboard.press('Home');
    const readout = page.locator('rp-plot .readout');
    await readout.filter({ hasText: /^\s*1.user: [\d.]+.GB of 79\.6.GB/ }).waitFor();
    await page.keyboard.press('ArrowRight');
    await readout.filter({ hasText: /^\s*2.users/ }).waitFor();
    await page.getByText('Table and files').click();
    const kept = async (word) => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: `Memory against users as ${word}` }).click()]);
      return contentOf(download);
    };
    assert.match((await kept('CSV')).toString(), /^Users,"Used, GB",Weights,/);
    assert.match((await kept('SVG')).toString(), /^<svg[^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"[\s\S]*79\.6\sGB usable/);
    assert.equal((await kept('PNG')).subarray(1, 4).toString(), 'PNG');
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('LoadsOfADayHaveThemAsWell', async () => {
    for (const load of ['daily_users=50000&peak_factor=4', 'tokens_per_day=200000000']) {
      const { page, seen } = await site.open({ hash: `#v=1&model=llama-3.1-8b&accelerator=h100-sxm5-80gb&count=1&input_tokens=1024&${load}` });
      await view(page, 'Memory');
      await page.getByRole('group', { name: /^Memory against users/ }).waitFor();
      await view(page, 'Speed');
      await page.getByRole('region', { name: 'Latency against throughput' }).locator('svg').first().waitFor();
      assert.deepEqual(seen.troubles, []);
      await page.context().close();
    }
  });

  test('TheRooflineHasBothPhases', async () => {
    const { page } = await site.open();
    await view(page, 'Speed');
    const picture = page.getByRole('img', { name: /^Roofline/ });
    // FP8 on an H100: 1,979 TFLOP/s over 3.35 TB/s.
    assert.match(await picture.getAttribute('aria-label'), /ridge point is at 295 FLOP per byte.*Reading prompts does .*Writing tokens does/);
    await page.context().close();
  });

  /** How far to the right each change of the weights' upper end takes; elsewhere they lie level. */
  const stepsOf = async (region) => {
    const ends = /^M(.*)Z$/.exec(await region.locator('path.area').first().getAttribute('d'))[1].split('L').map((point) => point.split(',').map(Number));
    const upper = ends.slice(0, ends.length / 2);
    return upper.slice(1).flatMap(([x, y], i) => (Math.abs(y - upper[i][1]) > 0.2 ? [x - upper[i][0]] : []));
  };

  test('StepAtEveryChangeOfATrainingLayout', async () => {
    const { page, seen } = await site.open({ hash: '#v=1&workload=train&model=llama-3.1-70b&accelerator=h100-sxm5-80gb&count=64&view=memory' });
    const grown = page.getByRole('region', { name: 'As sequences per GPU grow' });
    const steps = await stepsOf(grown);
    assert.ok(steps.length > 2 && steps.every((x) => x === 0), String(steps));
    assert.match(await grown.innerText(), /It steps where the layout changes: .* on, and \d+ more\./);
    const names = await grown.locator('.limit text').evaluateAll((all) => all.filter((t) => t.textContent).map((t) => t.getBoundingClientRect()).map(({ left, right, top }) => ({ left, right, top })));
    for (const one of names) for (const other of names) assert.ok(one === other || Math.abs(one.top - other.top) > 8 || one.right <= other.left || other.right <= one.left);
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('StepWhereTheLayoutChanges', async () => {
    const { page, seen } = await site.open({ hash: '#v=1&model=llama-3.1-70b&accelerator=h100-sxm5-80gb&count=4&weights=fp8&kv=fp8&input_tokens=7680&output_tokens=512' }); // two GPUs a replica hold 104 users with a tenth kept free; few are answered sooner by all four
    await view(page, 'Memory');
    const grown = page.getByRole('region', { name: 'As users grow' });
    await amount(grown.locator('.limit', { hasText: 'tensor parallel 4' }), 1);
    assert.match(await grown.innerText(), /It steps where the layout changes: tensor parallel 2 from \d+\susers on, tensor parallel 4 from 105\susers on\./);
    assert.deepEqual(await stepsOf(grown), [0, 0]); // the weights rise at once to twice, and fall again to half
    await view(page, 'Speed');
    const curve = page.getByRole('region', { name: 'Latency against throughput' });
    assert.match(await curve.innerText(), /The line breaks where the layout changes: tensor parallel 2 from \d+\susers on, tensor parallel 4 from 105\susers on\./);
    assert.deepEqual(await curve.locator('svg').first().locator('g[data-quiet] ').evaluateAll((lines) => lines.map((line) => line.dataset.quiet)), ['false', 'true', 'false', 'true', 'false']);
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('AKeySaysWhichWayAnInputMovesTheChoice', async () => {
    const { page } = await site.open();
    await view(page, 'Cost');
    assert.match(await page.locator('#details').innerText(), /moves it towards owning\s+moves it towards renting/);
    await page.context().close();
  });

  test('TermsAreExplainedByATapALookAndAKey', async () => {
    const { page, base } = await site.open();
    await view(page, 'Speed');
    const term = page.getByRole('button', { name: 'Ridge point' });
    const card = page.locator('#term-card');
    await term.click();
    assert.match(await card.innerText(), /memory and arithmetic take equally long/);
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'hidden' });
    await page.mouse.move(0, 0);
    await term.hover();
    await card.waitFor();
    await card.hover(); // the way there leaves it open
    await page.waitForTimeout(300);
    assert.ok(await card.isVisible());
    await page.mouse.move(0, 0);
    await card.waitFor({ state: 'hidden' });
    await term.focus();
    for (const key of ['Shift+Tab', 'Escape', 'Tab']) await page.keyboard.press(key);
    await card.getByText('Ridge point', { exact: true }).waitFor();
    await page.keyboard.press('Tab');
    const link = card.getByRole('link', { name: 'More' });
    assert.equal(await link.evaluate((node) => node === document.activeElement), true);
    assert.equal((await page.request.get(new URL(await link.getAttribute('href'), base).href)).status(), 200);
    await page.context().close();
  });
});

describe('Everyone', () => {
  for (const [colorScheme, width, forcedColors] of casesOf([['light', 1440, 'none'], ['dark', 390, 'none'], ['light', 720, 'active']], ([, , forced]) => forced === 'none')) {
    test(`EveryViewIsAccessible-${colorScheme}-${width}-${forcedColors}`, patient, async () => {
      const { page, seen } = await site.open({ width, colorScheme, forcedColors });
      for (const name of names) {
        await view(page, new RegExp(`^${name}`));
        if (name === 'Recommend') await ranked(page).first().waitFor({ timeout: 60_000 });
        if (name === 'Compare') await page.getByRole('button', { name: 'Pin this scenario' }).click();
        if (name === 'My hardware') await page.getByRole('button', { name: /of the scenario$/ }).click();
        await page.evaluate(() => { document.querySelectorAll('#details details').forEach((d) => { d.open = true; }); });
        const found = await violations(page);
        assert.deepEqual(found.map((v) => `${name} ${v.id}: ${v.nodes.map((n) => n.html).join(' | ')}`), []);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} scrolls sideways`);
      }
      assert.deepEqual(seen.troubles, []);
      await page.context().close();
    });
  }

  for (const workload of casesOf(['Batch', 'Train', 'Fine-tune'], (one) => one === 'Train')) {
    test(`WhatIsReadAloudOfAControlHoldsWhatIsSeenOfIt-${workload}`, patient, async () => {
      const { page } = await site.open();
      await page.getByRole('radio', { name: workload, exact: true }).check();
      for (const name of names) {
        await view(page, new RegExp(`^${name}`));
        if (name === 'Recommend') await ranked(page).first().waitFor({ timeout: 60_000 });
        await page.evaluate(() => { document.querySelectorAll('details').forEach((d) => { d.open = true; }); });
        const found = await violations(page, { runOnly: { type: 'rule', values: ['label-content-name-mismatch'] } });
        assert.deepEqual(found.map((v) => `${name} ${v.nodes.map((n) => n.html).join(' | ')}`), []);
      }
      await page.context().close();
    });
  }

  test('TheKeyboardAloneGetsFromTheAnswerToOtherHardware', patient, async () => {
    const { page } = await site.open();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim() ?? '');
    const tabTo = async (wanted) => {
      for (let i = 0; i < 80; i += 1) {
        if (wanted.test(await focused())) return;
        await page.keyboard.press('Tab');
      }
      assert.fail(`${wanted} is not reached`);
    };
    await page.keyboard.press('Tab');
    assert.equal(await focused(), 'Skip to the answer');
    await page.keyboard.press('Tab');
    assert.equal(await focused(), 'Skip to the views');
    await page.keyboard.press('Enter');
    await tabTo(/^Answer$/);
    await amount(page.locator('.notice'), 0);
    for (let i = 0; i < 4; i += 1) await page.keyboard.press('ArrowRight');
    await ranked(page).first().waitFor({ timeout: 60_000 });
    await tabTo(/^Use this: /);
    const choice = (await focused()).replace(/^Use this: \d+\s×\s/, '');
    await page.keyboard.press('Enter');
    assert.ok((await sentence(page)).includes(choice));
    assert.match(await focused(), /^In use: /); // the focus stays
    await page.context().close();
  });

  test('NoViewScrollsSidewaysAt320Pixels', async () => {
    const { page } = await site.open({ width: 320, height: 640 });
    for (const name of names.filter((n) => n !== 'Recommend')) {
      await view(page, new RegExp(`^${name}`));
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), name);
    }
    await page.context().close();
  });
});
