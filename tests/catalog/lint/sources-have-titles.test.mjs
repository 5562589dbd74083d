import { notices } from './plant.mjs';

notices('sources-have-titles', (c) => { c.sources[0] = { id: c.sources[0].id, title: 'x', url: 'ftp://x' }; }, 'https');
notices('sources-have-titles', (c) => { c.sources[0] = { ...c.sources[0], id: 'version-7.13' }; }, 'version-7.13');
