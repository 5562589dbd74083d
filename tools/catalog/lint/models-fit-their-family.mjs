// Licence, published precision and context are among those of the family (bands.json).
import { bands } from '../bands.mjs';
import { plain } from '../files.mjs';
import { recordsOf } from '../records.mjs';

export default (catalog) =>
  recordsOf(catalog, 'models').flatMap((model) => {
    const family = bands.families[model.family];
    return [
      ...(family ? [] : [`family ${model.family} is not in bands.json`]),
      ...['license', 'native_precision', 'max_context'].filter((key) => family && model[key] && !family[key].includes(plain(model[key])))
        .map((key) => `${key} ${plain(model[key])} is none of ${model.family}'s`),
      ...(model.release && !/^20[012]\d/.test(plain(model.release)) ? [`released ${plain(model.release)}`] : []),
    ].map((problem) => `${model.id}: ${problem}`);
  });
