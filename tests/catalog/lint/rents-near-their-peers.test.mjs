import { notices } from './plant.mjs';

const priceOf = (c, id, kind) => c.prices.find(({ record }) => record.of === id && record.kind === kind).record;

notices('rents-near-their-peers', (c) => { priceOf(c, 'lambda-8x-h100-sxm').usd = 3.99; }, 'lambda-8x-h100-sxm');
notices('rents-near-their-peers', (c) => { priceOf(c, 'lambda-1x-h100-sxm').usd = 429; }, 'lambda-1x-h100-sxm');
notices('rents-near-their-peers', (c) => { priceOf(c, 'aws-p5.48xlarge', 'spot').usd = 99; }, 'above on-demand');
// Rents of one device for a machine of eight: of an endpoint, of what is no longer sold, of spot.
notices('rents-near-their-peers', (c) => { priceOf(c, 'hf-endpoints-aws-nvidia-h100-x8').usd = 4.5; }, 'hf-endpoints-aws-nvidia-h100-x8');
notices('rents-near-their-peers', (c) => { priceOf(c, 'aws-p3dn.24xlarge').usd = 3.9; }, 'aws-p3dn.24xlarge');
notices('rents-near-their-peers', (c) => { priceOf(c, 'gcp-a3-ultragpu-8g', 'spot').usd = 6.26; }, 'next to nothing of on-demand');
