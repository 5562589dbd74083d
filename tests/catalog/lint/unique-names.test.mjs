import { find, notices } from './plant.mjs';

notices('unique-names', (c) => { find(c, 'accelerators', 'l4').aliases = ['h100']; }, '"H100" means l4');
