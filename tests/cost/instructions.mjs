// How many instructions answers and searches take, and reading the catalog: counted by valgrind, so that no clock and
// no neighbour of the machine is in it. Each has its limit in limits.json, and fails at 5% above it.
//
//   node tests/cost/instructions.mjs          counts, and compares with the limits
//   node tests/cost/instructions.mjs --write  makes what it counts the limits, and writes them into web/docs/proof.md
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeWhole } from '../../tools/write_whole.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const native = join(root, 'build/native');
const limitsFile = join(here, 'limits.json');
const ABOVE = 1.05;
const COUNTED = ['counted_load', 'counted_estimate', 'counted_recommend'];

/** @typedef {{ name: string, call: 'load' | 'estimate' | 'recommend', scenario?: object, options?: object, limit: number }} Case */

/** Instructions of each case. The first is the catalog's reading. @param {Case[]} cases */
function counted(cases) {
  const folder = mkdtempSync(join(tmpdir(), 'ridgepoint-cost-'));
  try {
    const list = join(folder, 'cases.tsv');
    const line = ({ call, scenario, options }) => [call, JSON.stringify(scenario ?? {}), options ? JSON.stringify(options) : ''].join('\t');
    writeFileSync(list, `${cases.filter(({ call }) => call !== 'load').map(line).join('\n')}\n`);
    const valgrind = ['--tool=callgrind', '--toggle-collect=counted_*', ...COUNTED.map((name) => `--dump-after=${name}`), `--callgrind-out-file=${join(folder, 'counts')}`];
    // Names of libraries are looked up before the first call, not in it; and long copies are loops on every processor,
    // not here or there one instruction that counts as many as it has bytes.
    const GLIBC_TUNABLES = ['movsb', 'stosb'].map((name) => `glibc.cpu.x86_rep_${name}_threshold=100000000`).join(':');
    execFileSync('valgrind', [...valgrind, join(native, 'cost_calls'), join(native, 'catalog.json'), list], { env: { ...process.env, LD_BIND_NOW: '1', GLIBC_TUNABLES }, stdio: ['ignore', 'inherit', 'pipe'] });
    const dumps = readdirSync(folder).filter((name) => /^counts\.\d+$/.test(name)).sort((a, b) => Number(a.slice(7)) - Number(b.slice(7)));
    const counts = dumps.map((name) => Number(/^totals: (\d+)$/m.exec(readFileSync(join(folder, name), 'utf8'))[1]));
    if (counts.length !== cases.length) throw new Error(`${cases.length} cases, ${counts.length} counts`);
    return counts;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Up to two digits. @param {number} n */
function roundedUp(n) {
  const unit = 10 ** (Math.floor(Math.log10(n)) - 1);
  return Math.ceil(n / unit) * unit;
}

function writeTable(cases) {
  const proof = join(root, 'web/docs/proof.md');
  const mark = /(<!-- instructions: written by tests\/cost\/instructions.mjs -->\n)[^]*?(<!-- end of instructions -->)/;
  const text = readFileSync(proof, 'utf8');
  if (!mark.test(text)) throw new Error('web/docs/proof.md has no place for the table');
  const millions = (n) => (n / 1e6).toLocaleString('en', { maximumSignificantDigits: 2 });
  const rows = cases.map(({ name, limit }) => `| ${name} | ${millions(limit)} |`).join('\n');
  writeWhole(proof, text.replace(mark, (_, start, end) => `${start}| what | million instructions |\n|---|---|\n${rows}\n${end}`));
}

/** @type {Case[]} */
let cases = JSON.parse(readFileSync(limitsFile, 'utf8'));
execFileSync('cmake', ['--build', '--preset', 'native', '--target', 'cost_calls'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
const counts = counted(cases);
if (process.argv[2] === '--write') {
  cases = cases.map((one, i) => ({ ...one, limit: roundedUp(counts[i]) }));
  writeWhole(limitsFile, `[\n${cases.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n]\n`);
  writeTable(cases);
}
let failed = 0;
for (const [i, { name, limit }] of cases.entries()) {
  const above = counts[i] > ABOVE * limit;
  if (above) failed += 1;
  console.log(`${above ? 'FAILED' : 'ok    '} ${String(counts[i]).padStart(12)} of ${String(limit).padStart(12)}  ${name}`);
}
console.log(`${cases.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
