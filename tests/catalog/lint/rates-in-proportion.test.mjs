import { find, notices } from './plant.mjs';

const rates = (c, id) => find(c, 'accelerators', id).rates_tflops;

notices('rates-in-proportion', (c) => { rates(c, 'h100-sxm5-80gb').fp8 = 3957.8; }, 'fp8/bf16 is 4.00');
notices('rates-in-proportion', (c) => { rates(c, 'rtx-3090').int8 = 569; }, 'rtx-3090');
notices('rates-in-proportion', (c) => { rates(c, 'rtx-4090').bf16 = 330.3; }, 'rtx-4090');
notices('rates-in-proportion', (c) => { rates(c, 'gb300-per-gpu').int8 = 5000; }, 'gb300-per-gpu');
