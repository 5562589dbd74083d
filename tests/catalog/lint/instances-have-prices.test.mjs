import { notices } from './plant.mjs';

notices('instances-have-prices', (c) => { c.prices = c.prices.filter(({ record }) => record.of !== 'aws-p5.48xlarge'); }, 'aws-p5.48xlarge');
