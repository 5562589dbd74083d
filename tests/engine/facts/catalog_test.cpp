#include "engine/facts/catalog.h"

#include <gtest/gtest.h>

#include "engine/facts/own_entries.h"
#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

std::vector<RentOffer> on_demand(const Catalog& c, std::string_view accelerator, std::string_view provider) {
  return rent_offers(c, PriceKind::on_demand, accelerator, provider, "");
}

TEST(Normalized, IgnoresCaseSpacesAndDashes) {
  EXPECT_EQ(normalized("Llama 3.1 70B"), "llama3.170b");
  EXPECT_EQ(normalized("llama-3.1-70b"), "llama3.170b");
  EXPECT_EQ(normalized("  "), "");
}

TEST(Find, ByIdAliasAndName) {
  const Catalog c = test::catalog();
  ASSERT_NE(find_accelerator(c, "rtx-4090"), nullptr);
  EXPECT_EQ(find_accelerator(c, "H100")->id, "h100-sxm5-80gb");
  EXPECT_EQ(find_accelerator(c, "h100 sxm5 80gb")->id, "h100-sxm5-80gb");
  EXPECT_EQ(find_model(c, "LLAMA 70b")->id, "llama-3.1-70b");
  EXPECT_EQ(find_format(c, "FP8")->id, "fp8");
  EXPECT_EQ(find_instance(c, "a-8xh100")->provider, "a");
  EXPECT_EQ(find_grid(c, "FRANCE")->id, "fr");
  EXPECT_EQ(find_accelerator(c, "h1000"), nullptr);
  EXPECT_EQ(find_accelerator(c, ""), nullptr);
}

TEST(Find, AcceleratorsWithoutWhatTheirNamesHaveInBrackets) {
  Catalog c = test::catalog();
  Accelerator cpu;
  cpu.id = "cpu-one";
  cpu.vendor = "AMD";
  cpu.name = "Ryzen 9 7950X (16 cores, DDR5-6000 x2)";
  c.accelerators.push_back(cpu);
  EXPECT_EQ(find_accelerator(c, "Ryzen 9 7950X")->id, "cpu-one");
  EXPECT_EQ(find_accelerator(c, "AMD Ryzen 9 7950X")->id, "cpu-one");
  EXPECT_EQ(find_accelerator(c, "Ryzen 9 7950"), nullptr);
  EXPECT_EQ(find_accelerator(c, "AMD"), nullptr);
}

TEST(FindModel, KnowsCopiesByTheModelTheyAreOf) {
  const Catalog c = test::catalog();
  for (const char* name : {"someone/Llama-3.1-8B", "llama-3.1-8b-Q4_K_M.gguf", "x/llama-3.1-8b-GGUF",
                           "llama-3.1-8b-4bit", "hf.co/x/Llama-3.1-8B-GGUF:Q4_K_M", "llama-3.1-8b:latest",
                           "Llama 3.1 8B [LoRA]", "llama-3.1-8b-IQ2_XS", "llama-3.1-8b-w8a8", "llama-3.1-8b-AWQ-INT4"})
    EXPECT_EQ(find_model(c, name), &c.models[0]) << name;
  for (const char* name : {"llama-3.1-8b-uncensored", "llama-3.1", "-q4_k_m", "/", "gguf", ".gguf", "[x]"})
    EXPECT_EQ(find_model(c, name), nullptr) << name;
}

TEST(FindModel, KnowsReleasesByTheModelTheyAreOf) {
  Catalog c = test::catalog();
  for (const char* name :
       {"Llama-3.1-8B-Instruct", "meta-llama/Meta-Llama-3.1-8B-Instruct", "llama-3.1-8b-it", "Llama-3.1-8B-Base",
        "nvidia/Llama-3.1-8B-Instruct-FP8", "Llama-3.1-8B-Thinking-2507", "Llama-3.1-8B-20260131-NVFP4",
        "RedHatAI/Meta-Llama-3.1-8B-Instruct-quantized.w8a8", "x/Llama-3.1-8B-it-qat-w4a16-ct", "Llama 3.1 8B FP8",
        "x/Llama-3.1-8B-FP8-dynamic", "llama-3.1:8b-instruct-q4_K_M"})
    EXPECT_EQ(find_model(c, name), &c.models[0]) << name;
  for (const char* name : {"Llama-3.1-8B-Preview", "Llama-3.1-8B-Coder", "Llama-3.1-8B-25", "Instruct", "2507",
                           "Llama-3.1-Instruct", "-Instruct"})
    EXPECT_EQ(find_model(c, name), nullptr) << name;
  // A release with a record of its own is that, and copies of it are.
  ModelRecord release = c.models[0];
  release.id = "llama-3.1-8b-thinking-2507";
  c.models.push_back(release);
  EXPECT_EQ(find_model(c, "x/Llama-3.1-8B-Thinking-2507-AWQ"), &c.models.back());
  EXPECT_EQ(find_model(c, "Llama-3.1-8B-Thinking-2601"), &c.models[0]);
}

