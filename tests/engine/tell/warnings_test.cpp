#include <gtest/gtest.h>

#include <algorithm>

#include "engine/base/words.h"
#include "engine/tell/answer.h"
#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

std::vector<std::string> codes(const Scenario& s, const Catalog& catalog = test::catalog()) {
  std::vector<std::string> out;
  for (const Warning& w : warnings(*estimate(s, catalog), catalog)) out.push_back(w.code);
  return out;
}

bool warns(const Scenario& s, const std::string& code, const Catalog& catalog = test::catalog()) {
  const std::vector<std::string> raised = codes(s, catalog);
  return std::find(raised.begin(), raised.end(), code) != raised.end();
}

// What is said under a code; empty when nothing is.
std::string message(const Scenario& s, const std::string& code, const Catalog& catalog = test::catalog()) {
  for (const Warning& w : warnings(*estimate(s, catalog), catalog))
    if (w.code == code) return w.message;
  return "";
}

TEST(Warnings, TheGravestComeFirst) {
  Scenario s;
  s.serve.purpose = RequestPurpose::general;
  s.hardware.count = 1;
  EXPECT_EQ(codes(s).front(), "does_not_fit");
}

// Gradients and states that go between devices beside them are not tensor parallelism's.
TEST(Warnings, CollectivesOfATrainingStepAreCountedOnce) {
  Scenario s;
  s.workload = Workload::train;
  s.model.id = "llama-3.1-8b";
  s.hardware.accelerator = "rtx-4090";
  s.hardware.count = 4;
  s.parallel.tensor = 2;
  const Result<Estimate> e = estimate(s, test::catalog());
  double tensor = 0, all = 0;
  for (const LineSeconds& line : e->speed.time_lines) {
    all += line.s;
    if (line.id == "tensor") tensor += line.s;
  }
  ASSERT_GT(tensor, 0);
  const std::string said = "take " + significant(tensor / all * 100, 2) + "% of a step";
  EXPECT_NE(message(s, "tensor_over_pcie").find(said), std::string::npos) << message(s, "tensor_over_pcie");
}

TEST(Warnings, TensorParallelOverPcie) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.accelerator = "rtx-4090";
  s.hardware.count = 2;
  s.parallel.tensor = 2;
  EXPECT_TRUE(warns(s, "tensor_over_pcie"));
  s.hardware.accelerator = "h100";
  EXPECT_FALSE(warns(s, "tensor_over_pcie"));
}

TEST(Warnings, MemoryOfTheHostIsNotInThePrices) {
  Scenario s;
  s.workload = Workload::train;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 2;
  EXPECT_FALSE(warns(s, "host_memory"));
  s.train.offload = Offload::optimizer;
  // Of 8.03e9 parameters AdamW's moments, the 32-bit copy, gradients and 16-bit weights, as far as they are offloaded.
  EXPECT_EQ(message(s, "host_memory").rfind("149.6 GB of training state lies in host memory", 0), 0u)
      << message(s, "host_memory");
}

TEST(Warnings, RequestsThatWaitOrNeverEnd) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  EXPECT_FALSE(warns(s, "queues"));
  s.serve.concurrency = 1e5;
  EXPECT_TRUE(warns(s, "queues"));
  s.serve.concurrency.reset();
  s.serve.requests_per_minute = 1e6;
  EXPECT_TRUE(warns(s, "saturated"));
  EXPECT_FALSE(warns(s, "queues"));
  s.serve.requests_per_minute = 60;
  EXPECT_FALSE(warns(s, "saturated"));
}

