// Frameworks that train: by what each can divide a model. How fast they are is in Calibration.
#pragma once

#include <string>
#include <vector>

#include "engine/base/fields.h"

namespace ridgepoint {

struct TrainingFramework {
  std::string id;
  std::string name;
  std::vector<std::string> aliases;
  std::string like;                     // id of the framework whose runs it is taken to be like; empty: it has its own
  std::vector<std::string> divides;     // tensor, pipeline, context, expert: fields of ParallelChoice
  std::vector<std::string> optimizers;  // words of Optimizer that it divides a model with; empty: any
  bool divides_adapters = false;        // also where adapters alone are trained
  std::vector<std::string> shardings;   // words of Sharding that it has; empty: all
  std::vector<std::string> usual_shardings;  // what is chosen of them where none is asked for; empty: any

  const std::string& runs() const { return like.empty() ? id : like; }  // whose runs say how fast it is
};
void visit(TrainingFramework& framework, FieldVisitor& v);

}  // namespace ridgepoint
