import { find, notices } from './plant.mjs';

notices('presets-name-what-there-is', (c) => { find(c, 'presets', 'images').recommended[0].accelerator = 'rtx-9999'; }, 'rtx-9999');
notices('presets-name-what-there-is', (c) => { find(c, 'presets', 'images').scenario = '#v=1'; }, 'no fragment');
notices('presets-name-what-there-is', (c) => { delete find(c, 'presets', 'serve-many-speed').answers; }, 'serve many speed');
notices('presets-name-what-there-is', (c) => { find(c, 'presets', 'serve-many-speed').answers = ['serve', 'all', 'speed']; }, 'serve all speed');
