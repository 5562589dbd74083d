// Rates of a device are to each other as its class has them (bands.json): dense, accumulated in FP32, none swapped.
import { bands, bandsOf, isOneOf } from '../bands.mjs';
import { plain } from '../files.mjs';
import { rate, recordsOf } from '../records.mjs';

function problemsOf(record) {
  const tolerance = bands.ratio_tolerance[plain(record.segment) === 'cpu' ? 'cpu' : 'other'];
  return Object.entries(bandsOf(record)).flatMap(([ratio, { is, tolerance: own = tolerance }]) => {
    const [above, below] = ratio.split('/').map((name) => rate(record, name));
    if (!above || !below || isOneOf(above / below, is, own)) return [];
    return [`${record.id}: ${ratio} is ${(above / below).toPrecision(3)}, not ${is}`];
  });
}

export default (catalog) => recordsOf(catalog, 'accelerators').flatMap(problemsOf);
