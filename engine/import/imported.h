// What an import gives: a model as the catalog would write it, and what was assumed on the way.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/model/architecture.h"

namespace ridgepoint::import {

// A LoRA adapter is no model of its own.
struct Adapter {
  int rank = 0;
  double params = 0;
  std::vector<std::string> targets;  // "q_proj", ...
  std::string base;                  // the model it was trained for, as its configuration names it
};

struct Imported {
  std::string kind;  // "config", "gguf", "safetensors", "safetensors_index", "adapter"
  ModelRecord model;
  std::string format;                     // weight format, a catalog id where there is one: "bf16", "gguf-q4_k_m"
  std::string kv_format;                  // that the file says of its KV cache: "fp8"; empty: none
  std::optional<double> bytes;            // of the weights, as stored
  std::optional<double> bits_per_weight;  // stored bytes over parameters
  std::optional<Adapter> adapter;
  std::vector<std::pair<std::string, std::string>> keys;  // "/layers" and the file's pointer to it
  std::vector<std::string> assumptions;                   // plain sentences: what the file does not say, or is left out
};

// Takes out of the model what its kind of attention has no use for, and says so.
inline void leave_out_unused(Imported& imported) {
  for (const Unused::Field& field : without_unused(imported.model))
    imported.assumptions.push_back(field.path + " is not counted in " + field.of + "; left out.");
}

// Takes what the layers that are known leave of a file's parameters, `held`, for further ones, unless it is more than
// little: then says so. `how`: they are known.
void take_the_rest(Imported& imported, double held, double missing, double known, const char* how);

// Problems of the model with the file's pointers, where the file has a name for what is wrong.
Problems in_file(Problems problems, const Imported& imported);

// A step of reading a large file from its beginning.
struct Step {
  // More than zero: not yet read; the file's first `needs` bytes are wanted (more than were given).
  std::uint64_t needs = 0;
  Imported imported;
};

}  // namespace ridgepoint::import
