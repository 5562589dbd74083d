// A device costs what thousands of its rented hours do and what its peers do for a watt; used is not above new, and bounds enclose a price.
import { farFromPeers } from '../bands.mjs';
import { plain } from '../files.mjs';
import { purchases } from '../fields.mjs';
import { median, rate, recordsOf } from '../records.mjs';

const HOURS = { new: [800, 60000], used: [450, 60000] };
const MOST_OF_ONE = 4, MOST_OF_SEGMENT = 6;

const sort = (kind) => (kind === 'used' ? 'used' : 'new');

function hourly(catalog) {
  const instances = new Map(recordsOf(catalog, 'instances').map((instance) => [instance.id, instance]));
  const of = new Map();
  for (const { of: id, kind, usd } of recordsOf(catalog, 'prices')) {
    const instance = instances.get(id);
    if (!instance || kind) continue;
    const device = plain(instance.accelerator);
    of.set(device, [...(of.get(device) ?? []), usd / (plain(instance.count) ?? 1)]);
  }
  return of;
}

export default (catalog) => {
  const devices = new Map(recordsOf(catalog, 'accelerators').map((device) => [device.id, device]));
  const rents = hourly(catalog);
  const bought = recordsOf(catalog, 'prices').filter(({ kind, of }) => purchases.includes(kind) && devices.has(of));
  const of = (id, kinds) => bought.filter((price) => price.of === id && kinds.includes(price.kind)).map(({ usd }) => usd);
  const sized = bought.filter(({ kind }) => kind !== 'used').map((price) => {
    const device = devices.get(price.of), segment = plain(device.segment) ?? 'datacenter';
    return { name: `${price.kind} price of ${price.of}`, group: [segment, sort(price.kind), plain(device.status) ?? ''].join(' '), value: price.usd / Math.sqrt((rate(device, 'fp32') ?? rate(device, 'bf16') / 10) * plain(device.memory_gb)) };
  }).filter(({ value }) => Number.isFinite(value));
  return [
    ...bought.flatMap(({ of: id, kind, usd }) => {
      const hours = rents.has(id) ? usd / median(rents.get(id)) : undefined;
      return plain(devices.get(id).status) !== 'ended' && (hours < HOURS[sort(kind)][0] || hours > HOURS[sort(kind)][1]) ? [`${kind} price of ${id} is that of ${hours.toFixed(0)} hours`] : [];
    }),
    ...bought.filter(({ kind, of: id, usd }) => kind === 'used' && usd > 1.2 * Math.max(...of(id, ['new', 'list'])) && of(id, ['new', 'list']).length > 0).map(({ of: id }) => `${id}: used above new`),
    ...recordsOf(catalog, 'prices').filter(({ usd, low_usd: low, high_usd: high }) => usd < low || usd > high).map(({ of: id }) => `${id}: the price is outside its own bounds`),
    ...farFromPeers(bought.map(({ of: id, usd, kind, memory_gb: memory = '' }) => ({ name: `${kind} price of ${id}`, group: `${id} ${memory} ${sort(kind)}`, value: usd })), MOST_OF_ONE, 2)
      .concat(farFromPeers(sized, MOST_OF_SEGMENT)).map(({ name, value, middle }) => `${name}: ${value.toPrecision(3)} is far from ${middle.toPrecision(3)}`),
  ];
};
