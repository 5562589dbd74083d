import { find, notices } from './plant.mjs';

notices('fabric-per-direction', (c) => { find(c, 'accelerators', 'mi300x-192gb').fabric.pair_gb_s = 896; }, 'pair');
