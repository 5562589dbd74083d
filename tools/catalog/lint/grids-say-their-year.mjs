// A CO2 figure says its year, and a price its day.
import { recordsOf } from '../records.mjs';

export default (catalog) =>
  recordsOf(catalog, 'grids').flatMap((grid) => {
    const prices = ['residential_usd_kwh', 'commercial_usd_kwh', 'industrial_usd_kwh'].some((key) => key in grid);
    return [
      ...('co2_g_kwh' in grid === 'year' in grid ? [] : [`${grid.id}: a CO2 figure and its year belong together`]),
      ...(prices === 'priced' in grid ? [] : [`${grid.id}: prices and their day belong together`]),
    ];
  });
