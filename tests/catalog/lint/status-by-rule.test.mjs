import { find, notices } from './plant.mjs';

const set = (id, key, value) => (c) => { find(c, 'accelerators', id)[key] = value; };

notices('status-by-rule', (c) => { delete find(c, 'accelerators', 'p40').status; }, 'Pascal has ended');
notices('status-by-rule', set('h100-sxm5-80gb', 'status', 'announced'), 'announced, and rented');
notices('status-by-rule', set('h100-sxm5-80gb', 'ended', '2026-01'), 'is not ended');
notices('status-by-rule', set('h100-sxm5-80gb', 'successor', 'h1000'), 'there is no h1000');
