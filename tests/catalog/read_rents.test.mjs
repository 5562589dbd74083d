// Price lists of rented machines: what each format says, and what a list changes in the catalog.
import assert from 'node:assert/strict';
import test from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { formats } from '../../tools/catalog/read_rents.mjs';
import { textOf } from '../../tools/catalog/refresh.mjs';

const gpu = (id, memory_gb) => ({ record: { id, memory_gb }, file: 'accelerators/x.json' });
const machine = (provider, id, name, accelerator, more = {}) => ({ record: { id, name, provider, accelerator, source: 'list', ...more }, file: `instances/${provider}.json` });
const price = (provider, of, usd, priced, more = {}) => ({ record: { of, usd, priced, source: 'list', ...more }, file: `prices/${provider}.json` });

function catalogOf(provider, instances, prices) {
  const accelerators = [gpu('h100-sxm5-80gb', 80), gpu('h100-pcie-80gb', 80), gpu('l40s', 48), gpu('a100-sxm4-40gb', 40), gpu('rtx-a6000', 48)];
  return { accelerators, instances: instances.map((one) => machine(provider, ...one)), prices: prices.map((one) => price(provider, ...one)) };
}

function refreshed(format, catalog, text, more = {}) {
  const { report, files } = formats[format].refresh(catalog, { text, address: '', source: 'list', provider: formats[format].provider, ...more });
  const of = (kind) => files.find(({ path }) => path.startsWith(`${kind}/`))?.records;
  return { report: report.join('\n'), prices: of('prices'), instances: of('instances') };
}

/** The catalog after a list was written. */
const written = (catalog, { prices, instances }) => ({
  ...catalog, prices: prices.map((record) => ({ record, file: catalog.prices[0].file })),
  instances: instances ? instances.map((record) => ({ record, file: catalog.instances[0].file })) : catalog.instances });

const AWS = `// generated at 2026-07-20T13:44:30Z for us-east-1
var InitialOnDemandPricesAWS = map[string]map[ec2types.InstanceType]float64{
\t// us-east-1
\t"us-east-1": {
\t\t// p5 family
\t\t"p5.48xlarge": 55.040000, "p5.4xlarge": 6.880000, "m5.large": 0.096000, "p2.xlarge": 0.900000,
\t},
\t"us-gov-east-1": {
\t\t"p5.48xlarge": 99.000000,
\t},
}`;
const P5 = ['aws-p5.48xlarge', 'p5.48xlarge', 'h100-sxm5-80gb', { count: 8, region: 'us-east-1' }];

test('a changed price is a new record of the list\'s own day, in the region of the machine, told with its change', () => {
  const { prices, report } = refreshed('karpenter-aws', catalogOf('aws', [P5], [['aws-p5.48xlarge', 98.32, '2025-05']]), AWS);
  assert.deepEqual(prices.slice(1), [{ of: 'aws-p5.48xlarge', usd: 55.04, priced: '2026-07-20', source: 'list' }]);
  assert.match(report, /aws-p5.48xlarge on_demand: 98.32 -> 55.04 \(-44.0%\)/); // 55.04 / 98.32 = 0.5598
});

test('a price of a generated list that stands moves to the day of the list; the same list again changes nothing', () => {
  const before = catalogOf('aws', [P5], [['aws-p5.48xlarge', 55.04, '2026-01-20']]);
  const once = refreshed('karpenter-aws', before, AWS);
  assert.deepEqual(once.prices, [{ of: 'aws-p5.48xlarge', usd: 55.04, priced: '2026-07-20', source: 'list' }]);
  assert.deepEqual(refreshed('karpenter-aws', written(before, once), AWS).prices, once.prices);
  assert.equal(before.prices[0].record.priced, '2026-01-20');
});

test('an older list changes nothing', () => {
  const { prices, report } = refreshed('karpenter-aws', catalogOf('aws', [P5], [['aws-p5.48xlarge', 60, '2026-11-09']]), AWS);
  assert.deepEqual(prices.map(({ usd }) => usd), [60]);
  assert.match(report, /newer in the catalog: 1/);
});

test('machines with accelerators that a list names alone are told, not added; others are left out', () => {
  const { instances, report } = refreshed('karpenter-aws', catalogOf('aws', [P5], []), AWS);
  assert.equal(instances, undefined);
  assert.match(report, /p2.xlarge \(device not said\): 0.9/);
  assert.doesNotMatch(report, /m5.large/);
});

test('machines that the list no longer has are told, if it had them, as are ended ones that it has', () => {
  const { report } = refreshed('karpenter-aws', catalogOf('aws', [
    ['aws-p9', 'p9.48xlarge', 'l40s'], ['aws-other', 'elsewhere', 'l40s', { source: 'page' }], [...P5.slice(0, 3), { region: 'us-east-1', status: 'ended' }]], []), AWS);
  assert.match(report, /no longer in the list: 1\n {2}aws-p9\nin the list, though ended: 1\n {2}aws-p5.48xlarge/);
});

