// Every source a record names is listed.
import { sourceIds } from '../files.mjs';
import { everyRecord, nameOf } from '../records.mjs';

export default (catalog) => {
  const known = new Set(catalog.sources.map(({ id }) => id));
  return everyRecord(catalog).flatMap(({ record, file }) =>
    [...sourceIds(record)].filter((id) => !known.has(id)).map((id) => `${file}: ${nameOf(record)}: unknown source ${id}`));
};
