#include "engine/ask/allowed.h"

#include <algorithm>
#include <functional>

#include "engine/ask/prices.h"
#include "engine/base/lists.h"
#include "engine/base/words.h"
#include "engine/facts/accelerator_names.h"

namespace ridgepoint {
namespace {

bool same_name(const std::string& a, const std::string& b) { return normalized(a) == normalized(b); }

bool holds(const std::vector<std::string>& names, const std::string& wanted) {
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) { return same_name(name, wanted); });
}

void check_names(Problems& problems, const char* path, const std::vector<std::string>& names,
                 const std::vector<std::string>& known) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (!holds(known, names[i]))
      note(problems, "unknown_id", std::string(path) + "/" + std::to_string(i),
           "There is no \"" + names[i].substr(0, 100) + "\" in the catalog.", nearest(names[i], known));
}

std::vector<std::string> vendors_of(const Catalog& catalog) {
  std::vector<std::string> vendors;
  for (const Accelerator& a : catalog.accelerators)
    if (!contains(vendors, a.vendor)) vendors.push_back(a.vendor);
  return vendors;
}

}  // namespace

bool is_named(const Accelerator& a, const std::string& name) {
  const std::string id = name.substr(0, name.find(' '));  // "apple-m4-pro" of "apple-m4-pro 48GB"
  return a.id == id || same_name(a.id, name) || same_name(a.name, name) || holds(a.aliases, name);
}

bool is_allowed(const ConstraintChoice& c, const Accelerator& a) {
  const auto named = [&](const std::string& name) { return is_named(a, name); };
  const auto owned = [&](const OwnedHardware& o) { return is_named(a, o.accelerator); };
  if (!c.vendors.empty() && !holds(c.vendors, a.vendor)) return false;
  if (!c.segments.empty() && !holds(c.segments, std::string(word_of(a.segment)))) return false;
  if (!c.accelerators.empty() && std::none_of(c.accelerators.begin(), c.accelerators.end(), named)) return false;
  return c.owned.empty() || std::any_of(c.owned.begin(), c.owned.end(), owned);
}

std::vector<double> memories_asked(const Scenario& s, const Catalog& catalog, const Accelerator& a) {
  std::vector<std::string> names = s.constraints.accelerators;
  for (const OwnedHardware& owned : s.constraints.owned) names.push_back(owned.accelerator);
  for (const std::string& name : names)
    if (const NamedAccelerator named = named_accelerator(catalog, name); named.record == &a && named.memory_gb)
      return {*named.memory_gb};
  std::vector<double> out = {a.memory_gb};
  const auto known = catalog.index.purchases.find(a.id);
  if (!is_computer(a) || s.cost.mode == CostMode::rent || known == catalog.index.purchases.end()) return out;
  for (const std::size_t i : known->second)
    if (const double gb = catalog.prices[i].memory_gb.value_or(a.memory_gb); gb < a.memory_gb) out.push_back(gb);
  sort_short(out, std::greater<double>());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

Problems constraint_problems(const ConstraintChoice& c, const Catalog& catalog) {
  Problems problems;
  if (!c.vendors.empty()) check_names(problems, "/constraints/vendors", c.vendors, vendors_of(catalog));
  check_names(problems, "/constraints/segments", c.segments, {kWords<Segment>.begin(), kWords<Segment>.end()});
  const auto check_device = [&](const std::string& path, const std::string& name) {
    const auto [record, gb] = named_accelerator(catalog, name);
    if (!record)
      note(problems, "unknown_id", path, "There is no accelerator \"" + name.substr(0, 100) + "\" in the catalog.",
           nearest_accelerators(name, catalog.accelerators));
    else if (const double most = most_memory_gb(*record); gb && *gb > most)
      note(problems, "out_of_range", path, "No " + record->name + " has more than " + short_number(most) + " GB.",
           {record->id});
  };
  for (std::size_t i = 0; i < c.accelerators.size(); ++i)
    check_device("/constraints/accelerators/" + std::to_string(i), c.accelerators[i]);
  for (std::size_t i = 0; i < c.owned.size(); ++i)
    check_device("/constraints/owned/" + std::to_string(i) + "/accelerator", c.owned[i].accelerator);
  return problems;
}

}  // namespace ridgepoint
