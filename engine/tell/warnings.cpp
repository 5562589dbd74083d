#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "engine/base/dates.h"
#include "engine/base/fields_text.h"
#include "engine/base/lists.h"
#include "engine/base/words.h"
#include "engine/choose/constraints.h"
#include "engine/choose/fleet.h"
#include "engine/estimate/cost.h"
#include "engine/estimate/parts.h"
#include "engine/facts/own_entries.h"
#include "engine/market/purchase.h"
#include "engine/tell/answer.h"

namespace ridgepoint {

double waiting_requests(const Estimate& e) {
  if (!e.question.is(kServe) || e.question.serve.requests_per_minute) return 0;
  if (e.speed.disaggregation) return 0;  // they may wait for either pool
  const double held = e.basis.serving.in_flight * e.basis.plan.layout.data;
  return e.basis.load.sequences > e.basis.load.places() ? e.basis.plan.concurrency - held : 0;
}

namespace {

// The message when the rule applies, else nothing; some look for other hardware.
using Message = std::string (*)(const Estimate&);
using CatalogMessage = std::string (*)(const Estimate&, const Catalog&);

struct Rule {
  const char* code;
  Severity severity;
  Jobs jobs;  // of which it may apply
  Message message;
  CatalogMessage compared = nullptr;  // in its place
};

const Accelerator& device(const Estimate& e) { return e.question.accelerator; }

std::string does_not_fit(const Estimate& e) {
  if (e.memory.fit != Fit::no) return "";
  return (e.question.gpus > 1 ? "Does not fit: each accelerator is short by " : "Does not fit: short by ") +
         memory_text(-e.memory.free_gb) +
         (waiting_requests(e) > 0 ? ". Speed is for the requests that fit." : ". Speed assumes enough memory.");
}

std::string tight(const Estimate& e) {
  if (e.memory.fit != Fit::tight) return "";
  return "Fits, but leaves only " + memory_text(e.memory.free_gb) + " free on each accelerator, less than the " +
         percent_text(headroom_of(e.question)) + " headroom.";
}

std::string beyond_model_context(const Estimate& e) {
  const double longest = e.question.model->max_context;
  double wanted = e.question.is(kServes) ? e.basis.plan.context : e.question.train.sequence;
  // Of a text that is longer an encoder reads the beginning.
  if (e.question.is(kMediaServe) && wanted > 0) wanted = e.question.serve.prompt();
  if (longest <= 0 || wanted <= longest) return "";
  return "The context of " + whole(wanted) + " tokens exceeds the " + whole(longest) + " that " + e.model.name +
         " supports.";
}

std::string no_native_arithmetic(const Estimate& e) {
  const Question& r = e.question;
  if (!r.device.rate_known)
    return "No compute rate is known for " + r.accelerator->name +
           ": prefill is left out, and decode follows the memory bandwidth.";
  if (r.device.arithmetic == r.wanted_arithmetic) return "";
  return r.accelerator->name + " has no native " + arithmetic_text(r.wanted_arithmetic) +
         ", or its rate is not known; figures assume " + arithmetic_text(r.device.arithmetic) + ".";
}

std::string not_supported(const Estimate& e) {
  std::string all;
  for (const Lack& lack : e.basis.lacks) add_part(all, lack.text(), "; ");
  if (all.empty()) return all;
  return all + (e.hindrance() ? ", so this cannot run; figures assume it could." : "; slower kernels replace it.");
}

std::string narrowed(const Estimate& e) {
  if (!e.basis.narrowed) return "";
  return e.model.name + " does not fit in its published format; figures assume " + e.question.weights->name +
         (e.memory.fit == Fit::no ? ", which lacks least."
                                  : ", the most precise usual format that fits with " + e.question.engine().name + ".");
}

// Servers that work on few requests at once until they are told more.
std::string few_slots(const Estimate& e) {
  if (!e.question.engine().server_slots) return "";
  const ServingEngine& engine = e.question.engine();
  const double together = e.basis.plan.serving.sequences;
  if (together <= *engine.server_slots) return "";
  return engine.name + "'s server runs " + counted(*engine.server_slots, "request", "requests") +
         " at once by default; " + engine.slots_setting + " has to allow the " + whole(together) + " of this estimate.";
}

// What the estimate takes of a device, in words.
std::string fact_word(const std::string& field, Arithmetic used) {
  static constexpr std::pair<std::string_view, const char*> kFacts[] = {
      {"memory_gb", "memory"},
      {"usable_memory_bytes", "usable memory"},
      {"bandwidth_gb_s", "memory bandwidth"},
      {"power_w", "power"},
      {"fabric.per_direction_gb_s", "speed of its links"},
  };
  for (const auto& [name, word] : kFacts)
    if (field == name) return word;
  return field == "rates_tflops." + std::string(word_of(used)) ? "rate in " + arithmetic_text(used) : "";
}

std::string unverified_facts(const Estimate& e) {
  std::string facts;
  for (const auto& [name, provenance] : device(e).provenance) {
    const std::string word = fact_word(name, e.question.device.arithmetic);
    if (provenance.unverified && !word.empty()) add_part(facts, word);
  }
  if (facts.empty()) return "";
  return "No source confirms these facts of " + device(e).name + ": " + facts + ".";
}

std::string not_on_sale(const Estimate& e, const Catalog& catalog) {
  const Accelerator& a = device(e);
  const Instance* rented = e.question.instance;
  const auto since = [](const std::string& day) { return day.empty() ? std::string() : " since " + date_text(day); };
  const auto after = [](const auto* next) { return next ? "; " + next->name + " replaces it" : std::string(); };
  if (a.status == Status::announced) return a.name + " is announced; its figures are the maker's, not measured.";
  if (rented && rented->status == Status::ended)
    return provider_name(catalog, rented->provider) + " no longer rents out " + rented->name + since(rented->ended) +
           after(find_instance(catalog, rented->successor)) + ".";
  if (a.status == Status::ended && !e.cost.purchase_source.empty())
    return a.name + " is no longer sold new" + since(a.ended) + after(find_accelerator(catalog, a.successor)) + ".";
  return "";
}

// Of a step's time, what one of its lines takes.
double share_of(std::string_view id, const std::vector<LineSeconds>& lines) {
  double part = 0, all = 0;
  for (const LineSeconds& line : lines) {
    all += line.s;
    if (line.id == id) part += line.s;
  }
  return all > 0 ? part / all : 0;
}

std::string tensor_over_pcie(const Estimate& e) {
  const Device& d = e.question.device;
  const int tensor = e.basis.plan.layout.tensor;
  if (tensor <= 1 || (d.fabric_per_direction && tensor <= d.fabric_domain)) return "";
  const char* way = tensor > e.question.per_node ? "the network between machines" : "PCIe";
  const double share = share_of(e.question.is(kServes) ? "communication" : "tensor", e.speed.time_lines);
  return "Tensor parallel " + std::to_string(tensor) + " runs over " + way + ": " + device(e).name +
         (d.fabric_per_direction ? " joins only " + std::to_string(d.fabric_domain) + " devices by its fabric."
                                 : " has no fabric between devices.") +
         " Collectives take " + percent_text(share) + " of a step.";
}

// Weights that would fit, forgotten what training keeps beside them.
std::string training_state(const Estimate& e) {
  if (e.memory.fit != Fit::no || kind_gb(e, MemoryKind::weights) > e.memory.usable_gb) return "";
  const double state = kind_gb(e, MemoryKind::gradients) + kind_gb(e, MemoryKind::optimizer);
  if (state <= kind_gb(e, MemoryKind::weights)) return "";
  const LayoutResult& layout = e.speed.layout;
  const bool divided = layout.tensor * layout.pipeline > 1 || e.basis.plan.layout.sharding != Sharding::none;
  return "The weights alone (" + memory_text(kind_gb(e, MemoryKind::weights)) +
         " on each accelerator) would fit; gradients, master weights and moments take " + memory_text(state) +
         " beside them. " + (divided ? "More accelerators" : "Sharding") + ", LoRA or offload would make room.";
}

// Twice the requests or their length would not fit.
std::string cache_at_peak(const Estimate& e) {
  const double cache = kind_gb(e, MemoryKind::kv_cache);
  if (!e.speed.tpot_ms || e.memory.fit == Fit::no || waiting_requests(e) > 0 || cache <= e.memory.free_gb) return "";
  return "The KV cache takes " + memory_text(cache) + " and " + memory_text(e.memory.free_gb) +
         " is free: of twice the requests, or requests twice as long, some wait.";
}

// Share of the arithmetic that the largest part of a step uses.
double arithmetic_used(const Estimate& e) {
  const Bottleneck& b = e.speed.bottleneck;
  return b.intensity > 0 && b.ridge > 0 ? std::min(1.0, b.intensity / b.ridge) : 1;
}

std::string bandwidth_counts(const Estimate& e) {
  if (!e.speed.tpot_ms || arithmetic_used(e) > 0.02) return "";
  return "Decode uses less than " + significant(std::ceil(arithmetic_used(e) * 100), 2) +
         "% of the compute: compare devices by memory bandwidth (" + device(e).name + ": " +
         short_number(in_gigabytes_per_second(e.question.device.bandwidth)) + " GB/s), not by TFLOP/s.";
}

std::string one_at_a_time(const Estimate& e) {
  if (!e.speed.tpot_ms || e.basis.plan.concurrency > 1 || e.question.serve.requests_per_minute) return "";
  const double fit = e.basis.load.places() * e.basis.plan.layout.data;
  if (device(e).segment != Segment::datacenter || fit < 4 || std::isinf(fit)) return "";
  return "One request pays for the whole machine; " + short_number(fit) +
         " fit at once and would share each read of the weights.";
}

// The device of the same maker that holds it and has most bandwidth for its price; null where none has three times.
struct Cheaper {
  const Accelerator* accelerator = nullptr;
  double price = 0;  // over that of the scenario's device
  double value = 3;  // bandwidth for its price, over that
};
Cheaper cheaper_device(const Estimate& e, const Catalog& catalog) {
  Cheaper best;
  const std::string day = e.question.as_of.value_or(catalog.date);
  const auto own = purchase(catalog, device(e), day);
  if (!own || !device(e).bandwidth) return best;
  const Bytes held = gigabytes(e.memory.per_gpu_gb / (1 - headroom_of(e.question)));
  for (const Accelerator& other : catalog.accelerators) {
    if (other.vendor != device(e).vendor || other.status != Status::current || !other.bandwidth) continue;
    if (held > usable_memory(other) || !other.rates[e.question.device.arithmetic]) continue;
    const auto price = purchase(catalog, other, day);
    if (!price || price->elsewhere) continue;
    const double share = price->usd / own->usd, value = *other.bandwidth / *device(e).bandwidth / share;
    if (value > best.value) best = {&other, share, value};
  }
  return best;
}

std::string overkill(const Estimate& e, const Catalog& catalog) {
  const LayoutResult& layout = e.speed.layout;
  const bool small = e.memory.per_gpu_gb < e.memory.usable_gb / 2 && arithmetic_used(e) < 0.1;
  if (!e.speed.tpot_ms || !small || layout.tensor * layout.pipeline > 1 || device(e).segment != Segment::datacenter)
    return "";
  const Cheaper found = cheaper_device(e, catalog);
  if (!found.accelerator) return "";
  return "This uses only " + memory_text(e.memory.per_gpu_gb) + " of " + memory_text(e.memory.usable_gb) + " and " +
         percent_text(arithmetic_used(e)) + " of the compute. " + found.accelerator->name + " holds it at " +
         percent_text(found.price) + " of the price, with " + significant(found.value, 2) +
         " times the bandwidth per dollar.";
}

// A person's own entry of a device whose rate is twice that of the catalog: sheets print rates with sparsity first.
std::string sparse_rate(const Estimate& e, const Catalog& catalog) {
  const Accelerator* known = find_accelerator(catalog, device(e).id);
  if (!known) known = find_accelerator(catalog, device(e).name);
  for (std::size_t i = 0; known && i < kWords<Arithmetic>.size(); ++i) {
    const auto arithmetic = static_cast<Arithmetic>(i);
    const auto& given = device(e).rates[arithmetic];
    const auto& dense = known->rates[arithmetic];
    if (given && dense && std::fabs(*given / *dense - 2) < 0.02)
      return "The " + std::string(word_of(arithmetic)) + " rate, " + short_number(in_teraflop_per_second(*given)) +
             " TFLOP/s, is twice the catalog's " + short_number(in_teraflop_per_second(*dense)) +
             ": data sheets print rates with sparsity, which models seldom have.";
  }
  return "";
}

// "memory_gb 800 (80), bandwidth_gb_s 9000 (3350)", the first of many.
std::string differences_text(const std::vector<std::string>& all) {
  constexpr std::size_t kMost = 6;
  std::string out;
  for (std::size_t i = 0; i < std::min(all.size(), kMost); ++i) out += (i > 0 ? ", " : "") + all[i];
  return out + (all.size() > kMost ? " and " + std::to_string(all.size() - kMost) + " more" : "");
}

template <class Record>
std::string own_text(const std::vector<Record>& own, const std::string& id, const Catalog& catalog) {
  const Record* used = find_where(own, [&](const Record& record) { return record.id == id; });
  if (!used) return "";
  const std::string name = shortened(title_of(*used));
  const auto differing = differences(*used, catalog);
  if (!differing) return name + " is described by this scenario: it is not in the catalog.";
  return name + " is described by this scenario, not by the catalog" +
         (differing->empty() ? "." : ", which has other figures: " + differences_text(*differing) + ".");
}

std::string own_device(const Estimate& e, const Catalog& catalog) {
  return own_text(e.question.overrides.accelerators, device(e).id, catalog);
}
std::string own_model(const Estimate& e, const Catalog& catalog) {
  return own_text(e.question.overrides.models, e.question.model_id, catalog);
}

std::string derated(const Estimate& e) {
  const double loss = e.question.derating;
  if (loss <= 0) return "";
  return std::string("Thermal throttling takes ") + percent_text(loss) + " of the compute rate" +
         (e.question.hardware.derating
              ? "."
              : ": an assumption for " + std::to_string(e.question.per_node) +
                    " consumer cards in a rack, which lose 15 to 25%; set it to 0 for an open frame.");
}

std::string rebuilt(const Estimate& e, const Catalog& catalog) {
  const Accelerator* sold = find_accelerator(catalog, device(e).id);
  if (!sold || sold->segment == Segment::cpu || device(e).memory_gb <= sold->memory_gb) return "";
  return sold->name + " is sold with " + short_number(sold->memory_gb) +
         " GB: prices are for that, not for one rebuilt with " + short_number(device(e).memory_gb) + " GB.";
}

std::string pair_link(const Estimate& e) {
  const Device& d = e.question.device;
  const int tensor = e.basis.plan.layout.tensor;
  if (tensor != 2 || !d.fabric_pair || !d.fabric_per_direction || *d.fabric_pair * 2 > *d.fabric_per_direction)
    return "";
  return "Two " + device(e).name +
         " see only one link of their fabric: " + short_number(in_gigabytes_per_second(*d.fabric_pair)) + " of " +
         short_number(in_gigabytes_per_second(*d.fabric_per_direction)) + " GB/s.";
}

std::string assumed_network(const Estimate& e) {
  const Question& r = e.question;
  if (r.nodes <= 1 || (r.instance && r.instance->network_gbps)) return "";
  return "The network between machines is assumed: " + short_number(in_gigabytes_per_second(r.device.network) * 8) +
         " Gb/s for each accelerator.";
}

std::string idle_replicas(const Estimate& e) {
  if (e.basis.plan.concurrency >= e.basis.plan.layout.data) return "";
  return "There are more replicas (" + whole(e.basis.plan.layout.data) + ") than requests in flight; some stay idle.";
}

std::string saturated(const Estimate& e) {
  if (!falls_behind(e)) return "";
  const double most = *highest_rate(e) * 60, copies = e.basis.plan.layout.data;
  return short_number(*e.question.serve.requests_per_minute) + " requests arrive a minute and at most " +
         short_number(most) + " are answered" +
         (copies > 1 ? ", " + short_number(most / copies) + " by each replica" : "") + ". The queue grows without end" +
         (e.speed.ttft_ms ? "; the time to first token leaves it out." : ".");
}

// What three and ten times the requests take, in replicas like these.
std::string growth(const Estimate& e) {
  const auto& rate = e.question.serve.requests_per_minute;
  if (!rate || e.basis.serving.saturated || !e.speed.max_requests_per_s || *rate <= 0) return "";
  const std::optional<Fleet> three = fleet(e, 3), ten = fleet(e, 10);
  return "These answer up to " + significant(*e.speed.max_requests_per_s * 60 / *rate, 2) +
         " times as many requests, latency aside" +
         (three && ten ? "; with a fifth left for bursts, three times as many take " +
                             counted(three->accelerators, "accelerator", "accelerators") + ", ten times as many " +
                             whole(ten->accelerators)
                       : std::string()) +
         ".";
}

std::string queues(const Estimate& e) {
  const double waiting = waiting_requests(e);
  if (waiting <= 0) return "";
  const ServingInput& load = e.basis.load;
  return "Only " + short_number(e.basis.plan.concurrency - waiting) + " of " + short_number(e.basis.plan.concurrency) +
         (load.max_sequences < load.capacity ? " requests run at once, by the limit of concurrent sequences"
                                             : " requests fit at once") +
         "; the others wait " + duration(in_seconds(e.basis.serving.queue)) +
         " on average, which the time to first token includes.";
}

constexpr std::array<const char*, kWords<LatencyTarget>.size()> kTargetNames = {
    "the time to first token", "the time per output token", "the time of a request"};

std::string target_words(const TargetResult& t) {
  return kTargetNames[static_cast<std::size_t>(t.figure)] + (" (" + duration(seconds_of(t.figure, t.value)) + ")");
}

std::string slo_missed(const Estimate& e) {
  if (!e.speed.slo || e.speed.slo->met) return "";
  const SloResult& slo = *e.speed.slo;
  std::string missed;
  for (const TargetResult& t : slo.targets)
    if (!t.met) add_part(missed, target_words(t), " and ");
  const std::optional<double>& most = slo.max_concurrency ? slo.max_concurrency : slo.max_requests_per_minute;
  const bool never = most && *most <= 0;
  const std::string begin = !missed.empty() ? "The 95th percentile of " + missed + " is above its target"
                            : never         ? "The latency targets cannot be met"
                                            : "The latency targets are missed";
  if (!most) return begin + ".";
  if (never) return begin + "; no load meets the targets here.";
  return begin + "; all are met up to " +
         (slo.max_concurrency ? counted(*most, "request at once.", "requests at once.")
                              : short_number(*most) + " requests a minute.");
}

std::string draft_vocabulary(const Estimate& e) {
  const auto& s = e.question.speculation();
  if (!s || s->drafter != Drafter::model || s->draft.vocab == e.question.model->vocab) return "";
  return s->draft.name + " has a vocabulary of " + whole(s->draft.vocab) + ", " + e.model.name + " one of " +
         whole(e.question.model->vocab) + ": drafted tokens have to be translated.";
}

std::string speculation_slower(const Estimate& e) {
  if (!e.speed.speculation || e.speed.speculation->speedup > 1) return "";
  const SpeculationResult& s = *e.speed.speculation;
  return "Speculative decoding makes this slower: a token takes " + significant(1 / s.speedup, 3) +
         " times as long as without it" +
         (s.pays_up_to.value_or(0) > 0
              ? ". It pays up to " + counted(*s.pays_up_to, "request", "requests") + " in flight."
              : ". It pays at no load.");
}

std::string assumed_acceptance(const Estimate& e) {
  if (!e.speed.speculation) return "";
  return "Acceptance depends on draft and text: " + percent_text(e.speed.speculation->accepted_share) +
         " of the drafted tokens are accepted here, at " + significant(e.question.speculation()->acceptance, 3) +
         " each.";
}

std::string rounded_batch(const Estimate& e) {
  const auto& wanted = e.question.train.global_batch;
  if (!wanted || *wanted == e.basis.plan.global_batch) return "";
  return "The global batch is rounded up from " + whole(*wanted) + " to " + whole(e.basis.plan.global_batch) +
         " sequences, whole micro-batches on every data-parallel rank.";
}

std::string few_sequences(const Estimate& e) {
  const Plan& plan = e.basis.plan;
  const double each = static_cast<double>(plan.training.micro_batch) * plan.training.accumulation;
  if (each >= 2) return "";
  return "Each data-parallel rank gets one sequence a step, so communication and fixed times dominate. A larger global "
         "batch or fewer accelerators use them better.";
}

// Where not even one completion fits beside the weights in 16 bits, with the training state in host memory.
std::string rollouts_too_large(const Estimate& e) {
  const auto& needed = e.basis.rollouts.memory;
  const Bytes room = memory_budget(e.question);
  if (!needed || *needed <= room) return "";
  return "Generating the completions takes " + memory_text(in_gigabytes(*needed)) +
         " on each accelerator in 16 bits, of " + memory_text(in_gigabytes(room)) +
         ", even with the training state in host memory; its time assumes that it fits.";
}

std::string padded(const Estimate& e) {
  if (e.basis.padding <= 0) return "";
  return percent_text(e.basis.padding) + " of the tokens computed are padding" +
         (e.question.train.padding ? "" : ", an assumption") + "; packed samples would train " +
         significant(1 / (1 - e.basis.padding), 2) + " times as fast.";
}

std::string synthesized(const Estimate& e) {
  if (!e.model.synthesized) return "";
  return "Only the size of the model is known: layers, heads and vocabulary are those usual for it.";
}

// Says that no runs on devices of its family back the coefficients: they are of the last class, for all others.
// What training reaches of that was measured on devices of few vendors.
bool of_no_family(const Estimate& e, const Catalog& catalog) {
  const Calibration& c = catalog.calibration;
  const Efficiency& known =
      e.question.is(kServe) ? serving_efficiency(e.basis.plan, e.question) : e.question.device.efficiency;
  if (c.efficiencies.size() > 1 && known.id == c.efficiencies.back().id) return true;
  const std::string& training = e.question.device.training.id;
  if (!e.question.is(kTrain) || c.training.size() < 2 || training != c.training.back().id) return false;
  const FigureError* error = error_of(c, "train_tokens_per_s", training);
  return error && !error->vendors.empty() && !contains(error->vendors, device(e).vendor);
}

std::string unmeasured(const Estimate& e, const Catalog& catalog) {
  if (of_no_family(e, catalog))
    return (device(e).architecture.empty() ? "No architecture is named for " + device(e).name
                                           : "No runs on " + device(e).architecture + " devices back these speeds") +
           "; they assume the efficiency of all families together.";
  if (!e.speed.ranges.empty()) return "";
  if (e.speed.disaggregation)
    return "Speeds of disaggregated prefill and decode were far off in the one published comparison "
           "(gpt-oss-120b, SGLang); take them as an order of magnitude.";
  return "No measured runs back speed estimates for " + device(e).name + "; take them as an order of magnitude.";
}

// "1,000,000 tokens a request (262,144 at most)", where the load is beyond that.
void add_beyond(std::string& texts, double load, double most, const char* of) {
  if (is_beyond(load, most)) add_part(texts, whole(load) + of + " (" + whole(most) + " at most)");
}

std::string beyond_measured(const Estimate& e, const Catalog& catalog) {
  if (e.speed.ranges.empty()) return "";
  const ServedLoad load = replica_load(e);
  for (const char* name : {token_error(e), "ttft"}) {
    const FigureError* error = error_of(catalog.calibration, name, serving_efficiency(e.basis.plan, e.question).id);
    if (!error) continue;
    std::string texts;
    add_beyond(texts, load.tokens, error->most.tokens, " tokens a request");
    add_beyond(texts, load.in_flight, error->most.in_flight, " requests together");
    add_beyond(texts, load.accelerators, error->most.accelerators, " accelerators for one copy");
    if (!texts.empty()) return "This exceeds the measured runs: " + texts + "; ranges of speed are 1.5 times as wide.";
  }
  return "";
}

// Software that nobody has measured yet is taken to be as fast as the newest that was.
std::string newer_software(const Estimate& e) {
  const std::string date =
      (e.question.is(kServes) ? e.question.serve.engine_date : e.question.train.software_date).value_or("");
  const std::string today = std::max(e.question.as_of.value_or(""), e.catalog_date);
  if (date.empty() || today.empty() || date <= today) return "";
  return "Software of " + date_text(date) + " is newer than the catalog, of " + date_text(e.catalog_date) +
         ": figures are for the newest that was measured.";
}

// A draft of one layer is what EAGLE trains beside a model.
std::string no_prediction_layers(const Estimate& e) {
  const auto& speculation = e.question.speculation();
  if (!speculation || speculation->drafter != Drafter::mtp || speculation->mtp_params > 0) return "";
  return e.model.name + " has no known MTP layers: the draft is assumed to be one layer like its own.";
}

std::string unknown_work(const Estimate& e) {
  std::string names;
  for (const Pass& pass : e.basis.plan.media->passes)
    if (pass.runs > 0 && !pass.known) add_part(names, pass.label);
  if (names.empty()) return "";
  return "The work of a part of " + e.model.name + " is not known (" + names +
         "): its time and activations are left out.";
}

// The limits of the scenario that other rules do not speak of.
std::string beyond_limits(const Estimate& e) {
  std::string texts;
  for (const Demand& demand : demands(e)) {
    const std::string_view at = demand.path;
    const bool told = demand.of == LimitOf::memory || demand.of == LimitOf::support ||
                      at.starts_with("/serve/requests_per_minute") || at.starts_with("/serve/slo/");
    if (demand.met() || told) continue;
    add_part(texts, demand.text, "; ");
  }
  return texts.empty() ? "" : "This misses a limit: " + texts + ".";
}

constexpr Rule kRules[] = {
    {"does_not_fit", Severity::stop, kAll, does_not_fit},
    {"tight", Severity::warn, kAll, tight},
    {"beyond_model_context", Severity::warn, kAll, beyond_model_context},
    {"no_native_arithmetic", Severity::warn, kAll, no_native_arithmetic},
    {"not_supported", Severity::warn, kAll, not_supported},
    {"training_state", Severity::warn, kTrains, training_state},
    {"tensor_over_pcie", Severity::warn, kAll, tensor_over_pcie},
    {"own_device", Severity::warn, kAll, nullptr, own_device},
    {"own_model", Severity::warn, kAll, nullptr, own_model},
    {"sparse_rate", Severity::warn, kAll, nullptr, sparse_rate},
    {"overkill", Severity::info, kServe, nullptr, overkill},
    {"rebuilt", Severity::warn, kAll, nullptr, rebuilt},
    {"pair_link", Severity::warn, kAll, pair_link},
    {"derated", Severity::warn, kAll, derated},
    {"not_on_sale", Severity::warn, kAll, nullptr, not_on_sale},
    {"saturated", Severity::warn, kServes, saturated},
    {"queues", Severity::warn, kServe, queues},
    {"beyond_limits", Severity::warn, kAll, beyond_limits},
    {"slo_missed", Severity::warn, kServe, slo_missed},
    {"speculation_slower", Severity::warn, kServe, speculation_slower},
    {"draft_vocabulary", Severity::warn, kServe, draft_vocabulary},
    {"no_prediction_layers", Severity::warn, kServe, no_prediction_layers},
    {"unmeasured", Severity::warn, kAll, nullptr, unmeasured},
    {"beyond_measured", Severity::warn, kServe, nullptr, beyond_measured},
    {"newer_software", Severity::info, kOfTokens, newer_software},
    {"unverified_facts", Severity::warn, kAll, unverified_facts},
    {"unknown_work", Severity::warn, kOfMedia, unknown_work},
    {"idle_replicas", Severity::warn, kServes, idle_replicas},
    {"few_sequences", Severity::warn, kTrain, few_sequences},
    {"rollouts_too_large", Severity::warn, kTrain, rollouts_too_large},
    {"cache_at_peak", Severity::info, kServe, cache_at_peak},
    {"bandwidth_counts", Severity::info, kServe, bandwidth_counts},
    {"one_at_a_time", Severity::info, kServe, one_at_a_time},
    {"few_slots", Severity::info, kServe, few_slots},
    {"padding", Severity::info, kTrain, padded},
    {"no_rent", Severity::warn, kAll, no_rent},
    {"no_purchase", Severity::info, kAll, no_purchase},
    {"commitment", Severity::warn, kAll, commitment},
    {"growth", Severity::info, kAll, growth},
    {"host_memory", Severity::info, kAll, host_memory},
    {"try_first", Severity::info, kAll, try_first},
    {"no_hosted", Severity::info, kAll, nullptr, no_hosted},
    {"old_price", Severity::warn, kAll, old_price},
    {"narrower_weights", Severity::info, kAll, narrowed},
    {"old_purchase_price", Severity::warn, kAll, old_purchase_price},
    {"synthesized_model", Severity::info, kAll, synthesized},
    {"rounded_batch", Severity::info, kTrains, rounded_batch},
    {"assumed_acceptance", Severity::info, kServe, assumed_acceptance},
    {"assumed_network", Severity::info, kAll, assumed_network},
    {"circuit", Severity::warn, kAll, circuit},
    {"power_supply", Severity::warn, kAll, power_supply},
    {"liquid_cooling", Severity::info, kAll, liquid_cooling},
};

}  // namespace

std::vector<Warning> warnings(const Estimate& estimate, const Catalog& catalog) {
  std::vector<Warning> out;
  for (const Rule& rule : kRules) {
    if (!estimate.question.is(rule.jobs)) continue;
    if (std::string message = rule.compared ? rule.compared(estimate, catalog) : rule.message(estimate);
        !message.empty())
      out.push_back({rule.code, rule.severity, message});
  }
  sort_short(out, [](const Warning& a, const Warning& b) { return a.severity > b.severity; });
  return out;
}

}  // namespace ridgepoint
