import { find, notices } from './plant.mjs';

notices('blackwell-ultra-int8', (c) => { find(c, 'accelerators', 'b300-sxm-288gb').rates_tflops.int8 = 4500; }, 'b300');
