import { notices } from './plant.mjs';

const priceOf = (c, id, kind) => c.prices.find(({ record }) => record.of === id && record.kind === kind).record;

notices('rents-near-their-peers', (c) => { priceOf(c, 'lambda-8x-h100-sxm').usd = 3.99; }, 'lambda-8x-h100-sxm');
notices('rents-near-their-peers', (c) => { priceOf(c, 'lambda-1x-h100-sxm').usd = 429; }, 'lambda-1x-h100-sxm');
notices('rents-near-their-peers', (c) => { priceOf(c, 'aws-p5.48xlarge', 'spot').usd = 99; }, 'above on-demand');
