// Up to four scenarios side by side: what they come to, what differs in what was asked, and why the figures differ.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/ask/scenario.h"
#include "engine/base/result.h"
#include "engine/estimate/estimate.h"
#include "engine/facts/catalog.h"

namespace ridgepoint {

inline constexpr std::size_t kFewestCompared = 2;
inline constexpr std::size_t kMostCompared = 4;

struct ComparedScenario {
  std::string title;   // "Llama 3.1 8B on 4 × H100 SXM5 80GB"
  std::string answer;  // the sentence
  Fit fit = Fit::fits;
  std::string bottleneck;
};

struct ComparedCell {
  std::optional<double> value;  // absent: unknown, or not of this workload
  std::string text;             // as people read it
  std::string range;            // "38 to 58"; empty: counted, or not known
  bool best = false;            // of its row; all that are equal
};
struct ComparedFigure {
  std::string figure;  // pointer into the result: "/speed/tpot_ms"
  std::string label;
  std::string unit;
  bool more_is_better = false;
  std::vector<ComparedCell> cells;  // by scenario
};

// A field that is not the same everywhere, with defaults and choices filled in.
struct ComparedInput {
  std::string path;                 // "/hardware/count"
  std::vector<std::string> values;  // by scenario; empty: absent or chosen
};

// Why a figure is not that of the first scenario: how far one part of the question alone, taken over into the first,
// moves it.
struct ComparedReason {
  int scenario = 1;  // position, from 0; compared with the first
  std::string figure;
  double ratio = 1;          // of its value to that of the first
  std::string part;          // of the scenario that explains most: "hardware"; empty: none alone explains any of it
  double ratio_by_part = 1;  // with that part alone
  std::string text;
};

struct Comparison {
  std::vector<ComparedScenario> scenarios;
  std::vector<ComparedFigure> figures;
  std::vector<ComparedInput> inputs;
  std::vector<ComparedReason> reasons;
};
void visit(Comparison& comparison, FieldVisitor& v);

// Problems: those of each scenario, with its position before the path ("/1/model"); too few or too many scenarios.
Result<Comparison> compare(const std::vector<Scenario>& asked, const Catalog& catalog);

}  // namespace ridgepoint
