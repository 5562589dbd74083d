// A price has the day that its source gives it, not that on which somebody took a copy of the source (`snapshot` of sources.json).
import { nameOf, recordsOf } from '../records.mjs';

// Prices whose source says that they were changed or checked on the very day of the copy: 'host/name day'.
const ON_THAT_DAY = new Set();

export default (catalog) => {
  const snapshots = new Map(catalog.sources.map(({ id, snapshot }) => [id, snapshot]));
  return ['prices', 'api'].flatMap((kind) => recordsOf(catalog, kind).flatMap((record) => {
    const [source] = record.source.split(' ');
    const name = kind === 'api' ? `${record.provider}/${record.served_as}` : nameOf(record);
    return record.priced === snapshots.get(source) && !ON_THAT_DAY.has(`${name} ${record.priced}`)
      ? [`${name}: ${record.priced} is the day of the copy of ${source}, not the price's`] : [];
  }));
};
