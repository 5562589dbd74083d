import { add, notices, refuses } from './plant.mjs';

const price = { provider: 'groq', served_as: 'x', model: 'llama-3.1-8b', input_usd_m: 1, output_usd_m: 2, priced: '2026-07-02', source: 'models-dev' };

notices('prices-have-their-own-day', (c) => add(c, 'api', price), 'groq/x: 2026-07-02 is the day of the copy of models-dev');
refuses('prices-have-their-own-day', 'the day of a copy, and no other day', (c) => {
  add(c, 'api', { ...price, priced: '2026-07-01', seen: '2026-07-02' });
  add(c, 'prices', { of: 'x', usd: 1, priced: '2026-07-02', source: 'models-dev' });
});
