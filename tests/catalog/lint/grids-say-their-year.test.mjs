import { find, notices } from './plant.mjs';

notices('grids-say-their-year', (c) => delete find(c, 'grids', 'us').year, 'us: a CO2');
