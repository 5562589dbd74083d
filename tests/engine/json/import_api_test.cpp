// Files through the module's own call, and safetensors, whose headers are JSON.
#include "engine/json/import_api.h"

#include <gtest/gtest.h>

#include <cstring>
#include <iterator>
#include <random>

#include "engine/json/api.h"
#include "engine/json/value.h"
#include "tests/engine/import/gguf_writer.h"
#include "tests/engine/json/safetensors_writer.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint::json {
namespace {

const char kSmall[] =
    R"({"model_type":"qwen3","head_dim":128,"hidden_size":1024,"intermediate_size":3072,"max_position_embeddings":40960,
        "num_attention_heads":16,"num_hidden_layers":28,"num_key_value_heads":8,"tie_word_embeddings":true,
        "torch_dtype":"bfloat16","vocab_size":151936})";

Json import_all(const std::string& bytes, const std::string& name = "file") {
  return Json::parse(import_model(bytes, static_cast<double>(bytes.size()), name));
}

std::string code_of(const Json& document) {
  return document["ok"] == true ? "ok" : document["errors"][0]["code"].get<std::string>();
}

TEST(ImportApi, ConfigurationBecomesAModel) {
  const Json got = import_all(kSmall, "/somewhere/Qwen3-0.6B.json");
  ASSERT_EQ(got["ok"], true) << to_text(got);
  EXPECT_EQ(got["kind"], "config");
  EXPECT_EQ(got["format"], "bf16");
  EXPECT_EQ(got["model"]["id"], "qwen3-0.6b");
  EXPECT_EQ(got["model"]["params_b"], 0.59604992);
}

TEST(ImportApi, WhatComesBackIsAScenariosModel) {
  Json scenario = Json::object();
  scenario["model"] = import_all(kSmall)["model"];
  const Json result = Json::parse(shipped_api().estimate(to_text(scenario), ""));
  ASSERT_EQ(result["ok"], true) << to_text(result);
  EXPECT_EQ(result["model"]["params_b"], 0.59604992);
}

// As an estimate says of the same model, by the file's own name for the field.
TEST(ImportApi, RefusesWhatAnEstimateRefuses) {
  const auto changed = [](const char* key, const Json& value) {
    Json config = Json::parse(kSmall);
    config[key] = value;
    return import_all(to_text(config));
  };
  const Json far = changed("max_position_embeddings", 1500000000);  // a context may be of 1e9 tokens
  EXPECT_EQ(code_of(far), "out_of_range");
  EXPECT_EQ(far["errors"][0]["path"], "/max_position_embeddings");
  const Json heads = changed("num_key_value_heads", 5);  // of 16
  EXPECT_EQ(code_of(heads), "inconsistent");
  EXPECT_EQ(heads["errors"][0]["path"], "/num_key_value_heads");
  // 10,000 layers with three matrices of 10 million by 10 million: 3e18 parameters, and a model may have 1e15.
  Json config = Json::parse(kSmall);
  config["num_hidden_layers"] = 10000;
  config["hidden_size"] = config["intermediate_size"] = 10000000;
  EXPECT_EQ(code_of(import_all(to_text(config))), "out_of_range");
}

TEST(ImportApi, NamesLoseWhatIsNotSeen) {
  Json config = Json::parse(kSmall);
  config["_name_or_path"] = "someone/Q\u202Ewen\x07 3\u200B";
  EXPECT_EQ(import_all(to_text(config), "config.json")["model"]["name"], "Qwen 3");
  EXPECT_EQ(import_all(kSmall, "Q\u2067wen\x1B[31m 3.json")["model"]["name"], "Qwen[31m 3");
}

TEST(ImportApi, AsksForWhatItNeeds) {
  const std::string config(kSmall);
  const std::string first = import_model("", static_cast<double>(config.size()), "config.json");
  EXPECT_EQ(bytes_needed(first), config.size());
  EXPECT_EQ(bytes_needed(import_model(config, static_cast<double>(config.size()), "config.json")), 0u);
  EXPECT_EQ(bytes_needed(import_model("", 1e11, "large.gguf")), 65536u);
  // The length of the header stands in its first 8 bytes.
  std::string start = Safetensors::bytes_of(std::string(5000, ' '));
  start[8] = '{';
  EXPECT_EQ(bytes_needed(import_model(start.substr(0, 100), 1e11, "large.safetensors")), 5008u);
  EXPECT_EQ(bytes_needed(R"({"ok":false})"), 0u);
}

