// Checkpoints of models with other mixers than plain attention, told by names and shapes alone, against the
// catalog's records. Names and shapes are those of the published checkpoints (transformers' modeling code).
#include <gtest/gtest.h>

#include "engine/import/safetensors.h"
#include "engine/json/value_tree.h"
#include "tests/engine/json/catalog_models.h"
#include "tests/engine/json/safetensors_writer.h"

namespace ridgepoint {
namespace {

using json::Safetensors;

std::string layer(int i) { return "model.layers." + std::to_string(i) + "."; }

void feed_forward(Safetensors& file, const std::string& at, double hidden, double width) {
  for (const char* part : {"gate_proj", "up_proj"}) file.add(at + part + ".weight", "BF16", {width, hidden});
  file.add(at + "down_proj.weight", "BF16", {hidden, width});
}

// What stands around the layers, and the two norms of each.
Safetensors frame(const ModelRecord& r) {
  Safetensors file;
  file.add("model.embed_tokens.weight", "BF16", {1.0 * r.vocab, 1.0 * r.hidden});
  file.add("model.norm.weight", "BF16", {1.0 * r.hidden});
  if (!r.tied_embeddings) file.add("lm_head.weight", "BF16", {1.0 * r.vocab, 1.0 * r.hidden});
  for (int i = 0; i < r.layers; ++i)
    for (const char* norm : {"input_layernorm.weight", "post_attention_layernorm.weight"})
      file.add(layer(i) + norm, "BF16", {1.0 * r.hidden});
  return file;
}

import::Imported read(const Safetensors& file){const std::string start = file.start();
const Result<import::Value> header = json::parse_value_tree(std::string_view(start).substr(8));
const auto imported = import::import_safetensors(
    *header, start.size() - 8, start.size() + static_cast<std::uint64_t>(file.data_bytes()), "model.safetensors");
if (!imported.ok()) {
  ADD_FAILURE() << imported.problems()[0].message;
  return {};
}
return *imported;
}  // namespace

void latent_attention(Safetensors& file, int i, const ModelRecord& r) {
  const std::string at = layer(i) + "self_attn.";
  const double h = r.hidden, heads = r.heads, rope = *r.rope_head_dim, nope = *r.nope_head_dim;
  const double latent = *r.kv_lora_rank, value = *r.value_head_dim;
  if (r.q_lora_rank) {
    const double rank = *r.q_lora_rank;
    file.add(at + "q_a_proj.weight", "BF16", {rank, h});
    file.add(at + "q_a_layernorm.weight", "BF16", {rank});
    file.add(at + "q_b_proj.weight", "BF16", {heads * (nope + rope), rank});
  } else {
    file.add(at + "q_proj.weight", "BF16", {heads * (nope + rope), h});
  }
  file.add(at + "kv_a_proj_with_mqa.weight", "BF16", {latent + rope, h});
  file.add(at + "kv_a_layernorm.weight", "BF16", {latent});
  file.add(at + "kv_b_proj.weight", "BF16", {heads * (nope + value), latent});
  file.add(at + "o_proj.weight", "BF16", {h, heads * value});
}

TEST(SafetensorsModels, LatentAttention) {
  const ModelRecord& r = record("deepseek-v2-lite");
  Safetensors file = frame(r);
  for (int i = 0; i < r.layers; ++i) {
    latent_attention(file, i, r);
    const std::string at = layer(i) + "mlp.";
    if (i == 0) {
      feed_forward(file, at, r.hidden, r.intermediate);
      continue;
    }
    file.add(at + "gate.weight", "BF16", {1.0 * r.experts, 1.0 * r.hidden});
    for (int e = 0; e < r.experts; ++e)
      feed_forward(file, at + "experts." + std::to_string(e) + ".", r.hidden, r.expert_intermediate);
    feed_forward(file, at + "shared_experts.", r.hidden, r.shared_intermediate);
  }
  import::Imported got = read(file);
  EXPECT_EQ(got.model.experts_per_token, 8);  // assumed, and said so
  got.model.experts_per_token = r.experts_per_token;
  expect_record(got, r);
}

// With a narrow middle for queries, and a prediction layer numbered as the last layer: one layer of DeepSeek-V3's
// attention without experts.
TEST(SafetensorsModels, PredictionLayersAreCountedApart) {
  ModelRecord r = record("deepseek-v3");
  r.layers = 2;
  r.kind = ModelKind::decoder;
  r.params_b.reset();
  r.active_params_b.reset();
  r.experts = 0;
  r.router_bias = false;
  r.dense_layers.reset();
  ModelRecord with = r;
  with.layers = 3;
  Safetensors file = frame(with);
  for (int i = 0; i < 3; ++i) {
    latent_attention(file, i, r);
    feed_forward(file, layer(i) + "mlp.", r.hidden, r.intermediate);
  }
  file.add(layer(2) + "eh_proj.weight", "BF16", {7168, 2 * 7168});
  r.shared_intermediate = 0;
  const import::Imported got = read(file);
  EXPECT_EQ(total_params(*architecture_of(got.model, "")), total_params(*architecture_of(r, "")));
  EXPECT_EQ(got.model.layers, 2);
  // Latent attention 7168 x 1536 + 1536 + 1536 x 128 x 192 + 7168 x 576 + 512 + 512 x 128 x 256 + 128 x 128 x 7168,
  // feed-forward 3 x 7168 x 18432, two norms, and the joined input 7168 x 2 x 7168.
  EXPECT_EQ(got.model.mtp_params, 7168.0 * 1536 + 1536 + 1536.0 * 128 * 192 + 7168.0 * 576 + 512 + 512.0 * 128 * 256 +
                                      128.0 * 128 * 7168 + 3.0 * 7168 * 18432 + 2 * 7168 + 2.0 * 7168 * 7168);
}

TEST(SafetensorsModels, GatedDeltaNet) {
  const ModelRecord& r = record("qwen3.5-27b");
  const LinearRecord& m = *r.linear;
  const double h = r.hidden, keys = 1.0 * *m.key_heads * m.key_dim, values = 1.0 * m.value_heads * m.value_dim;
  Safetensors file = frame(r);
  for (int i = 0; i < r.layers; ++i) {
    feed_forward(file, layer(i) + "mlp.", h, r.intermediate);
    if (i % 4 == 3) {
      const std::string at = layer(i) + "self_attn.";
      const double queries = 1.0 * r.heads * *r.head_dim, cached = 1.0 * *r.kv_heads * *r.head_dim;
      file.add(at + "q_proj.weight", "BF16", {2 * queries, h});
      file.add(at + "k_proj.weight", "BF16", {cached, h});
      file.add(at + "v_proj.weight", "BF16", {cached, h});
      file.add(at + "o_proj.weight", "BF16", {h, queries});
      for (const char* norm : {"q_norm.weight", "k_norm.weight"}) file.add(at + norm, "BF16", {1.0 * *r.head_dim});
      continue;
    }
    const std::string at = layer(i) + "linear_attn.";
    file.add(at + "in_proj_qkv.weight", "BF16", {2 * keys + values, h});
    file.add(at + "in_proj_z.weight", "BF16", {values, h});
    file.add(at + "in_proj_b.weight", "BF16", {1.0 * m.value_heads, h});
    file.add(at + "in_proj_a.weight", "BF16", {1.0 * m.value_heads, h});
    file.add(at + "conv1d.weight", "BF16", {2 * keys + values, 1, 4});
    file.add(at + "dt_bias", "BF16", {1.0 * m.value_heads});
    file.add(at + "A_log", "F32", {1.0 * m.value_heads});
    file.add(at + "norm.weight", "F32", {1.0 * m.value_dim});
    file.add(at + "out_proj.weight", "BF16", {h, values});
  }
  expect_record(read(file), r);
}

// Jamba's Mamba layers, with dense and expert feed-forwards in turn.
TEST(SafetensorsModels, StateSpaces) {
  const ModelRecord& r = record("jamba-v0.1");
  const double h = r.hidden, inner = r.linear->value_heads, state = r.linear->key_dim, rank = *r.linear->dt_rank;
  Safetensors file;
  file.add("model.embed_tokens.weight", "BF16", {1.0 * r.vocab, h});
  file.add("model.final_layernorm.weight", "BF16", {h});
  file.add("lm_head.weight", "BF16", {1.0 * r.vocab, h});
  for (int i = 0; i < r.layers; ++i) {
    for (const char* norm : {"input_layernorm.weight", "pre_ff_layernorm.weight"})
      file.add(layer(i) + norm, "BF16", {h});
    if (i % 8 == 4) {
      const std::string at = layer(i) + "self_attn.";
      for (const char* part : {"q_proj.weight", "o_proj.weight"}) file.add(at + part, "BF16", {h, h});
      for (const char* part : {"k_proj.weight", "v_proj.weight"}) file.add(at + part, "BF16", {1024, h});
    } else {
      const std::string at = layer(i) + "mamba.";
      file.add(at + "in_proj.weight", "BF16", {2 * inner, h});
      file.add(at + "conv1d.weight", "BF16", {inner, 1, 4});
      file.add(at + "conv1d.bias", "BF16", {inner});
      file.add(at + "x_proj.weight", "BF16", {rank + 2 * state, inner});
      file.add(at + "dt_proj.weight", "BF16", {inner, rank});
      file.add(at + "dt_proj.bias", "BF16", {inner});
      file.add(at + "A_log", "BF16", {inner, state});
      file.add(at + "D", "BF16", {inner});
      file.add(at + "dt_layernorm.weight", "BF16", {rank});
      for (const char* norm : {"b_layernorm.weight", "c_layernorm.weight"}) file.add(at + norm, "BF16", {state});
      file.add(at + "out_proj.weight", "BF16", {h, inner});
    }
    const std::string at = layer(i) + "feed_forward.";
    if (i % 2 == 0) {
      feed_forward(file, at, h, r.intermediate);
      continue;
    }
    file.add(at + "router.weight", "BF16", {1.0 * r.experts, h});
    for (int e = 0; e < r.experts; ++e)
      feed_forward(file, at + "experts." + std::to_string(e) + ".", h, r.expert_intermediate);
  }
  expect_record(read(file), r);
}

std::string refusal(const Safetensors& file) {
  const json::Json got = file.document();
  return got["ok"] == true ? "ok" : got["errors"][0]["message"].get<std::string>();
}

TEST(SafetensorsModels, WhatIsMissingIsNamed) {
  Safetensors nothing;
  nothing.add("model.embed_tokens.weight", "BF16", {100, 64});
  nothing.add("model.layers.0.mlp.down_proj.weight", "BF16", {64, 128});
  EXPECT_NE(refusal(nothing).find("q_proj and k_proj"), std::string::npos) << refusal(nothing);
  Safetensors latent;
  latent.add("model.embed_tokens.weight", "BF16", {100, 64});
  latent.add("model.layers.0.self_attn.kv_a_proj_with_mqa.weight", "BF16", {40, 64});
  EXPECT_NE(refusal(latent).find("kv_b_proj"), std::string::npos) << refusal(latent);
  Safetensors linear;
  linear.add("model.embed_tokens.weight", "BF16", {100, 64});
  linear.add("model.layers.0.linear_attn.out_proj.weight", "BF16", {64, 64});
  EXPECT_NE(refusal(linear).find("A_log"), std::string::npos) << refusal(linear);
  // bitsandbytes keeps the shapes of its packed weights among the weights themselves.
  Safetensors packed;
  packed.add("model.embed_tokens.weight", "BF16", {100, 64});
  packed.add("model.layers.0.mlp.down_proj.weight", "U8", {4096, 1});
  packed.add("model.layers.0.mlp.down_proj.weight.absmax", "F32", {128});
  EXPECT_NE(refusal(packed).find("bitsandbytes"), std::string::npos) << refusal(packed);
}

}  // namespace ridgepoint
}  // namespace ridgepoint
