import { find, notices } from './plant.mjs';

notices('fp8-is-twice-bf16', (c) => { find(c, 'accelerators', 'b200-sxm-180gb').rates_tflops.fp8 = 9000; }, '4.00 x');
