import { find, notices } from './plant.mjs';

const set = (id, key, value) => (c) => { find(c, 'models', id)[key] = value; };

// 8 KV heads of 128 less in each of 32 layers, K and V: 32 x 2 x 4 x 128 x 4096 = 0.1342 of 8.0303 billion.
notices('models-add-up', set('llama-3.1-8b', 'kv_heads', 4), '7.8960 billion');
notices('models-add-up', set('llama-3.1-8b', 'kv_heads', 5), 'no multiple of 5');
notices('models-add-up', set('mixtral-8x7b', 'active_params_b', 7), 'a token uses 12.8');
