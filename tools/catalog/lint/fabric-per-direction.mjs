// A pair of devices is never faster than a device to all its peers.
import { plain } from '../files.mjs';
import { recordsOf } from '../records.mjs';

export default (catalog) =>
  recordsOf(catalog, 'accelerators').flatMap(({ id, fabric }) => {
    const total = plain(fabric?.per_direction_gb_s);
    const pair = plain(fabric?.pair_gb_s);
    return pair > (total ?? Infinity) ? [`${id}: a pair cannot be faster than the device`] : [];
  });
