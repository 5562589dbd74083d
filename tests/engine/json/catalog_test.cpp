#include "engine/json/catalog.h"

#include <gtest/gtest.h>

#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint::json {
namespace {

constexpr const char* kSmall = R"({"date": "2026-01-02",
  "sources": [{"id": "sheet", "title": "Data sheet", "url": "https://example.org"}],
  "formats": [{"id": "bf16", "bits": 16, "arithmetic": "bf16"}],
  "accelerators": [{"id": "a1", "name": "A One", "memory_gb": {"value": 80, "source": "sheet", "retrieved": "2026-01-01"},
                    "rates_tflops": {"bf16": {"value": 100, "unverified": true}}}],
  "models": [{"id": "m1", "layers": 2, "linear": {"layers": 1},
              "compressed": [{"layers": 1, "ratio": 4, "top_k": 512}]}],
  "capabilities": [{"id": "fp8", "name": "FP8", "compute_capability": 8.9}],
  "providers": [{"id": "p1", "name": "P One"}],
  "instances": [{"id": "i1", "provider": "p1", "accelerator": {"value": "a1", "unverified": true}, "count": 8,
                 "tier": "endpoint", "status": "superseded"}],
  "prices": [{"of": "i1", "kind": "on_demand", "usd": 20, "priced": "2026-01-01"}],
  "api": [{"provider": "p1", "model": "m1", "input_usd_m": 0.5, "output_usd_m": 1.5, "priced": "2026-07-02",
           "served_as": "p/m-one"}],
  "grids": [{"id": "fr", "name": "France", "co2_g_kwh": 56, "year": 2023, "basis": "direct",
             "industrial_usd_kwh": {"value": 0.1, "unverified": true}, "priced": "2025"}],
  "calibration": {"efficiencies": [{"id": "all"}], "errors": [{"figure": "tpot", "rows": 3}]}})";

Result<CatalogFile> read_catalog(std::string_view text) {
  CatalogReading reading;
  if (Problems problems = reading.add(text); !problems.empty()) return problems;
  while (reading.step()) {}
  return reading.done();
}

TEST(CatalogJson, ReadsEveryKind) {
  const Result<CatalogFile> file = read_catalog(kSmall);
  ASSERT_TRUE(file.ok()) << to_text(to_json(file.problems()));
  EXPECT_EQ(file->catalog.date, "2026-01-02");
  EXPECT_EQ(file->catalog.sources.size(), 1u);
  EXPECT_EQ(file->catalog.formats[0].bits, 16);
  EXPECT_EQ(file->catalog.accelerators[0].memory_gb, 80);
  EXPECT_EQ(file->catalog.accelerators[0].rates[Arithmetic::bf16]->value, 100e12);
  EXPECT_EQ(file->catalog.models[0].linear->layers, 1);
  EXPECT_EQ(file->catalog.providers[0].name, "P One");
  EXPECT_EQ(file->catalog.models[0].compressed[0].top_k, 512);
  EXPECT_EQ(file->catalog.capabilities[0].compute_capability, 8.9);
  EXPECT_EQ(file->catalog.instances[0].count, 8);
  EXPECT_EQ(file->catalog.instances[0].tier, Tier::endpoint);
  EXPECT_EQ(file->catalog.instances[0].status, Status::ended);
  EXPECT_TRUE(file->catalog.instances[0].provenance.at("accelerator").unverified);
  EXPECT_EQ(in_usd(file->catalog.prices[0].amount), 20);
  EXPECT_EQ(in_usd(file->catalog.api[0].output), 1.5);
  EXPECT_EQ(file->catalog.grids[0].basis, Co2Basis::direct);
  EXPECT_EQ(file->catalog.grids[0].industrial_usd_kwh, 0.1);
  EXPECT_TRUE(file->catalog.grids[0].provenance.at("industrial_usd_kwh").unverified);
  EXPECT_EQ(file->catalog.calibration.efficiencies[0].id, "all");
  EXPECT_EQ(file->catalog.calibration.errors[0].rows, 3);
}

TEST(CatalogJson, KeepsWhereFactsComeFrom) {
  const Result<CatalogFile> file = read_catalog(kSmall);
  const ProvenanceMap& found = file->catalog.accelerators[0].provenance;
  EXPECT_EQ(found.at("memory_gb").source, "sheet");
  EXPECT_EQ(found.at("memory_gb").retrieved, "2026-01-01");
  EXPECT_TRUE(found.at("rates_tflops.bf16").unverified);
}

