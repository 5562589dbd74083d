// Memory bandwidth is the width of the bus times the rate of a pin, where both are known.
import { plain } from '../files.mjs';
import { near, recordsOf } from '../records.mjs';

// Bits, and Gb/s of a pin.
const BUS = {
  p40: [384, 7.2], t4: [256, 10], 'rtx-2080-ti': [352, 14], 'quadro-rtx-8000': [384, 14],
  a2: [128, 12.5], a10: [384, 12.5], a10g: [384, 12.5], a40: [384, 14.5], 'rtx-a4000': [256, 14], 'rtx-a5000': [384, 16],
  'rtx-a6000': [384, 16], 'rtx-3060-12gb': [192, 15], 'rtx-3070': [256, 14], 'rtx-3080-10gb': [320, 19],
  'rtx-3080-ti': [384, 19], 'rtx-3090': [384, 19.5], 'rtx-3090-ti': [384, 21],
  l4: [192, 12.5], l40: [384, 18], l40s: [384, 18], 'rtx-6000-ada': [384, 20], 'rtx-5000-ada': [256, 18],
  'rtx-4060-ti-16gb': [128, 18], 'rtx-4070': [192, 21], 'rtx-4070-ti': [192, 21], 'rtx-4070-ti-super': [256, 21],
  'rtx-4080': [256, 22.4], 'rtx-4080-super': [256, 23], 'rtx-4090': [384, 21],
  'rtx-5060-ti-16gb': [128, 28], 'rtx-5070': [192, 28], 'rtx-5070-ti': [256, 28], 'rtx-5080': [256, 30], 'rtx-5090': [512, 28],
  'rtx-pro-6000-blackwell-ws': [512, 28], 'rtx-pro-6000-blackwell-maxq': [512, 28], 'rtx-pro-6000-blackwell-server': [512, 25],
  'rx-7900-xtx': [384, 20], 'rx-7900-xt': [320, 20], 'rx-9070-xt': [256, 20], 'arc-b580-12gb': [192, 19], 'arc-a770-16gb': [256, 17.5],
  'b200-sxm-180gb': [7680, 8], 'mi300x-192gb': [8192, 5.2], 'v100-sxm2-32gb': [4096, 1.75],
};

export default (catalog) =>
  recordsOf(catalog, 'accelerators').filter(({ id, bandwidth_gb_s: leaf }) => BUS[id] && leaf).flatMap(({ id, bandwidth_gb_s: leaf }) => {
    const [bits, rate] = BUS[id];
    const product = bits * rate / 8;
    return near(plain(leaf), product, 0.015) ? [] : [`${id}: ${plain(leaf)} GB/s is not ${bits} bit x ${rate} Gb/s = ${product}`];
  });
