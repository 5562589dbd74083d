// What is said beside a ranking: a pick for each way to have it, and where the hardware stands that people know.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/estimate/estimate.h"

namespace ridgepoint {

struct OfferedInstance {
  Pricing pricing = Pricing::on_demand;
  std::string instance;  // catalog id
  std::string name;      // the provider's own
  std::string provider;  // for people
  int count = 1;         // instances that hold the accelerators
  double usd_per_h = 0;  // of all of them
  std::string date;      // of the price
  bool stale = false;    // the price is
  bool priced = false;   // the figures are by it
};
void visit(OfferedInstance& offer, FieldVisitor& v);

// Of each kind of price the cheapest let, and of the kind in force the one that stands; cheapest first. Empty where the
// scenario has a rent of its own.
std::vector<OfferedInstance> offered_instances(const Estimate& estimate, const Catalog& catalog);

// A way to have it done.
enum class Way { cheapest, simplest, to_buy, api, fastest, most_memory, most_models };
template <>
inline constexpr auto kWords<Way> = word_list("cheapest", "simplest", "to_buy", "api", "fastest", "most_memory",
                                              "most_models");

struct Pick {
  Way way = Way::cheapest;
  std::string accelerator;  // catalog id; empty: none of one's own
  int count = 0;
  std::optional<double> usd_per_month;  // of machines for users: rent, or all that owning costs, levelized
  std::optional<double> usd_per_run;    // of training
  std::optional<double> purchase_usd;   // before anything runs, where bought
  std::string text;                     // for people
};
void visit(Pick& pick, FieldVisitor& v);

// Hardware by a name that people know: its place, or what keeps it out.
struct WhyNot {
  std::string accelerator;  // catalog id
  std::string name;
  std::optional<int> place;     // in the whole ranking
  std::optional<double> ratio;  // of its score to the first's
  std::string text;
};
void visit(WhyNot& known, FieldVisitor& v);

// A choice that keeps all limits, estimated in full.
struct Weighed {
  const Estimate* estimate = nullptr;
  int providers = 0;  // that rent it out at a firm price, on demand
};

// The cheapest of `choices`, which are best first; the one that most providers rent out, of equals the fewest
// accelerators, at most twice as dear; the one that is cheapest to own; and the hosted model, where one is sold by the
// token.
std::vector<Pick> picks_of(const std::vector<Weighed>& choices);

// What a budget for the purchase buys when it is spent: of the accelerators the fastest for the question, the most
// memory that holds its model, and of these and `cheapest` the one that serves most models of the catalog well.
using Accelerators = std::vector<std::shared_ptr<const Accelerator>>;
std::vector<Pick> spent_picks(const Question& asked, const Accelerators& accelerators, const Estimate* cheapest,
                              const Catalog& catalog);

// "First token in 0.2 s, then 93 tokens a second for each request"; empty where no speed is known.
std::string speed_text(const Estimate& estimate);

}  // namespace ridgepoint