TEST(Warnings, CompletionsThatDoNotFitAreNotGeneratedFasterForIt) {
  // 141 GB of weights in 16 bits; QLoRA's 4-bit weights fit.
  Scenario s;
  s.workload = Workload::finetune;
  s.train.method = Method::qlora;
  s.train.objective = Objective::grpo;
  s.train.sequence = 1024;
  s.train.checkpointing = Checkpointing::full;
  s.train.global_batch = 8;
  s.hardware.count = 1;
  EXPECT_EQ(estimate(s, test::catalog())->memory.fit, Fit::fits);
  EXPECT_TRUE(warns(s, "rollouts_too_large"));
  s.train.objective = Objective::lm;
  EXPECT_FALSE(warns(s, "rollouts_too_large"));
  s.train.objective = Objective::grpo;
  s.model.id = "llama-3.1-8b";
  EXPECT_FALSE(warns(s, "rollouts_too_large"));
}

TEST(Warnings, HeatOfConsumerCardsInARack) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.accelerator = "rtx-4090";
  s.hardware.count = 8;
  s.cost.location = Location::colocation;
  EXPECT_TRUE(warns(s, "derated"));
  s.hardware.derating = 0;
  EXPECT_FALSE(warns(s, "derated"));
}

TEST(Warnings, WhoWaitsForTheEnginesLimit) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 4;
  s.serve.concurrency = 100;
  s.serve.max_sequences = 4;  // of each of four replicas
  std::string message;
  for (const Warning& w : warnings(*estimate(s, test::catalog()), test::catalog()))
    if (w.code == "queues") message = w.message;
  EXPECT_EQ(message.substr(0, 73), "Only 16 of 100 requests run at once, by the limit of concurrent sequences");
}

TEST(Warnings, ArithmeticTheDeviceLacks) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.precision.weights = "fp8";
  s.hardware.accelerator = "rtx-4090";
  EXPECT_EQ(message(s, "no_native_arithmetic").rfind("GeForce RTX 4090 24GB has no native FP8", 0), 0u)
      << message(s, "no_native_arithmetic");
}

TEST(Warnings, UnverifiedFactsThatWereUsed) {
  Catalog c = test::catalog();
  c.accelerators[0].provenance["bandwidth_gb_s"] = {"", "", true};
  EXPECT_EQ(message(Scenario{}, "unverified_facts", c),
            "No source confirms these facts of " + c.accelerators[0].name + ": memory bandwidth.");
  c.accelerators[0].provenance = {{"release", {"", "", true}}};
  EXPECT_FALSE(warns(Scenario{}, "unverified_facts", c));
}

TEST(Warnings, WhatTheDeviceDoesNotSupport) {
  Catalog c = test::catalog();
  c.accelerators[0].compute_capability = "7.5";
  Scenario s;
  EXPECT_FALSE(warns(s, "not_supported", c));  // serving asks for nothing it lacks
  s.workload = Workload::finetune;
  s.train.method = Method::qlora;
  EXPECT_TRUE(warns(s, "not_supported", c));  // FlashAttention-2 on a T4
  s.train.flash_attention = false;
  EXPECT_FALSE(warns(s, "not_supported", c));  // NF4 runs from 6.0 on
  c.accelerators[0].compute_capability = "5.2";
  EXPECT_TRUE(warns(s, "not_supported", c));
  c.accelerators[0].compute_capability = "9.0";
  s.train.flash_attention = true;
  EXPECT_FALSE(warns(s, "not_supported", c));
}

TEST(Warnings, WhatTheEngineDoesNotRunOn) {
  Catalog c = test::catalog();
  c.engines = {{.id = "one", .name = "One"}};
  Scenario s;
  s.serve.engine = "one";
  ServingEngine& engine = c.engines[0];
  Accelerator& device = c.accelerators[0];
  EXPECT_FALSE(warns(s, "not_supported", c));
  engine.on_cpus = OnCpus::only;
  EXPECT_TRUE(warns(s, "not_supported", c));
  engine = {.id = "one", .name = "One", .vendors = {"AMD"}};
  EXPECT_TRUE(warns(s, "not_supported", c));
  engine = {.id = "one", .name = "One", .not_on = {"Google"}};
  EXPECT_FALSE(warns(s, "not_supported", c));
  device.vendor = "Google";
  EXPECT_TRUE(warns(s, "not_supported", c));
  device.segment = Segment::cpu;
  device.vendor = "Ampere";
  EXPECT_FALSE(warns(s, "not_supported", c));
  engine.on_cpus = OnCpus::no;
  EXPECT_TRUE(warns(s, "not_supported", c));
}

