#include "engine/choose/recommend_merits.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

double known(const std::optional<double>& x) { return x.value_or(kUnknownMerit); }

double cost_of(const Estimate& e) {
  const CostResult& c = e.cost;
  if (e.scenario.ends()) return known(c.usd_per_run);
  if (is_for_users(e)) return known(c.usd_per_h);
  for (const auto* figure : {&c.usd_per_1k_requests, &c.usd_per_1k_images, &c.usd_per_audio_h})
    if (*figure) return **figure;
  return kUnknownMerit;
}

double time_of(const Estimate& e) {
  const SpeedResult& s = e.speed;
  if (e.scenario.ends()) return known(s.days);
  if (e.scenario.workload == Workload::serve && s.ttft_ms && s.tpot_ms) {
    const double answer = e.scenario.serve.reasoning_tokens + e.scenario.serve.output_tokens;
    return *s.ttft_ms + std::max(0.0, answer - 1) * *s.tpot_ms;
  }
  if (e.scenario.workload == Workload::serve && s.batch_ms) return *s.batch_ms;
  const std::optional<double>& rate = s.tokens_per_s ? s.tokens_per_s : s.requests_per_s;
  return rate && *rate > 0 ? 1 / *rate : kUnknownMerit;
}

}  // namespace

bool is_for_users(const Estimate& e) {
  return e.scenario.workload == Workload::serve && (e.scenario.serve.requests_per_minute || !e.basis.resolved.media);
}

Merits merits_of(const Estimate& e) { return {cost_of(e), time_of(e), known(e.cost.energy_kwh)}; }

double rounded_merit(double x) {
  if (!std::isfinite(x)) return x;
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  return std::ldexp(std::floor(std::ldexp(mantissa, 34) + 0.5), exponent - 34);
}

double score_of(const Merits& m, Goal goal) {
  switch (goal) {
    case Goal::cost:
      return rounded_merit(m.cost);
    case Goal::speed:
      return rounded_merit(m.time);
    case Goal::energy:
      return rounded_merit(m.energy);
    case Goal::balance:
      return rounded_merit(m.cost * m.time * m.energy);
  }
  return kUnknownMerit;
}

}  // namespace ridgepoint
