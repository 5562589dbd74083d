// What changed in the prices between two days:
//   node tools/catalog/diff.mjs 2026-07-01 2026-11-21
// A price is the newest record of its thing, with the memory and in the region that it is of, and kind up to a day.
import { readCatalog } from './files.mjs';
import { recordsOf } from './records.mjs';

const described = {
  prices: {
    key: ({ of, kind = 'on_demand', memory_gb: gb, region }) => [of, kind, ...(gb ? [`${gb} GB`] : []), ...(region ? [region] : [])].join(' '),
    value: ({ usd }) => `${usd}`,
  },
  api: {
    key: ({ provider, served_as: name }) => `${provider} ${name}`,
    value: ({ input_usd_m: input, output_usd_m: output }) => `${input}/${output}`,
  },
};

function newestUpTo(records, day, { key }) {
  const newest = new Map();
  for (const record of records) {
    const before = newest.get(key(record));
    if (record.priced <= day && (!before || before.priced <= record.priced)) newest.set(key(record), record);
  }
  return newest;
}

// [{what, before, after, from, to}], `before` absent where a price is new.
export function changes(catalog, from, to) {
  return Object.entries(described).flatMap(([kind, words]) => {
    const records = recordsOf(catalog, kind);
    const old = newestUpTo(records, from, words);
    return [...newestUpTo(records, to, words)].flatMap(([what, record]) => {
      const known = old.get(what);
      if (known && words.value(known) === words.value(record)) return [];
      return [{ what, before: known && words.value(known), after: words.value(record), from: known?.priced, to: record.priced }];
    });
  });
}

const ratio = ({ before, after }) => {
  const share = Number(after) / Number(before) - 1;
  return Number.isFinite(share) ? ` (${share > 0 ? '+' : ''}${(share * 100).toFixed(1)}%)` : '';
};

function main([from, to]) {
  if (![from, to].every((day) => /^\d{4}-\d\d-\d\d$/.test(day ?? ''))) {
    console.error('usage: diff.mjs FROM TO, days as YYYY-MM-DD');
    return 2;
  }
  const found = changes(readCatalog(), from, to);
  for (const change of found)
    console.log(`${change.what}: ${change.before ? `${change.before} -> ${change.after}${ratio(change)}` : `new ${change.after}`}, ${change.to}`);
  console.log(`${found.filter(({ before }) => before).length} changed, ${found.filter(({ before }) => !before).length} new`);
  return 0;
}

if (process.argv[1]?.endsWith('diff.mjs')) process.exitCode = main(process.argv.slice(2));
