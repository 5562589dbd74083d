// Prices of hosted models from public lists: what a list says of each host and model, and what that changes in the catalog.
//   node tools/catalog/refresh.mjs FORMAT FILE_OR_ADDRESS --source ID [--date YYYY-MM-DD] [--write]
// A price that the list gives no day of its own has the month of the list: it was changed then or before, and nobody knows when.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { catalogFolder, plain, readCatalog } from './files.mjs';
import { writeWhole } from '../write_whole.mjs';
import { answered, readers } from './lists.mjs';
import { isDay, normalized, recordsOf } from './records.mjs';

// Hosts that lists call differently. Not here: hosts that they call as the catalog does, once spaces and signs are gone.
const HOSTS = {
  togetherai: 'together', novitaai: 'novita', fireworksai: 'fireworks', amazonbedrock: 'aws', bedrock: 'aws', bedrockconverse: 'aws',
  googlevertex: 'gcp', cloudflareworkersai: 'cloudflare', dashscope: 'alibaba', moonshot: 'moonshotai', gmi: 'gmicloud', azureai: 'azure',
  nebiustokenfactory: 'nebius', huggingfacetogether: 'together', huggingfacenebius: 'nebius', huggingfacehyperbolic: 'hyperbolic',
  huggingfacesambanova: 'sambanova', ionet: 'io-net',
};

const host = (name) => HOSTS[normalized(name)] ?? name.toLowerCase();

// Rows of a price list that matched a name by pattern and hold another model's price.
const PATTERN_MATCHED = new Set(['groq/llama-3.1-405b-reasoning']); // the price of the 70B model

// Other weights under a base model's name, or a name that means whatever is newest.
const OTHER_MODELS = /dolphin|hermes|wizardlm|llama-guard|glm-5-turbo|qwen3-8b$|-latest$|deepseek-(chat|reasoner)$|speciale/i;

const VENDOR = /^(?:(?:zai|qwen|openai|google|minimax|mistral|moonshot|moonshotai)\.|(?:alibaba|databricks|openai|zai|meta|open)-)/;
const VERSION = /-v?\d:0$/;
// Ends that say how a model is served or tuned, not which model it is.
const SERVED = new RegExp('-(tee|fast|turbo|tput|fp8|nvfp4|maas|bf16|highspeed|instant|versatile|specdec|dynamic|instruct|it|preview|' +
  'int4-mixed-ar|32768|v0\\.1|v0|0711|0905|2507)$');

const tailOf = (name) => name.toLowerCase().split('/').at(-1).replaceAll(' ', '-');

// What a host's name for a model may mean, the longest first.
function spellings(servedAs) {
  const name = tailOf(servedAs).replace(VERSION, '').replace(/(?<=\d)p(?=\d)/g, '.');
  const names = [name, name.replace(VENDOR, '')];
  while (SERVED.test(names.at(-1))) names.push(names.at(-1).replace(SERVED, ''));
  return names;
}

/** The catalog id a host's name means; nothing when it means none for certain. `models` is ids by normalized spelling. */
export function modelOf(servedAs, models) {
  if (OTHER_MODELS.test(servedAs)) return undefined;
  return spellings(servedAs).map((name) => models.get(normalized(name))).find((id) => id);
}

/** Ids of models by normalized spelling. */
export const modelNames = (catalog) =>
  new Map(recordsOf(catalog, 'models').flatMap(({ id, name, aliases = [] }) => [id, name, ...aliases].map((each) => [normalized(each), id])));

const rounded = (usd) => Number(usd.toPrecision(6));
const times = (factor, usd) => (usd === undefined || usd === null || usd === '' ? undefined : rounded(Number(usd) * factor));
const hoursBetween = (from, to) => (24 + Number(to.slice(0, 2)) + Number(to.slice(3, 5)) / 60 - Number(from.slice(0, 2)) - Number(from.slice(3, 5)) / 60) % 24;

// A price of a list: {provider, served_as, input_usd_m, output_usd_m, ...}; nothing where it has no price by the token. `ended` is the
// list's own mark that the host serves the model no more: its day, or true where the list states none. It needs no price.
function priceOf(provider, servedAs, { factor, input, output, cache, batch, own, ended, ...more }) {
  if (ended) return [{ provider, served_as: servedAs, ended }];
  const [input_usd_m, output_usd_m, cached, inBatches] = [input, output, cache, batch].map((usd) => times(factor, usd));
  if (!input_usd_m || output_usd_m === undefined || !(output_usd_m > 0)) return [];
  return [{
    provider, served_as: servedAs, input_usd_m, output_usd_m,
    ...(cached > 0 && cached < input_usd_m ? { cache_read_usd_m: cached } : {}),
    ...(inBatches > 0 && inBatches < input_usd_m ? { batch_discount: rounded(1 - inBatches / input_usd_m) } : {}),
    ...more, ...(own ? { own } : {}),
  }];
}

