// Measured runs against the engine, as `ridgepoint validate --json` compares them, without a native build:
//   node web/report/compare.mjs --module build/wasm/ridgepoint-validate.mjs --catalog FILE --out FILE
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { start } from '../../bindings/start.js';
import { tablesOf } from './measured.mjs';

const text = /** @type {const} */ ({ type: 'string' });
const { values } = parseArgs({ options: { module: text, catalog: text, out: text } });
const { module: glue, catalog, out } = values;
if (!glue || !catalog || !out) throw new Error('Usage: node web/report/compare.mjs --module FILE --catalog FILE --out FILE');

const { default: createModule } = await import(pathToFileURL(resolve(glue)).href);
const module = await start(createModule, await readFile(glue.replace(/\.mjs$/, '.wasm')));
const tables = await tablesOf(fileURLToPath(new URL('../../tests/validation/measured', import.meta.url)));
const compared = module.compare_tables(await readFile(catalog, 'utf8'), tables.map((table) => table.text));
const { ok, errors } = JSON.parse(compared);
if (ok === false) throw new Error(`The measured runs are refused: ${JSON.stringify(errors)}`);
await writeFile(out, compared);