TEST(Warnings, WhatTheEngineReadsOnlyOnOtherDevices) {
  Catalog c = test::catalog();
  c.engines = {{.id = "one", .name = "One"}};
  Scenario s;
  s.serve.engine = "one";
  s.precision.weights = "nf4";
  std::vector<FormatsOn>& unread = c.engines[0].unread;
  Accelerator& device = c.accelerators[0];
  EXPECT_FALSE(warns(s, "not_supported", c));
  unread = {{.formats = {"gguf", "nf"}, .on = {"AMD", device.vendor}}};
  EXPECT_EQ(message(s, "not_supported", c),
            device.name + " does not support NF4 weights in One, so this cannot run; figures assume it could.");
  unread[0].on = {"AMD"};
  EXPECT_FALSE(warns(s, "not_supported", c));
  unread[0] = {.formats = {"gguf"}, .on = {device.vendor}};
  EXPECT_FALSE(warns(s, "not_supported", c));
  unread[0] = {.formats = {"nf4"}, .on_cpus = true};
  EXPECT_FALSE(warns(s, "not_supported", c));
  device.segment = Segment::cpu;
  EXPECT_TRUE(warns(s, "not_supported", c));
  unread[0] = {.formats = {"nf4"}, .on = {device.vendor}};  // of its accelerators
  EXPECT_FALSE(warns(s, "not_supported", c));
}

TEST(Warnings, RentsOlderThanHalfAYear) {
  EXPECT_FALSE(warns(Scenario{}, "old_price"));
  Scenario s;
  s.hardware.count = 4;
  s.as_of = "2027-06-01";
  EXPECT_TRUE(warns(s, "old_price"));
}

TEST(Warnings, PurchasePricesOlderThanHalfAYear) {
  Scenario s;
  s.hardware.count = 4;
  s.cost.mode = CostMode::buy;
  EXPECT_FALSE(warns(s, "old_purchase_price"));
  s.as_of = "2027-06-01";
  EXPECT_TRUE(warns(s, "old_purchase_price"));
  s.cost.server_usd = 300000;
  EXPECT_FALSE(warns(s, "old_purchase_price"));
}

TEST(Warnings, ContextBeyondTheModel) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.serve.input_tokens = 200000;
  EXPECT_TRUE(warns(s, "beyond_model_context"));
}

TEST(Warnings, MissingPrices) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.accelerator = "rtx-4090";
  s.hardware.count = 4;
  EXPECT_TRUE(warns(s, "no_rent"));
  EXPECT_TRUE(warns(s, "no_purchase"));
}

TEST(Warnings, FewerThanTwoSequencesForACopyOfTheModel) {
  Scenario s;
  s.workload = Workload::finetune;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 8;
  s.parallel.tensor = s.parallel.pipeline = s.parallel.context = 1;
  s.train.global_batch = 8;
  EXPECT_TRUE(warns(s, "few_sequences"));
  s.train.global_batch = 16;
  EXPECT_FALSE(warns(s, "few_sequences"));
  s.parallel.tensor = 2;  // four copies of two sequences
  s.train.global_batch = 8;
  EXPECT_FALSE(warns(s, "few_sequences"));
}

TEST(Warnings, PaddingThatCosts) {
  Scenario s;
  s.workload = Workload::finetune;
  s.model.id = "llama-3.1-8b";
  EXPECT_FALSE(warns(s, "padding"));
  s.train.packed = false;
  EXPECT_TRUE(warns(s, "padding"));
  s.train.padding = 0;
  EXPECT_FALSE(warns(s, "padding"));
}

