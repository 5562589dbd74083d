#include "engine/speed/media.h"

#include <algorithm>
#include <cmath>

#include "engine/estimate/parts.h"
#include "engine/estimate/workloads.h"
#include "engine/memory/states.h"
#include "engine/plan/plan.h"

namespace ridgepoint {
namespace {

bool is_picture(Item item) { return item == Item::image || item == Item::video; }

// Most items at once, by doubling and halving the step; memory, in bytes of a batch, grows with them.
template <class Memory>
int largest_batch(const Question& q, Memory memory) {
  const Bytes budget = memory_budget(q);
  constexpr int kMost = 65536;
  int good = 0;
  for (int step = kMost; step >= 1; step /= 2)
    if (good + step <= kMost && memory(good + step) <= budget) good += step;
  return good;
}

void add_speed(Estimate& e, const Catalog& catalog) {
  const Question& q = e.question;
  const MediaPlan& media = *e.basis.plan.media;
  const MediaTime time =
      media_time(media.passes, {q.weights, media.batch, media.compiled, e.basis.plan.memory.host}, q.device);
  SpeedResult& s = e.speed;
  const double batch_s = in_seconds(time.total()), items_per_s = media.batch * q.gpus / batch_s;
  s.batch = media.batch;
  s.batch_ms = batch_s * 1e3;
  s.concurrency = media.batch * q.gpus;
  s.requests_per_s = items_per_s / media.windows;
  const Item item = q.network()->item;
  if (is_picture(item)) s.images_per_s = items_per_s;
  if (item == Item::sequence) s.tokens_per_s = items_per_s * media.request.tokens;
  if (item == Item::window) {
    s.audio_s_per_s = *s.requests_per_s * media.audio_s;
    s.real_time_factor = std::ceil(media.windows / media.batch) * batch_s / media.audio_s;
  }
  s.time_lines = time_lines(time.lines);
  s.bounds = by_bound(s.time_lines);
  s.bottleneck = bottleneck_of(time.lines, time.work, q.device);
  // Some classes have been measured above the peak that is published.
  s.roofline = roofline_of(q.device, std::max(q.device.gemm_peak, time.work.flop / time.total()));
  add_point(*s.roofline, "batch", "A batch", time.work, time.total());
  s.layout = layout_result(e.basis.plan);
  const std::string& device_class = q.device.media.id;
  add_range(s, catalog, device_class, "media_requests_per_s", "requests_per_s", s.requests_per_s);
  add_range(s, catalog, device_class, "media_requests_per_s", "batch_ms", s.batch_ms);
  if (s.images_per_s) add_range(s, catalog, device_class, "media_requests_per_s", "images_per_s", s.images_per_s);
}

MediaTrainingSpeedInput training_input(const Estimate& e) {
  const Question& q = e.question;
  const MediaTrainingMemoryInput& memory = e.basis.plan.media->training;
  const StateBytes state = state_bytes(memory.recipe, memory.optimizer);
  MediaTrainingSpeedInput in;
  in.micro_batch = memory.micro_batch;
  in.accumulation = e.basis.plan.training.accumulation;
  in.devices = q.gpus;
  in.per_node = q.per_node;
  in.sharded = memory.sharding == Sharding::fsdp || memory.sharding == Sharding::zero3;
  in.compiled = e.question.train.compiled;
  in.recomputed = memory.recomputed;
  in.gradient_bytes = state.gradients;
  in.weight_bytes = std::min(state.weights, 2.0);
  in.state_bytes = state.total();
  return in;
}

}  // namespace

ModelSummary media_summary(const Question& q, const Plan& plan) {
  ModelSummary m;
  m.name = q.model->name;
  m.params_b = total_params(*q.network()) / 1e9;
  m.active_params_b = m.params_b;
  Flop work;
  for (const Pass& pass : plan.media->passes) work += pass.runs * pass.inputs * pass.work;
  m.gflop_per_request = plan.media->windows * in_flop(work) / 1e9;
  return m;
}

void add_media_serving(Estimate& e, const Catalog& catalog) {
  Question& q = e.question;
  const MediaModel& model = *q.network();
  const MediaPlan& media = *e.basis.plan.media;
  e.memory.max_batch = largest_batch(q, [&](int batch) {
    return media_memory(media.passes, {q.weights, static_cast<double>(batch), media.in_turn}).total();
  });
  if (e.memory.host_gb) *e.memory.host_gb *= q.gpus;
  add_speed(e, catalog);
  q.serve.batch = static_cast<int>(media.batch);
  if (is_picture(model.item)) {
    q.serve.width = static_cast<int>(media.request.width);
    q.serve.height = static_cast<int>(media.request.height);
  }
  if (model.record.kind == ModelKind::diffusion) {
    q.serve.steps = static_cast<int>(media.request.steps);
    q.serve.guidance = media.request.guidance;
  }
  if (media.audio_s > 0) q.serve.audio_s = media.audio_s;
}

void add_media_training(Estimate& e, const Catalog& catalog) {
  Question& q = e.question;
  const Plan& plan = e.basis.plan;
  const MediaPlan& media = *plan.media;
  e.memory.max_micro_batch = largest_batch(q, [&](int batch) {
    MediaTrainingMemoryInput in = media.training;
    in.micro_batch = batch;
    return media_training_memory(media.passes, in).total();
  });
  const MediaTrainingStep step = media_training_step(media.passes, training_input(e), q.device);
  const Seconds time = step.total();
  SpeedResult& s = e.speed;
  describe_step(s, step.lines, time, step.model_flop, step.hardware_flop, plan, q);
  s.samples_per_s = step.samples / in_seconds(time);
  s.samples = media_samples(e.question);
  s.days = *s.samples / *s.samples_per_s / 86400;
  s.layout.micro_batch = plan.training.micro_batch;
  add_range(s, catalog, q.device.media.id, "train_samples_per_s", "samples_per_s", s.samples_per_s);
  e.basis.training.model_flop = step.model_flop;
  q.train.method = Method::full;
  const auto [least, most] = std::minmax(media.request.width, media.request.height);
  if (is_picture(q.network()->item) && least >= most) q.train.image_size = static_cast<int>(most);
}

void add_media_costs(const Estimate& e, PricedOption& option, double usd_h) {
  if (e.speed.images_per_s) option.usd_per_1k_images = usd_h / (*e.speed.images_per_s * 3600) * 1000;
  if (e.speed.audio_s_per_s) option.usd_per_audio_h = usd_h / *e.speed.audio_s_per_s;
  if (e.speed.tokens_per_s) option.usd_per_1m_input_tokens = usd_h / (*e.speed.tokens_per_s * 3600) * 1e6;
}

}  // namespace ridgepoint
