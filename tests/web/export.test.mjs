// What can be taken from the calculator: complete, readable, the engine's own figures; and the report on paper.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { createEngine } from '../../build/wasm/module/engine.js';
import { examples as presets } from '../../web/src/presets.js';
import { reportOf } from '../../web/src/report/content.js';
import { asCsv, asJson, asMarkdown, asText } from '../../web/src/report/formats.js';
import { issueAddress, offText } from '../../web/src/report/off.js';
import { contentOf, root } from './browser.mjs';
import { amount, startSite, violations } from './site.mjs';

const engine = await createEngine({
  wasm: await readFile(`${root}build/wasm/module/ridgepoint.wasm`), catalog: await readFile(`${root}build/wasm/catalog.json`, 'utf8'),
});
const link = 'https://example.org/#v=1';
const reported = (scenario, found) => reportOf({
  result: engine.estimate(scenario), scenario, link, estimate: engine.estimate, records: engine.catalog, help: (at) => `meaning of ${at}`, sources: engine.catalog('sources'), found,
});

/** What people take away: to serve at a rate, to fine-tune on cards they own, to rent or buy. */
const asked = {
  serve: { workload: 'serve', model: 'llama-3.3-70b', hardware: { accelerator: 'h100-sxm5-80gb', count: 8 }, precision: { weights: 'fp8' }, serve: { requests_per_minute: 300, input_tokens: 2048, output_tokens: 512 } },
  qlora: { workload: 'finetune', model: 'qwen3-14b', hardware: { accelerator: 'rtx-3090', count: 2 }, train: { method: 'qlora', tokens: 5e7 } },
  buy: { workload: 'serve', model: 'llama-3.3-70b', hardware: { accelerator: 'h100-sxm5-80gb', count: 8 }, precision: { weights: 'fp8' }, serve: { requests_per_minute: 300 }, cost: { years: 3 } },
};
const hashes = {
  serve: '#v=1&model=llama-3.3-70b&accelerator=h100-sxm5-80gb&count=8&weights=fp8&requests_per_minute=300&input_tokens=2048&output_tokens=512',
  qlora: '#v=1&workload=finetune&model=qwen3-14b&accelerator=rtx-3090&count=2&method=qlora&train.tokens=50000000',
  buy: '#v=1&model=llama-3.3-70b&accelerator=h100-sxm5-80gb&count=8&weights=fp8&requests_per_minute=300&years=3',
};
/** Of the first table, as a person reads it. */
const questions = {
  serve: { Task: 'Serve', Model: 'Llama 3.3 70B Instruct, 70.6B parameters', Accelerator: 'H100 SXM5 80GB', 'How many': '8', Weights: 'FP8', Requests: '300 a minute', Prompt: '2,048 tokens', Answer: '512 tokens' },
  qlora: { Task: 'Fine-tune', Model: 'Qwen3 14B, 14.8B parameters', Method: 'QLoRA', Accelerator: 'GeForce RTX 3090 24GB', 'How many': '2', 'Training tokens': '50,000,000 tokens' },
  buy: { Task: 'Serve', Model: 'Llama 3.3 70B Instruct, 70.6B parameters', Accelerator: 'H100 SXM5 80GB', 'How many': '8', Weights: 'FP8', Requests: '300 a minute', 'Kept for': '3 years' },
};
const plain = (text) => text.replaceAll('\u00a0', ' ').replace(/\\(?=[\\`*_{}[\]<>#|])/g, '').replace(/\s+/g, ' ');

/** Every figure with its formula and the values in it, and every input with its meaning and value. */
function assertComplete(text, { computed, commands, sentence, result }) {
  const said = plain(text);
  assert.ok(computed.length >= 15);
  assert.equal(computed.length, result.explain.length);
  for (const { label, value, formula, filled, inputs } of computed) {
    assert.ok(said.includes(plain(`${label}: ${value}`)), `${label}: ${value}`);
    assert.ok(inputs.length > 0, label);
    for (const part of [plain(formula), plain(`= ${filled} = ${value}`)]) assert.ok(said.includes(part), `${label}: ${part}`);
    for (const input of inputs) for (const part of [input.name, input.label, input.value, input.source]) assert.ok(said.includes(plain(part)), `${label} lacks ${input.name}: ${part}`);
  }
  for (const { command } of commands) assert.ok(said.includes(plain(command)), command);
  assert.ok(said.includes(plain(sentence)));
}

describe('ReportContent', () => {
  for (const [workload, scenario] of Object.entries(presets)) {
    test(`HoldsScenarioFiguresAssumptionsAndSources-${workload}`, () => {
      const report = reported(scenario);
      const serves = ['serve', 'batch'].includes(workload);
      const titles = report.answers.map(({ title }) => title).filter((title) => !/^What would/.test(title));
      assert.deepEqual(titles, ['Figures', 'Memory of one GPU', `Where the time of a ${serves ? 'token' : 'step'} goes`, 'Ways to pay', 'Paid by the end of each year, today’s value']);
      assert.equal(report.assumptions[0].title, 'Assumptions');
      for (const { heads, rows } of [...report.answers, ...report.assumptions]) for (const row of rows) assert.equal(row.length, heads.length);
      assert.ok(report.commands.length > 0);
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
    const names = (scenario) => reported(scenario).assumptions[0].rows.map(([name]) => name);
    assert.ok(names(presets.serve).includes('Prefill chunk'));
    assert.ok(!names(presets.serve).includes('Optimizer'));
    assert.ok(names(presets.finetune).includes('Optimizer'));
    assert.ok(!names(presets.finetune).includes('Prefill chunk'));
  });
});

describe('ReportBeginsWithTheQuestion', () => {
  for (const [name, scenario] of Object.entries(asked)) {
    test(`AndListsWhatWasGivenAndWhatWasLeftOpen-${name}`, () => {
      const { question } = reported(scenario);
      const rows = (list) => Object.fromEntries(list.map(({ label, value }) => [label, plain(value)]));
      assert.deepEqual(rows(question.given), questions[name]);
      for (const label of Object.keys(questions[name])) assert.ok(!(label in rows(question.open)), `${label} is in both parts`);
      for (const label of name === 'qlora' ? ['Sequence', 'Batch'] : ['KV cache']) assert.match(rows(question.open)[label] ?? '', /\S/, label);
      assert.doesNotMatch(JSON.stringify(question), /undefined|NaN|\[object|auto/);
    });

    test(`MarkdownHoldsTheInputsOfEveryFigure-${name}`, () => {
      const report = reported(scenario);
      const text = asMarkdown(report);
      assertComplete(text, report);
      const [, first] = text.split('## The question');
      const table = plain(first.split('\n\n')[1]);
      for (const [label, value] of Object.entries(questions[name])) assert.ok(table.includes(`| ${label} | ${value} |`), `${label}: ${value} in ${table}`);
      const order = ['## The question', 'Left to the calculator', '## The answer', '## Figures', '## Memory of one GPU', '## Where the time', '## Ways to pay', '## How each figure', ...(report.commands.length ? ['## Measure it yourself'] : []), '## Assumptions', '## Sources'];
      assert.deepEqual(order.map((part) => text.indexOf(part)), order.map((part) => text.indexOf(part)).sort((a, b) => a - b));
      assert.ok(order.every((part) => text.includes(part)), order.find((part) => !text.includes(part)));
    });
  }

  test('EveryGivenInputIsThere', () => {
    const scenario = { ...asked.serve, cost: { electricity_usd_kwh: 0.31, utilization: 0.4 }, serve: { ...asked.serve.serve, slo: { e2e_p95_s: 5 } }, constraints: { headroom: 0.15 } };
    const values = reported(scenario).question.given.map(({ at, value }) => [at, plain(value)]);
    for (const row of [['/cost/electricity_usd_kwh', '$0.31'], ['/cost/utilization', '40%'], ['/serve/slo/e2e_p95_s', '5 s'], ['/constraints/headroom', '15%']]) {
      assert.ok(values.some(([at, value]) => at === row[0] && value.startsWith(row[1])), `${row}: ${values.find(([at]) => at === row[0])}`);
    }
  });

  test('AModelOfOnesOwnIsNamed', () => {
    const { question } = reported({ ...asked.serve, model: { name: 'Mine', layers: 32, hidden: 4096, heads: 32, kv_heads: 8, vocab: 32000, intermediate: 14336 } });
    assert.match(question.given.find(({ label }) => label === 'Model').value, /^Mine \(as given\), 7\.24B parameters$/);
    assert.ok(question.given.some(({ at, value }) => at === '/model/layers' && value === '32'));
  });

  test('WhatWasSearchedIsToldAndWhatWasNotIsLeftOut', () => {
    const titles = (report) => report.answers.map(({ title }) => title);
    assert.ok(!titles(reported(asked.serve)).some((title) => /Other hardware/.test(title)));
    const found = engine.recommend({ ...asked.qlora, constraints: { accelerators: ['rtx-3090', 'rtx-4090'] } });
    const other = reported(asked.qlora, found).answers.find(({ title }) => title === 'Other hardware that keeps all limits');
    assert.equal(other.rows.length, found.recommendations.length);
    assert.match(other.rows[0][0], /^\d+ × /);
    const texts = (title) => reported(asked.qlora, found).answers.find((table) => table.title === title).rows.map(([text]) => text);
    assert.deepEqual(texts('Picks'), found.picks.map(({ text }) => text));
    assert.deepEqual(texts('How other hardware ranks'), found.known.map(({ text }) => text));
    assert.match(texts('Picks')[0], /^Cheapest to rent: \d+ × .*RTX .*\$/);
  });

  test('WhatDoesNotFitTellsWhatWould', () => {
    const report = reported({ ...asked.serve, hardware: { accelerator: 'rtx-3090', count: 1 } });
    assert.ok(report.answers.find(({ title }) => title === 'What would make it fit').rows.length > 0);
  });

  test('ADerivedFigureTellsTheEvidenceOfWhatItComesFrom', () => {
    const found = reported(asked.qlora).computed.find(({ label }) => label === 'Time of the run');
    assert.match(found.evidence, /^Trained tokens a second, which it comes from, was compared with \d+ measured runs/);
    const cost = reported(asked.qlora).computed.find(({ label }) => label === 'Cost of the run');
    assert.match(cost.evidence, /^Trained tokens a second, which it comes from,/);
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
    assert.ok(lines.some((line) => line.startsWith('/scenario/model,Model,"Llama 3.1 70B')));
    assert.ok(lines.some((line) => line.startsWith('/scenario/hardware/count,How many,4')));
    assert.ok(lines.includes(`/memory/per_gpu_gb,Memory on one accelerator,${report.result.memory.per_gpu_gb},GB,,`));
    assert.ok(lines.some((line) => line.startsWith('/memory/lines/weights,Weights,')));
  });

  test('JsonIsTheResultItself', () => {
    const report = reported(presets.train);
    const { link: said, ...result } = JSON.parse(asJson(report));
    assert.equal(said, link);
    assert.deepEqual(result, engine.estimate(presets.train, { with: ['explain', 'limits', 'series'] }));
  });

  test('TextBeginsWithTheQuestionTellsTheAnswerAndEndsWithTheLink', () => {
    const report = reported(presets.finetune);
    const lines = asText(report).trim().split('\n');
    assert.match(lines[0], /^Task {2,}Fine-tune$/);
    assert.ok(lines.includes(report.result.answer.text));
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
      await amount(page.getByRole('dialog'), 0);
      await page.context().close();
    });
  }

  test('FilesHoldWhatIsOnTheScreen', async () => {
    const { page } = await opened({ hash: '#v=1&workload=finetune&model=llama-3.1-8b&accelerator=rtx-4090&count=1&method=qlora&sequence=2048' });
    const saved = async (name) => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
      return { name: download.suggestedFilename(), text: String(await contentOf(download)) };
    };
    const json = await saved(/^JSON/);
    assert.equal(json.name, 'ridgepoint-finetune-llama-3.1-8b.json');
    assert.deepEqual(JSON.parse(json.text).speed.tokens_per_s, engine.estimate(presets.finetune).speed.tokens_per_s);
    assert.match((await saved(/^Markdown/)).text, /^# Llama 3\.1 8B: Fits/);
    assert.match((await saved(/^CSV/)).text, /^pointer,label/);
    await page.context().close();
  });

  /** The report of a link, as it is printed. */
  const printed = async (hash, options = {}) => {
    const { page, seen } = await opened({ hash, ...options });
    await page.evaluate(() => { window.print = () => dispatchEvent(new Event('beforeprint')); });
    await page.getByRole('button', { name: /^Print/ }).click();
    await page.emulateMedia({ media: 'print' });
    return { page, seen, paper: page.locator('.paper') };
  };

  for (const name of Object.keys(asked)) {
    test(`OnPaperStandsTheReportAloneAndWhole-${name}`, async () => {
      const { scenario } = engine.decodeUrl(hashes[name]); // links keep the defaults of their release
      const { page, seen, paper } = await printed(hashes[name], name === 'qlora' ? { colorScheme: 'dark' } : {});
      assert.equal(await page.locator('.masthead').isVisible(), false);
      assert.equal(await paper.isVisible(), true);
      const text = await paper.innerText();
      assertComplete(text, reported(scenario));
      assert.match(text, /The question[\s\S]*The answer[\s\S]*Memory of one GPU[\s\S]*How each figure is computed[\s\S]*Assumptions[\s\S]*Sources/);
      const rows = await paper.locator('.asked').first().evaluate((table) => [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent.trim())));
      for (const row of Object.entries(questions[name])) assert.ok(rows.some((cells) => plain(cells.slice(0, 2).join('|')) === row.join('|')), row.join(': '));

      const pictures = await paper.locator('.chart > svg').evaluateAll((all) => all.map((svg) => ({
        name: svg.getAttribute('aria-label').split(':')[0],
        colours: [...svg.querySelectorAll('.part')].filter((part) => part.dataset.kind !== 'free').map((part) => getComputedStyle(document.querySelector(part.getAttribute('fill').slice(4, -1)).querySelector('.tint')).fill),
        own: [...svg.querySelectorAll('.part')].every((part) => svg.contains(document.querySelector(part.getAttribute('fill').slice(4, -1)))),
      })));
      assert.ok(pictures.length >= 3, pictures.map(({ name }) => name).join(', '));
      for (const { name: of, colours, own } of pictures) {
        assert.ok(own, `${of} is drawn with the patterns of a hidden picture`);
        for (const colour of colours) assert.match(colour, /^(?!rgb\((0, 0, 0|255, 255, 255)\))rgb/, of);
      }
      assert.equal(await paper.evaluate((sheet) => getComputedStyle(sheet).color), 'rgb(21, 24, 27)', 'ink of a light page');
      await page.setViewportSize({ width: 680, height: 960 }); // the width of A4 between its margins
      const wide = await paper.evaluate((sheet) => [...sheet.querySelectorAll('*')].filter((node) => node.getBoundingClientRect().right > sheet.getBoundingClientRect().right + 1).map((node) => node.outerHTML.slice(0, 120)));
      assert.deepEqual(wide, []);

      const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: false });
      const sheets = [...pdf.toString('latin1').matchAll(/\/Type\s*\/Page\b/g)].length;
      assert.ok(sheets >= 4 && sheets <= 12, `${sheets} pages`);
      await page.evaluate(() => dispatchEvent(new Event('afterprint')));
      await amount(paper, 0);
      assert.deepEqual(seen.troubles, []);
      await page.context().close();
    });
  }

  test('WhatWasSearchedIsOnThePaper', async () => {
    const { page } = await site.open({ hash: hashes.qlora });
    await page.getByRole('tab', { name: 'Recommend' }).click();
    await page.locator('#ranked').waitFor();
    await page.locator('.results[data-busy="false"] li[id^="choice-"]').first().waitFor({ state: 'attached', timeout: 60000 });
    await page.evaluate(() => { window.print = () => dispatchEvent(new Event('beforeprint')); });
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: /^Print/ }).click();
    await page.emulateMedia({ media: 'print' });
    assert.match(await page.locator('.paper').innerText(), /Other hardware that keeps all limits/);
    await page.context().close();
  });

  test('AnExplainedFigureCanBeReported', async () => {
    const { page } = await site.open();
    await page.locator('#headline .sentence button').first().click();
    await page.getByRole('button', { name: 'This figure is off: copy a report' }).waitFor();
    await page.context().close();
  });

  test('ADerivedFigureOpensToItsEvidenceAndToWhatItComesFrom', async () => {
    const { page } = await site.open();
    await page.getByRole('button', { name: /tokens\/s/ }).first().click();
    const region = page.getByRole('region', { name: 'Explanation' });
    await region.getByText(/Time per output token, which it comes from, was compared with/).waitFor();
    await region.getByRole('button', { name: 'How it is computed: Time per output token' }).focus();
    await page.keyboard.press('Enter');
    await region.getByRole('heading', { name: /^Time per output token/ }).waitFor();
    await region.getByText(/^It was compared with/).waitFor();
    assert.equal(await region.evaluate((node) => node === document.activeElement), true);
    await page.keyboard.press('Escape');
    await amount(region, 0);
    await page.context().close();
  });
});
