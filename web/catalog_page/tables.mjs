// The tables of the catalog: which columns, in which view, and what each says.
import { computed, fact, isStale, newestPrice, plain, purchasePrice, staleAfter } from './facts.mjs';
import { addressOf, deviceAddresses, ofDevice, ofModel } from './estimates.mjs';
import { say } from '../src/words.js';
import '../src/words_more.js';

/** @typedef {import('./facts.mjs').Cell} Cell */

/**
 * A column. `view`: `a` and `b` stand in one of the two views, `z` only when everything is shown.
 * @typedef {object} Column
 * @property {string} key as it is exported, with its unit
 * @property {string} label
 * @property {string} [unit]
 * @property {string} [help] what it means, or its formula
 * @property {'a' | 'b' | 'z'} [view]
 * @property {boolean} [made] computed from facts, as `help` says
 * @property {boolean} [number]
 * @property {boolean} [dollars]
 * @property {number} [digits] significant ones; all that are known without
 * @property {(record: any) => Cell} of
 */

/**
 * @typedef {object} Table
 * @property {string} file
 * @property {string} tab
 * @property {string} title
 * @property {string} lead
 * @property {string} noun
 * @property {string[]} views names of the views a and b; none: one view
 * @property {string} sort key of the column it opens with, with a minus: largest first
 * @property {{key: string, label: string}[]} filters on words of columns
 * @property {{key: string, label: string}[]} least on numbers of columns
 * @property {any[]} records
 * @property {(record: any) => boolean} [last] what stands below the others, whatever they are ordered by
 * @property {(record: any) => {name: string, about: string, also: string[], use?: string}} head
 * @property {Column[]} columns
 */

/** @param {string} path of a leaf */
const at = (path) => (/** @type {any} */ record) => fact(path.split('.').reduce((node, key) => plain(node)?.[key], record));

/** In the GB of a card, 2³⁰ bytes, of which one sold as 80 GB has 80. @param {Cell} cell @param {number} unit of its value, in bytes @returns {Cell} */
const inGib = (cell, unit) => (typeof cell.value === 'number' ? { ...cell, value: (cell.value * unit) / 2 ** 30 } : cell);

/** @param {string} date */
const year = (date) => String(date ?? '').slice(0, 4);

/** Days that make a price stale: the engine's rule, read where it is said. */


/** @param {Cell} cell @param {string} today @returns {Cell} */
const dated = (cell, today) => (isStale(cell.date, today) ? { ...cell, note: [cell.note, `stale: more than ${staleAfter} days old`].filter(Boolean).join('; ') } : cell);

/** @param {any} catalog merged, with notes @param {any} engine @returns {Table[]} */
export const tables = (catalog, engine) => [devices(catalog, engine), models(catalog, engine), instances(catalog, engine), hosted(catalog, engine)];

