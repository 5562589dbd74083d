// The custom element in pages of other origins, in a real browser, and what its attributes mean.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { firstHeight, frameAddress, fullAddress, optionsOf, pageAddress, saidHello, saidHeight, saidPaper, views } from '../../web/embed/options.js';
import { launch, require, root, serve } from './browser.mjs';
import { amount, typed, violations, withClipboard } from './site.mjs';
import { tabsOf } from './tabs.mjs';

const SITE = join(root, 'build/site');
const LINK = 'v=1&model=llama-3.1-70b&accelerator=h100-sxm5-80gb&count=4&weights=fp8&concurrency=32';
const OTHER = 'v=1&model=llama-3.1-8b&accelerator=rtx-4090&count=1';

let folder;
let site;
let host;
let browser;
let tabs;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ridgepoint-host-'));
  [site, host, browser] = await Promise.all([serve(SITE), serve(folder), launch()]);
  tabs = tabsOf(browser);
});
after(async () => {
  await browser?.close();
  site?.stop();
  host?.stop();
  await rm(folder, { recursive: true, force: true });
});

const element = (attributes, content = 'Figures are <a href="https://example.org/">elsewhere</a>.') =>
  `<ridgepoint-calculator ${attributes}>${content}</ridgepoint-calculator>`;

let opened = 0;

/** A page of another origin with something in its body; what it logs and asks for is kept. */
async function open(body, { head = '', script = `<script src="${site.address}embed.js" async></script>`, width = 900, clock = false, address = host.address, ...context } = {}) {
  await writeFile(join(folder, 'page.html'), `<!doctype html><html lang="en"><meta charset="utf-8">${head}<title>host</title>
    <link rel="icon" href="data:,"><style>body{font:16px Georgia,serif;color:#222;background:#fff8ee} .dark body{color:#eee;background:#201a30}</style>${script}<main><h1>Host</h1>${body}</main>`);
  const seen = { troubles: [], requests: [] };
  const heard = {
    console: (message) => { if (['error', 'warning'].includes(message.type())) seen.troubles.push(message.text()); },
    pageerror: (error) => seen.troubles.push(String(error)),
    request: (request) => seen.requests.push(request.url()),
  };
  const page = await tabs.take({ viewport: { width, height: 900 }, ...context }, heard, { anew: clock, kind: String(clock), prepare: async (made) => clock && made.clock.install() });
  await page.goto(`${address}page.html?${opened += 1}#here`); // each by an address of its own: a browser keeps what was written in the same second
  return { page, seen };
}

/** The frame inside the n-th element, once it has answered. */
async function frameOf(page, n = 0) {
  const at = page.locator('ridgepoint-calculator').nth(n);
  await at.scrollIntoViewIfNeeded();
  await at.locator('iframe:not([data-waiting])').waitFor();
  return (await (await at.locator('iframe').elementHandle()).contentFrame());
}

const heights = (page) => page.evaluate(() => [...document.querySelectorAll('ridgepoint-calculator')].map((e) => e.shadowRoot.querySelector('iframe')?.offsetHeight));

