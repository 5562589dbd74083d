// What an architecture, a fabric's generation and a memory's kind fix (bands.json): days of release, PCIe, compute capability, fabric, memory.
import { bands } from '../bands.mjs';
import { plain } from '../files.mjs';
import { near, recordsOf } from '../records.mjs';

const year = (record) => Number(String(plain(record.release)).slice(0, 4));

function ofArchitecture(record) {
  const known = bands.architectures[record.architecture];
  if (!known) return [];
  const own = { pcie_gen: bands.pcie_unlike[record.id] && [bands.pcie_unlike[record.id]] };
  const wrong = ['pcie_gen', 'compute_capability'].filter((key) => known[key] && record[key] !== undefined && !(own[key] ?? known[key]).includes(plain(record[key])));
  return [
    ...wrong.map((key) => `${key} ${plain(record[key])} is none of ${record.architecture}'s`),
    ...(record.release && known.released && (year(record) < known.released[0] || year(record) > known.released[1])
      ? [`released in ${year(record)}, ${record.architecture} in ${known.released.join(' to ')}`] : []),
    ...(record.pcie_lanes !== undefined && ![4, 8, 16].includes(plain(record.pcie_lanes)) ? [`${plain(record.pcie_lanes)} PCIe lanes`] : []),
  ];
}

function ofFabric({ id, vendor, fabric }) {
  if (!fabric) return [];
  const name = plain(fabric.name), each = plain(fabric.per_direction_gb_s), pair = plain(fabric.pair_gb_s), domain = plain(fabric.domain) ?? 1;
  const [, allowed] = bands.fabrics.find(([pattern]) => new RegExp(pattern).test(name)) ?? [];
  const direct = bands.direct.includes(vendor) && !bands.in_packages.includes(id) && domain > 2 && each;
  return [
    ...(each && allowed && !allowed.includes(each) ? [`${each} GB/s each way, ${name} has ${allowed}`] : []),
    ...(pair && each && pair > each ? ['more between a pair than to all'] : []),
    ...(direct && pair && !near(each, pair * (domain - 1), 0.005) ? [`${each} GB/s is not ${domain - 1} x ${pair}`] : []),
    ...(/bridge/.test(name) && domain > 4 ? [`a bridge that joins ${domain}`] : []),
    ...(domain > 1 && !bands.domains.includes(domain) ? [`no fabric joins ${domain}`] : []),
  ];
}

function ofMemory(record) {
  const memory = plain(record.memory_gb), usable = plain(record.usable_memory_bytes) / 1e9 / memory;
  const [least, most] = bands.usable[plain(record.form_factor) === 'soc' ? 'soc' : 'other'];
  const apple = plain(record.segment) === 'apple' && bands.usable_apple[memory];
  const said = `${record.id} ${record.name}`.match(/(?<![\d.])(\d+) ?gb\b/i)?.[1];
  return [
    ...((apple ? !near(usable, apple, 0.002) : usable < least || usable > most) ? [`${usable.toFixed(3)} GB usable for a GB`] : []),
    ...(said && Number(said) !== memory && !bands.memory_unlike_name.includes(record.id) ? [`${memory} GB, and the name says ${said}`] : []),
    ...(bands.memory.includes(memory) ? [] : [`${memory} GB is no usual memory`]),
  ];
}

function ofPower(record) {
  const watts = plain(record.power_w), [least, most] = bands.watts[plain(record.form_factor)] ?? [0, Infinity];
  if (watts === undefined) return [];
  const isUsual = plain(record.segment) === 'cpu' ? bands.cpu_watts.includes(watts) : watts >= least && watts <= most;
  return isUsual ? [] : [`${watts} W is none that ${plain(record.form_factor)} parts have`];
}

// Of CPUs, the memory says its rate and channels.
function ofChannels({ memory_type: type, bandwidth_gb_s: bandwidth }) {
  const [, rate, channels] = String(plain(type)).match(/-(\d{4}) (\d+)ch/) ?? [];
  return rate && !near(plain(bandwidth), rate * channels * 8 / 1e3, 0.015) ? [`${plain(bandwidth)} GB/s is not that of ${plain(type)}`] : [];
}

export default (catalog) =>
  recordsOf(catalog, 'accelerators').flatMap((record) =>
    [...ofArchitecture(record), ...ofFabric(record), ...ofMemory(record), ...ofPower(record), ...ofChannels(record)].map((problem) => `${record.id}: ${problem}`));
