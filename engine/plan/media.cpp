#include <algorithm>
#include <cmath>

#include "engine/ask/prices.h"
#include "engine/plan/plan.h"

namespace ridgepoint {
namespace {

constexpr double kMostTogether = 256;
constexpr double kUsualBatch = 32;
constexpr double kUsualAnswer = 200;  // tokens of a text that a network writes about another
// Tokens that a second of speech becomes: MLPerf's eight B200 wrote 45,024 tokens/s (Inference v5.1) and answered
// 777 clips/s of up to 30 s (v6.0), 58 tokens a clip; LibriSpeech's clips are about 23 s long.
constexpr double kTokensPerAudioSecond = 2.5;

MediaRequest request_of(const Scenario& s, const Resolved& r) {
  const ModelRecord& record = r.media->record;
  MediaRequest q;
  q.width = s.serve.width.value_or(record.image_size.value_or(0));
  q.height = s.serve.height.value_or(record.image_height.value_or(record.image_size.value_or(0)));
  q.steps = s.serve.steps.value_or(record.steps.value_or(1));
  q.guidance = s.serve.guidance.value_or(record.guidance);
  q.tokens = std::min<double>(s.serve.prompt(), record.max_context.value_or(s.serve.prompt()));
  const double window = std::min(record.window_s.value_or(30), s.serve.audio_s.value_or(30));
  q.answer_tokens =
      s.serve.output_tokens.value_or(r.media->item == Item::window ? kTokensPerAudioSecond * window : kUsualAnswer);
  if (!s.serves()) {
    q.steps = 1;  // each sample is trained on one noise level
    q.guidance = false;
    q.tokens = std::min<double>(s.train.sequence, record.max_context.value_or(s.train.sequence));
    if (s.train.image_size) q.width = q.height = *s.train.image_size;
  }
  return q;
}

// The largest power of two up to `most` for which `fits` holds; 1 when none does.
template <class Fits>
double largest_power_of_two(double most, Fits fits) {
  double good = 1;
  while (good * 2 <= most && fits(good * 2)) good *= 2;
  return good;
}

bool fits_media(const Scenario& s, const Resolved& r, const MediaPlan& media, double batch) {
  return media_memory(media.passes, {r.weights, batch, media.in_turn}).total() <= memory_budget(s, r);
}

// Where all networks of a diffusion model do not fit together, host memory keeps those that are not at work, as
// ComfyUI does and diffusers' enable_model_cpu_offload. Not where the host's memory is the device's own, or too small.
bool takes_turns(const Scenario& s, const Resolved& r, const MediaPlan& media) {
  const Accelerator& a = r.accelerator;
  if (r.media->record.kind != ModelKind::diffusion || is_computer(a) || a.segment == Segment::cpu) return false;
  if (fits_media(s, r, media, 1)) return false;
  return !r.host || media_memory(media.passes, {r.weights, 1, true}).host <= host_room(r);
}

double serving_batch(const Scenario& s, const Resolved& r, const MediaPlan& media) {
  if (s.serve.batch) return *s.serve.batch;
  const auto fits = [&](double batch) { return fits_media(s, r, media, batch); };
  const bool as_many = s.serve.concurrency ? std::isinf(*s.serve.concurrency) : s.workload == Workload::batch;
  if (as_many) return largest_power_of_two(kMostTogether, fits);
  if (s.serve.concurrency) return std::max(1.0, std::ceil(*s.serve.concurrency / r.gpus));
  const bool alone = r.media->record.kind == ModelKind::diffusion || r.media->item == Item::window;
  return alone ? 1 : largest_power_of_two(kUsualBatch, fits);
}

Plan copies(const Scenario& s, const Resolved& r) {
  Plan plan;
  plan.layout.data = r.gpus;
  plan.layout.per_node = r.per_node;
  plan.why = r.gpus > 1 ? "a copy of the model on every accelerator" : "";
  MediaPlan& media = plan.media.emplace();
  media.request = request_of(s, r);
  media.passes = passes_of(*r.media, media.request);
  media.compiled = s.serves() ? !s.serve.eager : s.train.compiled;
  return plan;
}

std::vector<Sharding> sharding_choices(const Scenario& s, const Resolved& r) {
  if (s.parallel.sharding) return {*s.parallel.sharding};
  if (r.gpus == 1) return {Sharding::none};
  return {Sharding::none, Sharding::fsdp};
}

}  // namespace

double media_samples(const Scenario& s) {
  if (s.train.samples) return *s.train.samples;
  return s.workload == Workload::finetune ? 1e5 : 90 * 1.28e6;
}

Plan plan_media_serving(const Scenario& s, const Resolved& r) {
  Plan plan = copies(s, r);
  MediaPlan& media = *plan.media;
  media.in_turn = takes_turns(s, r, media);
  if (media.in_turn)
    plan.why.append(plan.why.empty() ? "" : ", ").append("each network in turn, the others in host memory");
  media.batch = serving_batch(s, r, media);
  if (r.media->item == Item::window) {
    const double window = r.media->record.window_s.value_or(30);
    media.audio_s = s.serve.audio_s.value_or(window);
    media.windows = std::ceil(media.audio_s / window);
  }
  plan.memory = media_memory(media.passes, {r.weights, media.batch, media.in_turn});
  plan.concurrency = media.batch * r.gpus;
  plan.context = plan.mean_context = r.media->item == Item::sequence ? media.request.tokens : 0;
  return plan;
}

Plan plan_media_training(const Scenario& s, const Resolved& r) {
  Plan plan = copies(s, r);
  MediaPlan& media = *plan.media;
  MediaTrainingMemoryInput& in = media.training;
  in.optimizer = s.train.optimizer;
  in.recipe = s.train.recipe;
  in.devices = r.gpus;
  const Bytes budget = memory_budget(s, r);
  const auto fits = [&](double batch) {
    MediaTrainingMemoryInput with = in;
    with.micro_batch = batch;
    return media_training_memory(media.passes, with).total() <= budget;
  };
  const auto choose = [&] {
    // A third more work costs more than gathering weights.
    for (const bool recomputed : {false, true})
      for (Sharding sharding : sharding_choices(s, r)) {
        if (recomputed != (s.train.checkpointing == Checkpointing::full) && s.train.checkpointing) continue;
        in.sharding = sharding;
        in.recomputed = recomputed;
        if (fits(s.train.micro_batch.value_or(1))) return;
      }
  };
  choose();
  const double share =
      s.train.global_batch ? std::ceil(static_cast<double>(*s.train.global_batch) / r.gpus) : kMostTogether;
  in.micro_batch =
      s.train.micro_batch ? *s.train.micro_batch : largest_power_of_two(std::min(share, kMostTogether), fits);
  plan.training.micro_batch = static_cast<int>(in.micro_batch);
  const double per_step = in.micro_batch * r.gpus;
  const double wanted = s.train.global_batch.value_or(static_cast<int>(per_step));
  plan.training.accumulation = static_cast<int>(std::max(1.0, std::ceil(wanted / per_step)));
  plan.global_batch = static_cast<int>(plan.training.accumulation * per_step);
  plan.training.checkpointing = in.recomputed ? Checkpointing::full : Checkpointing::none;
  plan.layout.sharding = in.sharding;
  plan.memory = media_training_memory(media.passes, in);
  return plan;
}

}  // namespace ridgepoint
