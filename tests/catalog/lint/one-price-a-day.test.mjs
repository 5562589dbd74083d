import { notices } from './plant.mjs';

notices('one-price-a-day', (c) => c.prices.push(c.prices[0]), '');
