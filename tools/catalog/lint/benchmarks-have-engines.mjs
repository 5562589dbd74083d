// Tools are for engines, frameworks or kinds of models that there are, and the parts of a command end.
import { recordsOf } from '../records.mjs';

const frameworks = ['megatron', 'pytorch', 'transformers'];
const kinds = ['encoder', 'vision', 'diffusion', 'speech'];

const isBalanced = (command) => {
  const outside = command.replace(/\[[^[\]]*\]/g, '').replace(/\{\??\w+\}/g, '');
  return !/[[\]{}]/.test(outside) && !/\[[^\]{]*\]/.test(command);
};

export default (catalog) => {
  const known = new Set([...recordsOf(catalog, 'engines').map(({ id }) => id), ...frameworks, ...kinds]);
  return recordsOf(catalog, 'benchmarks').flatMap(({ id, software = [], figures = [], command = '' }) => [
    ...software.filter((name) => !known.has(name)).map((name) => `${id} is for ${name}, which is nothing`),
    ...figures.filter((figure) => !figure.startsWith('/')).map((figure) => `${id}: ${figure} is no JSON pointer`),
    ...(isBalanced(command) ? [] : [`${id}: a part or name of the command does not end`]),
  ]);
};
