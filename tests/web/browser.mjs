// For browser tests: the system's Chromium and Firefox, and a folder served on the loopback address.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** For packages of tests/package.json. */
export const require = createRequire(import.meta.url);

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const FLAGS = [
  '--headless',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
];

/** The first of several programs that is installed. @param {string[]} names */
function installed(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
  if (!found) throw new Error(`none of ${names.join(', ')} is on PATH`);
  return found;
}

/** How Chromium is started: which one, and what it is told. */
const chromium = () => ({ executablePath: installed(NAMES), args: process.getuid?.() === 0 ? [...FLAGS, '--no-sandbox'] : FLAGS });

/** Starts Chromium for several processes; close() it at the end. */
export const launchServer = () => require('playwright-core').chromium.launchServer(chromium());

/** Chromium, the one that run.mjs has started where it has; close() it at the end, with the contexts that were made here. */
export const launch = () => {
  const started = process.env.RIDGEPOINT_CHROMIUM;
  return started ? require('playwright-core').chromium.connect(started) : require('playwright-core').chromium.launch(chromium());
};

/** The same for audit(): Lighthouse drives a page of another library. */
export const launchForAudit = () => require('puppeteer-core').launch(chromium());

/**
 * What Lighthouse reports of an address, but for robots.txt: it would fetch that from the page, whose policy forbids it.
 * @param {Awaited<ReturnType<typeof launchForAudit>>} browser @param {string} address @param {'phone' | 'desktop'} screen
 */
export async function audit(browser, address, screen) {
  const { default: lighthouse, desktopConfig } = await import(pathToFileURL(require.resolve('lighthouse')).href);
  const page = await browser.newPage();
  try {
    const { lhr } = await lighthouse(address, { logLevel: 'error', skipAudits: ['robots-txt'] }, screen === 'desktop' ? desktopConfig : undefined, page);
    return lhr;
  } finally {
    await page.close();
  }
}

/** Starts Firefox, which speaks WebDriver BiDi; close() it at the end. */
export const launchFirefox = () => require('puppeteer-core').launch({ browser: 'firefox', executablePath: installed(['firefox-esr', 'firefox']), headless: true });

/** Cases of a test: all with run.mjs --proof, else those that stand for the others. @template T @param {T[]} all @param {(one: T) => boolean} stands */
export const casesOf = (all, stands) => (process.env.RIDGEPOINT_PROOF ? all : all.filter(stands));

/** What a page gave to be kept as a file. @param {import('playwright-core').Download} download */
export const contentOf = async (download) => Buffer.concat(await (await download.createReadStream()).toArray());

/** Serves the built site where run.mjs does not; as serve(). */
export const serveSite = async () => (process.env.RIDGEPOINT_SITE ? { address: process.env.RIDGEPOINT_SITE, stop() {} } : serve(join(root, 'build/site')));

/** Serves a folder; gives its address (ending in a slash) and stop(). */
export async function serve(folder) {
  const server = spawn('python3', [join(root, 'tools/site_server.py'), '--port', '0', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const address of createInterface(server.stdout)) {
    return { address, stop: () => server.kill() };
  }
  throw new Error(`cannot serve ${folder}`);
}
