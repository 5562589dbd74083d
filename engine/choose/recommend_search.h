// The search behind a recommendation: the best count, layout and format of each accelerator.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/base/effort.h"
#include "engine/choose/constraints.h"
#include "engine/choose/recommend_bounds.h"
#include "engine/estimate/estimate.h"

namespace ridgepoint {

inline constexpr double kUnknownScore = std::numeric_limits<double>::infinity();

// Whether the load is there at all hours, whatever the machines could do beside it: users or requests at a rate.
// Batches, and images without a rate, are as many as the machines make.
bool is_for_users(const Estimate& estimate);

// Less is better; infinity where it is not known. US$ of a run, of an hour for users, or of a thousand requests;
// seconds of a request, of a token of the batch, or days of a run; kWh.
struct Score {
  double cost = kUnknownScore;
  double time = kUnknownScore;
  double energy = kUnknownScore;
};
Score score_of(const Estimate& estimate);

// What a goal ranks by, to about ten digits, so that what is equal but for rounding is equal.
double value_of(const Score& score, Goal goal);

// To about ten digits.
double rounded_score(double x);

// A choice, estimated as far as ranking needs; what is told of is completed.
struct Candidate {
  Choice choice;
  std::unique_ptr<Estimate> estimate;
  std::vector<Demand> demands;  // without words until then
  Score score;
  double caution = 1;            // how many times as slow it may be, where nothing like it was measured
  double value = kUnknownScore;  // by which accelerators are ranked, with caution
  double plain = kUnknownScore;  // and choices with the same one, without
};

// Whether its cost is that of owning only because nobody rents it: no figure to compare with rents.
bool lacks_rent(const Candidate& tried);
// How many times its rent such a device usually costs, where few let it.
double rent_caution(const Estimate& e);
// By the objective: what is rented before what is only owned, the score, of users the time, then fewer accelerators,
// then less coarse weights, then the id.
bool is_better(const Candidate& a, const Candidate& b);
// Whether all that it lacks is a question of how much is allowed.
bool only_misses_limits(const Candidate& t);
// By how far the limits are missed.
bool is_nearer(const Candidate& a, const Candidate& b);
// The same of one accelerator: what would do with other limits comes before what does not fit.
bool misses_less(const Candidate& a, const Candidate& b);

// Demands but for targets of latency that wait for their simulation.
template <class DemandsOf>
std::vector<Demand> without_unchecked_targets(Estimate& e, DemandsOf demands_of) {
  if (e.speed.slo) return demands_of(e);
  const SloChoice targets = std::exchange(e.question.serve.slo, {});
  std::vector<Demand> out = demands_of(e);
  e.question.serve.slo = targets;
  return out;
}

// What one accelerator comes to.
struct DeviceResult {
  const Accelerator* accelerator = nullptr;
  int let_together = 1;  // what is rented is a multiple of it; 0: nobody lets any
  std::optional<Candidate> best;
  std::optional<Candidate> miss;
  // What keeps all other limits and waits for its targets of latency to be simulated, best first.
  std::vector<Candidate> waiting;
  bool unchecked = false;  // the best is not simulated: enough others stand before it
};

class Search {
 public:
  // `exhaustive`: without bounds that are certain to rule nothing out, and slower.
  Search(const Question& asked, const Catalog& catalog, bool exhaustive);

  // `coarse`: in the formats that are for where nothing does in others.
  DeviceResult of(const Accelerator& accelerator, bool coarse);
  // Simulates what waits, best first over all, until `most` accelerators keep their targets.
  void verify_slos(std::vector<DeviceResult>& all, std::size_t most);
  // The parts of the question with a choice.
  Question with(const Choice& choice) const;
  Goal goal() const { return goal_; }
  int estimated() const { return estimated_; }
  bool ended() const { return effort_.ended(); }

 private:
  // Null: it cannot be.
  std::unique_ptr<Estimate> estimated(const Choice& choice);
  // Empty: it cannot be laid out, copies of the model would idle, or what it is ranked by is not known.
  std::optional<Candidate> weighed(const Choice& choice, std::unique_ptr<Estimate> e) const;
  // Of what is estimated the best and the nearest; what keeps all other limits waits for its targets to be checked.
  void keep(Candidate&& t, DeviceResult& found) const;
  bool is_past_the_best(const Candidate& t, const DeviceResult& found) const;
  bool is_out_for_good(const Estimate& e) const;
  struct Attempt {
    double miss = kUnknownScore;  // times the limit that is missed most; 1 where all are kept
    double plain = kUnknownScore;
    double time = kUnknownScore;  // of users, where that is equal
    bool last = false;            // more of the same are no better
    bool is_no_number = false;    // that can be rented
    bool is_better_than(const Attempt& other) const {
      return std::tie(miss, plain, time) < std::tie(other.miss, other.plain, other.time);
    }
  };
  Attempt attempt(const Choice& choice, DeviceResult& found);
  int let_together(const Accelerator& accelerator) const;
  // The best number in a format. Numbers are doubled, then those beside the best of these are tried: with the number
  // what all of them answer grows and what each answers falls, but for what layouts and memory do to neighbors.
  void try_counts(const NumberFormat* format, DeviceResult& found, std::optional<Choice>& ruled_out);
  // Whether the first that waits keeps its targets: then it is the best. Else what is no better does not wait, either.
  bool verify_first(DeviceResult& found);

  Question asked_;
  const Catalog& catalog_;
  Bounds bounds_;
  bool exhaustive_ = false;
  Goal goal_ = Goal::cost;
  bool has_targets_ = false;
  std::string own_device_;
  int estimated_ = 0;
  Effort effort_;
};

}  // namespace ridgepoint
