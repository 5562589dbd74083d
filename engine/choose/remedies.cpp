#include "engine/choose/remedies.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "engine/ask/ask.h"
#include "engine/base/lists.h"
#include "engine/base/words.h"
#include "engine/choose/constraints.h"
#include "engine/choose/make_estimate.h"
#include "engine/choose/sizing.h"
#include "engine/estimate/cost.h"
#include "engine/estimate/parts.h"

namespace ridgepoint {
namespace {

// A change to a question, said as a person would.
struct Change {
  std::string id;
  std::string path;  // of the field it sets
  std::string text;  // "FP8 weights"
  void (*set)(Question&, const Change&);
  double value = 0;               // what it is set to, where that is not always the same
  std::string name = {};          // or an id
  std::vector<int> numbers = {};  // of accelerators, of which one is sought: the smallest change first

  void apply(Question& question) const { set(question, *this); }
};

constexpr int kMostTimes = 64;

void set_count(Question& q, int count) {
  q.hardware.count = count;
  q.parallel.tensor.reset();
  q.parallel.pipeline.reset();
  q.parallel.data.reset();
}

void set_weights(Question& q, const Change& by) { q.precision.weights = by.name; }
void set_micro_batch(Question& q, const Change& by) { q.train.micro_batch = static_cast<int>(by.value); }

Change count_change(const Question& q, int count) {
  std::string text = counted(count, q.hardware.instance ? "machine" : "accelerator",
                             q.hardware.instance ? "machines" : "accelerators");
  return {"count_" + std::to_string(count), "/hardware/count", std::move(text),
          [](Question& c, const Change& by) { set_count(c, static_cast<int>(by.value)); }, static_cast<double>(count)};
}

// What is added or taken away at once: some within a node, whole machines beyond it.
int node_of(const Estimate& e) {
  const HardwareChoice& h = e.question.hardware;
  return h.instance ? 1 : h.per_node.value_or(node_size(*e.question.accelerator));
}

void add_more(std::vector<Change>& changes, const Estimate& e) {
  const int now = *e.question.hardware.count;
  const int most = now > kCluster / kMostTimes ? kCluster : now * kMostTimes;
  std::vector<int> numbers = more_than(now, node_of(e), most);
  if (!numbers.empty()) changes.push_back({"count", "/hardware/count", "", nullptr, 0, {}, std::move(numbers)});
}

void add_fewer(std::vector<Change>& changes, const Estimate& e) {
  const int now = *e.question.hardware.count, node = node_of(e);
  std::vector<int> numbers;
  for (int count = (now - 1) / node * node; count >= node; count -= node) numbers.push_back(count);
  const std::vector<int> sizes = sizes_within(std::min(now, node));
  numbers.insert(numbers.end(), sizes.rbegin(), sizes.rend());
  if (!numbers.empty()) changes.push_back({"count", "/hardware/count", "", nullptr, 0, {}, std::move(numbers)});
}

// Formats coarser than the one in force, least loss first. On a card or two of one's own, files for llama.cpp are what
// people run.
void add_weight_formats(std::vector<Change>& changes, const Estimate& e, const Catalog& catalog) {
  const Question& q = e.question;
  const bool at_a_desk = e.basis.engine_left_open && q.gpus <= 2 && q.accelerator->segment == Segment::consumer;
  for (const char* id : {"fp8", "gguf-q8_0", "awq-int4", "gguf-q4_k_m"}) {
    const NumberFormat* format = find_format(catalog, id);
    if (!format || format->coarseness <= q.weights->coarseness) continue;
    if (format->whole_file != q.weights->whole_file && !(format->whole_file && at_a_desk)) continue;
    changes.push_back(
        {std::string("weights_") + id, "/precision/weights", format->name + " weights", set_weights, 0, format->id});
  }
}

// Files of the same format by others.
void add_files(std::vector<Change>& changes, const Estimate& e, const Catalog& catalog) {
  const ModelRecord* model = find_model(catalog, e.question.model_id);
  for (const std::string& file : model ? files_in(*model, e.question.weights->id) : std::vector<std::string>())
    if (release_of(catalog, file) && !contains(e.question.weights->files, file))
      changes.push_back({"file_" + file, "/model", "the files of " + file,
                         [](Question& c, const Change& by) { c.model_choice.id = by.name; }, 0, file});
}

// Weights beyond the accelerators' memory in that of a usual machine around them.
void add_hosts(std::vector<Change>& changes, const Question& q, const Catalog& catalog) {
  if (q.hardware.host) return;
  for (const char* id : {"cpu-generic-desktop-ddr5", "cpu-generic-server-ddr5"})
    if (const Accelerator* host = find_accelerator(catalog, id))
      changes.push_back({std::string("host_") + id, "/hardware/host",
                         "weights in " + whole(host->memory_gb) + " GB of host memory",
                         [](Question& c, const Change& by) { c.hardware.host = by.name; }, 0, id});
}

std::vector<Change> serving_changes(const Estimate& e, const Catalog& catalog) {
  const Question& q = e.question;
  std::vector<Change> changes;
  const NumberFormat* kv = find_format(catalog, q.precision.kv);
  if (kv && kv->bits > 8)
    changes.push_back(
        {"kv_fp8", "/precision/kv", "an FP8 KV cache", [](Question& c, const Change&) { c.precision.kv = "fp8"; }});
  const MemoryResult memory = with_limits(e);
  const double fewest = std::max(1.0, memory.max_concurrency.value_or(0)), wanted = e.basis.plan.concurrency;
  if (fewest < wanted && !q.serve.requests_per_minute)
    changes.push_back({"concurrency", "/serve/concurrency", counted(fewest, "request", "requests") + " at once",
                       [](Question& c, const Change& by) { c.serve.concurrency = by.value; }, fewest});
  const double longest = memory.max_context.value_or(0), least = q.serve.prompt() + q.serve.answer();
  if (q.serve.max_context && longest >= least && longest < *q.serve.max_context)
    changes.push_back({"context", "/serve/max_context", "a context of " + whole(longest) + " tokens",
                       [](Question& c, const Change& by) { c.serve.max_context = by.value; }, longest});
  add_files(changes, e, catalog);
  add_weight_formats(changes, e, catalog);
  add_more(changes, e);
  add_hosts(changes, q, catalog);
  return changes;
}

// Images, sequences or windows at once, halved: their activations are what grows. Where weights are too large alone,
// half their bytes.
std::vector<Change> media_serving_changes(const Estimate& e, const Catalog& catalog) {
  std::vector<Change> changes;
  const NumberFormat* fp8 = find_format(catalog, "fp8");
  if (fp8 && fp8->coarseness > e.question.weights->coarseness)
    changes.push_back({"weights_fp8", "/precision/weights", "FP8 weights", set_weights, 0, fp8->id});
  for (double batch = std::floor(*e.speed.batch / 2); batch >= 1; batch = std::floor(batch / 2))
    changes.push_back({"batch", "/serve/batch", whole(batch) + " at once",
                       [](Question& c, const Change& by) { c.serve.batch = static_cast<int>(by.value); }, batch});
  return changes;
}

std::vector<Change> media_training_changes(const Estimate& e, const Catalog& /*catalog*/) {
  std::vector<Change> changes;
  for (int batch = e.speed.layout.micro_batch.value_or(1) / 2; batch >= 1; batch /= 2)
    changes.push_back({"micro_batch", "/train/micro_batch", "a micro-batch of " + whole(batch), set_micro_batch,
                       static_cast<double>(batch)});
  return changes;
}

std::vector<Change> training_changes(const Estimate& e, const Catalog& /*catalog*/) {
  const Question& q = e.question;
  std::vector<Change> changes;
  if (q.train.checkpointing != Checkpointing::full)
    changes.push_back({"checkpointing", "/train/checkpointing", "full activation checkpointing",
                       [](Question& c, const Change&) { c.train.checkpointing = Checkpointing::full; }});
  if (e.speed.layout.micro_batch.value_or(1) > 1)
    changes.push_back({"micro_batch", "/train/micro_batch", "a micro-batch of 1", set_micro_batch, 1});
  if (q.train.loss == Loss::plain)
    changes.push_back(
        {"loss", "/train/loss", "a fused loss", [](Question& c, const Change&) { c.train.loss = Loss::fused; }});
  if (e.speed.layout.data > 1 && q.parallel.sharding && *q.parallel.sharding != Sharding::zero3 &&
      *q.parallel.sharding != Sharding::fsdp)
    changes.push_back({"sharding", "/parallel/sharding", "ZeRO-3",
                       [](Question& c, const Change&) { c.parallel.sharding = Sharding::zero3; }});
  if (q.train.optimizer == Optimizer::adamw)
    changes.push_back({"optimizer", "/train/optimizer", "8-bit AdamW",
                       [](Question& c, const Change&) { c.train.optimizer = Optimizer::adamw_8bit; }});
  const int half = q.train.sequence / 2;
  if (q.train.sequence > 2048)
    changes.push_back({"sequence", "/train/sequence", "sequences of " + whole(half) + " tokens",
                       [](Question& c, const Change& by) { c.train.sequence = static_cast<int>(by.value); },
                       static_cast<double>(half)});
  if (q.train.offload == Offload::none)
    changes.push_back({"offload", "/train/offload", "the optimizer in host memory",
                       [](Question& c, const Change&) { c.train.offload = Offload::optimizer; }});
  if (q.method() == Method::lora || q.method() == Method::dora)
    changes.push_back(
        {"qlora", "/train/method", "QLoRA", [](Question& c, const Change&) { c.train.method = Method::qlora; }});
  if (q.method() == Method::full && q.workload == Workload::finetune)
    changes.push_back(
        {"lora", "/train/method", "LoRA", [](Question& c, const Change&) { c.train.method = Method::lora; }});
  add_more(changes, e);
  return changes;
}

// Time of a token, batch or training token with the change over that without it.
double slowdown(const Estimate& before, const Estimate& after) {
  if (before.speed.tpot_ms && after.speed.tpot_ms) return *after.speed.tpot_ms / *before.speed.tpot_ms;
  if (before.speed.tokens_per_s && after.speed.tokens_per_s)
    return *before.speed.tokens_per_s / *after.speed.tokens_per_s;
  return 1;
}

struct Lacks {
  bool speed = false, money = false, size = false;
  bool other = false;  // hardware that is not asked for, or cannot: no change helps
};

Lacks lacks_of(const std::vector<Demand>& all) {
  const auto misses = [&](LimitOf of) {
    return std::any_of(all.begin(), all.end(), [&](const Demand& d) { return d.of == of && !d.met(); });
  };
  return {misses(LimitOf::speed), misses(LimitOf::money), misses(LimitOf::size),
          misses(LimitOf::hardware) || misses(LimitOf::support)};  // memory apart: a queue without end fills the cache
}

// What an estimate of a changed scenario still lacks.
struct Verdict {
  bool wants_more = false;   // hardware
  bool wants_fewer = false;  // accelerators
  bool works() const { return !wants_more && !wants_fewer; }
};
constexpr Verdict kUntried = {true, true};
using Judge = Verdict (*)(Estimate&, Effort&);

// Tells whether the cache holds all that are asked for at once.
bool holds_all(const Estimate& e) {
  const bool closed = e.question.is(kServe) && !e.question.serve.requests_per_minute && !e.speed.disaggregation;
  return !closed || e.basis.load.sequences <= e.basis.load.capacity;
}

Verdict fits(Estimate& e, Effort&) { return {e.memory.fit != Fit::fits || !holds_all(e), false}; }

Verdict keeps_all_limits(Estimate& e, Effort& effort) {
  if (!fits(e, effort).works()) return {true, false};
  if (e.question.is(kServe) && e.question.serve.slo.wanted() && !is_beyond_targets(e)) {
    if (!effort.take(effort_of_targets(e))) return kUntried;
    check_targets(e);
  }
  const Lacks lacks = lacks_of(unworded_demands(e));
  return {lacks.speed || lacks.other, lacks.money || lacks.size};
}

// Estimates a scenario with changes made.
class Trial {
 public:
  Trial(const Estimate& e, const Catalog& catalog, Judge judge, Effort& effort)
      : before_(e), catalog_(catalog), judge_(judge), effort_(effort) {}