describe('Options', () => {
  const of = (attributes) => optionsOf((name) => attributes[name] ?? null);
  test('WhatIsUnknownIsTakenAsLeftOut', () => {
    assert.deepEqual(of({}), { scenario: '', view: 'answer', controls: 'none', theme: 'auto', height: undefined });
    assert.deepEqual(of({ view: 'nonsense', controls: '1', theme: 'pink', height: 'tall' }), of({}));
    assert.equal(of({ view: ' Memory ' }).view, 'memory');
  });
  test('AScenarioMayBeAWholeLink', () => {
    assert.equal(of({ scenario: `https://example.org/#${LINK}` }).scenario, LINK);
    assert.equal(of({ scenario: LINK }).scenario, LINK);
    assert.equal(of({ scenario: `https://example.org/#${LINK}&view=cost&was=Fits~1%20s` }).scenario, LINK);
    assert.equal(of({ scenario: `https://example.org/?${LINK}&view=cost` }).scenario, LINK);
    assert.equal(of({ scenario: `${LINK.replaceAll('&', '&amp;')}|${encodeURIComponent(OTHER)}|https://example.org/a/#${OTHER}` }).scenario, `${LINK}|${OTHER}|${OTHER}`);
    assert.equal(of({ scenario: 'model=llama-3.1-8b' }).scenario, 'model=llama-3.1-8b');
  });
  test('WhatIsTooLongIsCutAndHeightsAreBounded', () => {
    assert.equal(of({ scenario: 'x'.repeat(1e6) }).scenario.length, 40_000);
    assert.equal(of({ height: '1e9' }).height, 20_000);
    assert.equal(of({ height: '-5' }).height, undefined);
    assert.equal(saidHeight({ ridgepoint: 'size', height: 1e12 }), 20_000);
    for (const data of [undefined, null, 'size', 7, {}, { ridgepoint: 'size' }, { ridgepoint: 'size', height: '9' }, { height: 9 }]) assert.equal(saidHeight(data), undefined);
    for (const [said, height] of [[-1e9, 40], [0, 40], [1e308, 20_000]]) assert.equal(saidHeight({ ridgepoint: 'size', height: said }), height);
    assert.deepEqual(saidPaper({ ridgepoint: 'size', paper: { width: -3, height: 1e9 } }), { width: 40, height: 20_000 });
    for (const paper of [undefined, {}, { width: NaN, height: 9 }, { width: 9, height: Infinity }]) assert.equal(saidPaper({ ridgepoint: 'size', paper }), undefined);
    assert.equal(saidHello({ ridgepoint: 'size' }), undefined);
  });
  test('AddressesKeepTheScenarioInTheFragment', () => {
    const options = of({ scenario: LINK, view: 'cost', theme: 'dark' });
    assert.equal(frameAddress('https://example.org/a/embed.html', options), `https://example.org/a/embed.html?view=cost&controls=none&theme=dark#${LINK}`);
    assert.equal(fullAddress('https://example.org/a/embed.html?view=cost', `${LINK}|${OTHER}`), `https://example.org/a/#${LINK}`);
  });
  test('OnlyAddressesOfPagesAreLoaded', () => {
    assert.equal(pageAddress('../r/embed.html', 'https://example.org/docs/x/'), 'https://example.org/docs/r/embed.html');
    for (const bad of ['javascript:alert(1)', 'data:text/html,x', 'blob:x', 'http://[']) assert.equal(pageAddress(bad, 'https://example.org/'), undefined);
  });
  test('EveryViewKeepsRoomFree', () => {
    for (const view of views) assert.ok(firstHeight(of({ view })) >= 100, view);
  });
});

