// The expert settings: everything that a scenario can say has a control, and what is chosen there reaches the answer.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { createEngine } from '../../build/wasm/module/engine.js';
import { expertSections } from '../../web/src/expert_fields.js';
import { sections } from '../../web/src/fields.js';
import { limits } from '../../web/src/recommend_fields.js';
import { root } from './browser.mjs';
import { fieldsOf } from './scenario_fields.mjs';
import { amount, control, field, sentence, settledHash, startSite, typed } from './site.mjs';

let site;
before(async () => { site = await startSite(); });
after(() => site.stop());

/** What else sets it. */
const elsewhere = {
  '/version': 'the link', '/as_of': 'the link, and "as of then"', '/workload': 'the task above the controls', '/objective': 'Recommend',
  '/constraints/vendors': 'Recommend', '/constraints/segments': 'Recommend', '/constraints/accelerators': 'the command line and links',
  '/constraints/owned': 'My hardware', '/overrides/accelerators': 'My hardware', '/overrides/models': 'import',
  '/overrides/instances': 'My hardware', '/overrides/prices': 'My hardware',
};

async function opened(hash = '') {
  const { page, seen } = await site.open({ hash });
  await page.getByRole('button', { name: /All settings/ }).click();
  await page.locator('.drawer .group').first().waitFor();
  return { page, seen };
}
const choose = (page, at, word) => control(page, at).locator('select').selectOption(word);

test('EveryParameterHasAControl', async () => {
  const engine = await createEngine({
    wasm: await readFile(`${root}build/wasm/module/ridgepoint.wasm`), catalog: await readFile(`${root}build/wasm/catalog.json`, 'utf8'),
  });
  const schema = engine.schema('scenario');
  const controls = new Set([...sections, ...expertSections].flatMap((section) => section.fields).concat(limits).map(({ at }) => at));
  const said = [...fieldsOf(schema)].map(([at]) => at);
  assert.ok(said.length > 100, `${said.length} parameters`);
  assert.deepEqual(said.filter((at) => !controls.has(at) && !(at in elsewhere)), []);
  assert.deepEqual([...controls].filter((at) => !said.includes(at)), []);
});

test('TheEngineAndTheAgeOfItsVersion', async () => {
  const { page, seen } = await opened();
  const usual = await sentence(page);
  assert.match(await control(page, '/serve/engine').locator('option').first().innerText(), /^Auto \(vLLM\)$/);
  await choose(page, '/serve/engine', 'sglang');
  const other = await sentence(page);
  assert.notEqual(other, usual);
  await choose(page, '/serve/engine', 'vllm');
  await control(page, '/serve/engine_date').locator('input').fill('2024-06-01');
  assert.notEqual(await sentence(page), usual);
  assert.match(await settledHash(page), /engine=vllm.*engine_date=2024-06-01/);
  await control(page, '/serve/engine_date').getByRole('button', { name: /^Reset/ }).click();
  assert.equal(await sentence(page), usual);
  assert.deepEqual(seen.troubles, []);
  await page.context().close();
});

test('DraftedTokensAndNoneAgain', async () => {
  const { page, seen } = await opened();
  const usual = await sentence(page);
  await amount(control(page, '/serve/speculative/tokens'), 0);
  await choose(page, '/serve/speculative/draft', 'llama-3.2-1b');
  assert.notEqual(await sentence(page), usual);
  await typed(field(page, '/serve/speculative/acceptance'), '95');
  await choose(page, '/serve/speculative/draft', 'none');
  assert.equal(await sentence(page), usual);
  assert.deepEqual(seen.troubles, []);
  await page.context().close();
});

test('ACloudInstanceTakesThePlaceOfAccelerators', async () => {
  const { page, seen } = await opened();
  const box = control(page, '/hardware/instance').locator('input');
  await typed(box, 'p5.48xlarge');
  await page.getByRole('option', { name: /^p5\.48xlarge/ }).first().click();
  assert.match(await sentence(page), /1\sp5\.48xlarge \(8\s×\sH100 SXM5 80GB\)/);
  assert.match(await control(page, '/hardware/instance').locator('.detail').innerText(), /8\s×\sH100 SXM5 80GB each/);
  const accelerator = control(page, '/hardware/accelerator').locator('input');
  await typed(accelerator, 'H200 SXM');
  await page.getByRole('option', { name: /^H200 SXM/ }).first().click();
  assert.match(await sentence(page), /1\s×\sH200 SXM/);
  assert.deepEqual(seen.troubles, []);
  await page.context().close();
});