  // The change, besides another one that has no number to be sought; empty when it does not work.
  std::optional<Remedy> operator()(const Change& change, const Change* other = nullptr) const {
    if (!change.numbers.empty()) return least_number(change.numbers, other);
    std::optional<Remedy> remedy;
    attempt(change, other, remedy);
    return remedy;
  }

 private:
  // Sets the remedy where it works.
  Verdict attempt(const Change& change, const Change* other, std::optional<Remedy>& remedy) const {
    if (!effort_.take(1)) return kUntried;
    Question changed = parts_of(before_.question);  // what is the engine's is chosen anew where it was chosen
    if (before_.basis.engine_left_open) changed.serve.engine.reset();
    if (before_.basis.chunk_left_open) changed.serve.prefill_chunk.reset();
    if (other) other->apply(changed);
    change.apply(changed);
    Result<Estimate> result = estimate(std::move(changed), catalog_);
    if (!result) return kUntried;
    Estimate& after = result.value();
    const Verdict verdict = judge_(after, effort_);
    if (!verdict.works()) return verdict;
    Remedy& r = remedy.emplace();
    r.id = other ? other->id + "+" + change.id : change.id;
    r.path = other ? other->path : change.path;
    r.text = other ? other->text + " and " + change.text : change.text;
    r.per_gpu_gb = after.memory.per_gpu_gb;
    r.slowdown = slowdown(before_, after);
    r.usd_per_h = after.cost.usd_per_h;
    r.tokens_per_s_per_request = after.speed.tokens_per_s_per_request;
    r.days = after.speed.days;
    return verdict;
  }

