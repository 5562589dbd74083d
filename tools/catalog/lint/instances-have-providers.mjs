// Every instance belongs to a provider of the catalog.
import { recordsOf } from '../records.mjs';

export default (catalog) => {
  const known = new Set(recordsOf(catalog, 'providers').map(({ id }) => id));
  return recordsOf(catalog, 'instances').filter(({ provider }) => !known.has(provider))
    .map(({ id, provider }) => `${id}: no provider ${provider}`);
};
