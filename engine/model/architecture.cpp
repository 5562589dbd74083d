#include "engine/model/architecture.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "engine/base/words.h"
#include "engine/model/attention/linear.h"
#include "engine/model/attention/sparse.h"

namespace ridgepoint {
namespace {

double norm_params(Norm norm, double width) {
  switch (norm) {
    case Norm::rms:
    case Norm::layernorm_no_bias:
      return width;
    case Norm::layernorm:
      return 2 * width;
    case Norm::none:
      return 0;
  }
  return 0;
}

bool biased_mlp(Bias bias) { return bias == Bias::mlp || bias == Bias::all; }

// What one layer mixes tokens with.
enum class Mixer { full, windowed, linear, none };
// And what it applies to each token.
enum class Transform { none, dense, experts };

struct LayerKind {
  Mixer mixer = Mixer::full;
  Transform transform = Transform::dense;
  bool owns_cache = true;
  int compressed = -1;  // index in the record's list; -1: not compressed
  friend bool operator==(const LayerKind&, const LayerKind&) = default;
};

struct LayerCounts {
  int full = 0;
  int windowed = 0;
  int linear = 0;
  int dense = 0;
  int experts = 0;
};

LayerCounts layer_counts(const ModelRecord& r) {
  LayerCounts n;
  n.linear = r.linear ? r.linear->layers : 0;
  const int attention = r.attention_layers.value_or(r.layers - n.linear);
  n.full = r.full_attention_layers.value_or(attention);
  n.windowed = attention - n.full;
  if (r.experts > 0) {
    n.dense = r.dense_layers.value_or(0);
    n.experts = r.moe_layers.value_or(r.layers - n.dense);
  } else {
    n.dense = r.dense_layers.value_or(r.intermediate > 0 ? r.layers : 0);
  }
  return n;
}

// The kinds in some order: where each layer sits does not change any count. Layers without a mixer
// come last and layers without a transform first, so that blocks with only one of the two (Nemotron-H)
// get exactly one.
std::vector<LayerKind> layer_kinds(const ModelRecord& r, const LayerCounts& n) {
  std::vector<LayerKind> kinds(static_cast<std::size_t>(r.layers));
  const int attention = n.full + n.windowed;
  const int owners = r.kv_layers.value_or(attention);
  const int full_owners = attention > 0 ? (n.full * owners + attention / 2) / attention : 0;
  const int windowed_owners = owners - full_owners;
  std::size_t part = 0;
  int in_part = 0;
  for (int i = 0; i < r.layers; ++i) {
    LayerKind& kind = kinds[static_cast<std::size_t>(i)];
    if (i < n.full) {
      kind.mixer = Mixer::full;
      kind.owns_cache = i < full_owners;
    } else if (i < attention) {
      kind.mixer = Mixer::windowed;
      kind.owns_cache = i - n.full < windowed_owners;
      while (part < r.compressed.size() && in_part == r.compressed[part].layers) {
        ++part;
        in_part = 0;
      }
      if (part < r.compressed.size()) {
        kind.compressed = static_cast<int>(part);
        ++in_part;
      }
    } else if (i < attention + n.linear) {
      kind.mixer = Mixer::linear;
    } else {
      kind.mixer = Mixer::none;
    }
    const int bare = r.layers - n.dense - n.experts;
    kind.transform = i < bare ? Transform::none : i < bare + n.dense ? Transform::dense : Transform::experts;
  }
  return kinds;
}

Attention attention_of(const ModelRecord& r, const LayerKind& kind) {
  Attention a;
  const bool full = kind.mixer == Mixer::full;
  a.heads = r.heads;
  a.kv_heads = r.kv_heads.value_or(r.heads);
  a.key_dim = r.head_dim.value_or(r.heads > 0 ? r.hidden / r.heads : 0);
  if (full && r.global_kv_heads) a.kv_heads = *r.global_kv_heads;
  if (full && r.global_head_dim) a.key_dim = *r.global_head_dim;
  if (!full && r.window_kv_heads) a.kv_heads = *r.window_kv_heads;
  a.value_dim = full && r.global_head_dim ? a.key_dim : r.value_head_dim.value_or(a.key_dim);
  a.window = full ? 0 : r.window.value_or(0);
  a.owns_cache = kind.owns_cache;
  a.k_is_v = r.k_is_v;
  a.values_from_keys = r.k_is_v || (full && r.global_k_is_v);
  a.q_lora_rank = r.q_lora_rank.value_or(0);
  a.kind = kind_of(r);
  formulas_of(a.kind).describe(r, a);
  std::optional<int> top_k = r.indexer_top_k;
  if (kind.compressed >= 0) {
    a.compress_ratio = r.compressed[static_cast<std::size_t>(kind.compressed)].ratio;
    top_k = r.compressed[static_cast<std::size_t>(kind.compressed)].top_k;
  }
  const bool indexed = r.compressed.empty() || (kind.compressed >= 0 && top_k);
  if (indexed) {
    a.indexer_heads = r.indexer_heads.value_or(0);
    a.indexer_dim = r.indexer_dim.value_or(0);
    a.indexer_top_k = top_k.value_or(0);
  }
  return a;
}

struct FeedForwardRoles {
  MatrixRole gate, up, down;
};
constexpr FeedForwardRoles kDense = {MatrixRole::gate, MatrixRole::up, MatrixRole::down};
constexpr FeedForwardRoles kShared = {MatrixRole::shared_gate, MatrixRole::shared_up, MatrixRole::shared_down};

void add_feed_forward(LayerGroup& layer, const ModelRecord& r, double width, const FeedForwardRoles& roles) {
  const double h = r.hidden;
  if (r.gated) layer.matrices.push_back({roles.gate, h, width});
  layer.matrices.push_back({roles.up, h, width});
  layer.matrices.push_back({roles.down, width, h});
  if (biased_mlp(r.bias)) layer.small_params += (r.gated ? 2 : 1) * width + h;
}

void add_experts(LayerGroup& layer, const ModelRecord& r) {
  Experts& e = layer.experts;
  const double h = r.hidden;
  e.count = r.experts;
  e.per_token = r.experts_per_token;
  e.width = r.expert_intermediate > 0 ? r.expert_intermediate : r.intermediate;
  e.shared_width = r.shared_intermediate;
  e.latent = r.expert_latent.value_or(0);
  e.gated = r.gated;
  layer.expert_params = (e.gated ? 3.0 : 2.0) * e.outer(h) * e.width;
  if (r.expert_bias) layer.expert_params += (e.gated ? 2.0 : 1.0) * e.width + h;
  layer.matrices.push_back({MatrixRole::router, h, static_cast<double>(e.count)});
  if (r.router_bias) layer.small_params += e.count;
  if (e.shared_width > 0) add_feed_forward(layer, r, e.shared_width, kShared);
  if (r.shared_gate) layer.small_params += h;
  if (e.latent > 0) {
    layer.matrices.push_back({MatrixRole::expert_down, h, static_cast<double>(e.latent)});
    layer.matrices.push_back({MatrixRole::expert_up, static_cast<double>(e.latent), h});
  }
}

LayerGroup layer_of(const ModelRecord& r, const LayerKind& kind) {
  LayerGroup layer;
  layer.dense.gated = layer.experts.gated = r.gated;
  if (kind.mixer == Mixer::full || kind.mixer == Mixer::windowed) {
    layer.attention = attention_of(r, kind);
    const Attention& a = *layer.attention;
    formulas_of(a.kind).add_matrices(r, a, layer);
    add_indexer(layer, r.hidden, a);
    add_compressed_context(layer, r.hidden, a);
  } else if (kind.mixer == Mixer::linear) {
    layer.linear = linear_of(*r.linear);
    add_matrices(layer, r.hidden, *layer.linear);
  }
  const bool dense_too = kind.transform == Transform::experts && r.parallel_dense;
  if (kind.transform == Transform::dense || dense_too) {
    layer.dense.width = r.intermediate;
    add_feed_forward(layer, r, r.intermediate, kDense);
  }
  if (kind.transform == Transform::experts) add_experts(layer, r);
  layer.norm = r.norm;
  layer.norms = r.norms_per_layer;
  layer.qk_norm = r.qk_norm != QkNorm::none;
  layer.small_params += r.norms_per_layer * norm_params(r.norm, r.hidden);
  return layer;
}

void inconsistent(Problems& problems, const std::string& path, const std::string& field, std::string message) {
  note(problems, "inconsistent", path + "/" + field, std::move(message));
}

void require_positive(Problems& problems, const std::string& path, const char* field, double value) {
  if (value >= 1) return;
  note(problems, "missing_field", path + "/" + field,
       std::string("The model needs ") + field + ", a whole number of at least 1.");
}

Problems record_problems(const ModelRecord& r, const std::string& path) {
  Problems problems;
  if (!generates_tokens(r.kind) && r.kind != ModelKind::encoder) {
    note(problems, "not_available", path,
         std::string(word_of(r.kind)) + " models are described by their work, not by layers.");
    return problems;
  }
  require_positive(problems, path, "layers", r.layers);
  require_positive(problems, path, "hidden", r.hidden);
  require_positive(problems, path, "vocab", r.vocab);
  if (!problems.empty()) return problems;

  const LayerCounts n = layer_counts(r);
  if (n.full + n.windowed > 0) require_positive(problems, path, "heads", r.heads);
  if (r.experts > 0) {
    require_positive(problems, path, "experts_per_token", r.experts_per_token);
    require_positive(problems, path, "expert_intermediate",
                     r.expert_intermediate > 0 ? r.expert_intermediate : r.intermediate);
    if (r.experts_per_token > r.experts)
      note(problems, "out_of_range", path + "/experts_per_token", "More experts per token than there are experts.");
  } else if (n.linear == 0) {
    require_positive(problems, path, "intermediate", r.intermediate);
  }
  if (r.kind == ModelKind::moe) require_positive(problems, path, "experts", r.experts);
  if (n.linear > 0) {
    require_positive(problems, path + "/linear", "value_heads", r.linear->value_heads);
    require_positive(problems, path + "/linear", "value_dim", r.linear->value_dim);
  }
  const int kv = r.kv_heads.value_or(r.heads);
  if (r.heads > 0 && !r.kv_lora_rank && (kv < 1 || r.heads % kv != 0))
    inconsistent(problems, path, "kv_heads", "The attention heads are not a multiple of the KV heads.");
  if (r.heads > 0 && !r.nope_head_dim && r.head_dim.value_or(r.hidden / r.heads) < 1)
    inconsistent(problems, path, "head_dim", "The attention heads have no width.");
  if (n.full < 0 || n.windowed < 0 || n.linear < 0 || n.full + n.windowed + n.linear > r.layers)
    inconsistent(problems, path, "layers", "The attention and linear layers do not fit into the layers.");
  if (n.dense < 0 || n.experts < 0 || n.dense + n.experts > r.layers)
    inconsistent(problems, path, "layers", "The dense and expert layers do not fit into the layers.");
  if (r.kv_layers.value_or(0) > n.full + n.windowed)
    inconsistent(problems, path, "kv_layers", "More layers own a cache than have attention.");
  int compressed = 0;
  for (const CompressedRecord& part : r.compressed) compressed += part.layers;
  if (compressed > n.windowed) inconsistent(problems, path, "compressed", "More compressed layers than windowed ones.");
  if (n.windowed > 0 && !r.window)
    note(problems, "missing_field", path + "/window", "Layers without full attention need a window.");
  ModelRecord used = r;
  for (const Unused::Field& field : without_unused(used))
    inconsistent(problems, path, field.path, "It is not counted in " + field.of + ": leave it out.");
  return problems;
}

// What a record says of itself in numbers, against what its layers come to.
Problems sum_problems(const ModelRecord& r, const Architecture& model, const std::string& path) {
  Problems problems;
  const auto billions = [](double params) { return significant(params / 1e9, 3) + " billion"; };
  const double all = total_params(model), described = all - r.extra_params;
  if (r.extra_params < 0 && !agrees_with_sum(described, all))
    inconsistent(problems, path, "extra_params",
                 "extra_params takes " + billions(-r.extra_params) + " from the " + billions(described) +
                     " parameters that the layers have.");
  else if (r.params_b && !agrees_with_sum(*r.params_b * 1e9, all))
    inconsistent(problems, path, "params_b",
                 "params_b is " + significant(*r.params_b, 3) + ", and the layers have " + billions(all) +
                     " parameters: mend one of them, or leave params_b out.");
  if (r.active_params_b && *r.active_params_b > r.params_b.value_or(all / 1e9))
    inconsistent(problems, path, "active_params_b", "A token cannot use more parameters than there are.");
  return problems;
}

}  // namespace

bool agrees_with_sum(double said, double counted) {
  constexpr double kRounding = 0.1;  // names are rounded: "70B" has 68 to 73 billion
  return std::fabs(counted - said) <= kRounding * said;
}

bool generates_tokens(ModelKind kind) {
  return kind == ModelKind::decoder || kind == ModelKind::moe || kind == ModelKind::hybrid ||
         kind == ModelKind::multimodal;
}

int Architecture::layers() const {
  int sum = 0;
  for (const LayerGroup& group : groups) sum += group.count;
  return sum;
}

int Architecture::expert_layers() const {
  return static_cast<int>(sum_over_layers(*this, [](const LayerGroup& g) { return g.experts.count > 0 ? 1.0 : 0.0; }));
}

Architecture until_last_cache(const Architecture& model) {
  Architecture first = model;
  if (model.caches_first)
    std::erase_if(first.groups, [](const LayerGroup& g) { return g.attention && !g.attention->owns_cache; });
  return first;
}

std::vector<Unused::Field> without_unused(ModelRecord& record) {
  Unused unused;
  formulas_of(kind_of(record)).take_out_unused(record, unused);
  if (record.linear) take_out_unused(*record.linear, unused);
  return std::move(unused.fields);
}

Result<Architecture> architecture_of(const ModelRecord& record, const std::string& path) {
  Problems problems = record_problems(record, path);
  if (!problems.empty()) return problems;

  Architecture model;
  model.name = title_of(record);
  model.kind = record.kind;
  model.hidden = record.hidden;
  model.vocab = record.vocab;
  model.tied_embeddings = record.tied_embeddings;
  model.caches_first = record.kv_layers && record.kv_layers_first;
  model.tower_params = record.tower_params;
  model.max_context = static_cast<int>(record.max_context.value_or(0));
  const double table = static_cast<double>(record.vocab) * record.hidden;
  model.embedding_params = table;
  model.head_params = record.tied_embeddings ? 0 : table;
  model.other_params = norm_params(record.norm, record.hidden) +
                       static_cast<double>(record.learned_positions) * record.hidden + record.extra_params;
  model.lookup_params =
      static_cast<double>(record.per_layer_embedding) * record.vocab * record.layers + record.lookup_params;
  model.other_params += model.lookup_params;
  if (record.embedding_norm) model.other_params += norm_params(record.norm, record.hidden);
  if (record.lm_head_bias) model.other_params += record.vocab;

  std::vector<LayerKind> distinct;
  for (const LayerKind& kind : layer_kinds(record, layer_counts(record))) {
    const auto known = std::find(distinct.begin(), distinct.end(), kind);
    if (known == distinct.end()) {
      distinct.push_back(kind);
      model.groups.push_back(layer_of(record, kind));
      model.groups.back().count = 1;
    } else {
      model.groups[static_cast<std::size_t>(known - distinct.begin())].count += 1;
    }
  }
  problems = sum_problems(record, model, path);
  if (!problems.empty()) return problems;
  return model;
}

Architecture synthesize(double params) {
  ModelRecord r;
  r.kind = ModelKind::decoder;
  r.vocab = params < 5e8 ? 32000 : 128256;
  r.tied_embeddings = params < 4e9;
  const double ideal_hidden = std::pow(params * 112 / 12.5, 1.0 / 3);
  const int step = ideal_hidden < 1024 ? 128 : 1024;  // heads in eights, which ranks divide
  r.hidden = std::max(128, static_cast<int>(std::floor(ideal_hidden / step + 0.5)) * step);
  r.head_dim = 128;
  r.heads = r.hidden / 128;
  r.kv_heads = std::gcd(r.heads, 8);
  const double h = r.hidden;
  const double tables = (r.tied_embeddings ? 1 : 2) * static_cast<double>(r.vocab) * h;
  const double attention = 2 * h * h + 2 * h * *r.kv_heads * 128;
  const double in_layers = std::max(params - tables, params * 0.2);
  r.layers = std::max(1, static_cast<int>(std::floor(in_layers / (attention + 10.5 * h * h) + 0.5)));
  const double width = (in_layers / r.layers - attention - 2 * h) / (3 * h);
  r.intermediate = std::max(64, static_cast<int>(std::floor(width / 64 + 0.5)) * 64);

  Architecture model = std::move(architecture_of(r, "")).value();
  model.synthesized = true;
  return model;
}

}  // namespace ridgepoint
