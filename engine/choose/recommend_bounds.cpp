#include "engine/choose/recommend_bounds.h"

#include <algorithm>
#include <limits>

#include "engine/ask/allowed.h"
#include "engine/ask/ask.h"
#include "engine/choose/constraints.h"
#include "engine/estimate/cost.h"
#include "engine/estimate/prices.h"
#include "engine/estimate/workloads.h"
#include "engine/memory/states.h"
#include "engine/memory/training.h"

namespace ridgepoint {
namespace {

constexpr double kShortestRun = 3600;  // seconds at the peak rate
constexpr double kEightBits = 8.5;     // with the scales of Q8_0
constexpr int kEachToo = 16;           // counts of which all are tried
constexpr int kAtHome = 2, kInAnOffice = 4;

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

bool is_candidate(const Accelerator& a, const Asked& q) {
  const ConstraintChoice& c = q.constraints;
  if (!is_allowed(c, a)) return false;
  if (!c.accelerators.empty() || !c.owned.empty()) return true;
  const Location location = location_of(q, a);
  const bool at_hand = location == Location::home || location == Location::office;
  const bool without_fans = at_hand && a.segment == Segment::datacenter;
  const bool beside = q.cost.host == HostMachine::existing && is_computer(a);
  const bool buys_any = q.cost.owns() && c.segments.empty();
  return a.status == Status::current && !(buys_any && (without_fans || beside));
}

bool is_built_to_be_joined(const Accelerator& a) {
  return a.fabric.domain >= kServer || a.form_factor == FormFactor::rack;
}

namespace {

const NumberFormat* own_format(const Question& q, const Catalog& catalog, const Accelerator& a) {
  if (q.precision.weights || !q.is(kServe)) return find_format(catalog, q.weights->id);
  Question there = parts_of(q);
  there.hardware.accelerator = a.id;
  there.hardware.instance.reset();
  return find_format(catalog, served_weights(there, catalog));
}

// Files between 8 and 4 bits are a choice of little weight for hardware, left for whoever has it.
bool is_between(const NumberFormat& format) { return format.whole_file && format.bits > 5 && format.bits < 8; }

// Whether narrower weights are tried at once: 8 bits where the device multiplies them, 4 for one user.
bool suits(const NumberFormat& format, const Question& q, const Accelerator& a) {
  if (format.bits > kEightBits) return true;
  if (format.bits > 5) return format.whole_file || a.rates[Arithmetic::fp8].has_value();
  return q.is_for_one();
}

}  // namespace

FormatsToTry formats_to_try(const Question& q, const Catalog& catalog, const Accelerator& a) {
  const NumberFormat* own = own_format(q, catalog, a);
  FormatsToTry out{{own}, {}};
  if (!q.is(kServe)) return out;
  const NumberFormat* accepted = q.precision.accept ? find_format(catalog, *q.precision.accept) : nullptr;
  if (!accepted && q.precision.weights) return out;
  for (const NumberFormat* format : narrower_formats(q, catalog, a, *own)) {
    if ((accepted && format->coarseness > accepted->coarseness) || is_between(*format)) continue;
    (accepted || suits(*format, q, a) ? out.first : out.otherwise).push_back(format);
  }
  return out;
}

int most_in_a_room(const Asked& q, const Accelerator& a) {
  const bool card = !is_computer(a) && a.form_factor.value_or(FormFactor::pcie) == FormFactor::pcie;
  const Location location = location_of(q, a);
  if (!q.cost.owns() || !card || q.constraints.max_count || !q.constraints.owned.empty())
    return std::numeric_limits<int>::max();
  return location == Location::home     ? kAtHome
         : location == Location::office ? kInAnOffice
                                        : std::numeric_limits<int>::max();
}

Bounds::Bounds(const Question& q, const Catalog& catalog) : asked_(q), catalog_(catalog) {
  if (q.network()) return;
  const Flop forward = forward_flop(q.model, 0);
  if (q.is(kServe)) {
    if (!q.hardware.host) matrices_ = quantizable_params(q.model);
    if (q.serve.requests_per_minute)
      load_ = forward * (*q.serve.requests_per_minute / 60 * q.serve.answer()) / seconds(1);
    return;
  }
  run_ = forward * (run_tokens(q) * passes(q.method()));
  if (!q.hardware.host && q.train.offload != Offload::parameters) matrices_ = quantizable_params(q.model);
  // Weights, master copy and moments, divided over all at the best; gradients may be gone before the optimizer runs,
  // and paged moments give way.
  const bool trains_all = q.method() == Method::full && q.train.offload == Offload::none;
  const StateBytes states = state_bytes(q.train.recipe, q.train.optimizer);
  const bool paged = q.train.optimizer == Optimizer::paged_adamw_8bit;
  if (trains_all) held_in_training_ = states.weights + states.master + (paged ? 0 : states.optimizer);
}

bool Bounds::is_over_at_once(const Accelerator& a, int count) const {
  return run_ > Flop{} && in_seconds(run_ / best_rate(a)) < kShortestRun * count;
}

std::vector<int> Bounds::counts(const Accelerator& a) const {
  const int most = asked_.constraints.max_count.value_or(kCluster);
  std::vector<int> out;
  if (const int owned = owned_of(asked_.constraints, a); owned > 0) {
    for (int count = 1; count <= std::min(owned, most); count += count < kServer ? 1 : kServer / 2)
      out.push_back(count);
    return out;
  }
  const int last = std::min({most, largest_fleet(a), most_in_a_room(asked_, a)});
  const bool between = asked_.is(kServes);  // powers of two alone divide a run
  for (int count = 1; count <= std::min(last, kEachToo) && between; ++count) out.push_back(count);
  for (int count = between ? 2 * kEachToo : 1; count <= last; count *= 2) {
    if (count > kServer && is_over_at_once(a, count)) break;
    const int before = count - count / 4;
    if (between) out.push_back(before);
    out.push_back(count);
  }
  return out;
}

bool Bounds::too_large(const Choice& choice) const {
  const double bits = std::min(16.0, choice.format->bits);
  const Bytes room = usable_memory(*choice.accelerator) * (1 - asked_.constraints.headroom.value_or(0));
  return bytes(matrices_ * std::max(bits / 8, held_in_training_)) > room * choice.count;
}

bool Bounds::too_slow(const Choice& choice) const {
  const FlopPerSecond peak = best_rate(*choice.accelerator) * choice.count;
  if (load_ > peak) return true;
  const std::optional<double>& deadline = asked_.train.deadline_h;
  return deadline && run_ > Flop{} && peak > FlopPerSecond{} && in_seconds(run_ / peak) > *deadline * 3600;
}

// Only where what an hour costs is the price of offers on demand.
bool Bounds::too_dear(const Choice& choice) const {
  const CostChoice& c = asked_.cost;
  const std::optional<double>& most = asked_.constraints.max_usd_h;
  const bool rents = !c.owns() && c.pricing == Pricing::on_demand && asked_.constraints.owned.empty();
  if (!most || !rents || c.rent_usd_gpu_h) return false;
  double lowest = 0;
  for (const RentOffer& offer : rent_offers(catalog_, PriceKind::on_demand, choice.accelerator->id,
                                            c.provider.value_or(""), c.region.value_or("")))
    lowest = lowest > 0 ? std::min(lowest, offer.usd_per_gpu_h) : offer.usd_per_gpu_h;
  return lowest * choice.count > *most;
}

bool Bounds::has_no_price(const Accelerator& a, bool let) const {
  const CostChoice& c = asked_.cost;
  const Goal goal = asked_.objective.value_or(Goal::cost);
  const bool own_figures = c.rent_usd_gpu_h || c.reserved_usd_gpu_h || c.server_usd;
  if (goal == Goal::speed || goal == Goal::energy || own_figures || !asked_.constraints.owned.empty()) return false;
  if (let && !c.owns()) return false;
  Question one = parts_of(asked_);
  one.accelerator = Shared<Accelerator>::of(a);
  const auto bought = c.mode != CostMode::rent ? server_price(one, catalog_) : std::nullopt;
  return !bought || (bought->elsewhere && asked_.constraints.accelerators.empty());
}

bool Bounds::rule_out(const Choice& choice) const { return too_large(choice) || too_slow(choice) || too_dear(choice); }

}  // namespace ridgepoint
