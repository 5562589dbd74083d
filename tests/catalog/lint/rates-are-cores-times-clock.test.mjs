import { find, notices } from './plant.mjs';

const times = (device, by) => Object.keys(device.rates_tflops).forEach((name) => { device.rates_tflops[name] = device.rates_tflops[name] * by; });

// 16384 x 2 x 2.52 GHz = 82.6; twice all rates keeps their proportions.
notices('rates-are-cores-times-clock', (c) => times(find(c, 'accelerators', 'rtx-4090'), 2), 'rtx-4090: FP32 is 165.2');
// 19456 x 4 x 2.1 GHz = 163.4
notices('rates-are-cores-times-clock', (c) => times(find(c, 'accelerators', 'mi300x-192gb'), 0.5), 'are 163');
notices('rates-are-cores-times-clock', (c) => { find(c, 'accelerators', 'rtx-a6000').cores = 1075; }, 'rtx-a6000');