TEST(FindModel, ReadsAnAliasWithItsOwnerAndWithout) {
  Catalog c = test::catalog();
  c.models[1].aliases = {"maker/Big-Llama"};
  for (const char* name : {"maker/Big-Llama", "big llama", "someone/Big-Llama-FP8"})
    EXPECT_EQ(find_model(c, name), &c.models[1]) << name;
}

TEST(FormatNamed, IsTheOneThatTheNameEndsWith) {
  Catalog c = test::catalog();
  for (const char* id : {"nvfp4", "mxfp4", "awq-int4", "gptq-int4", "gptq-int8", "bnb-nf4", "mlx-4bit", "gguf-q4_k_m",
                         "int8", "w8a16-int8"})
    c.formats.push_back({.id = id});
  c.formats.push_back({.id = "mxfp8", .for_weights = false});
  c.formats.push_back({.id = "exl3-4bpw", .bits = 4});
  const std::pair<const char*, const char*> expected[] = {{"x/Model-FP8", "fp8"},
                                                          {"Model-BF16", "bf16"},
                                                          {"nvidia/Model-NVFP4", "nvfp4"},
                                                          {"nvidia/Model-FP4", "nvfp4"},
                                                          {"x/Model-NVFP4-FP8", "nvfp4"},
                                                          {"x/Model-FP8-dynamic", "fp8"},
                                                          {"x/Model-AWQ-INT4", "awq-int4"},
                                                          {"x/Model-GPTQ-Int4", "gptq-int4"},
                                                          {"x/Model-GPTQ-Int8", "gptq-int8"},
                                                          {"x/Model-quantized.w8a8", "int8"},
                                                          {"x/Model-quantized.w4a16", "gptq-int4"},
                                                          {"x/Model-bnb-4bit", "bnb-nf4"},
                                                          {"mlx-community/Model-4bit", "mlx-4bit"},
                                                          {"x/Model-MLX-4bit", "mlx-4bit"},
                                                          {"x/Model-Q4_K_M.gguf", "gguf-q4_k_m"},
                                                          {"hf.co/x/Model-GGUF:Q4_K_M", "gguf-q4_k_m"},
                                                          {"x/Model-Q4_K_M-GGUF", "gguf-q4_k_m"},
                                                          {"unsloth/Model-UD-Q4_K_XL.gguf", "gguf-q4_k_m"},
                                                          {"mlx-community/Model-4bit-DWQ", "mlx-4bit"},
                                                          {"x/Model-exl3-4.0bpw", "exl3-4bpw"},
                                                          {"x/Model-4.25bpw-h6-exl3", "exl3-4bpw"}};
  for (const auto& [name, id] : expected) {
    const NumberFormat* found = format_named(c, name);
    EXPECT_EQ(found ? found->id : "none", id) << name;
  }
  // What says nothing of bits, or is in no list of formats of weights, leaves the format open.
  for (const char* name : {"Model", "Model-Instruct", "Model-GGUF", "Model-4bit", "Model-Q7_K_XL", "Model-MXFP8", "FP8",
                           "Model-FP8-Instruct"})
    EXPECT_EQ(format_named(c, name), nullptr) << name;
}

TEST(FindFormat, ReadsTheWordsThatNamesSayItWith) {
  Catalog c = test::catalog();
  for (const char* id : {"gguf-q4_k_m", "gguf-q6_k", "gguf-q8_0", "mlx-4bit"}) c.formats.push_back({.id = id});
  c.formats.push_back({.id = "exl3-3bpw", .bits = 3});
  c.formats.push_back({.id = "exl3-4bpw", .bits = 4});
  for (const auto& [name, id] :
       std::initializer_list<std::pair<const char*, const char*>>{{"Q4_K_M", "gguf-q4_k_m"},
                                                                  {"UD-Q4_K_XL", "gguf-q4_k_m"},
                                                                  {"Q6_K_L", "gguf-q6_k"},
                                                                  {"UD-Q8_K_XL", "gguf-q8_0"},
                                                                  {"FP8 block", "fp8"},
                                                                  {"MLX 4bit DWQ", "mlx-4bit"},
                                                                  {"EXL3 4.0bpw", "exl3-4bpw"},
                                                                  {"EXL3 3.2bpw", "exl3-3bpw"}}) {
    const NumberFormat* found = find_format(c, name);
    EXPECT_EQ(found ? found->id : "none", id) << name;
  }
  for (const char* name : {"", "some FP8", "EXL3 9bpw", "4bit", "gguf", "dynamic", "Q4"})
    EXPECT_EQ(find_format(c, name), nullptr) << name;
}

