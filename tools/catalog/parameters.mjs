// Parameters of a token decoder, counted from its record as the engine counts them (engine/model/architecture.cpp and
// engine/model/attention): matrices, norms and biases of every layer, tables of tokens beside them.
import { plain } from './files.mjs';

const flat = (value) =>
  Array.isArray(value) ? value.map(flat)
  : value !== null && typeof value === 'object' && !('value' in value) ? Object.fromEntries(Object.entries(value).map(([key, leaf]) => [key, flat(leaf)]))
  : plain(value);

const normParams = (norm = 'rms', width) => ({ layernorm: 2 * width, none: 0 })[norm] ?? width;

function layerCounts(r) {
  const linear = r.linear?.layers ?? 0;
  const attention = r.attention_layers ?? r.layers - linear;
  const full = r.full_attention_layers ?? attention;
  const dense = r.dense_layers ?? (!r.experts && r.intermediate > 0 ? r.layers : 0);
  return { full, windowed: attention - full, linear, dense, experts: r.experts ? r.moe_layers ?? r.layers - dense : 0 };
}

const compressor = (h, width, ratio, overlapping) => {
  const made = overlapping ? 2 * width : width;
  return 2 * h * made + ratio * made + width;
};

// Of queries, keys, values and output of one layer.
function attentionParams(r, full, owns, part) {
  const h = r.hidden, { heads } = r;
  const bias = r.bias ?? 'none', latent = r.kv_lora_rank, rope = latent ? r.rope_head_dim ?? 0 : 0;
  const headDim = (full && r.global_head_dim) || (r.head_dim ?? Math.floor(h / heads));
  const key = latent && r.nope_head_dim ? r.nope_head_dim + rope : headDim;
  const kvHeads = (full ? r.global_kv_heads : r.window_kv_heads) ?? r.kv_heads ?? heads;
  const value = latent ? r.value_head_dim ?? r.nope_head_dim ?? key : full && r.global_head_dim ? key : r.value_head_dim ?? key;
  const queries = heads * key, asked = r.attention_gate && !latent ? 2 * queries : queries;
  let sum = r.q_lora_rank ? h * r.q_lora_rank + r.q_lora_rank * asked + r.q_lora_rank : h * asked;
  if (latent) {
    sum += h * (latent + rope) + latent * heads * (key - rope + value) + latent + heads * value * h;
  } else {
    const keys = kvHeads * key, values = r.k_is_v || (full && r.global_k_is_v) ? 0 : kvHeads * value;
    if (owns) sum += h * (keys + values);
    const out = heads * value;
    sum += r.o_lora_rank ? out * r.o_lora_rank + (r.o_groups ?? 1) * r.o_lora_rank * h : out * h;
    if (['qkv', 'qkv_o', 'all'].includes(bias)) sum += queries + keys + values;
    if (['qkv_o', 'all'].includes(bias)) sum += h;
    if (r.qk_norm === 'head') sum += 2 * key;
    if (r.qk_norm === 'full') sum += queries + keys;
    if (r.attention_sinks) sum += heads;
  }
  const indexed = r.indexer_heads && (!r.compressed || part?.top_k);
  if (indexed) {
    const dim = r.indexer_dim ?? 0;
    sum += (r.q_lora_rank ?? h) * r.indexer_heads * dim + h * r.indexer_heads;
    sum += part ? compressor(h, dim, part.ratio, true) : h * dim + 2 * dim;
  }
  return sum + (part ? compressor(h, kvHeads * key, part.ratio, Boolean(indexed)) : 0);
}

function linearParams(h, m) {
  const values = m.value_heads * m.value_dim, state = m.key_dim ?? 0, heads = m.value_heads, groups = m.groups ?? 1, rank = m.dt_rank ?? 0;
  const keys = (m.key_heads ?? heads) * state;
  const channels = { gated_deltanet: 2 * keys + values, kda: 3 * values, mamba1: values, short_conv: values, mamba2: values + 2 * groups * state, lightning: 0 }[m.kind];
  const conv = channels * (m.conv ?? 4);
  return values * h + {
    gated_deltanet: () => h * (2 * keys + 2 * values + 2 * heads) + conv + 2 * heads + m.value_dim,
    kda: () => h * (4 * values + m.value_dim + heads) + m.value_dim * values + conv + values + heads + m.value_dim,
    lightning: () => h * 4 * values + values,
    mamba1: () => h * 2 * values + values * (rank + 2 * state) + rank * values + conv + 3 * values + values * state + rank + 2 * state,
    mamba2: () => h * (2 * values + 2 * groups * state + heads) + conv + channels + 3 * heads + values,
    short_conv: () => h * 3 * values + conv,
  }[m.kind]();
}

function feedForward(r, width) {
  const matrices = r.gated === false ? 2 : 3;
  return matrices * r.hidden * width + (['mlp', 'all'].includes(r.bias) ? (matrices - 1) * width + r.hidden : 0);
}

/** {total, active} of a record of a token decoder or encoder. */
export function parametersOf(record) {
  const r = flat(record), h = r.hidden, n = layerCounts(r), matrices = r.gated === false ? 2 : 3;
  const attention = n.full + n.windowed, owners = r.kv_layers ?? attention;
  const fullOwners = attention > 0 ? Math.floor((n.full * owners + Math.floor(attention / 2)) / attention) : 0;
  const parts = (r.compressed ?? []).flatMap((part) => Array(part.layers).fill(part));
  let sum = r.vocab * h * (r.tied_embeddings ? 1 : 2);
  const lookup = (r.per_layer_embedding ?? 0) * r.vocab * r.layers + (r.lookup_params ?? 0);
  sum += normParams(r.norm, h) * (r.embedding_norm ? 2 : 1) + (r.learned_positions ?? 0) * h + (r.extra_params ?? 0) + lookup;
  if (r.lm_head_bias) sum += r.vocab;
  for (let i = 0; i < n.full; ++i) sum += attentionParams(r, true, i < fullOwners);
  for (let i = 0; i < n.windowed; ++i) sum += attentionParams(r, false, i < owners - fullOwners, parts[i]);
  if (n.linear) sum += n.linear * linearParams(h, r.linear);
  sum += (n.dense + (r.parallel_dense ? n.experts : 0)) * feedForward(r, r.intermediate ?? 0);
  const width = r.expert_intermediate || r.intermediate;
  const ofExpert = matrices * (r.expert_latent ?? h) * width + (r.expert_bias ? (matrices - 1) * width + h : 0);
  if (n.experts) {
    sum += n.experts * (h * r.experts + (r.router_bias ? r.experts : 0) + (r.shared_gate ? h : 0) + 2 * h * (r.expert_latent ?? 0));
    sum += n.experts * (r.shared_intermediate ? feedForward(r, r.shared_intermediate) : 0) + n.experts * r.experts * ofExpert;
  }
  sum += r.layers * (r.norms_per_layer ?? 2) * normParams(r.norm, h);
  return { total: sum, active: sum - lookup - (n.experts ? n.experts * (r.experts - r.experts_per_token) * ofExpert : 0) };
}
