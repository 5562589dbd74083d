#include "engine/plan/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include "engine/ask/ask.h"
#include "engine/estimate/estimate.h"
#include "engine/tell/answer.h"
#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

Plan planned(const Scenario& s) {
  const Question r = *question_of(s, test::catalog());
  Result<Plan> plan = s.serves() ? plan_serving(r, wanted_of(r)) : plan_training(r);
  EXPECT_TRUE(plan.ok());
  Plan listed = *plan;
  if (s.serves()) list_memory(listed, r);
  return listed;
}

TEST(PlanServing, TakesTheSmallestTensorParallelThatFitsThenReplicas) {
  // 70B in FP8 is 71 GB: one H100 (85.5 GB less a tenth) has no room for the cache of 8 users at 8k
  // (21 GB), two have.
  Scenario s;
  s.hardware.count = 8;
  s.precision.weights = "fp8";
  s.serve.concurrency = 32;
  s.serve.input_tokens = 7680;
  s.serve.output_tokens = 512;
  const Plan plan = planned(s);
  EXPECT_EQ(plan.layout.tensor, 2);
  EXPECT_EQ(plan.layout.data, 4);
  EXPECT_EQ(plan.serving.sequences, 8);
  EXPECT_EQ(plan.context, 8192);
  EXPECT_EQ(plan.mean_context, 7936);
}

TEST(PlanServing, KeepsWhatWasGiven) {
  Scenario s;
  s.hardware.count = 8;
  s.precision.weights = "fp8";
  s.parallel.tensor = 8;
  const Plan plan = planned(s);
  EXPECT_EQ(plan.layout.tensor, 8);
  EXPECT_EQ(plan.layout.data, 1);
}

// 141 GB of weights in two stages take 70.6 GB of the 77 kept for them, and 32 requests of 2,560 tokens 13.4 GB: each
// stage on two. In eight stages they take 17.7 GB, and all 128 requests 13.4 GB.
TEST(PlanServing, FindsTheRestWhereTheStagesAreGiven) {
  Scenario s;
  s.hardware.count = 8;
  s.serve.input_tokens = 2048;
  s.serve.output_tokens = 512;
  s.serve.concurrency = 128;
  s.parallel.pipeline = 2;
  Plan plan = planned(s);
  EXPECT_EQ(plan.layout.tensor, 2);
  EXPECT_EQ(plan.layout.data, 2);
  s.parallel.pipeline = 8;
  plan = planned(s);
  EXPECT_EQ(plan.layout.tensor, 1);
  EXPECT_EQ(plan.layout.data, 1);
}

TEST(PlanServing, ShowsTheMostDividedLayoutWhenNothingFits) {
  Scenario s;
  s.hardware.count = 1;
  const Plan plan = planned(s);
  EXPECT_GT(plan.memory.total(), memory_budget(*question_of(s, test::catalog())));
  EXPECT_EQ(plan.why, "nothing fits, so the most divided layout is shown");
}

// What is within the memory but not within what may be taken of it: 17 GB of the 8B model of 86, a fifth of which may
// be.
TEST(PlanServing, SaysWhereOnlyTheRoomThatIsKeptFreeIsMissing) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 1;
  s.serve.concurrency = 1;
  s.constraints.headroom = 0.85;
  EXPECT_EQ(planned(s).why, "nothing leaves the room that is kept free, so the most divided layout is shown");
}