// One stream of 8B on one H100.
Scenario small_service() {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 1;
  s.serve.concurrency = 1;
  return s;
}

TEST(Warnings, WhatHasEndedSaysSinceWhenAndWhatIsInItsPlace) {
  Catalog c = test::catalog();
  c.accelerators[0].status = Status::ended;
  c.accelerators[0].ended = "2025-09";
  c.accelerators[0].successor = "rtx-4090";
  EXPECT_NE(message(small_service(), "not_on_sale", c)
                .find("is no longer sold new since 2025-09 (month only); GeForce RTX 4090 24GB replaces it."),
            std::string::npos)
      << message(small_service(), "not_on_sale", c);
  c = test::catalog();
  c.instances[0].status = Status::ended;
  c.instances[0].successor = c.instances[1].id;
  Scenario s = small_service();
  s.hardware.instance = c.instances[0].id;
  EXPECT_EQ(message(s, "not_on_sale", c),
            "Cloud A no longer rents out " + c.instances[0].name + "; " + c.instances[1].name + " replaces it.");
}

TEST(Warnings, AHostThatServesAModelNoLongerSaysSo) {
  Catalog c = test::catalog();
  Scenario s = small_service();
  s.cost.mode = CostMode::api;
  s.cost.provider = "b";
  c.api[2].status = Status::ended;
  c.api[2].ended = "2026-08-16";
  c.api[2].successor = "meta/llama-9b";
  index_prices(c);
  EXPECT_EQ(message(s, "no_hosted", c),
            "Cloud B no longer serves meta/llama-8b since 2026-08-16; meta/llama-9b replaces it; name another host "
            "in /cost/provider, or give your own prices of a million tokens.");
  ApiPrice later = c.api[2];  // of two that have ended, the one that was served longer
  later.served_as = "meta/llama-8b-fast";
  later.ended = "2026-10-01";
  c.api.push_back(later);
  index_prices(c);
  EXPECT_NE(message(s, "no_hosted", c).find("no longer serves meta/llama-8b-fast since 2026-10-01"), std::string::npos);
}

TEST(Warnings, MoreThanASmallServiceTakes) {
  // 16 GB of weights on H100 for $30,000. An RTX 4090 for $1,600 has 1,008 of 3,350 GB/s for 5.3% of the price: 5.64
  // times the bandwidth for the money.
  Catalog c = test::catalog();
  EXPECT_FALSE(warns(small_service(), "overkill", c));  // no price of another device is known
  c.accelerators[1].vendor = "NVIDIA";
  c.prices.push_back({.of = "rtx-4090", .kind = PriceKind::list, .amount = usd(1600), .priced = "2026-05-01"});
  index_prices(c);
  EXPECT_NE(message(small_service(), "overkill", c).find("RTX 4090 24GB holds it at 5.3% of the price, with 5.6 times"),
            std::string::npos)
      << message(small_service(), "overkill", c);
  Scenario s = small_service();
  s.serve.concurrency = 128;  // the cache takes more than 24 GB
  EXPECT_FALSE(warns(s, "overkill", c));
  // 16.06e9 bytes of weights, 1.2e9 beside them and 336e6 for each request: 22e9 to 23e9 bytes are less than nine
  // tenths of 24 GiB and more than nine tenths of 24e9.
  for (const double requests : {14, 15, 16, 17}) {
    s.serve.concurrency = requests;
    EXPECT_TRUE(warns(s, "overkill", c)) << requests;
  }
  s = small_service();
  s.hardware.accelerator = "rtx-4090";
  EXPECT_FALSE(warns(s, "overkill", c));
  c.prices.back().amount = usd(9000);  // the same bandwidth for the money
  EXPECT_FALSE(warns(small_service(), "overkill", c));
}

