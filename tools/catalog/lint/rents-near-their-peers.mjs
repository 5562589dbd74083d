// A rent that is offered is within six times of the median of its peers: the same chip differs by 4.5 to 6.5
// times among providers, more is a typing error, a price of another unit or of another device.
import { plain } from '../files.mjs';
import { median, recordsOf } from '../records.mjs';

const MOST = 6;
// Seen and right, though far: a community cloud against list prices from the device's first years.
const FAR = ['runpod-cheapest-v100-sxm2-16gb'];
const ORDINARY = ['instance', 'per_gpu'];

// [{id, device, kind, usd}] by the GPU, of what can be rented.
function rents(catalog) {
  const instances = new Map(recordsOf(catalog, 'instances')
    .filter(({ status, tier = 'instance', accelerator }) => !status && ORDINARY.includes(tier) && typeof accelerator === 'string')
    .map((instance) => [instance.id, instance]));
  return recordsOf(catalog, 'prices').filter(({ of }) => instances.has(of)).map(({ of, kind = 'on_demand', usd }) => {
    const { accelerator, count } = instances.get(of);
    return { id: of, device: accelerator, kind, usd: usd / (plain(count) ?? 1) };
  });
}

export default (catalog) => {
  const groups = new Map();
  for (const rent of rents(catalog)) {
    const key = `${rent.device} ${rent.kind}`;
    groups.set(key, [...(groups.get(key) ?? []), rent]);
  }
  return [...groups.values()].filter((group) => group.length >= 3).flatMap((group) => {
    const middle = median(group.map(({ usd }) => usd));
    return group.filter(({ id, usd }) => !FAR.includes(id) && (usd > MOST * middle || usd < middle / MOST))
      .map(({ id, kind, usd }) => `${id}: ${usd.toFixed(2)} by the GPU is far from the ${middle.toFixed(2)} of its peers (${kind})`);
  });
};