test('a generated Go file of Azure', () => {
  const text = '// generated at 2026-06-18T03:43:41Z\nfunc init() {\n\tinitialOnDemandPrices["eastus"] = map[string]float64{\n\t\t"Standard_NC24ads_A100_v4": 3.673000,\n\t}\n}';
  assert.deepEqual(formats['karpenter-azure'].read(text), { day: '2026-06-18',
    rows: [{ name: 'Standard_NC24ads_A100_v4', region: 'eastus', kind: 'on_demand', usd: 3.673 }] });
});

test('Google\'s prices: on-demand and spot, of the day one gives', () => {
  const text = '{"prices":{"us-central1":{"on_demand":{"g2-standard-4":0.706832},"spot":{"g2-standard-4":0.4}}}}';
  const catalog = catalogOf('gcp', [['gcp-g2', 'g2-standard-4', 'l40s', { region: 'us-central1' }]], []);
  assert.deepEqual(refreshed('karpenter-gcp', catalog, text, { date: '2026-08-03' }).prices.map(({ kind, usd, priced }) => [kind, usd, priced]),
    [[undefined, 0.706832, '2026-08-03'], ['spot', 0.4, '2026-08-03']]);
  assert.throws(() => refreshed('karpenter-gcp', catalog, text), /--date/);
});

const LAMBDA = `InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,Price,Region,GpuInfo,SpotPrice
cpu_4x_general,,,4.0,16.0,0.2,us-east-1,,
gpu_4x_a6000,A6000,4.0,56.0,400.0,4.36,us-east-1,"{'Gpus': [{'Name': 'A6000', 'Manufacturer': 'NVIDIA', 'Count': 4.0, 'MemoryInfo': {'SizeInMiB': 49152}}], 'TotalGpuMemoryInMiB': 49152}",
gpu_2x_a6000,A6000,2.0,28.0,200.0,2.18,us-east-1,"{'Gpus': [{'Name': 'A6000', 'Manufacturer': 'NVIDIA', 'Count': 2.0, 'MemoryInfo': {'SizeInMiB': 49152}}], 'TotalGpuMemoryInMiB': 49152}",
`;

test('SkyPilot: a new machine has the device of the provider\'s known machines of that name', () => {
  const before = catalogOf('lambda', [['lambda-gpu-4x-a6000', 'gpu_4x_a6000', 'rtx-a6000', { count: 4 }]], [['lambda-gpu-4x-a6000', 4.36, '2026']]);
  const once = refreshed('skypilot', before, LAMBDA, { provider: 'lambda', date: '2026-10-01' });
  assert.deepEqual(once.instances.slice(1), [{ id: 'lambda-gpu-2x-a6000', name: 'gpu_2x_a6000', provider: 'lambda', accelerator: 'rtx-a6000', count: 2,
    region: 'us-east-1', vcpus: 28, host_memory_gb: 200, source: 'list', retrieved: '2026-10-01' }]);
  assert.deepEqual(once.prices.map(({ of, usd, priced }) => [of, usd, priced]), [['lambda-gpu-4x-a6000', 4.36, '2026-10-01'], ['lambda-gpu-2x-a6000', 2.18, '2026-10-01']]);
  const again = refreshed('skypilot', written(before, once), LAMBDA, { provider: 'lambda', date: '2026-10-01' });
  assert.deepEqual([again.prices, again.instances], [once.prices, undefined]);
});

const NEBIUS = `InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,Price,Region,GpuInfo,SpotPrice
gpu-h100-sxm_1gpu-16vcpu-200gb,H100,1,16,200,2.95,eu-north1,"{'Gpus': [{'Name': 'H100', 'Manufacturer': 'NVIDIA', 'Count': 1, 'MemoryInfo': {'SizeInMiB': 81920}}], 'TotalGpuMemoryInMiB': 81920}",1.25
gpu-l40s-a_1gpu-8vcpu-32gb,L40S,1,8,32,1.5484,eu-north1,"{'Gpus': [{'Name': 'L40S', 'Manufacturer': 'NVIDIA', 'Count': 1, 'MemoryInfo': {'SizeInMiB': 49152}}], 'TotalGpuMemoryInMiB': 49152}",
`;

test('SkyPilot, kept by hand: a price that stands keeps its day and is seen; a name that means two devices is told, not added', () => {
  const before = catalogOf('nebius', [['nebius-l40s', 'gpu-l40s-a_1gpu-8vcpu-32gb', 'l40s', { region: 'eu-north1' }]], [['nebius-l40s', 1.5484, '2025-06']]);
  const { prices, instances, report } = refreshed('skypilot', before, NEBIUS, { provider: 'nebius', date: '2026-02-01' });
  assert.deepEqual(prices, [{ of: 'nebius-l40s', usd: 1.5484, priced: '2025-06', source: 'list', seen: '2026-02-01' }]);
  assert.equal(instances, undefined);
  assert.match(report, /gpu-h100-sxm_1gpu-16vcpu-200gb \(1 x H100 80 GB\): 1.25/);
});

