#include "engine/facts/calibration.h"

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

// Of the 16-bit rate, in the attention core: FlashAttention-3 reaches 740 of 989 TFLOP/s on an H100 (arXiv 2407.08608).
constexpr double kAttention = 0.75;

constexpr SoftwareFactor kSoftwareFactors[] = {
    {"expert_bandwidth", &SoftwareFactors::expert_bandwidth, &Efficiency::expert_bandwidth, 1},
    {"cache_bandwidth", &SoftwareFactors::cache_bandwidth, &Efficiency::cache_bandwidth, 1},
    {"state_bandwidth", &SoftwareFactors::state_bandwidth, &Efficiency::state_bandwidth, 1},
    {"scan_tokens", &SoftwareFactors::scan_tokens, &Efficiency::scan_tokens},
    {"unpack_bits", &SoftwareFactors::unpack_bits, &Efficiency::unpack_bits},
    {"experts", &SoftwareFactors::experts, &Efficiency::experts},
    {"attention", &SoftwareFactors::attention, &Efficiency::attention, kAttention},
    {"decode_attention", &SoftwareFactors::decode_attention, &Efficiency::decode_attention},
    {"expert_padding", &SoftwareFactors::expert_padding, &Efficiency::expert_padding},
    {"elementwise", &SoftwareFactors::elementwise, &Efficiency::elementwise},
    {"layer", &SoftwareFactors::layer, &Efficiency::layer},
    {"normed_layer", &SoftwareFactors::normed_layer, &Efficiency::normed_layer},
    {"moe_layer", &SoftwareFactors::moe_layer, &Efficiency::moe_layer},
    {"latent_layer", &SoftwareFactors::latent_layer, &Efficiency::latent_layer},
    {"linear_layer", &SoftwareFactors::linear_layer, &Efficiency::linear_layer},
    {"prefill_layer", &SoftwareFactors::prefill_layer, &Efficiency::prefill_layer},
    {"prefill_moe_layer", &SoftwareFactors::prefill_moe_layer, &Efficiency::prefill_moe_layer},
    {"prefill_latent_layer", &SoftwareFactors::prefill_latent_layer, &Efficiency::prefill_latent_layer},
    {"step", &SoftwareFactors::step, &Efficiency::step},
    {"sequence", &SoftwareFactors::sequence, &Efficiency::sequence},
    {"request", &SoftwareFactors::request, &Efficiency::request},
    {"clumping", &SoftwareFactors::clumping, &Efficiency::clumping, 1},
    {"held_tokens", &SoftwareFactors::held_tokens, &Efficiency::held_tokens},
    {"fabric_latency", &SoftwareFactors::fabric_latency, &Efficiency::fabric_latency},
};

Efficiency scaled(Efficiency e, const SoftwareFactors& factors) {
  e.software = factors.id;
  for (const SoftwareFactor& f : kSoftwareFactors) {
    const double factor = factors.*f.factor;
    if (const auto* share = std::get_if<double Efficiency::*>(&f.coefficient))
      e.** share = std::min(f.most, e.**share * factor);
    else
      e.*std::get<Seconds Efficiency::*>(f.coefficient) *= factor;
  }
  return e;
}

}  // namespace

std::span<const SoftwareFactor> software_factors() { return kSoftwareFactors; }

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