TEST(AnsweredName, IsTheRecordsUnlessAnotherWasAsked) {
  ModelRecord r;
  r.id = "qwen2.5-7b";
  r.name = "Qwen2.5 7B";
  for (const char* asked : {"qwen2.5-7b", "Qwen2.5 7B", "Qwen/Qwen2.5-7B-Instruct", "x/Qwen2.5-7B-Instruct-Q4_K_M.gguf",
                            "qwen2.5 7b fp8", "nvidia/Qwen2.5-7B-NVFP4"})
    EXPECT_EQ(answered_name(r, asked), "Qwen2.5 7B") << asked;
  EXPECT_EQ(answered_name(r, "Qwen/Qwen2.5-Coder-7B-Instruct-AWQ"), "Qwen2.5-Coder-7B-Instruct (as Qwen2.5 7B)");
  EXPECT_EQ(answered_name(r, "x/OpenThinker-7B"), "OpenThinker-7B (as Qwen2.5 7B)");
  EXPECT_EQ(answered_name(r, "Qwen2.5-7B-2601"), "Qwen2.5-7B-2601 (as Qwen2.5 7B)");
  EXPECT_EQ(answered_name(r, "Qwen3.8-7B"), "Qwen3.8-7B (as Qwen2.5 7B)");
  r.aliases = {"other", "Qwen/Qwen2.5-7B-Instruct-2409"};
  EXPECT_EQ(answered_name(r, "Qwen2.5-7B-Instruct-2409-FP8"), "Qwen2.5 7B");
  EXPECT_EQ(answered_name(r, "Other"), "Other (as Qwen2.5 7B)");
  r.name = "";
  EXPECT_EQ(answered_name(r, "Qwen2.5 7B"), "qwen2.5-7b");
}

TEST(Nearest, SuggestsWhatWasMeant) {
  const std::vector<std::string> known = {"h100-sxm5-80gb", "a100-sxm4-80gb", "rtx-4090", "rtx-3090"};
  EXPECT_EQ(nearest("rtx-4900", known, 1), std::vector<std::string>{"rtx-4090"});
  EXPECT_EQ(nearest("rtx 409", known, 1), std::vector<std::string>{"rtx-4090"});
  EXPECT_EQ(nearest("h100", known, 1), std::vector<std::string>{"h100-sxm5-80gb"});
  EXPECT_EQ(nearest("h1000", known, 1), std::vector<std::string>{"h100-sxm5-80gb"});  // all but the last sign agree
  EXPECT_TRUE(nearest("completely different", known).empty());
}

// What is contained is one away, what begins so two; of others two signs may differ, of long names a third.
TEST(Nearest, SaysHowFarOffIsNear) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(nearest("b2", {"rtx-b200", "b200"}), (Names{"b200", "rtx-b200"}));  // the shorter first
  EXPECT_TRUE(nearest("b", {"b200", "rtx-b200"}).empty());
  EXPECT_EQ(nearest("b20x", {"b200-of-sxm"}), Names{"b200-of-sxm"});
  EXPECT_TRUE(nearest("b2x", {"b200-of-sxm"}).empty());
  EXPECT_EQ(nearest("abcdef", {"abcdxy", "abcxyz"}), Names{"abcdxy"});
  EXPECT_EQ(nearest("abcdefghi", {"abcdefxyz", "abcdewxyz"}), Names{"abcdefxyz"});
  EXPECT_EQ(nearest("h100", {"h100-pcie", "h100-nvl", "h100-sxm", "h100-x"}, 2), (Names{"h100-x", "h100-nvl"}));
}

TEST(NearestModels, HaveTheNumbersOfTheName) {
  const Catalog c = test::catalog();
  EXPECT_EQ(nearest_models(c, "lama-3.1-8b").front(), "llama-3.1-8b");
  EXPECT_EQ(nearest_models(c, "llama-3.1"), (std::vector<std::string>{"llama-3.1-8b", "llama-3.1-70b"}));
  EXPECT_EQ(nearest_models(c, "llama-3.1-7b").front(), "llama-3.1-8b");
  EXPECT_EQ(nearest_models(c, "hf.co/x/Llama-3.1-GGUF:latest").front(), "llama-3.1-8b");
}

