// The headers that web/docs/hosting.md advises, on the site as it is built: everything works under them, and they keep out whom they should.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { launch, root, serve } from './browser.mjs';

const LINK = '#v=1&model=llama-3.1-8b&accelerator=rtx-4090&count=1';
const [, POLICY] = /^Content-Security-Policy: (.+)$/m.exec(await readFile(join(root, 'web/docs/hosting.md'), 'utf8')) ?? [];

let site;
let other;
let browser;
before(async () => { [site, other, browser] = await Promise.all([serve(join(root, 'build/site')), serve(join(root, 'build/site')), launch()]); });
after(async () => {
  await browser?.close();
  site?.stop();
  other?.stop();
});

/** A page with what it complains of, of a site whose every answer has this policy. */
async function under(policy) {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  await context.route(`${site.address}**`, async (route) => {
    const response = await route.fetch().catch(() => undefined); // of a page that is closed meanwhile
    if (response) await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } });
  });
  const page = await context.newPage();
  const troubles = [];
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type()) && !/^Service Worker registration blocked/.test(message.text())) troubles.push(message.text()); });
  page.on('pageerror', (error) => troubles.push(String(error)));
  return { page, troubles };
}

describe('UnderTheAdvisedPolicy', () => {
  for (const [name, path, done] of [['Answers', LINK, '.chart-memory svg'], ['SearchesBesideThePage', `${LINK}&view=recommend`, 'role=button[name=/^Use /]'],
    ['ListsTheCatalog', 'catalog.html', 'table tbody tr'], ['ShowsMeasuredRuns', 'validation.html', 'table tbody tr'], ['IsEmbedded', `embed.html?view=full&controls=all${LINK}`, '.chart-memory svg']]) {
    test(name, async () => {
      const { page, troubles } = await under(POLICY);
      await page.goto(site.address + path);
      await page.locator(done).first().waitFor({ timeout: 120_000 });
      await page.waitForTimeout(300);
      assert.deepEqual(troubles, []);
      await page.context().close();
    });
  }

  test('WithoutWebAssemblyInItThePageSaysWhy', async () => {
    const { page } = await under(POLICY.replace(" 'wasm-unsafe-eval'", ''));
    await page.goto(site.address + LINK);
    await page.getByText(/'wasm-unsafe-eval'/).waitFor();
    await page.context().close();
  });
});

test('WhoMayShowItInAFrameIsSaidByFrameAncestors', async () => {
  for (const [who, shown] of [['*', true], [`'self' ${new URL(other.address).origin}`, true], ["'self'", false]]) {
    const { page } = await under(POLICY.replace(/frame-ancestors [^;]+/, `frame-ancestors ${who}`));
    await page.goto(`${other.address}licenses.txt`); // a page without a policy of its own
    await page.evaluate((address) => {
      const frame = document.createElement('iframe');
      frame.src = address;
      document.body.replaceChildren(frame); // in sight
      return new Promise((done) => { frame.onload = done; });
    }, `${site.address}embed.html${LINK}`);
    if (shown) await page.frameLocator('iframe').locator('.sentence').waitFor();
    else assert.equal(await page.frameLocator('iframe').locator('main').count(), 0, who);
    await page.context().close();
  }
});

test('ThePolicyAllowsWhatThePagesOwnDo', async () => {
  const rules = (text) => Object.fromEntries(text.split(';').map((rule) => rule.trim().split(/\s+/)).map(([name, ...values]) => [name, values]));
  const advised = rules(POLICY);
  for (const file of ['index.html', 'embed.html', 'catalog.html', 'validation.html', 'learn/index.html', 'answers/index.html']) {
    const [, own] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(await readFile(join(root, 'build/site', file), 'utf8'));
    for (const [name, values] of Object.entries(rules(own)).filter(([name]) => !['require-trusted-types-for', 'trusted-types'].includes(name)))
      assert.deepEqual(values.filter((value) => value !== "'none'" && !(advised[name] ?? []).includes(value)), [], `${file}: ${name}`);
  }
});
