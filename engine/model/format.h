// Number formats: how many bits a stored number really takes, and in what arithmetic it is multiplied.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/fields.h"
#include "engine/base/units.h"

namespace ridgepoint {

// The arithmetics accelerators publish rates for. Accumulation is in FP32 (INT32 for integers).
enum class Arithmetic { fp32, tf32, bf16, fp16, fp8, fp6, fp4, int8, int4 };

template <>
inline constexpr auto kWords<Arithmetic> = word_list("fp32", "tf32", "bf16", "fp16", "fp8", "fp6", "fp4", "int8",
                                                     "int4");

// "FP16", as people write it.
std::string arithmetic_text(Arithmetic arithmetic);

// Parts of a model that a checkpoint may hold in numbers of different widths. Attention has its indexers and
// compressors, `linear` what linear-attention and state-space layers project their input with, `shared_experts` what
// all tokens pass beside the routed ones, `small` routers, norms and biases.
enum class Part { experts, shared_experts, attention, linear, linear_output, feed_forward, embeddings, head, small };
template <>
inline constexpr auto kWords<Part> = word_list("experts", "shared_experts", "attention", "linear", "linear_output",
                                               "feed_forward", "embeddings", "head", "small");
inline constexpr std::size_t kParts = kWords<Part>.size();

// Bits of parts that differ from the rest of a checkpoint, in the mean where layers differ (Llama 3.1 405B: first and
// last layer).
struct PartBits {
  std::array<std::optional<double>, kParts> of;
  std::optional<double> beside_experts;  // of all matrices outside routed experts, in models that have them
  std::optional<double> prediction;      // of layers that predict several tokens, whatever they are made of
  std::optional<double>& operator[](Part part) { return of[static_cast<std::size_t>(part)]; }
  const std::optional<double>& operator[](Part part) const { return of[static_cast<std::size_t>(part)]; }
  bool operator==(const PartBits&) const = default;
};
void visit(PartBits& bits, FieldVisitor& v);

// `own` where it says something, else `usual`.
PartBits joined(const PartBits& own, PartBits usual);

// One storage format of weights or of the KV cache.
struct NumberFormat {
  std::string id;  // "bf16", "awq-int4", "gguf-q4_k_m"
  std::string name;
  // Bits per stored value with scales, zero points and block headers, of all quantized parts that `part_bits` does not
  // name. For GGUF mixes: the mean over the matrices of a file but the LM head.
  double bits = 16.0;
  // False: embeddings, LM head, norms and routers stay in 16 bits (AWQ, GPTQ, NF4, FP8, ...).
  // True: `bits` are those of the whole file (GGUF).
  bool whole_file = false;
  // What a native matrix multiplication of this format uses. Weight-only formats name the
  // 16-bit arithmetic they are converted to.
  Arithmetic arithmetic = Arithmetic::bf16;
  bool weight_only = false;
  bool for_weights = true;
  bool for_kv = false;
  // Order of coarseness: 0 full precision, larger is coarser. Equal steps are not equal losses.
  int coarseness = 0;
  int expert_block = 1;  // values along the width of an expert that no tensor-parallel rank may have a part of
  PartBits part_bits;
  // How fast fine-tuning expands it to 16 bits, over NF4's kernels.
  double expansion = 1;
  std::vector<std::string> engines;  // ServingEngine::id that read it; empty: not known to be few
  std::string needs;                 // Capability::id that an accelerator has to have; empty: none
  std::string published_as;          // ModelRecord::native_precision whose values it holds; empty: made of any model
  std::vector<std::string> files;    // of a release: owner/name in lower case, * any text
  std::string source;
};
void visit(NumberFormat& format, FieldVisitor& v);

// Bits of a number of a part. `routes`: the model has routed experts. A table that is tied to the LM head is the head.
double bits_of(const NumberFormat& format, Part part, bool routes);

// What the layers that predict several tokens are held in, of a checkpoint in `format`.
NumberFormat prediction_format(const NumberFormat& format);

// Bytes of `matrix_values` numbers held in the format and `other_values` that it leaves in 16 bits (for whole_file
// formats both are in the format), of a model whose parts are not told apart.
Bytes stored_bytes(double matrix_values, double other_values, const NumberFormat& format);

}  // namespace ridgepoint
