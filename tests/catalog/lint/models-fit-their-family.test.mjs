import { find, notices } from './plant.mjs';

const set = (key, value) => (c) => { find(c, 'models', 'llama-3.1-8b')[key] = value; };

notices('models-fit-their-family', set('license', 'MIT'), 'license MIT');
notices('models-fit-their-family', set('max_context', 13172), 'max_context 13172');
notices('models-fit-their-family', set('native_precision', 'int4-g32'), 'native_precision int4-g32');
