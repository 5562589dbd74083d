// The fields of a fleet, with their explanations.
#include "engine/choose/fleet.h"

namespace ridgepoint {

void visit(Fleet& f, FieldVisitor& v) {
  visit_field(v, {"replicas", "Copies of the model in all."}, f.replicas);
  visit_field(v, {"nodes", "Whole machines that hold them."}, f.nodes);
  visit_field(v, {"accelerators", "Of those machines."}, f.accelerators);
  visit_field(v, {"spare", "Replicas beyond the peak: one machine may fail."}, f.spare);
  visit_field(v, {"base", "Replicas that the mean rate takes, each loaded to four fifths."}, f.base);
  visit_field(v, {"peak", "Replicas that the busiest time takes, each loaded to four fifths."}, f.peak);
  visit_field(v, {"utilization", "Mean rate over what all replicas can answer."}, f.utilization);
  visit_field(v, {"usd_per_h", "Of all machines of the fleet, each at the price of those asked for.", "US$/h"},
              f.usd_per_h);
}

}  // namespace ridgepoint
