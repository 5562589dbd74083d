// Models that generate tokens have what every estimate needs.
import { isTokenDecoder, recordsOf } from '../records.mjs';



export default (catalog) =>
  recordsOf(catalog, 'models').filter(isTokenDecoder).flatMap((model) =>
    ['layers', 'hidden', 'vocab', 'max_context'].filter((key) => !(key in model)).map((key) => `${model.id} has no ${key}`));
