import { find, notices } from './plant.mjs';

const answer = (c, question, id) => find(c, 'guide', question).answers.find((one) => one.id === id);

notices('presets-name-what-there-is', (c) => { find(c, 'presets', 'images').recommended[0].accelerator = 'rtx-9999'; }, 'rtx-9999');
notices('presets-name-what-there-is', (c) => { find(c, 'presets', 'images').scenario = '#v=1'; }, 'no fragment');
notices('presets-name-what-there-is', (c) => { delete find(c, 'presets', 'service').answers; }, 'rent serve many speed');
notices('presets-name-what-there-is', (c) => { find(c, 'presets', 'service').answers = ['serve', 'one']; }, 'rent serve one cost');
notices('presets-name-what-there-is', (c) => { find(c, 'presets', 'service').answers = ['serve', 'all']; }, 'no question has the answer "all"');
notices('presets-name-what-there-is', (c) => { answer(c, 'aim', 'speed').id = 'rent'; }, 'two answers');
notices('presets-name-what-there-is', (c) => { answer(c, 'aim', 'speed').sets = 'mode=rent'; }, 'sets mode twice');
