// Layers of all sorts fit into the layers of a model.
import { plain } from '../files.mjs';
import { recordsOf } from '../records.mjs';

function layerProblems(model) {
  const value = (key, otherwise) => plain(model[key]) ?? otherwise;
  const layers = value('layers', 0);
  const linear = model.linear ? plain(model.linear.layers) : 0;
  const attention = value('attention_layers', layers - linear);
  const dense = value('dense_layers', value('experts', 0) > 0 ? 0 : layers);
  const experts = value('moe_layers', value('experts', 0) > 0 ? layers - dense : 0);
  const problems = [];
  if (attention + linear > layers) problems.push('more mixers than layers');
  if (value('experts', 0) > 0 && dense + experts > layers) problems.push('more feed-forward parts than layers');
  if (value('full_attention_layers', 0) > attention) problems.push('more full attention layers than attention layers');
  if (value('kv_layers', 0) > attention) problems.push('more cache owners than attention layers');
  if (value('full_attention_layers', attention) < attention && !model.window) problems.push('no window');
  if (value('heads', 1) % value('kv_heads', value('heads', 1))) problems.push('heads are no multiple of kv_heads');
  if (value('experts_per_token', 0) > value('experts', 0)) problems.push('more experts per token than experts');
  if (value('active_params_b', 0) > value('params_b', 0)) problems.push('more active parameters than parameters');
  return problems;
}

export default (catalog) =>
  recordsOf(catalog, 'models').flatMap((model) => layerProblems(model).map((problem) => `${model.id}: ${problem}`));
