// No spelling means two records, and no id is there twice.
import { kinds } from '../files.mjs';
import { duplicates, recordsOf } from '../records.mjs';

export default (catalog) => [
  ...duplicates(catalog.sources.map(({ id }, i) => ({ name: id, owner: `${id} (source ${i})` }))),
  ...kinds.filter((kind) => kind !== 'prices' && kind !== 'api').flatMap((kind) =>
    duplicates(recordsOf(catalog, kind).flatMap((record, i) =>
      [record.id, ...(record.aliases ?? [])].map((name) => ({ name, owner: `${record.id} (${kind} ${i})` }))))),
];
