// The licences of what others wrote and a page of ours brings along: packages that the bundler read, by their own files, and
// what is compiled into the engine, by the texts in licenses/.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = fileURLToPath(new URL('.', import.meta.url));
const rule = `\n\n${'='.repeat(100)}\n\n`;

/** The text of licenses.txt. Rejects when a package has no licence to pass on.
 * @param {string[]} inputs paths of files that were bundled, from `base` @param {string} base @returns {Promise<string>} */
export async function licensesOf(inputs, base = web) {
  const folders = [...new Set(inputs.map((path) => /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? ''))].filter(Boolean).sort();
  const compiled = (await readdir(join(web, 'licenses'))).sort().map((name) => readFile(join(web, 'licenses', name), 'utf8'));
  const texts = await Promise.all([...compiled, ...folders.map((folder) => packageLicense(join(base, folder)))]);
  return `${texts.map((text) => text.trim()).join(rule)}\n`;
}

/** @param {string} folder of a package */
async function packageLicense(folder) {
  const file = (await readdir(folder)).find((name) => /^licen[cs]e(\.\w+)?$/i.test(name));
  if (!file) throw new Error(`${folder} has no licence to pass on`);
  const { name, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return `${name} ${version}, in the scripts of the page\n\n${await readFile(join(folder, file), 'utf8')}`;
}
