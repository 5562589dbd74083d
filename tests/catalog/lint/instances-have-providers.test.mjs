import { find, notices } from './plant.mjs';

notices('instances-have-providers', (c) => { find(c, 'instances', 'aws-p5.48xlarge').provider = 'amazn'; }, 'amazn');
