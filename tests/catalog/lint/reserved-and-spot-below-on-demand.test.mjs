import { find, notices } from './plant.mjs';

notices('reserved-and-spot-below-on-demand', (c) => { c.prices.find(({ record }) => record.of === 'aws-p5.48xlarge' && record.kind === 'spot').record.usd = 60; },
    'above on-demand');