// An H100 of 85.52 GB. vLLM has nine tenths of it (gpu_memory_utilization's default) and as much is to stay free as
// engines grow by; llama.cpp takes all at the start, and a twentieth stays free; SGLang leaves what a step takes, here
// 8 GB of devices below 90, and no more is kept beside it. Training leaves a tenth.
TEST(PlanServing, KeepsFreeWhatTheEngineMayStillTake) {
  Catalog catalog = test::catalog();
  catalog.engines = {{.id = "vllm"},
                     {.id = "llama.cpp", .reads_gguf = true},
                     {.id = "sglang", .kept_free = {{gigabytes(90), gigabytes(8)}, {Bytes{}, gigabytes(12)}}}};
  Scenario s;
  s.hardware.count = 8;
  const auto free_of = [&](const char* engine) {
    s.serve.engine = engine;
    const Question r = *question_of(s, catalog);
    EXPECT_NEAR(in_gigabytes(r.usable), 85.520809984, 1e-9);
    return std::array{headroom_of(r), memory_fraction_of(r), in_gigabytes(r.usable - memory_budget(r))};
  };
  using Free = std::array<double, 3>;
  const double usable = 85.520809984;
  const auto expect = [](const Free& is, const Free& wanted) {
    for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_NEAR(is[i], wanted[i], 1e-9) << i;
  };
  expect(free_of("vllm"), {0.10, 0.9, 0.10 * usable});
  expect(free_of("llama.cpp"), {0.05, 1, 0.05 * usable});
  expect(free_of("sglang"), {0, 1 - 8 / usable, 0});
  // A share that is given is obeyed, above the usual one too; what it leaves is all that is kept free.
  for (const double share : {0.7, 0.95, 0.98}) {
    s.serve.memory_fraction = share;
    expect(free_of("vllm"), {1 - share, share, (1 - share) * usable});
    expect(free_of("llama.cpp"), {0.05, share, (1 - std::min(0.95, share)) * usable});
    expect(free_of("sglang"), {0, share, 0});
  }
  s.serve.memory_fraction.reset();
  s.constraints.headroom = 0.2;
  expect(free_of("llama.cpp"), {0.2, 1, 0.2 * usable});
  s.serve.memory_fraction = 0.7;
  expect(free_of("llama.cpp"), {0.2, 0.7, 0.3 * usable});
  s = {};
  s.workload = Workload::train;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 8;
  EXPECT_EQ(headroom_of(*question_of(s, catalog)), 0.10);
}

// A model of experts with latent attention: 61 layers, all of 256 experts, 576 numbers of cache a token and layer.
Catalog with_latent() {
  ModelRecord m;
  m.id = m.name = "latent";
  m.kind = ModelKind::moe;
  m.layers = 61;
  m.hidden = 7168;
  m.heads = 128;
  m.vocab = 129280;
  m.kv_lora_rank = 512;
  m.q_lora_rank = 1536;
  m.rope_head_dim = 64;
  m.nope_head_dim = 128;
  m.value_head_dim = 128;
  m.experts = 256;
  m.experts_per_token = 8;
  m.expert_intermediate = 512;
  Catalog c = test::catalog();
  c.models.push_back(m);
  return c;
}

Scenario latent(double users) {
  Scenario s;
  s.model.id = "latent";
  s.hardware.count = 8;
  s.precision.weights = "fp8";
  s.serve.concurrency = users;
  s.serve.input_tokens = 4000;
  s.serve.output_tokens = 192;
  return s;
}

// Two machines answer more requests with an expert on each accelerator than with two copies of all of them or stages.
TEST(PlanForLoad, MixturesOnManyMachinesSpreadTheirExperts) {
  Catalog catalog = with_latent();
  catalog.engines = {{.id = "apart", .name = "Apart", .attends_apart = true}};
  Scenario s = latent(512);
  s.hardware.count = 16;
  s.serve.engine = "apart";
  const Estimate chosen = *estimate(s, catalog);
  EXPECT_GT(chosen.speed.layout.expert, 1);
  for (const int expert : {8, 16}) {
    Scenario named = s;
    named.parallel.tensor = named.parallel.pipeline = 1;
    named.parallel.expert = expert;
    EXPECT_LE(*estimate(named, catalog)->speed.requests_per_s, *chosen.speed.requests_per_s) << expert;
  }
}

