import { find, notices } from './plant.mjs';

notices('measured-below-memory-peak', (c) => { find(c, 'accelerators', 'rtx-4090').measured_copy_gb_s = 1456; }, 'copy');
