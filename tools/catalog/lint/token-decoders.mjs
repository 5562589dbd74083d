// Models that generate tokens have what every estimate needs.
import { plain } from '../files.mjs';
import { recordsOf } from '../records.mjs';

const isTokenDecoder = (model) => ['decoder', 'moe', 'hybrid', 'multimodal'].includes(plain(model.kind) ?? 'decoder');

export default (catalog) =>
  recordsOf(catalog, 'models').filter(isTokenDecoder).flatMap((model) =>
    ['layers', 'hidden', 'vocab', 'max_context'].filter((key) => !(key in model)).map((key) => `${model.id} has no ${key}`));
