// Who rents machines says what sort of provider it is; who only hosts models does not.
import { recordsOf } from '../records.mjs';

export default (catalog) => {
  const rents = new Set(recordsOf(catalog, 'instances').map(({ provider }) => provider));
  return recordsOf(catalog, 'providers').filter(({ id, tier }) => rents.has(id) === !tier)
    .map(({ id, tier }) => (tier ? `${id} has a tier and no machines` : `${id} rents machines and has no tier`));
};