TEST(CatalogJson, WrittenEntriesReadBack) {
  const Result<CatalogFile> file = read_catalog(kSmall);
  Json whole = Json::object();
  for (const char* kind : {"sources", "formats", "accelerators", "models", "providers", "instances", "prices", "api",
                           "grids", "capabilities"}) {
    const Result<Json> entries = catalog_json(file->catalog, kind);
    ASSERT_TRUE(entries.ok());
    ASSERT_TRUE(entries->is_array());
    whole[kind] = *entries;
  }
  EXPECT_EQ(whole["accelerators"][0]["memory_gb"], 80);
  EXPECT_EQ(whole["accelerators"][0]["provenance"]["rates_tflops.bf16"]["unverified"], true);
  const Result<CatalogFile> back = read_catalog(to_text(whole));
  ASSERT_TRUE(back.ok()) << to_text(to_json(back.problems()));
  EXPECT_EQ(*catalog_json(back->catalog, "accelerators"), whole["accelerators"]);
  EXPECT_EQ(*catalog_json(back->catalog, "models"), whole["models"]);
}

TEST(CatalogJson, ProblemsPointToTheRecord) {
  const Result<CatalogFile> file = read_catalog(R"({"accelerators": [{"id": "a"}, {"memory_gb": 1}], "model": []})");
  ASSERT_EQ(file.problems().size(), 3u);
  EXPECT_EQ(file.problems()[0].path, "/accelerators/0/memory_gb");
  EXPECT_EQ(file.problems()[1].path, "/accelerators/1/id");
  EXPECT_EQ(file.problems()[2].path, "/model");
  EXPECT_EQ(file.problems()[2].suggestions.front(), "models");
}

TEST(CatalogJson, CoefficientsAreNeeded) {
  const Result<Calibration> none = read_calibration(R"({"efficiencies": []})");
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.problems().front().code, "missing");
  EXPECT_EQ(none.problems().front().message, "There are no coefficients.");
}

TEST(CatalogJson, UnknownKindsAreRefused) {
  const Result<CatalogFile> file = read_catalog(kSmall);
  const Result<Json> entries = catalog_json(file->catalog, "acelerators");
  ASSERT_FALSE(entries.ok());
  EXPECT_EQ(entries.problems().front().code, "unknown_kind");
  EXPECT_EQ(entries.problems().front().message, "The catalog has no \"acelerators\".");
  EXPECT_EQ(entries.problems().front().suggestions.front(), "accelerators");
}

TEST(ShippedCatalog, HasSeveralHostsOfTheModelThatThePageOpensWith) {
  const std::vector<const ApiPrice*> offers = api_offers(shipped(), "llama-3.1-70b", "");
  ASSERT_GE(offers.size(), 2u);
  for (const ApiPrice* offer : offers) EXPECT_EQ(offer->model, "llama-3.1-70b");
}

// From the tables of hardware in the engines' documentation and from what their code refuses (vllm-hardware,
// vllm-quantization, sglang-quantization).
TEST(CatalogJson, EnginesReadFormatsByDevice) {
  const auto reads = [](const char* engine, const char* format, const char* device) {
    const Catalog& c = shipped();
    return !holding(find_engine(c, engine)->unread, *find_format(c, format), *find_accelerator(c, device));
  };
  for (const char* format : {"bf16", "fp8", "awq-int4", "gptq-int4", "bnb-nf4", "gguf-q4_k_m"})
    EXPECT_TRUE(reads("vllm", format, "h100-sxm5-80gb")) << format;
  EXPECT_FALSE(reads("vllm", "bnb-nf4", "mi300x-192gb"));
  EXPECT_FALSE(reads("vllm", "nf4", "arc-b580-12gb"));
  EXPECT_FALSE(reads("vllm", "gguf-q4_k_m", "arc-b580-12gb"));
  EXPECT_TRUE(reads("vllm", "gguf-q4_k_m", "mi300x-192gb"));
  EXPECT_TRUE(reads("vllm", "awq-int4", "mi300x-192gb"));
  EXPECT_TRUE(reads("vllm", "awq-int4", "cpu-epyc-9654"));
  for (const char* format : {"fp8", "bnb-nf4", "gguf-q4_k_m"})
    EXPECT_FALSE(reads("vllm", format, "cpu-epyc-9654")) << format;
  EXPECT_FALSE(reads("sglang", "gguf-q4_k_m", "mi300x-192gb"));
  EXPECT_TRUE(reads("sglang", "gguf-q4_k_m", "h100-sxm5-80gb"));
}

}  // namespace
}  // namespace ridgepoint::json
