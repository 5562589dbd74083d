// The built page, and a browser to look at it.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { launch, require, serveSite } from './browser.mjs';
import { tabsOf } from './tabs.mjs';

/** A question whose hardware is named: 70B on four H100. The page itself opens with any hardware. */
export const EXAMPLE = '#v=1&workload=serve&model=llama-3.1-70b&accelerator=h100-sxm5-80gb&count=4&purpose=auto';

const axe = require.resolve('axe-core/axe.min.js');

/** What waits for a pause hardly waits. Runs in the page. */
function hurry() {
  const wait = setTimeout;
  globalThis.setTimeout = (task, ms = 0, ...rest) => wait(task, Math.min(ms, 10), ...rest);
}

/** WebGL names another device than the one there is; how often it was asked is counted. Runs in the page. */
function report(name) {
  globalThis.askedForGraphics = 0;
  for (const { prototype } of [WebGLRenderingContext, WebGL2RenderingContext]) {
    prototype.getParameter = () => {
      globalThis.askedForGraphics += 1;
      return name;
    };
  }
}

/** What a test wants of a page before anything runs in it. @param {{hasty: boolean, touch: boolean, graphics: string}} wanted */
const prepare = ({ hasty, touch, graphics }) => async (/** @type {import('playwright-core').Page} */ page) => {
  if (hasty) await page.addInitScript(hurry);
  if (graphics) await page.addInitScript(report, graphics);
  if (touch) await page.addInitScript(() => { navigator.share = async (data) => { globalThis.shared = data; }; });
};

/** Server and browser, and `open` for a page whose troubles and requests are kept. */
export async function startSite() {
  const [server, browser] = await Promise.all([serveSite(), launch()]);
  const tabs = tabsOf(browser);
  const base = server.address;

  async function open({ hash = EXAMPLE, width = 1440, height = 900, colorScheme = 'light', forcedColors = 'none', touch = false, hasty = false, untouched = false, graphics = '', chart = '.chart-memory svg' } = {}) {
    const seen = { troubles: [], requests: [] };
    const heard = {
      console: (message) => {
        if (['error', 'warning'].includes(message.type()) && !/^Service Worker registration blocked/.test(message.text())) seen.troubles.push(message.text());
      },
      pageerror: (error) => seen.troubles.push(String(error)),
      request: (request) => seen.requests.push(request.url()),
    };
    const options = { viewport: { width, height }, colorScheme, forcedColors, serviceWorkers: 'block', hasTouch: touch, isMobile: touch }; // offline.test.mjs tries it
    const page = await tabs.take(options, heard, { anew: untouched, kind: `${hasty} ${graphics}`, prepare: prepare({ hasty, touch, graphics }) });
    await page.goto(base + hash);
    await page.locator('rp-number').first().waitFor({ state: 'attached' });
    await page.locator(chart).first().waitFor();
    if (!untouched) await touched(page);
    return { page, seen, base };
  }

  const stop = async () => {
    await browser.close();
    server.stop();
  };
  return { open, stop };
}

/** Moves the mouse over the page as a person does, and waits for the rest of it, which it fetches once its scripts see that. */
export async function touched(page) {
  const rest = page.locator('#controls .start form');
  const until = Date.now() + 30_000;
  for (let step = 0; await rest.count() === 0 && Date.now() < until; ++step) {
    await page.mouse.move(2 + (step % 5), 2 + (step % 5));
    await page.waitForTimeout(50);
  }
  await rest.waitFor({ state: 'attached' });
}

/** The control of a scenario field. */
export const control = (page, pointer) => page.locator(`.control[data-at="${pointer}"]`);

/** The field to type an exact value into. */
export const field = (page, pointer) => control(page, pointer).locator('input[type="text"]');

/** Types in place of what a field holds, key by key. */
export async function typed(box, text) {
  await box.focus();
  await box.press('Control+a');
  await box.pressSequentially(text);
}

/** Chooses how the load is said, with the cursor where the choice is. */
export async function loadBy(page, label) {
  const load = page.getByLabel('Load', { exact: true });
  await load.focus();
  await load.selectOption({ label });
  await page.waitForFunction((chosen) => document.activeElement?.selectedOptions?.[0]?.text === chosen, label);
}

/** Opens a view by its tab. */
export const view = (page, name) => page.getByRole('tab', { name }).click();

/** The sentence, once hardware is found where it is searched for. */
export async function sentence(page) {
  await page.waitForFunction(() => !/searching/.test(document.querySelector('#headline .status-line')?.textContent), undefined, { timeout: 60_000 });
  return page.locator('#headline .sentence').innerText();
}

/** There are so many of something, or will be once the page is drawn anew, within five seconds. */
export async function amount(locator, expected) {
  const until = Date.now() + 5000;
  while (await locator.count() !== expected && Date.now() < until) await new Promise((next) => setTimeout(next, 50));
  assert.equal(await locator.count(), expected, String(locator));
}

/** The address once it holds the scenario on the screen. */
export async function settledHash(page) {
  await page.waitForFunction(() => !document.documentElement.classList.contains('unwritten'));
  return page.evaluate(() => location.hash);
}

/** Rules of axe that hold besides those of its tags: what is read aloud of a control contains what is seen of it. */
const also = { 'label-content-name-mismatch': { enabled: true } };

/** A clipboard of the page's own, whose text is `copied`: the system's is one for all tests that run at once. */
export const withClipboard = (page) => page.evaluate(() => {
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { globalThis.copied = text; } } });
});

/** Serious and critical findings of axe, run in a world of its own so that the page's policy holds. @param {object} [options] other than all of its rules */
export async function violations(page, options = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'], rules: also, preload: false }) {
  const source = await readFile(axe, 'utf8');
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id, worldName: 'axe' });
  await session.send('Runtime.evaluate', { contextId: executionContextId, expression: source });
  const { result } = await session.send('Runtime.evaluate', {
    contextId: executionContextId,
    awaitPromise: true,
    returnByValue: true,
    expression: `axe.run(document, ${JSON.stringify({ ...options, resultTypes: ['violations'] })}).then((r) => r.violations)`,
  });
  await session.detach();
  return result.value.filter((v) => ['serious', 'critical'].includes(v.impact));
}
