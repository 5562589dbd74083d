// Number formats: how many bits a stored number really takes, and in what arithmetic it is multiplied.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/fields.h"
#include "engine/base/units.h"

namespace ridgepoint {

// The arithmetics accelerators publish rates for. Accumulation is in FP32 (INT32 for integers).
enum class Arithmetic { fp32, tf32, bf16, fp16, fp8, fp6, fp4, int8, int4 };

template <>
struct Words<Arithmetic> {
  static constexpr std::array<std::string_view, 9> list = {"fp32", "tf32", "bf16", "fp16", "fp8",
                                                           "fp6",  "fp4",  "int8", "int4"};
};

// One storage format of weights or of the KV cache.
struct NumberFormat {
  std::string id;  // "bf16", "awq-int4", "gguf-q4_k_m"
  std::string name;
  // Bits per stored value with scales, zero points and block headers. For GGUF mixes: the mean over the matrices of a
  // file but the LM head.
  double bits = 16.0;
  // False: embeddings, LM head, norms and routers stay in 16 bits (AWQ, GPTQ, NF4, FP8, ...).
  // True: `bits` are those of the whole file but the LM head (GGUF).
  bool whole_file = false;
  // What a native matrix multiplication of this format uses. Weight-only formats name the
  // 16-bit arithmetic they are converted to.
  Arithmetic arithmetic = Arithmetic::bf16;
  bool weight_only = false;
  bool for_weights = true;
  bool for_kv = false;
  // Order of coarseness: 0 full precision, larger is coarser. Equal steps are not equal losses.
  int coarseness = 0;
  // Bits of the other matrices of a model with routed experts, of which `bits` are then; 0: the same.
  double dense_bits = 0;
  // Bits of the LM head, or of the embedding table that is tied to it, in a whole file; 0: as its other matrices.
  double head_bits = 0;
  // How fast fine-tuning expands it to 16 bits, over NF4's kernels.
  double expansion = 1;
  std::vector<std::string> engines;  // ServingEngine::id that read it; empty: not known to be few
  std::string needs;                 // Capability::id that an accelerator has to have; empty: none
  std::string published_as;          // ModelRecord::native_precision whose values it holds; empty: made of any model
  std::string source;
};
void visit(NumberFormat& format, FieldVisitor& v);

// Bits of the matrices outside the routed experts of a model that has them.
double bits_outside_experts(const NumberFormat& format);

// Bits of the LM head, or of the table that is tied to it, where the other matrices have `bits`.
double bits_of_head(const NumberFormat& format, double bits);

// Bytes of `matrix_values` numbers held in the format, at `bits` of it, and `other_values` that it leaves in 16 bits
// (for whole_file formats both are in the format).
Bytes stored_bytes(double matrix_values, double other_values, const NumberFormat& format, double bits);
inline Bytes stored_bytes(double matrix_values, double other_values, const NumberFormat& format) {
  return stored_bytes(matrix_values, other_values, format, format.bits);
}

}  // namespace ridgepoint
