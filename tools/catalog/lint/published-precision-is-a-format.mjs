// What a model is published in is a number format of the catalog.
import { plain } from '../files.mjs';
import { recordsOf } from '../records.mjs';

export default (catalog) => {
  const known = new Set(recordsOf(catalog, 'formats').map(({ id }) => id));
  return recordsOf(catalog, 'models').filter((model) => model.native_precision && !known.has(plain(model.native_precision)))
    .map((model) => `${model.id}: ${plain(model.native_precision)} is no number format`);
};
