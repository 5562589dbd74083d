import { find, notices } from './plant.mjs';

notices('geforce-accumulates-in-fp32', (c) => { find(c, 'accelerators', 'rtx-4080').rates_tflops.bf16 = 194.9; }, 'rtx-4080');
