import { find, notices } from './plant.mjs';

notices('known-sources', (c) => { find(c, 'accelerators', 'l4').source = 'hearsay'; }, 'hearsay');
