import { find, notices } from './plant.mjs';

notices('no-mistaken-rates', (c) => { find(c, 'accelerators', 'l4').rates_tflops.bf16 = 242; }, 'sparse');
