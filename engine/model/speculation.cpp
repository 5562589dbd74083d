#include "engine/model/speculation.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/base/lists.h"

namespace ridgepoint {

Drafter drafter_of(std::string_view name) {
  for (const Drafter known : {Drafter::ngram, Drafter::mtp})
    if (name == word_of(known)) return known;
  return Drafter::model;
}

double tokens_per_step(const Speculation& s) {
  double sum = 1, accepted = 1;  // 1 + q + q^2 + ... + q^m
  for (int i = 0; i < s.tokens; ++i) sum += accepted *= s.acceptance;
  return sum;
}

double accepted_share(const Speculation& s) { return (tokens_per_step(s) - 1) / s.tokens; }

namespace {

double params_of(const LayerGroup& layer) {
  return matrix_params(layer) + layer.small_params + layer.experts.count * layer.expert_params;
}

}  // namespace

// Of unlike layers that with attention whose size is nearest, the last where it is not known.
Architecture prediction_layers(const Architecture& model, double params) {
  const double projection = 2.0 * model.hidden * model.hidden;
  Architecture out = model;
  out.groups.clear();
  out.tied_embeddings = false;
  out.embedding_params = out.head_params = out.lookup_params = out.tower_params = 0;
  out.other_params = projection;
  const LayerGroup* found = nullptr;
  const auto distance = [&](const LayerGroup& g) { return std::abs(params_of(g) + projection - params); };
  for (const LayerGroup& g : model.groups)
    if (g.attention && (!found || params <= 0 || distance(g) <= distance(*found))) found = &g;
  if (!found) return out;
  const double layer = params_of(*found);
  out.groups.push_back(*found);
  out.groups.front().count = params > 0 ? std::max(1, static_cast<int>(std::lround(params / (layer + projection)))) : 1;
  if (params > 0) out.other_params = std::max(0.0, params - out.groups.front().count * layer);
  return out;
}

Layout draft_layout(const Architecture& draft, const Layout& layout) {
  const std::vector<int> sizes = tensor_sizes(draft, layout.tensor);
  Layout own;
  own.per_node = layout.per_node;
  if (contains(sizes, layout.tensor)) own.tensor = layout.tensor;
  return own;
}

}  // namespace ridgepoint
