// Rents by the GPU: within a few times of the device's median, close to what the same provider asks for other sizes and forms of it, and
// spot and reserved not above on demand, nor next to nothing of it.
import { farFromPeers, farFromUsual } from '../bands.mjs';
import { plain } from '../files.mjs';
import { purchases } from '../fields.mjs';
import { rate, recordsOf } from '../records.mjs';

const MOST = 5, MOST_OF_USUAL = 4, MOST_OF_ONE_PROVIDER = 2.5, MOST_BY_RATE = 8;
const LEAST_OF_ON_DEMAND = { spot: 0.1, reserved_1y: 0.3, reserved_3y: 0.3 };
/** Seen and right, though far. */
export const exceptions = ['vastai-cheapest-rtx-3060-12gb', 'vastai-cheapest-rtx-3080-10gb'];  // floor of a marketplace
const MOST_OF_HOST = 40;  // virtual CPUs for a GPU; with more, the machine is what costs
const ORDINARY = ['instance', 'per_gpu'], MARKET = ['marketplace', 'average'];

// Of what has ended some still ask what their lists did in its first years.
const isSold = (device) => plain(device?.status) !== 'ended';

// An H100 in whatever form and with whatever memory.
const familyOf = (device) => device.replace(/-\d+gb$/, '').replace(/-(sxm\d*|pcie|nvl)$/, '');

function rents(catalog) {
  const instances = new Map(recordsOf(catalog, 'instances').map((instance) => [instance.id, instance]));
  const devices = new Map(recordsOf(catalog, 'accelerators').map((device) => [device.id, device]));
  return recordsOf(catalog, 'prices').filter(({ kind, of }) => !purchases.includes(kind) && instances.has(of)).map(({ of, kind = 'on_demand', usd, priced }) => {
    const { accelerator, count, provider, vcpus, tier = 'instance' } = instances.get(of);
    const device = plain(accelerator);
    const known = devices.get(device);
    return { id: of, device, kind, provider, priced, tier, sold: isSold(known), market: !ORDINARY.includes(tier), heavy: plain(vcpus) / (plain(count) ?? 1) > MOST_OF_HOST, value: usd / (plain(count) ?? 1), size: Math.sqrt((known && (rate(known, 'fp16') ?? rate(known, 'fp32'))) || NaN) };
  });
}

const said = ({ id, kind, value, middle }) => `${id}: ${kind} ${value.toPrecision(3)} by the GPU is far from ${middle.toPrecision(3)}`;

export default (catalog) => {
  const asked = rents(catalog).filter(({ id }) => !exceptions.includes(id));
  const all = asked.filter(({ sold }) => sold);
  const ordinary = all.filter(({ market, heavy }) => !market && !heavy);
  const groups = new Map();
  for (const { device, kind } of all) groups.set(`${device} ${kind}`, (groups.get(`${device} ${kind}`) ?? 0) + 1);
  const onDemand = new Map();
  for (const { id, kind, value, priced } of all) if (kind === 'on_demand') if (!(onDemand.get(id)?.priced > priced)) onDemand.set(id, { value, priced });
  return [
    ...farFromPeers(ordinary.map((rent) => ({ ...rent, group: `${rent.device} ${rent.kind}` })), MOST).map(said),
    ...farFromUsual(ordinary.filter(({ kind }) => kind === 'on_demand').map((rent) => ({ ...rent, thing: `${rent.device} ${rent.kind}`, seller: `${rent.provider} ${rent.kind}` })), MOST_OF_USUAL).map(said),
    ...farFromPeers(asked.filter(({ tier, heavy }) => !MARKET.includes(tier) && !heavy).map((rent) => ({ ...rent, group: [familyOf(rent.device), rent.kind, rent.provider, rent.tier].join(' ') })), MOST_OF_ONE_PROVIDER, 2).map(said),
    ...farFromPeers(all.filter(({ size }) => size).map((rent) => ({ ...rent, group: rent.kind, few: groups.get(`${rent.device} ${rent.kind}`) < 3, value: rent.value / rent.size })), MOST_BY_RATE).filter(({ few }) => few).map(said),
    ...all.filter(({ id, kind, value }) => kind !== 'on_demand' && value > 1.05 * (onDemand.get(id)?.value ?? Infinity))
      .map(({ id, kind }) => `${kind} price of ${id} is above on-demand`),
    ...all.filter(({ id, kind, value }) => value < (LEAST_OF_ON_DEMAND[kind] ?? 0) * (onDemand.get(id)?.value ?? 0))
      .map(({ id, kind, value }) => `${kind} price of ${id}, ${value.toPrecision(3)} by the GPU, is next to nothing of on-demand`),
  ];
};