// Of a version that is not there: others of the line, of that size first, the newest first; never another line.
TEST(NearestModels, AreOfTheLineOfTheName) {
  Catalog c = test::catalog();
  const auto add = [&](const char* id, const char* release) {
    c.models.push_back(c.models.front());
    c.models.back().id = id;
    c.models.back().release = release;
    c.models.back().aliases.clear();
  };
  for (const auto& [id, release] : {std::pair("maker-v3-flash", "2025-01"), std::pair("maker-v4-flash", "2026-04"),
                                    std::pair("maker-v4-pro", "2026-05"), std::pair("maker-ocr-2", "2026-06")})
    add(id, release);
  using Ids = std::vector<std::string>;
  EXPECT_EQ(nearest_models(c, "owner/Maker-V4.5-Flash:Q4_K_M"), (Ids{"maker-v4-flash", "maker-v3-flash"}));
  EXPECT_EQ(nearest_models(c, "maker-v2-pro"), Ids{"maker-v4-pro"});
  EXPECT_TRUE(nearest_models(c, "taker-v9").empty());
  EXPECT_EQ(nearest_models(c, "llama-3.9-8b"), (Ids{"llama-3.1-8b", "llama-3.1-70b"}));
  EXPECT_EQ(nearest_models(c, "llama-4.1-70b"), (Ids{"llama-3.1-70b", "llama-3.1-8b"}));
}

TEST(NearestModels, AreThoseOfANearAliasWhereNoIdIsNear) {
  Catalog c = test::catalog();
  c.models.front().aliases = {"mistralai/Mistral-7B-v0.3", "mistral-7b"};
  EXPECT_EQ(nearest_models(c, "mistrl 7b"), std::vector<std::string>{c.models.front().id});
  EXPECT_TRUE(nearest_models(c, "mistrl 8x22b").empty());
}

TEST(Nearest, SurvivesAbsurdNames) { EXPECT_TRUE(nearest(std::string(1000000, 'x'), {"rtx-4090"}).empty()); }

TEST(Merged, OwnEntriesReplaceAndComeFirst) {
  Overrides own;
  own.accelerators = {test::h100()};
  own.accelerators[0].memory_gb = 96;
  const Catalog c = merged(test::catalog(), own);
  EXPECT_EQ(c.accelerators.size(), 2u);
  EXPECT_EQ(c.accelerators[0].memory_gb, 96);
}

TEST(Merged, AnOwnPriceReplacesAllOfItsKind) {
  Overrides own;
  own.prices = {{.of = "a-8xh100", .kind = PriceKind::on_demand, .amount = usd(8), .priced = "2020-01-01"}};
  const Catalog c = merged(test::catalog(), own);
  const auto offers = on_demand(c, "h100-sxm5-80gb", "a");
  ASSERT_EQ(offers.size(), 1u);
  EXPECT_EQ(offers[0].usd_per_gpu_h, 1.0);
}

TEST(RentOffers, TakeTheNewestPriceOfEachInstanceAndSortByGpu) {
  const Catalog c = test::catalog();
  const auto offers = on_demand(c, "h100-sxm5-80gb", "");
  ASSERT_EQ(offers.size(), 3u);
  EXPECT_EQ(offers[0].usd_per_gpu_h, 3.0);
  EXPECT_EQ(offers[1].usd_per_gpu_h, 4.0);  // 32 / 8, not the older 24 / 8
  EXPECT_EQ(offers[2].usd_per_gpu_h, 7.0);
  EXPECT_TRUE(on_demand(c, "rtx-4090", "").empty());
  EXPECT_TRUE(rent_offers(c, PriceKind::spot, "h100-sxm5-80gb", "", "").empty());  // spot
}

TEST(RentOffers, LeaveOutWhatCannotBeRentedAndAverages) {
  Catalog c = test::catalog();
  c.instances[0].status = Status::ended;
  c.instances[1].status = Status::ended;
  c.instances[2].tier = Tier::average;
  index_prices(c);
  EXPECT_TRUE(on_demand(c, "h100-sxm5-80gb", "").empty());
  for (const char* provider : {"a", "b", "c"})
    EXPECT_TRUE(on_demand(c, "h100-sxm5-80gb", provider).empty()) << provider;
}

