#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/estimate/parts.h"
#include "engine/speed/simulation.h"

namespace ridgepoint {
namespace {

constexpr double kMostUsers = 1e5;          // of a replica, simulated one by one
constexpr double kMostWithoutLimit = 4096;  // where memory sets none
constexpr int kRequests = 10000;
constexpr int kRequestsOfATry = 2000;
constexpr int kFewest = 100;         // below this there are no percentiles
constexpr double kSurely = 0.9;      // of a time that a simulation is never below
constexpr double kSurelyKept = 0.8;  // of a target, in a simulation of fewer requests
// Lengths of a simulation spread at least so far. Requests as long to the token, once a step has read their prompts
// together, would end and come again together for good, until all users wait for each other; of no two people are they.
// 2% to 20% of the mean part them alike: half of the first tokens of 50 users on eight H100 come within 160 to 170 ms.
constexpr double kLeastSpread = 0.05;
constexpr double kMostSteps = 1e6;  // of prompts, so that long ones in small chunks are fewer
constexpr double kMostStepsOfATry = 2.5e5;
// Measured: what a simulation takes before its first step, in estimates; how many steps take as long as one; and what a
// request takes beside the steps of its prompt.
constexpr double kFixedEffort = 10, kStepsOfAnEstimate = 5e3, kStepsOfARequest = 3;

bool open_loop(const Estimate& e) { return e.question.serve.requests_per_minute.has_value(); }

// Replicas do alike, so one of them is simulated; with prefill and decode apart all of both.
double alike(const Estimate& e) { return e.speed.disaggregation ? 1 : e.basis.plan.layout.data; }
double users_of(const Estimate& e) {
  return e.speed.disaggregation ? std::max(1.0, e.basis.plan.concurrency) : e.basis.load.sequences;
}

// Users of a closed loop, of each of whom two requests go before those that are measured.
double users_before(const Estimate& e) { return open_loop(e) ? 0 : users_of(e); }

// Requests that the steps of prompts allow, of `wanted`.
int affordable(const ServingInput& load, double users, int wanted, double steps) {
  return static_cast<int>(std::clamp<double>(steps / load.passes() - 2 * users, 0, wanted));
}
int affordable(const Estimate& e) { return affordable(e.basis.load, users_before(e), kRequests, kMostSteps); }

bool can_simulate(const Estimate& e) {
  if (!e.question.is(kServe) || e.basis.serving.saturated) return false;
  return affordable(e) >= kFewest && users_before(e) <= kMostUsers;
}

// What is simulated, at the load in force.
SimulationInput simulation_of(const Estimate& e) {
  SimulationInput in;
  in.load = e.basis.load;
  in.load.sequences = users_of(e);
  in.requests = affordable(e);
  in.length_spread = std::max(kLeastSpread, e.question.serve.length_spread);
  if (open_loop(e)) in.requests_per_s = *e.question.serve.requests_per_minute / 60 / alike(e);
  return in;
}

StepTimes times_of(const Estimate& e, const SimulationInput& most) {
  return step_times(e.question.model, e.basis.speed_input, e.question.device, most);
}

Simulated simulated(const Estimate& e, const SimulationInput& in, const StepTimes& times) {
  const auto& pools = e.speed.disaggregation;
  if (pools)
    return simulate_pools(times, in,
                          {pools->prefill_replicas, pools->decode_replicas, milliseconds(pools->transfer_ms)});
  return simulate_serving(times, in);
}
Simulated simulated(const Estimate& e, const SimulationInput& in) { return simulated(e, in, times_of(e, in)); }

LatencyPercentiles percentiles_of(const Simulated& s) { return {s.ttft_ms, s.tpot_ms, s.e2e_s, s.requests}; }

void add_target(SloResult& out, LatencyTarget figure, const std::optional<double>& limit, double value) {
  if (!limit) return;
  out.targets.push_back({figure, *limit, value, value <= *limit});
  out.met = out.met && value <= *limit;
}

SloResult compared(const SloChoice& slo, const LatencyPercentiles& p) {
  SloResult out;
  add_target(out, LatencyTarget::ttft_p95_ms, slo.ttft_p95_ms, p.ttft_ms.p95);
  add_target(out, LatencyTarget::tpot_p95_ms, slo.tpot_p95_ms, p.tpot_ms ? p.tpot_ms->p95 : 0);
  add_target(out, LatencyTarget::e2e_p95_s, slo.e2e_p95_s, p.e2e_s.p95);
  return out;
}

int effort_of(const ServingInput& load, double users, double requests) {
  const double steps = (requests + 2 * users) * (load.passes() + kStepsOfARequest);
  return static_cast<int>(kFixedEffort + steps / kStepsOfAnEstimate);
}

// Not, once `effort` has ended.
bool meets(const Estimate& e, SimulationInput in, const StepTimes& times, double users, double requests_per_s,
           Effort& effort) {
  in.requests = std::max(kFewest, affordable(in.load, open_loop(e) ? 0 : users, kRequestsOfATry, kMostStepsOfATry));
  in.load.sequences = users;
  in.requests_per_s = requests_per_s;
  if (!effort.take(effort_of(in.load, open_loop(e) ? 0 : users, in.requests))) return false;
  return compared(e.question.serve.slo, percentiles_of(simulated(e, in, times))).met;
}

// The most users of what is simulated, no more than fit at once or are there; 0 when not even one meets the targets.
double most_users(const Estimate& e, SimulationInput in, Effort& effort) {
  const double holders = e.speed.disaggregation ? e.speed.disaggregation->decode_replicas : 1;
  const double fit = holders * (std::isinf(in.load.places()) ? kMostWithoutLimit : in.load.places());
  const double steps = (kMostStepsOfATry / in.load.passes() - kFewest) / 2;
  in.load.sequences = std::floor(std::min(std::clamp(steps, 1.0, kMostUsers), std::max(fit, in.load.sequences)));
  const double most = in.load.sequences;
  const StepTimes times = times_of(e, in);
  double good = 0, bad = 1;
  while (meets(e, in, times, bad, 0, effort)) {
    good = bad;
    if (good >= most) return good;
    bad = std::min(2 * bad, most);
  }
  while (bad - good > 1) {
    const double middle = std::floor((good + bad) / 2);
    (meets(e, in, times, middle, 0, effort) ? good : bad) = middle;
  }
  return good;
}

// The highest rate of the same, to a thousandth of what it can answer at all; 0 when none meets the targets. Whether
// the rate asked for does is known.
double highest_rate(const Estimate& e, const SimulationInput& in, Effort& effort) {
  const double most = e.basis.serving.largest_rate * e.basis.plan.layout.data / alike(e);
  const StepTimes times = times_of(e, in);
  double good = e.speed.slo->met ? in.requests_per_s : 0, bad = e.speed.slo->met ? most : in.requests_per_s;
  while (bad - good > most / 1000) {
    const double middle = (good + bad) / 2;
    (meets(e, in, times, 1, middle, effort) ? good : bad) = middle;
  }
  return good;
}

}  // namespace

void add_percentiles(Estimate& e) {
  if (!can_simulate(e) || e.speed.percentiles) return;
  const Simulated s = simulated(e, simulation_of(e));
  if (s.requests >= kFewest) e.speed.percentiles = percentiles_of(s);
}

bool is_beyond_targets(const Estimate& e) {
  const std::optional<double>& limit = e.question.serve.slo.ttft_p95_ms;
  return limit && kSurely * in_milliseconds(e.basis.serving.prefill) > *limit;
}

int effort_of_targets(const Estimate& e) {
  if (!can_simulate(e) || e.speed.percentiles) return 0;
  return effort_of(e.basis.load, users_before(e), affordable(e));
}

int effort_of_a_try(const Estimate& e) {
  if (!can_simulate(e)) return 0;
  const double users = users_before(e);
  return effort_of(e.basis.load, users, affordable(e.basis.load, users, kRequestsOfATry, kMostStepsOfATry));
}

double try_targets(Estimate& e) {
  if (!can_simulate(e)) return 1;
  SimulationInput in = simulation_of(e);
  in.requests = std::max(kFewest, affordable(in.load, users_before(e), kRequestsOfATry, kMostStepsOfATry));
  const SloResult tried = compared(e.question.serve.slo, percentiles_of(simulated(e, in)));
  double most = 0;
  for (const TargetResult& t : tried.targets)
    most = std::max(most, t.limit > 0 ? t.value / t.limit : std::numeric_limits<double>::infinity());
  if (most <= kSurelyKept) e.speed.slo = tried;
  return most;
}

void check_targets(Estimate& e) {
  if (e.question.is(kTrains) || !e.question.serve.slo.wanted()) return;
  add_percentiles(e);
  const bool without_end = e.basis.serving.saturated && affordable(e) >= kFewest;
  if (!e.speed.percentiles && !without_end) return;
  SloResult out;
  if (e.speed.percentiles) out = compared(e.question.serve.slo, *e.speed.percentiles);
  out.met = out.met && e.speed.percentiles.has_value();
  e.speed.slo = out;
}

void add_targets(Estimate& e, Effort& effort) {
  if (!effort.take(effort_of_targets(e))) return;
  check_targets(e);
  if (!e.speed.slo) return;
  const SimulationInput in = simulation_of(e);
  const double replicas = alike(e);
  double most = replicas * (open_loop(e) ? highest_rate(e, in, effort) * 60 : most_users(e, in, effort));
  if (effort.ended()) return;
  // Tries simulate fewer requests than the answer, and stop at steps: what is known of the load asked for stands.
  const std::optional<double>& asked = open_loop(e) ? e.question.serve.requests_per_minute : e.speed.concurrency;
  if (asked) most = e.speed.slo->met ? std::max(most, *asked) : std::min(most, *asked);
  (open_loop(e) ? e.speed.slo->max_requests_per_minute : e.speed.slo->max_concurrency) = most;
}

}  // namespace ridgepoint
