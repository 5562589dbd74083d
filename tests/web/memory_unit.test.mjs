// Memory is shown in GB as makers print them on cards, 2³⁰ bytes, everywhere, and its other unit is one tap away.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { createEngine } from '../../build/wasm/module/engine.js';
import { acceleratorDetail } from '../../web/src/entries.js';
import { gibibytes, gigabytes } from '../../web/src/format.js';
import { examples as presets } from '../../web/src/presets.js';
import { asMarkdown, asText } from '../../web/src/report/formats.js';
import { reportOf } from '../../web/src/report/content.js';
import { root } from './browser.mjs';
import { sentence, startSite, view } from './site.mjs';

const engine = await createEngine({
  wasm: await readFile(`${root}build/wasm/module/ridgepoint.wasm`), catalog: await readFile(`${root}build/wasm/catalog.json`, 'utf8'),
});
const devices = engine.catalog('accelerators');
const value = (leaf) => leaf?.value ?? leaf;

/** The unit of a card by another name, or an amount in another one. */
const other = /GiB|10⁹/;

/** All texts of an answer, with where they stand. */
const texts = (node, at = '') =>
  typeof node === 'string' ? [[at, node]] : node && typeof node === 'object' ? Object.entries(node).flatMap(([key, inner]) => texts(inner, `${at}/${key}`)) : [];

const tight = { workload: 'serve', model: 'llama-3.1-70b', hardware: { accelerator: 'h100-sxm5-80gb', count: 1 } };
const asked = {
  ...presets,
  short: tight,
  hosted: { ...tight, hardware: { accelerator: 'rtx-4090', count: 1, host: 'cpu-generic-desktop-ddr5' }, precision: { weights: 'gguf-q4_k_m' }, serve: { concurrency: 1 } },
  full: { workload: 'finetune', model: 'llama-3.1-8b', hardware: { accelerator: 'rtx-4090', count: 1 }, train: { method: 'full' } },
  offloaded: { workload: 'train', model: 'llama-3.1-8b', hardware: { accelerator: 'h100-sxm5-80gb', count: 2 }, train: { offload: 'optimizer' } },
  idle: { workload: 'serve', model: 'llama-3.1-8b', hardware: { accelerator: 'h100-sxm5-80gb', count: 1 }, serve: { concurrency: 1 } },
};

describe('ADeviceReadsAsItIsSold', () => {
  const sold = devices.map((a) => ({ a, gb: Number(/(\d+) ?GB/.exec(a.name)?.[1]) })).filter(({ gb }) => gb);
  test('InLists', () => {
    assert.ok(sold.length > 200, `${sold.length} names`);
    for (const { a, gb } of sold) assert.match(acceleratorDetail(a), new RegExp(`^${gb}\\sGB( · |$)`), a.id);
    const detail = (id) => acceleratorDetail(devices.find((a) => a.id === id)).split(/\s/)[0];
    assert.deepEqual(['h100-sxm5-80gb', 'rtx-4090', 'mi300x-192gb', 'h200-sxm-141gb', 't4', 'apple-m4-max'].map(detail), ['80', '24', '192', '141', '16', '128']);
  });
  test('AndInWhatIsUsableOfIt', () => {
    let near = 0;
    for (const { a, gb } of sold) {
      const result = engine.estimate({ ...asked.idle, hardware: { accelerator: a.id, count: 1 } });
      if (!result.ok) continue; // without bandwidth nothing is estimated
      const usable = parseFloat(gibibytes(result.memory.usable_gb));
      // Error correction in GDDR6 takes a sixteenth; a chip that shares its memory leaves some to the system.
      const least = a.memory_type.startsWith('LPDDR') ? 0.85 : 0.93;
      assert.ok(usable <= gb && usable >= least * gb, `${a.id}: ${usable} of ${gb}`);
      near += usable >= 0.97 * gb ? 1 : 0;
    }
    assert.ok(near > 0.9 * sold.length, `${near} of ${sold.length} within 3%`);
  });
});

