// Every hosted price is of a model and a provider of the catalog.
import { recordsOf } from '../records.mjs';

export default (catalog) => {
  const models = new Set(recordsOf(catalog, 'models').map(({ id }) => id));
  const providers = new Set(recordsOf(catalog, 'providers').map(({ id }) => id));
  return recordsOf(catalog, 'api').flatMap(({ provider, model, served_as: name }) => [
    ...(models.has(model) ? [] : [`${name} at ${provider}: no model ${model}`]),
    ...(providers.has(provider) ? [] : [`${name}: no provider ${provider}`]),
  ]);
};
