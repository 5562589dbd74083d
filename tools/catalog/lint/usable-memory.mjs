// What a driver reports is a little less than the nominal memory in GiB.
import { plain } from '../files.mjs';
import { recordsOf } from '../records.mjs';

const GIB = 2 ** 30;

export default (catalog) =>
  recordsOf(catalog, 'accelerators').filter((record) => record.usable_memory_bytes).flatMap((record) => {
    const share = plain(record.usable_memory_bytes) / (plain(record.memory_gb) * GIB);
    return share > 0.6 && share <= 1.01 ? [] : [`${record.id}: usable memory is ${share.toFixed(2)} of ${plain(record.memory_gb)} GiB`];
  });