TEST(Warnings, ForgottenStateOfTraining) {
  // 8B on an RTX 4090: 16.06e9 bytes of weights fit, 4 + 12 bytes a parameter beside them (128.5e9) do not.
  Scenario s;
  s.workload = Workload::finetune;
  s.train.method = Method::full;
  s.model.id = "llama-3.1-8b";
  s.hardware.accelerator = "rtx-4090";
  s.hardware.count = 1;
  EXPECT_NE(message(s, "training_state").find("(15.0 GB on each accelerator) would fit"), std::string::npos)
      << message(s, "training_state");
  EXPECT_NE(message(s, "training_state").find("take 119.7 GB beside"), std::string::npos)
      << message(s, "training_state");
  s.train.method = Method::qlora;
  EXPECT_FALSE(warns(s, "training_state"));
  s.train.method = Method::full;
  s.hardware.accelerator = "h100";
  s.hardware.count = 8;
  EXPECT_FALSE(warns(s, "training_state"));
  s.model.id = "llama-3.1-70b";
  s.hardware.count = 1;
  EXPECT_FALSE(warns(s, "training_state"));  // not even the weights fit
}

TEST(Warnings, CacheAtThePeak) {
  // 8B in 16 bits leaves about 65 GB of H100; 131 kB a token, so 100 requests of 2,560 tokens take 34 GB, 250 take 84.
  Scenario s = small_service();
  s.serve.purpose = RequestPurpose::general;
  s.serve.concurrency = 100;
  EXPECT_FALSE(warns(s, "cache_at_peak"));
  s.serve.concurrency = 150;
  EXPECT_TRUE(warns(s, "cache_at_peak"));
  s.serve.concurrency = 2000;  // they wait already
  EXPECT_FALSE(warns(s, "cache_at_peak"));
}

TEST(Warnings, BandwidthIsWhatCountsForOneStream) {
  // 2 FLOP for 2 bytes of a device that could do 989 TFLOP/s over 3,350 GB/s, 295: 0.3%.
  EXPECT_NE(message(small_service(), "bandwidth_counts").find("less than 1%"), std::string::npos);
  EXPECT_NE(message(small_service(), "bandwidth_counts").find("3,350 GB/s"), std::string::npos);
  Scenario s = small_service();
  s.serve.concurrency = 64;
  EXPECT_FALSE(warns(s, "bandwidth_counts"));
}

TEST(Warnings, OneRequestPaysForTheMachine) {
  EXPECT_TRUE(warns(small_service(), "one_at_a_time"));
  Scenario s = small_service();
  s.serve.concurrency = 2;
  EXPECT_FALSE(warns(s, "one_at_a_time"));
  s = small_service();
  s.hardware.accelerator = "rtx-4090";  // a person's own card
  EXPECT_FALSE(warns(s, "one_at_a_time"));
  s = small_service();  // 141 GB on a card of 80: not even one fits, and no number of them is named
  s.model.id = "llama-3.1-70b";
  s.precision.weights = "bf16";
  s.hardware.count = 1;
  EXPECT_TRUE(warns(s, "does_not_fit"));
  EXPECT_FALSE(warns(s, "one_at_a_time"));
}

TEST(Warnings, RatesWithSparsity) {
  Scenario s = small_service();
  Accelerator own = test::h100();
  own.rates[Arithmetic::bf16] = teraflop_per_second(1978.9);
  s.overrides.accelerators = {own};
  EXPECT_NE(message(s, "sparse_rate").find("twice the catalog's 989"), std::string::npos) << message(s, "sparse_rate");
  s.overrides.accelerators[0].rates[Arithmetic::bf16] = teraflop_per_second(1100);
  EXPECT_FALSE(warns(s, "sparse_rate"));
}

