#include "tests/fuzz/at_limits.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/fields_text.h"

namespace ridgepoint::test {
namespace {

// Walks numbers, those of absent objects too where `inside` holds their path.
class Numbers : public FieldVisitor {
 public:
  void number(const Field& f, std::optional<double>& x) override { see(f, prefix_ + std::string(f.name), x); }
  void flag(const Field&, std::optional<bool>&) override {}
  void text(const Field&, std::optional<std::string>&) override {}
  void choice(const Field&, std::span<const std::string_view>, std::optional<int>&) override {}
  void texts(const Field&, std::vector<std::string>&) override {}
  void numbers(const Field&, std::vector<double>&) override {}
  bool open(const Field& f, bool present) override {
    const std::string inside = prefix_ + std::string(f.name) + ".";
    if (f.planned || !(present || goes_into(inside))) return false;
    go_in(f.name);
    return true;
  }
  void close() override { go_out(); }
  std::size_t open_list(const Field& f, std::size_t size) override {
    go_in(f.name);
    return size == 0 && goes_into(prefix_) ? 1 : size;
  }
  void open_element(std::size_t index) override { go_in(std::to_string(index)); }
  void close_element() override { go_out(); }
  void close_list() override { go_out(); }

 protected:
  virtual void see(const Field& f, const std::string& path, std::optional<double>& x) = 0;
  virtual bool goes_into(const std::string& inside) const = 0;

 private:
  void go_in(std::string_view name) { prefix_ += std::string(name) + "."; }
  void go_out() { prefix_.erase(prefix_.rfind('.', prefix_.size() - 2) + 1); }

  std::string prefix_;  // of what is open, ending in a dot where it is not empty
};

struct Limited {
  std::string path;
  std::vector<double> values;
};

// Every number with the values that are tried of it.
class Listed final : public Numbers {
 public:
  std::vector<Limited> fields;

 private:
  void see(const Field& f, const std::string& path, std::optional<double>&) override {
    if (f.planned) return;
    const double low = f.min, high = f.max, step = f.integer ? 1 : (high - low) / 1000;
    Limited field{path, {low, std::min(low + step, high), std::max(high - step, low), high}};
    if (f.word == "max") field.values.push_back(std::numeric_limits<double>::infinity());
    fields.push_back(std::move(field));
  }
  bool goes_into(const std::string&) const override { return true; }
};

class Setter final : public Numbers {
 public:
  Setter(const std::string& path, double value) : path_(path), value_(value) {}

 private:
  void see(const Field&, const std::string& path, std::optional<double>& x) override {
    if (path == path_) x = value_;
  }
  bool goes_into(const std::string& inside) const override { return path_.rfind(inside, 0) == 0; }

  const std::string& path_;
  double value_;
};

template <class Record>
Record own_copy(const std::vector<Record>& records, const std::string& like, const char* id) {
  Record own = *std::find_if(records.begin(), records.end(), [&](const Record& r) { return r.id == like; });
  own.id = own.name = id;
  own.provenance.clear();
  return own;
}

// Names of the catalog for one task, and entries of a person's own of the same.
Scenario task_of(Workload workload, const std::string& model) {
  Scenario s;
  s.workload = workload;
  s.model.id = model;
  s.hardware.count = 2;
  return s;
}
Scenario with_own_entries(Scenario s, const Catalog& catalog) {
  Overrides& own = s.overrides;
  own.accelerators.push_back(own_copy(catalog.accelerators, "h100-sxm5-80gb", "own-card"));
  own.models.push_back(own_copy(catalog.models, s.model.id, "own-model"));
  // What they say of their own sum would refuse every change of a part.
  if (own.models[0].vocab > 0 || !own.models[0].components.empty()) own.models[0].params_b = std::nullopt;
  own.models[0].active_params_b = std::nullopt;
  own.instances.push_back(own_copy(catalog.instances, "aws-p5.48xlarge", "own-machine"));
  own.instances[0].accelerator = "own-card";
  Price rent, purchase;
  rent.of = "own-machine";
  rent.amount = usd(20);
  purchase.of = "own-card";
  purchase.kind = PriceKind::sold_new;
  purchase.amount = usd(25000);
  own.prices = {rent, purchase};
  s.model.id = "own-model";
  s.hardware.instance = "own-machine";
  s.hardware.accelerator.clear();
  return s;
}

bool is_own(const std::string& path) { return path.rfind("overrides.", 0) == 0; }

// Gives what the field at `path` is refused without.
void complete(Scenario& s, const std::string& path) {
  const auto any_of = [&](std::initializer_list<const char*> paths) {
    return std::find(paths.begin(), paths.end(), path) != paths.end();
  };
  if (any_of({"serve.peak_factor", "serve.min_replicas", "serve.hours_per_day"})) s.serve.requests_per_minute = 60;
  if (any_of({"serve.requests_per_user_day"})) s.serve.daily_users = 1000;
  if (any_of({"serve.prefill_replicas"})) s.serve.disaggregated = true;
  if (any_of({"hardware.host_memory_gb", "hardware.host_layers", "hardware.host_expert_layers"}))
    s.hardware.host = "cpu-generic-server-ddr5";
  if (any_of({"train.epochs"})) s.train.dataset_tokens = 1e6;
  if (any_of({"train.group", "train.prompt_tokens"})) s.train.objective = Objective::grpo;
  if (any_of({"train.trained_layers"})) s.train.method = Method::freeze;
  if (any_of({"train.experiments", "cost.spot_mtbi_h", "cost.spot_ratio"})) s.cost.pricing = Pricing::spot;
  if (any_of({"cost.api_input_usd_m"})) s.cost.api_output_usd_m = 1;
  if (any_of({"cost.api_output_usd_m"})) s.cost.api_input_usd_m = 1;
  if (any_of({"model.params_b", "params_b"})) s.model.id.clear();
}

}  // namespace

ScenariosAtLimits::ScenariosAtLimits(const Catalog& catalog) {
  using enum Workload;
  for (const char* model : {"llama-3.1-8b", "sdxl-base", "vit-b16", "all-minilm-l6-v2", "whisper-tiny"})
    for (const Workload workload : {serve, batch, train, finetune}) {
      tasks_.push_back(task_of(workload, model));
      tasks_.push_back(with_own_entries(tasks_.back(), catalog));
      Listed listed;
      Scenario walked = tasks_.back();
      visit(walked, listed);
      for (const Limited& field : listed.fields)
        for (const double value : field.values)
          cases_.push_back({tasks_.size() - (is_own(field.path) ? 1 : 2), field.path, value});
    }
}

AtLimit ScenariosAtLimits::at(std::size_t i) const {
  const Case& c = cases_[i];
  AtLimit out{tasks_[c.task], ""};
  out.name = std::string(word_of(out.scenario.workload)) + " " + tasks_[c.task - c.task % 2].model.id + ", " + c.path +
             " = " + (std::isfinite(c.value) ? shortest_number(c.value) : "max");
  Setter setter(c.path, c.value);
  visit(out.scenario, setter);
  complete(out.scenario, c.path);
  return out;
}

}  // namespace ridgepoint::test
