// What the templates of commands are filled from: {model}, {gpus}, {streams}.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/estimate/estimate.h"

namespace ridgepoint {

// An estimate as its commands name it.
struct CommandFacts {
  const Estimate& e;
  const Resolved& r;
  const ModelRecord* record = nullptr;  // absent for a model that is only a size
  bool own = false;                     // that came with the scenario: its names are anyone's
  int gpus = 1;                         // that the command runs on
  double streams = 1;                   // in flight on them
  std::string draft;                    // model that drafts; empty: none does
};

CommandFacts command_facts(const Estimate& estimate, const Catalog& catalog);

// The text for a name of `placeholder_names`; empty: there is none.
std::string value_of(const CommandFacts& facts, std::string_view name);

// The names that templates may use.
std::vector<std::string> placeholder_names();

// Accelerators that hold one copy of the model: its stages, each with its tensor ranks or those that share its experts.
int copy_size(const Layout& layout);

}  // namespace ridgepoint