/** @param {any} catalog @param {any} engine @returns {Table} */
function devices(catalog, engine) {
  const addresses = deviceAddresses(engine);
  const records = catalog.accelerators.map((/** @type {any} */ record) => {
    const price = dated(purchasePrice(catalog, record), catalog.date);
    const each = { value: price.value, unverified: price.unverified }; // what the price is from stands beside it
    return { ...record, price, each, estimated: ofDevice(engine, addresses, record.id) };
  });
  const rate = (/** @type {string} */ name) => at(`rates_tflops.${name}`);
  return {
    file: 'catalog.html', tab: 'Accelerators', title: 'Accelerators', noun: 'devices', records,
    lead: 'Memory and its bandwidth decide what runs and how fast it answers; arithmetic decides how fast it learns.',
    views: ['For inference', 'For training'], sort: '-bandwidth_gb_s', last: (a) => plain(a.status) === 'announced',
    filters: [{ key: 'vendor', label: 'Maker' }, { key: 'segment', label: 'Kind' }],
    least: [{ key: 'memory_gb', label: 'Memory, at least' }],
    head: (a) => ({ name: a.name, about: [a.vendor, plain(a.architecture), year(plain(a.release)), plain(a.status)].filter(Boolean).join(' · '), also: a.aliases ?? [], use: a.estimated.use }),
    columns: [
      { key: 'memory_gb', label: 'Memory', unit: 'GB', number: true, of: at('memory_gb'), help: 'As the vendor says it; such a GB is 2³⁰ bytes (GiB).' },
      { key: 'bandwidth_gb_s', label: 'Bandwidth', unit: 'GB/s', number: true, of: at('bandwidth_gb_s'), help: 'Peak of the device memory.' },
      { key: 'largest_model_b', label: 'Largest model', unit: 'B, 4-bit', made: true, number: true, digits: 2, view: 'a', of: (a) => a.estimated.largest, help: 'Dense parameters, in billions, that fit in 4 bits with one user and a tenth kept free, as the engine counts memory.' },
      { key: 'decode_tokens_per_s', label: '8B answers', unit: 'tokens/s', made: true, number: true, digits: 2, view: 'a', of: (a) => a.estimated.decode, help: 'Estimated: Llama 3.1 8B in 4 bits (AWQ), one user, 512 tokens in and 256 out. Each figure opens its scenario.' },
      { key: 'ridge_flop_per_byte', label: 'Ridge', unit: 'FLOP/B', made: true, number: true, digits: 3, view: 'a', of: (a) => a.estimated.ridge, help: 'Peak BF16 or FP16 arithmetic over bandwidth: work with fewer operations for each byte read waits for memory.' },
      { key: 'bf16_tflops', label: 'BF16', unit: 'TFLOP/s', number: true, view: 'b', of: rate('bf16'), help: 'Dense, accumulated in FP32. Headlines with sparsity are twice as high.' },
      { key: 'fp8_tflops', label: 'FP8', unit: 'TFLOP/s', number: true, view: 'b', of: rate('fp8'), help: 'Dense.' },
      { key: 'qlora_tokens_per_s', label: '8B learns', unit: 'tokens/s', made: true, number: true, digits: 2, view: 'b', of: (a) => a.estimated.tune, help: 'Estimated: QLoRA of Llama 3.1 8B, sequences of 2,048 tokens. Each figure opens its scenario.' },
      { key: 'fabric_gb_s', label: 'Fabric', unit: 'GB/s', number: true, view: 'b', of: at('fabric.per_direction_gb_s'), help: 'What one device sends to its peers together, one way: half of the total that vendors print.' },
      { key: 'fabric_devices', label: 'Joins', number: true, view: 'b', of: at('fabric.domain'), help: 'Devices that reach each other over the fabric.' },
      { key: 'power_w', label: 'Power', unit: 'W', number: true, of: at('power_w'), help: 'Limit of the board or package.' },
      { key: 'price_usd', label: 'Price', unit: '$', number: true, dollars: true, of: (a) => a.price, help: 'What one costs: in shops, else on the maker’s list, else used, else at its launch; of what is not sold new any more, used. Apple parts and small systems: the whole machine.' },
      { key: 'price_kind', label: 'Price is', view: 'z', of: (a) => ({ value: a.price.kind }), help: 'New or used: what shops and sellers ask. List: the maker’s. Launch: at introduction.' },
      { key: 'rent_usd_h', label: 'Rent', unit: '$/h', made: true, number: true, dollars: true, of: (a) => a.estimated.rent, help: 'On demand: the middle of what providers ask, each with its cheapest, by the GPU that works.' },
      { key: 'gb_s_per_1000_usd', label: 'GB/s', unit: 'per $1,000', made: true, number: true, digits: 3, view: 'a', of: (a) => computed(fact(a.bandwidth_gb_s), a.each, (x, usd) => (1000 * x) / usd), help: 'Bandwidth ÷ price × 1,000.' },
      { key: 'tflops_per_1000_usd', label: 'TFLOP/s', unit: 'per $1,000', made: true, number: true, digits: 3, view: 'b', of: (a) => computed(rate('bf16')(a), a.each, (x, usd) => (1000 * x) / usd), help: 'BF16 TFLOP/s ÷ price × 1,000.' },
      { key: 'vendor', label: 'Maker', view: 'z', of: at('vendor') },
      { key: 'segment', label: 'Kind', view: 'z', of: (a) => ({ ...fact(a.segment), value: say(plain(a.segment) ?? 'datacenter') }) },
      { key: 'status', label: 'Status', view: 'z', of: (a) => ({ ...fact(a.status), value: plain(a.status) ?? 'current' }) },
      { key: 'release', label: 'Release', view: 'z', of: at('release') },
      { key: 'memory_type', label: 'Memory type', view: 'z', of: at('memory_type') },
      { key: 'usable_memory_gib', label: 'Usable memory', unit: 'GB', number: true, digits: 4, view: 'z', of: (a) => inGib(fact(a.usable_memory_bytes), 1), help: 'What the driver reports before any process.' },
      { key: 'fp16_tflops', label: 'FP16', unit: 'TFLOP/s', number: true, view: 'z', of: rate('fp16') },
      { key: 'fp32_tflops', label: 'FP32', unit: 'TFLOP/s', number: true, view: 'z', of: rate('fp32') },
      { key: 'int8_tops', label: 'INT8', unit: 'TOP/s', number: true, view: 'z', of: rate('int8') },
      { key: 'fp4_tflops', label: 'FP4', unit: 'TFLOP/s', number: true, view: 'z', of: rate('fp4') },
      { key: 'measured_bf16_tflops', label: 'BF16 measured', unit: 'TFLOP/s', number: true, view: 'z', of: at('measured_bf16_tflops'), help: 'The best a public benchmark of matrix products has reached.' },
      { key: 'measured_copy_gb_s', label: 'Copy measured', unit: 'GB/s', number: true, view: 'z', of: at('measured_copy_gb_s') },
      { key: 'fabric', label: 'Fabric', view: 'z', of: at('fabric.name') },
      { key: 'pcie', label: 'PCIe', view: 'z', of: (a) => (plain(a.pcie_gen) ? { ...fact(a.pcie_gen), value: `${plain(a.pcie_gen)}.0 x${plain(a.pcie_lanes) ?? 16}` } : { value: undefined }) },
      { key: 'idle_power_w', label: 'Idle power', unit: 'W', number: true, view: 'z', of: at('idle_power_w') },
      { key: 'mig_instances', label: 'MIG instances', number: true, view: 'z', of: at('mig_instances'), help: 'The most that one device is divided into (Multi-Instance GPU).' },
      { key: 'compute_capability', label: 'Compute capability', view: 'z', of: at('compute_capability') },
    ],
  };
}

