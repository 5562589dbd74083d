#include <gtest/gtest.h>

#include <map>

#include "engine/ask/ask.h"
#include "engine/estimate/workloads.h"
#include "engine/tell/answer.h"
#include "tests/engine/fixture.h"
#include "tests/engine/formula.h"

namespace ridgepoint {
namespace {

Catalog catalog() {
  Catalog c = test::catalog();
  ModelRecord& resnet = c.models.back();
  resnet.name = "ResNet-50";
  resnet.params_b = 0.02556;
  resnet.layers = 50;
  resnet.gflop_per_image = 8.22;
  resnet.image_size = 224;
  resnet.activations_m = 11.11;
  ModelRecord sdxl;
  sdxl.id = "sdxl";
  sdxl.name = "SDXL";
  sdxl.kind = ModelKind::diffusion;
  sdxl.image_size = 1024;
  sdxl.steps = 50;
  sdxl.guidance = true;
  sdxl.components = {
      {.role = Role::denoiser, .params_m = 2567, .gflop = 6761, .activations_m = 2458, .peak_activations_m = 37},
      {.role = Role::image_decoder, .params_m = 50, .gflop = 10470, .activations_m = 4021, .peak_activations_m = 805}};
  ModelRecord whisper;
  whisper.id = "whisper";
  whisper.name = "Whisper";
  whisper.kind = ModelKind::speech;
  whisper.window_s = 30;
  whisper.components = {{.role = Role::audio_encoder, .params_m = 637, .gflop = 2274, .tokens = 1500},
                        {.role = Role::text_decoder, .params_m = 907, .gflop = 1.8, .layers = 32, .hidden = 1280}};
  c.models.insert(c.models.end(), {sdxl, whisper});
  return c;
}

Scenario asking(const char* model) {
  Scenario s;
  s.model.id = model;
  s.hardware.count = 2;
  return s;
}

Estimate answered(const Scenario& s) { return *answer(s, catalog(), {.explain = true}); }

std::map<std::string, std::string> problems(const Scenario& s) {
  std::map<std::string, std::string> out;
  for (const Problem& problem : problems_of(s, catalog())) out[problem.path] = problem.code;
  return out;
}

TEST(EstimateMedia, ImagesASecondFollowFromTheBatch) {
  Scenario s = asking("resnet50");
  s.serve.batch = 64;
  const Estimate e = answered(s);
  double lines = 0;
  for (const LineSeconds& line : e.speed.time_lines) lines += line.s;
  EXPECT_NEAR(lines * 1000, *e.speed.batch_ms, 1e-9);
  EXPECT_NEAR(*e.speed.images_per_s, 2 * 64 / lines, 1e-6);
  EXPECT_NEAR(*e.cost.usd_per_1k_images, *e.cost.usd_per_useful_h / (*e.speed.images_per_s * 3.6), 1e-12);
  EXPECT_FALSE(e.speed.ttft_ms.has_value());
}

TEST(EstimateMedia, FillsInTheModelsOwnSettings) {
  const Estimate e = answered(asking("sdxl"));
  EXPECT_EQ(e.question.serve.steps, 50);
  EXPECT_EQ(e.question.serve.guidance, true);
  EXPECT_EQ(e.question.serve.width, 1024);
  EXPECT_EQ(e.question.serve.batch, 1);
  EXPECT_NE(e.answer.text.find("1,024 × 1,024 in 50 steps"), std::string::npos) << e.answer.text;
}

// Ten minutes are 20 windows of 30 s; two accelerators with one window each at a time.
TEST(EstimateMedia, SpeechIsCutIntoWindows) {
  Scenario s = asking("whisper");
  s.serve.audio_s = 600;
  const Estimate e = answered(s);
  const double window_s = *e.speed.batch_ms / 1000;
  EXPECT_NEAR(*e.speed.audio_s_per_s, 2 * 30 / window_s, 1e-6);
  EXPECT_NEAR(*e.speed.real_time_factor, 20 * window_s / 600, 1e-9);
  EXPECT_NEAR(*e.cost.usd_per_audio_h, *e.cost.usd_per_useful_h / *e.speed.audio_s_per_s, 1e-12);
}

TEST(EstimateMedia, ALargerBatchIsNeverSlowerPerImage) {
  double before = 0;
  for (int batch : {1, 4, 16, 64, 256}) {
    Scenario s = asking("resnet50");
    s.serve.batch = batch;
    const double rate = *answered(s).speed.images_per_s;
    EXPECT_GE(rate, before * (1 - 1e-12));
    before = rate;
  }
}

TEST(EstimateMedia, TheLargestBatchFitsAndOneMoreDoesNot) {
  Scenario s = asking("sdxl");
  const int most = *answered(s).memory.max_batch;
  s.serve.batch = most;
  EXPECT_EQ(answered(s).memory.fit, Fit::fits);
  s.serve.batch = most + 1;
  EXPECT_NE(answered(s).memory.fit, Fit::fits);
}

// FLUX.1 in BF16: T5-XXL 9.52 GB, the network 23.8 GB, the image decoder 0.1 GB.
Estimate flux(const char* accelerator, double denoiser_m, const std::vector<Accelerator>& own = {},
              const char* weights = "bf16") {
  Catalog c = catalog();
  ModelRecord m;
  m.id = m.name = "flux";
  m.kind = ModelKind::diffusion;
  m.image_size = 1024;
  m.steps = 28;
  m.components = {
      {.role = Role::text_encoder, .params_m = 4762, .gflop = 5000},
      {.role = Role::denoiser, .params_m = denoiser_m, .gflop = 60000, .peak_activations_m = 170},
      {.role = Role::image_decoder, .params_m = 50, .gflop = 10470, .activations_m = 4021, .peak_activations_m = 805}};
  c.models.push_back(m);
  Scenario s = asking("flux");
  s.hardware.accelerator = accelerator;
  s.hardware.count = 1;
  s.precision.weights = weights;
  s.overrides.accelerators = own;
  if (own.size() == 1 && own[0].segment == Segment::cpu) {
    s.hardware.host = own[0].id;
    s.hardware.host_memory_gb = own[0].memory_gb;
  }
  return *answer(s, c, {});
}

double seconds_of(const Estimate& e, const std::string& id) {
  for (const LineSeconds& line : e.speed.time_lines)
    if (line.id == id) return line.s;
  return 0;
}

// 23.8 GB and 0.34 GB of activations go onto a card of 25.76 GB, 33.4 GB and 1.6 GB of the image decoder do not. Once a
// batch 33.42 GB come from host memory, at 0.7 of the 31 GB/s of PCIe 4.
TEST(EstimateMedia, NetworksThatDoNotFitTogetherTakeTurns) {
  const Estimate e = flux("rtx-4090", 11900);
  EXPECT_NE(e.memory.fit, Fit::no);
  EXPECT_NEAR(e.memory.per_gpu_gb, 23.8 + 0.34, 0.7);
  EXPECT_NEAR(*e.memory.host_gb, 33.424, 1e-3);
  EXPECT_NEAR(seconds_of(e, "transfers"), 33.424 / (0.7 * 31), 0.01);
  EXPECT_NE(e.answer.text.find("one network at a time"), std::string::npos);
}

// 20.4e9 x 2 bytes are more than a card has, in one byte they are not.
TEST(EstimateMedia, ANetworkThatIsTooLargeAloneDoesNotFit) {
  EXPECT_EQ(flux("rtx-4090", 20400).memory.fit, Fit::no);
  EXPECT_EQ(flux("rtx-4090", 20400, {}, "fp8").memory.fit, Fit::fits);
}

TEST(EstimateMedia, NetworksThatFitTogetherStayTogether) {
  const Estimate e = flux("h100-sxm5-80gb", 11900);
  EXPECT_NEAR(e.memory.per_gpu_gb, 33.424 + 1.61, 0.7);
  EXPECT_FALSE(e.memory.host_gb.has_value());
  EXPECT_EQ(seconds_of(e, "transfers"), 0);
}

// 16 GB of host memory have no room for 33.4 GB; and memory that is the host's own gains nothing.
TEST(EstimateMedia, TurnsNeedHostMemoryOfTheirOwn) {
  Accelerator small;
  small.id = "small";
  small.segment = Segment::cpu;
  small.memory_gb = 16;
  small.bandwidth = gigabytes_per_second(80);
  small.rates[Arithmetic::fp32] = teraflop_per_second(1);
  EXPECT_EQ(flux("rtx-4090", 11900, {small}).memory.fit, Fit::no);
  small.memory_gb = 64;
  EXPECT_NE(flux("rtx-4090", 11900, {small}).memory.fit, Fit::no);
  Accelerator shared = test::rtx_4090();
  shared.id = "shared";
  shared.form_factor = FormFactor::soc;
  EXPECT_EQ(flux("shared", 11900, {shared}).memory.fit, Fit::no);
}

TEST(EstimateMedia, RefusesWhatHasNoMeaningByItsField) {
  Scenario s = asking("resnet50");
  s.precision.kv = "fp8";
  s.precision.weights = "nf4";
  s.serve.steps = 20;
  s.serve.audio_s = 30;
  s.serve.input_tokens = 100;
  s.parallel.tensor = 2;
  const std::map<std::string, std::string> expected = {
      {"/precision/kv", "not_applicable"},       {"/precision/weights", "not_applicable"},
      {"/serve/steps", "not_applicable"},        {"/serve/audio_s", "not_applicable"},
      {"/serve/input_tokens", "not_applicable"}, {"/parallel/tensor", "not_available"}};
  EXPECT_EQ(problems(s), expected);
  s = asking("llama-3.1-8b");
  s.serve.guidance = true;
  s.serve.width = 512;
  s.serve.batch = 4;
  EXPECT_EQ(problems(s), (std::map<std::string, std::string>{{"/serve/guidance", "not_applicable"},
                                                             {"/serve/width", "not_applicable"},
                                                             {"/serve/batch", "not_applicable"}}));
}

TEST(EstimateMedia, TrainingRefusesWhatIsForTokens) {
  Scenario s = asking("sdxl");
  s.workload = Workload::finetune;
  s.train.method = Method::lora;
  s.train.tokens = 1e9;
  s.train.objective = Objective::dpo;
  s.train.mtbf_h = 100;
  s.train.checkpoint_min = 1;
  EXPECT_EQ(problems(s), (std::map<std::string, std::string>{{"/train/method", "not_available"},
                                                             {"/train/tokens", "not_applicable"},
                                                             {"/train/objective", "not_applicable"},
                                                             {"/train/mtbf_h", "not_applicable"},
                                                             {"/train/checkpoint_min", "not_applicable"}}));
  s = asking("whisper");
  s.workload = Workload::train;
  EXPECT_EQ(problems(s), (std::map<std::string, std::string>{{"/workload", "not_available"}}));
}

TEST(EstimateMedia, TrainingShardsRatherThanComputesAgain) {
  // Weights and optimizer of 20e9 parameters are 360 GB on each of 16, 22.5 GB sharded; their activations stay.
  Catalog c = catalog();
  for (ModelRecord& m : c.models)
    if (m.id == "sdxl") m.components[0].params_m = 20000;
  Scenario s = asking("sdxl");
  s.workload = Workload::train;
  s.hardware.count = 16;
  const Estimate e = *estimate(s, c);
  EXPECT_EQ(e.speed.layout.sharding, "fsdp");
  EXPECT_EQ(e.speed.layout.checkpointing, "none");
}

TEST(EstimateMedia, TrainingCountsSamples) {
  Scenario s = asking("resnet50");
  s.workload = Workload::train;
  s.train.samples = 1e8;
  s.train.global_batch = 1024;
  const Estimate e = answered(s);
  EXPECT_NEAR(*e.speed.samples_per_s, 1024 / *e.speed.step_s, 1e-9);
  EXPECT_NEAR(*e.speed.days, 1e8 / *e.speed.samples_per_s / 86400, 1e-12);
  EXPECT_EQ(e.speed.layout.data, 2);
  EXPECT_FALSE(e.speed.tokens_per_s.has_value());
  EXPECT_GE(*e.speed.hfu, *e.speed.mfu);
}

// A rate of requests is served; a run of training works for as long as it lasts, whatever the rate.
TEST(EstimateMedia, ARateOfRequestsLeavesTheUseOfTrainingAlone) {
  Scenario s = asking("resnet50");
  s.workload = Workload::train;
  s.train.samples = 1e8;
  for (const double rate : {1e-6, 600.0}) {
    s.serve.requests_per_minute = rate;
    EXPECT_EQ(answered(s).question.cost.utilization, 1) << rate;
  }
}

TEST(EstimateMedia, ExplanationsGiveTheirFigures) {
  Scenario training = asking("resnet50");
  training.workload = Workload::train;
  for (const Scenario& s : {asking("resnet50"), asking("sdxl"), asking("whisper"), training}) {
    const Estimate e = answered(s);
    EXPECT_GE(e.explain.size(), 6u);
    for (const Explanation& explanation : e.explain) {
      std::map<std::string, double> inputs;
      for (const ExplainInput& input : explanation.inputs) inputs[input.name] = input.value;
      const auto value = test::Formula::evaluate(explanation.formula, inputs);
      ASSERT_TRUE(value.has_value()) << explanation.pointer << " " << explanation.formula;
      EXPECT_NEAR(*value, explanation.value, 1e-9 * std::abs(explanation.value)) << explanation.pointer;
    }
  }
}

}  // namespace
}  // namespace ridgepoint
