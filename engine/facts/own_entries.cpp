#include "engine/facts/own_entries.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

#include "engine/base/fields_text.h"
#include "engine/base/lists.h"
#include "engine/base/words.h"
#include "engine/model/media.h"

namespace ridgepoint {
namespace {

void inconsistent(Problems& problems, const std::string& path, const char* field, std::string message) {
  note(problems, "inconsistent", path + "/" + field, std::move(message));
}

template <class Record>
void mark(std::vector<Record>& records) {
  for (Record& r : records) {
    const std::string name = title_of(r);
    if constexpr (requires { r.aliases; }) r.aliases.push_back(name);
    r.name = name + " (" + kAsGiven + ")";
    r.source = kAsGiven;
    r.retrieved.clear();
    r.provenance.clear();
  }
}

template <class Record>
void check_ids(const std::vector<Record>& records, const std::string& path, Problems& problems) {
  for (std::size_t i = 0; i < records.size(); ++i) {
    const std::string at = path + "/" + std::to_string(i) + "/id";
    const auto same = [&](const Record& other) { return normalized(other.id) == normalized(records[i].id); };
    if (normalized(records[i].id).empty())
      note(problems, "missing_field", at, "An entry needs an id of letters or digits.");
    else if (std::any_of(records.begin(), records.begin() + static_cast<std::ptrdiff_t>(i), same))
      note(problems, "conflict", at, "Two entries have the id \"" + shortened(records[i].id) + "\".");
  }
}

template <class Record>
void check_records(const std::vector<Record>& records, const std::string& path, Problems& problems) {
  check_ids(records, path, problems);
  for (std::size_t i = 0; i < records.size(); ++i)
    for (Problem& problem : record_problems(records[i], path + "/" + std::to_string(i)))
      problems.push_back(std::move(problem));
}

void belongs_to_nothing(Problems& problems, const std::string& path, const std::string& id, const char* what) {
  note(problems, "unknown_id", path, "There is no " + std::string(what) + " \"" + shortened(id) + "\" that it is of.");
}

void check_owners(const Overrides& own, const Catalog& catalog, Problems& problems) {
  for (std::size_t i = 0; i < own.instances.size(); ++i)
    if (!find_accelerator(catalog, own.instances[i].accelerator))
      belongs_to_nothing(problems, "/overrides/instances/" + std::to_string(i) + "/accelerator",
                         own.instances[i].accelerator, "accelerator");
  const auto is_of = [](const Price& price) { return [&](const auto& record) { return record.id == price.of; }; };
  for (std::size_t i = 0; i < own.prices.size(); ++i) {
    const Price& price = own.prices[i];
    const auto& devices = catalog.accelerators;
    const auto& machines = catalog.instances;
    const bool of_device = std::any_of(devices.begin(), devices.end(), is_of(price));
    const Instance* machine = is_rent(price.kind) ? find_where(machines, is_of(price)) : nullptr;
    if (!of_device && !machine)
      belongs_to_nothing(problems, "/overrides/prices/" + std::to_string(i) + "/of", price.of,
                         is_rent(price.kind) ? "instance or accelerator" : "accelerator");
    else if (is_rent(price.kind) && price.amount > kMostRent * (machine ? machine->count : 1))
      inconsistent(
          problems, "/overrides/prices/" + std::to_string(i), "kind",
          rounded_dollars(in_usd(price.amount)) + " is no price of an hour; a purchase is of the kind new or used.");
  }
}

// Names and where facts are from, which an own entry has by itself.
bool is_fact(const std::string& path) {
  static constexpr std::array<std::string_view, 10> kOther = {"id",      "name",   "aliases", "source", "retrieved",
                                                              "license", "family", "release", "note",   "successor"};
  return !contains(kOther, path);
}

template <class Record>
std::vector<Leaf> facts_of(Record record) {
  LeafCollector collector(true);
  visit(record, collector);
  std::erase_if(collector.leaves, [](const Leaf& leaf) { return !is_fact(leaf.path) || leaf.list; });
  return std::move(collector.leaves);
}

template <class Record>
std::vector<std::string> differing(const Record& own, const Record& known) {
  std::vector<std::string> out;
  const std::vector<Leaf> there = facts_of(known);
  for (const Leaf& leaf : facts_of(own)) {
    const auto same = std::find_if(there.begin(), there.end(), [&](const Leaf& l) { return l.path == leaf.path; });
    if (same == there.end() || same->values == leaf.values) continue;
    const auto in_words = [](const Leaf& l) { return l.values.empty() ? "none" : l.values.front(); };
    out.push_back(leaf.path + " " + in_words(leaf) + " (" + in_words(*same) + ")");
  }
  return out;
}

template <class Record>
std::optional<std::vector<std::string>> differences_from(const Record& own, const Record* by_id,
                                                         const Record* by_name) {
  if (!by_id && !by_name) return std::nullopt;
  return differing(own, by_id ? *by_id : *by_name);
}

template <class Record>
void put_in_front(std::vector<Record>& known, const std::vector<Record>& own) {
  if (own.empty()) return;                  // nothing is moved onto itself
  known.resize(known.size() + own.size());  // what insert() does takes 3 kB more of the module
  std::move_backward(known.begin(), known.end() - static_cast<std::ptrdiff_t>(own.size()), known.end());
  std::copy(own.begin(), own.end(), known.begin());
}
template <class Record>
void replace(std::vector<Record>& known, const std::vector<Record>& own) {
  for (const Record& record : own) std::erase_if(known, [&](const Record& k) { return k.id == record.id; });
  put_in_front(known, own);
}

// A person's own accelerator, with its family spelled as the catalog does.
Accelerator in_family(Accelerator own, const Catalog& catalog) {
  if (const DeviceFamily* family = find_family(catalog, own.architecture)) own.architecture = family->name;
  return own;
}

// What a person's own rent of an accelerator is the price of: one of them, of nobody and nowhere in particular.
Instance rented_anywhere(const std::string& accelerator) {
  Instance instance;
  instance.id = "rent " + accelerator;
  instance.name = "Rent";
  instance.tier = Tier::per_gpu;
  instance.accelerator = accelerator;
  return instance;
}

// What a person rents can be rented, whatever public lists make of it, and holds what it is recorded to.
void offer(std::vector<Instance>& instances, const std::string& id) {
  for (Instance& instance : instances) {
    if (instance.id != id) continue;
    instance.status = Status::current;
    if (instance.tier != Tier::per_gpu) instance.tier = Tier::instance;
    instance.provenance.erase("accelerator");
  }
}

}  // namespace

bool has_own_entries(const Overrides& own) {
  return !own.accelerators.empty() || !own.models.empty() || !own.instances.empty() || !own.prices.empty();
}

Overrides marked(Overrides own) {
  mark(own.accelerators);
  mark(own.models);
  mark(own.instances);
  for (Price& price : own.prices) price.source = kAsGiven;
  return own;
}

Catalog merged(Catalog catalog, const Overrides& overrides) {
  Overrides own = marked(overrides);
  for (Accelerator& a : own.accelerators) a = in_family(std::move(a), catalog);
  for (const ModelRecord& model : own.models) catalog.architectures.erase(model.id);
  for (Price& price : own.prices) {
    std::vector<std::string> replaced = {price.of};
    const auto is_of = [&](const Accelerator& a) { return a.id == price.of; };
    const bool of_device = std::any_of(catalog.accelerators.begin(), catalog.accelerators.end(), is_of) ||
                           std::any_of(own.accelerators.begin(), own.accelerators.end(), is_of);
    if (is_rent(price.kind) && of_device) {
      for (const Instance& instance : catalog.instances)
        if (instance.accelerator == price.of) replaced.push_back(instance.id);
      const Instance rented = rented_anywhere(price.of);
      const auto same = [&](const Instance& instance) { return instance.id == rented.id; };
      if (std::none_of(own.instances.begin(), own.instances.end(), same)) own.instances.push_back(rented);
      price.of = rented.id;
    }
    if (is_rent(price.kind)) offer(catalog.instances, price.of);
    std::erase_if(catalog.prices, [&](const Price& p) {
      return (is_rent(price.kind) ? p.kind == price.kind : !is_rent(p.kind)) && contains(replaced, p.of);
    });
  }
  replace(catalog.accelerators, own.accelerators);
  replace(catalog.models, own.models);
  replace(catalog.instances, own.instances);
  put_in_front(catalog.prices, own.prices);
  if (!own.instances.empty() || !own.prices.empty()) index_prices(catalog);
  index_names(catalog);
  return catalog;
}

Problems record_problems(const Accelerator& a, const std::string& path) {
  Problems problems;
  const double usable = a.usable_memory && a.memory_gb > 0 ? *a.usable_memory / gibibytes(a.memory_gb) : 1;
  if (usable < 0.6 || usable > 1.01)
    inconsistent(problems, path, "usable_memory_bytes",
                 "usable_memory_bytes is " + short_number(in_gibibytes(*a.usable_memory)) + " GB, of a memory_gb of " +
                     short_number(a.memory_gb) + ".");
  if (a.measured_copy && a.bandwidth && *a.measured_copy > *a.bandwidth)
    inconsistent(problems, path, "measured_copy_gb_s", "A copy cannot be faster than the memory.");
  if (a.idle_power && a.power && *a.idle_power > *a.power)
    inconsistent(problems, path, "idle_power_w", "The power with nothing running is above the limit.");
  if (a.fabric.pair && a.fabric.per_direction && *a.fabric.pair > *a.fabric.per_direction)
    inconsistent(problems, path, "fabric/pair_gb_s", "A pair cannot be faster than the device to all its peers.");
  // Sheets of consumer parts name rates below what was measured, never half of it.
  const auto beyond = [](const std::optional<FlopPerSecond>& measured, const std::optional<FlopPerSecond>& rate) {
    return measured && rate && *measured > 2 * *rate;
  };
  if (beyond(a.measured_bf16, a.rates[Arithmetic::bf16]))
    inconsistent(problems, path, "measured_bf16_tflops", "More than twice the rate in bf16 was measured.");
  if (beyond(a.measured_fp8, a.rates[Arithmetic::fp8]))
    inconsistent(problems, path, "measured_fp8_tflops", "More than twice the rate in fp8 was measured.");
  return problems;
}

Problems record_problems(const ModelRecord& m, const std::string& path) {
  if (!generates_tokens(m.kind)) return media_of(m, path).problems();
  const Result<Architecture> model = architecture_of(m, path);
  Problems problems = model.problems();
  if (model && m.active_params_b && !agrees_with_sum(*m.active_params_b * 1e9, active_params(*model)))
    inconsistent(problems, path, "active_params_b",
                 "active_params_b is " + significant(*m.active_params_b, 3) + ", and a token goes through " +
                     significant(active_params(*model) / 1e9, 3) +
                     " billion parameters of the layers: mend one of them, or leave active_params_b out.");
  return problems;
}

Problems own_entry_problems(const Overrides& own, const Catalog& catalog) {
  Problems problems;
  check_records(own.accelerators, "/overrides/accelerators", problems);
  check_records(own.models, "/overrides/models", problems);
  check_ids(own.instances, "/overrides/instances", problems);
  check_owners(own, catalog, problems);
  return problems;
}

std::optional<std::vector<std::string>> differences(const Accelerator& own, const Catalog& catalog) {
  return differences_from(in_family(own, catalog), find_accelerator(catalog, own.id),
                          find_accelerator(catalog, own.name));
}
std::optional<std::vector<std::string>> differences(const ModelRecord& own, const Catalog& catalog) {
  return differences_from(own, find_model(catalog, own.id), find_model(catalog, own.name));
}

}  // namespace ridgepoint
