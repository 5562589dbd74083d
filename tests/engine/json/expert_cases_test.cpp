// What someone who knows the hardware would name first, with the catalog as it is shipped: among the first three
// recommendations stands one of the family, for the reason given.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "engine/ask/url.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint {
namespace {

struct ExpertCase {
  const char* name;
  const char* scenario;  // fragment of a link
  std::vector<std::string> family;
  const char* reason;
};

void PrintTo(const ExpertCase& c, std::ostream* out) { *out << c.name << ": " << c.reason; }

const std::vector<ExpertCase>& cases() {
  static const std::vector<ExpertCase> all = {
      {"Train8bSoon",
       "workload=train&model=llama-3.1-8b&sequence=8192&max_count=64&segments=datacenter&vendors=NVIDIA&objective="
       "speed",
       {"b200-sxm-180gb", "b300-sxm-288gb", "gb200-per-gpu", "gb300-per-gpu"},
       "compute-bound: 2,250 to 2,500 TFLOP/s dense in BF16 against 989 of Hopper"},
      {"TrainMixtureSoon",
       "workload=train&model=deepseek-v3&train.tokens=1000000000000&max_count=2048&segments=datacenter&vendors=NVIDIA&"
       "objective=speed",
       {"gb200-per-gpu", "gb300-per-gpu"},
       "experts exchange tokens: one fabric joins 72"},
      {"Lora8bOnACard",
       "workload=finetune&model=llama-3.1-8b&method=lora&sequence=2048&segments=consumer&vendors=NVIDIA&max_count=1&"
       "objective=cost",
       {"rtx-4090", "rtx-3090"},
       "16 GB of weights in 16 bits want 24 GB, and these are the cheapest with it"},
      {"Qlora8bSoonFor5000",
       "workload=finetune&model=llama-3.1-8b&method=qlora&sequence=2048&segments=consumer&vendors=NVIDIA&max_count=1&"
       "max_purchase_usd=5000&objective=speed",
       {"rtx-4090"},
       "most arithmetic of the cards that money buys: an RTX 5090 costs about $5,000 since the autumn of 2026"},
      {"Qlora70bOnOneGpu",
       "workload=finetune&model=llama-3.1-70b&method=qlora&sequence=2048&segments=datacenter&vendors=NVIDIA&max_count="
       "1&objective=cost",
       {"a100-pcie-80gb", "a100-sxm4-80gb", "h100-sxm5-80gb", "h100-pcie-80gb", "h100-nvl-94gb", "gh200-96gb"},
       "36 GB of 4-bit weights, activations and the loss want 80 GB"},
      {"FullTuning8b",
       "workload=finetune&model=llama-3.1-8b&method=full&segments=datacenter&vendors=NVIDIA&objective=cost",
       {"h100-sxm5-80gb", "h100-pcie-80gb", "h100-nvl-94gb", "gh200-96gb", "a100-sxm4-80gb", "a100-pcie-80gb"},
       "18 bytes a parameter are 145 GB, over a few GPUs of 80 GB"},
      {"OneStreamCheap",
       "model=llama-3.1-8b&weights=awq-int4&concurrency=1&segments=consumer&vendors=NVIDIA&max_count=1&objective=cost",
       {"rtx-5070-ti", "rtx-3090", "rtx-4070-ti-super"},
       "bandwidth for the money: 896 GB/s for $750, or used cards"},
      {"OneStreamFast",
       "model=llama-3.1-8b&weights=awq-int4&concurrency=1&segments=consumer&max_count=1&objective=speed",
       {"rtx-5090"},
       "1,792 GB/s, most of any card for a desktop"},
      {"ServiceOf8b",
       "model=llama-3.1-8b&weights=fp8&requests_per_minute=600&ttft_p95_ms=2000&tpot_p95_ms=100&vendors=NVIDIA&"
       "segments=datacenter&objective=cost",
       {"h100-pcie-80gb", "h100-nvl-94gb", "h100-sxm5-80gb", "gh200-96gb", "l40s"},
       "FP8 arithmetic for the prompts, and room for the cache of many"},
      {"Fast70bFor32",
       "model=llama-3.3-70b&weights=fp8&kv=fp8&concurrency=32&vendors=NVIDIA&segments=datacenter&max_count=8&objective="
       "speed",
       {"b200-sxm-180gb", "b300-sxm-288gb", "gb200-per-gpu", "gb300-per-gpu"},
       "8 TB/s each and NVLink 5 between eight"},
      {"Cheap70bFor32",
       "model=llama-3.3-70b&weights=fp8&kv=fp8&concurrency=32&vendors=NVIDIA&segments=datacenter&max_count=8&objective="
       "cost",
       {"gh200-96gb", "h100-nvl-94gb", "h200-nvl-141gb", "h200-sxm-141gb"},
       "71 GB of weights on one device: nothing is paid for links"},
      {"Serve405bOnANode",
       "model=llama-3.1-405b&weights=fp8&kv=fp8&concurrency=16&vendors=NVIDIA&segments=datacenter&max_count=8&"
       "objective=speed",
       {"b200-sxm-180gb", "gb200-per-gpu", "b300-sxm-288gb"},
       "406 GB read a token: bandwidth, and NVLink between eight"},
      {"ServeMixtureOnANode",
       "model=deepseek-v3&weights=fp8&kv=fp8&concurrency=64&segments=datacenter&max_count=8&objective=cost",
       {"h200-nvl-141gb", "h200-sxm-141gb", "mi300x-192gb", "mi325x-256gb", "mi350x-288gb"},
       "671 GB of weights, few of them active: memory for the money"},
      {"Large70bAtHome",
       "model=llama-3.3-70b&weights=gguf-q4_k_m&engine=llama.cpp&concurrency=1&input_tokens=1024&output_tokens=256&"
       "segments=consumer~apple~workstation&max_purchase_usd=6000&max_count=2&objective=speed",
       {"rtx-3090", "rtx-3090-ti"},
       "43 GB on two used cards of 24 GB and 936 GB/s"},
      {"MixtureAtHome",
       "model=gpt-oss-120b&weights=gguf-mxfp4&engine=llama.cpp&concurrency=1&segments=consumer~apple~edge~workstation&"
       "max_purchase_usd=5000&max_count=1&objective=cost",
       {"ryzen-ai-max-395-128gb", "dgx-spark-gb10"},
       "63 GB of weights of which 5 billion parameters work: unified memory is enough"},
      {"Large70bOnAMac",
       "model=llama-3.3-70b&weights=gguf-q4_k_m&engine=llama.cpp&concurrency=1&input_tokens=1024&output_tokens=256&"
       "segments=apple&max_count=1&objective=speed",
       {"apple-m3-ultra", "apple-m2-ultra", "apple-m5-ultra"},
       "800 GB/s of unified memory and more, twice those of Max"},
      {"ImagesOnACard",
       "model=sdxl-base&vendors=NVIDIA&segments=consumer&max_count=1&objective=cost",
       {"rtx-4070-ti-super", "rtx-4080-super", "rtx-4090"},
       "compute-bound and 9 GB: tensor rate for the money, memory hardly counts"},
      {"ImagesFast",
       "model=sdxl-base&vendors=NVIDIA&segments=datacenter&max_count=1&objective=speed",
       {"b200-sxm-180gb", "b300-sxm-288gb", "gb200-per-gpu"},
       "compute-bound: the largest rate in 16 bits"},
      {"LittlePower",
       "model=llama-3.1-8b&weights=awq-int4&concurrency=4&max_count=1&max_power_w=300&vendors=NVIDIA&segments="
       "datacenter~workstation&objective=energy",
       {"l4", "t4"},
       "70 and 72 W at 300 GB/s"},
      {"VisionTraining",
       "workload=train&model=resnet50&vendors=NVIDIA&segments=consumer&max_count=1&max_purchase_usd=5000&objective="
       "speed",
       {"rtx-5090", "rtx-4090"},
       "bandwidth and tensor rate of the largest cards"},
      {"OfflineBatch",
       "workload=batch&model=llama-3.1-8b&weights=fp8&max_count=1&segments=datacenter&vendors=NVIDIA&objective=cost",
       {"gh200-96gb", "h100-nvl-94gb", "h100-sxm5-80gb", "b200-sxm-180gb"},
       "many requests use arithmetic in FP8, and memory holds them"},
      {"LongPrompts",
       "model=llama-3.1-70b&weights=fp8&kv=fp8&input_tokens=120000&output_tokens=512&concurrency=4&vendors=NVIDIA&"
       "segments=datacenter&max_count=8&objective=cost",
       {"h100-nvl-94gb", "gh200-96gb", "h200-nvl-141gb", "h200-sxm-141gb", "b200-sxm-180gb"},
       "prompts of 120,000 tokens are compute-bound, and 79 GB of cache stand beside 71 GB of weights"},
      {"Large32bOnACard",
       "model=qwen3-32b&weights=awq-int4&concurrency=1&segments=consumer&vendors=NVIDIA&max_count=1&objective=cost",
       {"rtx-3090", "rtx-4090"},
       "19 GB in 4 bits on the cheapest cards of 24 GB"},
  };
  return all;
}

class ExpertCases : public testing::TestWithParam<ExpertCase> {};

TEST_P(ExpertCases, TheFamilyIsAmongTheFirstThree) {
  const DecodedUrl asked = decode_url(std::string("#v=1&") + GetParam().scenario);
  ASSERT_TRUE(asked.notices.empty()) << asked.notices.front().message;
  const Result<Recommendations> found = recommend(asked.scenario, shipped());
  ASSERT_TRUE(found.ok()) << found.problems().front().message;
  std::string first;
  bool named = false;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, found->recommendations.size()); ++i) {
    const std::string& id = found->recommendations[i].hardware.accelerator;
    first += " " + id;
    named = named || std::count(GetParam().family.begin(), GetParam().family.end(), id) > 0;
  }
  EXPECT_TRUE(named) << "the first are" << first << "; expected, as " << GetParam().reason << ": "
                     << GetParam().family.front();
}

INSTANTIATE_TEST_SUITE_P(All, ExpertCases, testing::ValuesIn(cases()),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace ridgepoint
