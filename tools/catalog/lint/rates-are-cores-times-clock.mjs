// The FP32 rate is cores x FLOP per clock (bands.json: a multiply and an add, or two of each) x boost clock, where a source gives both;
// the other rates are held to it by rates-in-proportion.
import { bands } from '../bands.mjs';
import { plain } from '../files.mjs';
import { near, rate, recordsOf } from '../records.mjs';

const TOLERANCE = 0.025;

export default (catalog) =>
  recordsOf(catalog, 'accelerators').flatMap((record) => {
    const cores = plain(record.cores), clock = plain(record.boost_mhz), fp32 = rate(record, 'fp32');
    const { '': usual, [record.architecture]: flop = usual } = bands.flop_per_core_and_clock;
    const product = cores * flop * clock / 1e6;
    return product && fp32 && !near(fp32, product, TOLERANCE) ? [`${record.id}: FP32 is ${fp32}, ${cores} cores x ${flop} x ${clock} MHz are ${product.toPrecision(3)}`] : [];
  });
