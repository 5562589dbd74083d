import { find, notices } from './plant.mjs';

notices('renters-have-tiers', (c) => { delete find(c, 'providers', 'aws').tier; }, 'aws rents machines');
notices('renters-have-tiers', (c) => { find(c, 'providers', 'groq').tier = 'specialist'; }, 'groq has a tier');