TEST(ImportApi, FilesThatAreNoneAreRefused) {
  EXPECT_EQ(code_of(import_all("")), "bad_file");
  EXPECT_EQ(code_of(import_all("PK\x03\x04 a zip file, or so")), "unknown_file");
  EXPECT_EQ(code_of(import_all(std::string(1000, '\0'))), "unknown_file");
  EXPECT_EQ(code_of(import_all("{\"model_type\": \"llama\"")), "bad_json");
  EXPECT_EQ(code_of(import_all("{\"a\":" + std::string(200000, '['))), "too_deep");
  for (const double size : {-1.0, 0.5, 1e300})
    EXPECT_EQ(code_of(Json::parse(import_model("{}", size, ""))), "bad_file") << size;
  EXPECT_EQ(code_of(Json::parse(import_model("{}", 1, ""))), "bad_file");  // more than the file has
}

Safetensors qwen3() {
  Safetensors file;
  file.add("model.embed_tokens.weight", "BF16", {151936, 1024});
  for (int i = 0; i < 28; ++i) {
    const std::string layer = "model.layers." + std::to_string(i) + ".";
    file.add(layer + "self_attn.q_proj.weight", "BF16", {2048, 1024});
    file.add(layer + "self_attn.k_proj.weight", "BF16", {1024, 1024});
    file.add(layer + "self_attn.v_proj.weight", "BF16", {1024, 1024});
    file.add(layer + "self_attn.o_proj.weight", "BF16", {1024, 2048});
    file.add(layer + "self_attn.q_norm.weight", "BF16", {128});
    file.add(layer + "self_attn.k_norm.weight", "BF16", {128});
    file.add(layer + "input_layernorm.weight", "BF16", {1024});
    file.add(layer + "post_attention_layernorm.weight", "BF16", {1024});
    for (const char* part : {"gate", "up"}) file.add(layer + "mlp." + part + "_proj.weight", "BF16", {3072, 1024});
    file.add(layer + "mlp.down_proj.weight", "BF16", {1024, 3072});
  }
  file.add("model.norm.weight", "BF16", {1024});
  return file;
}

TEST(ImportSafetensors, NamesAndShapesTellTheModel) {
  const Json got = qwen3().document();
  ASSERT_EQ(got["ok"], true) << to_text(got);
  const Json& model = got["model"];
  EXPECT_EQ(model["params_b"], 0.59604992);  // as the configuration gives it
  EXPECT_EQ(model["layers"], 28);
  EXPECT_EQ(model["heads"], 16);
  EXPECT_EQ(model["kv_heads"], 8);
  EXPECT_EQ(model["head_dim"], 128);
  EXPECT_EQ(model["qk_norm"], "head");
  EXPECT_EQ(model["tied_embeddings"], true);
  EXPECT_EQ(model["extra_params"], 0);
  EXPECT_EQ(got["format"], "bf16");
  EXPECT_EQ(got["bytes"], 2 * 596049920);
  EXPECT_EQ(got["bits_per_weight"], 16);
}

// One layer, 4-bit words of 32 bits along the inputs; scales, zero points and the order of groups are no
// parameters. 2 x 1000 x 256 embeddings, 4 x 256 x 256 + 3 x 256 x 512 packed, 3 x 256 norms.
TEST(ImportSafetensors, PackedWordsAreUnpacked) {
  Safetensors file;
  file.add("model.embed_tokens.weight", "F16", {1000, 256});
  const auto gptq = [&](const std::string& name, double inputs, double outputs) {
    file.add("model.layers.0." + name + ".qweight", "I32", {inputs / 8, outputs});
    file.add("model.layers.0." + name + ".qzeros", "I32", {inputs / 128, outputs / 8});
    file.add("model.layers.0." + name + ".scales", "F16", {inputs / 128, outputs});
    file.add("model.layers.0." + name + ".g_idx", "I32", {inputs});
  };
  for (const char* name : {"self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj", "self_attn.o_proj"})
    gptq(name, 256, 256);
  for (const char* name : {"mlp.gate_proj", "mlp.up_proj"}) gptq(name, 256, 512);
  gptq("mlp.down_proj", 512, 256);
  file.add("model.layers.0.input_layernorm.weight", "F16", {256});
  file.add("model.layers.0.post_attention_layernorm.weight", "F16", {256});
  file.add("model.norm.weight", "F16", {256});
  file.add("lm_head.weight", "F16", {1000, 256});
  const Json got = file.document();
  ASSERT_EQ(got["ok"], true) << to_text(got);
  EXPECT_EQ(got["format"], "gptq-int4");
  EXPECT_EQ(got["model"]["intermediate"], 512);
  EXPECT_EQ(got["model"]["params_b"].get<double>() * 1e9, 512000 + 262144 + 393216 + 768.0);
  EXPECT_EQ(got["model"]["extra_params"], 0);
}

