import { find, notices } from './plant.mjs';

notices('hardware-has-it', (c) => { find(c, 'accelerators', 'a100-sxm4-80gb').rates_tflops.fp8 = 624; }, 'no fp8');
