#include "tests/fuzz/random_scenarios.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ridgepoint::test {
namespace {

using Names = std::map<std::string, std::vector<std::string>, std::less<>>;

// Decisions taken from bytes, one after the other; zero when there are no more.
class Choices {
 public:
  explicit Choices(std::string_view bytes) : bytes_(bytes) {}

  unsigned byte() { return at_ < bytes_.size() ? static_cast<unsigned char>(bytes_[at_++]) : 0; }
  unsigned two_bytes() {
    const unsigned high = byte();
    return high * 256 + byte();
  }
  std::size_t below(std::size_t n) { return two_bytes() % n; }
  double share() { return two_bytes() / 65536.0; }  // in [0, 1)
  template <class T>
  const T& one_of(const std::vector<T>& list) {
    return list[below(list.size())];
  }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

// Gives some of the fields it visits another value.
class Drawer final : public FieldVisitor {
 public:
  // `change`: of 256, how many fields are changed; `sizes`: those of machines and fleets are in any case.
  Drawer(Choices& choices, const Names& names, unsigned change, bool sizes = false)
      : choices_(choices), names_(names), change_(change), sizes_(sizes) {}

  void number(const Field& f, std::optional<double>& x) override {
    if (!wanted(f)) return;
    if (f.word.empty() || choices_.byte() % 4 > 0)
      x = drawn(f, x);
    else if (f.word == "max")
      x = std::numeric_limits<double>::infinity();
    else
      x.reset();
  }
  void flag(const Field& f, std::optional<bool>& x) override {
    if (wanted(f)) x = choices_.byte() % 2 > 0;
  }
  void text(const Field& f, std::optional<std::string>& x) override {
    const auto names = names_.find(f.name);
    const bool needed = in_list_ && x && x->empty();
    if (names != names_.end() && (wanted(f) || needed)) x = choices_.one_of(names->second);
  }
  void choice(const Field& f, std::span<const std::string_view> names, std::optional<int>& x) override {
    if (wanted(f)) x = static_cast<int>(choices_.below(names.size()));
  }
  void texts(const Field& f, std::vector<std::string>& x) override {
    const auto names = names_.find(f.name);
    if (names == names_.end() || !wanted(f)) return;
    for (std::size_t left = 1 + choices_.below(3); left > 0; --left) x.push_back(choices_.one_of(names->second));
  }
  void numbers(const Field&, std::vector<double>&) override {}

  // A person's own entries are drawn beside this.
  bool open(const Field& f, bool present) override {
    return f.name != "overrides" && !f.planned && (present || wanted(f));
  }
  void close() override {}
  std::size_t open_list(const Field& f, std::size_t size) override {
    return size == 0 && wanted(f) ? 1 + choices_.below(2) : size;
  }
  void open_element(std::size_t) override { in_list_ = true; }
  void close_element() override { in_list_ = false; }
  void close_list() override {}
  template <class T>
  void draw(T& record) {
    visit(record, *this);
  }

 private:
  bool wanted(const Field& f) {
    const bool is_size = f.name == "count" || f.name == "per_node";
    return !f.planned && (choices_.byte() > 255 - change_ || (sizes_ && is_size));
  }

  double drawn(const Field& f, std::optional<double> now) {
    const double value = std::clamp(somewhere(f.min, f.max, now.value_or(8)), f.min, f.max);
    return f.integer ? std::round(value) : value;
  }
  double somewhere(double low, double high, double now) {
    switch (choices_.byte() % 8) {
      case 0:
        return low;
      case 1:
        return high;
      case 2:
        return low + choices_.share() * (high - low);
      case 3:
        return std::exp2(static_cast<double>(choices_.below(12)));
      case 4: {
        const double least = std::max(low, std::min(1.0, high) * 1e-3);
        return least * std::pow(high / least, choices_.share());
      }
      default:
        return (std::isfinite(now) && now != 0 ? now : 8) * std::exp2(4 * choices_.share() - 2);
    }
  }

