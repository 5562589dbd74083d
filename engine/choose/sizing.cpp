#include "engine/choose/sizing.h"

#include <bit>
#include <utility>

#include "engine/ask/ask.h"
#include "engine/choose/constraints.h"
#include "engine/choose/make_estimate.h"
#include "engine/estimate/cost.h"
#include "engine/estimate/parts.h"

namespace ridgepoint {
namespace {

constexpr int kMostMachines = 128;  // of those that are rented whole

struct Tries {
  const std::vector<int>* numbers = nullptr;
  bool narrowed = false;  // whether weights may be coarser than published
};

// A machine of a data center, two cards in a PC, four in a workstation.
int in_one_place(const Accelerator& a) {
  constexpr int kPc = 2, kWorkstation = 4;
  return a.segment == Segment::consumer ? kPc : a.segment == Segment::workstation ? kWorkstation : kServer;
}

bool fits(Estimate& e, Effort&) { return e.memory.fit == Fit::fits; }

// With nothing left for bursts.
bool answers_all(Estimate& e, Effort& effort) { return fits(e, effort) && !falls_behind(e); }

bool keeps_up(Estimate& e, Effort& effort) {
  if (!answers_all(e, effort)) return false;
  const auto& rate = e.question.serve.requests_per_minute;
  const std::optional<double> most = highest_rate(e);
  return e.question.is(kTrains) || !rate || !most || *rate / 60 <= kLoaded * *most;
}

bool keeps_time(Estimate& e, Effort& effort) {
  if (!keeps_up(e, effort) || is_beyond_targets(e)) return false;
  if (e.question.is(kServes) && e.question.serve.slo.wanted()) {
    if (!effort.take(effort_of_targets(e))) return false;
    check_targets(e);
  }
  const std::vector<Demand> all = unworded_demands(e);
  return std::all_of(all.begin(), all.end(), [](const Demand& d) { return d.met() || d.of != LimitOf::speed; });
}

}  // namespace

std::vector<int> sizes_within(int node) {
  constexpr unsigned kSteps = 8;  // from a power of two to the next
  std::vector<int> out;
  for (int size = 1; size < node;
       size += std::max(1, static_cast<int>(std::bit_floor(static_cast<unsigned>(size)) / kSteps)))
    out.push_back(size);
  return out;
}

std::vector<int> more_than(int now, int node, int most) {
  std::vector<int> out;
  for (int count : sizes_within(node))
    if (count > now && count <= most) out.push_back(count);
  for (int count = (now / node + 1) * node; count <= most; count += node) out.push_back(count);
  return out;
}

Question sized(Question parts, const Catalog& catalog) {
  Effort effort(kMostEffort);
  return sized(std::move(parts), catalog, effort);
}

Question sized(Question parts, const Catalog& catalog, Effort& effort) {
  std::optional<int>& count = parts.hardware.count;
  if (count) return parts;
  count = 1;
  Question one = parts;
  if (!ask(one, catalog).empty()) return parts;
  const bool whole = parts.hardware.instance.has_value();
  const Accelerator& accelerator = one.accelerator;
  const int node = whole ? 1 : parts.hardware.per_node.value_or(node_size(accelerator));
  const int most = whole ? kMostMachines : largest_fleet(accelerator);
  const std::vector<int> numbers = more_than(0, node, std::min(most, parts.constraints.max_count.value_or(most)));
  std::vector<int> few = numbers;  // in one place; more only where no coarser format helps
  std::erase_if(few, [&](int number) { return number > (whole ? 1 : in_one_place(accelerator)); });
  for (const auto& is_enough : {keeps_time, keeps_up, answers_all, fits})
    for (const Tries& tries : {Tries{&few, false}, Tries{&few, true}, Tries{&numbers, true}}) {
      const std::optional<std::size_t> found = first_without_lack(*tries.numbers, node, [&](std::size_t i) {
        count = (*tries.numbers)[i];
        Estimate e;
        return !estimate_ranked(parts, catalog, e).empty() || (e.basis.narrowed && !tries.narrowed) ||
               !is_enough(e, effort);
      });
      if (!found) continue;
      count = (*tries.numbers)[*found];
      return parts;
    }
  count = 1;
  return parts;
}

}  // namespace ridgepoint