describe('NoTextNamesTheOtherUnit', () => {
  for (const [name, scenario] of Object.entries(asked)) {
    test(`Answer-${name}`, () => {
      const result = engine.estimate(scenario, { with: ['explain', 'limits', 'percentiles', 'series'] });
      assert.ok(result.ok, JSON.stringify(result.errors));
      for (const [at, text] of texts(result)) assert.doesNotMatch(text, /\/scenario\/|source/.test(at) ? /^$/ : other, at);
      for (const { id, value: number, unit, text } of result.answer.figures) {
        if (id.endsWith('_gb')) assert.deepEqual([unit, text], ['GB', gibibytes(number).replace('\u00a0', ' ')]);
      }
    });
    test(`Report-${name}`, () => {
      const result = engine.estimate(scenario);
      const report = reportOf({ result, scenario, link: '', estimate: engine.estimate, records: engine.catalog, help: () => '', sources: engine.catalog('sources') });
      for (const text of [asMarkdown(report), asText(report)].map((one) => one.replaceAll('\\', '').replaceAll('\u00a0', ' '))) {
        for (const gb of [result.memory.per_gpu_gb, result.memory.usable_gb]) {
          assert.ok(text.includes(gibibytes(gb).replace('\u00a0', ' ')), gibibytes(gb));
          assert.ok(!text.includes(gigabytes(gb).replace('\u00a0', ' ')), gigabytes(gb));
        }
      }
    });
  }
  test('NearMissesSayWhatTheyLack', () => {
    const found = engine.recommend({ ...tight, hardware: undefined, constraints: { max_count: 1, accelerators: ['rtx-4090', 't4'] } });
    const said = texts(found).map(([, text]) => text).join('\n');
    assert.match(said, /\d GB/);
    assert.doesNotMatch(said, other);
  });
  test('HardwareThatIsThere', () => {
    const found = engine.runsOn({ hardware: [{ accelerator: 'rtx-4090', count: 1 }], models: ['llama-3.1-70b'] });
    assert.match(found.notes.join(' '), /2\d\.\d GB of host memory/);
  });
});

describe('OnThePage', () => {
  let site;
  before(async () => { site = await startSite(); });
  after(() => site?.stop());

  const link = '#v=1&workload=serve&model=llama-3.1-70b&accelerator=h100-sxm5-80gb&count=1&weights=bf16&concurrency=32';

  test('TheOtherUnitIsOneKeyAway', async () => {
    const { page, seen } = await site.open({ hash: link });
    // The sentence is the engine's.
    assert.match(await sentence(page), /short by [\d.]+\sGB, [\d.]+\sGB needed of 79\.6\sGB\./);
    for (const part of ['.tiles', '.chart-memory']) {
      const shown = await page.locator(part).innerText();
      assert.match(shown, /79\.6\sGB/);
      assert.doesNotMatch(shown, /GiB|85\.5/);
    }
    const memory = page.getByRole('region', { name: /^Memory/ }).first();
    const usable = memory.getByRole('button', { name: /^Usable/ });
    assert.match(await usable.innerText(), /79\.6\sGB/);
    assert.doesNotMatch(await usable.innerText(), /85\.5/);
    await memory.getByRole('button', { name: /^Used/ }).focus();
    await page.keyboard.press('Enter');
    const explained = page.getByRole('region', { name: 'Explanation' });
    assert.match(await explained.locator('h3').innerText(), /[\d.]+\sGB \([\d.]+\s×\s10⁹\sbytes\)/);
    for (const row of await explained.locator('tbody tr').all()) assert.match(await row.innerText(), /[\d.]+\sGB \([\d.]+\s×\s10⁹\sbytes\)/);
    assert.match(await explained.innerText(), /80 GB holds 80 GiB/);
    await view(page, 'Memory');
    const lines = page.getByRole('table', { name: /line by line/ });
    for (const row of await lines.locator('tbody tr, tfoot tr').all()) assert.match(await row.innerText(), /[\d.]+\sGB\s+[\d.]+\s×\s10⁹\sbytes/);
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('TheAxisGoesByRoundNumbersOfIt', async () => {
    const { page } = await site.open({ hash: `${link.replace('count=1', 'count=4')}&view=memory` });
    const ticks = await page.locator('rp-plot').first().locator('text.tick').allTextContents();
    const sizes = ticks.filter((tick) => /GB$/.test(tick)).map((tick) => Number(tick.replace(/\D/g, '')));
    assert.ok(sizes.length >= 3, ticks.join());
    for (const size of sizes) assert.equal(size % 10, 0, ticks.join());
    await page.context().close();
  });
});
