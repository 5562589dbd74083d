import { notices } from './plant.mjs';

notices('no-unused-sources', (c) => c.sources.push({ id: 'nobody', title: 'x' }), 'nobody');
