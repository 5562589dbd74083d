#include "engine/remedies.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "engine/words.h"

namespace ridgepoint {
namespace {

// A change to a scenario, said as a person would.
struct Change {
  std::string id;
  std::string path;  // of the field it sets
  std::string text;  // "FP8 weights"
  std::function<void(Scenario&)> apply;
};

constexpr int kMostAccelerators = 1024;

void add_counts(std::vector<Change>& changes, const Scenario& s) {
  for (int factor : {2, 4, 8, 16}) {
    const int count = s.hardware.count * factor;
    if (count > kMostAccelerators) break;
    changes.push_back({"count_x" + std::to_string(factor), "/hardware/count",
                       counted(count, s.hardware.instance ? "machine" : "accelerator",
                               s.hardware.instance ? "machines" : "accelerators"),
                       [count](Scenario& c) {
                         c.hardware.count = count;
                         c.parallel.tensor.reset();
                         c.parallel.pipeline.reset();
                         c.parallel.data.reset();
                       }});
  }
}

// Formats coarser than the one in force, least loss first.
void add_weight_formats(std::vector<Change>& changes, const Scenario& s, const Catalog& catalog) {
  const NumberFormat* now = find_format(catalog, s.precision.weights);
  for (const char* id : {"fp8", "gguf-q8_0", "awq-int4", "gguf-q4_k_m"}) {
    const NumberFormat* format = find_format(catalog, id);
    if (!now || !format || format->coarseness <= now->coarseness || format->whole_file != now->whole_file) continue;
    changes.push_back({std::string("weights_") + id, "/precision/weights", format->name + " weights",
                       [name = format->id](Scenario& c) { c.precision.weights = name; }});
  }
}

std::vector<Change> serving_changes(const Estimate& e, const Catalog& catalog) {
  const Scenario& s = e.scenario;
  std::vector<Change> changes;
  const NumberFormat* kv = find_format(catalog, s.precision.kv);
  if (kv && kv->bits > 8)
    changes.push_back({"kv_fp8", "/precision/kv", "an FP8 KV cache", [](Scenario& c) { c.precision.kv = "fp8"; }});
  const MemoryResult memory = with_limits(e);
  const double fewest = memory.max_concurrency.value_or(0), wanted = s.serve.concurrency.value_or(1);
  if (fewest >= 1 && fewest < wanted)
    changes.push_back({"concurrency", "/serve/concurrency", counted(fewest, "request", "requests") + " at once",
                       [fewest](Scenario& c) { c.serve.concurrency = fewest; }});
  const double longest = memory.max_context.value_or(0), least = s.serve.input_tokens + s.serve.output_tokens;
  if (s.serve.max_context && longest >= least && longest < *s.serve.max_context)
    changes.push_back({"context", "/serve/max_context", "a context of " + whole(longest) + " tokens",
                       [longest](Scenario& c) { c.serve.max_context = longest; }});
  add_weight_formats(changes, s, catalog);
  add_counts(changes, s);
  return changes;
}

std::vector<Change> training_changes(const Estimate& e) {
  const Scenario& s = e.scenario;
  std::vector<Change> changes;
  if (s.train.checkpointing != Checkpointing::full)
    changes.push_back({"checkpointing", "/train/checkpointing", "full activation checkpointing",
                       [](Scenario& c) { c.train.checkpointing = Checkpointing::full; }});
  if (e.speed.layout.micro_batch.value_or(1) > 1)
    changes.push_back(
        {"micro_batch", "/train/micro_batch", "a micro-batch of 1", [](Scenario& c) { c.train.micro_batch = 1; }});
  if (s.train.loss == Loss::plain)
    changes.push_back({"loss", "/train/loss", "a fused loss", [](Scenario& c) { c.train.loss = Loss::fused; }});
  if (e.speed.layout.data > 1 && s.parallel.sharding && *s.parallel.sharding != Sharding::zero3 &&
      *s.parallel.sharding != Sharding::fsdp)
    changes.push_back(
        {"sharding", "/parallel/sharding", "ZeRO-3", [](Scenario& c) { c.parallel.sharding = Sharding::zero3; }});
  if (s.train.optimizer == Optimizer::adamw)
    changes.push_back({"optimizer", "/train/optimizer", "8-bit AdamW",
                       [](Scenario& c) { c.train.optimizer = Optimizer::adamw_8bit; }});
  if (s.train.sequence > 2048)
    changes.push_back({"sequence", "/train/sequence", "sequences of " + whole(s.train.sequence / 2) + " tokens",
                       [half = s.train.sequence / 2](Scenario& c) { c.train.sequence = half; }});
  if (s.train.offload == Offload::none)
    changes.push_back({"offload", "/train/offload", "the optimizer in host memory",
                       [](Scenario& c) { c.train.offload = Offload::optimizer; }});
  if (s.method() == Method::lora || s.method() == Method::dora)
    changes.push_back({"qlora", "/train/method", "QLoRA", [](Scenario& c) { c.train.method = Method::qlora; }});
  if (s.method() == Method::full && s.workload == Workload::finetune)
    changes.push_back({"lora", "/train/method", "LoRA", [](Scenario& c) { c.train.method = Method::lora; }});
  add_counts(changes, s);
  return changes;
}

// Time of a token, batch or training token with the change over that without it.
double slowdown(const Estimate& before, const Estimate& after) {
  if (before.speed.tpot_ms && after.speed.tpot_ms) return *after.speed.tpot_ms / *before.speed.tpot_ms;
  if (before.speed.tokens_per_s && after.speed.tokens_per_s)
    return *before.speed.tokens_per_s / *after.speed.tokens_per_s;
  return 1;
}

// The scenario with a change, estimated; empty when it does not fit.
std::optional<Remedy> tried(const Estimate& e, const Scenario& changed, const Catalog& catalog, std::string id,
                            std::string path, std::string text) {
  const Result<Estimate> after = estimate(changed, catalog);
  if (!after || after->memory.fit != Fit::fits) return std::nullopt;
  Remedy r{std::move(id), std::move(path), std::move(text), after->memory.per_gpu_gb, slowdown(e, *after), {}};
  r.usd_per_h = after->cost.usd_per_h;
  return r;
}

}  // namespace

std::vector<Remedy> remedies(const Estimate& e, const Catalog& catalog, std::size_t most) {
  if (e.memory.fit != Fit::no || e.basis.resolved.media) return {};
  // What was chosen for the misfit is chosen anew.
  Scenario base = e.scenario;
  const std::vector<Change> changes = base.serves() ? serving_changes(e, catalog) : training_changes(e);
  std::vector<Remedy> found;
  bool more_hardware = false;  // one larger machine is enough to name
  for (const Change& change : changes) {
    const bool hardware = change.path == "/hardware/count";
    if (found.size() >= most || (hardware && more_hardware)) continue;
    Scenario changed = base;
    change.apply(changed);
    if (auto remedy = tried(e, changed, catalog, change.id, change.path, change.text)) {
      more_hardware = more_hardware || hardware;
      found.push_back(std::move(*remedy));
    }
  }
  for (std::size_t i = 0; found.empty() && i < changes.size(); ++i)
    for (std::size_t j = i + 1; j < changes.size() && found.size() < most; ++j) {
      if (changes[i].path == changes[j].path) continue;
      Scenario changed = base;
      changes[i].apply(changed);
      changes[j].apply(changed);
      if (auto remedy = tried(e, changed, catalog, changes[i].id + "+" + changes[j].id, changes[i].path,
                              changes[i].text + " and " + changes[j].text))
        found.push_back(std::move(*remedy));
    }
  return found;
}

}  // namespace ridgepoint
