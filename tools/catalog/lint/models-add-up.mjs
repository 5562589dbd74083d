// The layers of a token decoder have the parameters its record says, and heads divide as attention needs it.
import { plain } from '../files.mjs';
import { parametersOf } from '../parameters.mjs';
import { isTokenDecoder, near, recordsOf } from '../records.mjs';

const TOLERANCE = 0.0005, ACTIVE = 0.01;

function problemsOf(model) {
  const { total, active } = parametersOf(model);
  const said = plain(model.params_b), saidActive = plain(model.active_params_b) ?? said;
  const heads = plain(model.heads), kv = plain(model.kv_heads) ?? heads;
  const layers = plain(model.layers), mixers = (plain(model.attention_layers) ?? 0) + (plain(model.linear?.layers) ?? 0), blocks = mixers + (plain(model.dense_layers) ?? 0) + (plain(model.moe_layers) ?? 0);
  const parts = ['full_attention_layers', 'kv_layers', 'attention_layers', 'moe_layers', 'dense_layers'];
  return [
    ...(near(total / 1e9, said, TOLERANCE) ? [] : [`its layers have ${(total / 1e9).toFixed(4)} billion parameters, not ${said}`]),
    ...(near(active / 1e9, saidActive, ACTIVE) ? [] : [`a token uses ${(active / 1e9).toFixed(4)} billion parameters, not ${saidActive}`]),
    ...(heads && !model.kv_lora_rank && heads % kv !== 0 ? [`${heads} heads are no multiple of ${kv}`] : []),
    ...parts.filter((key) => plain(model[key]) > layers).map((key) => `${key} are more than its ${layers} layers`),
    ...(plain(model.norms_per_layer) === 1 && model.linear && model.attention_layers && blocks !== layers && mixers !== layers ? [`${layers} blocks, and the kinds are ${blocks}`] : []),
    ...(plain(model.original_context) > plain(model.max_context) ? ['the context was stretched to less'] : []),
  ];
}

export default (catalog) =>
  recordsOf(catalog, 'models').filter((model) => isTokenDecoder(model) && model.layers && model.hidden && model.vocab)
    .flatMap((model) => problemsOf(model).map((problem) => `${model.id}: ${problem}`));
