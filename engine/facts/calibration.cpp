#include "engine/facts/calibration.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "engine/base/lists.h"

namespace ridgepoint {
namespace {

bool met(const std::vector<std::string>& accepted, std::string_view value) {
  return accepted.empty() || contains(accepted, value);
}

bool begins_as_one(const std::vector<std::string>& beginnings, std::string_view value) {
  const auto begins = [&](const std::string& b) { return value.substr(0, b.size()) == b; };
  return beginnings.empty() || std::any_of(beginnings.begin(), beginnings.end(), begins);
}

bool covers_device(const Conditions& c, const Accelerator& a) {
  return met(c.architectures, a.architecture) && met(c.segments, word_of(a.segment)) &&
         met(c.form_factors, a.form_factor ? word_of(*a.form_factor) : "") &&
         begins_as_one(c.memory_types, a.memory_type);
}

// Whether software of a date (empty: current) is older than a limit (empty: none).
bool older(const std::string& date, const std::string& before) {
  return before.empty() || (!date.empty() && date < before);
}

// Of the 16-bit rate, in the attention core: FlashAttention-3 reaches 740 of 989 TFLOP/s on an H100 (arXiv 2407.08608).
constexpr double kAttention = 0.75;

constexpr SoftwareFactor kSoftwareFactors[] = {
    {"bandwidth", &SoftwareFactors::bandwidth, &Efficiency::bandwidth, 1},
    {"expert_bandwidth", &SoftwareFactors::expert_bandwidth, &Efficiency::expert_bandwidth, 1},
    {"cache_bandwidth", &SoftwareFactors::cache_bandwidth, &Efficiency::cache_bandwidth, 1},
    {"state_bandwidth", &SoftwareFactors::state_bandwidth, &Efficiency::state_bandwidth, 1},
    {"scan_tokens", &SoftwareFactors::scan_tokens, &Efficiency::scan_tokens},
    {"unpack_bits", &SoftwareFactors::unpack_bits, &Efficiency::unpack_bits},
    {"gemm", &SoftwareFactors::gemm, &Efficiency::gemm, 1},
    {"experts", &SoftwareFactors::experts, &Efficiency::experts, 1},
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
  e.each_expert = factors.each_expert;
  e.quantized_matrix = factors.quantized_matrix;
  return e;
}

// Months since the year 0 of "2025-06" or "2025-06-14".
double months(const std::string& date) {
  const auto digits = [&](std::size_t from, std::size_t count) {
    double number = 0;
    for (std::size_t i = from; i < std::min(date.size(), from + count); ++i) number = 10 * number + (date[i] - '0');
    return number;
  };
  return 12 * digits(0, 4) + std::max(1.0, digits(5, 2)) - 1 + std::max(0.0, digits(8, 2) - 1) / 31;
}

// Between two, a share of the way from one to the other.
SoftwareFactors between(const SoftwareFactors& from, const SoftwareFactors& to, double share) {
  SoftwareFactors out = share < 0.5 ? from : to;
  for (const SoftwareFactor& f : kSoftwareFactors)
    out.*f.factor = from.*f.factor * std::pow(to.*f.factor / from.*f.factor, share);
  out.each_expert = (1 - share) * from.each_expert + share * to.each_expert;
  out.quantized_matrix = (1 - share) * from.quantized_matrix + share * to.quantized_matrix;
  return out;
}

// The factors of an engine at a date: those of the first record that covers both, and of its like by date.
std::optional<SoftwareFactors> factors_of(const Calibration& calibration, const Accelerator& accelerator,
                                          const Software& software) {
  const Calibrated<SoftwareFactors>*first = nullptr, *before = nullptr, *after = nullptr;
  for (const Calibrated<SoftwareFactors>& f : calibration.software) {
    if (!met(f.engines, software.engine) || !covers_device(f, accelerator)) continue;
    if (!first) first = &f;
    if (f.engines != first->engines || f.segments != first->segments) continue;
    const bool past = !software.date.empty() && months(f.date) > months(software.date);
    if (past && (!after || f.date < after->date)) after = &f;
    if (!past && (!before || f.date > before->date)) before = &f;
  }
  if (!before) before = after;
  if (!before) return {};
  if (!after || before == after) return *before;
  const double start = months(before->date);
  return between(*before, *after, (months(software.date) - start) / (months(after->date) - start));
}

// The coefficients of the first record whose conditions are met, else the defaults.
template <class Coefficients, class AreMet>
Coefficients first_where(const std::vector<Calibrated<Coefficients>>& records, AreMet are_met) {
  const Coefficients* found = find_where(records, are_met);
  return found ? *found : Coefficients{};
}

}  // namespace

std::span<const SoftwareFactor> software_factors() { return kSoftwareFactors; }

const Calibrated<Efficiency>& family_of(const Calibration& calibration, const Accelerator& accelerator) {
  assert(!calibration.efficiencies.empty());
  const auto covers = [&](const Conditions& conditions) { return covers_device(conditions, accelerator); };
  const Calibrated<Efficiency>* found = find_where(calibration.efficiencies, covers);
  return found ? *found : calibration.efficiencies.back();
}

Efficiency efficiency_of(const Calibration& calibration, const Accelerator& accelerator, const Software& software) {
  const Efficiency& family = family_of(calibration, accelerator);
  const std::optional<SoftwareFactors> factors = factors_of(calibration, accelerator, software);
  return factors ? scaled(family, *factors) : family;
}

TrainingEfficiency training_efficiency_of(const Calibration& calibration, const Accelerator& accelerator) {
  return first_where(calibration.training, [&](const Conditions& c) { return covers_device(c, accelerator); });
}

TrainingSoftware training_software_of(const Calibration& calibration, const Accelerator& accelerator,
                                      std::string_view framework, const std::string& date) {
  return first_where(calibration.training_software, [&](const Conditions& c) {
    return covers_device(c, accelerator) && met(c.frameworks, framework) && older(date, c.before);
  });
}

TrainingOverheads training_overheads_of(const Calibration& calibration, std::string_view framework,
                                        const std::string& date) {
  return first_where(calibration.training_overheads,
                     [&](const Conditions& c) { return met(c.frameworks, framework) && older(date, c.before); });
}

TrainerHabits habits_of(const std::vector<TrainerHabits>& habits, std::string_view objective, const std::string& date) {
  const TrainerHabits* found =
      find_where(habits, [&](const TrainerHabits& h) { return met(h.objectives, objective) && older(date, h.before); });
  return found ? *found : TrainerHabits{};
}

MediaEfficiency media_efficiency_of(const Calibration& calibration, const Accelerator& accelerator) {
  return first_where(calibration.media, [&](const Conditions& c) { return covers_device(c, accelerator); });
}

PurchaseMarket purchase_market_of(const Calibration& calibration, const Accelerator& accelerator, PriceKind kind) {
  return first_where(calibration.purchase, [&](const Calibrated<PurchaseMarket>& market) {
    return covers_device(market, accelerator) && met(market.kinds, word_of(kind));
  });
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
