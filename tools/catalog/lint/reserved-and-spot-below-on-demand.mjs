// Spot and reserved prices are not above the on-demand price of the same day.
import { recordsOf } from '../records.mjs';

export default (catalog) => {
  const onDemand = new Map(recordsOf(catalog, 'prices').filter(({ kind }) => !kind).map((price) => [`${price.of} ${price.priced}`, price.usd]));
  return recordsOf(catalog, 'prices').filter(({ kind }) => ['spot', 'reserved_1y', 'reserved_3y'].includes(kind))
    .filter((price) => price.usd > (onDemand.get(`${price.of} ${price.priced}`) ?? Infinity))
    .map(({ of, kind }) => `${kind} price of ${of} is above on-demand`);
};
