// What can be taken from the calculator: complete, readable, the engine's own figures; and the report on paper.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { createEngine } from '../../build/wasm/module/engine.js';
import { presets } from '../../web/src/presets.js';
import { reportOf } from '../../web/src/report/content.js';
import { asCsv, asJson, asMarkdown, asText } from '../../web/src/report/formats.js';
import { issueAddress, offText } from '../../web/src/report/off.js';
import { root } from './browser.mjs';
import { startSite, violations } from './site.mjs';

const engine = await createEngine({
  wasm: await readFile(`${root}build/wasm/module/ridgepoint.wasm`), catalog: await readFile(`${root}build/wasm/catalog.json`, 'utf8'),
});
const link = 'https://example.org/#v=1';
const reported = (scenario) => reportOf({
  result: engine.estimate(scenario), scenario, link, estimate: engine.estimate, sources: () => engine.catalog('sources'), help: (at) => `meaning of ${at}`,
});

describe('ReportContent', () => {
  for (const [workload, scenario] of Object.entries(presets)) {
    test(`HoldsScenarioFiguresAssumptionsAndSources-${workload}`, () => {
      const report = reported(scenario);
      assert.deepEqual(report.tables.map(({ title }) => title), ['Scenario', 'Figures', 'Memory of one GPU', 'Where the time goes', 'Ways to pay', 'How each figure is computed', 'Assumptions']);
      for (const { heads, rows } of report.tables) for (const row of rows) assert.equal(row.length, heads.length);
      assert.ok(report.sources.length >= 5);
      assert.ok(report.sources.some(({ url }) => url?.startsWith('https://')));
      const all = JSON.stringify({ ...report, result: undefined });
      assert.doesNotMatch(all, /NaN|undefined|\[object/);
    });
  }

  test('AFigureIsTheEnginesWithItsRange', () => {
    const { figures, result } = reported(presets.serve);
    const ttft = figures.find(({ pointer }) => pointer === '/speed/ttft_ms');
    const known = result.speed.ranges.find(({ figure }) => figure === 'ttft_ms');
    assert.deepEqual([ttft.value, ttft.low, ttft.high], [result.speed.ttft_ms, known.low, known.high]);
  });

  test('OnlyAssumptionsThatCountForTheWorkloadAreListed', () => {
    const names = (scenario) => reported(scenario).tables.find(({ title }) => title === 'Assumptions').rows.map(([name]) => name);
    assert.ok(names(presets.serve).includes('Serve, prefill chunk'));
    assert.ok(!names(presets.serve).some((name) => name.startsWith('Train')));
    assert.ok(names(presets.finetune).includes('Train, optimizer'));
    assert.ok(!names(presets.finetune).some((name) => name.startsWith('Serve')));
  });
});

describe('ReportFormats', () => {
  test('MarkdownTablesHaveAllTheirCellsAndNothingRunsAsMarkup', () => {
    const scenario = { ...presets.serve, model: { ...engine.catalog('models').find((m) => m.id === 'llama-3.1-8b'), id: 'mine', name: '<b>My|model</b> [x](y)' } };
    for (const key of Object.keys(scenario.model)) if (['source', 'retrieved', 'components', 'compressed'].includes(key)) delete scenario.model[key];
    const text = asMarkdown(reported(scenario));
    assert.match(text, /\\<b\\>My\\\|model\\<\/b\\> \\\[x\\\]\(y\)/);
    assert.doesNotMatch(text.replace(/\\./g, ''), /<b>/);
    for (const block of text.split('\n\n').filter((part) => part.startsWith('|'))) {
      const cells = block.trim().split('\n').map((line) => line.replace(/\\\|/g, '').split('|').length);
      assert.equal(new Set(cells).size, 1, block);
    }
  });

  test('CsvHasAFigureALineWithItsPointer', () => {
    const report = reported(presets.serve);
    const lines = asCsv(report).trim().split('\r\n');
    assert.equal(lines[0], 'pointer,label,value,unit,low,high');
    assert.ok(lines.includes(`/memory/per_gpu_gb,Memory on one accelerator,${report.result.memory.per_gpu_gb},GB,,`));
    assert.ok(lines.some((line) => line.startsWith('/memory/lines/weights,Weights,')));
  });

  test('JsonIsTheResultItself', () => {
    const report = reported(presets.train);
    const { link: said, ...result } = JSON.parse(asJson(report));
    assert.equal(said, link);
    assert.deepEqual(result, engine.estimate(presets.train, { with: ['explain', 'limits'] }));
  });

  test('TextBeginsWithTheAnswerAndEndsWithTheLink', () => {
    const report = reported(presets.finetune);
    const lines = asText(report).trim().split('\n');
    assert.equal(lines[0], report.result.answer.text);
    assert.equal(lines.at(-1), link);
  });
});

describe('FigureIsOff', () => {
  test('ANewIssueOfTheRepositoryIsFilledIn', () => {
    const github = new URL(issueAddress('https://github.com/o/r.git', 'TTFT is off', 'a & b'));
    assert.equal(github.origin + github.pathname, 'https://github.com/o/r/issues/new');
    assert.deepEqual([github.searchParams.get('title'), github.searchParams.get('body')], ['TTFT is off', 'a & b']);
    const gitlab = new URL(issueAddress('https://gitlab.com/o/r', 't', 'b'));
    assert.equal(gitlab.pathname, '/o/r/-/issues/new');
    assert.equal(gitlab.searchParams.get('issue[description]'), 'b');
  });
  test('ItSaysWhatIsNeededToLookIntoIt', () => {
    const [first] = engine.estimate(presets.serve, { with: ['explain'] }).explain;
    const text = offText(first, link);
    for (const part of [first.pointer, first.formula, link, 'Measured or expected:']) assert.ok(text.includes(part), part);
  });
});

describe('ExportInABrowser', () => {
  let site;
  before(async () => { site = await startSite(); });
  after(() => site.stop());

  const opened = async (options) => {
    const { page, seen, base } = await site.open(options);
    await page.waitForTimeout(300);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('dialog').waitFor();
    return { page, seen, base };
  };

  for (const [width, colorScheme] of [[1440, 'light'], [390, 'dark']]) {
    test(`TheMenuIsAccessible-${width}-${colorScheme}`, async () => {
      const { page, seen, base } = await opened({ width, colorScheme });
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      const found = await violations(page);
      assert.deepEqual(found.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html).join(' | ')}`), []);
      assert.deepEqual([seen.troubles, seen.requests.filter((url) => !url.startsWith(base))], [[], []]);
      await page.keyboard.press('Escape');
      assert.equal(await page.getByRole('dialog').count(), 0);
      await page.context().close();
    });
  }

  test('FilesHoldWhatIsOnTheScreen', async () => {
    const { page } = await opened({ hash: '#v=1&workload=finetune&model=llama-3.1-8b&accelerator=rtx-4090&count=1&method=qlora&sequence=2048' });
    const saved = async (name) => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
      return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
    };
    const json = await saved(/^JSON/);
    assert.equal(json.name, 'ridgepoint-finetune-llama-3.1-8b.json');
    assert.deepEqual(JSON.parse(json.text).speed.tokens_per_s, engine.estimate(presets.finetune).speed.tokens_per_s);
    assert.match((await saved(/^Markdown/)).text, /^# Llama 3\.1 8B: Fits/);
    assert.match((await saved(/^CSV/)).text, /^pointer,label/);
    await page.context().close();
  });

  test('OnPaperStandsTheReportAlone', async () => {
    const { page } = await opened();
    await page.evaluate(() => { window.print = () => {}; });
    await page.getByRole('button', { name: /^Print/ }).click();
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.locator('.masthead').isVisible(), false);
    const paper = page.locator('.paper');
    assert.equal(await paper.isVisible(), true);
    assert.match(await paper.innerText(), /How each figure is computed[\s\S]*Assumptions[\s\S]*Sources/);
    const pdf = await page.pdf({ format: 'A4' });
    const sheets = [...pdf.toString('latin1').matchAll(/\/Type\s*\/Page\b/g)].length;
    assert.ok(sheets >= 2 && sheets <= 8, `${sheets} pages`);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    assert.equal(await paper.count(), 0);
    await page.context().close();
  });

  test('AnExplainedFigureCanBeReported', async () => {
    const { page } = await site.open();
    await page.waitForTimeout(300);
    await page.locator('#headline .sentence button').first().click();
    await page.getByRole('button', { name: 'This figure is off: copy a report' }).waitFor();
    await page.context().close();
  });
});
