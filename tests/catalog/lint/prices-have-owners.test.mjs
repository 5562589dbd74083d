import { add, notices } from './plant.mjs';

notices('prices-have-owners', (c) => add(c, 'prices', { of: 'nowhere', usd: 1, priced: '2026-01-01', source: 'karpenter-aws' }), 'nowhere');
notices('prices-have-owners', (c) => add(c, 'prices', { of: 'DDR9', kind: 'new', memory_gb: 256, usd: 1, priced: '2026-01-01', source: 'karpenter-aws' }), 'DDR9');
