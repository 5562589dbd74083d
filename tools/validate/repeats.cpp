#include "tools/validate/repeats.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "engine/base/fields.h"

namespace ridgepoint::validation {
namespace {

constexpr double kAlike = 2;  // the largest ratio of loads and of lengths

std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) out += part + "|";
  return out;
}

template <class Word>
std::string said(const std::optional<Word>& word) {
  return word ? std::string(word_of(*word)) : "";
}

// What has to be the same in two runs of the same thing.
std::string what_ran(const Case& c) {
  const Scenario& s = c.scenario;
  const HardwareChoice& h = s.hardware;
  const TrainChoice& t = s.train;
  std::vector<std::string> parts = {c.regime,
                                    c.metric,
                                    s.model.id,
                                    h.accelerator,
                                    h.instance.value_or(""),
                                    std::to_string(*h.count),
                                    h.host.value_or(""),
                                    h.partition.value_or(""),
                                    s.precision.weights.value_or("")};
  if (s.serves()) {
    parts.push_back(s.serve.engine.value_or(""));
    parts.push_back(c.burst ? "at once" : "");
    parts.push_back(s.serve.speculative.wanted() ? "drafts" : "");
    parts.push_back(s.serve.disaggregated.value_or(false) ? "disaggregated" : "");
  } else {
    parts.insert(parts.end(), {t.framework.value_or(""), said(t.method), std::string(word_of(t.recipe)),
                               said(t.checkpointing), std::to_string(t.micro_batch.value_or(0))});
  }
  return joined(parts);
}

// Numbers that have to be alike.
std::vector<double> sizes_of(const Case& c) {
  const Scenario& s = c.scenario;
  if (!s.serves())
    return {static_cast<double>(s.train.sequence), static_cast<double>(s.train.global_batch.value_or(0))};
  return {s.serve.concurrency.value_or(0), s.serve.prompt(), s.serve.answer(),
          static_cast<double>(s.serve.batch.value_or(0))};
}

// The largest ratio of two sizes, or infinity.
double unlike(const Case& a, const Case& b) {
  const std::vector<double> x = sizes_of(a);
  const std::vector<double> y = sizes_of(b);
  double most = 1;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] == y[i]) continue;
    const double ratio = std::max(x[i], y[i]) / std::min(x[i], y[i]);
    most = std::max(most, std::isfinite(ratio) ? ratio : std::numeric_limits<double>::infinity());
  }
  return most;
}

struct Pair {
  const Compared* one = nullptr;
  const Compared* other = nullptr;
  double unlike = 1;
};

// The runs of two sources that are alike, each at most once, the nearest first.
std::vector<Pair> pairs_of(const std::vector<const Compared*>& a, const std::vector<const Compared*>& b) {
  std::vector<Pair> all;
  for (const Compared* one : a)
    for (const Compared* other : b)
      if (const double ratio = unlike(*one->of, *other->of); ratio <= kAlike) all.push_back({one, other, ratio});
  std::stable_sort(all.begin(), all.end(), [](const Pair& x, const Pair& y) { return x.unlike < y.unlike; });
  std::set<const Compared*> taken;
  std::vector<Pair> out;
  for (const Pair& pair : all) {
    if (taken.count(pair.one) || taken.count(pair.other)) continue;
    taken.insert({pair.one, pair.other});
    out.push_back(pair);
  }
  return out;
}

double logarithm_of_error(const Compared& row) { return std::log(row.of->measured / row.prediction.value); }

}  // namespace

std::vector<Repeats> repeats_of(const std::vector<Compared>& rows) {
  std::map<std::string, std::map<std::string, std::vector<const Compared*>>> runs;
  for (const Compared& row : rows)
    if (row.of->measured > 0 && row.prediction.value > 0) runs[what_ran(*row.of)][row.of->source].push_back(&row);
  std::map<std::string, std::vector<double>> apart;
  for (const auto& [what, by_source] : runs)
    for (auto a = by_source.begin(); a != by_source.end(); ++a)
      for (auto b = std::next(a); b != by_source.end(); ++b)
        for (const Pair& pair : pairs_of(a->second, b->second))
          apart[pair.one->of->regime].push_back(
              std::expm1(std::abs(logarithm_of_error(*pair.one) - logarithm_of_error(*pair.other))));
  std::vector<Repeats> out;
  for (const auto& [name, differences] : apart)
    out.push_back({name, static_cast<int>(differences.size()), quantile(differences, 0.5), quantile(differences, 0.9)});
  return out;
}

}  // namespace ridgepoint::validation