TEST(PlanServing, LatentAttentionGoesByRequestsWhereNothingElseHoldsThem) {
  // Experts of 61 x 256 x 3 x 7168 x 512 bytes are 172 GB, 21 on each. A sequence of 4,192 tokens caches 4,192 x 61 x
  // 576 x 2 bytes = 295 MB: 512 of them are 151 GB, which every tensor rank would hold, or 19 GB each by requests.
  Scenario s = latent(512);
  const Catalog catalog = with_latent();
  Question r = *question_of(s, catalog);
  r.job = ServeJob{ServingEngine{.attends_apart = true}};
  const Plan apart = *plan_serving(r, wanted_of(r));
  EXPECT_EQ(apart.layout.tensor, 1);
  EXPECT_EQ(apart.layout.expert, 8);
  EXPECT_EQ(apart.layout.data, 8);
  EXPECT_LE(apart.memory.total(), memory_budget(r));
  r = test::with(latent(16), r);  // 5 GB of cache on each: tensor ranks hold that
  EXPECT_EQ(plan_serving(r, wanted_of(r))->layout.expert, 1);
  r = test::with(latent(512), r);
  r.job = ServeJob{};
  EXPECT_EQ(plan_serving(r, wanted_of(r))->why, "nothing fits, so the most divided layout is shown");
}

TEST(PlanServing, AMaximumOfUsersFillsTheMemory) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 1;
  s.serve.concurrency = std::numeric_limits<double>::infinity();
  const Question r = *question_of(s, test::catalog());
  const Plan plan = *plan_serving(r, wanted_of(r));
  EXPECT_GT(plan.concurrency, 50);
  EXPECT_LE(plan.memory.total(), memory_budget(r));
  InferenceMemoryInput one_more = plan.serving;
  one_more.sequences += 1;
  EXPECT_GT(inference_memory(r.model, one_more).total(), memory_budget(r));
}

TEST(PlanServing, AnIllegalLayoutIsAProblem) {
  Scenario s;
  s.hardware.count = 3;
  s.parallel.tensor = 3;
  const Result<Plan> plan = plan_serving(*question_of(s, test::catalog()), wanted_of(*question_of(s, test::catalog())));
  ASSERT_FALSE(plan.ok());
  EXPECT_EQ(plan.problems()[0].path, "/parallel/tensor");
}

TEST(PlanTraining, BatchesAreWholeOnEveryRank) {
  Scenario s;
  s.workload = Workload::train;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 8;
  s.train.global_batch = 99;
  s.train.micro_batch = 3;
  s.train.sequence = 512;
  const Plan plan = planned(s);
  EXPECT_EQ(plan.layout.data * 3 * plan.training.accumulation, plan.global_batch);
  EXPECT_GE(plan.global_batch, 99);
  EXPECT_LT(plan.global_batch, 99 + plan.layout.data * 3);
}

TEST(PlanTraining, CheckpointsOnlyAsMuchAsNeeded) {
  Scenario s;
  s.workload = Workload::finetune;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 1;
  s.train.sequence = 512;
  EXPECT_EQ(planned(s).training.checkpointing, Checkpointing::none);
  s.train.sequence = 32768;
  EXPECT_EQ(planned(s).training.checkpointing, Checkpointing::full);
}

// Seconds of a training plan for each sequence, or for the batch where that is given.
double pace(const Plan& plan, const Question& r) {
  const double step = in_seconds(training_step(r.model, training_speed_input(plan, r), r.device).total());
  return r.train.global_batch ? step : step / plan.global_batch;
}

std::vector<int> powers(int most) {
  std::vector<int> out;
  for (int size = 1; size <= most; size *= 2) out.push_back(size);
  return out;
}

// What the planner may choose from, written out as the rules say it, each choice planned by itself.
struct Exhaustive {
  int tried = 0;          // legal choices
  double fastest = 0;     // pace of those that fit; 0: none does
  double least_gb = 1e9;  // memory of the least demanding
};
// As Megatron-LM takes them: as many layers in each piece, or with the embedding and the loss as a layer each.
bool staged(int layers, int stages, int pieces) {
  return (layers % stages == 0 ? layers : layers + 2) % (stages * pieces) == 0;
}

