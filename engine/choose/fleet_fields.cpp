// The fields of a fleet, with their explanations.
#include "engine/choose/fleet.h"

namespace ridgepoint {

void visit(Fleet& f, FieldVisitor& v) {
  visit_field(v, {"replicas"}, f.replicas);
  visit_field(v, {"nodes"}, f.nodes);
  visit_field(v, {"accelerators"}, f.accelerators);
  visit_field(v, {"spare"}, f.spare);
  visit_field(v, {"base"}, f.base);
  visit_field(v, {"peak"}, f.peak);
  visit_field(v, {"utilization"}, f.utilization);
  visit_field(v, {"usd_per_h", "US$/h"}, f.usd_per_h);
}

}  // namespace ridgepoint
