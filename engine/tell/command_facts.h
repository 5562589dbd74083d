// What the templates of commands are filled from: {model}, {gpus}, {streams}.
#pragma once

#include <optional>
#include <string>
#include <string_view>

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

// The text that a template's name stands for, which may be empty; nothing for a name that templates may not use.
std::optional<std::string> value_of(const CommandFacts& facts, std::string_view name);

// Where commands have a place for weights in a format that no public checkpoint is known in; else empty.
std::string says_what_to_make(const CommandFacts& facts);

// Accelerators that hold one copy of the model: its stages, each with its tensor ranks or those that share its experts.
int copy_size(const Layout& layout);

}  // namespace ridgepoint
