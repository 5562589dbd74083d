#include "engine/calibration.h"

#include <algorithm>
#include <cassert>
#include <string_view>

namespace ridgepoint {
namespace {

bool met(const std::vector<std::string>& accepted, std::string_view value) {
  return accepted.empty() || std::find(accepted.begin(), accepted.end(), value) != accepted.end();
}

bool covers_device(const Conditions& e, const Accelerator& a) {
  return met(e.accelerators, a.id) && met(e.architectures, a.architecture) && met(e.segments, word_of(a.segment));
}

// Whether software of a date (empty: current) is older than a limit (empty: none).
bool older(const std::string& date, const std::string& before) {
  return before.empty() || (!date.empty() && date < before);
}

bool covers(const Conditions& e, const Accelerator& a, const Software& software) {
  return met(e.engines, software.engine) && covers_device(e, a) && met(e.vendors, a.vendor) &&
         older(software.date, e.before);
}

Efficiency scaled(Efficiency e, const SoftwareFactors& factors) {
  e.software = factors.id;
  e.expert_bandwidth = std::min(1.0, e.expert_bandwidth * factors.expert_bandwidth);
  e.cache_bandwidth = std::min(1.0, e.cache_bandwidth * factors.cache_bandwidth);
  e.state_bandwidth = std::min(1.0, e.state_bandwidth * factors.state_bandwidth);
  e.scan_tokens *= factors.scan_tokens;
  e.unpack_bits *= factors.unpack_bits;
  e.experts *= factors.experts;
  e.attention *= factors.attention;
  e.decode_attention *= factors.decode_attention;
  e.expert_padding *= factors.expert_padding;
  e.elementwise *= factors.elementwise;
  e.layer *= factors.layer;
  e.normed_layer *= factors.normed_layer;
  e.moe_layer *= factors.moe_layer;
  e.latent_layer *= factors.latent_layer;
  e.linear_layer *= factors.linear_layer;
  e.prefill_layer *= factors.prefill_layer;
  e.prefill_moe_layer *= factors.prefill_moe_layer;
  e.prefill_latent_layer *= factors.prefill_latent_layer;
  e.step *= factors.step;
  e.sequence *= factors.sequence;
  e.request *= factors.request;
  e.clumping = std::min(1.0, e.clumping * factors.clumping);
  e.held_tokens *= factors.held_tokens;
  e.fabric_latency *= factors.fabric_latency;
  return e;
}

}  // namespace

Efficiency efficiency_of(const Calibration& calibration, const Accelerator& accelerator, const Software& software) {
  assert(!calibration.efficiencies.empty());
  const auto covering = [&](const Conditions& conditions) { return covers(conditions, accelerator, software); };
  const auto found = std::find_if(calibration.efficiencies.begin(), calibration.efficiencies.end(), covering);
  const Efficiency& efficiency = found != calibration.efficiencies.end() ? *found : calibration.efficiencies.back();
  const auto factors = std::find_if(calibration.software.begin(), calibration.software.end(), covering);
  return factors != calibration.software.end() ? scaled(efficiency, *factors) : efficiency;
}

TrainingEfficiency training_efficiency_of(const Calibration& calibration, const Accelerator& accelerator) {
  for (const Calibrated<TrainingEfficiency>& efficiency : calibration.training)
    if (covers_device(efficiency, accelerator)) return efficiency;
  return {};
}

TrainingSoftware training_software_of(const Calibration& calibration, const Accelerator& accelerator,
                                      std::string_view framework, const std::string& date) {
  for (const Calibrated<TrainingSoftware>& software : calibration.training_software)
    if (covers_device(software, accelerator) && met(software.frameworks, framework) && older(date, software.before))
      return software;
  return {};
}

TrainingOverheads training_overheads_of(const Calibration& calibration, std::string_view framework,
                                        const std::string& date) {
  for (const Calibrated<TrainingOverheads>& overheads : calibration.training_overheads)
    if (met(overheads.frameworks, framework) && older(date, overheads.before)) return overheads;
  return {};
}

MediaEfficiency media_efficiency_of(const Calibration& calibration, const Accelerator& accelerator) {
  for (const Calibrated<MediaEfficiency>& efficiency : calibration.media)
    if (covers_device(efficiency, accelerator)) return efficiency;
  return {};
}

const FigureError* error_of(const Calibration& calibration, const std::string& figure,
                            const std::string& device_class) {
  static constexpr int kFewestRows = 5;  // fewer say nothing of a class
  const FigureError* over_all = nullptr;
  for (const FigureError& error : calibration.errors) {
    const bool over_everything = error.device_class.empty();
    if (!over_everything && error.device_class != device_class) continue;
    if (error.rows < kFewestRows || error.figure != figure) continue;
    if (!over_everything || device_class.empty()) return &error;
    over_all = &error;
  }
  return over_all;
}

bool is_beyond(double load, double most) {
  static constexpr double kNear = 2;
  return most > 0 && load > kNear * most;
}

double range_at(const FigureError& error, const ServedLoad& load) {
  static constexpr double kBeyond = 1.5;
  const ServedLoad& most = error.most;
  const bool beyond = is_beyond(load.tokens, most.tokens) || is_beyond(load.in_flight, most.in_flight) ||
                      is_beyond(load.accelerators, most.accelerators);
  return (beyond ? kBeyond : 1) * std::max(error.p90, error.range);
}

}  // namespace ridgepoint
