#include <algorithm>
#include <cmath>

#include "engine/plan/plan.h"

namespace ridgepoint {
namespace {

constexpr double kMostTogether = 256;
constexpr double kUsualBatch = 32;
constexpr double kUsualAnswer = 200;  // tokens of a text that a network writes about another
// Tokens that a second of speech becomes: MLPerf's eight B200 wrote 45,024 tokens/s (Inference v5.1) and answered
// 777 clips/s of up to 30 s (v6.0), 58 tokens a clip; LibriSpeech's clips are about 23 s long.
constexpr double kTokensPerAudioSecond = 2.5;

MediaRequest request_of(const Question& q) {
  const auto& [record, item, encoder] = *q.network();
  MediaRequest out;
  out.width = q.serve.width.value_or(record.image_size.value_or(0));
  out.height = q.serve.height.value_or(record.image_height.value_or(record.image_size.value_or(0)));
  out.steps = q.serve.steps.value_or(record.steps.value_or(1));
  out.guidance = q.serve.guidance.value_or(record.guidance);
  out.tokens = std::min<double>(q.serve.prompt(), record.max_context.value_or(q.serve.prompt()));
  const double window = std::min(record.window_s.value_or(30), q.serve.audio_s.value_or(30));
  out.answer_tokens =
      q.serve.output_tokens.value_or(item == Item::window ? kTokensPerAudioSecond * window : kUsualAnswer);
  return out;
}

MediaRequest sample_of(const Question& q) {
  MediaRequest out = request_of(q);
  out.steps = 1;  // each sample is trained on one noise level
  out.guidance = false;
  out.tokens = std::min<double>(q.train.sequence, q.network()->record.max_context.value_or(q.train.sequence));
  if (q.train.image_size) out.width = out.height = *q.train.image_size;
  return out;
}

// The largest power of two up to `most` for which `fits` holds; 1 when none does.
template <class Fits>
double largest_power_of_two(double most, Fits fits) {
  double good = 1;
  while (good * 2 <= most && fits(good * 2)) good *= 2;
  return good;
}

bool fits_media(const Question& q, const MediaPlan& media, double batch) {
  return media_memory(media.passes, {q.weights, batch, media.in_turn}).total() <= memory_budget(q);
}

// Where all networks of a diffusion model do not fit together, host memory keeps those that are not at work, as
// ComfyUI does and diffusers' enable_model_cpu_offload. Not where the host's memory is the device's own, or too small.
bool takes_turns(const Question& q, const MediaPlan& media) {
  const Accelerator& a = q.accelerator;
  if (q.network()->record.kind != ModelKind::diffusion || is_computer(a) || a.segment == Segment::cpu) return false;
  if (fits_media(q, media, 1)) return false;
  return !q.host || media_memory(media.passes, {q.weights, 1, true}).host <= host_room(q);
}

double serving_batch(const Question& q, const MediaPlan& media) {
  if (q.serve.batch) return *q.serve.batch;
  const auto fits = [&](double batch) { return fits_media(q, media, batch); };
  const bool as_many = q.serve.concurrency ? std::isinf(*q.serve.concurrency) : q.workload == Workload::batch;
  if (as_many) return largest_power_of_two(kMostTogether, fits);
  if (q.serve.concurrency) return std::max(1.0, std::ceil(*q.serve.concurrency / q.gpus));
  const MediaModel& model = *q.network();
  // Speech that comes at a rate is worked on together, by one who waits alone.
  const bool alone =
      model.record.kind == ModelKind::diffusion || (model.item == Item::window && !q.serve.requests_per_minute);
  return alone ? 1 : largest_power_of_two(kUsualBatch, fits);
}

Plan copies(const Question& q, const MediaRequest& request, bool compiled) {
  Plan plan;
  plan.layout.data = q.gpus;
  plan.layout.per_node = q.per_node;
  plan.why = q.gpus > 1 ? "a copy of the model on every accelerator" : "";
  MediaPlan& media = plan.media.emplace();
  media.request = request;
  media.passes = passes_of(*q.network(), request);
  media.compiled = compiled;
  return plan;
}

std::vector<Sharding> sharding_choices(const Question& q) {
  if (q.parallel.sharding) return {*q.parallel.sharding};
  if (q.gpus == 1) return {Sharding::none};
  return {Sharding::none, Sharding::fsdp};
}

}  // namespace

double media_samples(const Question& q) {
  if (q.train.samples) return *q.train.samples;
  return q.workload == Workload::finetune ? 1e5 : 90 * 1.28e6;
}

Plan plan_media_serving(const Question& q) {
  Plan plan = copies(q, request_of(q), !q.serve.eager);
  const MediaModel& model = *q.network();
  MediaPlan& media = *plan.media;
  media.in_turn = takes_turns(q, media);
  if (media.in_turn)
    plan.why.append(plan.why.empty() ? "" : ", ").append("each network in turn, the others in host memory");
  media.batch = serving_batch(q, media);
  if (model.item == Item::window) {
    const double window = model.record.window_s.value_or(30);
    media.audio_s = q.serve.audio_s.value_or(window);
    media.windows = std::ceil(media.audio_s / window);
  }
  plan.memory = media_memory(media.passes, {q.weights, media.batch, media.in_turn});
  plan.concurrency = media.batch * q.gpus;
  plan.context = plan.mean_context = model.item == Item::sequence ? media.request.tokens : 0;
  return plan;
}

Plan plan_media_training(const Question& q) {
  Plan plan = copies(q, sample_of(q), q.train.compiled);
  MediaPlan& media = *plan.media;
  MediaTrainingMemoryInput& in = media.training;
  in.optimizer = q.train.optimizer;
  in.recipe = q.train.recipe;
  in.devices = q.gpus;
  const Bytes budget = memory_budget(q);
  const auto fits = [&](double batch) {
    MediaTrainingMemoryInput with = in;
    with.micro_batch = batch;
    return media_training_memory(media.passes, with).total() <= budget;
  };
  const auto choose = [&] {
    // A third more work costs more than gathering weights.
    for (const bool recomputed : {false, true})
      for (Sharding sharding : sharding_choices(q)) {
        if (recomputed != (q.train.checkpointing == Checkpointing::full) && q.train.checkpointing) continue;
        in.sharding = sharding;
        in.recomputed = recomputed;
        if (fits(q.train.micro_batch.value_or(1))) return;
      }
  };
  choose();
  const double share =
      q.train.global_batch ? std::ceil(static_cast<double>(*q.train.global_batch) / q.gpus) : kMostTogether;
  in.micro_batch =
      q.train.micro_batch ? *q.train.micro_batch : largest_power_of_two(std::min(share, kMostTogether), fits);
  plan.training.micro_batch = static_cast<int>(in.micro_batch);
  const double per_step = in.micro_batch * q.gpus;
  const double wanted = q.train.global_batch.value_or(static_cast<int>(per_step));
  plan.training.accumulation = static_cast<int>(std::max(1.0, std::ceil(wanted / per_step)));
  plan.global_batch = static_cast<int>(plan.training.accumulation * per_step);
  plan.training.checkpointing = in.recomputed ? Checkpointing::full : Checkpointing::none;
  plan.layout.sharding = in.sharding;
  plan.memory = media_training_memory(media.passes, in);
  return plan;
}

}  // namespace ridgepoint
