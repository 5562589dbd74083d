import { find, notices } from './plant.mjs';

notices('instances-fit-their-names', (c) => { find(c, 'instances', 'lambda-8x-h100-sxm').accelerator = 'l4'; }, 'its name says h100');
notices('instances-fit-their-names', (c) => { find(c, 'instances', 'lambda-8x-h100-sxm').count = 4; }, 'holds 4');