TEST(Warnings, TryBeforeBuying) {
  // Three clouds rent a GPU for $3, 4 and 7: the middle one takes $32 an hour for eight.
  Scenario s = small_service();
  s.hardware.count = 8;
  EXPECT_NE(message(s, "try_first").find("try it for $32.00 an hour, $768 a day. "), std::string::npos)
      << message(s, "try_first");
  s.cost.rent_usd_gpu_h = 2;  // a price of one's own names no offer
  EXPECT_FALSE(warns(s, "try_first"));
  s.cost.rent_usd_gpu_h.reset();
  s.hardware.count = 1;
  EXPECT_TRUE(warns(s, "try_first"));
  s.model.id = "llama-3.1-70b";  // 141 GB on 85.5: nobody should buy it
  s.precision.weights = "bf16";
  EXPECT_FALSE(warns(s, "try_first"));
  s.cost.mode = CostMode::rent;
  EXPECT_FALSE(warns(s, "try_first"));
}

TEST(Warnings, RoomToGrow) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 2;
  s.parallel.tensor = 1;
  s.serve.concurrency.reset();
  s.serve.requests_per_minute = 60;
  const double most = 60 * *estimate(s, test::catalog())->speed.max_requests_per_s;
  // One replica's load: three times it takes 3 / 0.8 replicas, four; ten times 10 / 0.8, thirteen.
  s.serve.requests_per_minute = most / 2;
  EXPECT_NE(message(s, "growth").find("up to 2 times"), std::string::npos) << message(s, "growth");
  EXPECT_NE(message(s, "growth").find("three times as many take 4 accelerators, ten times as many 13."),
            std::string::npos)
      << message(s, "growth");
  s.serve.requests_per_minute = most * 2;
  EXPECT_FALSE(warns(s, "growth"));  // it does not answer what comes now
  s.serve.requests_per_minute.reset();
  EXPECT_FALSE(warns(s, "growth"));
}

// A rule, what raises it, and what takes it back.
struct ShownAndNot {
  const char* code;
  void (*raise)(Scenario&, Catalog&);
  void (*calm)(Scenario&, Catalog&);
};

