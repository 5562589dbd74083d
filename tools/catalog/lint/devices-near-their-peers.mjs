// Rate for a watt, rate for bandwidth and bandwidth for memory are within a few times of what devices of the same
// architecture and segment have: more is a digit too many or too few.
import { bands, farFromPeers } from '../bands.mjs';
import { plain } from '../files.mjs';
import { rate, recordsOf } from '../records.mjs';

const valueOf = (record, key) => (key === 'fp32' ? rate(record, 'fp32') ?? rate(record, 'bf16') / 10 : plain(record[key]));

export default (catalog) =>
  bands.peers.flatMap(({ of, over, most }) => {
    const items = recordsOf(catalog, 'accelerators').map((record) => {
      const segment = plain(record.segment) ?? 'datacenter';
      const kind = [segment, record.form_factor === 'soc' && segment !== 'datacenter' ? 'soc' : '', /HBM/.test(plain(record.memory_type)) ? 'HBM' : ''].join(' ');
      return { id: record.id, cpu: segment === 'cpu', value: valueOf(record, of) / valueOf(record, over), group: `${record.architecture} ${kind}`, wider: kind };
    }).filter(({ id, cpu, value }) => !(cpu && over === 'memory_gb') && Number.isFinite(value) && !(bands.unlike_peers[id] ?? []).includes(over));
    const count = new Map();
    for (const { group } of items) count.set(group, (count.get(group) ?? 0) + 1);
    const crowded = new Set([...count.keys()].filter((group) => count.get(group) >= 3));
    const far = [...farFromPeers(items.filter(({ group, cpu }) => crowded.has(group) && !cpu), most), ...farFromPeers(items.filter(({ group, cpu }) => crowded.has(group) && cpu), (over === 'power_w' ? 1.3 : 2) * most),
      ...farFromPeers(items.map((item) => ({ ...item, group: item.wider, crowded: crowded.has(item.group) })), 2.5 * most).filter((item) => !item.crowded)];
    return far.map(({ id, value, middle }) => `${id}: ${of} / ${over} is ${value.toPrecision(3)}, its peers have ${middle.toPrecision(3)}`);
  });