Exhaustive exhaustive(const Scenario& s, const Question& r, int most_micro_batch) {
  Exhaustive out;
  const auto weigh = [&](const Scenario& given) {
    const Result<Plan> plan = plan_training(test::with(given, r));
    ASSERT_TRUE(plan.ok());
    ++out.tried;
    const double gb = in_gigabytes(plan->memory.total()), time = pace(*plan, test::with(given, r));
    out.least_gb = std::min(out.least_gb, gb);
    if (plan->memory.total() <= memory_budget(r) && (out.fastest == 0 || time < out.fastest)) out.fastest = time;
  };
  const auto schedules = [&](Scenario given, const Layout& layout) {
    for (Checkpointing checkpointing : {Checkpointing::none, Checkpointing::selective, Checkpointing::full})
      for (int micro_batch : powers(most_micro_batch)) {
        given.train.checkpointing = checkpointing;
        given.train.micro_batch = micro_batch;
        given.parallel.schedule = Schedule::one_f_one_b;
        given.parallel.virtual_stages.reset();
        if (micro_batch > 1 && s.train.global_batch && micro_batch * layout.data > *s.train.global_batch) continue;
        weigh(given);
        if (layout.pipeline == 1) continue;
        if (plan_training(test::with(given, r))->training.accumulation % layout.pipeline != 0) continue;
        for (int pieces = 2; pieces * layout.pipeline <= r.model->layers() + 2; ++pieces) {
          if (!staged(r.model->layers(), layout.pipeline, pieces)) continue;
          given.parallel.virtual_stages = pieces;
          weigh(given);
        }
      }
  };
  for (int tensor : powers(r.per_node))
    for (int pipeline = 1; pipeline <= r.model->layers(); ++pipeline)
      for (int context : powers(r.gpus))
        for (int expert : powers(r.gpus)) {
          const int least = tensor * context <= 8 ? 1024 : 4096;  // tokens of a rank, in a node and across
          if (context > 1 && s.train.sequence < context * least) continue;
          Layout layout = {.tensor = tensor, .pipeline = pipeline, .context = context, .expert = expert};
          layout.data = std::max(1, r.gpus / (tensor * pipeline * context));
          if (!layout_problems(r.model, layout, r.gpus).empty() || !staged(r.model->layers(), pipeline, 1)) continue;
          if (!divides(r, "tensor") && (tensor > 1 || pipeline > 1 || context > 1 || expert > 1)) continue;
          if (s.train.global_batch && layout.data > *s.train.global_batch) continue;
          Scenario given = s;
          given.parallel = {
              .tensor = tensor, .pipeline = pipeline, .data = layout.data, .expert = expert, .context = context};
          const bool shared = layout.data * context > 1;
          for (Sharding sharding :
               {Sharding::none, Sharding::zero1, Sharding::zero2, Sharding::zero3, Sharding::fsdp, Sharding::hsdp}) {
            if ((sharding == Sharding::none) == shared) continue;
            if (pipeline > 1 && sharding != Sharding::none && sharding != Sharding::zero1) continue;
            if (sharding == Sharding::hsdp && layout.data * context % (r.per_node / tensor) != 0) continue;
            given.parallel.sharding = sharding;
            schedules(given, layout);
          }
        }
  return out;
}

Catalog with_experts() {
  Catalog c = test::catalog();
  ModelRecord moe = test::llama("moe", "MoE 16 x", 12, 2048, 0, 16);
  moe.kind = ModelKind::moe;
  moe.experts = 16;
  moe.experts_per_token = 2;
  moe.expert_intermediate = 4096;
  c.models.push_back(moe);
  return c;
}

Scenario training(const char* model, int count, int sequence) {
  Scenario s;
  s.workload = Workload::train;
  s.model.id = model;
  s.hardware.count = count;
  s.train.sequence = sequence;
  s.train.framework = "megatron";
  return s;
}

// Four trained layers of 32 are an eighth of one stage, half of one of four stages, and all of one of sixteen.
TEST(PlanTraining, FrozenLayersLeaveTheLastStageMostOfTheBackwardPass) {
  Scenario s = training("llama-3.1-8b", 16, 8192);
  s.train.method = Method::freeze;
  s.train.trained_layers = 4;
  const Question r = *question_of(s, test::catalog());
  const auto share_at = [&](int pipeline) {
    s.parallel.tensor = s.parallel.data = 1;
    s.parallel.pipeline = pipeline;
    Plan plan;
    plan.training.method = Method::freeze;
    plan.training.trained_layers = 4;
    plan.layout.pipeline = pipeline;
    return training_speed_input(plan, r).backward_share;
  };
  EXPECT_EQ(share_at(1), 0.125);
  EXPECT_EQ(share_at(4), 0.5);
  EXPECT_EQ(share_at(8), 1);
  EXPECT_EQ(share_at(16), 1);
}

