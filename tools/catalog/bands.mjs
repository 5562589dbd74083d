// What bands.json says of a record: the same table is read by the tests of the engine.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plain, root } from './files.mjs';
import { median, near } from './records.mjs';

export const bands = JSON.parse(readFileSync(join(root, 'tools', 'catalog', 'lint', 'bands.json'), 'utf8'));

const list = (value) => (Array.isArray(value) ? value : [value]);
const has = (record, key) => plain(record[key]) ?? (key === 'segment' ? 'datacenter' : undefined);

/** Whether a record is what each key of `where` says, a word or several. */
export const isWhere = (record, where) => Object.entries(where).every(([key, words]) => list(words).includes(has(record, key)));

/** {ratio: {is, tolerance}} of a device; later entries of the table count before earlier ones. */
export function bandsOf(record) {
  const fits = bands.ratios.filter(({ where }) => isWhere(record, where));
  return Object.assign({}, ...fits.map(({ is, tolerance }) =>
    Object.fromEntries(Object.entries(is).map(([ratio, value]) => [ratio, { is: value, ...(tolerance && { tolerance }) }]))));
}

export const isOneOf = (value, wanted, tolerance) => list(wanted).some((each) => near(value, each, tolerance));

/** Those further than `most` times from the median of their group: [{...item, middle}] of [{group, value}]. */
export function farFromPeers(items, most, fewest = 3) {
  const groups = new Map();
  for (const item of items) {
    if (!groups.has(item.group)) groups.set(item.group, []);
    groups.get(item.group).push(item);
  }
  return [...groups.values()].filter((group) => group.length >= fewest).flatMap((group) => {
    const middle = median(group.map(({ value }) => value));
    return group.filter(({ value }) => value > most * middle || value < middle / most).map((item) => ({ ...item, middle }));
  });
}

/** {item[key]: [item, ...]}, a map. */
export const grouped = (items, key) => {
  const groups = new Map();
  for (const item of items) groups.set(item[key], [...(groups.get(item[key]) ?? []), item]);
  return groups;
};

/** Those further than `most` times from what others ask for the `thing`, times how dear their `seller` is elsewhere. */
export function farFromUsual(items, most) {
  const things = grouped(items, 'thing');
  const usual = new Map([...things].map(([thing, group]) => [thing, median(group.map(({ value }) => value))]));
  const sellers = grouped(items.filter(({ thing }) => things.get(thing).length >= 3), 'seller');
  return items.flatMap((item) => {
    const others = things.get(item.thing).filter((other) => other.seller !== item.seller).map(({ value }) => value);
    const elsewhere = (sellers.get(item.seller) ?? []).filter((other) => other.thing !== item.thing);
    if (others.length < 3 || elsewhere.length < 3) return [];
    const dear = median(elsewhere.map(({ thing, value }) => value / usual.get(thing)));
    const middle = median(others) * Math.min(2, Math.max(0.5, dear));
    return item.value > most * middle || item.value < middle / most ? [{ ...item, middle }] : [];
  });
}
