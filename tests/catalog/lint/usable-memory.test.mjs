import { find, notices } from './plant.mjs';

notices('usable-memory', (c) => { find(c, 'accelerators', 'l4').usable_memory_bytes = 48e9; }, 'usable');
