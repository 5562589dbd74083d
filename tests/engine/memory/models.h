// Architectures the memory tests share, from the models' published configurations.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "engine/memory/memory_use.h"
#include "engine/model/architecture.h"

namespace ridgepoint {

inline Architecture built(const ModelRecord& record) {
  Result<Architecture> model = architecture_of(record, "/model");
  EXPECT_TRUE(model.ok());
  return std::move(model).value();
}

inline ModelRecord decoder(int layers, int hidden, int intermediate, int heads, int kv_heads, int vocab) {
  ModelRecord r;
  r.layers = layers;
  r.hidden = hidden;
  r.intermediate = intermediate;
  r.heads = heads;
  r.kv_heads = kv_heads;
  r.vocab = vocab;
  return r;
}

inline Architecture llama_2_7b() { return built(decoder(32, 4096, 11008, 32, 32, 32000)); }
inline Architecture llama_31_8b() { return built(decoder(32, 4096, 14336, 32, 8, 128256)); }
inline Architecture llama_31_70b() { return built(decoder(80, 8192, 28672, 64, 8, 128256)); }
inline Architecture llama_32_3b() {
  ModelRecord r = decoder(28, 3072, 8192, 24, 8, 128256);
  r.tied_embeddings = true;
  return built(r);
}
inline Architecture qwen3_32b() {
  ModelRecord r = decoder(64, 5120, 25600, 64, 8, 151936);
  r.head_dim = 128;
  r.qk_norm = QkNorm::head;
  return built(r);
}
inline Architecture mixtral_8x7b() {
  ModelRecord r = decoder(32, 4096, 0, 32, 8, 32000);
  r.kind = ModelKind::moe;
  r.experts = 8;
  r.experts_per_token = 2;
  r.expert_intermediate = 14336;
  return built(r);
}

inline NumberFormat format_of(double bits) {
  NumberFormat format;
  format.bits = bits;
  return format;
}

inline Bytes line(const MemoryUse& use, const std::string& id) {
  for (const MemoryLine& l : use.lines)
    if (l.id == id) return l.amount;
  return bytes(0);
}

}  // namespace ridgepoint