test('CloudsAndTheirRegions', async () => {
  const { page, seen } = await opened('#v=1&accelerator=h100-sxm5-80gb&count=8&weights=fp8');
  const usual = await sentence(page);
  await choose(page, '/cost/provider', 'aws');
  assert.notEqual(await sentence(page), usual);
  const regions = await control(page, '/cost/region').locator('option').allInnerTexts();
  assert.deepEqual(regions.filter((region) => /^[A-Z]+-\d|FIN/.test(region)), []);
  assert.deepEqual(seen.troubles, []);
  await page.context().close();
});

test('EveryControlHasALabel', async () => {
  for (const hash of ['', '#v=1&workload=train&model=llama-3.1-8b&count=8&schedule=interleaved', '#v=1&workload=finetune&model=llama-3.1-8b&accelerator=rtx-4090&count=1']) {
    const { page } = await opened(hash);
    const controls = page.locator('.drawer .control').locator('input:not([type="range"], [type="radio"]), select, [role="radiogroup"]');
    const named = await controls.evaluateAll((all) => all.map((one) => [one.closest('.control').dataset.at, one.labels?.length > 0 || document.getElementById(one.getAttribute('aria-labelledby')) !== null || one.hasAttribute('aria-label')]));
    assert.ok(named.length > 20, `${named.length} controls`);
    assert.deepEqual(named.filter(([, has]) => !has), []);
    await page.context().close();
  }
});

test('MarketsOfRentAndTheMachineAroundCards', async () => {
  const { page, seen } = await opened('#v=1&model=llama-3.1-8b&accelerator=rtx-4090&count=1&concurrency=8');
  const texts = async (at) => control(page, at).locator('option').allInnerTexts();
  assert.deepEqual(await texts('/cost/market'), ['Auto (Clouds)', 'All offers', 'Clouds', 'Marketplaces', 'Specialist clouds', 'Hyperscalers']); // of a service
  await choose(page, '/cost/market', 'all');
  assert.match(await settledHash(page), /market=all/);
  assert.deepEqual(await texts('/cost/host'), ['Auto (Bought with them)', 'There already', 'Bought with them', 'None']);
  const paid = () => page.getByRole('tabpanel', { name: 'Cost' }).getByText(/Machines: /).innerText();
  await page.getByRole('tab', { name: 'Cost' }).click();
  await page.getByText('What owning costs').click();
  assert.match(await paid(), /a desktop PC around/);
  await choose(page, '/cost/host', 'existing');
  assert.doesNotMatch(await paid(), /around/);
  await choose(page, '/cost/host', 'new');
  await field(page, '/cost/host_usd').focus();
  await page.keyboard.type('1200');
  assert.equal(await field(page, '/cost/host_usd').inputValue(), '1200');
  assert.match(await paid(), /around at your own figure/);
  await page.evaluate(() => document.activeElement.blur()); // what is in use stays
  await choose(page, '/cost/host', 'none');
  await amount(field(page, '/cost/host_usd'), 0); // no machine has no price
  await choose(page, '/cost/mode', 'rent');
  await amount(control(page, '/cost/host'), 0);
  assert.deepEqual(seen.troubles, []);
  await page.context().close();
});

test('LessMemoryThanADeviceIsSoldWithAtTheMost', async () => {
  const { page, seen } = await opened('#v=1&model=llama-3.1-70b&accelerator=apple-m5-max&count=1&weights=gguf-q4_k_m&concurrency=1');
  // 70.6 billion parameters in 4.5 bits and more are above 36 GiB.
  await field(page, '/hardware/memory_gb').focus();
  await page.keyboard.type('36');
  assert.match(await sentence(page), /does not fit/);
  await page.waitForFunction(() => location.hash.includes('memory_gb=36'));
  await control(page, '/hardware/memory_gb').getByRole('button', { name: 'Reset Memory of each' }).click();
  assert.doesNotMatch(await sentence(page), /does not fit/);
  assert.deepEqual(seen.troubles, []);
  await page.context().close();
});

test('WeightsAreThoseTheModelIsPublishedIn', async () => {
  const { page } = await opened('#v=1&model=gpt-oss-120b&accelerator=h100-sxm5-80gb&count=1');
  assert.match(await sentence(page), / on 1\s×\sH100 SXM5 80GB in MXFP4/);
  assert.equal(await control(page, '/precision/weights').locator('option').first().innerText(), 'Auto (MXFP4)');
  await page.context().close();
});
