// A person's own entries, in the form of the catalog's.
#pragma once

#include <vector>

#include "engine/facts/accelerator.h"
#include "engine/model/architecture.h"

namespace ridgepoint {

struct Overrides {
  std::vector<Accelerator> accelerators;
  std::vector<ModelRecord> models;
  std::vector<Instance> instances;
  std::vector<Price> prices;
};
void visit(Overrides& overrides, FieldVisitor& v);

}  // namespace ridgepoint
