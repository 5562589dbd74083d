// No source is listed that nothing names.
import { sourceIds } from '../files.mjs';
import { everyRecord } from '../records.mjs';

export default (catalog) => {
  const used = new Set(everyRecord(catalog).flatMap(({ record }) => [...sourceIds(record)]));
  return catalog.sources.filter(({ id }) => !used.has(id)).map(({ id }) => `nothing names source ${id}`);
};
