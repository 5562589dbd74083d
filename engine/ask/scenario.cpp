#include "engine/ask/scenario.h"

namespace ridgepoint {

DEFINE_COPIES(Scenario);

Scenario defaults_with(bool model_size, bool instance) {
  Scenario out;
  if (model_size) out.model.id.clear();
  if (instance) out.hardware.accelerator.clear();
  return out;
}

void take_defaults(Scenario& s, bool has_model, bool has_accelerator) {
  if (!s.model.params_b && !s.hardware.instance) return;
  const Scenario standard = defaults_with(s.model.params_b.has_value(), s.hardware.instance.has_value());
  if (!has_model) s.model.id = standard.model.id;
  if (!has_accelerator) s.hardware.accelerator = standard.hardware.accelerator;
}

}  // namespace ridgepoint