describe('Element', () => {
  test('TheScriptIsSmallAndNothingElseIsLoadedBeforeItIsSeen', async () => {
    assert.ok(gzipSync(await readFile(join(SITE, 'embed.js')), { level: 9 }).length <= 4_000);
    const { page, seen } = await open(`<div style="height:3000px"></div>${element(`scenario="${LINK}"`)}`);
    await page.waitForFunction(() => customElements.get('ridgepoint-calculator'));
    await page.waitForTimeout(300);
    assert.deepEqual(seen.requests.filter((url) => url.startsWith(site.address)), [`${site.address}embed.js`]);
    assert.match(await page.locator('ridgepoint-calculator').innerText(), /Figures are elsewhere/);
    await frameOf(page);
    await page.context().close();
  });

  test('TwoOnOnePageAnswerEachTheirOwnAndLeaveThePageAlone', async () => {
    const { page, seen } = await open(element(`scenario="${LINK}"`) + element(`scenario="${OTHER}" view="memory"`), { script: '' });
    const own = () => page.evaluate(() => ({ names: Object.getOwnPropertyNames(window).length, address: location.href, steps: history.length,
      font: getComputedStyle(document.querySelector('h1')).font, sheets: document.styleSheets.length + document.adoptedStyleSheets.length }));
    const before = await own();
    await page.addScriptTag({ url: `${site.address}embed.js` });
    const [first, second] = [await frameOf(page, 0), await frameOf(page, 1)];
    assert.match(await first.locator('.sentence').innerText(), /^Llama 3\.1 70B for 32 users/);
    assert.match(await second.locator('.subject').innerText(), /^Llama 3\.1 8B/);
    await page.evaluate((link) => { document.querySelector('ridgepoint-calculator').setAttribute('scenario', link); }, OTHER);
    await first.getByText(/^Llama 3\.1 8B/).first().waitFor();
    assert.deepEqual(await own(), before);
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  // A browser draws nothing of a frame of another site that is hidden, as one is until it answers, or that is out of sight.
  test('AnswersInAPageOfAnotherSiteBeforeItIsSeen', async () => {
    const { page, seen } = await open(`<div style="height:900px"></div>${element(`scenario="${LINK}"`)}`, { address: host.address.replace('127.0.0.1', 'localhost') });
    await page.locator('ridgepoint-calculator iframe:not([data-waiting])').waitFor();
    assert.equal(await page.evaluate(() => scrollY), 0);
    assert.match(await (await frameOf(page)).locator('.sentence').innerText(), /^Llama 3\.1 70B/);
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('NoFrameHasAShareInTheWayBackOfThePageAroundIt', async () => {
    const misfit = LINK.replace('count=4', 'count=1');
    const { page } = await open(`${element(`scenario="${misfit}" view="full" controls="all"`)}<iframe width="1200" height="800" title="the whole page" src="${site.address}"></iframe>`);
    const inner = await frameOf(page);
    const steps = () => page.evaluate(() => history.length);
    const before = await steps();
    await inner.getByRole('button', { name: /^Apply/ }).first().click();
    const whole = page.frameLocator('iframe[title="the whole page"]');
    await page.locator('iframe[title="the whole page"]').scrollIntoViewIfNeeded(); // out of sight it draws nothing
    await whole.locator('.chart-memory svg').waitFor();
    await whole.getByRole('tab', { name: 'Cost' }).click();
    assert.equal(await whole.getByRole('tab', { selected: true }).innerText(), 'Cost');
    assert.equal(await steps(), before);
    await page.context().close();
  });

  for (const view of views) {
    test(`DrawsWithoutScrollbarsOrMessages-${view}`, async () => {
      const scenario = view === 'compare' ? `${LINK}|${OTHER}` : LINK;
      const { page, seen } = await open(element(`scenario="${scenario}" view="${view}"`));
      for (const width of [900, 360]) {
        await page.setViewportSize({ width, height: 900 });
        const frame = await frameOf(page);
        await frame.waitForTimeout(200);
        const [inner, scroll] = await frame.evaluate(() => [[innerWidth, innerHeight], [document.documentElement.scrollWidth, document.documentElement.scrollHeight]]);
        assert.ok(scroll[0] <= inner[0] && scroll[1] <= inner[1], `${width}: ${scroll} in ${inner}`);
      }
      assert.deepEqual(seen.troubles, []);
      await page.context().close();
    });
  }

  test('GrowsWithItsContentAndKeepsAHeightThatIsSet', async () => {
    const { page } = await open(element(`scenario="${LINK}" view="memory"`) + element(`scenario="${LINK}" height="150"`));
    const frame = await frameOf(page);
    await frameOf(page, 1);
    const [low, fixed] = await heights(page);
    assert.equal(fixed, 150);
    await frame.getByRole('button', { name: /^Used/ }).click(); // its formula opens beneath
    await page.waitForFunction((low) => document.querySelector('ridgepoint-calculator').shadowRoot.querySelector('iframe').offsetHeight > low + 60, low);
    await page.context().close();
  });

  test('ControlsChangeTheAnswerAndTheLinkOut', async () => {
    const { page, seen } = await open(element(`scenario="${LINK}" controls="few"`));
    const frame = await frameOf(page);
    await typed(frame.getByRole('textbox', { name: 'How many' }), '8');
    await frame.getByText(/8\s×\sH100/).first().waitFor();
    assert.match(await frame.locator('#open').getAttribute('href'), /count=8/);
    await page.keyboard.press('Enter');
    await typed(frame.getByRole('textbox', { name: 'How many' }), '16x'); // no number: the eight stay
    await frame.getByText(/“16x” is not a number/).first().waitFor();
    await frame.getByText(/8\s×\sH100/).first().waitFor();
    assert.match(await frame.locator('#open').getAttribute('href'), /count=8/);
    await typed(frame.getByRole('textbox', { name: 'How many' }), '8');
    await amount(frame.getByRole('radio', { name: 'Train' }), 0); // another task is another page
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('LooksLikeThePageAroundAndFollowsItsSwitch', async () => {
    const { page } = await open(element(`scenario="${LINK}" theme="host"`) + element(`scenario="${LINK}" theme="dark"`));
    const look = (frame) => frame.evaluate(() => { const s = getComputedStyle(document.body); return [s.backgroundColor, s.color, s.fontFamily, document.documentElement.dataset.theme]; });
    const [frame, dark] = [await frameOf(page), await frameOf(page, 1)];
    assert.deepEqual(await look(frame), ['rgb(255, 248, 238)', 'rgb(34, 34, 34)', 'Georgia, serif', 'light']);
    assert.equal((await look(dark))[3], 'dark');
    await page.evaluate(() => { document.documentElement.className = 'dark'; });
    await frame.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
    assert.deepEqual((await look(frame)).slice(0, 2), ['rgb(32, 26, 48)', 'rgb(238, 238, 238)']);
    await page.addStyleTag({ content: 'ridgepoint-calculator { --ridgepoint-paper: #000; --ridgepoint-ink: #fff }' });
    await page.evaluate(() => { document.documentElement.className = 'dark x'; });
    await frame.waitForFunction(() => getComputedStyle(document.body).backgroundColor === 'rgb(0, 0, 0)');
    await page.context().close();
  });

  test('AnUnreadableOrHostileLookIsNotWorn', async () => {
    const { page, seen } = await open(element(`scenario="${LINK}" theme="host"`), { head: '<style>ridgepoint-calculator{--ridgepoint-paper:#777;--ridgepoint-ink:#888;--ridgepoint-font:url(https://example.org/x)}</style>' });
    const frame = await frameOf(page);
    assert.equal(await frame.evaluate(() => document.documentElement.dataset.look), undefined);
    assert.deepEqual(seen.requests.filter((url) => url.includes('example.org')), []);
    await page.context().close();
  });

  test('MessagesOfOthersAreNotHeard', async () => {
    const { page } = await open(`${element(`scenario="${LINK}" theme="host"`)}<iframe id="stranger" srcdoc="<script>parent.postMessage({ridgepoint:'size',height:7777},'*')</script>"></iframe>`);
    const frame = await frameOf(page);
    const before = await heights(page);
    await page.evaluate(() => postMessage({ ridgepoint: 'size', height: 9999 }, '*'));
    await frame.evaluate(() => postMessage({ ridgepoint: 'hello', look: { paper: '#f00', ink: '#000', font: 'serif' } }, '*'));
    await page.waitForTimeout(300);
    assert.deepEqual(await heights(page), before);
    assert.notEqual(await frame.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(255, 0, 0)');
    await page.context().close();
  });

  // Pictures come only when the test lets them: what is done without one is counted, and what is done with the next.
  const holdPictures = () => {
    globalThis.held = [];
    globalThis.requestAnimationFrame = (draw) => globalThis.held.push(draw);
  };
  const nextPicture = () => {
    const due = globalThis.held.splice(0);
    for (const draw of due) draw(0);
    return due.length;
  };

  test('AFloodOfHeightsIsFollowedOnceAPicture', async () => {
    const { page } = await open(element(`scenario="${LINK}"`));
    const frame = await frameOf(page);
    const [before] = await heights(page);
    await page.evaluate(holdPictures);
    await frame.evaluate(() => { for (let n = 1; n <= 5000; n += 1) parent.postMessage({ ridgepoint: 'size', height: 300 + n, paper: { width: 640, height: n } }, '*'); });
    await page.evaluate(() => new Promise((done) => { setTimeout(done, 500); })); // all are heard
    assert.deepEqual(await heights(page), [before]);
    assert.equal(await page.evaluate(nextPicture), 1);
    assert.deepEqual(await heights(page), [5300]);
    assert.equal(await page.evaluate(nextPicture), 0);
    await page.context().close();
  });

  test('AFloodOfHellosIsFollowedOnceAPicture', async () => {
    const { page } = await open(element(`scenario="${LINK}" theme="host"`));
    const frame = await frameOf(page);
    const paper = () => frame.evaluate(() => document.documentElement.style.getPropertyValue('--paper'));
    const before = await paper();
    await frame.evaluate(holdPictures);
    await page.evaluate(() => {
      globalThis.answers = 0;
      addEventListener('message', () => { globalThis.answers += 1; });
      const inner = document.querySelector('ridgepoint-calculator').shadowRoot.querySelector('iframe').contentWindow;
      for (let n = 1; n <= 5000; n += 1) inner.postMessage({ ridgepoint: 'hello', look: { paper: n < 5000 ? '#eeeeee' : '#ddeeff', ink: '#000000', font: 'serif' } }, '*');
    });
    await frame.evaluate(() => new Promise((done) => { setTimeout(done, 500); }));
    assert.equal(await paper(), before);
    assert.equal(await frame.evaluate(nextPicture), 1);
    assert.equal(await paper(), '#ddeeff');
    await page.waitForFunction(() => globalThis.answers > 0);
    assert.equal(await page.evaluate(() => globalThis.answers), 1);
    await page.context().close();
  });

  test('OnPaperItIsDarkOnWhiteAndWhole', async () => {
    const { page, seen } = await open(element(`scenario="${LINK}" view="memory" theme="dark"`) + element(`scenario="${LINK}" view="cost" theme="host"`) + element(`scenario="${LINK}" height="90"`),
      { colorScheme: 'dark', head: '<style>html{color-scheme:dark} body{background:#111!important;color:#eee!important}</style>' });
    const frames = [await frameOf(page, 0), await frameOf(page, 1), await frameOf(page, 2)];
    await page.waitForFunction(() => [...document.querySelectorAll('ridgepoint-calculator')].every((e) => e.shadowRoot.querySelector('iframe').style.getPropertyValue('--h')));
    await page.emulateMedia({ media: 'print' });
    for (const width of [718, 600, 500]) { // A4 with narrow, usual and wide margins
      await page.setViewportSize({ width, height: 1000 });
      for (const frame of frames) {
        await frame.waitForFunction(() => innerWidth === 640);
        const look = await frame.evaluate(() => { const s = getComputedStyle(document.body); return [s.backgroundColor, s.color, s.colorScheme]; });
        assert.deepEqual(look, ['rgb(255, 255, 255)', 'rgb(21, 24, 27)', 'light']);
        await frame.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight); // its figures are drawn anew for the width
      }
      const inside = await page.evaluate(() => [...document.querySelectorAll('ridgepoint-calculator')].map((e) => e.getBoundingClientRect().right - e.shadowRoot.querySelector('iframe').getBoundingClientRect().right));
      assert.ok(inside.every((room) => room >= 0), `${inside} at ${width}`);
    }
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('WithoutScriptTheTagShowsWhatItHolds', async () => {
    const { page } = await open(element(`scenario="${LINK}"`), { javaScriptEnabled: false });
    assert.match(await page.locator('ridgepoint-calculator').innerText(), /Figures are elsewhere/);
    await page.context().close();
  });

  test('APolicyThatKeepsFramesOutIsNamed', async () => {
    const { page } = await open(element(`scenario="${LINK}"`), { head: `<meta http-equiv="Content-Security-Policy" content="frame-src 'none'">` });
    const trouble = page.locator('ridgepoint-calculator p');
    await trouble.getByText(/content security policy/).waitFor();
    assert.match(await trouble.innerText(), new RegExp(new URL(site.address).origin));
    assert.equal(await trouble.locator('a').getAttribute('href'), `${site.address}#${LINK}`);
    assert.match(await page.locator('ridgepoint-calculator').innerText(), /Figures are elsewhere/);
    await page.context().close();
  });

  test('ACalculatorThatDoesNotComeIsSaidToBeMissing', async () => {
    const { page } = await open(element(`scenario="${LINK}" src="${host.address}nowhere/embed.html"`), { clock: true });
    await page.waitForFunction(() => document.querySelector('ridgepoint-calculator').shadowRoot?.querySelector('iframe'));
    await page.clock.fastForward(30_000);
    await page.locator('ridgepoint-calculator p').getByText(/could not be loaded/).waitFor();
    assert.match(await page.locator('ridgepoint-calculator').innerText(), /Figures are elsewhere/);
    await page.context().close();
  });

  test('LivesUnderAStrictPolicyThatLetsItsFrameIn', async () => {
    const origin = new URL(site.address).origin;
    const { page, seen } = await open(element(`scenario="${LINK}" theme="host"`), {
      head: `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'self'; script-src ${origin}; frame-src ${origin}; require-trusted-types-for 'script'">` });
    const frame = await frameOf(page);
    assert.match(await frame.locator('.sentence').innerText(), /Llama 3\.1 70B/);
    assert.deepEqual(seen.troubles.filter((text) => !/inline style/.test(text)), []); // the host's own
    await page.context().close();
  });

  test('AHostileScenarioIsAnsweredInWords', async () => {
    const bad = ['v=1&model=%3Cimg src=x onerror=alert(1)%3E', '%E0%A4%A', `v=1&${'o.models.0.id='.repeat(900)}`, 'v=9|||||||'];
    const { page, seen } = await open(bad.map((scenario) => element(`scenario="${scenario.replaceAll('"', '')}" view="compare"`)).join(''));
    for (let n = 0; n < bad.length; n += 1) {
      const frame = await frameOf(page, n);
      assert.ok((await frame.locator('main').innerText()).length > 20, bad[n].slice(0, 40));
    }
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('CanBeTakenOutAndPutBack', async () => {
    const { page } = await open(element(`scenario="${LINK}"`));
    await frameOf(page);
    await page.evaluate(() => { const e = document.querySelector('ridgepoint-calculator'); e.remove(); document.querySelector('main').append(e); });
    assert.match(await (await frameOf(page)).locator('.sentence').innerText(), /Llama 3\.1 70B/);
    assert.equal(await page.evaluate(() => document.querySelector('ridgepoint-calculator').shadowRoot.querySelectorAll('iframe').length), 1);
    await page.context().close();
  });
});

/** As hosts do that give their files to everybody. */
const openly = (context) => context.route(`${site.address}**`, async (route) => {
  const response = await route.fetch().catch(() => undefined); // of a page that is closed meanwhile
  if (response) await route.fulfill({ response, headers: { ...response.headers(), 'access-control-allow-origin': '*' } });
});

describe('Sandbox', () => {
  const inSandbox = async (words, { everybody = false, address = `${site.address}embed.html#${LINK}` } = {}) => {
    const { page } = await open('', { script: '' });
    if (everybody) await openly(page.context());
    await page.evaluate(([words, address]) => {
      const frame = document.createElement('iframe');
      frame.setAttribute('sandbox', words);
      frame.src = address;
      document.body.append(frame);
    }, [words, address]);
    return { page, inner: page.frameLocator('iframe') };
  };

  test('WithoutItsOwnOriginItSaysWhyItShowsNothing', async () => {
    const { page, inner } = await inSandbox('allow-scripts');
    await inner.getByText(/allow-same-origin/).waitFor();
    await amount(inner.getByText('Computing in your browser'), 0);
    await amount(inner.locator('[aria-busy]'), 0);
    assert.equal(await inner.locator('#open').getAttribute('href'), `./#${LINK}`);
    await page.context().close();
  });

  test('WithoutItsOwnOriginItAnswersWhereTheHostLetsIt', async () => {
    const { page, inner } = await inSandbox('allow-scripts', { everybody: true });
    assert.match(await inner.locator('.sentence').innerText(), /^Llama 3\.1 70B/);
    await page.context().close();
  });

  test('WithoutScriptsItSaysSoAndDoesNotSayThatItComputes', async () => {
    const { page, inner } = await inSandbox('');
    await inner.getByText(/needs JavaScript/).waitFor({ state: 'visible' });
    assert.equal(await inner.getByText('Computing in your browser').isVisible(), false);
    await page.context().close();
  });

  test('TheElementWorksInAPageThatIsInOne', async () => {
    await writeFile(join(folder, 'inner.html'), `<!doctype html><title>inner</title><script src="${site.address}embed.js" async></script>${element(`scenario="${LINK}" theme="host"`)}`);
    const { page, inner } = await inSandbox('allow-scripts', { everybody: true, address: `${host.address}inner.html` });
    await inner.locator('ridgepoint-calculator iframe:not([data-waiting])').waitFor();
    assert.match(await inner.frameLocator('ridgepoint-calculator iframe').locator('.sentence').innerText(), /^Llama 3\.1 70B/);
    await page.context().close();
  });

  for (const missing of ['frame.js', 'part-frame-board-*.js']) {
    test(`AScriptThatDoesNotComeIsNotWaitedFor-${missing}`, async () => {
      const context = await browser.newContext();
      const page = await context.newPage();
      await context.route(`${site.address}${missing}*`, (route) => route.abort());
      await page.goto(`${site.address}embed.html?controls=all#${LINK}`);
      await page.getByText(/did not come, or does not run/).waitFor();
      await amount(page.getByText('Computing in your browser'), 0);
      await context.close();
    });
  }
});

describe('Frame', () => {
  for (const colorScheme of ['light', 'dark']) {
    test(`HasNoAccessibilityViolations-${colorScheme}`, async () => {
      for (const query of ['view=full&controls=all', 'view=answer&controls=few', `view=compare`]) {
        const context = await browser.newContext({ viewport: { width: 700, height: 900 }, colorScheme });
        const page = await context.newPage();
        await page.goto(`${site.address}embed.html?${query}#${LINK}|${OTHER}`);
        await page.locator('#date:not(:empty)').waitFor();
        const found = await violations(page);
        assert.deepEqual(found.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' | ')}`), []);
        await context.close();
      }
    });
  }

  test('HtmlIsValidAndThePolicyComesFirst', async () => {
    const text = await readFile(join(SITE, 'embed.html'), 'utf8');
    const { HtmlValidate } = require('html-validate');
    const report = await new HtmlValidate({ extends: ['html-validate:recommended'] }).validateString(text);
    assert.deepEqual(report.results.flatMap((r) => r.messages).map((m) => `${m.line}:${m.column} ${m.message}`), []);
    assert.match(text, /<head>\s*<meta http-equiv="Content-Security-Policy"/);
    assert.doesNotMatch(text, /unsafe-inline|'unsafe-eval'|<script(?![^>]*\ssrc=)/);
  });

  test('OlderPricesAreNoReasonForANoticeInSomeonesPage', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.address}embed.html#${LINK.replace('v=1', 'v=1&d=2020-01-01')}`);
    await page.locator('#date:not(:empty)').waitFor();
    await amount(page.locator('.notice'), 0);
    await page.goto(`${site.address}embed.html#${LINK}&colour=blue`);
    await page.locator('.notice', { hasText: 'colour' }).waitFor();
    await page.close();
  });

  test('APriceOfTheLinksOwnHasNoDayOfPrices', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.address}embed.html?view=answer#${LINK}&rent_usd_gpu_h=1`);
    await page.locator('.sentence', { hasText: '(price as given; the catalog has $' }).waitFor();
    assert.equal(await page.locator('#date').innerText(), '');
    await page.close();
  });

  test('ReadsAScenarioThatCameAsAQuery', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.address}embed.html?view=answer&theme=light&${OTHER}`);
    await page.locator('#date:not(:empty)').waitFor();
    assert.match(await page.locator('.sentence').innerText(), /^Llama 3\.1 8B/);
    await amount(page.locator('.notice'), 0);
    await page.close();
  });

  test('StandsAloneInAPlainFrame', async () => {
    const { page, seen } = await open(`<iframe title="Memory" width="700" height="460" src="${site.address}embed.html?view=memory&theme=light#${LINK}"></iframe>`, { script: '' });
    const frame = await (await page.locator('iframe').elementHandle()).contentFrame();
    await frame.locator('.chart-memory svg').waitFor();
    assert.match(await frame.locator('.subject').innerText(), /Llama 3\.1 70B/);
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('WorksUnderAnyPathAndAsAModule', async () => {
    const copy = await mkdtemp(join(tmpdir(), 'ridgepoint-copy-'));
    await cp(SITE, join(copy, 'deep/er'), { recursive: true });
    await writeFile(join(copy, 'page.html'), `<!doctype html><title>page</title><script type="module" src="deep/er/embed.js?v=3"></script>${element(`scenario="${LINK}"`)}`);
    const server = await serve(copy);
    const page = await browser.newPage();
    await page.goto(`${server.address}page.html`);
    assert.match(await (await frameOf(page)).locator('.sentence').innerText(), /Llama 3\.1 70B/);
    await page.close();
    server.stop();
    await rm(copy, { recursive: true, force: true });
  });
});

describe('EmbedDialog', () => {
  let page;
  let troubles;
  before(async () => {
    page = await (await browser.newContext({ viewport: { width: 1200, height: 900 } })).newPage();
    troubles = [];
    page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) troubles.push(message.text()); });
    await page.goto(`${site.address}#${LINK}`);
    await page.getByRole('button', { name: 'Embed' }).click();
    await page.locator('dialog iframe:not([data-waiting])').waitFor();
  });
  after(() => page.context().close());

  const codes = () => page.locator('dialog pre').allInnerTexts().then((texts) => texts.join('\n'));

  test('EveryProgramGetsTheScenario', async () => {
    for (const target of ['HTML', 'Frame', 'Markdown', 'MkDocs', 'Sphinx', 'Docusaurus', 'VitePress', 'Hugo', 'Jupyter']) {
      await page.getByRole('radio', { name: target, exact: true }).check();
      const code = (await codes()).replaceAll('&amp;', '&');
      assert.match(code, /v=1&d=[-0-9]+&workload=serve&model=llama-3\.1-70b&accelerator=h100-sxm5-80gb&count=4&weights=fp8/, target);
      assert.ok(code.includes(site.address), target);
    }
  });

  test('AFrameThatIsPastedHasNoBorder', async () => {
    await page.getByRole('radio', { name: 'Frame', exact: true }).check();
    const { page: pasted } = await open(await codes(), { script: '' });
    assert.equal(await pasted.locator('iframe[title="Ridgepoint"]').evaluate((frame) => getComputedStyle(frame).borderTopWidth), '0px');
    await pasted.context().close();
  });

  test('ItsLookIsWholeAndHasAnEdge', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.waitForTimeout(1000); // it is as high as it needs
    const look = await page.locator('.share-look').evaluate((one) => ({ cut: one.scrollHeight - one.clientHeight, high: one.clientHeight, edge: getComputedStyle(one).borderTopWidth }));
    await page.setViewportSize({ width: 1200, height: 900 });
    assert.ok(look.high > 420, look.high);
    assert.deepEqual([look.cut, look.edge], [0, '1px']);
  });

  test('ABoxStandsInLineWithItsWords', async () => {
    const label = page.locator('.share-choices label', { has: page.getByRole('checkbox') });
    const [box, words] = await label.evaluate((one) => {
      const range = document.createRange();
      range.selectNodeContents(one.lastChild);
      return [one.querySelector('input'), range].map((part) => { const { top, bottom } = part.getBoundingClientRect(); return { middle: (top + bottom) / 2, height: bottom - top }; });
    });
    assert.ok(Math.abs(box.middle - words.middle) <= 1 && words.height < 30, JSON.stringify([box, words]));
  });

  test('TheSnippetWorksWhereItIsPasted', async () => {
    await page.getByRole('radio', { name: 'HTML', exact: true }).check();
    await page.getByRole('combobox', { name: 'View' }).selectOption('cost');
    await page.getByRole('combobox', { name: 'Colours' }).selectOption('dark');
    await withClipboard(page);
    await page.getByRole('button', { name: 'Copy: In the page' }).press('Enter'); // the look above may still be growing, and a click would miss
    await page.getByText('Copied').waitFor();
    const pasted = await open(await page.evaluate(() => globalThis.copied), { script: '' });
    const frame = await frameOf(pasted.page);
    assert.match(await frame.locator('.subject').innerText(), /^Llama 3\.1 70B for 32 users/);
    assert.equal(await frame.evaluate(() => document.documentElement.dataset.theme), 'dark');
    assert.match(await frame.getByRole('heading').first().innerText(), /Cost/);
    assert.deepEqual(pasted.seen.troubles, []);
    await pasted.page.context().close();
  });

  test('TheHashIsThatOfTheFileAndAnotherFileIsRefused', async () => {
    const box = page.getByRole('checkbox', { name: /^Only this very script/ });
    await page.getByRole('radio', { name: 'HTML', exact: true }).check();
    await box.check();
    await page.locator('dialog pre', { hasText: 'integrity=' }).waitFor();
    const file = await readFile(join(SITE, 'embed.js'));
    const expected = `sha384-${createHash('sha384').update(file).digest('base64')}`;
    const code = await codes();
    assert.match(code, /<script src="[^"]*embed\.js" integrity="[^"]*" crossorigin="anonymous" async><\/script>/);
    for (const target of ['HTML', 'MkDocs', 'Sphinx', 'Docusaurus', 'VitePress', 'Hugo']) {
      await page.getByRole('radio', { name: target, exact: true }).check();
      assert.ok((await codes()).includes(expected), target);
    }
    for (const [text, runs] of [[file.toString(), true], [`${file} `, false]]) {
      const { page: pasted } = await open('', { script: '' });
      await pasted.context().route(`${site.address}embed.js`, (route) => route.fulfill({ body: text, headers: { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' } }));
      await pasted.evaluate((code) => {
        const [tag] = new DOMParser().parseFromString(code, 'text/html').getElementsByTagName('script');
        const script = document.createElement('script');
        for (const { name, value } of tag.attributes) script.setAttribute(name, value);
        globalThis.came = new Promise((done) => { script.onload = () => done(true); script.onerror = () => done(false); });
        document.head.append(script);
      }, code);
      assert.equal(await pasted.evaluate(() => globalThis.came), runs);
      assert.equal(await pasted.evaluate(() => customElements.get('ridgepoint-calculator') !== undefined), runs);
      await pasted.context().close();
    }
    await box.uncheck();
    await page.getByRole('radio', { name: 'HTML', exact: true }).check();
    assert.doesNotMatch(await codes(), /integrity/);
  });

  test('ThePreviewFollowsTheChoices', async () => {
    await page.getByRole('combobox', { name: 'View' }).selectOption('answer');
    const preview = page.frameLocator('dialog iframe');
    await preview.locator('.sentence').waitFor();
  });

  test('PinnedScenariosCanBeCompared', async () => {
    await amount(page.getByRole('combobox', { name: 'View' }).getByRole('option', { name: 'Comparison' }), 0);
    const other = await page.context().newPage();
    const pins = [{ model: 'llama-3.1-8b', hardware: { count: 1 } }, { model: 'llama-3.1-70b', hardware: { count: 8 } }];
    await other.addInitScript((kept) => localStorage.setItem('ridgepoint.compare', kept), JSON.stringify(pins));
    await other.goto(site.address);
    await other.locator('.chart-memory svg').waitFor();
    await other.getByRole('button', { name: 'Embed' }).click();
    await other.getByRole('combobox', { name: 'View' }).selectOption('compare');
    const columns = other.frameLocator('dialog iframe').locator('thead th');
    await columns.nth(1).waitFor();
    assert.deepEqual(await columns.allInnerTexts(), ['Llama 3.1 8B', 'Llama 3.1 70B']);
    await other.close();
  });

  test('IsAccessibleAndClosesByEscape', async () => {
    const found = await violations(page);
    assert.deepEqual(found.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' | ')}`), []);
    await page.keyboard.press('Escape');
    await amount(page.getByRole('dialog'), 0);
    assert.deepEqual(troubles, []);
  });
});
