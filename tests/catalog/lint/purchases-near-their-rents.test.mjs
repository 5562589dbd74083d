import { add, notices } from './plant.mjs';

const find = (c, kind, of, sort) => c[kind].find(({ record }) => record.of === of && record.kind === sort).record;
const price = (of, kind, usd, more = {}) => ({ of, kind, usd, priced: '2026-01-01', source: 'rule', ...more });

notices('purchases-near-their-rents', (c) => add(c, 'prices', price('h100-sxm5-80gb', 'list', 300)), 'hours');
notices('purchases-near-their-rents', (c) => { add(c, 'prices', price('rtx-3090', 'new', 1000)); add(c, 'prices', price('rtx-3090', 'used', 4000)); }, 'used above new');
notices('purchases-near-their-rents', (c) => add(c, 'prices', price('rtx-3090', 'used', 700, { low_usd: 800 })), 'outside its own bounds');
notices('purchases-near-their-rents', (c) => add(c, 'prices', price('rtx-3090', 'used', 70)), 'is far from');
notices('purchases-near-their-rents', (c) => { find(c, 'prices', 'rtx-4080', 'used').usd = 7300; }, 'prices of rtx-4080 are');
notices('purchases-near-their-rents', (c) => { find(c, 'prices', 'arc-pro-b50-16gb', 'launch').usd = 3500; }, 'launch price of arc-pro-b50-16gb');
