import { find, notices } from './plant.mjs';

notices('required-fields', (c) => delete find(c, 'accelerators', 'rtx-4090').memory_gb, 'memory_gb');
