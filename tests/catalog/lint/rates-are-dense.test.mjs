import { find, notices } from './plant.mjs';

notices('rates-are-dense', (c) => { find(c, 'accelerators', 'h100-sxm5-80gb').rates_tflops.fp8 = 3957.8; }, '4.00 x bf16');
notices('rates-are-dense', (c) => { find(c, 'accelerators', 'rtx-3090').rates_tflops.int8 = 569; }, 'rtx-3090');
