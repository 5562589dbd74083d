import { notices } from './plant.mjs';

notices('hosted-prices-have-owners', (c) => { c.api[0].record.model = 'gpt-9'; }, 'no model gpt-9');
