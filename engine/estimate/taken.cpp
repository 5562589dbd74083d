#include <cmath>

#include "engine/ask/load.h"
#include "engine/estimate/cost.h"
#include "engine/estimate/workloads.h"

namespace ridgepoint {
namespace {

// Weights in host memory, where they are whole layers.
void fill_in_host(HardwareChoice& h, const Plan& plan, const Resolved& r) {
  const double layers = plan.host_dense * r.model->layers(), experts = plan.host_experts * r.model->expert_layers();
  const auto whole = [](double x) { return std::fabs(x - std::round(x)) < 1e-9; };
  if (!h.host_memory_gb) h.host_memory_gb = in_gigabytes(r.host_memory);
  if (!whole(layers) || !whole(experts)) return;
  if (!h.host_layers) h.host_layers = static_cast<int>(std::round(layers));
  if (!h.host_expert_layers) h.host_expert_layers = static_cast<int>(std::round(experts));
}

void fill_in_run(TrainChoice& t, const Basis& basis) {
  const Interruptions& i = basis.interruptions;
  if (!t.packed) t.padding = basis.padding;
  if (!t.mtbf_h) t.mtbf_h = in_hours(i.between);
  if (!t.checkpoint_min) t.checkpoint_min = in_seconds(i.checkpoint) / 60;
  if (t.dataset_tokens && !t.epochs) t.epochs = 1;
}

}  // namespace

void fill_in(Estimate& e) {
  const Resolved& r = e.basis.resolved;
  Scenario& s = e.scenario;
  s.cost = std::move(e.basis.cost_taken);
  if (!s.hardware.per_node) s.hardware.per_node = r.per_node;
  if (!s.hardware.memory_gb) s.hardware.memory_gb = r.accelerator->memory_gb;
  if (!s.constraints.headroom) s.constraints.headroom = headroom_of(s, r);
  if (s.serves() && !r.media && !s.serve.memory_fraction) s.serve.memory_fraction = memory_fraction_of(s, r);
  s.hardware.derating = r.derating;
  if (r.host) fill_in_host(s.hardware, e.basis.plan, r);
  if (s.serves() && s.serve.requests_per_minute) s.serve.peak_factor = peak_factor(s.serve);
  if (!s.serves() && !r.media) fill_in_run(s.train, e.basis);
}

}  // namespace ridgepoint
