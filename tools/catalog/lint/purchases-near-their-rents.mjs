// A device costs what thousands of its rented hours do, and for its rate, memory and bandwidth what its maker's others of the segment do; all
// its prices are within a few times of each other, used is not above new, and bounds enclose a price.
import { farFromPeers, grouped } from '../bands.mjs';
import { plain } from '../files.mjs';
import { purchases } from '../fields.mjs';
import { median, rate, recordsOf } from '../records.mjs';

const HOURS = { new: [800, 60000], used: [450, 60000] };
const MOST_OF_ONE = 4, MOST_OF_SEGMENT = 4, MOST_APART = 5;
const SERVER_GB_S = 150;  // what more than two channels of memory give: servers and workstations cost more for what they do

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
  // Used parts of data centers lose more than others.
  const steady = bought.map((price) => ({ ...price, device: devices.get(price.of), segment: plain(devices.get(price.of).segment) ?? 'datacenter' })).filter(({ kind, segment }) => kind !== 'used' || segment !== 'datacenter');
  const sized = steady.map(({ of: id, kind, usd, device, segment }) => ({
    name: `${kind} price of ${id}`,
    group: [segment, segment === 'cpu' && plain(device.bandwidth_gb_s) > SERVER_GB_S, device.vendor, sort(kind), plain(device.status) ?? ''].join(' '),
    value: usd / Math.cbrt((rate(device, 'fp32') ?? rate(device, 'bf16') / 10) * plain(device.memory_gb) * plain(device.bandwidth_gb_s)),
  })).filter(({ value }) => Number.isFinite(value));
  const apart = [...grouped(steady.filter(({ device, segment }) => segment !== 'datacenter' && plain(device.status) !== 'ended').map((price) => ({ ...price, thing: `${price.of} ${price.memory_gb ?? ''}` })), 'thing').values()]
    .map((prices) => ({ id: prices[0].of, least: Math.min(...prices.map(({ usd }) => usd)), most: Math.max(...prices.map(({ usd }) => usd)) }));
  return [
    ...bought.flatMap(({ of: id, kind, usd }) => {
      const hours = rents.has(id) ? usd / median(rents.get(id)) : undefined;
      return plain(devices.get(id).status) !== 'ended' && (hours < HOURS[sort(kind)][0] || hours > HOURS[sort(kind)][1]) ? [`${kind} price of ${id} is that of ${hours.toFixed(0)} hours`] : [];
    }),
    ...bought.filter(({ kind, of: id, usd }) => kind === 'used' && usd > 1.2 * Math.max(...of(id, ['new', 'list'])) && of(id, ['new', 'list']).length > 0).map(({ of: id }) => `${id}: used above new`),
    ...apart.filter(({ least, most }) => most > MOST_APART * least).map(({ id, least, most }) => `prices of ${id} are ${least} to ${most}`),
    ...recordsOf(catalog, 'prices').filter(({ usd, low_usd: low, high_usd: high }) => usd < low || usd > high).map(({ of: id }) => `${id}: the price is outside its own bounds`),
    ...farFromPeers(bought.map(({ of: id, usd, kind, memory_gb: memory = '' }) => ({ name: `${kind} price of ${id}`, group: `${id} ${memory} ${sort(kind)}`, value: usd })), MOST_OF_ONE, 2)
      .concat(farFromPeers(sized, MOST_OF_SEGMENT)).map(({ name, value, middle }) => `${name}: ${value.toPrecision(3)} is far from ${middle.toPrecision(3)}`),
  ];
};
