// The complete answer: the figures, the sentence that says them, warnings and explanations.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/ask/scenario.h"
#include "engine/base/effort.h"
#include "engine/choose/recommend.h"
#include "engine/estimate/estimate.h"
#include "engine/facts/catalog.h"

namespace ridgepoint {

struct With {
  bool explain = false;
  bool percentiles = false;
  bool series = false;  // cash flow by month and what moves the choice
  bool limits = false;  // inverse answers of memory
  int effort = kMostEffort;
};
// The words that ask for them.
struct WithWord {
  std::string_view word;
  bool With::*part;
};
constexpr WithWord kWithWords[] = {{"explain", &With::explain},
                                   {"percentiles", &With::percentiles},
                                   {"limits", &With::limits},
                                   {"series", &With::series}};
// Whether there is such a word.
inline bool ask_for(With& with, std::string_view word) {
  for (const WithWord& known : kWithWords)
    if (known.word == word) return with.*known.part = true;
  return false;
}

// estimate() and recommend() of a scenario, or everything that is wrong with it: of a recommendation also names among
// the constraints that nothing has, and hosted prices.
Result<Estimate> estimate(const Scenario& scenario, const Catalog& catalog);
Result<Estimate> estimate(const Scenario& scenario, const Catalog&& gone) = delete;
Result<Recommendations> recommend(const Scenario& scenario, const Catalog& catalog,
                                  const RecommendOptions& options = {});

// estimate(), with the sentence and the warnings, and what `with` asks for beside. Never throws.
Result<Estimate> answer(const Scenario& scenario, const Catalog& catalog, With with = {});

// Requests of a closed loop for whose cache there is no room.
double waiting_requests(const Estimate& estimate);

// The sentence alone, from finished figures.
Answer sentence(const Estimate& estimate);

// One explanation for each main figure that the estimate holds: formula, inputs, sources, and how far such figures have
// been off. Evaluating a formula from its listed inputs gives the figure.
std::vector<Explanation> explain(const Estimate& estimate, const Catalog& catalog);

// What a person should know before relying on an estimate: one rule, one warning. Every rule that applies, the gravest
// first. `catalog`: without the scenario's own entries.
std::vector<Warning> warnings(const Estimate& estimate, const Catalog& catalog);
// What was filled in where `given` says nothing, a sentence each, with the field that changes it.
std::vector<Assumed> taken(const Scenario& given, const Estimate& estimate, const Catalog& catalog);

// As encode_url(), naming what an estimate takes where the question leaves open how many, which format or what load:
// whoever follows the link reads and gets what was answered.
std::string link_to(const Scenario& scenario, const Catalog& catalog);

// Which of owning, renting and the hosted API is cheapest over the years kept, from what use on, and what a fifth more
// or less would turn. Empty where fewer than two of them are compared.
std::string cost_verdict(const Estimate& e);

// "60% use", "a mean of 128 requests a minute": a share of the hours with work, of a rate what it comes to.
std::string use_text(const Estimate& e, double share);
// "memory bandwidth" of the label "Memory bandwidth".
std::string in_sentence(std::string label);

// "in present value at 10% a year": what sums over years are.
std::string present_value_words(const CostChoice& c);

// These are warnings of prices and of the machines that are paid for: each returns its message, or nothing.
std::string no_rent(const Estimate& e);
std::string commitment(const Estimate& e);
std::string no_purchase(const Estimate& e);
std::string try_first(const Estimate& e);
std::string host_memory(const Estimate& e);
std::string no_hosted(const Estimate& e, const Catalog& catalog);
std::string old_price(const Estimate& e);
std::string old_purchase_price(const Estimate& e);
std::string circuit(const Estimate& e);
std::string power_supply(const Estimate& e);
std::string liquid_cooling(const Estimate& e);

}  // namespace ridgepoint