TEST(PlanTraining, ChoosesAsAnExhaustiveSearchDoes) {
  Scenario one = training("llama-3.1-8b", 1, 2048);
  one.train.method = Method::lora;
  Scenario lora = training("llama-3.1-70b", 16, 4096);
  lora.workload = Workload::finetune;
  lora.train.global_batch = 64;
  Scenario frozen = training("llama-3.1-8b", 4, 8192);
  frozen.train.method = Method::freeze;
  frozen.train.trained_layers = 4;
  Scenario staged = training("llama-3.1-70b", 8, 8192);  // where the last stage has much more than its share to do
  staged.train.method = Method::freeze;
  staged.train.trained_layers = 8;
  Scenario batch = training("llama-3.1-8b", 32, 8192);
  batch.train.global_batch = 16;
  Scenario pairs = training("llama-3.1-8b", 8, 2048);
  pairs.train.objective = Objective::dpo;
  const struct {
    Scenario scenario;
    int most_micro_batch;  // 16,384 tokens
    int at_least;          // choices
  } cases[] = {{one, 8, 10},
               {training("llama-3.1-8b", 8, 8192), 2, 100},
               {training("llama-3.1-70b", 64, 8192), 2, 200},
               {training("moe", 8, 4096), 4, 200},
               {training("moe", 32, 8192), 2, 500},
               {lora, 4, 20},
               {frozen, 2, 10},
               {staged, 2, 100},
               {batch, 2, 100},
               {pairs, 4, 100}};
  const Catalog catalog = with_experts();
  for (const auto& [s, most_micro_batch, at_least] : cases) {
    const Question r = *question_of(s, catalog);
    const Plan chosen = *plan_training(r);
    const Exhaustive all = exhaustive(s, r, most_micro_batch);
    const std::string name = s.model.id + " on " + std::to_string(*s.hardware.count);
    ASSERT_GT(all.fastest, 0) << name;
    EXPECT_GT(all.tried, at_least) << name;
    EXPECT_LE(chosen.memory.total(), memory_budget(r)) << name;
    EXPECT_DOUBLE_EQ(pace(chosen, r), all.fastest) << name;
  }
}

TEST(PlanTraining, TriesEveryWayToShard) {
  // Between two machines gathering weights costs most: copies in each are faster where they fit.
  Scenario s = training("llama-3.1-8b", 32, 4096);
  s.parallel.tensor = s.parallel.pipeline = s.parallel.context = 1;
  const Question r = *question_of(s, test::catalog());
  const auto serving_efficiency = [&](Sharding sharding) {
    Scenario given = s;
    given.parallel.sharding = sharding;
    const Plan plan = *plan_training(test::with(given, r));
    return plan.memory.total() <= memory_budget(r) ? pace(plan, r) : 1e9;
  };
  const double chosen = pace(*plan_training(r), r);
  double fastest = 1e9;
  for (Sharding sharding : {Sharding::zero1, Sharding::zero2, Sharding::zero3, Sharding::fsdp, Sharding::hsdp})
    fastest = std::min(fastest, serving_efficiency(sharding));
  EXPECT_DOUBLE_EQ(chosen, fastest);
  EXPECT_LT(serving_efficiency(Sharding::hsdp), serving_efficiency(Sharding::fsdp));
  // zero2 reduces after every micro-batch what zero1 reduces once, and holds less.
  Scenario given = s;
  given.train.micro_batch = 1;
  given.train.checkpointing = Checkpointing::full;
  given.train.global_batch = 256;
  const auto planned_with = [&](Sharding sharding) {
    given.parallel.sharding = sharding;
    return *plan_training(test::with(given, r));
  };
  const Plan zero1 = planned_with(Sharding::zero1), zero2 = planned_with(Sharding::zero2);
  EXPECT_GE(pace(zero2, test::with(given, r)), pace(zero1, test::with(given, r)));
  EXPECT_LT(zero2.memory.total(), zero1.memory.total());
}