// One layer of 256 x 256 and 256 x 512 matrices, packed by `add` of a name, inputs and outputs.
template <class Add>
Json packed(const char* scales_of_tables, Add add) {
  Safetensors file;
  file.add("model.embed_tokens.weight", scales_of_tables, {1000, 256});
  file.add("lm_head.weight", scales_of_tables, {1000, 256});
  for (const char* name : {"self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj", "self_attn.o_proj"})
    add(file, std::string("model.layers.0.") + name, 256, 256);
  for (const char* name : {"mlp.gate_proj", "mlp.up_proj"}) add(file, std::string("model.layers.0.") + name, 256, 512);
  add(file, "model.layers.0.mlp.down_proj", 512, 256);
  for (const char* norm : {"layers.0.input_layernorm", "layers.0.post_attention_layernorm", "norm"})
    file.add(std::string("model.") + norm + ".weight", "F16", {256});
  return file.document();
}

constexpr double kPackedParams = 2 * 256000 + 4 * 65536 + 3 * 131072 + 3 * 256;

// Words of 32 bits hold 8 numbers of 4 bits, 4 of 8, 16 of 2: zero points are packed like the weights, scales are not.
TEST(ImportSafetensors, ZeroPointsTellTheBitsOfWords) {
  for (const double bits : {2.0, 4.0, 8.0}) {
    const double n = 32 / bits;
    const auto gptq = [&](Safetensors& file, const std::string& name, double inputs, double outputs) {
      file.add(name + ".qweight", "I32", {inputs / n, outputs});
      file.add(name + ".qzeros", "I32", {inputs / 128, outputs / n});
      file.add(name + ".scales", "F16", {inputs / 128, outputs});
      file.add(name + ".g_idx", "I32", {inputs});
    };
    const auto awq = [&](Safetensors& file, const std::string& name, double inputs, double outputs) {
      file.add(name + ".qweight", "I32", {inputs, outputs / n});
      file.add(name + ".qzeros", "I32", {inputs / 128, outputs / n});
      file.add(name + ".scales", "F16", {inputs / 128, outputs});
    };
    for (const Json& got : {packed("F16", gptq), packed("F16", awq)}) {
      ASSERT_EQ(got["ok"], true) << to_text(got);
      EXPECT_EQ(got["format"], bits == 8 ? "gptq-int8" : "gptq-int4") << bits;
      EXPECT_EQ(got["model"]["hidden"], 256) << bits;
      EXPECT_EQ(got["model"]["intermediate"], 512) << bits;
      EXPECT_EQ(got["model"]["params_b"].get<double>() * 1e9, kPackedParams) << bits;
      EXPECT_EQ(got["model"]["extra_params"], 0) << bits;
    }
  }
}

