// A device, coefficients and engines name the family of devices as catalog/families does, and no family is without a device.
import { plain } from '../files.mjs';
import { recordsOf } from '../records.mjs';

export default (catalog) => {
  const families = recordsOf(catalog, 'families').map(({ name }) => name);
  const devices = recordsOf(catalog, 'accelerators').map(({ id, architecture }) => ({ id, names: [plain(architecture)] }));
  const coefficients = catalog.calibration.flatMap(({ content }) => Object.values(content).filter(Array.isArray).flat())
    .map(({ id, architectures = [] }) => ({ id, names: architectures }));
  const engines = recordsOf(catalog, 'engines').map(({ id, vector_architectures: names = [] }) => ({ id, names }));
  const used = new Set(devices.flatMap(({ names }) => names));
  return [
    ...[...devices, ...coefficients, ...engines].flatMap(({ id, names }) =>
      names.filter((name) => !families.includes(name)).map((name) => `${id}: "${name}" is no family of devices`)),
    ...families.filter((name) => !used.has(name)).map((name) => `no device is of the family "${name}"`),
  ];
};
