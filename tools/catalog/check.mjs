// Checks catalog/ against the rules of tools/catalog/lint:  node tools/catalog/check.mjs
// A rule is a file there; its default export takes the catalog and gives the problems it finds, as texts.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { kinds, readCatalog, root } from './files.mjs';

const folder = join(root, 'tools', 'catalog', 'lint');
const names = readdirSync(folder).filter((name) => name.endsWith('.mjs')).map((name) => name.slice(0, -4)).sort();

// Rules by the names of their files.
export const rules = Object.fromEntries(
  await Promise.all(names.map(async (name) => [name, (await import(`./lint/${name}.mjs`)).default])));

// [{rule, problem}]
export function check(catalog) {
  return Object.entries(rules).flatMap(([rule, find]) => find(catalog).map((problem) => ({ rule, problem })));
}

if (process.argv[1]?.endsWith('check.mjs')) {
  const catalog = readCatalog();
  const found = check(catalog);
  for (const { rule, problem } of found) console.error(`${rule}: ${problem}`);
  const counts = kinds.map((kind) => `${catalog[kind].length} ${kind}`).join(', ');
  console.log(found.length === 0 ? `catalog: ${counts}: no problems` : `catalog: ${found.length} problems`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