// MLX packs tables too, along their inputs, with a scale and a bias for each 64 of them, or for each 32: the norm of
// 256 tells the bits. 8 bits and 2 x 16 / 64 are 8.5.
TEST(ImportSafetensors, NormsTellTheBitsOfMlx) {
  for (const auto& [bits, group] : {std::pair{3.0, 64.0}, {4.0, 64.0}, {4.0, 32.0}, {8.0, 64.0}}) {
    Safetensors file;
    const auto mlx = [&, b = bits, g = group](const std::string& name, double inputs, double outputs) {
      file.add(name + ".weight", "U32", {outputs, inputs * b / 32});
      for (const char* part : {".scales", ".biases"}) file.add(name + part, "F16", {outputs, inputs / g});
    };
    for (const char* table : {"model.embed_tokens", "lm_head"}) mlx(table, 256, 1000);
    for (const char* name : {"q", "k", "v", "o"})
      mlx("model.layers.0.self_attn." + std::string(name) + "_proj", 256, 256);
    for (const char* name : {"gate", "up"}) mlx("model.layers.0.mlp." + std::string(name) + "_proj", 256, 512);
    mlx("model.layers.0.mlp.down_proj", 512, 256);
    for (const char* norm : {"layers.0.input_layernorm", "layers.0.post_attention_layernorm", "norm"})
      file.add(std::string("model.") + norm + ".weight", "F16", {256});
    const Json got = file.document();
    ASSERT_EQ(got["ok"], true) << to_text(got);
    EXPECT_EQ(got["format"], "mlx-" + std::to_string(static_cast<int>(bits)) + "bit");
    EXPECT_EQ(got["model"]["hidden"], 256) << bits;
    EXPECT_EQ(got["model"]["params_b"].get<double>() * 1e9, kPackedParams) << bits;
    EXPECT_EQ(got["model"]["extra_params"], 0) << bits;
    EXPECT_NEAR(got["bits_per_weight"].get<double>(), bits + 32 / group, 0.01);
  }
}

// NVFP4 has pairs in bytes along the inputs, a scale of 8 bits for 16 and one for the matrix; compressed-tensors words
// of 32 bits of 8 numbers. Bytes by hand: 4.5 bits and 4 bytes of each of seven matrices.
TEST(ImportSafetensors, BytesHoldPairsAndWordsEight) {
  const auto nvfp4 = [](Safetensors& file, const std::string& name, double inputs, double outputs) {
    file.add(name + ".weight", "U8", {outputs, inputs / 2});
    file.add(name + ".weight_scale", "F8_E4M3", {outputs, inputs / 16});
    file.add(name + ".weight_scale_2", "F32", {});
  };
  const auto words = [](Safetensors& file, const std::string& name, double inputs, double outputs) {
    file.add(name + ".weight_packed", "I32", {outputs, inputs / 8});
    file.add(name + ".weight_scale", "BF16", {outputs, inputs / 32});
  };
  const Json pairs = packed("BF16", nvfp4), eights = packed("BF16", words);
  for (const Json* got : {&pairs, &eights}) {
    ASSERT_EQ((*got)["ok"], true) << to_text(*got);
    EXPECT_EQ((*got)["model"]["intermediate"], 512);
    EXPECT_EQ((*got)["model"]["params_b"].get<double>() * 1e9, kPackedParams);
  }
  EXPECT_EQ(pairs["format"], "nvfp4");
  EXPECT_EQ(pairs["bytes"], 655360 * 4.5 / 8 + 7 * 4 + 2 * (2 * 256000 + 768));
  EXPECT_NEAR(pairs["bits_per_weight"].get<double>(), pairs["bytes"].get<double>() * 8 / kPackedParams, 1e-9);
  EXPECT_EQ(eights["format"], "gptq-int4");
}

TEST(ImportSafetensors, ExpertsAreCounted) {
  Safetensors file;
  file.add("model.embed_tokens.weight", "BF16", {1000, 256});
  file.add("lm_head.weight", "BF16", {1000, 256});
  file.add("model.norm.weight", "BF16", {256});
  for (int i = 0; i < 2; ++i) {
    const std::string layer = "model.layers." + std::to_string(i) + ".";
    for (const char* name : {"q", "k", "v", "o"})
      file.add(layer + "self_attn." + name + "_proj.weight", "BF16", {256, 256});
    file.add(layer + "input_layernorm.weight", "BF16", {256});
    file.add(layer + "post_attention_layernorm.weight", "BF16", {256});
    file.add(layer + "block_sparse_moe.gate.weight", "BF16", {4, 256});
    for (int e = 0; e < 4; ++e) {
      const std::string expert = layer + "block_sparse_moe.experts." + std::to_string(e) + ".";
      file.add(expert + "w1.weight", "BF16", {512, 256});
      file.add(expert + "w3.weight", "BF16", {512, 256});
      file.add(expert + "w2.weight", "BF16", {256, 512});
    }
  }
  const Json got = file.document();
  ASSERT_EQ(got["ok"], true) << to_text(got);
  EXPECT_EQ(got["model"]["experts"], 4);
  EXPECT_EQ(got["model"]["expert_intermediate"], 512);
  EXPECT_EQ(got["model"]["extra_params"], 0);
  EXPECT_EQ(got["model"]["kind"], "moe");
}

