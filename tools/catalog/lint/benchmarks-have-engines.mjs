// Tools are for engines, frameworks or kinds of models that there are, and the parts of a command end.
import { recordsOf } from '../records.mjs';

const kinds = ['encoder', 'vision', 'diffusion', 'speech'];

const isBalanced = (command) => {
  const outside = command.replace(/^\{[!\w=|]+\?\}/gm, '').replace(/\[[^[\]]*\]/g, '').replace(/\{\w+\}|\{\?[!\w=|]+\}/g, '');
  return !/[[\]{}]/.test(outside) && !/\[[^\]{]*\]/.test(command);
};

// A command has a tool, what it measures unless it only starts a model, and where its options are documented; without one there is why.
const lacks = ({ id, tool, figures, command, source, remark }) =>
  command ? [...(tool ? [] : ['tool']), ...(figures.length || id.startsWith('start-') ? [] : ['figures']), ...(source ? [] : ['source'])] : remark ? [] : ['remark'];

export default (catalog) => {
  const known = new Set([...['engines', 'frameworks'].flatMap((kind) => recordsOf(catalog, kind)).map(({ id }) => id), ...kinds]);
  return recordsOf(catalog, 'benchmarks').flatMap(({ id, software = [], figures = [], command = '', options = '', remark = '', ...rest }) => [
    ...lacks({ id, figures, command, remark, ...rest }).map((name) => `${id} has no ${name}`),
    ...software.filter((name) => !known.has(name)).map((name) => `${id} is for ${name}, which is nothing`),
    ...figures.filter((figure) => !figure.startsWith('/')).map((figure) => `${id}: ${figure} is no JSON pointer`),
    ...([command, options, remark].every(isBalanced) ? [] : [`${id}: a part or name of the command does not end`]),
  ]);
};
