import { find, notices } from './plant.mjs';

notices('devices-near-their-peers', (c) => { find(c, 'accelerators', 'rtx-4070').power_w = 20; }, 'fp32 / power_w is 1.46');
notices('devices-near-their-peers', (c) => { find(c, 'accelerators', 'rtx-4070').bandwidth_gb_s = 54; }, 'rtx-4070');
