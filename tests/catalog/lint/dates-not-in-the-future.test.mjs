import { find, notices } from './plant.mjs';

notices('dates-not-in-the-future', (c) => { find(c, 'accelerators', 'l4').retrieved = '2999-01-01'; }, '2999-01-01');
