// A preset's scenario begins with a field, its hardware is in the catalog, and each way through the guide leads to one preset:
// that which takes most of its answers. No two answers have one id, and none sets what the preset does.
import { recordsOf } from '../records.mjs';

const combinations = (lists) => lists.reduce((all, list) => all.flatMap((one) => list.map((word) => [...one, word])), [[]]);
const keysOf = (fragment = '') => fragment.split('&').map((pair) => pair.split('=')[0]).filter(Boolean);
const twice = (words) => words.filter((word, i) => words.indexOf(word) !== i);

export default (catalog) => {
  const devices = new Set(recordsOf(catalog, 'accelerators').map(({ id }) => id));
  const presets = recordsOf(catalog, 'presets');
  const guided = presets.filter(({ answers }) => answers);
  const answers = recordsOf(catalog, 'guide').map((question) => question.answers);
  const ids = answers.flat().map(({ id }) => id);
  const ways = combinations(answers).map((way) => {
    const given = way.map(({ id }) => id);
    const fitting = guided.filter((preset) => preset.answers.every((id) => given.includes(id)));
    const most = Math.max(...fitting.map((preset) => preset.answers.length));
    return { way, name: given.join(' '), led: fitting.filter((preset) => preset.answers.length === most) };
  });
  return [
    ...presets.flatMap(({ id, recommended = [] }) =>
      recommended.filter(({ accelerator }) => !devices.has(accelerator)).map(({ accelerator }) => `${id}: there is no ${accelerator}`)),
    ...presets.filter(({ scenario }) => !/^\w+(\.\w+)*=/.test(scenario)).map(({ id }) => `${id}: the scenario is no fragment of a link`),
    ...twice(ids).map((id) => `two answers of the guide are "${id}"`),
    ...guided.flatMap((preset) => preset.answers.filter((id) => !ids.includes(id)).map((id) => `${preset.id}: no question has the answer "${id}"`)),
    ...ways.filter(({ led }) => led.length !== 1).map(({ name }) => `the guide does not lead "${name}" to one preset`),
    ...ways.flatMap(({ way, name, led }) => twice([led[0]?.scenario, ...way.map(({ sets }) => sets)].flatMap(keysOf)).map((key) => `"${name}" sets ${key} twice`)),
  ];
};
