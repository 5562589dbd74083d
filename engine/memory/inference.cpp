#include "engine/memory/inference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "engine/base/lists.h"
#include "engine/base/words.h"
#include "engine/memory/cache.h"
#include "engine/memory/memory_use.h"
#include "engine/memory/stage.h"

namespace ridgepoint {
namespace {

// No context or number of sequences beyond these is searched for.
constexpr double kMostSequences = 1 << 24;
constexpr double kLongestContext = 1 << 30;

// Attention: residual and norm output, queries, keys, values and their weighted sum.
double attention_values(const Attention& a, double hidden, int tensor) {
  return 2 * hidden + formulas_of(a.kind).live_values(a, tensor);
}

// Feed-forward: residual, norm output and its own output, gate, up and their product. Routed experts have k times
// their width for each token and k outputs to add.
double feed_forward_values(const LayerGroup& g, double hidden, const InferenceMemoryInput& in) {
  const Experts& x = g.experts;
  const double dense = g.dense.width * (g.dense.gated ? 3.0 : 2.0) / in.layout.tensor;
  const double split = in.layout.expert > 1 ? 1 : in.layout.tensor;
  const double routed = x.per_token * (x.width * (x.gated ? 3.0 : 2.0) / split + x.outer(hidden));
  const double shared = x.shared_width * (x.gated ? 3.0 : 2.0) / in.layout.tensor;
  return 3 * hidden + std::max(dense, (in.engine->keeps_expert_buffers ? 0 : routed) + shared);
}

// Buffers that routed experts write for each token, where they stay allocated: their product, and the larger of gate
// and up and of the outputs that are added, which follow each other in one buffer.
double expert_buffer_values(const Architecture& model, const InferenceMemoryInput& in) {
  double most = 0;
  const double split = in.layout.expert > 1 ? 1 : in.layout.tensor;
  for (const LayerGroup& g : model.groups) {
    const Experts& x = g.experts;
    const double width = x.width / split;
    most = std::max(most, x.per_token * (width + std::max(width * (x.gated ? 2 : 1), x.outer(model.hidden))));
  }
  return in.engine->keeps_expert_buffers ? most : 0;
}

double linear_values(const LayerGroup& g, double hidden, int tensor) {
  double projected = 0;
  for (const Matrix& m : g.matrices)
    if (m.role == MatrixRole::mixer_input) projected = m.outputs;
  return 2 * hidden + 2 * projected / tensor;
}

// Values of the widest operation per token.
double widest_values(const Architecture& model, const InferenceMemoryInput& in) {
  const Layout& layout = in.layout;
  double widest = 0;
  for (const LayerGroup& g : model.groups) {
    if (g.attention) widest = std::max(widest, attention_values(*g.attention, model.hidden, layout.tensor));
    if (g.linear) widest = std::max(widest, linear_values(g, model.hidden, layout.tensor));
    widest = std::max(widest, feed_forward_values(g, model.hidden, in));
  }
  return widest;
}

// Prompt tokens that one step processes at most.
double prompt_tokens(const InferenceMemoryInput& in) {
  return in.sequences * (in.prompt > 0 ? std::min(in.prompt, in.context) : in.context);
}
double chunk_tokens(const InferenceMemoryInput& in) {
  if (in.engine->logits == LogitsOf::limit) return in.prefill_chunk;  // reserved, however short the prompts will be
  return std::min(in.prefill_chunk, prompt_tokens(in));
}

// What memory is reckoned with that neither the number of sequences nor their length changes.
struct Sizes {
  double widest = 0;       // values a token of the widest operation
  double buffers = 0;      // of routed experts, where they are kept
  double score_heads = 0;  // attention heads of one GPU
  Bytes joined;            // held while matrices are joined
  Bytes head_copy;
  Bytes towers;
  CacheLayout cache;
};

// States of a sequence: a step leaves one after each token that it verifies, and goes on from the last it accepts.
double states_each(const InferenceMemoryInput& in) { return 1 + in.drafted; }

// Tokens of a step whose logits are held at once.
double logit_tokens(const InferenceMemoryInput& in) {
  const double verified = in.sequences * (1 + in.drafted);
  switch (in.engine->logits) {
    case LogitsOf::sequences:
      return verified;
    case LogitsOf::limit:
      return std::max(in.limit, verified);
    case LogitsOf::chunk:  // reserved at loading, however short the prompts will be
      return std::min(in.prefill_chunk, in.sequences * in.context);
    case LogitsOf::prompt:
      return prompt_tokens(in);
  }
  return verified;
}

// So many values of each token of a chunk, in 16 bits.
Bytes chunk_bytes(double values, const InferenceMemoryInput& in) { return bytes(2 * chunk_tokens(in) * values); }

// Scores of every prompt token against every one before it, where attention writes them out.
Bytes score_bytes(const Sizes& sizes, const InferenceMemoryInput& in) {
  const double prompt = in.prompt > 0 ? std::min(in.prompt, in.context) : in.context;
  return bytes(in.engine->bytes_per_score * chunk_tokens(in) * prompt * sizes.score_heads);
}

Bytes sampling_bytes(const Architecture& model, const InferenceMemoryInput& in) {
  return bytes(in.engine->bytes_per_logit * logit_tokens(in) * model.vocab);
}

Bytes graph_bytes(const InferenceMemoryInput& in) { return in.eager ? bytes(0) : in.engine->cuda_graphs; }

// Gives what comes one after the other, and what is kept for it; the largest is held.
std::array<Bytes, 5> passing(const Architecture& model, const Sizes& sizes, const InferenceMemoryInput& in) {
  return {sizes.joined, score_bytes(sizes, in), sampling_bytes(model, in), chunk_bytes(sizes.widest, in),
          in.kept - graph_bytes(in)};
}

Bytes passing_bytes(const Architecture& model, const Sizes& sizes, const InferenceMemoryInput& in) {
  const std::array<Bytes, 5> all = passing(model, sizes, in);
  return *std::max_element(all.begin(), all.end());
}

// The largest of these by itself; of equal ones the last.
MemoryLine activation_line(const Architecture& model, const Sizes& sizes, const InferenceMemoryInput& in) {
  const std::array<Bytes, 5> all = passing(model, sizes, in);
  const auto of = static_cast<std::size_t>(all.rend() - std::max_element(all.rbegin(), all.rend()) - 1);
  static constexpr std::array<const char*, 5> kIds = {"joined_attention", "attention_scores", "sampling", "activations",
                                                      "activations"};
  static constexpr std::array<const char*, 5> kLabels = {"Joining of query, key and value matrices",
                                                         "Attention scores of the prompt", "Logits and sampling",
                                                         "Activations", "Kept for activations"};
  const std::string how =
      of == 0   ? "both forms are held while the model is loaded"
      : of == 1 ? significant(in.engine->bytes_per_score, 3) + " bytes for each head, prompt token and token before it"
      : of == 2 ? significant(in.engine->bytes_per_logit, 3) + " bytes × " + whole(model.vocab) + " logits × " +
                      counted(logit_tokens(in), "token", "tokens")
      : of == 3 ? whole(chunk_tokens(in)) + " tokens of a prefill chunk through the widest layer in 16 bits"
                : "what its share of the memory, which is of weights and caches, leaves beside the graphs";
  return {kIds[of], kLabels[of], MemoryKind::activations, all[of], how, in.engine->source};
}

constexpr std::array kJoined = {MatrixRole::queries, MatrixRole::keys, MatrixRole::values};

// These matrices, held a second time while the engine joins them at loading.
Bytes joined_bytes(const Architecture& model, const InferenceMemoryInput& in) {
  double joined = 0;
  if (in.engine->joins_attention)
    for (const LayerGroup& g : model.groups)
      for (const Matrix& m : g.matrices)
        if (contains(kJoined, m.role)) joined += g.count * m.params();
  const double bits = bits_of(in.weights, Part::attention, model.expert_layers() > 0);
  return bytes(joined * bits / 8 * end_stages(model, in.layout.pipeline).front().share / in.layout.tensor);
}

// A second copy of a tied head in 16 bits; or, beside the quantized head, the FP32 one it was made from.
Bytes head_copy(const Architecture& model, const InferenceMemoryInput& in) {
  const double weights = static_cast<double>(model.vocab) * model.hidden / in.layout.tensor;
  if (in.engine->quantizes_head && in.weights->bits < 16 && !in.weights->whole_file) {
    const double untied = model.tied_embeddings ? 0 : 2;  // in 16 bits among the weights
    return bytes(weights * (in.weights->bits / 8 + 4 - untied));
  }
  const auto& own = in.engine->own_head_formats;
  const bool own_head = in.engine->unties_head || contains(own, in.weights->id);
  return own_head && model.tied_embeddings ? bytes(2 * weights) : bytes(0);
}

// Whether some of the matrices that a format quantizes are held wider than the others.
bool has_wider_parts(const Architecture& model, const NumberFormat& format) {
  const HeldParams held = held_params(model, Layout{}, Stage{});
  double narrowest = 64, widest = 0;
  for (const Part part :
       {Part::experts, Part::shared_experts, Part::attention, Part::linear, Part::linear_output, Part::feed_forward}) {
    if (held[part] <= 0) continue;
    const double bits = bits_of(format, part, held.experts() > 0);
    narrowest = std::min(narrowest, bits);
    widest = std::max(widest, bits);
  }
  return widest > narrowest;
}

Sizes sizes_of(const Architecture& model, const InferenceMemoryInput& in) {
  double heads = 0;
  for (const LayerGroup& g : model.groups)
    if (g.attention) heads = std::max<double>(heads, g.attention->heads);
  return {widest_values(model, in),
          expert_buffer_values(model, in),
          heads / in.layout.tensor,
          joined_bytes(model, in),
          head_copy(model, in),
          bytes(in.engine->leaves_towers ? 0 : 2 * model.tower_params / in.layout.tensor),
          CacheLayout(model, in)};
}

// Copies of the cache, beside the one.
double further_copies(const InferenceMemoryInput& in) { return in.sequences * (in.engine->kv_copies - 1); }

// Collectives of one replica; replicas do not talk to each other.
Layout without_replicas(Layout layout) {
  layout.data = 1;
  return layout;
}

// Caches of sequences of one length, on one GPU.
struct Caches {
  Bytes each;
  Bytes reading;  // what the prompt that is being read takes beside
};
Caches caches_of(const Sizes& sizes, const InferenceMemoryInput& in) {
  return {sizes.cache.sequence(in.context), sizes.cache.reading(in.context)};
}

// What inference_memory().total() gives, without its words: added in the order of its lines.
Bytes total_bytes(const Architecture& model, const Sizes& sizes, const InferenceMemoryInput& in, Bytes weights,
                  const Caches& caches, Bytes collectives) {
  return weights + caches.each * in.sequences + caches.reading +
         sizes.cache.state() * (states_each(in) * in.sequences) + caches.each * further_copies(in) + sizes.head_copy +
         sizes.towers + passing_bytes(model, sizes, in) + chunk_bytes(sizes.buffers, in) + graph_bytes(in) +
         in.engine->context + collectives;
}

// Gives what matrices of routed experts grow by where kernels pad both of their sides.
double padded(const Architecture& model, const Layout& layout, const FormatsOn& tiles) {
  const auto share = [](double side, int tile) { return std::ceil(side / tile) * tile / side; };
  for (const LayerGroup& g : model.groups)
    if (g.experts.count > 0)
      return share(g.experts.outer(model.hidden), tiles.hidden) *
             share(g.experts.width / (layout.expert > 1 ? 1 : layout.tensor), tiles.width);
  return 1;
}

// The largest whole number in [0, most] for which `fits` holds; it holds below every number it holds for.
template <class Fits>
double largest_that(double most, Fits fits) {
  if (!fits(1)) return 0;
  double good = 1, bad = most + 1;
  while (bad - good > 1) {
    const double middle = std::floor((good + bad) / 2);
    (fits(middle) ? good : bad) = middle;
  }
  return good;
}

}  // namespace

Bytes weights_per_gpu(const Architecture& model, const NumberFormat& format, const Layout& layout,
                      const FormatsOn* tiles) {
  Bytes fullest;
  for (const Stage& stage : end_stages(model, layout.pipeline)) {
    HeldParams held = held_params(model, layout, stage);
    if (tiles) held[Part::experts] *= padded(model, layout, *tiles);
    fullest = std::max(fullest, stored_bytes(held, format));
  }
  return fullest;
}

Bytes sequence_bytes_per_gpu(const Architecture& model, const InferenceMemoryInput& input, double tokens) {
  const CacheLayout cache(model, input);
  return cache.sequence(tokens) * input.engine->kv_copies + cache.state() * states_each(input);
}

Bytes passing_per_gpu(const Architecture& model, const InferenceMemoryInput& input) {
  return passing_bytes(model, sizes_of(model, input), input);
}

MemoryUse inference_memory(const Architecture& model, const InferenceMemoryInput& input) {
  const std::string held = counted(input.sequences, "sequence", "sequences");
  const Sizes sizes = sizes_of(model, input);
  const Caches caches = caches_of(sizes, input);
  MemoryUse use;
  use.lines.reserve(11);
  const NumberFormat& f = input.weights;
  add_line(use, {"weights", "Weights", MemoryKind::weights, weights_per_gpu(model, f, input.layout, input.tiles),
                 whole(total_params(model)) + " parameters, " + significant(f.bits, 4) +
                     (f.bits < 16 ? " bits per quantized weight" : " bits each") +
                     (has_wider_parts(model, f) ? ", some parts wider" : "") + ", over " +
                     counted(input.layout.tensor * input.layout.pipeline, "accelerator", "accelerators"), f.source});
  add_line(use,
           {"kv_cache", "KV cache", MemoryKind::kv_cache, caches.each * input.sequences + caches.reading,
            held + " × " + whole(input.context) + " tokens in blocks of " + significant(input.engine->block_tokens, 3) +
                ", " + significant(input.kv->bits, 3) + " bits a value",
            "Kwon et al. 2023, PagedAttention; heads, latents and windows of the model"});
  add_line(use,
           {"linear_state", "Recurrent state", MemoryKind::kv_cache,
            sizes.cache.state() * (states_each(input) * input.sequences),
            held + " × " +
                (input.drafted > 0 ? counted(states_each(input), "state", "states") + ", one a token verified, " : "") +
                "of linear-attention and state-space layers",
            "FP32 states, 16-bit convolution history"});
  add_line(use, {"kv_cache_copies", "Copies of the KV cache", MemoryKind::kv_cache, caches.each * further_copies(input),
                 "the cache of the last step is held while that of the next is made", input.engine->source});
  add_line(use, {"untied_head", "Second copy of the LM head", MemoryKind::weights, sizes.head_copy,
                 "beside the embedding table or the quantized head", input.engine->source});
  add_line(use, {"towers", "Vision and audio towers", MemoryKind::weights, sizes.towers,
                 whole(model.tower_params) + " parameters in 16 bits", "published checkpoints"});
  add_line(use, activation_line(model, sizes, input));
  add_line(use, {"expert_buffers", "Buffers of the experts", MemoryKind::activations, chunk_bytes(sizes.buffers, input),
                 whole(chunk_tokens(input)) + " tokens of a prefill chunk, 16 bits", input.engine->source});
  add_line(use, {"cuda_graphs", "CUDA graphs", MemoryKind::overhead, graph_bytes(input), "captured batch sizes",
                 input.engine->source, MemoryOf::process});
  add_line(use, context_line(input.engine->context));
  add_line(use, collectives_line(without_replicas(input.layout), input.communicator));
  return use;
}

namespace {

// Totals of one model and layout at any number and length of sequences.
class Totals {
 public:
  Totals(const Architecture& model, const InferenceMemoryInput& in)
      : model_(model),
        sizes_(sizes_of(model, in)),
        weights_(weights_per_gpu(model, in.weights, in.layout, in.tiles)),
        collectives_(collective_buffers(without_replicas(in.layout), in.communicator)) {}
  Caches caches(const InferenceMemoryInput& in) const { return caches_of(sizes_, in); }
  Bytes of(const InferenceMemoryInput& in, const Caches& caches) const {
    return total_bytes(model_, sizes_, in, weights_, caches, collectives_);
  }
  // Sequences whose states the engine's own pool for them holds, if it has one; one at least.
  double states_in_pool(InferenceMemoryInput in, Bytes budget) const {
    if (in.engine->state_pool <= 0 || sizes_.cache.state() <= bytes(0)) return kMostSequences;
    in.sequences = 0;
    const Bytes pool = in.engine->state_pool * (budget - of(in, {}));
    return std::max(1.0, std::floor(pool / ((in.engine->states_per_sequence + in.drafted) * sizes_.cache.state())));
  }