TEST(ImportSafetensors, AdaptersAreRecognized) {
  Safetensors file;
  for (const char* target : {"q_proj", "v_proj"}) {
    const std::string name = std::string("base_model.model.model.layers.0.self_attn.") + target;
    file.add(name + ".lora_A.weight", "F32", {16, 4096});
    file.add(name + ".lora_B.weight", "F32", {4096, 16});
  }
  const Json got = file.document("adapter_model.safetensors");
  ASSERT_EQ(got["ok"], true) << to_text(got);
  EXPECT_EQ(got["kind"], "adapter");
  EXPECT_EQ(got["adapter"]["rank"], 16);
  EXPECT_EQ(got["adapter"]["params"], 2 * 2 * 16 * 4096);
  EXPECT_EQ(got["adapter"]["targets"], (Json{"q_proj", "v_proj"}));
  EXPECT_FALSE(got.contains("model"));
}

// Rank 16 on q [4096, 4096] and v [1024, 4096] of 36 layers: 36 x 16 x (4 x 4096 - 4096 + 1024) values.
TEST(ImportSafetensors, AdaptersHoldWhatWasTrainedWhole) {
  const auto adapter = [](const char* type, const std::string& more, const std::vector<double>& shape) {
    Safetensors file;
    for (int i = 0; i < 36; ++i)
      for (const auto& [target, out] : {std::pair("q_proj", 4096.0), std::pair("v_proj", 1024.0)}) {
        const std::string layer = "base_model.model.model.layers." + std::to_string(i) + ".self_attn." + target;
        file.add(layer + ".lora_A.weight", type, {16, 4096});
        file.add(layer + ".lora_B.weight", type, {out, 16});
      }
    file.add("base_model.model." + more, type, shape);
    return file.document("adapter_model.safetensors");
  };
  constexpr double kPairs = 36.0 * 16 * (4096 + 4096 + 4096 + 1024);
  EXPECT_EQ(kPairs, 7667712);
  const Json head = adapter("F32", "lm_head.weight", {151936, 4096});
  EXPECT_EQ(head["adapter"]["params"], 629997568);
  EXPECT_EQ(head["bits_per_weight"], 32);
  const Json table = adapter("BF16", "model.embed_tokens.weight", {128256, 4096});
  EXPECT_EQ(table["adapter"]["params"], kPairs + 128256.0 * 4096);
  EXPECT_EQ(table["bits_per_weight"], 16);
  const Json magnitudes = adapter("F16", "model.layers.0.self_attn.q_proj.lora_magnitude_vector", {4096});
  EXPECT_EQ(magnitudes["adapter"]["params"], kPairs + 4096);
  EXPECT_EQ(magnitudes["bits_per_weight"], 16);
}

TEST(ImportSafetensors, IndexGivesBytes) {
  const Json got = import_all(
      R"({"metadata":{"total_size":16060522496},"weight_map":{"lm_head.weight":"model-00004-of-00004.safetensors",
          "model.embed_tokens.weight":"model-00001-of-00004.safetensors"}})",
      "model.safetensors.index.json");
  ASSERT_EQ(got["ok"], true) << to_text(got);
  EXPECT_EQ(got["kind"], "safetensors_index");
  EXPECT_EQ(got["bytes"], 16060522496);
  EXPECT_NE(to_text(got["assumptions"]).find("config.json"), std::string::npos);
}

std::string code_of_header(const std::string& json, double data = 0) {
  const std::string start = Safetensors::bytes_of(json);
  return code_of(Json::parse(import_model(start, static_cast<double>(start.size()) + data, "x.safetensors")));
}