/** @param {any} catalog @param {any} engine @returns {Table} */
function models(catalog, engine) {
  const records = catalog.models.map((/** @type {any} */ record) => ({ ...record, estimated: ofModel(engine, record.id) }));
  const link = addressOf(engine, { workload: 'serve', model: 'MODEL', hardware: { accelerator: 'h100-sxm5-80gb', count: 1 } }, 'MODEL');
  return {
    file: 'catalog-models.html', tab: 'Models', title: 'Models', noun: 'models', records,
    lead: 'Parameters set the memory of the weights; layers, key and value heads and the context set the memory of the cache.',
    views: ['Sizes', 'Architecture'], sort: '-release',
    filters: [{ key: 'kind', label: 'Kind' }, { key: 'family', label: 'Family' }],
    least: [],
    head: (m) => ({ name: m.name, about: [m.family, plain(m.license)].filter(Boolean).join(' · '), also: m.aliases ?? [], use: link(m.id) }),
    columns: [
      { key: 'kind', label: 'Kind', of: (m) => ({ ...fact(m.kind), value: say(plain(m.kind) ?? 'decoder').toLowerCase() }) },
      { key: 'params_b', label: 'Parameters', unit: 'B', number: true, digits: 4, of: at('params_b'), help: 'With embeddings and head, without vision and audio towers.' },
      { key: 'active_params_b', label: 'Active', unit: 'B', number: true, digits: 4, of: at('active_params_b'), help: 'Used for one token, where not all are.' },
      { key: 'weights_gib', label: 'In 16 bits', unit: 'GB', made: true, number: true, digits: 3, view: 'a', of: (m) => inGib(m.estimated.weights, 1e9), help: 'Weights in BF16, counted by the engine from the architecture.' },
      { key: 'weights_4bit_gib', label: 'In 4 bits', unit: 'GB', made: true, number: true, digits: 3, view: 'a', of: (m) => inGib(m.estimated.four, 1e9), help: 'Weights in AWQ: 4.16 bits with scales; embeddings and head stay in 16.' },
      { key: 'kv_bytes_per_token', label: 'Cache', unit: 'B/token', made: true, number: true, view: 'a', of: (m) => m.estimated.kv, help: 'Keys and values of one token over all layers, in the engine’s default format.' },
      { key: 'max_context', label: 'Context', unit: 'tokens', number: true, of: at('max_context') },
      { key: 'native_precision', label: 'Format', view: 'a', of: at('native_precision'), help: 'Of the published weights.' },
      { key: 'layers', label: 'Layers', number: true, view: 'b', of: at('layers') },
      { key: 'hidden', label: 'Width', number: true, view: 'b', of: at('hidden') },
      { key: 'intermediate', label: 'Feed-forward', number: true, view: 'b', of: at('intermediate') },
      { key: 'heads', label: 'Heads', number: true, view: 'b', of: at('heads') },
      { key: 'kv_heads', label: 'KV heads', number: true, view: 'b', of: at('kv_heads'), help: 'Where fewer than heads.' },
      { key: 'experts', label: 'Experts', number: true, view: 'b', of: at('experts') },
      { key: 'experts_per_token', label: 'Per token', number: true, view: 'b', of: at('experts_per_token') },
      { key: 'vocab', label: 'Vocabulary', number: true, view: 'b', of: at('vocab') },
      { key: 'window', label: 'Window', unit: 'tokens', number: true, view: 'z', of: at('window') },
      { key: 'original_context', label: 'Original context', unit: 'tokens', number: true, view: 'z', of: at('original_context'), help: 'Positions before their encoding was stretched to the context.' },
      { key: 'latent_channels', label: 'Latent channels', number: true, view: 'z', of: at('latent_channels'), help: 'Of the latent image of diffusion models.' },
      { key: 'family', label: 'Family', view: 'z', of: at('family') },
      { key: 'purposes', label: 'Made for', view: 'z', of: (m) => ({ value: m.purposes?.join(', ') }), help: 'By the maker’s word.' },
      { key: 'successor', label: 'Followed by', view: 'z', of: (m) => ({ value: m.successor }), help: 'The maker’s next version of about the same size.' },
      { key: 'license', label: 'Licence', view: 'z', of: at('license') },
      { key: 'release', label: 'Release', of: at('release') },
    ],
  };
}

