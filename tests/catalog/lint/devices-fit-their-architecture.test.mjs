import { find, notices } from './plant.mjs';

const set = (id, key, value) => (c) => { find(c, 'accelerators', id)[key] = value; };

notices('devices-fit-their-architecture', set('l4', 'pcie_gen', 5), 'pcie_gen 5');
notices('devices-fit-their-architecture', set('l4', 'compute_capability', '9.0'), 'compute_capability 9.0');
notices('devices-fit-their-architecture', set('l4', 'release', '2032-03'), 'released in 2032');
notices('devices-fit-their-architecture', set('l4', 'power_w', 7), '7 W');
notices('devices-fit-their-architecture', set('a2', 'usable_memory_bytes', 18e9), 'usable');
notices('devices-fit-their-architecture', set('h100-sxm5-80gb', 'memory_gb', 880), 'the name says 80');
notices('devices-fit-their-architecture', (c) => { find(c, 'accelerators', 'h100-sxm5-80gb').fabric.per_direction_gb_s = 900; }, '900 GB/s each way');
notices('devices-fit-their-architecture', set('cpu-epyc-9654', 'bandwidth_gb_s', 406.8), '406.8 GB/s is not that of');
