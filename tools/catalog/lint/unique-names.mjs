// No spelling means two records, and no id is there twice.
import { kinds } from '../files.mjs';
import { duplicates, recordsOf } from '../records.mjs';

// A model's "owner/name" is a spelling of the name too.
const spellings = (alias) => [alias, alias.slice(alias.lastIndexOf('/') + 1)];

export default (catalog) => [
  ...duplicates(catalog.sources.map(({ id }, i) => ({ name: id, owner: `${id} (source ${i})` }))),
  ...kinds.filter((kind) => kind !== 'prices' && kind !== 'api').flatMap((kind) =>
    duplicates(recordsOf(catalog, kind).flatMap((record, i) =>
      [record.id, ...(record.aliases ?? []).flatMap(kind === 'models' ? spellings : String)].map((name) => ({ name, owner: `${record.id} (${kind} ${i})` }))))),
];
