// Links of a release and the inputs they open to: node tests/golden/links.mjs VERSION
//
// Writes tests/golden/links_VERSION.txt, one line a link: the fragment, a tab, the inputs it stands for as JSON; the first
// line has all of them, the others what differs from it, null for what they lack. Written once when a release is made and
// never changed after: tests/web/links.test.mjs opens each of them with what there is today.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { examples as presets } from '../../web/src/presets.js';
import { differing, leaves } from './differences.mjs';

const fromRoot = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const { createEngine } = await import(fromRoot('build/wasm/module/engine.js'));

export const openEngine = async () => createEngine({ catalog: await readFile(fromRoot('build/wasm/catalog.json'), 'utf8') });

/** Every input a link stands for by its pointer, defaults filled in. The date is left out: it is the catalog's. */
export function inputsOf(engine, link) {
  const answered = engine.estimate(engine.decodeUrl(link).scenario);
  if (!answered.ok) throw new Error(`${link}: ${answered.errors.map((e) => e.message).join(' ')}`);
  const { as_of: _, ...scenario } = answered.scenario;
  return leaves(scenario);
}

/** The links of a release's file with their inputs. */
export async function read(file) {
  const lines = (await readFile(file, 'utf8')).trim().split('\n').map((line) => line.split('\t'));
  const standard = JSON.parse(lines[0][1]);
  return lines.map(([link, inputs]) => ({ link, inputs: Object.fromEntries(Object.entries({ ...standard, ...JSON.parse(inputs) }).filter(([, value]) => value !== null)) }));
}

async function write(version) {
  const engine = await openEngine();
  const folder = fromRoot('tests/golden/scenarios/');
  const golden = await Promise.all((await readdir(folder)).sort().map(async (name) => JSON.parse(await readFile(folder + name, 'utf8'))));
  const links = new Set([{}, ...Object.values(presets), ...golden].map((scenario) => engine.encodeUrl(scenario).url));
  const [first, ...others] = [...links].map((link) => ({ link, inputs: inputsOf(engine, link) }));
  const lines = [first, ...others.map(({ link, inputs }) => ({ link, inputs: differing(inputs, first.inputs) }))];
  await writeFile(fromRoot(`tests/golden/links_${version}.txt`), lines.map(({ link, inputs }) => `${link}\t${JSON.stringify(inputs)}\n`).join(''));
  console.log(`${lines.length} links`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await write(process.argv[2] ?? (await openEngine()).version);
