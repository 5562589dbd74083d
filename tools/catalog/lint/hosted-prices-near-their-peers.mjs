// A hosted price is within six times of the median of its model; output costs no less than input, cached input no more.
import { farFromPeers, farFromUsual } from '../bands.mjs';
import { duplicates, recordsOf } from '../records.mjs';
import { parametersOf } from '../parameters.mjs';

const MOST = 6, MOST_OF_USUAL = 5, DEAREST_OUTPUT = 12;
/** As their hosts list them: two that ask the same for input and output, and some from before prices fell. */
export const exceptions = ['wandb/Qwen/Qwen3-235B-A22B-Instruct-2507', 'wandb/Qwen/Qwen3-235B-A22B-Thinking-2507',
  'hyperbolic/Qwen/Qwen3-235B-A22B-Instruct-2507', 'azure/meta-llama-3.1-8b-instruct', 'azure/meta-llama-3.1-70b-instruct',
  'novita/deepseek/deepseek-r1-distill-llama-8b',
  'fireworks/gemma-3-27b-it', 'vultr/moonshotai/Kimi-K2.6',
  'alibaba/qwen3-32b'];  // the maker's own, dearer than those of others

const nameOf = ({ provider, served_as: name }) => `${provider}/${name}`;

function ofOne(price) {
  const { input_usd_m: input, output_usd_m: output, cache_read_usd_m: cached } = price;
  return [
    ...(output < input ? [`output ${output} is cheaper than input ${input}`] : []),
    ...(input > 0 && output > DEAREST_OUTPUT * input ? [`output ${output} is more than ${DEAREST_OUTPUT} x input ${input}`] : []),
    ...(cached > input ? [`cached input ${cached} is dearer than input ${input}`] : []),
  ].map((problem) => `${nameOf(price)}: ${problem}`);
}

function far(catalog, key) {
  const models = new Map(recordsOf(catalog, 'models').map((model) => [model.id, model]));
  const priced = recordsOf(catalog, 'api').filter((price) => price[key] > 0 && !exceptions.includes(nameOf(price)));
  const count = new Map();
  for (const { model } of priced) count.set(model, (count.get(model) ?? 0) + 1);
  const own = priced.map((price) => ({ name: nameOf(price), group: price.model, value: price[key] }));
  // Models that few host: by the billion parameters that a token uses, of all hosts.
  const size = (id) => Math.sqrt(parametersOf(models.get(id)).active / 1e9);
  const all = priced.filter(({ model }) => models.get(model)?.vocab && models.get(model)?.layers)
    .map((price) => ({ name: nameOf(price), group: 'all', value: price[key] / size(price.model), few: count.get(price.model) < 3 }));
  return [...farFromPeers(own, MOST), ...farFromUsual(own.map((item) => ({ ...item, thing: item.group, seller: item.name.split('/')[0] })), MOST_OF_USUAL), ...farFromPeers(all, 2.5 * MOST).filter(({ few }) => few)]
    .map(({ name, value, middle }) => `${name}: ${key} ${value.toPrecision(3)} is far from ${middle.toPrecision(3)}`);
}

export default (catalog) => [
  ...recordsOf(catalog, 'api').flatMap(ofOne),
  ...far(catalog, 'input_usd_m'), ...far(catalog, 'output_usd_m'),
  ...duplicates(recordsOf(catalog, 'api').map((price, i) => ({ name: `${nameOf(price)} ${price.priced}`, owner: `hosted price ${i}` }))),
];
