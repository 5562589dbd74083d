import { find, notices } from './plant.mjs';

notices('instances-have-accelerators', (c) => { find(c, 'instances', 'aws-p5.48xlarge').accelerator = 'h1000'; }, 'h1000');
