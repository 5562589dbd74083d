// Price lists of rented machines in public formats, and what they change in the catalog.
//
// A reader makes {day, rows} of a text: rows are {name, region, kind, usd} and, where the list says so, gpu, gpu_gb,
// count, vcpus, host_memory_gb. `day` is the one that the list states, if it does.
import { rowsOf } from './csv.mjs';
import { plain } from './files.mjs';
import { readers } from './lists.mjs';
import { normalized, recordsOf } from './records.mjs';

const HOURS = { '1 Year': 8760, '3 Years': 3 * 8760 };
const number = (text) => (text ? Number(text) : undefined);

/** A Go source file: prices by region and name. */
function karpenterGo(text) {
  const rows = [];
  let region = '';
  for (const line of text.split('\n')) {
    region = line.match(/(?:\["|^\s*")([a-z0-9-]+)"\]?\s*(?:=\s*map\[.*|:\s*)\{\s*$/)?.[1] ?? region;
    for (const [, name, usd] of line.matchAll(/"([^"]+)":\s*([\d.]+)\s*,?/g)) rows.push({ name, region, kind: 'on_demand', usd: Number(usd) });
  }
  return { day: text.match(/generated at (\d{4}-\d\d-\d\d)/)?.[1], rows };
}

function karpenterGcp(text) {
  return { rows: Object.entries(JSON.parse(text).prices).flatMap(([region, kinds]) => ['on_demand', 'spot'].flatMap((kind) =>
    Object.entries(kinds[kind] ?? {}).map(([name, usd]) => ({ name, region, kind, usd })))) };
}

/** Providers leave out columns that they have nothing for; some give no name beside the device and its count. */
function skypilot(text) {
  return { rows: rowsOf(text).flatMap((row) => {
    const memory = Number(row.GpuInfo?.match(/'SizeInMiB': (\d+)/)?.[1] ?? 0);
    const machine = {
      name: row.InstanceType || `${row.AcceleratorCount}x ${row.AcceleratorName}`, region: row.Region,
      gpu: row.AcceleratorName?.replace(/-\d+GB.*$/, ''), gpu_gb: number(row.AcceleratorName?.match(/-(\d+)GB/)?.[1]) ?? (memory < 1000 ? memory : memory / 1024),
      count: number(row.AcceleratorCount), vcpus: number(row.vCPUs), host_memory_gb: number(row.MemoryGiB) };
    return [['on_demand', row.Price], ['spot', row.SpotPrice]].filter(([, usd]) => Number(usd) > 0)
      .map(([kind, usd]) => ({ ...machine, kind, usd: Number(usd) }));
  }) };
}

/** A provider's table; the day is that of the version in its address. Zones (us-central1-a) are read as their regions. */
function gpuhunt(text, address) {
  const [, year, month, day] = address.match(/\/(\d{4})(\d\d)(\d\d)-\d+\//) ?? [];
  return { day: year && `${year}-${month}-${day}`, rows: rowsOf(text).filter(({ price }) => Number(price) > 0).map((row) => ({
    name: row.instance_name, region: row.location.replace(/-[a-z]$/, ''), kind: row.spot.toLowerCase() === 'true' ? 'spot' : 'on_demand', usd: Number(row.price),
    gpu: row.gpu_name, gpu_gb: number(row.gpu_memory), count: number(row.gpu_count), vcpus: number(row.cpu), host_memory_gb: number(row.memory) })) };
}

/** AWS's offer file of EC2, or a part of it: Linux on shared machines; commitments without payment in advance. */
function awsOffers(text) {
  const { publicationDate, products, terms } = JSON.parse(text);
  const wanted = { operatingSystem: 'Linux', tenancy: 'Shared', preInstalledSw: 'NA', capacitystatus: 'Used' };
  const kinds = [['OnDemand', {}, 'on_demand'],
    ...[1, 3].map((years) => ['Reserved', { LeaseContractLength: `${years}yr`, OfferingClass: 'standard', PurchaseOption: 'No Upfront' }, `reserved_${years}y`])];
  const has = (given, asked) => Object.entries(asked).every(([key, value]) => given?.[key] === value);
  return { day: publicationDate?.slice(0, 10), rows: Object.values(products).filter(({ attributes }) => has(attributes, wanted)).flatMap(({ sku, attributes }) =>
    kinds.flatMap(([term, asked, kind]) => Object.values(terms[term]?.[sku] ?? {}).filter(({ termAttributes }) => has(termAttributes, asked))
      .flatMap(({ priceDimensions }) => Object.values(priceDimensions)).filter(({ unit, pricePerUnit }) => unit === 'Hrs' && Number(pricePerUnit.USD) > 0)
      .map(({ pricePerUnit }) => ({ name: attributes.instanceType, region: attributes.regionCode, kind, usd: Number(pricePerUnit.USD) })))) };
}

/** Azure's retail prices: Linux; commitments are printed for their whole term. */
function azureRetail(text) {
  return { rows: JSON.parse(text).Items.filter(({ armSkuName, productName, skuName, unitOfMeasure }) =>
    armSkuName && unitOfMeasure === '1 Hour' && !/windows|cloud ?services/i.test(productName) && !/low priority/i.test(skuName)).flatMap((item) => {
    const row = { name: item.armSkuName, region: item.armRegionName };
    const hours = HOURS[item.reservationTerm];
    if (item.type === 'Reservation' && hours) return [{ ...row, kind: hours === 8760 ? 'reserved_1y' : 'reserved_3y', usd: item.retailPrice / hours }];
    if (item.type !== 'Consumption' || !(item.retailPrice > 0)) return [];
    return [{ ...row, kind: /\bspot\b/i.test(item.skuName) ? 'spot' : 'on_demand', usd: item.retailPrice }];
  }) };
}

// `generated`: from the seller's own interface, by all or by these providers' tables; others are kept by hand.
const lists = readers({
  'karpenter-aws': { provider: 'aws', generated: true, read: karpenterGo },
  'karpenter-azure': { provider: 'azure', generated: true, read: karpenterGo },
  'karpenter-gcp': { provider: 'gcp', generated: true, read: karpenterGcp },
  skypilot: { generated: ['aws', 'azure', 'gcp', 'lambda', 'runpod', 'vastai', 'cudo', 'hyperstack', 'fluidstack'], read: skypilot },
  gpuhunt: { generated: ['aws', 'azure', 'gcp', 'lambda', 'runpod', 'vastai', 'verda', 'nebius', 'oci', 'digitalocean', 'vultr', 'jarvislabs'], read: gpuhunt },
  'aws-offers': { provider: 'aws', generated: true, read: awsOffers },
  'azure-retail': { provider: 'azure', generated: true, read: azureRetail },
});

const KINDS = ['on_demand', 'spot', 'reserved_1y', 'reserved_3y'];
// Names of machines with accelerators, in lists that do not say which they have.
const ACCELERATED = { aws: /^(p|g|gr|trn|inf|dl)\d/, azure: /^Standard_N[CDG]/, gcp: /^(a\d|g2|g4|ct)/ };

function grouped(list, keyOf) {
  const groups = new Map();
  for (const one of list) {
    const key = keyOf(one);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(one);
  }
  return groups;
}

const words = (name) => name.toLowerCase().split(/[^a-z0-9]+/);

/** The catalog's device of a listed name and memory, where it can only mean one: as the provider's known machines have it, or by name. */
function deviceFinder(catalog, known) {
  const key = ({ gpu, gpu_gb: gb = 0 }) => `${normalized(gpu)} ${Math.round(gb)}`;
  const seen = new Map();
  for (const { instance, row } of known.filter(({ row }) => row.gpu && row.count))
    seen.set(key(row), (seen.get(key(row)) ?? new Set()).add(plain(instance.accelerator)));
  const accelerators = recordsOf(catalog, 'accelerators');
  return (row) => {
    const named = words(row.gpu);
    const found = [...seen.get(key(row)) ?? accelerators.filter(({ id, memory_gb: gb }) => named.every((word, i) => words(id)[i] === word) &&
      (!row.gpu_gb || Math.abs(plain(gb) / row.gpu_gb - 1) < 0.06)).map(({ id }) => id)];
    return found.length === 1 ? found[0] : undefined;
  };
}

const cheapest = (rows) => Number(Math.min(...rows.map(({ usd }) => usd)).toFixed(6));
const withKind = (kind) => (kind === 'on_demand' ? {} : { kind });

/**
 * What a whole list says of one provider: `records` and `machines` are new, `changedPrice` is a price as it becomes; {changed, first,
 * again, older, added, unclear, vanished, ended} tell a person. A price that stands has been seen on the list's day; where the list is generated, that is the price's own day too.
 */
export function rentsOf(catalog, { provider, rows, day, source, generated }) {
  const instances = recordsOf(catalog, 'instances').filter((one) => one.provider === provider);
  const prices = recordsOf(catalog, 'prices').map((price) => ({ ...price }));
  const newest = new Map();
  for (const price of prices) {
    const key = `${price.of} ${price.kind ?? 'on_demand'}`;
    if (!newest.has(key) || newest.get(key).priced < price.priced) newest.set(key, price);
  }
  const byName = grouped(rows.filter(({ usd }) => usd > 0 && Number.isFinite(usd)), ({ name }) => normalized(name));
  const of = ({ name, region }) => (byName.get(normalized(name)) ?? []).filter((row) => !region || row.region === region);
  const told = { changed: [], first: [], again: [], older: [], added: [], unclear: [], vanished: [], ended: [], records: [], machines: [] };

  for (const instance of instances) {
    const offered = of(instance);
    if (instance.status === 'ended' && offered.length > 0) told.ended.push(instance.id);
    if (instance.status) continue;
    const ours = [instance.source, ...prices.filter((price) => price.of === instance.id).map((price) => price.source)];
    if (offered.length === 0 && ours.some((list) => list.split(' ').includes(source))) told.vanished.push(instance.id);
    for (const kind of KINDS) {
      const these = offered.filter((row) => row.kind === kind);
      if (these.length === 0) continue;
      const usd = cheapest(these);
      const before = newest.get(`${instance.id} ${kind}`);
      const what = `${instance.id} ${kind}`;
      if (before && before.priced > day) told.older.push(what);
      else if (before?.usd === usd) {
        told.again.push(what);
        if (generated) Object.assign(before, { priced: day });
        else if (day > (before.seen ?? before.priced)) before.seen = day;
      } else if (before?.priced === day) told.older.push(what);
      else {
        if (before) told.changed.push(`${what}: ${before.usd} -> ${usd} (${usd > before.usd ? '+' : ''}${((usd / before.usd - 1) * 100).toFixed(1)}%)`);
        else told.first.push(`${what}: ${usd}`);
        told.records.push({ of: instance.id, ...withKind(kind), usd, priced: day, source });
      }
    }
  }

  const names = new Set(instances.map(({ name }) => normalized(name)));
  const regions = grouped(instances.filter(({ region }) => region), ({ region }) => region);
  const usual = [...regions].sort(([, a], [, b]) => b.length - a.length)[0]?.[0];
  const deviceOf = deviceFinder(catalog, instances.flatMap((instance) => of(instance).map((row) => ({ instance, row }))));
  const ids = new Set(recordsOf(catalog, 'instances').map(({ id }) => id));
  for (const [key, all] of byName) {
    const [row] = all;
    if (names.has(key) || !(row.count > 0 || (row.gpu === undefined && ACCELERATED[provider]?.test(row.name)))) continue;
    const here = all.filter(({ region }) => region === usual);
    const region = here.length > 0 ? usual : [...all].sort((a, b) => a.usd - b.usd)[0].region;
    const device = row.gpu && deviceOf(row);
    const id = `${provider}-${row.name.toLowerCase().replace(/[^a-z0-9.]+/g, '-')}`;
    if (!device || !Number.isInteger(row.count) || ids.has(id)) {
      told.unclear.push(`${row.name} (${row.gpu ? `${row.count} x ${row.gpu}${row.gpu_gb ? ` ${row.gpu_gb} GB` : ''}` : 'device not said'}): ${cheapest(all)}`);
      continue;
    }
    told.added.push(`${id}: ${row.count} x ${device}`);
    told.machines.push({ id, name: row.name, provider, accelerator: device, ...(row.count > 1 ? { count: row.count } : {}), ...(region ? { region } : {}),
      ...(row.vcpus ? { vcpus: row.vcpus } : {}), ...(row.host_memory_gb ? { host_memory_gb: row.host_memory_gb } : {}), source, retrieved: day });
    for (const kind of KINDS) {
      const these = all.filter((one) => one.kind === kind && one.region === region);
      if (these.length > 0) told.records.push({ of: id, ...withKind(kind), usd: cheapest(these), priced: day, source });
    }
  }
  const { records, machines, ...lists } = told;
  const its = new Set(instances.map(({ id }) => id));
  const changedPrice = new Map(recordsOf(catalog, 'prices').map((price, i) => [price, prices[i]]));
  return { ...lists, records, machines, changedPrice: (price) => (its.has(price.of) ? changedPrice.get(price) : price) };
}

const TITLES = {
  changed: 'changed', first: 'first prices of known machines', added: 'new machines', unclear: 'machines to look at: device or count not certain',
  vanished: 'no longer in the list', ended: 'in the list, though ended', older: 'newer in the catalog', again: 'the same',
};

/** Reads one list: {report: lines, files: [{path, records}]} below the catalog's folder. */
function refresh(reader, catalog, { text, address, source, date, provider }) {
  const { day = date, rows } = reader.read(text, address);
  if (!day) throw new Error('the list does not say its day: give --date');
  if (rows.length === 0) throw new Error('no prices found: is it this format?');
  const generated = reader.generated === true || reader.generated.includes(provider);
  const found = rentsOf(catalog, { provider, rows, day, source, generated });
  const report = [`${provider}, ${source}, ${day}`, ...Object.entries(TITLES).flatMap(([key, title]) =>
    [`${title}: ${found[key].length}`, ...(['again', 'older'].includes(key) ? [] : found[key].map((line) => `  ${line}`))])];
  const fileOf = (kind, ids) => catalog[kind].find(({ record }) => ids(record))?.file ?? `${kind}/${provider}.json`;
  const main = `prices/${provider}.json`;
  const files = new Map([[main, []]]);
  const owned = new Set(catalog.prices.map(({ file }) => file).filter((file) => file === main || file.startsWith(`prices/${provider}-`)));
  for (const { record, file } of catalog.prices) if (owned.has(file)) files.set(file, [...(files.get(file) ?? []), found.changedPrice(record)]);
  files.get(main).push(...found.records);
  if (found.machines.length > 0) {
    const path = fileOf('instances', (record) => record.provider === provider);
    files.set(path, [...catalog.instances.filter(({ file }) => file === path).map(({ record }) => record), ...found.machines]);
  }
  return { report, files: [...files].map(([path, records]) => ({ path, records })) };
}

/** By name: {provider, refresh}; `provider` where the format has only one. */
export const formats = Object.fromEntries(Object.entries(lists).map(([name, reader]) =>
  [name, { provider: reader.provider, read: reader.read, refresh: (catalog, list) => refresh(reader, catalog, list) }]));