TEST(PlanTraining, APipelineKeepsItsGradientsWhole) {
  Scenario s = training("llama-3.1-70b", 64, 8192);
  s.parallel.tensor = 8;
  s.parallel.pipeline = 4;
  const auto planned_with = [&](Sharding sharding) {
    s.parallel.sharding = sharding;
    return planned(s);
  };
  const Plan zero1 = planned_with(Sharding::zero1), zero2 = planned_with(Sharding::zero2);
  const Question r = *question_of(s, test::catalog());
  EXPECT_DOUBLE_EQ(pace(zero2, r), pace(zero1, r));
}

TEST(PlanTraining, TheLeastMemoryWhenNothingFits) {
  for (const Scenario& s : {training("llama-3.1-70b", 8, 8192), training("llama-3.1-8b", 1, 4096)}) {
    const Question r = *question_of(s, test::catalog());
    const Plan chosen = *plan_training(r);
    ASSERT_GT(chosen.memory.total(), memory_budget(r));
    EXPECT_NEAR(in_gigabytes(chosen.memory.total()), exhaustive(s, r, 16384 / s.train.sequence).least_gb, 1e-9);
  }
}

TEST(PlanTraining, InterleavesWhereThatShrinksTheBubble) {
  Scenario s = training("llama-3.1-70b", 64, 8192);
  s.parallel.tensor = 8;
  s.parallel.pipeline = 8;
  const Plan chosen = planned(s);
  EXPECT_EQ(chosen.layout.schedule, Schedule::interleaved);
  EXPECT_GE(chosen.training.accumulation, 8);
  s.parallel.schedule = Schedule::one_f_one_b;
  const Question r = *question_of(s, test::catalog());
  EXPECT_LT(pace(chosen, r), pace(planned(s), r));
  s.parallel.schedule = Schedule::interleaved;
  EXPECT_EQ(planned(s).layout.virtual_stages, 2);  // ten layers a stage, the fewest a piece of three and more
}

TEST(PlanTraining, PairsAreTwoSequences) {
  Scenario s = training("llama-3.1-8b", 8, 2048);
  s.train.objective = Objective::dpo;
  s.train.global_batch = 32;
  s.train.micro_batch = 2;
  const Plan plan = planned(s);
  EXPECT_EQ(plan.global_batch, 32);
  EXPECT_EQ(plan.training.micro_batch, 4);
  EXPECT_EQ(plan.training.accumulation * plan.layout.data * 2, 32);
  EXPECT_TRUE(plan.training.reference);
  s.train.reference = false;
  EXPECT_FALSE(planned(s).training.reference);
}

TEST(PlanTraining, DataRanksDoNotOutnumberTheBatch) {
  Scenario s;
  s.workload = Workload::train;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 64;
  s.train.sequence = 8192;
  s.train.global_batch = 16;
  const Plan plan = planned(s);
  EXPECT_LE(plan.layout.data, 16);
  EXPECT_EQ(plan.global_batch, 16);
}

// 8,192 GPUs with a sequence of 16,384 tokens each would be 134 million tokens a step; none published takes more
// than 68.
TEST(PlanTraining, TheDefaultBatchIsNoLargerThanPublishedOnes) {
  Scenario s = training("llama-3.1-8b", 8192, 16384);
  EXPECT_LE(planned(s).global_batch * 16384.0, 68e6);
  s.parallel.tensor = s.parallel.pipeline = s.parallel.context = 1;  // as asked for
  EXPECT_EQ(planned(s).global_batch, 8192);
}

TEST(PlanTraining, ShardsOverDataParallelRanks) {
  Scenario s;
  s.workload = Workload::train;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 8;
  EXPECT_NE(planned(s).layout.sharding, Sharding::none);
  s.hardware.count = 1;
  EXPECT_EQ(planned(s).layout.sharding, Sharding::none);
  s.hardware.count = 16;
  s.parallel.tensor = 4;
  s.parallel.pipeline = 2;
  EXPECT_EQ(planned(s).layout.sharding, Sharding::zero1);
}

}  // namespace
}  // namespace ridgepoint