  std::optional<Remedy> least_number(const std::vector<int>& numbers, const Change* other) const {
    const Question& q = before_.question;
    const bool more = numbers.front() > *q.hardware.count;
    const int node = node_of(before_);
    std::optional<Remedy> found;
    first_without_lack(numbers, node, [&](std::size_t i) {
      const Verdict verdict = attempt(count_change(q, numbers[i]), other, found);
      if (numbers[i] < node) return !verdict.works();
      const bool lacks = more ? verdict.wants_more : verdict.wants_fewer;
      if (!lacks && !verdict.works()) found.reset();
      return lacks;
    });
    return found;
  }

  const Estimate& before_;
  const Catalog& catalog_;
  Judge judge_;
  Effort& effort_;
};

// Of these the first that does is enough to name.
constexpr const char* kOnce[] = {"/hardware/host", "/serve/batch", "/train/micro_batch"};

std::vector<Remedy> single_remedies(const std::vector<Change>& changes, const Trial& trial, std::size_t most) {
  std::vector<Remedy> found;
  std::vector<std::string> fields;
  for (const Change& change : changes) {
    const bool once = contains(kOnce, change.path);
    if (found.size() >= most || (once && contains(fields, change.path))) continue;
    if (auto remedy = trial(change)) {
      fields.push_back(change.path);
      found.push_back(std::move(*remedy));
    }
  }
  return found;
}

std::vector<Remedy> pairs_of_remedies(const std::vector<Change>& changes, const Trial& trial, std::size_t most) {
  std::vector<Remedy> found;
  for (std::size_t i = 0; i < changes.size(); ++i)
    for (std::size_t j = i + 1; j < changes.size() && found.size() < most; ++j) {
      if (changes[i].path == changes[j].path) continue;
      const bool turned = !changes[i].numbers.empty();
      if (auto remedy = trial(changes[turned ? i : j], &changes[turned ? j : i])) found.push_back(std::move(*remedy));
    }
  return found;
}

// ---- What fits and misses another limit.

void add_pricing(std::vector<Change>& changes, Pricing pricing, const char* text) {
  changes.push_back({std::string(word_of(pricing)), "/cost/pricing", text,
                     [](Question& c, const Change& by) { c.cost.pricing = static_cast<Pricing>(by.value); },
                     static_cast<double>(pricing)});
}

// The same machines for less.
void add_ways_to_pay(std::vector<Change>& changes, const Estimate& e, const Catalog& catalog) {
  const Question& q = e.question;
  if (q.cost.owns() || !q.constraints.owned.empty()) return;
  std::vector<Let> offered = lets(rent_ask(e, catalog), static_cast<PriceKind>(q.cost.pricing), catalog);
  std::erase_if(offered, [](const Let& let) { return let.listed != Listed::fresh; });
  if (!q.cost.provider && !q.cost.rent_usd_gpu_h && offered.size() > 1) {
    const std::string& provider = offered.front().offer().instance->provider;
    changes.push_back({"provider_" + provider, "/cost/provider", "renting from " + provider_name(catalog, provider),
                       [](Question& c, const Change& by) { c.cost.provider = by.name; }, 0, provider});
  }
  if (q.cost.pricing == Pricing::on_demand)
    add_pricing(changes, Pricing::spot, "spot machines, which may be taken away");
  if (q.cost.pricing == Pricing::on_demand) add_pricing(changes, Pricing::reserved_1y, "a commitment of one year");
  if (q.cost.pricing != Pricing::reserved_3y && q.cost.years >= 3)
    add_pricing(changes, Pricing::reserved_3y, "a commitment of three years");
}

// A copy divided further answers each request sooner.
void add_wider_copies(std::vector<Change>& changes, const Estimate& e) {
  const LayoutResult& layout = e.speed.layout;
  const int wider = layout.tensor * 2;
  if (!e.question.is(kServe) || layout.data < 2 || layout.data % 2 != 0 || wider > e.question.per_node) return;
  changes.push_back({"tensor_" + std::to_string(wider), "/parallel/tensor",
                     "each copy on " + std::to_string(wider * layout.pipeline) + " accelerators",
                     [](Question& q, const Change& by) {
                       q.parallel.data.reset();
                       q.parallel.tensor = static_cast<int>(by.value);
                     },
                     static_cast<double>(wider)});
}

std::vector<Remedy> limit_remedies(const Estimate& e, const Lacks& lacks, const Catalog& catalog, Effort& effort,
                                   std::size_t most) {
  if (lacks.other || !(lacks.speed || lacks.money || lacks.size)) return {};
  std::vector<Change> changes;
  if (lacks.money) add_ways_to_pay(changes, e, catalog);
  if (lacks.speed) add_wider_copies(changes, e);
  if (e.question.is(kServes)) add_weight_formats(changes, e, catalog);
  if (lacks.speed && !lacks.size) add_more(changes, e);
  if ((lacks.money || lacks.size) && !lacks.speed) add_fewer(changes, e);
  const Trial trial(e, catalog, keeps_all_limits, effort);
  std::vector<Remedy> found = single_remedies(changes, trial, most);
  if (found.empty()) found = pairs_of_remedies(changes, trial, most);
  return found;
}

// Within the other limits where they are kept so far and some change stays within; a simulation of latencies for each
// change would take too long.
std::vector<Remedy> memory_remedies(const Estimate& e, bool keeps_others, const Catalog& catalog, Effort& effort,
                                    const RemedyOptions& options) {
  const std::size_t most = options.most;
  const auto changes_of =
      e.question.by_job(serving_changes, training_changes, media_serving_changes, media_training_changes);
  const std::vector<Change> changes = changes_of(e, catalog);
  std::vector<Remedy> found;
  const Trial whole(e, catalog, keeps_all_limits, effort);
  if (options.keeps_all || (keeps_others && !e.question.serve.slo.wanted()))
    found = single_remedies(changes, whole, most);
  if (options.keeps_all) return found.empty() && options.pairs ? pairs_of_remedies(changes, whole, most) : found;
  const Trial trial(e, catalog, fits, effort);
  if (found.empty()) found = single_remedies(changes, trial, most);
  // More hardware alone always helps: without it, two changes may.
  const auto same_hardware = [](const auto& change) { return change.path.rfind("/hardware/", 0) != 0; };
  if (std::none_of(found.begin(), found.end(), same_hardware)) {
    std::vector<Change> kept;
    std::copy_if(changes.begin(), changes.end(), std::back_inserter(kept), same_hardware);
    const std::vector<Remedy> pairs = pairs_of_remedies(kept, trial, std::max<std::size_t>(1, most / 2));
    found.insert(found.begin(), pairs.begin(), pairs.end());
    if (found.size() > most) found.resize(most);
  }
  if (found.empty()) found = pairs_of_remedies(changes, trial, most);
  return found;
}

}  // namespace

std::vector<Remedy> remedies(const Estimate& e, const Catalog& catalog, Effort& effort, const RemedyOptions& options) {
  const std::vector<Demand> all = unworded_demands(e);
  const bool keeps_others =
      std::all_of(all.begin(), all.end(), [](const Demand& d) { return d.met() || d.of == LimitOf::memory; });
  const bool is_short = e.memory.fit == Fit::no || (keeps_others && (e.memory.fit == Fit::tight || !holds_all(e)));
  if (e.question.network() && !is_short) return {};
  return is_short ? memory_remedies(e, keeps_others, catalog, effort, options)
                  : limit_remedies(e, lacks_of(all), catalog, effort, options.most);
}

}  // namespace ridgepoint