test('gpuhunt: spot apart, the day that of the version in the address', () => {
  const text = 'instance_name,location,price,cpu,memory,gpu_count,gpu_name,gpu_memory,spot,disk_size,gpu_vendor,flags,cpu_arch,provider_data\n' +
    'a2-highgpu-1g,us-central1-a,3.673385,12,85.0,1,A100,40.0,False,,nvidia,,x86,{}\na2-highgpu-1g,us-central1-a,1.92802,12,85.0,1,A100,40.0,True,,nvidia,,x86,{}\n';
  const { instances, prices } = refreshed('gpuhunt', catalogOf('gcp', [], []), text, { provider: 'gcp', address: 'https://host/v3/gcp/20260818-42/catalog.zip' });
  assert.deepEqual([instances[0].accelerator, instances[0].region, instances[0].vcpus], ['a100-sxm4-40gb', 'us-central1', 12]);
  assert.deepEqual(prices.map(({ kind, usd, priced }) => [kind, usd, priced]), [[undefined, 3.673385, '2026-08-18'], ['spot', 1.92802, '2026-08-18']]);
});

test('an offer file of AWS: Linux on shared machines, commitments without payment in advance', () => {
  const attributes = { instanceType: 'p5.48xlarge', regionCode: 'us-east-1', operatingSystem: 'Linux', tenancy: 'Shared', preInstalledSw: 'NA', capacitystatus: 'Used' };
  const dimension = (USD, unit = 'Hrs') => ({ priceDimensions: { d: { unit, pricePerUnit: { USD } } } });
  const committed = (PurchaseOption, USD) => ({ termAttributes: { LeaseContractLength: '1yr', OfferingClass: 'standard', PurchaseOption }, ...dimension(USD) });
  const text = JSON.stringify({ publicationDate: '2026-08-01T10:00:00Z',
    products: { a: { sku: 'a', attributes }, b: { sku: 'b', attributes: { ...attributes, operatingSystem: 'Windows' } } },
    terms: { OnDemand: { a: { t: dimension('55.04') }, b: { t: dimension('63.87') } }, Reserved: { a: { t: committed('No Upfront', '40.1'), u: committed('All Upfront', '0') } } } });
  const row = { name: 'p5.48xlarge', region: 'us-east-1' };
  assert.deepEqual(formats['aws-offers'].read(text), { day: '2026-08-01', rows: [{ ...row, kind: 'on_demand', usd: 55.04 }, { ...row, kind: 'reserved_1y', usd: 40.1 }] });
});

test('Azure\'s retail prices: without Windows and low priority, commitments by the hour', () => {
  const item = { armSkuName: 'Standard_NC40ads_H100_v5', armRegionName: 'eastus', productName: 'Virtual Machines NCads H100 v5', skuName: 'NC40ads H100 v5', unitOfMeasure: '1 Hour', type: 'Consumption' };
  const text = JSON.stringify({ Items: [{ ...item, retailPrice: 6.98 }, { ...item, skuName: `${item.skuName} Spot`, retailPrice: 2 }, { ...item, skuName: `${item.skuName} Low Priority`, retailPrice: 1 },
    { ...item, productName: `${item.productName} Windows`, retailPrice: 8.82 }, { ...item, type: 'Reservation', reservationTerm: '1 Year', retailPrice: 43800 }] });
  assert.deepEqual(formats['azure-retail'].read(text).rows.map(({ kind, usd }) => [kind, usd]), [['on_demand', 6.98], ['spot', 2], ['reserved_1y', 5]]); // 43800 / 8760
});

test('a list that is not of the format is refused', () => {
  assert.throws(() => refreshed('karpenter-aws', catalogOf('aws', [], []), '<html>generated at 2026-07-20</html>'), /no prices found/);
  for (const text of ['<html>', '{}', '[]', '{"prices": 1}'])
    for (const format of ['karpenter-gcp', 'azure-retail', 'aws-offers'])
      assert.throws(() => refreshed(format, catalogOf(formats[format].provider, [], []), text, { date: '2026-07-20' }), /no prices found|no list in the format/, `${format} ${text}`);
});

test('the only file of a ZIP archive', () => {
  const [name, data] = [Buffer.from('a.csv'), deflateRawSync('x,y\n1,2\n')];
  const local = Buffer.alloc(30);
  local.write('PK\x03\x04', 'latin1');
  local.writeUInt16LE(name.length, 26);
  const directory = Buffer.alloc(46);
  directory.write('PK\x01\x02', 'latin1');
  directory.writeUInt16LE(8, 10);
  directory.writeUInt32LE(data.length, 20);
  assert.equal(textOf(Buffer.concat([local, name, data, directory, name])), 'x,y\n1,2\n');
  assert.equal(textOf(Buffer.from('x,y\n')), 'x,y\n');
});
