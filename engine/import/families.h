// What a configuration leaves to the code that reads it: the conventions of each model family.
#pragma once

#include <string_view>

#include "engine/model/architecture.h"

namespace ridgepoint {
namespace import {

// How the dense layers' and experts' feed-forward width is found: by its key; without one four times the hidden width;
// or the key has that of gate and up projection together.
enum class Width { given, four_hidden, of_both };

}  // namespace import
template <>
inline constexpr auto kWords<import::Width> = word_list("given", "four_hidden", "of_both");
namespace import {

struct Family {
  std::string_view type;       // model_type, without a trailing "_text"
  std::string_view name = "";  // where the first models of the family had another model_type
  std::string_view also = "";  // further model types with these conventions, between commas
  std::string_view dense = "", experts = "";  // modules of a layer that hold them, where it has both under other names
  bool gated = true;
  Bias bias = Bias::none;
  bool output_bias = true;  // attention_bias covers the output projection
  Norm norm = Norm::rms;
  int norms = 2;
  QkNorm qk_norm = QkNorm::none;
  bool tied = false;  // where tie_word_embeddings is absent
  Width width = Width::given;
  std::string_view layer = "";   // parts that are counted as layers, by the letters of layers.cpp
  std::string_view linear = "";  // kind of the linear layers where no key tells
  int window_every = 0;  // every Nth layer is full where no key tells, 0: all layers alike
  bool learned_positions = false;
  int extra_positions = 0;
  bool embedding_norm = false;
  bool lm_head_bias = false;
  bool attention_gate = false;
  bool sinks = false;
  bool router_bias = false;
  bool expert_bias = false;
  bool shared_gate = false;
  int shared_experts = 0;  // where no key tells
  bool decoder = true;     // false: not a model that generates tokens
};

// The family of a model_type, else of a class name ("LlamaForCausalLM"); null when unknown.
const Family* find_family(std::string_view model_type, std::string_view architecture);

}  // namespace import
}  // namespace ridgepoint
