// What holds of memory whatever the model, layout and load.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "engine/memory/activations.h"
#include "engine/memory/inference.h"
#include "engine/memory/training.h"
#include "tests/engine/memory/models.h"

namespace ridgepoint {
namespace {

Architecture any_model() {
  // A hundred thousand to a hundred trillion parameters, by their logarithm.
  return synthesize(std::pow(10.0, *rc::gen::inRange(50, 141) / 10.0));
}

NumberFormat bits_wide(double bits) {
  NumberFormat format;
  format.bits = bits;
  return format;
}

InferenceMemoryInput any_serving() {
  InferenceMemoryInput in;
  in.weights = in.kv = bits_wide(16);
  in.sequences = *rc::gen::inRange(1, 100000);
  in.context = *rc::gen::inRange(1, 10000000);
  in.prefill_chunk = *rc::gen::inRange(1, 16384);
  in.engine = ServingEngine{.block_tokens = *rc::gen::element(1, 16, 256), .bytes_per_logit = 38};
  return in;
}

TrainingMemoryInput any_training() {
  TrainingMemoryInput in;
  in.method = *rc::gen::element(Method::full, Method::freeze, Method::lora, Method::qlora, Method::dora);
  in.optimizer = *rc::gen::element(Optimizer::adamw, Optimizer::adamw_8bit, Optimizer::adafactor, Optimizer::muon);
  in.recipe = *rc::gen::element(Recipe::mixed, Recipe::autocast, Recipe::bf16, Recipe::fp32, Recipe::fp8);
  in.checkpointing = *rc::gen::element(Checkpointing::none, Checkpointing::selective, Checkpointing::full);
  in.loss = *rc::gen::element(Loss::plain, Loss::chunked, Loss::fused);
  in.flash_attention = *rc::gen::arbitrary<bool>();
  in.packed = *rc::gen::arbitrary<bool>();
  in.compiled = *rc::gen::arbitrary<bool>();
  in.micro_batch = *rc::gen::inRange(1, 64);
  in.sequence = *rc::gen::inRange(1, 131072);
  in.base_format = bits_wide(in.method == Method::qlora ? 4.127 : 16);
  in.layout.sharding =
      *rc::gen::element(Sharding::none, Sharding::zero1, Sharding::zero2, Sharding::zero3, Sharding::fsdp);
  in.layout.data = *rc::gen::element(1, 2, 8, 64, 100000);
  in.overheads.varying_fall = *rc::gen::inRange(0, 11) / 10.0;
  in.overheads.loads_whole = *rc::gen::arbitrary<bool>();
  if (*rc::gen::arbitrary<bool>()) in.memory = gigabytes(80);
  return in;
}

Bytes amount(const MemoryUse& use, const std::string& id) {
  for (const MemoryLine& l : use.lines)
    if (l.id == id) return l.amount;
  return bytes(0);
}

void expect_sound(const MemoryUse& use) {
  double sum = 0;
  for (const MemoryLine& l : use.lines) {
    RC_ASSERT(std::isfinite(l.amount.value));
    RC_ASSERT(l.amount.value > 0.0);
    sum += l.amount.value;
  }
  RC_ASSERT(std::abs(sum - use.total().value) <= 1e-12 * sum);
}

RC_GTEST_PROP(MemoryProperties, ServingLinesAddUpAtAnySize, ()) {
  expect_sound(inference_memory(any_model(), any_serving()));
}

RC_GTEST_PROP(MemoryProperties, TrainingLinesAddUpAtAnySize, ()) {
  expect_sound(training_memory(any_model(), any_training()));
}

RC_GTEST_PROP(MemoryProperties, ServingNeverFallsWithLoad, ()) {
  const Architecture model = any_model();
  const InferenceMemoryInput in = any_serving();
  InferenceMemoryInput more = in;
  more.sequences += *rc::gen::inRange(1, 1000);
  RC_ASSERT(inference_memory(model, more).total() >= inference_memory(model, in).total());
  InferenceMemoryInput longer = in;
  longer.context += *rc::gen::inRange(1, 100000);
  RC_ASSERT(inference_memory(model, longer).total() >= inference_memory(model, in).total());
}

RC_GTEST_PROP(MemoryProperties, WeightsNeverGrowWithFewerBits, ()) {
  const Architecture model = any_model();
  const double bits = *rc::gen::inRange(17, 33) / 2.0;
  const InferenceMemoryInput in = any_serving();
  InferenceMemoryInput narrow = in;
  narrow.weights = bits_wide(bits - 0.5);
  InferenceMemoryInput wide = in;
  wide.weights = bits_wide(bits);
  RC_ASSERT(amount(inference_memory(model, narrow), "weights") <= amount(inference_memory(model, wide), "weights"));
}

RC_GTEST_PROP(MemoryProperties, TrainingNeverFallsWithBatchAndLength, ()) {
  const Architecture model = any_model();
  TrainingMemoryInput in = any_training();
  TrainingMemoryInput more = in;
  more.micro_batch += 1;
  RC_ASSERT(training_memory(model, more).total() >= training_memory(model, in).total());
  TrainingMemoryInput longer = in;
  longer.sequence *= 2;
  RC_ASSERT(training_memory(model, longer).total() >= training_memory(model, in).total());
}

RC_GTEST_PROP(MemoryProperties, StatesNeverGrowWithShards, ()) {
  const Architecture model = any_model();
  TrainingMemoryInput in = any_training();
  in.layout.sharding = *rc::gen::element(Sharding::zero1, Sharding::zero2, Sharding::zero3, Sharding::fsdp);
  in.layout.data = *rc::gen::inRange(1, 512);
  TrainingMemoryInput wider = in;
  wider.layout.data *= 2;
  const MemoryUse few = training_memory(model, in), many = training_memory(model, wider);
  for (const char* id : {"weights", "master_weights", "optimizer"}) {
    if (amount(few, id) > bytes(0) && amount(many, id) > bytes(0)) RC_ASSERT(amount(many, id) <= amount(few, id));
  }
}

RC_GTEST_PROP(MemoryProperties, CheckpointsNeverKeepMore, ()) {
  const Architecture model = any_model();
  TrainingMemoryInput in = any_training();
  in.checkpointing = Checkpointing::none;
  TrainingMemoryInput full = in;
  full.checkpointing = Checkpointing::full;
  for (const LayerGroup& group : model.groups)
    RC_ASSERT(layer_activations(group, model.hidden, full) <= layer_activations(group, model.hidden, in));
}

RC_GTEST_PROP(MemoryProperties, MoreLayersNeverNeedLess, ()) {
  Architecture model = any_model();
  const TrainingMemoryInput in = any_training();
  const Bytes before = training_memory(model, in).total();
  model.groups.front().count += 1;
  RC_ASSERT(in.method == Method::freeze || training_memory(model, in).total() >= before);
}

TEST(MemoryProperties, OneGpuEqualsALayoutOfOnes) {
  TrainingMemoryInput in;
  in.base_format = bits_wide(16);
  TrainingMemoryInput ones = in;
  ones.layout.tensor = ones.layout.pipeline = ones.layout.context = ones.layout.expert = ones.layout.data = 1;
  EXPECT_DOUBLE_EQ(training_memory(llama_31_8b(), in).total().value,
                   training_memory(llama_31_8b(), ones).total().value);
}

}  // namespace
}  // namespace ridgepoint
