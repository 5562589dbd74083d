import { find, notices } from './plant.mjs';

notices('token-decoders', (c) => delete find(c, 'models', 'llama-3.1-8b').vocab, 'vocab');
