import { find, notices } from './plant.mjs';

notices('model-layers', (c) => { find(c, 'models', 'llama-3.1-8b').kv_heads = 7; }, 'multiple');
