// Runs the browser tests, each file once: node tests/web/run.mjs [--proof] [--times OUT] [FILE...]
//
// All files share one Chromium and one server of the built site; contexts are each file's own, and what a test leaves in one is
// cleared before the next has it (tabs.mjs). Two files run at a time, the longest first. Each also runs alone: node --test tests/web/page.test.mjs. With --proof each
// file also tries what is long and rarely fails. At the end stand the slowest files with their seconds, and in OUT all of them as
// "MILLISECONDS FILE".
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchServer, root, serve } from './browser.mjs';

const here = join(root, 'tests/web');
const SLOWEST_SHOWN = 10;
const AT_ONCE = 2; // a browser keeps more than one core busy
const LONGEST_MS = 600_000; // a file that has not ended by then has failed

/** Files that take longest by themselves, longest first; what is not named comes behind them. */
const LONGEST = ['page', 'views', 'faults', 'typing', 'catalog_page', 'embed', 'budgets', 'half_typed', 'offline', 'first_paint', 'lighthouse', 'left_typed', 'guide', 'export'];

const nameOf = (file) => basename(file, '.test.mjs');
const rank = (file) => (LONGEST.indexOf(nameOf(file)) + 1 || LONGEST.length + 1);

/** Runs one file and gives what it printed, whether it passed, and its seconds. */
function result(file, env) {
  const began = performance.now();
  const child = spawn(process.execPath, ['--test', '--test-reporter=spec', join(here, file)], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'], timeout: LONGEST_MS });
  const parts = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => parts.push(part));
  return new Promise((done) => {
    child.on('close', (code) => done({ file, passed: code === 0, seconds: (performance.now() - began) / 1000, text: Buffer.concat(parts).toString() }));
  });
}

/** Runs files so many at a time, and prints each when it has ended; what has failed is printed whole at the very end. */
async function runAll(files, atOnce, env, results) {
  const waiting = [...files];
  const worker = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const done = await result(file, env);
      results.push(done);
      console.log(`${done.passed ? 'ok' : 'FAILED'}  ${file}  ${done.seconds.toFixed(1)} s`);
      if (done.passed) console.log(done.text);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

const { values: { proof, times }, positionals } = parseArgs({ allowPositionals: true, options: { proof: { type: 'boolean' }, times: { type: 'string' } } });
const asked = positionals.map(nameOf);
const files = (await readdir(here)).filter((name) => name.endsWith('.test.mjs') && (asked.length === 0 || asked.includes(nameOf(name))));
files.sort((a, b) => rank(a) - rank(b));

const folder = await mkdtemp(join(tmpdir(), 'ridgepoint-browser-'));
const [chromium, server] = await Promise.all([launchServer(), serve(folder)]);
await symlink(join(root, 'build/site'), join(folder, 'site'));
const results = [];
try {
  const env = { RIDGEPOINT_CHROMIUM: chromium.wsEndpoint(), RIDGEPOINT_SITE: `${server.address}site/`, ...(proof ? { RIDGEPOINT_PROOF: '1' } : {}) };
  await runAll(files, Math.min(AT_ONCE, availableParallelism()), env, results);
} finally {
  await chromium.close();
  server.stop();
  await rm(folder, { recursive: true, force: true });
}
results.sort((a, b) => b.seconds - a.seconds);
if (times) await writeFile(times, results.map(({ file, seconds }) => `${Math.round(seconds * 1000)} tests/web/${file}\n`).join(''));
console.log(`Slowest files: ${results.slice(0, SLOWEST_SHOWN).map(({ file, seconds }) => `${nameOf(file)} ${seconds.toFixed(0)} s`).join(', ')}`);
const failed = results.filter(({ passed }) => !passed);
for (const { file, text } of failed) console.log(`\n${file}\n${text}`);
for (const { file, text } of failed) { // last, in few lines: the end of a log is what is shown of it
  const names = [...text.split('failing tests:').pop().matchAll(/^ *✖ (.*) \([\d.]+ms\)$/gm)].map(([, name]) => name);
  console.log(`FAILED  ${file}: ${[...new Set(names)].join(', ') || 'before any test'}`);
}
process.exitCode = failed.length > 0 ? 1 : 0;
