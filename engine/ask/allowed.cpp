#include "engine/ask/allowed.h"

#include <algorithm>
#include <array>
#include <functional>

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

std::vector<double> memories_asked(const Asked& q, const Catalog& catalog, const Accelerator& a) {
  std::vector<std::string> names = q.constraints.accelerators;
  for (const OwnedHardware& owned : q.constraints.owned) names.push_back(owned.accelerator);
  for (const std::string& name : names)
    if (const NamedAccelerator named = named_accelerator(catalog, name); named.record == &a && named.memory_gb)
      return {*named.memory_gb};
  std::vector<double> out = {a.memory_gb};
  const auto known = catalog.index.purchases.find(a.id);
  if (!is_computer(a) || q.cost.mode == CostMode::rent || known == catalog.index.purchases.end()) return out;
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
      problems.push_back(unknown_name(path, "accelerator", name, nearest_accelerators(name, catalog.accelerators)));
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

namespace {

constexpr std::array<const char*, 4> kServers = {"bf16", "fp8", "mxfp4", "awq-int4"};
constexpr std::array<const char*, 6> kApple = {"bf16", "mlx-8bit", "mlx-6bit", "mlx-5bit", "mlx-4bit", "mlx-3bit"};
constexpr std::array<const char*, 13> kFiles = {
    "gguf-f16",    "gguf-q8_0",   "gguf-q6_k", "gguf-q5_k_m", "gguf-q4_k_m", "gguf-mxfp4", "gguf-iq4_xs",
    "gguf-q3_k_m", "gguf-iq3_xs", "gguf-q2_k", "gguf-iq2_m",  "gguf-iq2_xs", "gguf-iq1_m"};
constexpr int kCoarsest = 6;  // that is taken without being asked for: 4 bits

template <class List>
Formats listed(const List& ids, const Catalog& catalog, int coarsest) {
  Formats out;
  for (const char* id : ids) {
    const NumberFormat* format = find_format(catalog, id);
    if (format && (format->coarseness <= coarsest || !format->published_as.empty())) out.push_back(format);
  }
  return out;
}

Formats narrower(ServedAs as, const Catalog& catalog, const NumberFormat& own) {
  Formats out = usual_formats(as, catalog, kCoarsest);
  std::erase_if(out,
                [&](const NumberFormat* f) { return f->coarseness <= own.coarseness || !f->published_as.empty(); });
  return out;
}

bool reads_files(const Asked& q, const Accelerator& a, const Catalog& catalog) {
  if (const ServingEngine* engine = q.serve.engine ? find_engine(catalog, *q.serve.engine) : nullptr)
    return engine->reads_gguf;
  const bool a_computer = is_computer(a) || a.segment == Segment::cpu;
  return a_computer || (q.is_for_one() && !is_of_a_data_center(a));
}

}  // namespace

Formats usual_formats(ServedAs as, const Catalog& catalog, int coarsest) {
  switch (as) {
    case ServedAs::servers:
      return listed(kServers, catalog, coarsest);
    case ServedAs::apple:
      return listed(kApple, catalog, coarsest);
    case ServedAs::files:
      return listed(kFiles, catalog, coarsest);
  }
  return {};
}

Formats narrower_formats(const Asked& q, const Catalog& catalog, const Accelerator& a, const NumberFormat& own) {
  return narrower(reads_files(q, a, catalog) ? ServedAs::files : ServedAs::servers, catalog, own);
}

Formats formats_to_fit(const Asked& q, const Catalog& catalog, const Accelerator& a, const NumberFormat& own) {
  Formats out = narrower_formats(q, catalog, a, own);
  if (q.serve.engine || is_of_a_data_center(a) || reads_files(q, a, catalog)) return out;
  const Formats files = narrower(ServedAs::files, catalog, own);
  out.insert(out.end(), files.begin(), files.end());
  return out;
}

}  // namespace ridgepoint
