#include "engine/choose/fleet.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/ask/ask.h"
#include "engine/estimate/parts.h"

namespace ridgepoint {
namespace {

double replicas_for(double rate, const FleetInput& in) {
  const double enough = std::ceil(rate / (kLoaded * in.replica_rate) - 1e-9);  // rounding takes no further one
  return std::max<double>(std::max(1, in.min_replicas), enough);
}

// Requests a second of one replica.
double rate_of_replica(const Estimate& e) {
  const double replicas = e.speed.layout.data;
  if (e.speed.slo && e.speed.slo->max_requests_per_minute) return *e.speed.slo->max_requests_per_minute / 60 / replicas;
  return highest_rate(e).value_or(0) / replicas;
}

// Gives the fleet's price over the scenario's: machines are owned whole, and rented as they are let.
double price_ratio(const Fleet& fleet, const Estimate& e) {
  const RentPrice& rent = e.basis.rent;
  if (e.cost.option == PricingOption::buy) return fleet.nodes / e.question.nodes;
  return std::ceil(fleet.accelerators / rent.machine) * rent.machine / std::max(1, rent.paid_gpus);
}

}  // namespace

Fleet fleet_of(const FleetInput& in) {
  Fleet out;
  out.peak = replicas_for(in.peak_rate, in);
  out.base = replicas_for(in.peak_rate / in.peak_factor, in);
  out.accelerators = out.peak * in.accelerators;
  out.nodes = std::ceil(out.accelerators / in.per_node);
  out.spare = std::floor(static_cast<double>(in.spare_nodes) * in.per_node / in.accelerators);
  out.replicas = out.peak + out.spare;
  out.accelerators += in.spare_nodes * in.per_node;
  out.nodes += in.spare_nodes;
  out.utilization = in.peak_rate / in.peak_factor / (out.replicas * in.replica_rate);
  return out;
}

std::optional<Fleet> fleet(const Estimate& e, double times) {
  const ServeChoice& serve = e.question.serve;
  if (e.question.workload != Workload::serve || !serve.requests_per_minute || e.memory.fit == Fit::no)
    return std::nullopt;
  FleetInput in;
  in.peak_rate = times * *serve.requests_per_minute / 60;
  in.peak_factor = peak_factor(serve);
  in.replica_rate = rate_of_replica(e);
  if (in.replica_rate <= 0 || in.peak_rate <= 0) return std::nullopt;
  in.accelerators = e.speed.layout.tensor * e.speed.layout.pipeline;
  in.per_node = e.question.per_node;
  in.min_replicas = serve.min_replicas.value_or(1);
  in.spare_nodes = e.question.cost.spare_nodes;
  Fleet out = fleet_of(in);
  if (!e.cost.usd_per_h || e.cost.option == PricingOption::api) return out;
  out.usd_per_h = *e.cost.usd_per_h * price_ratio(out, e);
  if (out.base == out.peak) return out;
  in.peak_rate /= std::exchange(in.peak_factor, 1);
  out.base_usd_per_h = *e.cost.usd_per_h * price_ratio(fleet_of(in), e);
  return out;
}

void visit(Fleet& f, FieldVisitor& v) {
  v << field("replicas", f.replicas) << field("nodes", f.nodes) << field("accelerators", f.accelerators)
    << field("spare", f.spare) << field("base", f.base) << field("peak", f.peak) << field("utilization", f.utilization)
    << field("usd_per_h", f.usd_per_h, "US$/h") << field("base_usd_per_h", f.base_usd_per_h, "US$/h");
}

}  // namespace ridgepoint
