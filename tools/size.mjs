// What a first visit loads, raw and compressed, against the limits of web/docs/hosting.md: node tools/size.mjs SITE [--limit]
//
// Followed from index.html: its styles, scripts and preloads, what those import statically, and the
// WebAssembly and data files they name. What a browser fetches is a little more, the worker that searches, and is counted in
// tests/web/budgets.test.mjs. With --limit it fails beyond a limit. The wish is a third of the first: most is the engine's module, which
// no part of the first answer can do without.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const WISH = 185_000; // bytes, gzip
const HOSTING = fileURLToPath(new URL('../web/docs/hosting.md', import.meta.url));
const cellsOf = (line) => line.split('|').slice(1, -1).map((cell) => cell.trim());

/** Bytes under gzip at most, for what the Emscripten on PATH builds: the same sources make a module of a size of its own with each
 * that .github/CONTRIBUTING.md names, and one that is not in the table is held to the last of its columns. */
export function limits() {
  const root = execFileSync('em-config', ['EMSCRIPTEN_ROOT'], { encoding: 'utf8' }).trim();
  const [version] = /[\d.]+/.exec(readFileSync(join(root, 'emscripten-version.txt'), 'utf8')) ?? [];
  const [, table] = /^(\| what \| 3\.1.*\n(?:\|.*\n)+)/m.exec(readFileSync(HOSTING, 'utf8')) ?? [];
  const [head, , untouched, ...files] = table.trim().split('\n').map(cellsOf);
  const at = head.includes(version) ? head.indexOf(version) : head.length - 1;
  const bytes = (row) => 1000 * Number.parseFloat(row[at]);
  return { untouched: bytes(untouched), files: Object.fromEntries(files.map((row) => [row[0].replaceAll('`', ''), bytes(row)])) };
}

const LOADED_BY = {
  '.html': [/<(?:script|link|img)\b[^>]*?\b(?:src|href)="([^"#?:]+)[^"]*"/g],
  '.css': [/@import\s+(?:url\()?["']([^"']+)/g],
  '.js': [/\b(?:import|from)\s*["'](\.[^"']+)["']/g, /["'`]([\w./-]+\.(?:wasm|json))["'`]/g],
};
// Fetched only on installation or sharing, never for the first view.
const NOT_AT_FIRST = /\.webmanifest\"?$|apple-touch-icon|rel="(?:canonical|alternate)"/;

function extension(file) {
  return /\.\w+$/.exec(file)?.[0].replace('.mjs', '.js') ?? '';
}

function namedIn(file) {
  const text = readFileSync(file, 'utf8');
  const names = (LOADED_BY[extension(file)] ?? []).flatMap((pattern) => [...text.matchAll(pattern)]);
  return names.filter((match) => !NOT_AT_FIRST.test(match[0])).map((match) => join(dirname(file), match[1]));
}

function firstLoad(site, page) {
  const files = new Set();
  const waiting = [join(site, page)];
  while (waiting.length > 0) {
    const file = waiting.pop();
    if (files.has(file) || !existsSync(file)) continue;
    files.add(file);
    waiting.push(...namedIn(file));
  }
  return [...files];
}

/** The files of a first visit to a page and their bytes, largest first. */
export function sizes(site, page = 'index.html') {
  const rows = firstLoad(site, page).map((file) => {
    const content = readFileSync(file);
    return { name: relative(site, file), raw: content.length, gzip: gzipSync(content, { level: 9 }).length };
  });
  return rows.sort((a, b) => b.gzip - a.gzip);
}

const kilobytes = (bytes) => (bytes / 1000).toFixed(1);

function print(rows) {
  const total = (key) => rows.reduce((sum, row) => sum + row[key], 0);
  const width = Math.max(...rows.map((row) => row.name.length));
  const line = (name, raw, gzip) => console.log(`${name.padEnd(width)}${raw.padStart(10)}${gzip.padStart(10)}`);
  line('First load', 'raw kB', 'gzip kB');
  for (const row of rows) line(row.name, kilobytes(row.raw), kilobytes(row.gzip));
  line('total', kilobytes(total('raw')), kilobytes(total('gzip')));
  line('limit', '', kilobytes(limits().untouched));
  line('wish', '', kilobytes(WISH));
}

/** What is beyond its limit, in words. @param {{name: string, gzip: number}[]} rows of a first visit */
export function beyond(rows) {
  const { untouched, files } = limits();
  const bytes = rows.reduce((sum, { gzip }) => sum + gzip, 0);
  const large = rows.filter(({ name, gzip }) => gzip > files[name]).map(({ name, gzip }) => `${name}: ${gzip} bytes of at most ${files[name]}`);
  return bytes > untouched ? [...large, `in all: ${bytes} bytes of at most ${untouched}, ${JSON.stringify(rows)}`] : large;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const rows = sizes(process.argv[2]);
  print(rows);
  if (process.argv.includes('--limit') && beyond(rows).length > 0) process.exit(1);
}