 private:
  const Architecture& model_;
  Sizes sizes_;
  Bytes weights_;
  Bytes collectives_;
};

}  // namespace

Bytes inference_memory_total(const Architecture& model, const InferenceMemoryInput& input) {
  const Totals totals(model, input);
  return totals.of(input, totals.caches(input));
}

double max_sequences(const Architecture& model, InferenceMemoryInput input, double tokens, Bytes budget) {
  const Totals totals(model, input);
  input.context = tokens;
  const Caches caches = totals.caches(input);
  return largest_that(totals.states_in_pool(input, budget), [&](double n) {
    input.sequences = n;
    return totals.of(input, caches) <= budget;
  });
}

double cache_tokens(const Architecture& model, const InferenceMemoryInput& input, Bytes room, Bytes draft) {
  const CacheLayout cache(model, input);
  const bool apart = input.engine->state_pool > 0;  // from the states
  // The state before a chunk of its prompt is kept until the next is whole.
  const double held = states_each(input) + (input.engine->shared_blocks ? 1 : 0);
  const Bytes states = apart ? bytes(0) : cache.state() * held;
  const Bytes request = cache.sequence(input.context) + cache.reading(input.context) + states + draft;
  return input.context * (room * (apart && cache.state() > bytes(0) ? 1 - input.engine->state_pool : 1) / request);
}

double max_context_that_fits(const Architecture& model, InferenceMemoryInput input, Bytes budget) {
  const Totals totals(model, input);
  return largest_that(kLongestContext, [&](double tokens) {
    input.context = tokens;
    return totals.of(input, totals.caches(input)) <= budget;
  });
}

}  // namespace ridgepoint
