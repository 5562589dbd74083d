// Brings prices of the catalog up to date from a price list in a public format:
//   node tools/catalog/refresh.mjs FORMAT FILE|https://... --source ID [--date YYYY-MM-DD] [--provider ID] [--write]
// It tells what changed, what is new and what is gone; with --write the changes and new machines are written. `--date` is
// the list's own day where it states none. Formats and what they do are in read_*.mjs.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inflateRawSync } from 'node:zlib';
import { catalogFolder, readCatalog } from './files.mjs';
import { answered } from './lists.mjs';
import { hostedFormats, refreshHosted } from './read_hosted.mjs';
import { formats as rents } from './read_rents.mjs';
import { isDay } from './records.mjs';
import { writeWhole } from '../write_whole.mjs';

export const formats = { ...rents };

/** The text of a file, or of the only file of a ZIP archive. */
export function textOf(bytes) {
  if (bytes.toString('latin1', 0, 4) !== 'PK\x03\x04') return bytes.toString('utf8');
  const directory = bytes.lastIndexOf('PK\x01\x02');
  const [method, size, start] = [bytes.readUInt16LE(directory + 10), bytes.readUInt32LE(directory + 20), bytes.readUInt32LE(directory + 42)];
  const from = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28);
  const data = bytes.subarray(from, from + size);
  return (method === 0 ? data : inflateRawSync(data)).toString('utf8');
}

async function bytesOf(address) {
  if (!address.startsWith('https://')) return readFileSync(address);
  return Buffer.from(await (await answered(address)).arrayBuffer());
}

/** Reads a list into the catalog, and gives the report. */
export async function refreshed(name, address, { write, ...options }) {
  const provider = formats[name].provider ?? options.provider;
  const { report, files } = formats[name].refresh(readCatalog(), { text: textOf(await bytesOf(address)), address, ...options, provider });
  for (const { path, records } of write ? files : []) {
    const file = join(catalogFolder, path);
    const text = `${JSON.stringify(records, null, 2)}\n`;
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeWhole(file, text);
  }
  return report;
}

async function main() {
  const { values, positionals: [name, address] } = parseArgs({
    allowPositionals: true,
    options: { source: { type: 'string' }, date: { type: 'string' }, provider: { type: 'string' }, write: { type: 'boolean' } } });
  if (!formats[name] || !address || !values.source || !(formats[name].provider ?? values.provider) || (values.date && !isDay(values.date))) {
    console.error(`usage: refresh.mjs ${Object.keys(formats).join('|')}|${Object.keys(hostedFormats).join('|')} FILE|ADDRESS --source ID [--date YYYY-MM-DD] [--provider ID] [--write]`);
    return 2;
  }
  (await refreshed(name, address, values)).forEach((line) => console.log(line));
  return 0;
}

if (process.argv[1]?.endsWith('refresh.mjs')) {
  const run = process.argv[2] in hostedFormats ? refreshHosted(process.argv.slice(2)) : main();
  process.exitCode = await run.catch((error) => {
    console.error(error.message);
    return 1;
  });
}