const ShownAndNot kShownAndNot[] = {
    {"does_not_fit",
     [](Scenario& s, Catalog&) {
       s.model.id = "llama-3.1-70b";
       s.precision.weights = "bf16";
     },
     [](Scenario& s, Catalog&) { s.hardware.count = 4; }},
    {"tight", [](Scenario& s, Catalog&) { s.constraints.headroom = 0.9; },
     [](Scenario& s, Catalog&) { s.constraints.headroom = 0.1; }},
    {"beyond_model_context", [](Scenario& s, Catalog&) { s.serve.input_tokens = 200000; },
     [](Scenario& s, Catalog&) { s.serve.input_tokens = 100000; }},
    {"no_native_arithmetic",
     [](Scenario& s, Catalog&) {
       s.precision.weights = "fp8";
       s.hardware.accelerator = "rtx-4090";
     },
     [](Scenario& s, Catalog&) { s.hardware.accelerator = "h100"; }},
    {"not_on_sale", [](Scenario&, Catalog& c) { c.accelerators[0].status = Status::announced; },
     [](Scenario&, Catalog& c) { c.accelerators[0].status = Status::current; }},
    {"pair_link",
     [](Scenario& s, Catalog& c) {
       s.hardware.count = s.parallel.tensor.emplace(2);
       c.accelerators[0].fabric.pair = gigabytes_per_second(150);
     },
     [](Scenario&, Catalog& c) { c.accelerators[0].fabric.pair = gigabytes_per_second(450); }},
    {"unmeasured", [](Scenario&, Catalog& c) { c.calibration.errors.clear(); },
     [](Scenario&, Catalog& c) {
       c.calibration.errors = {{.figure = "decode_single", .rows = 100, .median = 0.1, .p90 = 0.25, .source = "test"}};
     }},
    {"unmeasured",
     [](Scenario&, Catalog& c) {
       c.calibration.errors = {{.figure = "decode_single", .rows = 100, .median = 0.1, .p90 = 0.25, .source = "test"}};
       c.calibration.efficiencies.insert(c.calibration.efficiencies.begin(), c.calibration.efficiencies.back());
       c.calibration.efficiencies.front().architectures = {"Known"};
       c.calibration.efficiencies.front().id = "known";
     },
     [](Scenario&, Catalog& c) { c.accelerators[0].architecture = "Known"; }},
    {"beyond_measured",
     [](Scenario& s, Catalog& c) {
       c.calibration.errors = {{.figure = "decode_single", .rows = 100, .p90 = 0.25, .most = {4096, 16, 1}}};
       s.serve.input_tokens = 9000;
     },
     [](Scenario& s, Catalog&) { s.serve.input_tokens = 1000; }},
    {"newer_software",
     [](Scenario& s, Catalog& c) {
       c.date = "2026-11-21";
       s.serve.engine_date = "2099";
     },
     [](Scenario& s, Catalog&) { s.serve.engine_date = "2026-11"; }},
    {"idle_replicas",
     [](Scenario& s, Catalog&) {
       s.hardware.count = 4;
       s.parallel.tensor = 1;
     },
     [](Scenario& s, Catalog&) { s.serve.concurrency = 4; }},
    {"synthesized_model",
     [](Scenario& s, Catalog&) {
       s.model.id = "";
       s.model.params_b = 7;
     },
     [](Scenario& s, Catalog&) { s.model = {.id = "llama-3.1-8b"}; }},
    {"assumed_acceptance",
     [](Scenario& s, Catalog&) {
       s.model.id = "llama-3.1-70b";
       s.hardware.count = 4;
       s.serve.speculative.draft = "llama-3.1-8b";
     },
     [](Scenario& s, Catalog&) { s.serve.speculative = {}; }},
    {"draft_vocabulary",
     [](Scenario& s, Catalog& c) {
       s.model.id = "llama-3.1-70b";
       s.hardware.count = 4;
       s.serve.speculative.draft = "llama-3.1-8b";
       c.models[0].vocab = 32000;
     },
     [](Scenario&, Catalog& c) { c.models[0].vocab = c.models[1].vocab; }},
    {"no_prediction_layers", [](Scenario& s, Catalog&) { s.serve.speculative = {.draft = "mtp", .tokens = 1}; },
     [](Scenario&, Catalog& c) { c.models[0].mtp_params = 2e8; }},
    {"not_supported",
     [](Scenario& s, Catalog& c) {
       ServingEngine rocm;
       rocm.id = rocm.name = "llama.cpp-rocm";
       rocm.vendors = {"AMD"};
       c.engines = {rocm};
       s.serve.engine = rocm.id;
     },
     [](Scenario&, Catalog& c) {
       c.engines[0].vendors = {"AMD", c.accelerators[0].vendor};
     }},
    {"not_supported",  // a format of few engines
     [](Scenario& s, Catalog& c) {
       ServingEngine vllm;
       vllm.id = "vllm";
       c.engines = {vllm};
       c.formats[1].engines = {"mlx"};
       s.precision.weights = c.formats[1].id;
       s.serve.engine = "vllm";
     },
     [](Scenario&, Catalog& c) {
       c.formats[1].engines = {"mlx", "vllm"};
     }},
    {"not_supported",  // an engine with files of its own
     [](Scenario& s, Catalog& c) {
       ServingEngine files;
       files.id = "llama.cpp";
       files.reads_gguf = true;
       c.engines = {files};
       s.precision.weights = "fp8";
       s.serve.engine = "llama.cpp";
     },
     [](Scenario& s, Catalog&) { s.precision.weights = "bf16"; }},
    {"few_slots",
     [](Scenario& s, Catalog& c) {
       ServingEngine served;
       served.id = "llama.cpp";
       served.server_slots = 4;
       c.engines = {served};
       s.serve.engine = "llama.cpp";
       s.serve.concurrency = 5;
     },
     [](Scenario& s, Catalog&) { s.serve.concurrency = 4; }},
    {"speculation_slower",
     [](Scenario& s, Catalog&) {
       s.model.id = "llama-3.1-70b";
       s.hardware.count = 4;
       s.serve.speculative = {.draft = "llama-3.1-8b", .tokens = 8, .acceptance = 0.05};
     },
     [](Scenario& s, Catalog&) { s.serve.speculative = {.draft = "llama-3.1-8b", .tokens = 3, .acceptance = 0.95}; }},
    {"assumed_network", [](Scenario& s, Catalog&) { s.hardware.count = 16; },
     [](Scenario& s, Catalog&) { s.hardware.count = 8; }},
    {"circuit",
     [](Scenario& s, Catalog&) {
       s.hardware.accelerator = "rtx-4090";
       s.hardware.count = 4;
       s.cost.location = Location::home;
     },
     [](Scenario& s, Catalog&) { s.hardware.count = 1; }},
    {"power_supply",
     [](Scenario& s, Catalog&) {
       s.hardware.accelerator = "rtx-4090";
       s.hardware.count = 8;
     },
     [](Scenario& s, Catalog&) { s.hardware.count = 1; }},
    {"liquid_cooling",
     [](Scenario& s, Catalog&) {
       s.hardware.count = 8;
       s.cost.server_kw_max = 60;
     },
     [](Scenario& s, Catalog&) { s.cost.server_kw_max = 10; }},
    {"no_rent", [](Scenario& s, Catalog&) { s.hardware.accelerator = "rtx-4090"; },
     [](Scenario& s, Catalog&) { s.cost.rent_usd_gpu_h = 0.4; }},
    {"no_purchase", [](Scenario& s, Catalog&) { s.hardware.accelerator = "rtx-4090"; },
     [](Scenario& s, Catalog&) { s.cost.server_usd = 4000; }},
    {"no_hosted",
     [](Scenario& s, Catalog&) {
       s.model.id = "llama-3.1-70b";
       s.hardware.count = 4;
       s.cost.mode = CostMode::api;
     },
     [](Scenario& s, Catalog&) { s.cost.api_input_usd_m = s.cost.api_output_usd_m.emplace(1); }},
    {"commitment",
     [](Scenario& s, Catalog&) {
       s.cost.pricing = Pricing::reserved_3y;
       s.cost.reserved_usd_gpu_h = 2;
       s.cost.years = 4;
     },
     [](Scenario& s, Catalog&) { s.cost.years = 3; }},
    {"rounded_batch",
     [](Scenario& s, Catalog&) {
       s.workload = Workload::finetune;
       s.hardware.count = 8;
       s.parallel.tensor = s.parallel.pipeline = s.parallel.context = 1;
       s.train.global_batch = 9;
     },
     [](Scenario& s, Catalog&) { s.train.global_batch = 16; }},
};

