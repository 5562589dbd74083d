#include "engine/choose/recommend_bounds.h"

#include <algorithm>
#include <array>

#include "engine/choose/constraints.h"
#include "engine/estimate/training.h"
#include "engine/memory/states.h"
#include "engine/memory/training.h"

namespace ridgepoint {
namespace {

constexpr int kNode = 8;
constexpr int kMostAccelerators = 1024;
constexpr double kShortestRun = 3600;  // seconds at the peak rate
// What people serve with, in engines of several makers.
constexpr std::array<const char*, 4> kNarrower = {"fp8", "gguf-q8_0", "awq-int4", "gguf-q4_k_m"};

FlopPerSecond best_rate(const Accelerator& a) {
  FlopPerSecond best;
  for (const std::optional<FlopPerSecond>& rate : a.rates.by)
    if (rate) best = std::max(best, *rate);
  return best;
}

// Forward passes' worth of work that training a token takes at the least: backward to the activations is as much as
// forward, backward to the weights as much again.
double passes(Method method) {
  if (method == Method::freeze) return 1;
  return method == Method::full ? 3 : 2;
}

int owned_of(const ConstraintChoice& c, const Accelerator& a) {
  int most = 0;
  for (const OwnedHardware& owned : c.owned)
    if (is_named(a, owned.accelerator)) most = std::max(most, owned.count);
  return most;
}

}  // namespace

bool is_candidate(const Accelerator& a, const ConstraintChoice& c) {
  const bool named = !c.accelerators.empty() || !c.owned.empty();
  return (named || a.status == Status::current) && is_allowed(c, a);
}

bool is_built_to_be_joined(const Accelerator& a) {
  return a.fabric.domain >= kNode || a.form_factor == FormFactor::rack;
}

std::vector<const NumberFormat*> formats_to_try(const Scenario& s, const Catalog& catalog, const Resolved& r) {
  const NumberFormat* own = find_format(catalog, r.weights->id);
  std::vector<const NumberFormat*> out = {own};
  const NumberFormat* accepted = s.precision.accept ? find_format(catalog, *s.precision.accept) : nullptr;
  if (!accepted || !s.serves() || r.media) return out;
  for (const char* id : kNarrower) {
    const NumberFormat* format = find_format(catalog, id);
    if (!format || format->coarseness <= own->coarseness || format->coarseness > accepted->coarseness) continue;
    if (s.serve.engine && format->whole_file != own->whole_file) continue;  // another engine's
    out.push_back(format);
  }
  return out;
}

Bounds::Bounds(const Scenario& s, const Catalog& catalog, const Resolved& r)
    : scenario_(s), catalog_(catalog), trained_in_(r.weights) {
  if (r.media) return;
  const bool elsewhere = s.hardware.host || (!s.serves() && s.train.offload == Offload::parameters);
  if (!elsewhere) matrices_ = quantizable_params(r.model);
  // Weights, master copy and moments, divided over all at the best; gradients may be gone before the optimizer runs,
  // and paged moments give way.
  const bool trains_all = !s.serves() && s.method() == Method::full && s.train.offload == Offload::none;
  const StateBytes states = state_bytes(s.train.recipe, s.train.optimizer);
  const bool paged = s.train.optimizer == Optimizer::paged_adamw_8bit;
  if (trains_all) held_in_training_ = states.weights + states.master + (paged ? 0 : states.optimizer);
  const Flop forward = forward_flop(r.model, 0);
  if (!s.serves()) run_ = forward * (run_tokens(s, r) * passes(s.method()));
  if (s.serves() && s.serve.requests_per_minute)
    load_ =
        forward * (*s.serve.requests_per_minute / 60 * (s.serve.reasoning_tokens + s.serve.output_tokens)) / seconds(1);
}

bool Bounds::is_over_at_once(const Accelerator& a, int count) const {
  return !scenario_.serves() && run_ > Flop{} && in_seconds(run_ / best_rate(a)) < kShortestRun * count;
}

std::vector<int> Bounds::counts(const Accelerator& a) const {
  const int most = scenario_.constraints.max_count.value_or(kMostAccelerators);
  std::vector<int> out;
  if (const int owned = owned_of(scenario_.constraints, a); owned > 0) {
    for (int count = 1; count <= std::min(owned, most); count += count < kNode ? 1 : kNode / 2) out.push_back(count);
    return out;
  }
  const int last = std::min(most, largest_fleet(a));
  for (int count = 1; count <= last; count *= 2) {
    if (count > kNode && is_over_at_once(a, count)) break;
    out.push_back(count);
    const int between = count + count / 2;
    if (scenario_.serves() && count >= 2 * kNode && between <= last) out.push_back(between);
  }
  return out;
}

bool Bounds::too_large(const Choice& choice) const {
  const NumberFormat& format = scenario_.serves() ? *choice.format : trained_in_;
  const double bits = std::min(16.0, format.bits);
  const Bytes room = usable_memory(*choice.accelerator) * (1 - scenario_.constraints.headroom);
  return bytes(matrices_ * std::max(bits / 8, held_in_training_)) > room * choice.count;
}

bool Bounds::too_slow(const Choice& choice) const {
  const FlopPerSecond peak = best_rate(*choice.accelerator) * choice.count;
  if (load_ > peak) return true;
  const std::optional<double>& deadline = scenario_.train.deadline_h;
  return !scenario_.serves() && deadline && peak > FlopPerSecond{} && in_seconds(run_ / peak) > *deadline * 3600;
}

// Only where what an hour costs is the price of offers on demand.
bool Bounds::too_dear(const Choice& choice) const {
  const CostChoice& c = scenario_.cost;
  const std::optional<double>& most = scenario_.constraints.max_usd_h;
  const bool rents = c.mode != CostMode::buy && c.pricing == Pricing::on_demand && scenario_.constraints.owned.empty();
  if (!most || !rents || c.rent_usd_gpu_h) return false;
  const RentOffers offers =
      rent_offers(catalog_, choice.accelerator->id, c.provider.value_or(""), c.region.value_or(""));
  double lowest = 0;
  for (const RentOffer& offer : offers[static_cast<std::size_t>(Pricing::on_demand)])
    lowest = lowest > 0 ? std::min(lowest, offer.usd_per_gpu_h) : offer.usd_per_gpu_h;
  return lowest * choice.count > *most;
}

bool Bounds::rule_out(const Choice& choice) const { return too_large(choice) || too_slow(choice) || too_dear(choice); }

}  // namespace ridgepoint
