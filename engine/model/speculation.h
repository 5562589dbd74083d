// Speculative decoding: tokens are drafted cheaply, then verified together in one pass of the model.
//
// Leviathan, Kalman and Matias 2023, "Fast Inference from Transformers via Speculative Decoding" (arXiv 2211.17192).
#pragma once

#include <string_view>

#include "engine/base/fields.h"
#include "engine/model/architecture.h"
#include "engine/model/parallel.h"

namespace ridgepoint {

// Text seen before, the model's own prediction layers, or a smaller model.
enum class Drafter { ngram, mtp, model };
template <>
inline constexpr auto kWords<Drafter> = word_list("ngram", "mtp", "model");

// The drafter that a name stands for: "ngram", "mtp", else a model's.
Drafter drafter_of(std::string_view name);

struct Speculation {
  Drafter drafter = Drafter::ngram;
  int tokens = 3;           // drafted for each sequence and step
  double acceptance = 0.7;  // of a drafted token when those before it were accepted
  Architecture draft;       // of Drafter::model; of Drafter::mtp the prediction layers, without tables
  double mtp_params = 0;    // of the prediction layers of Drafter::mtp
};

// Tokens a sequence gets from one step, the one that the model adds itself included:
// (1 - q^(m+1)) / (1 - q) with q accepted of m drafted (Leviathan et al. 2023, equation 1).
double tokens_per_step(const Speculation& speculation);
// Accepted of the drafted tokens: a token counts only when all before it were accepted.
double accepted_share(const Speculation& speculation);

// Layers that predict several tokens, `params` in all (0: not known, then one layer): each is a layer with attention of
// the model's own, behind a projection of its input and the next token's embedding, 2 x hidden to hidden (DeepSeek-V3,
// arXiv 2412.19437, section 2.2). Embedding table and head are the model's.
Architecture prediction_layers(const Architecture& model, double params);

// A smaller model runs on the tensor ranks of the large one when they divide its heads, else whole on each.
Layout draft_layout(const Architecture& draft, const Layout& layout);

}  // namespace ridgepoint
