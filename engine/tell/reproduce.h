// The commands that measure the figures of an estimate on one's own machine, and those that start what it is of.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/choose/runs_on.h"
#include "engine/estimate/estimate.h"

namespace ridgepoint {

// One entry for each figure of the estimate and each tool of the catalog that measures it with this software,
// workload, method and layout; of training whose layout no tool has, for a layout that one has, estimated again. Else
// one entry without a command that says why. Empty where the estimate does not fit. Names of models that came with the
// scenario are not used but as a file's, and their values are reduced to characters that mean nothing to a shell.
std::vector<Reproduction> reproduce(const Estimate& estimate, const Catalog& catalog);

// What starts the model of an estimate as it is estimated: the tools of the catalog that measure nothing, each with its
// lines; those that name a file or repository only where the catalog knows its name.
std::vector<StartLine> start_lines(const Estimate& estimate, const Catalog& catalog);

// A template of Benchmark::command with its names replaced; absent when a name outside of [...] has no value.
// `value` gives the text for a name; empty: none.
std::optional<std::string> filled(std::string_view command, const std::function<std::string(std::string_view)>& value);

struct FigureKind {
  std::string_view figure;  // "/speed/tpot_ms"
  const char* label;
  const char* unit;
  bool more_is_better;
  std::optional<double> (*of)(const Estimate&);
  std::string (*in_words)(double);
};
std::span<const FigureKind> figure_kinds();
const FigureKind* figure_kind(std::string_view figure);  // null: none of them

// An estimate as its commands name it.
struct CommandFacts {
  const Estimate& e;
  const Question& r;
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
