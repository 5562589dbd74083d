#include <algorithm>
#include <map>

#include "engine/facts/catalog.h"

namespace ridgepoint {
namespace {

constexpr double kComparable = 0.25;  // of the bandwidth: generations differ by up to three times

// Dates of first release by architecture, of accelerators that `counts`.
template <class Counts>
std::map<std::string, std::string> first_releases(const Catalog& catalog, const Counts& counts) {
  std::map<std::string, std::string> first;
  for (const Accelerator& a : catalog.accelerators) {
    if (a.release.empty() || a.architecture.empty() || !counts(a)) continue;
    std::string& known = first[a.architecture];
    if (known.empty() || a.release < known) known = a.release;
  }
  return first;
}

template <class Counts>
std::vector<const Accelerator*> before(const Accelerator& own, const Catalog& catalog, const Counts& counts) {
  const std::map<std::string, std::string> first = first_releases(catalog, counts);
  const auto mine = first.find(own.architecture);
  std::string previous, date;
  for (const auto& [architecture, release] : first)
    if (mine != first.end() && release < mine->second && (previous.empty() || date < release)) {
      previous = architecture;
      date = release;
    }
  std::vector<const Accelerator*> out;
  for (const Accelerator& a : catalog.accelerators)
    if (!previous.empty() && a.architecture == previous && counts(a)) out.push_back(&a);
  return out;
}

}  // namespace

std::vector<const Accelerator*> generation_before(const Accelerator& own, const Catalog& catalog) {
  const auto alike = [&](const Accelerator& a) { return a.vendor == own.vendor && a.segment == own.segment; };
  const auto same_form = [&](const Accelerator& a) { return alike(a) && a.form_factor == own.form_factor; };
  std::vector<const Accelerator*> found = before(own, catalog, same_form);
  if (found.empty()) found = before(own, catalog, alike);
  // A generation has small cards too, which nobody replaced by large ones.
  const auto small = [&](const Accelerator* a) {
    return own.bandwidth && a->bandwidth && *a->bandwidth < kComparable * *own.bandwidth;
  };
  found.erase(std::remove_if(found.begin(), found.end(), small), found.end());
  return found;
}

}  // namespace ridgepoint