TEST(ImportSafetensors, HostileHeadersAreRefused) {
  const auto tensor = [](const char* type, const char* shape, const char* offsets) {
    return std::string(R"({"a":{"dtype":")") + type + R"(","shape":)" + shape + R"(,"data_offsets":)" + offsets + "}}";
  };
  EXPECT_EQ(code_of_header("{}"), "bad_file");
  EXPECT_EQ(code_of_header(R"({"a":1})"), "bad_file");
  EXPECT_EQ(code_of_header(tensor("F32", "[4]", "[0,16]"), 8), "truncated");
  EXPECT_EQ(code_of_header(tensor("F32", "[4]", "[16,0]"), 16), "bad_file");
  EXPECT_EQ(code_of_header(tensor("F32", "[4]", "[0,15]"), 16), "bad_file");
  EXPECT_EQ(code_of_header(tensor("F32", "[-4]", "[0,16]"), 16), "bad_file");
  EXPECT_EQ(code_of_header(tensor("F32", "[1e300,1e300]", "[0,16]"), 16), "bad_file");
  EXPECT_EQ(code_of_header(tensor("F32", "[9223372036854775808]", "[0,16]"), 16), "bad_file");
  EXPECT_EQ(code_of_header(tensor("Q9", "[4]", "[0,16]"), 16), "bad_file");
  EXPECT_EQ(code_of_header(R"({"a":{"dtype":"U8","shape":[8],"data_offsets":[0,8]},
                               "b":{"dtype":"U8","shape":[8],"data_offsets":[4,12]}})",
                           12),
            "bad_file");
  EXPECT_EQ(code_of_header(R"({"a":{},"a":{}})"), "duplicate_field");
  EXPECT_EQ(code_of_header("{\"\xFF\":1}"), "bad_json");
  EXPECT_EQ(code_of_header("{" + std::string(1000, '[')), "bad_json");
  // A header longer than the file, and one no library reads.
  std::string start = Safetensors::bytes_of("{}              ");
  start[1] = 1;
  EXPECT_EQ(code_of(Json::parse(import_model(start, 24, "x"))), "truncated");
  start[4] = 1;
  EXPECT_EQ(code_of(Json::parse(import_model(start, 1e12, "x"))), "too_large");
}

// A GGUF header of a little of everything.
std::string gguf() {
  import::GgufWriter w;
  w.add("general.architecture", std::string("llama"));
  w.add("general.file_type", 15u);
  for (const char* key : {"block_count", "attention.head_count", "attention.head_count_kv", "expert_count",
                          "expert_used_count", "attention.kv_lora_rank", "nextn_predict_layers", "ssm.inner_size",
                          "ssm.state_size", "ssm.time_step_rank", "attention.sliding_window", "rope.dimension_count"})
    w.add("llama." + std::string(key), 2u);
  for (const char* key : {"embedding_length", "feed_forward_length", "context_length", "attention.key_length"})
    w.add("llama." + std::string(key), 256u);
  w.add("llama.attention.sliding_window_pattern", std::vector<std::uint32_t>{1, 0});
  w.add("tokenizer.ggml.tokens", std::vector<std::string>{"a", "b", "c"});
  for (const char* name : {"token_embd.weight", "blk.0.attn_q.weight", "blk.1.ffn_down.weight", "blk.1.ssm_out.weight"})
    w.tensor(name, {256, 256}, 12, 256, 144);
  w.tensor("blk.0.attn_norm.weight", {256}, 0, 1, 4);
  return w.header();
}

// Whatever a few wrong bytes make of a file, the answer is a document.
TEST(ImportApi, DamagedFilesAreAnswered) {
  std::mt19937 random(7);
  const std::string files[] = {gguf(), qwen3().start(), kSmall};
  for (const std::string& file : files)
    for (int i = 0; i < 4000; ++i) {
      std::string damaged = file;
      for (unsigned changes = 1 + random() % 4; changes > 0; --changes) {
        const std::size_t at = random() % std::min<std::size_t>(damaged.size(), 3000);
        switch (random() % 3) {
          case 0:
            damaged[at] = static_cast<char>(random());
            break;
          case 1:
            damaged[at] = static_cast<char>(random() % 2 == 0 ? 0xff : 0x39);
            break;
          default:
            damaged.resize(std::max<std::size_t>(at, 1));
        }
      }
      const double more = i % 2 == 0 ? 0 : 1e10;
      const std::string answer = import_model(damaged, static_cast<double>(damaged.size()) + more, "file");
      ASSERT_EQ(answer.rfind("{\"ok\":", 0), 0u) << answer;
    }
}

}  // namespace
}  // namespace ridgepoint::json
