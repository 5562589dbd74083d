import { add, find, notices } from './plant.mjs';

notices('families-are-known', (c) => { find(c, 'accelerators', 'mi300x-192gb').architecture = 'CDNA 3'; }, 'mi300x-192gb: "CDNA 3"');
notices('families-are-known', (c) => { c.calibration.find(({ content }) => content.training).content.training[0].architectures.push('Hoper'); }, 'hopper: "Hoper"');
notices('families-are-known', (c) => { find(c, 'engines', 'llama.cpp-vulkan').vector_architectures = ['Alchemist']; }, 'llama.cpp-vulkan: "Alchemist"');
notices('families-are-known', (c) => { add(c, 'families', { id: 'x', name: 'X' }); }, 'the family "X"');