/** @param {any} catalog @param {any} engine @returns {Table} */
function instances(catalog, engine) {
  const devices = new Map(catalog.accelerators.map((/** @type {any} */ a) => [a.id, a]));
  const providers = new Map(catalog.providers.map((/** @type {any} */ p) => [p.id, p.name]));
  const tiers = new Map(catalog.providers.map((/** @type {any} */ p) => [p.id, p.tier]));
  const ways = ['on_demand', 'spot', 'reserved_1y', 'reserved_3y'];
  const records = catalog.instances.map((/** @type {any} */ record) => {
    const prices = Object.fromEntries(ways.map((kind) => [kind, dated(newestPrice(catalog.prices, record.id, kind), catalog.date)]));
    return { ...record, count: plain(record.count) ?? 1, device: devices.get(plain(record.accelerator)), prices };
  });
  const link = addressOf(engine, { workload: 'serve', model: 'llama-3.1-8b', hardware: { instance: 'MACHINE', count: 1 } }, 'MACHINE');
  const count = (/** @type {any} */ i) => ({ value: i.count });
  const offered = (/** @type {any} */ i) => plain(i.status) !== 'ended';
  return {
    file: 'catalog-instances.html', tab: 'Instances and prices', title: 'Instances and prices', noun: 'machines', records,
    lead: 'What providers ask for an hour of a whole machine, each price with its day. Prices are added, never overwritten; here is the newest of each kind.',
    views: ['Prices', 'Machines'], sort: 'on_demand_usd_gpu_h',
    filters: [{ key: 'provider', label: 'Provider' }, { key: 'device', label: 'Device' }, { key: 'status', label: 'Status' }],
    least: [{ key: 'gpu_memory_gb', label: 'GPU memory, at least' }],
    head: (i) => ({ name: i.name, about: `${i.count} × ${i.device?.name ?? plain(i.accelerator)}`, also: [i.id], use: offered(i) ? link(i.id) : undefined }),
    columns: [
      { key: 'provider', label: 'Provider', of: (i) => ({ value: providers.get(plain(i.provider)) ?? plain(i.provider) }) },
      { key: 'gpu_memory_gb', label: 'GPU memory', unit: 'GB', made: true, number: true, of: (i) => computed(fact(i.device?.memory_gb), count(i), (gb, n) => gb * n), help: 'Devices × memory of one, as the vendor says it.' },
      { key: 'on_demand_usd_gpu_h', label: 'A GPU', unit: '$/h', made: true, number: true, dollars: true, digits: 3, of: (i) => computed(count(i), i.prices.on_demand, (n, usd) => usd / n), help: 'On demand ÷ devices.' },
      { key: 'on_demand_usd_h', label: 'On demand', unit: '$/h', number: true, dollars: true, of: (i) => i.prices.on_demand, help: 'The whole machine, without tax.' },
      { key: 'spot_usd_h', label: 'Spot', unit: '$/h', number: true, dollars: true, view: 'a', of: (i) => i.prices.spot, help: 'May be taken away at any time.' },
      { key: 'reserved_1y_usd_h', label: 'Reserved, 1 y', unit: '$/h', number: true, dollars: true, view: 'a', of: (i) => i.prices.reserved_1y },
      { key: 'reserved_3y_usd_h', label: 'Reserved, 3 y', unit: '$/h', number: true, dollars: true, view: 'a', of: (i) => i.prices.reserved_3y },
      { key: 'price_date', label: 'Price of', view: 'a', of: (i) => ({ value: i.prices.on_demand.date ?? i.prices.spot.date }), help: 'The day, month or year the source gives.' },
      { key: 'device', label: 'Device', view: 'b', of: (i) => ({ ...fact(i.accelerator), value: i.device?.name ?? plain(i.accelerator) }) },
      { key: 'devices', label: 'Devices', number: true, view: 'b', of: count },
      { key: 'vcpus', label: 'vCPUs', number: true, view: 'b', of: at('vcpus') },
      { key: 'host_memory_gb', label: 'Host memory', unit: 'GB', number: true, view: 'b', of: at('host_memory_gb') },
      { key: 'network_gbps', label: 'Network', unit: 'Gbit/s', number: true, view: 'b', of: at('network_gbps') },
      { key: 'tier', label: 'Offer', view: 'b', of: (i) => ({ ...fact(i.tier), value: say(plain(i.tier) ?? 'instance') }), help: 'A machine of the list, a price by the GPU, serverless seconds, one host of a marketplace, a managed endpoint, or a mean of listings (which no estimate takes).' },
      { key: 'status', label: 'Status', view: 'b', of: (i) => ({ ...fact(i.status), value: plain(i.status) ?? 'offered' }) },
      { key: 'provider_tier', label: 'Sort of provider', view: 'z', of: (i) => ({ value: tiers.get(plain(i.provider)) }), help: 'Single hosts brought together, a cloud of accelerators, or a cloud of everything.' },
      { key: 'interruptible', label: 'Interruptible', view: 'z', of: (i) => ({ ...fact(i.interruptible), value: plain(i.interruptible) ? 'yes' : undefined }), help: 'Rented as spot alone: the provider may take it back at any time.' },
      { key: 'region', label: 'Region', view: 'z', of: at('region') },
    ],
  };
}