// 9,000 tokens of prompt and 512 of answer, where 4,096 were the most.
TEST(Warnings, WhatIsBeyondTheMeasuredRunsIsSaid) {
  Scenario s = small_service();
  s.serve.input_tokens = 9000;
  s.serve.output_tokens = 512;
  Catalog c = test::catalog();
  c.calibration.errors = {{.figure = "decode_single", .rows = 100, .p90 = 0.25, .most = {4096, 16, 1}}};
  EXPECT_EQ(
      message(s, "beyond_measured", c),
      "This exceeds the measured runs: 9,512 tokens a request (4,096 at most); ranges of speed are 1.5 times as wide.");
  const auto known = estimate(s, c)->speed;
  EXPECT_DOUBLE_EQ(known.ranges.front().high / *known.tpot_ms, 1 + 1.5 * 0.25);
}

TEST(Warnings, EachShowsWhereItAppliesAndNotElsewhere) {
  for (const ShownAndNot& rule : kShownAndNot) {
    Scenario s = small_service();
    Catalog c = test::catalog();
    rule.raise(s, c);
    EXPECT_TRUE(warns(s, rule.code, c)) << rule.code;
    rule.calm(s, c);
    EXPECT_FALSE(warns(s, rule.code, c)) << rule.code;
  }
}

}  // namespace
}  // namespace ridgepoint
