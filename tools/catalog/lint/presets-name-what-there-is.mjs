// A preset's scenario begins with a field, its hardware is in the catalog, and the guide leads to one preset each.
import { recordsOf } from '../records.mjs';

const combinations = (lists) => lists.reduce((all, list) => all.flatMap((one) => list.map((word) => [...one, word])), [[]]);

export default (catalog) => {
  const devices = new Set(recordsOf(catalog, 'accelerators').map(({ id }) => id));
  const presets = recordsOf(catalog, 'presets');
  const led = presets.filter(({ answers }) => answers).map(({ answers }) => answers.join(' '));
  const asked = recordsOf(catalog, 'guide').map(({ answers }) => answers.map(({ id }) => id));
  const ways = combinations(asked).map((way) => way.join(' '));
  return [
    ...presets.flatMap(({ id, recommended = [] }) =>
      recommended.filter(({ accelerator }) => !devices.has(accelerator)).map(({ accelerator }) => `${id}: there is no ${accelerator}`)),
    ...presets.filter(({ scenario }) => !/^\w+(\.\w+)*=/.test(scenario)).map(({ id }) => `${id}: the scenario is no fragment of a link`),
    ...ways.filter((way) => led.filter((other) => other === way).length !== 1).map((way) => `the guide does not lead "${way}" to one preset`),
    ...led.filter((way) => !ways.includes(way)).map((way) => `no question has the answers "${way}"`),
  ];
};
