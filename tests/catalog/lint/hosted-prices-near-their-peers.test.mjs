import { notices } from './plant.mjs';

const first = (c) => c.api.find(({ record }) => record.model === 'llama-3.3-70b').record;

notices('hosted-prices-near-their-peers', (c) => { const price = first(c); price.input_usd_m *= 20; price.output_usd_m *= 20; }, 'is far from');
notices('hosted-prices-near-their-peers', (c) => { const price = first(c); price.output_usd_m = price.input_usd_m / 2; }, 'cheaper than input');
notices('hosted-prices-near-their-peers', (c) => { const price = first(c); price.cache_read_usd_m = price.input_usd_m * 2; }, 'dearer than input');
notices('hosted-prices-near-their-peers', (c) => { c.api.push({ record: { ...first(c) }, file: 'test.json' }); }, 'means hosted price');
