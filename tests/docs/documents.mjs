// The Markdown files of the project, by their path from its root.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tools/catalog/files.mjs';

const APART = new Set(['build', 'node_modules', '.git']);

/** @param {string} folder @returns {string[]} */
function below(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return APART.has(entry.name) ? [] : below(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

export const documents = below('');