// Whether a day of a list has come; nothing where it is still ahead of the list's, or none.
const come = (ended, day) => (isDay(ended ?? '') && ended <= day ? ended : undefined);

// Names to entries; a name has its host before it.
const litellm = (text, day) =>
  Object.entries(JSON.parse(text)).flatMap(([key, each]) =>
    (each.mode !== 'chat' ? [] : priceOf(host(each.litellm_provider.replace(/^vertex_ai.*/, 'google-vertex')), key.replace(/^[a-z_]+\/(accounts\/fireworks\/models\/)?/, ''), {
      factor: 1e6, input: each.input_cost_per_token, output: each.output_cost_per_token, cache: each.cache_read_input_token_cost,
      batch: each.input_cost_per_token_batches, ended: come(each.deprecation_date, day) })));

const ofCost = (provider, id, cost, own, ended) =>
  priceOf(host(provider), id.replace(/^accounts\/fireworks\/models\//, ''), { factor: 1, input: cost?.input, output: cost?.output, cache: cost?.cache_read, own, ended });

// {host: {models: {name: {cost, status}}}}
const modelsDev = (text) =>
  Object.entries(JSON.parse(text)).flatMap(([provider, { models }]) =>
    Object.entries(models).flatMap(([id, { cost, status }]) => ofCost(provider, id, cost, undefined, status === 'deprecated')));

/** The day on which any of these lines of a file was last changed; nothing where its history does not say. */
function changedOn(folder, path, lines) {
  const git = (...args) => spawnSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
  const { status, stdout } = git('blame', '--line-porcelain', '--', path);
  if (status !== 0) return undefined;
  const blocks = stdout.split(/\n(?=[0-9a-f]{40} )/).filter((_, i) => lines.includes(i));
  if (blocks.some((block) => /^boundary$/m.test(block)) && git('rev-parse', '--is-shallow-repository').stdout.trim() !== 'false') return undefined;
  const newest = Math.max(...blocks.map((block) => Number(block.match(/^committer-time (\d+)/m)[1])));
  return new Date(newest * 1000).toISOString().slice(0, 10);
}

// A folder of providers/HOST/models/NAME.toml, which says when lines were changed if it is a checkout with its history.
function modelsDevFolder(folder) {
  const root = existsSync(join(folder, 'providers')) ? join(folder, 'providers') : folder;
  return readdirSync(root, { recursive: true }).filter((path) => path.endsWith('.toml') && path.includes('/models/') && existsSync(join(root, path))).sort().flatMap((path) => {
    const lines = readFileSync(join(root, path), 'utf8').split('\n');
    const at = lines.findIndex((line) => line.trim() === '[cost]');
    const end = lines.findIndex((line, i) => i > at && line.startsWith('['));
    const said = lines.map((line, i) => [line.match(/^(\w+)\s*=\s*([\d._]+)/), i]).filter(([found, i]) => found && at >= 0 && i > at && (end < 0 || i < end));
    const cost = Object.fromEntries(said.map(([found]) => [found[1], Number(found[2].replaceAll('_', ''))]));
    const [provider, , ...name] = path.split('/');
    const changed = () => changedOn(root, path, said.filter(([found]) => /^(input|output)$/.test(found[1])).map(([, i]) => i));
    const mark = lines.findIndex((line) => /^status\s*=\s*"deprecated"/.test(line));
    const ended = mark >= 0 && (() => changedOn(root, path, [mark]) ?? true);
    return ofCost(provider, name.join('/').slice(0, -5), cost, changed, ended);
  });
}

// `prices` is one price, or a list of which the first always holds, those with a day from then on, and those with hours in these.
// Where a price has tiers by length, that of the shortest prompts counts.
function genaiPrices({ id: provider }, { id, prices, deprecated, prices_checked: checked }, day) {
  const list = Array.isArray(prices) ? prices : [{ prices }];
  const { prices: usual, constraint } = list.findLast(({ constraint: from }) => !from || from.start_date <= day) ?? list[0];
  const timed = list.filter((each) => each.constraint?.start_time);
  const usd = (price, key) => price[key]?.base ?? price[key];
  const dear = timed.length > 0 && usd(timed[0].prices, 'input_mtok') - usd(usual, 'input_mtok') > 0 ? timed[0].prices : usual;
  const share = timed.length > 0 && rounded(usd(usual, 'input_mtok') / usd(dear, 'input_mtok'));
  const hours = rounded(24 - timed.reduce((sum, each) => sum + hoursBetween(each.constraint.start_time, each.constraint.end_time), 0));
  // Since when a price holds is no day of a check, and hours have no day.
  const own = checked ?? (constraint && timed.length === 0 ? () => constraint.start_date : undefined);
  return priceOf(host(provider), id, {
    factor: 1, input: usd(dear, 'input_mtok'), output: usd(dear, 'output_mtok'), cache: usd(dear, 'cache_read_mtok'), own,
    ended: String(deprecated) === 'true',
    ...(timed.length > 0 && share < 1 ? { off_peak_share: share, off_peak_hours: hours } : {}) });
}

// The part of YAML that a provider's file of genai-prices is written in: maps and lists by their indents, plain scalars, and texts over several lines.
function yaml(text) {
  const lines = text.split('\n').filter((line) => line.trim() && !line.trim().startsWith('#')).map((line) => line.replace(/\s+#.*$/, ''));
  const indent = (line) => line.search(/\S/);
  const scalar = (word) => (/^-?[\d.]+$/.test(word) && !Number.isNaN(Number(word)) ? Number(word) : word.replace(/^(['"])(.*)\1$/, '$2'));
  function block(from, depth) {
    let i = from;
    const isList = lines[i].trim().startsWith('- ');
    const value = isList ? [] : {};
    while (i < lines.length && indent(lines[i]) === depth && lines[i].trim().startsWith('- ') === isList) {
      if (isList) {
        lines[i] = lines[i].replace('- ', '  ');
        if (!/^\s*[\w-]+:(\s|$)/.test(lines[i])) value.push(scalar(lines[i++].trim()));
        else { const [item, next] = block(i, indent(lines[i])); value.push(item); i = next; }
        continue;
      }
      const [, key, rest] = lines[i].trim().match(/^([^:]+):\s*(.*)$/) ?? [];
      const deeper = i + 1 < lines.length && (indent(lines[i + 1]) > depth || (indent(lines[i + 1]) === depth && lines[i + 1].trim().startsWith('- ')));
      if (rest === '' && deeper) [value[key], i] = block(i + 1, indent(lines[i + 1]));
      else {
        value[key] = scalar(rest ?? '');
        for (++i; i < lines.length && indent(lines[i]) > depth; ++i);
      }
    }
    return [value, i];
  }
  return block(0, indent(lines[0]))[0];
}

// One provider's YAML, or the JSON of all of them.
function genai(text, day) {
  const providers = /^\s*\[/.test(text) ? JSON.parse(text) : [yaml(text)];
  return providers.flatMap((provider) => provider.models.flatMap((model) => genaiPrices(provider, model, day)));
}

// What OpenRouter takes for each model, or, of the endpoints of one model, each host.
function openrouter(text, day) {
  const { data } = JSON.parse(text);
  const priced = (provider, id, { prompt: input, completion: output, input_cache_read: cache }, ended) => priceOf(provider, id, { factor: 1e6, input, output, cache, ended });
  if (Array.isArray(data)) return data.flatMap(({ id, pricing, expiration_date: end }) => (id.endsWith(':free') ? [] : priced('openrouter', id, pricing, come(end?.slice(0, 10), day))));
  return data.endpoints.flatMap(({ provider_name: provider, model_name: name, pricing }) => priced(host(provider), name ?? data.id, pricing));
}

export const hostedFormats = readers({ litellm: { read: litellm }, 'models-dev': { read: modelsDev, folder: modelsDevFolder }, 'genai-prices': { read: genai }, openrouter: { read: openrouter } });

/** The prices of a file's text, of a folder or of the folder's files, as they are on the list's day. */
export function pricesIn(format, path, day) {
  const { read, folder } = hostedFormats[format];
  if (!statSync(path).isDirectory()) return read(readFileSync(path, 'utf8'), day);
  if (folder) return folder(path);
  return readdirSync(path).filter((name) => name.endsWith('.yml') && !name.startsWith('.')).flatMap((name) => read(readFileSync(join(path, name), 'utf8'), day));
}

const ORDER = ['provider', 'served_as', 'model', 'input_usd_m', 'output_usd_m', 'cache_read_usd_m', 'batch_discount', 'off_peak_share',
  'off_peak_hours', 'priced', 'seen', 'source', 'status', 'ended', 'successor', 'note'];
const ordered = (record) => Object.fromEntries(ORDER.filter((key) => record[key] !== undefined).map((key) => [key, record[key]]));
const offerOf = ({ provider, served_as: name }) => `${provider}/${tailOf(name)}`;
const PRICE = ['input_usd_m', 'output_usd_m', 'cache_read_usd_m', 'batch_discount', 'off_peak_share', 'off_peak_hours'];

// A price of a list as a record.
function recordOf({ own: said, ...price }, day, source) {
  const own = typeof said === 'function' ? said() : said;
  const priced = own ?? day.slice(0, 7);
  return ordered({ ...price, priced, seen: day > priced ? day : undefined, source });
}

const dayAfter = (day) => new Date(Date.parse(`${day.padEnd(7, '-01').padEnd(10, '-01')}T00:00:00Z`) + 86400e3).toISOString().slice(0, 10);

// What the list makes of the newest record of an offer: {record} where it says the same, {added} where another price follows,
// {differs} where two lists disagree and this one does not say since when, and nothing where the list is older than what is known.
function followed(before, price, day, source) {
  if (day < (before.seen ?? before.priced)) return {};
  if (PRICE.some((key) => before[key] !== undefined && price[key] !== undefined && before[key] !== price[key])) {
    // Few lists know what a host takes off in batches; that holds until a list says otherwise.
    const off = before.batch_discount === undefined ? {} : { batch_discount: before.batch_discount };
    const added = recordOf({ ...off, ...price, model: before.model, served_as: before.served_as }, day, source);
    if (added.priced < before.priced.slice(0, added.priced.length)) return {};
    const known = added.priced.length === 'YYYY-MM-DD'.length;
    if (!known && added.priced <= before.priced) added.priced = dayAfter(before.seen ?? before.priced);  // the earliest it can be
    if (added.priced > day) return {};
    return known || before.source.split(' ').includes(source) ? { added } : { differs: [before, added] };
  }
  const more = Object.fromEntries(PRICE.filter((key) => before[key] === undefined && price[key] !== undefined).map((key) => [key, price[key]]));
  // Only a list that states when it checked a price can move that price's own day.
  const priced = typeof price.own === 'string' && price.own > before.priced && price.own <= day ? price.own : before.priced;
  const seen = [before.seen, day].filter((each) => each > priced).sort().at(-1);
  return { record: ordered({ ...before, ...more, priced, seen, source: [...new Set([...before.source.split(' '), source])].join(' ') }) };
}

// An offer that its list marks as ended, with the day of the mark, else that of the list; nothing where more is known than by that list.
function endedBy(before, { ended: said }, day, source) {
  if (day < (before.seen ?? before.priced)) return undefined;
  const mark = typeof said === 'function' ? said() : said;
  const ended = mark === true ? day : mark;
  const priced = ended < before.priced ? ended.slice(0, 7) : before.priced;  // the month of a list that came later is no day of a price
  return ordered({ ...before, priced, status: 'ended', ended, source: [...new Set([...before.source.split(' '), source])].join(' ') });
}

// Lists keep rows of what hosts have ended. A row of a model that is younger than this cannot have been kept for longer.
const YOUNG_DAYS = 180;
const isYoung = ({ release }, day) => !release || Date.parse(day) - Date.parse(plain(release)) <= YOUNG_DAYS * 86400e3;

/**
 * What a list read on a day changes: the records as they are to be, `changed` as [before, after], prices that `differs` from another
 * list's, `offers` that are new, `old` ones of models that a list may have kept for long, those that `vanished` from this source's list, `seen` again, those that the list `marked` as ended,
 * and `ended` ones that the list still has.
 */
export function refreshed(catalog, prices, { day, source }) {
  const models = modelNames(catalog);
  const byId = new Map(recordsOf(catalog, 'models').map((record) => [record.id, record]));
  const hosts = new Set(recordsOf(catalog, 'providers').map(({ id }) => id));
  const records = recordsOf(catalog, 'api');
  const newest = new Map();
  for (const record of records)
    if (!(newest.get(offerOf(record))?.priced > record.priced)) newest.set(offerOf(record), record);
  const listed = new Map();
  for (const price of prices) {
    const model = modelOf(price.served_as, models);
    if (!hosts.has(price.provider) || !model || PATTERN_MATCHED.has(`${price.provider}/${price.served_as}`) || listed.has(offerOf(price))) continue;
    listed.set(offerOf(price), PRICE.every((key) => !(price[key] < 0) && !Number.isNaN(price[key])) && { ...price, model });
  }
  const replaced = new Map();
  const report = { changed: [], differs: [], offers: [], old: [], vanished: [], seen: [], marked: [], ended: [] };
  for (const [offer, price] of listed) {
    const before = newest.get(offer);
    if (!price) continue;  // below zero, or no number
    if (price.ended) {
      const marked = before && before.status !== 'ended' && endedBy(before, price, day, source);
      if (marked) report.marked.push(marked);
      if (marked) replaced.set(before, marked);
    } else if (before?.status === 'ended') report.ended.push(before);
    else if (before) {
      const { record, added, differs } = followed(before, price, day, source);
      if (added) report.changed.push([before, added]);
      if (differs) report.differs.push(differs);
      if (record) report.seen.push(record);
      if (record) replaced.set(before, record);
    } else report[isYoung(byId.get(price.model), day) ? 'offers' : 'old'].push(recordOf(price, day, source));
  }
  report.vanished = [...newest].filter(([offer, { status, source: ids, priced, seen = priced }]) =>
    !status && seen <= day && ids.split(' ').includes(source) && !listed.has(offer)).map(([, record]) => record);
  return { ...report, records: [...records.map((record) => replaced.get(record) ?? record), ...report.changed.map(([, after]) => after), ...report.offers] };
}

const WORDS = { cache_read_usd_m: 'cached', batch_discount: 'off in batches', off_peak_share: 'of it off peak', off_peak_hours: 'hours off peak' };
function worth({ input_usd_m: input, output_usd_m: output, ...price }) {
  const more = Object.entries(WORDS).filter(([key]) => price[key] !== undefined).map(([key, word]) => `${word} ${price[key]}`);
  return `${input}/${output}${more.length > 0 ? ` (${more.join(', ')})` : ''}`;
}

// Lines of a report, host by host.
export function told({ changed, differs, offers, old, vanished, seen, marked, ended }) {
  const lines = [
    ...changed.map(([before, after]) => [after, `changed: ${worth(before)} -> ${worth(after)}, ${after.priced}`]),
    ...differs.map(([before, after]) => [after, `${worth(after)}, but ${before.source} has ${worth(before)}, and no day says which is newer`]),
    ...offers.map((each) => [each, `new offer of ${each.model}: ${worth(each)}`]),
    ...old.map((each) => [each, `new, and not added, as ${each.model} is more than ${YOUNG_DAYS} days old: ${worth(each)}`]),
    ...vanished.map((each) => [each, `no longer listed: ${worth(each)}`]),
    ...marked.map((each) => [each, `ended ${each.ended}, as its list says`]), ...ended.map((each) => [each, 'listed, though it has ended'])];
  const hosts = [...new Set([...lines.map(([{ provider }]) => provider), ...seen.map(({ provider }) => provider)])].sort();
  return hosts.flatMap((provider) => [
    `${provider}: ${seen.filter((each) => each.provider === provider).length} seen again`,
    ...lines.filter(([each]) => each.provider === provider).map(([{ served_as: name }, text]) => `  ${name}: ${text}`)]);
}

function write(records) {
  for (const provider of new Set(records.map((record) => record.provider))) {
    const path = join(catalogFolder, 'api', `${provider}.json`);
    writeWhole(path, `${JSON.stringify(records.filter((record) => record.provider === provider), null, 2)}\n`);
  }
}

/** The command line of refresh.mjs for these formats. */
export async function refreshHosted(args) {
  const { values, positionals: [format, place] } = parseArgs({
    args, allowPositionals: true, options: { source: { type: 'string' }, date: { type: 'string' }, write: { type: 'boolean' } } });
  const address = /^https?:/.test(place ?? '');
  const day = values.date ?? (address ? new Date().toISOString().slice(0, 10) : undefined);
  if (!place || !values.source || !isDay(day)) {
    console.error(`usage: refresh.mjs ${Object.keys(hostedFormats).join('|')} FILE_OR_ADDRESS --source ID --date DAY [--write]`);
    return 2;
  }
  const prices = address ? hostedFormats[format].read(await (await answered(place)).text(), day) : pricesIn(format, place, day);
  if (prices.length === 0) throw new Error('no prices found: is it this format?');
  const report = refreshed(readCatalog(), prices, { day, source: values.source });
  told(report).forEach((line) => console.log(line));
  if (values.write) write(report.records);
  return 0;
}
