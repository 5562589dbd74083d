// What a model is published in, and what a release is of, is a number format of the catalog.
import { plain } from '../files.mjs';
import { recordsOf } from '../records.mjs';

export default (catalog) => {
  const known = new Set(recordsOf(catalog, 'formats').map(({ id }) => id));
  const named = [...recordsOf(catalog, 'models').map(({ id, native_precision: format }) => [id, format]), ...recordsOf(catalog, 'releases').map(({ id, format }) => [id, format])];
  return named.filter(([, format]) => format && !known.has(plain(format))).map(([id, format]) => `${id}: ${plain(format)} is no number format`);
};