/** @param {any} catalog @param {any} engine @returns {Table} */
function hosted(catalog, engine) {
  const named = new Map(catalog.models.map((/** @type {any} */ m) => [m.id, m]));
  const providers = new Map(catalog.providers.map((/** @type {any} */ p) => [p.id, p.name]));
  const records = catalog.api.map((/** @type {any} */ record) => ({ ...record, id: `${record.provider}/${record.served_as}` }));
  const link = addressOf(engine, { workload: 'serve', model: 'MODEL', hardware: { accelerator: 'h100-sxm5-80gb', count: 1 }, cost: { provider: 'HOST' } }, 'MODEL', 'HOST');
  const date = (/** @type {any} */ r) => dated({ value: r.priced, date: r.priced }, catalog.date);
  return {
    file: 'catalog-apis.html', tab: 'Hosted models', title: 'Hosted models', noun: 'offers', records,
    lead: 'What hosts ask for a million tokens of open models, to hold against running them yourself.',
    views: [], sort: 'blend_usd_m',
    filters: [{ key: 'host', label: 'Host' }, { key: 'model', label: 'Model' }], least: [],
    head: (r) => ({ name: named.get(r.model)?.name ?? r.model, about: r.served_as, also: [r.model], use: named.has(r.model) && plain(r.status) !== 'ended' ? link(r.model, r.provider) : undefined }),
    columns: [
      { key: 'host', label: 'Host', of: (r) => ({ value: providers.get(r.provider) ?? r.provider }) },
      { key: 'input_usd_m', label: 'Read', unit: '$/1M', number: true, dollars: true, of: at('input_usd_m'), help: 'A million tokens of input.' },
      { key: 'output_usd_m', label: 'Written', unit: '$/1M', number: true, dollars: true, of: at('output_usd_m'), help: 'A million tokens of output.' },
      { key: 'blend_usd_m', label: 'Three to one', unit: '$/1M', made: true, number: true, dollars: true, digits: 3, of: (r) => computed(fact(r.input_usd_m), fact(r.output_usd_m), (read, written) => (3 * read + written) / 4), help: '(3 × read + written) ÷ 4: a million tokens, three read for each written.' },
      { key: 'cache_read_usd_m', label: 'Cached', unit: '$/1M', number: true, dollars: true, of: at('cache_read_usd_m'), help: 'A million tokens of input that the host finds in its cache.' },
      { key: 'batch_discount', label: 'Batch', number: true, view: 'z', of: at('batch_discount'), help: 'Share taken off requests that can wait.' },
      { key: 'date', label: 'Price of', of: date, help: 'The price’s own day, by its source. A note says where no day is known.' },
      { key: 'seen', label: 'Seen', view: 'z', of: at('seen'), help: 'When it was last read there again unchanged.' },
      { key: 'status', label: 'Status', view: 'z', of: (r) => ({ ...fact(r.status), value: plain(r.status) ?? 'offered' }) },
      { key: 'model', label: 'Model', view: 'z', of: (r) => ({ value: named.get(r.model)?.name ?? r.model }) },
    ],
  };
}