  Choices& choices_;
  const Names& names_;
  unsigned change_;
  bool sizes_;
  bool in_list_ = false;
};

// A copy of a catalog's entry with a few or many of its fields changed: under an id of its own, or under the catalog's.
template <class T>
T changed_copy(T record, const char* id, const Names& names, Choices& choices) {
  if (choices.byte() % 4 > 0) record.name = record.id = id;
  record.provenance.clear();
  constexpr std::array<unsigned, 3> kChanges = {4, 16, 60};
  Drawer drawer(choices, names, kChanges[choices.byte() % kChanges.size()]);
  visit(record, drawer);
  return record;
}

}  // namespace

RandomScenarios::RandomScenarios(const Catalog& catalog) : catalog_(catalog) {
  names_["accelerator"] = names_["accelerators"] = ids_of(catalog.accelerators);
  names_["instance"] = ids_of(catalog.instances);
  names_["model"] = names_["draft"] = ids_of(catalog.models);
  for (const char* known : {"mtp", "ngram"}) names_["draft"].push_back(known);
  names_["weights"] = names_["accept"] = ids_of(catalog.formats);
  for (const NumberFormat& format : catalog.formats)
    if (format.for_kv) names_["kv"].push_back(format.id);
  names_["engine"] = ids_of(catalog.engines);
  names_["framework"] = ids_of(catalog.frameworks);
  names_["provider"] = ids_of(catalog.providers);
  names_["grid"] = ids_of(catalog.grids);
  names_["as_of"] = names_["engine_date"] =
      names_["software_date"] = {"2024-02-29", "2025-06-30", "2026-11-21", "2031-01-01"};
  for (const std::string_view segment : kWords<Segment>) names_["segments"].emplace_back(segment);
  for (const Accelerator& a : catalog.accelerators) {
    names_["vendors"].push_back(a.vendor);
    if (a.segment == Segment::cpu) names_["host"].push_back(a.id);
  }
  for (const Instance& instance : catalog.instances)
    if (!instance.region.empty()) names_["region"].push_back(instance.region);
}

Scenario RandomScenarios::from(std::string_view bytes) const {
  Choices choices(bytes);
  constexpr std::array<unsigned, 4> kChanges = {3, 8, 20, 60};
  const unsigned change = kChanges[choices.byte() % kChanges.size()];
  const unsigned forms = choices.byte();
  Scenario s;
  s.workload = static_cast<Workload>(choices.byte() % kWords<Workload>.size());
  s.model.id = choices.one_of(names_.at("model"));
  s.hardware.accelerator = choices.one_of(names_.at("accelerator"));
  s.hardware.count = 1 << choices.byte() % 8;
  Drawer drawer(choices, names_, change, forms % 8 == 2);
  visit(s, drawer);
  Overrides& own = s.overrides;
  if (forms % 8 == 1) {
    own.models.push_back(changed_copy(choices.one_of(catalog_.models), "own-model", names_, choices));
    s.model.id = own.models.back().id;
  }
  if (forms / 8 % 8 == 1) {
    own.accelerators.push_back(changed_copy(choices.one_of(catalog_.accelerators), "own-card", names_, choices));
    s.hardware.accelerator = own.accelerators.back().id;
  }
  if (forms / 64 == 1 && choices.byte() % 2 > 0) {
    own.instances.push_back(changed_copy(choices.one_of(catalog_.instances), "own-machine", names_, choices));
    s.hardware.instance = own.instances.back().id;
  }
  if (forms / 64 == 1) {
    Price price;
    Drawer(choices, names_, 60).draw(price);
    price.of = choices.byte() % 2 > 0 ? s.hardware.accelerator : s.hardware.instance.value_or("own-machine");
    own.prices.push_back(price);
  }
  // A size stands in place of a model's name, an instance in place of an accelerator's.
  if (s.model.params_b) s.model.id.clear();
  if (s.hardware.instance) s.hardware.accelerator.clear();
  return s;
}

}  // namespace ridgepoint::test
