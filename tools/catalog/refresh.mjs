// Adds newer prices from a price file in a public format to the instances the catalog has:
//   node tools/catalog/refresh.mjs FORMAT FILE --source ID [--date YYYY-MM-DD] [--provider ID] [--write]
// FORMAT: karpenter-aws, karpenter-azure (generated Go files), karpenter-gcp (initial-prices.json) or
// skypilot (vms.csv, with --provider). A price that is the newest known one already is not added again.
// Files are read from disk; nothing is fetched. Lists of hosted models (read_hosted.mjs) are formats of their own.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rowsOf } from './csv.mjs';
import { catalogFolder, readCatalog } from './files.mjs';
import { hostedFormats, refreshHosted } from './read_hosted.mjs';
import { writeWhole } from '../write_whole.mjs';
import { normalized, recordsOf } from './records.mjs';

// Prices of a Go source file: {date, prices: [{name, region, kind, usd}]}.
function goPrices(text) {
  const prices = [];
  let region = '';
  for (const line of text.split('\n')) {
    region = line.match(/(?:\["|^\s*")([a-z0-9-]+)"\]?\s*(?:=\s*map\[.*|:\s*)\{\s*$/)?.[1] ?? region;
    for (const [, name, usd] of line.matchAll(/"([^"]+)":\s*([\d.]+)\s*,?/g)) prices.push({ name, region, kind: 'on_demand', usd: Number(usd) });
  }
  return { date: text.match(/generated at (\d{4}-\d\d-\d\d)/)?.[1], prices };
}

function gcpPrices(text) {
  const { prices } = JSON.parse(text);
  return {
    date: undefined,
    prices: Object.entries(prices).flatMap(([region, kinds]) => ['on_demand', 'spot'].flatMap((kind) =>
      Object.entries(kinds[kind] ?? {}).map(([name, usd]) => ({ name, region, kind, usd })))),
  };
}

function skypilotPrices(text) {
  const prices = rowsOf(text).flatMap(({ InstanceType: name, Region: region, Price: usd, SpotPrice: spot }) => [
    ...(usd ? [{ name, region, kind: 'on_demand', usd: Number(usd) }] : []),
    ...(spot ? [{ name, region, kind: 'spot', usd: Number(spot) }] : []),
  ]);
  return { date: undefined, prices };
}

export const formats = {
  'karpenter-aws': { provider: 'aws', read: goPrices },
  'karpenter-azure': { provider: 'azure', read: goPrices },
  'karpenter-gcp': { provider: 'gcp', read: gcpPrices },
  skypilot: { read: skypilotPrices },
};

// Price records that are new: the file's prices of the provider's instances, in the region of each.
export function newPrices(catalog, { provider, prices, date, source }) {
  const rounded = (usd) => Number(usd.toFixed(6));
  const known = new Map(); // newest known price by thing and kind
  for (const { of, kind = 'on_demand', usd, priced: day } of recordsOf(catalog, 'prices')) {
    const before = known.get(`${of} ${kind}`);
    if (!before || before.priced < day) known.set(`${of} ${kind}`, { usd, priced: day });
  }
  const instances = recordsOf(catalog, 'instances').filter((one) => one.provider === provider && !one.status);
  return instances.flatMap(({ id, name, region }) =>
    ['on_demand', 'spot'].flatMap((kind) => {
      const offered = prices.filter((price) => price.kind === kind && normalized(price.name) === normalized(name) &&
        (!region || price.region === region));
      if (offered.length === 0) return [];
      const usd = rounded(Math.min(...offered.map((price) => price.usd)));
      const before = known.get(`${id} ${kind}`);
      if (before && (before.usd === usd || before.priced >= date)) return [];
      return [{ of: id, ...(kind === 'on_demand' ? {} : { kind }), usd, priced: date, source }];
    }));
}

function main() {
  const { values, positionals: [format, file] } = parseArgs({
    allowPositionals: true,
    options: { source: { type: 'string' }, date: { type: 'string' }, provider: { type: 'string' }, write: { type: 'boolean' } } });
  const provider = values.provider ?? formats[format]?.provider;
  if (!formats[format] || !file || !values.source || !provider) {
    console.error(`usage: refresh.mjs ${Object.keys(formats).join('|')} FILE --source ID [--date DAY] [--provider ID] [--write]`);
    return 2;
  }
  const { date, prices } = formats[format].read(readFileSync(file, 'utf8'));
  const day = values.date ?? date;
  if (!day) {
    console.error('the file does not say its day: give --date');
    return 2;
  }
  const fresh = newPrices(readCatalog(), { provider, prices, date: day, source: values.source });
  for (const price of fresh) console.log(`${price.of} ${price.kind ?? 'on_demand'} ${price.usd}`);
  if (values.write && fresh.length > 0) {
    const path = join(catalogFolder, 'prices', `${provider}.json`);
    writeWhole(path, `${JSON.stringify([...JSON.parse(readFileSync(path, 'utf8')), ...fresh], null, 2)}\n`);
  }
  console.log(`${fresh.length} new prices of ${provider} on ${day}${values.write ? ' added' : ''}`);
  return 0;
}

if (process.argv[1]?.endsWith('refresh.mjs')) process.exitCode = process.argv[2] in hostedFormats ? await refreshHosted(process.argv.slice(2)) : main();
