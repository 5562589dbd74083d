// No measured copy is above the vendor's bandwidth.
import { plain } from '../files.mjs';
import { recordsOf } from '../records.mjs';

export default (catalog) =>
  recordsOf(catalog, 'accelerators')
    .filter((record) => plain(record.measured_copy_gb_s) > plain(record.bandwidth_gb_s))
    .map(({ id }) => `${id}: measured copy above the vendor's bandwidth`);