TEST(RentOffers, ShowServerlessMarketplacesAndEndpointsOnlyToWhoAsksForTheProvider) {
  for (const Tier tier : {Tier::serverless, Tier::marketplace, Tier::endpoint}) {
    Catalog c = test::catalog();
    c.instances[2].tier = tier;
    index_prices(c);
    EXPECT_EQ(on_demand(c, "h100-sxm5-80gb", "").size(), 2u);
    EXPECT_EQ(on_demand(c, "h100-sxm5-80gb", "c").size(), 1u);
    EXPECT_TRUE(on_demand(c, "h100-sxm5-80gb", "b").front().instance->provider == "b");
  }
}

TEST(RentOffers, ByTheGpuAreOffersLikeInstances) {
  Catalog c = test::catalog();
  c.instances[2].tier = Tier::per_gpu;
  index_prices(c);
  EXPECT_EQ(on_demand(c, "h100-sxm5-80gb", "").size(), 3u);
}

TEST(RentOffers, WhatMayBeTakenBackIsRentedAsSpot) {
  Catalog c = test::catalog();
  c.instances[2].interruptible = true;
  index_prices(c);
  const auto spot = [&](const char* provider) {
    return rent_offers(c, PriceKind::spot, "h100-sxm5-80gb", provider, "");
  };
  EXPECT_EQ(on_demand(c, "h100-sxm5-80gb", "").size(), 2u);
  EXPECT_TRUE(on_demand(c, "h100-sxm5-80gb", "c").empty());
  ASSERT_EQ(spot("").size(), 1u);
  EXPECT_EQ(spot("c")[0].usd_per_gpu_h, 3);  // that on demand, where it has no other
  c.prices.push_back({.of = "c-1xh100", .kind = PriceKind::spot, .amount = usd(2), .priced = "2026-10-01"});
  index_prices(c);
  EXPECT_EQ(spot("")[0].usd_per_gpu_h, 2);
}

TEST(RentOffers, OfWhatNobodyElseIsOfferedAreThoseOfAPersonWhoRentsIt) {
  Catalog c = test::catalog();
  c.instances[1].status = Status::ended;
  c.instances[2].tier = Tier::average;
  c.instances[2].provenance["accelerator"] = {.unverified = true};
  index_prices(c);
  Overrides own;
  own.prices = {{.of = "b-8xh100", .amount = usd(16)}, {.of = "c-1xh100", .amount = usd(1)}};
  const auto offers = on_demand(merged(c, own), "h100-sxm5-80gb", "");
  ASSERT_EQ(offers.size(), 3u);
  EXPECT_EQ(offers[0].usd_per_gpu_h, 1);
  EXPECT_EQ(offers[1].usd_per_gpu_h, 2);  // 16 / 8
}

TEST(RentOffers, OfADeviceThatIsNotCertainWaitForTheProvidersName) {
  Catalog c = test::catalog();
  c.instances[0].provenance["accelerator"] = {.unverified = true};
  index_prices(c);
  EXPECT_EQ(on_demand(c, "h100-sxm5-80gb", "").size(), 2u);
  EXPECT_EQ(on_demand(c, "h100-sxm5-80gb", "a").size(), 1u);
}

TEST(ApiOffers, TakeTheNewestPriceOfEachHostCheapestFirst) {
  const Catalog c = test::catalog();
  const auto offers = api_offers(c, "llama-3.1-8b", "");
  ASSERT_EQ(offers.size(), 2u);
  EXPECT_EQ(offers[0]->provider, "b");        // 3 x 0.1 + 0.1
  EXPECT_EQ(in_usd(offers[1]->output), 0.4);  // 3 x 0.1 + 0.4, not the older 3 x 0.2 + 0.2
  EXPECT_EQ(api_offers(c, "llama-3.1-8b", "a").size(), 1u);
  EXPECT_TRUE(api_offers(c, "llama-3.1-70b", "").empty());
}

TEST(ProviderName, IsTheOnePeopleKnow) {
  const Catalog c = test::catalog();
  EXPECT_EQ(provider_name(c, "a"), "Cloud A");
  EXPECT_EQ(provider_name(c, "elsewhere"), "elsewhere");
}

TEST(ApiOffers, WhatIsNotServedAnyMoreIsNotQuoted) {
  Catalog c = test::catalog();
  EXPECT_EQ(api_offers(c, "llama-3.1-8b", "a").size(), 1u);
  c.api[1].status = Status::ended;  // the newest price of the offer
  index_prices(c);
  EXPECT_TRUE(api_offers(c, "llama-3.1-8b", "a").empty());
}

}  // namespace
}  // namespace ridgepoint
