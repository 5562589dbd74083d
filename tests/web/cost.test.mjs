// Cost on the page: what it draws, what its controls do, and the break-evens that articles print.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { claims } from '../../web/src/claims.js';
import { root } from './browser.mjs';
import { amount, control, field, sentence, startSite, typed, view } from './site.mjs';

const { createEngine } = await import(join(root, 'build/wasm/module/engine.js'));
const engine = await createEngine({ catalog: readFileSync(join(root, 'build/wasm/catalog.json'), 'utf8') });
let site;
before(async () => { site = await startSite(); });
after(() => site.stop());

test('ClaimsOfArticlesFollowFromWhatTheyCount', () => {
  const figures = claims.map((claim) => {
    const answered = engine.estimate(claim.scenario);
    assert.ok(answered.ok, JSON.stringify(answered.errors));
    return answered.cost.break_even;
  });
  // 2,600 GPU-hours, 30 to 40% and 70% of use.
  assert.ok(Math.abs(figures[0].gpu_hours - 2600) < 50, figures[0].gpu_hours);
  assert.ok(figures[1].utilization >= 0.3 && figures[1].utilization <= 0.4, figures[1].utilization);
  assert.ok(Math.abs(figures[2].utilization - 0.7) < 0.03, figures[2].utilization);
});

test('WaysCashFlowAndWhatTheChoiceHangsOnAreDrawnWithTheirTables', async () => {
  const { page, seen } = await site.open();
  await view(page, 'Cost');
  const cost = page.getByRole('region', { name: 'Cost' });
  await cost.locator('svg.flow').waitFor();
  await amount(cost.locator('svg'), 3);
  for (const summary of ['Every way to pay', 'By year', 'All inputs', 'What owning costs']) await cost.getByText(summary, { exact: true }).click();
  const ways = await cost.locator('table.ways tbody th').allInnerTexts();
  assert.deepEqual(ways.map((t) => t.split('\n')[0]), ['On demand', 'Reserved, 1 year', 'Reserved, 3 years', 'Spot', 'Own', 'Hosted API']);
  assert.match(await cost.innerText(), /Over 4 years at 60% use .* is cheap(er|est) at \$/);
  assert.deepEqual(seen.troubles, []);
  await page.context().close();
});

test('UseIsAskedInTheBarAndMovesTheCostOfARequest', async () => {
  const { page } = await site.open();
  const price = async () => Number((await sentence(page)).match(/\$([\d.]+) per thousand requests/)[1]);
  const full = await price();
  assert.ok(await field(page, '/cost/utilization').isVisible());
  await typed(field(page, '/cost/utilization'), '30');
  // Twice the idle hours for each that works: paid around the clock.
  assert.ok(Math.abs((await price()) / full - 2) < 0.01);
  await page.context().close();
});

test('WhatDoesNotRunHasNoCost', async () => {
  const { page, seen } = await site.open({ hash: '#v=1&model=deepseek-v3&accelerator=rtx-3060&count=1' });
  await view(page, 'Cost');
  const cost = page.getByRole('region', { name: 'Cost' });
  const said = (await cost.innerText()).split('Why articles')[0];
  assert.match(said, /No cost: it does not run on this\./);
  assert.doesNotMatch(said, /\$|Enter what you would pay/);
  assert.doesNotMatch(await sentence(page), /\$/);
  assert.deepEqual(seen.troubles, []);
  await page.context().close();
});

test('ARateSaysWhatItsFleetCosts', async () => {
  const { page } = await site.open({ hash: '#v=1&model=llama-3.1-8b&accelerator=h100-sxm5-80gb&count=4&daily_users=200000' });
  const [, asked, number, usd] = /\$([\d.]+) an hour for these 4.*With 20% spare for bursts this rate needs (\d+), \$([\d.]+) an hour\./.exec((await sentence(page)).replace(/\s/g, ' '));
  assert.ok(Math.abs(usd / asked - number / 4) < 0.02, `$${asked} for 4, $${usd} for ${number}`);
  const fleet = page.getByRole('region', { name: 'Fleet' });
  assert.ok((await fleet.innerText()).includes(`$${usd}`));
  await page.context().close();
});

test('WhereNoPriceIsKnownThatIsSaidAndAPriceCanBeGiven', async () => {
  const { page, seen } = await site.open({ hash: '#v=1&model=llama-3.1-8b&accelerator=trainium2&count=1' });
  const cost = page.getByRole('region', { name: 'Cost' });
  assert.match(await cost.innerText(), /No price is known\.\s+Enter what you would pay\./);
  const rent = cost.locator('.control[data-at="/cost/rent_usd_gpu_h"] input[type="text"]');
  assert.ok(await cost.locator('.control[data-at="/cost/server_usd"] input[type="text"]').isVisible());
  await rent.pressSequentially('1.5');
  assert.equal(await rent.inputValue(), '1.5'); // it stays while it is typed
  assert.ok((await sentence(page)).includes('$1.50 an hour'));
  assert.doesNotMatch(await cost.innerText(), /No price is known/);
  await cost.getByRole('button', { name: /^Reset Rent/ }).click();
  assert.match(await cost.innerText(), /No price is known/);
  assert.deepEqual(seen.troubles, []);
  await page.context().close();
});

test('EveryWayToPayIsReadOnAPhone', async () => {
  const { page } = await site.open({ width: 390, height: 844, chart: '.sentence' });
  await view(page, 'Cost');
  await page.getByText('Every way to pay', { exact: true }).click();
  const table = page.locator('table.ways');
  const sources = await table.locator('.source').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  assert.equal(sources.length, 6);
  for (const { left, right, height } of sources) assert.ok(left >= 0 && right <= 390 && height <= 100, `${left} to ${right}, ${height} high`); // five lines of 20
  const about = page.getByText('rent is per GPU and hour');
  assert.ok(await about.evaluate((one) => one.scrollWidth <= one.clientWidth && one.getBoundingClientRect().right <= 390));
  await page.context().close();
});

test('EnergySaysWhatItIsOf', async () => {
  for (const [hash, of] of [['', 'per million output tokens'], ['#v=1&workload=train', 'whole run']]) {
    const { page } = await site.open({ hash });
    assert.match((await page.locator('#details .figure', { hasText: 'Energy' }).innerText()).replace(/\s+/g, ' '), new RegExp(`^Energy [\\d.,]+ .*Wh .* to .*, ${of}$`));
    await page.context().close();
  }
});

test('PricesThatDifferAreSaidAsElsewhere', async () => {
  const { page, seen } = await site.open();
  const pin = () => page.getByRole('button', { name: 'Pin to compare' }).click();
  await pin();
  await typed(control(page, '/hardware/accelerator').getByRole('combobox'), 'b200');
  await page.keyboard.press('Enter');
  await pin();
  const differ = page.getByRole('region', { name: 'What differs' });
  const text = (await differ.innerText()).replaceAll('\u00a0', ' ');
  assert.match(text, /Price of one machine chosen\s+\$[\d,]+00\s+\$[\d,]+00/); // three digits, as in figures
  assert.match(text, /Rent per GPU chosen\s+\$\d+\.\d\d\/h\s+\$\d+\.\d\d\/h/);
  assert.doesNotMatch(text, /\d \$|that machine|Its |draw of one/i);
  assert.match(await page.locator('table.compare').first().innerText(), /Energy, per million output tokens/);
  assert.deepEqual(seen.troubles, []);
  await page.context().close();
});
