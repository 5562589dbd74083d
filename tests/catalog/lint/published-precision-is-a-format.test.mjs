import { find, notices } from './plant.mjs';

notices('published-precision-is-a-format', (c) => { find(c, 'models', 'llama-3.1-8b').native_precision = 'bfloat'; }, 'bfloat');
notices('published-precision-is-a-format', (c) => { find(c, 'releases', 'meta-fp8').format = 'fp9'; }, 'fp9');
