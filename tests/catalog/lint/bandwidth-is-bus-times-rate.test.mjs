import { find, notices } from './plant.mjs';

notices('bandwidth-is-bus-times-rate', (c) => { find(c, 'accelerators', 'rtx-4090').bandwidth_gb_s = 1456; }, '1456 GB/s');
