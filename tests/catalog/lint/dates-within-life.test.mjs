import { notices } from './plant.mjs';

const ofList = (c, kind, fits) => c[kind].find(({ record }) => fits(record)).record;

notices('dates-within-life', (c) => { ofList(c, 'prices', ({ of }) => of === 'lambda-8x-h100-sxm').priced = '2021-01-01'; }, 'before its release');
notices('dates-within-life', (c) => { ofList(c, 'api', ({ model }) => model === 'llama-3.3-70b').priced = '2021-01-01'; }, 'before its release');
notices('dates-within-life', (c) => { ofList(c, 'api', ({ ended }) => ended).priced = '2027-01-01'; }, 'after it ended');
notices('dates-within-life', (c) => { ofList(c, 'prices', ({ of }) => of === 'lambda-8x-h100-sxm').seen = '2001-01-01'; }, 'seen before');
