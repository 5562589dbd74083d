// A small catalog written out, so that tests of the parts where everything meets need no file.
#pragma once

#include "engine/facts/catalog.h"
#include "engine/question/question.h"

namespace ridgepoint::test {

inline NumberFormat bf16() { return {.id = "bf16", .name = "BF16", .bits = 16, .for_kv = true}; }

inline NumberFormat fp8() {
  return {.id = "fp8", .name = "FP8", .bits = 8, .arithmetic = Arithmetic::fp8, .for_kv = true, .coarseness = 2};
}

inline NumberFormat nf4() { return {.id = "nf4", .name = "NF4", .bits = 4.127, .weight_only = true, .coarseness = 5}; }

inline Accelerator h100() {
  Accelerator a;
  a.id = "h100-sxm5-80gb";
  a.name = "H100 SXM5 80GB";
  a.aliases = {"H100", "H100 SXM"};
  a.vendor = "NVIDIA";
  a.architecture = "Hopper";
  a.form_factor = FormFactor::sxm;
  a.memory_gb = 80;
  a.memory_type = "HBM3";
  a.usable_memory = bytes(85520809984);
  a.bandwidth = gigabytes_per_second(3350);
  a.rates[Arithmetic::bf16] = teraflop_per_second(989.4);
  a.rates[Arithmetic::fp16] = teraflop_per_second(989.4);
  a.rates[Arithmetic::fp8] = teraflop_per_second(1978.9);
  a.fabric = {"NVLink 4", gigabytes_per_second(450), gigabytes_per_second(450), 8};
  a.pcie_gen = 5;
  a.pcie_lanes = 16;
  a.power = watts(700);
  return a;
}

inline Accelerator rtx_4090() {
  Accelerator a;
  a.id = "rtx-4090";
  a.name = "GeForce RTX 4090 24GB";
  a.aliases = {"4090"};
  a.architecture = "Ada Lovelace";
  a.segment = Segment::consumer;
  a.form_factor = FormFactor::pcie;
  a.memory_gb = 24;
  a.memory_type = "GDDR6X";
  a.usable_memory = bytes(25757220864);
  a.bandwidth = gigabytes_per_second(1008);
  a.rates[Arithmetic::bf16] = teraflop_per_second(165.2);
  a.pcie_gen = 4;
  a.pcie_lanes = 16;
  a.power = watts(450);
  return a;
}

inline ModelRecord llama(const char* id, const char* name, int layers, int hidden, int intermediate, int heads) {
  ModelRecord r;
  r.id = id;
  r.name = name;
  r.layers = layers;
  r.hidden = hidden;
  r.intermediate = intermediate;
  r.heads = heads;
  r.kv_heads = 8;
  r.vocab = 128256;
  r.max_context = 131072;
  return r;
}

// 6.98e9 parameters in layers, 0.525e9 in the LM head.
inline Architecture llama_8b() {
  return *architecture_of(llama("llama-3.1-8b", "Llama 3.1 8B", 32, 4096, 14336, 32), "");
}

inline Catalog made_catalog() {
  Catalog c;
  c.date = "2026-11-21";
  c.formats = {bf16(), fp8(), nf4()};
  c.accelerators = {h100(), rtx_4090()};
  c.models = {llama("llama-3.1-8b", "Llama 3.1 8B", 32, 4096, 14336, 32),
              llama("llama-3.1-70b", "Llama 3.1 70B", 80, 8192, 28672, 64)};
  c.models[1].aliases = {"Llama 70B"};
  ModelRecord vision;
  vision.id = "resnet50";
  vision.kind = ModelKind::vision;
  c.models.push_back(vision);
  c.instances = {{.id = "a-8xh100", .name = "8xH100", .provider = "a", .accelerator = "h100-sxm5-80gb", .count = 8},
                 {.id = "b-8xh100", .name = "p5", .provider = "b", .accelerator = "h100-sxm5-80gb", .count = 8},
                 {.id = "c-1xh100", .name = "h100", .provider = "c", .accelerator = "h100-sxm5-80gb", .count = 1}};
  c.providers = {{.id = "a", .name = "Cloud A"}, {.id = "b", .name = "Cloud B"}};
  c.prices = {{.of = "a-8xh100", .kind = PriceKind::on_demand, .amount = usd(24), .priced = "2026-08-01"},
              {.of = "a-8xh100", .kind = PriceKind::on_demand, .amount = usd(32), .priced = "2026-11-01"},
              {.of = "b-8xh100", .kind = PriceKind::on_demand, .amount = usd(56), .priced = "2026-11-02"},
              {.of = "c-1xh100", .kind = PriceKind::on_demand, .amount = usd(3), .priced = "2026-11-03"},
              {.of = "h100-sxm5-80gb", .kind = PriceKind::sold_new, .amount = usd(30000), .priced = "2026-08-21"}};
  c.api = {{.provider = "a",
            .model = "llama-3.1-8b",
            .input = usd(0.2),
            .output = usd(0.2),
            .priced = "2026-01-01",
            .served_as = "llama-8b"},
           {.provider = "a",
            .model = "llama-3.1-8b",
            .input = usd(0.1),
            .output = usd(0.4),
            .priced = "2026-07-01",
            .served_as = "llama-8b"},
           {.provider = "b",
            .model = "llama-3.1-8b",
            .input = usd(0.1),
            .output = usd(0.1),
            .priced = "2026-07-02",
            .served_as = "meta/llama-8b"}};
  c.frameworks = {{.id = "pytorch", .name = "PyTorch"},
                  {.id = "megatron", .name = "Megatron-LM", .divides_first = true}};
  c.capabilities = {{.id = "flash_attention_2", .name = "FlashAttention-2", .compute_capability = 8.0},
                    {.id = "bitsandbytes_4bit", .name = "bitsandbytes NF4", .compute_capability = 6.0}};
  c.grids = {{.id = "fr", .name = "France", .co2_g_kwh = 56, .year = 2023}};
  Calibrated<Efficiency> everything;
  everything.id = "other";
  everything.fabric_latency = microseconds(10);
  everything.pcie_latency = microseconds(30);
  everything.network_latency = microseconds(60);
  everything.layer = microseconds(30);
  everything.step = milliseconds(1);
  everything.request = milliseconds(15);
  c.calibration.efficiencies = {everything};
  c.calibration.errors = {{.figure = "tpot", .rows = 100, .median = 0.1, .p90 = 0.25, .source = "test"}};
  index_prices(c);
  return c;
}
inline const Catalog& catalog() {
  static const Catalog made = made_catalog();
  return made;
}

// Of its three providers each lets H100 by the GPU: a at 4 US$ an hour, b at 7, c at 3.
inline Catalog by_the_gpu(Catalog c) {
  for (std::size_t i = 0; i < 3; ++i) {
    c.instances[i].tier = Tier::per_gpu;
    c.instances[i].count = 1;
  }
  c.prices.push_back({.of = "a-8xh100", .amount = usd(4), .priced = "2026-11-10"});
  c.prices.push_back({.of = "b-8xh100", .amount = usd(7), .priced = "2026-11-10"});
  index_prices(c);
  return c;
}

// The question with the parts of another.
inline Question with(const Asked& parts, Question question) {
  static_cast<Asked&>(question) = parts;
  return question;
}

}  // namespace ridgepoint::test
