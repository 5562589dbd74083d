import { find, notices } from './plant.mjs';

notices('format-bits', (c) => { find(c, 'formats', 'awq-int4').coarseness = 0; }, 'awq-int4');
