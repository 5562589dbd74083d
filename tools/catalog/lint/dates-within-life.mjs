// Nothing is priced before it was released, no hosted model after it ended, and nothing seen before it was priced.
import { plain } from '../files.mjs';
import { purchases } from '../fields.mjs';
import { recordsOf } from '../records.mjs';

const before = (day, release) => day && release && day.slice(0, 7) < release.slice(0, Math.min(7, day.length));
// Its maker named the price before it was sold; the month of the other's release is not verified.
export const exceptions = ['apple-m5-ultra-256gb', 'l20-48gb'];

export default (catalog) => {
  const byId = (kind) => new Map(recordsOf(catalog, kind).map((record) => [record.id, record]));
  const devices = byId('accelerators'), models = byId('models'), instances = byId('instances');
  const released = (id) => plain(devices.get(id)?.release);
  return [
    ...recordsOf(catalog, 'prices').filter(({ of, kind, priced }) =>
      !exceptions.includes(of) && kind !== 'launch' && before(priced, released(purchases.includes(kind) ? of : plain(instances.get(of)?.accelerator))))
      .map(({ of, priced }) => `${of}: priced ${priced}, before its release`),
    ...recordsOf(catalog, 'api').filter(({ model, served_as: name, priced }) => !exceptions.includes(name) && before(priced, plain(models.get(model)?.release)))
      .map(({ served_as: name, priced }) => `${name}: priced ${priced}, before its release`),
    ...recordsOf(catalog, 'api').filter(({ ended, priced }) => ended && priced.slice(0, ended.length) > ended)
      .map(({ provider, served_as: name, priced, ended }) => `${provider} ${name}: priced ${priced}, after it ended on ${ended}`),
    ...['prices', 'api', 'grids'].flatMap((kind) => recordsOf(catalog, kind)).filter(({ priced, seen }) => seen && priced && seen < priced)
      .map(({ of, id, served_as: name }) => `${of ?? name ?? id}: seen before it was priced`),
  ];
};
