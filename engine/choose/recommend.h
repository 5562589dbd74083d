// Which hardware for a scenario: accelerators are bounded, estimated in full, and ranked. They are accelerators that
// are on sale and that the constraints allow, times counts, times weight formats, each in the layout that estimate()
// chooses: nothing here computes a figure of its own.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/choose/constraints.h"
#include "engine/choose/recommend_turns.h"
#include "engine/choose/recommend_ways.h"
#include "engine/estimate/estimate.h"

namespace ridgepoint {

struct RecommendOptions {
  std::size_t most = 10;           // recommendations
  std::size_t most_misses = 5;     // near misses
  bool turning_points = false;     // look for what would change the verdict: tens of estimates more
  bool without_bounds = false;     // estimate in full what cheap bounds rule out, too: slower, the same recommendations
  std::vector<std::string> known;  // accelerators, by id, to place beside those that people know
};

struct RecommendedHardware {
  std::string accelerator;  // catalog id
  std::string name;
  int count = 1;
  int per_node = 1;
  std::string instance;             // catalog id of what the price is of, where it is rented
  std::optional<double> memory_gb;  // of each, of a machine with less than its record
};
struct RecommendedPrecision {
  std::string weights;
  std::string kv;
};
// The figures of a result, of which those are told that hardware is chosen by.
struct RecommendedMemory : MemoryResult {};
struct RecommendedSpeed : SpeedResult {};
struct RecommendedCost : CostResult {};

// The best choice with one accelerator.
struct Recommendation {
  int rank = 1;
  std::optional<Regret> regret;  // absent: nothing to compare it with
  bool pareto = false;           // no other is at least as good in cost, speed and energy, and better in one
  RecommendedHardware hardware;
  LayoutResult parallel;
  RecommendedPrecision precision;
  RecommendedMemory memory;
  RecommendedSpeed speed;
  RecommendedCost cost;
  std::vector<std::string> reasons;
  std::vector<OfferedInstance> instances;  // that rent it
  std::vector<std::string> binds;          // what limits its speed, and limits that are nine tenths taken
  Question question;                       // the parts that were asked; not part of the result
};

struct Missed {
  std::string path;  // of the limit
  std::string text;
  double ratio = 1;  // of what it takes to the limit
};
// The choice with an accelerator that comes nearest to the limits, where none keeps them all.
struct NearMiss {
  RecommendedHardware hardware;
  RecommendedPrecision precision;
  std::vector<Missed> lacks;
  std::vector<Remedy> remedies;  // with which it keeps all limits
  Question question;             // the parts that were asked; not part of the result
};

// The best choice of the architecture before that of the first recommendation, on sale or not, where the constraints
// allow for it.
struct LastGeneration {
  RecommendedHardware hardware;
  RecommendedPrecision precision;
  std::string architecture;
  // Absent where it misses a limit.
  std::optional<double> speed_share;  // of the speed of the first recommendation: its time over the time of this
  std::optional<double> cost_share;   // of its cost; absent too where only one of them can be rented
  std::vector<Missed> lacks;          // limits it misses
  std::string text;                   // for people
};

struct Recommendations {
  std::vector<Recommendation> recommendations;  // best first
  std::vector<NearMiss> near_misses;            // nearest first
  std::string nothing;                          // where none keeps all limits: which is missed, and what would help
  std::vector<Pick> picks;                      // a choice for each way to have it
  std::vector<WhyNot> known;                    // hardware asked about, or that people know, beyond the first three
  std::vector<Assumed> assumed;
  std::optional<LastGeneration> last_generation;
  std::vector<TurningPoint> turning_points;  // on request
  // Not part of the result.
  Question shown;      // that an estimate beside them is of: the first of them, else the nearest, else what is allowed
  int answered = 0;    // accelerators with a choice that keeps all limits
  int estimated = 0;   // choices estimated in full
  bool ended = false;  // before all were simulated that targets of latency are for
};
void visit(LayoutResult& layout, FieldVisitor& v);
void visit(Remedy& remedy, FieldVisitor& v);
void visit(Recommendations& found, FieldVisitor& v);

// What keeps all limits of the question (see demands()), best first by its objective, cost where none is named:
// - cost: US$ of a run when training; of an hour of the fleet when serving a rate; of a request with its prompt and
//   answer (an image, an hour of audio) otherwise; within a seventh of it the fewest accelerators, then the fastest;
// - speed: time of a whole request, of a token of the whole batch, or of the run; within a tenth of it the cheapest;
// - energy: kWh of a run or of a million output tokens;
// - balance: the product of the three.
// Where ways to pay are compared, what nobody rents stands behind by cost and balance: what owning it costs is no rent.
// Equal ones: fewer accelerators, then less coarse weights, then the id. The question's own prices of rent and machines
// are those of its own accelerator. Owned hardware costs what running it costs.
// `question`: without search_problems(), which are those of asking for hardware: hosted prices, an unknown format.
Problems search_problems(const Asked& asked, const Catalog& catalog);
Recommendations recommend(const Question& question, const Catalog& catalog, const RecommendOptions& options = {});

}  // namespace ridgepoint
