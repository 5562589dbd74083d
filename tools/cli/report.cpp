#include "tools/cli/report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "engine/base/words.h"
#include "engine/choose/fleet.h"
#include "engine/estimate/cost.h"
#include "engine/tell/answer.h"
#include "tools/cli/tables.h"

namespace ridgepoint::cli {
namespace {

// Lines of a label and a value, values aligned.
class Section {
 public:
  explicit Section(std::string title) : title_(std::move(title)) {}

  void add(std::string label, std::string value) { lines_.push_back({std::move(label), std::move(value)}); }
  void add_duration(const char* label, const std::optional<double>& seconds) {
    if (seconds) add(label, duration(*seconds));
  }
  void add_number(const char* label, const std::optional<double>& value, const char* unit = "") {
    if (value) add(label, short_number(*value) + unit);
  }
  void add_dollars(const char* label, const std::optional<double>& usd) {
    if (usd) add(label, dollars(*usd));
  }

  // Empty when there are no lines.
  std::string text() const;

 private:
  struct Line {
    std::string label;
    std::string value;
  };
  std::string title_;
  std::vector<Line> lines_;
};

// Characters of UTF-8 text.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string Section::text() const {
  if (lines_.empty()) return "";
  std::size_t widest = 0;
  for (const Line& line : lines_) widest = std::max(widest, width(line.label));
  std::string out = "\n" + title_ + "\n";
  for (const Line& line : lines_)
    out += "  " + line.label + std::string(widest - width(line.label) + 2, ' ') + line.value + "\n";
  return out;
}

// Memory as the engine's sentences count it, and in 1e9 bytes: "    79.65 GB    85.52 x 1e9".
std::string memory_columns(double gb) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%9.2f GB%9.2f x 1e9", in_gibibytes(gigabytes(gb)), gb);
  return buffer;
}

std::optional<double> over(const std::optional<double>& x, double divisor) {
  if (!x) return std::nullopt;
  return *x / divisor;
}

// What is answered, with what was left open filled in.
std::string question_section(const Estimate& e) {
  const Question& r = e.question;
  Section section("Question");
  section.add("Task", std::string(word_of(r.workload)));
  section.add("Model", e.model.name + ", " + short_number(e.model.params_b) + " billion parameters");
  section.add("Hardware", whole(r.gpus) + " × " + r.accelerator->name);
  section.add("Weights", r.weights->name);
  if (r.is(kServe)) {
    section.add("KV cache", r.kv->name);
    if (r.serve.requests_per_minute)
      section.add("Requests", short_number(*r.serve.requests_per_minute) + " a minute");
    else
      section.add_number("Users", e.speed.concurrency);
    section.add("Prompt", whole(r.serve.prompt()) + " tokens");
    section.add("Answer", whole(r.serve.answer()) + " tokens");
  }
  section.add_number("Batch", e.speed.batch);
  if (r.is(kServes)) return section.text();
  section.add("Method", std::string(word_of(r.method())));
  section.add_number("Tokens of the run", e.speed.tokens);
  section.add_number("Samples of the run", e.speed.samples);
  if (!r.network()) section.add("Sequence", whole(r.train.sequence) + " tokens");
  if (e.speed.layout.global_batch) section.add("Batch", whole(*e.speed.layout.global_batch));
  return section.text();
}

std::string memory_section(const MemoryResult& memory) {
  Section section("Memory per accelerator");
  for (const LineGb& line : memory.lines) section.add(line.label, memory_columns(line.gb));
  section.add("Total", memory_columns(memory.per_gpu_gb));
  section.add("Usable", memory_columns(memory.usable_gb) + "  " + std::string(word_of(memory.fit)));
  section.add_number("Max concurrent requests at full context", memory.max_concurrency);
  section.add_number("Max context per request", memory.max_context, " tokens");
  if (memory.max_batch) section.add("Max batch", whole(*memory.max_batch));
  if (memory.max_micro_batch) section.add("Max micro-batch", whole(*memory.max_micro_batch));
  if (memory.max_sequence) section.add("Max sequence length", whole(*memory.max_sequence) + " tokens");
  if (memory.max_params_b)
    section.add("Max dense model size", significant(*memory.max_params_b, 3) + " billion parameters");
  return section.text();
}

std::string layout_words(const LayoutResult& layout) {
  std::string out =
      "tensor " + whole(layout.tensor) + ", pipeline " + whole(layout.pipeline) + ", data " + whole(layout.data);
  if (layout.expert > 1) out += ", expert " + whole(layout.expert);
  if (layout.context > 1) out += ", context " + whole(layout.context);
  if (!layout.sharding.empty() && layout.sharding != "none") out += ", " + layout.sharding;
  if (layout.virtual_stages) out += ", interleaved in " + whole(*layout.virtual_stages);
  return out;
}

// "120 / 310 / 450 ms".
std::string quantiles_words(const Quantiles& q, double per_second) {
  return duration(q.p50 / per_second) + " / " + duration(q.p95 / per_second) + " / " + duration(q.p99 / per_second);
}

void add_percentiles(Section& section, const LatencyPercentiles& p) {
  section.add("Time to first token, p50 / p95 / p99", quantiles_words(p.ttft_ms, 1e3));
  if (p.tpot_ms) section.add("Time per output token, p50 / p95 / p99", quantiles_words(*p.tpot_ms, 1e3));
  section.add("End-to-end latency, p50 / p95 / p99", quantiles_words(p.e2e_s, 1));
}

void add_slo(Section& section, const SloResult& slo) {
  for (const TargetResult& t : slo.targets) {
    const auto said = [&](double value) { return duration(seconds_of(t.figure, value)); };
    section.add("Target " + std::string(word_of(t.figure)),
                said(t.value) + " of " + said(t.limit) + (t.met ? ", met" : ", missed"));
  }
  if (slo.max_concurrency)
    section.add("Targets are met up to", counted(*slo.max_concurrency, "request", "requests") + " in flight");
  section.add_number("Targets are met up to", slo.max_requests_per_minute, " requests a minute");
}

void add_speculation(Section& section, const SpeculationResult& s) {
  section.add("Speculative decoding", significant(s.tokens_per_step, 3) + " tokens a step, " +
                                          percent_text(s.accepted_share) + " of drafts accepted, " +
                                          significant(s.speedup, 3) + " times as fast");
  if (s.pays_up_to) section.add("It pays up to", counted(*s.pays_up_to, "request", "requests") + " in flight");
}

void add_disaggregation(Section& section, const DisaggregationResult& d) {
  section.add("Replicas of prefill and decode", whole(d.prefill_replicas) + " and " + whole(d.decode_replicas) +
                                                    ", busy " + percent_text(d.prefill_busy) + " and " +
                                                    percent_text(d.decode_busy));
  section.add("Cache sent between them in", duration(d.transfer_ms / 1e3));
}

std::string optimal_words(const ComputeOptimal& c) {
  return short_number(c.tokens / 1e9) + " billion tokens for this model; " + short_number(c.budget_gpu_h) +
         " GPU-hours for " + short_number(c.budget_params_b) + " billion parameters on " +
         short_number(c.budget_tokens / 1e9) + " billion tokens";
}

std::string speed_section(const SpeedResult& speed) {
  Section section("Speed");
  section.add_duration("Time to first token", over(speed.ttft_ms, 1e3));
  section.add_duration("Queue time, included", over(speed.queue_ms, 1e3));
  section.add_duration("Time per output token", over(speed.tpot_ms, 1e3));
  if (speed.percentiles) add_percentiles(section, *speed.percentiles);
  if (speed.slo) add_slo(section, *speed.slo);
  if (speed.speculation) add_speculation(section, *speed.speculation);
  if (speed.disaggregation) add_disaggregation(section, *speed.disaggregation);
  section.add_number("Batch", speed.batch);
  section.add_duration("Time of a batch", over(speed.batch_ms, 1e3));
  section.add_number("Images per second", speed.images_per_s);
  section.add_number("Seconds of audio per second", speed.audio_s_per_s);
  section.add_duration("Step", speed.step_s);
  section.add_number("Samples per second", speed.samples_per_s);
  section.add_number("Tokens per second", speed.tokens_per_s);
  section.add_number("Tokens per second and request", speed.tokens_per_s_per_request);
  section.add_number("Requests per second", speed.requests_per_s);
  section.add_number("Max requests per second", speed.max_requests_per_s);
  section.add_number("TFLOP/s per accelerator", speed.tflops_per_gpu);
  if (speed.mfu) section.add("MFU", percent_text(*speed.mfu));
  section.add_duration("Whole run", over(speed.days, 1.0 / 86400.0));
  if (speed.goodput) section.add("Goodput", significant(*speed.goodput * 100, 3) + "%");
  section.add_number("Expected failures", speed.failures);
  section.add_duration("Checkpoint interval", over(speed.checkpoint_every_min, 1.0 / 60));
  section.add("Limited by", speed.bottleneck.text);
  section.add("Layout", layout_words(speed.layout));
  if (speed.compute_optimal) section.add("Compute-optimal", optimal_words(*speed.compute_optimal));
  return section.text();
}

// "$4.20 a useful GPU-hour, $1.31 and $5.60 per million tokens read and generated; $431,000 over the years".
std::string way_words(const PricedOption& way) {
  std::string text;
  if (way.usd_per_useful_gpu_h) text += dollars(*way.usd_per_useful_gpu_h) + " a useful GPU-hour, ";
  if (way.usd_per_1m_output_tokens)
    text += dollars(*way.usd_per_1m_input_tokens) + " and " + dollars(*way.usd_per_1m_output_tokens) +
            " per million tokens read and generated, ";
  if (way.usd_per_1k_requests) text += dollars(*way.usd_per_1k_requests) + " per thousand requests, ";
  if (way.usd_per_1k_images) text += dollars(*way.usd_per_1k_images) + " per thousand images, ";
  if (way.usd_per_audio_h) text += dollars(*way.usd_per_audio_h) + " per hour of audio, ";
  if (way.usd_per_run) text += dollars(*way.usd_per_run) + " for the run, ";
  return text + dollars(way.npv) + " over the years";
}

std::string room_words(const PowerResult& power) {
  std::string text = whole(power.heat_btu_h) + " BTU/h of heat, ";
  if (power.racks)
    text += counted(*power.racks, "rack", "racks") + " of " + significant(*power.rack_kw, 3) + " kW cooled by " +
            std::string(word_of(*power.cooling));
  else
    text += counted(power.circuits_120v_15a, "circuit", "circuits") + " of 120 V, 15 A a machine";
  if (power.power_supply_w) text += ", power supply of " + whole(*power.power_supply_w) + " W";
  text += "; " + whole(power.energy_kwh_year) + " kWh";
  if (power.co2_kg_year) text += " and " + whole(*power.co2_kg_year) + " kg CO2 (" + power.grid + ")";
  return text + " a year";
}

std::string cost_section(const Estimate& estimate) {
  const CostResult& cost = estimate.cost;
  const CostChoice& asked = estimate.question.cost;
  const int gpus = estimate.question.gpus;
  const std::optional<Fleet> needed = fleet(estimate);
  Section section("Cost");
  if (estimate.memory.fit == Fit::no && !cost.usd_per_h)
    section.add("No cost", "it does not run on this hardware");
  else if (estimate.memory.fit != Fit::no && !does_its_work(estimate) && !cost.usd_per_1k_requests)
    section.add("No cost of requests", "more requests arrive than are answered");
  if (cost.usd_per_h)
    section.add(needed && needed->accelerators != gpus ? "Per hour, the " + whole(gpus) + " asked for" : "Per hour",
                dollars(*cost.usd_per_h));
  section.add_dollars("Per million input tokens", cost.usd_per_1m_input_tokens);
  section.add_dollars("Per million output tokens", cost.usd_per_1m_output_tokens);
  section.add_dollars("Per thousand requests", cost.usd_per_1k_requests);
  section.add_dollars("Per thousand images", cost.usd_per_1k_images);
  section.add_dollars("Per hour of audio", cost.usd_per_audio_h);
  section.add_dollars("Per run", cost.usd_per_run);
  section.add_dollars("Rent per accelerator and hour", cost.rent_usd_gpu_h);
  if (!cost.rent_source.empty()) section.add("Rental price from", cost.rent_source);
  for (const PricedOption& way : cost.options) section.add(way.label, way_words(way));
  if (!cost.options.empty())
    section.add("Totals", "over " + counted(asked.years, "year", "years") + ", " + present_value_words(asked));
  section.add_dollars("Purchase price, owning", cost.purchase_usd);
  if (cost.break_even && cost.break_even->utilization)
    section.add("Owning beats renting", *cost.break_even->utilization == 0
                                            ? "at any use"
                                            : "from " + use_text(estimate, *cost.break_even->utilization) + " on");
  if (cost.break_even && cost.break_even->months)
    section.add("Owning pays back after", counted(std::ceil(*cost.break_even->months), "month", "months"));
  section.add_number("Power at the wall", cost.power_w, " W");
  if (cost.power) section.add("Space and cooling", room_words(*cost.power));
  if (!cost.verdict.empty()) section.add("Verdict", cost.verdict);
  return section.text();
}

std::string fleet_section(const std::optional<Fleet>& fleet) {
  if (!fleet) return "";
  Section section("Fleet for this rate");
  section.add("At the peak", counted(fleet->peak, "replica", "replicas") + ", on average " + whole(fleet->base));
  section.add(fleet->spare > 0 ? "With a spare machine" : "In all",
              counted(fleet->replicas, "replica", "replicas") + " on " + counted(fleet->nodes, "machine", "machines") +
                  ", " + counted(fleet->accelerators, "accelerator", "accelerators"));
  section.add_dollars("Per hour, all of them", fleet->usd_per_h);
  section.add("Average utilization", percent_text(fleet->utilization));
  return section.text();
}

std::string warnings_text(const std::vector<Warning>& warnings) {
  std::string out = warnings.empty() ? "" : "\nWarnings and notes\n";
  for (const Warning& warning : warnings)
    out += "  " + std::string(word_of(warning.severity)) + ": " + warning.message + "\n";
  return out;
}

// ", 3.2 days", ", 41 tokens/s each"; images have none.
std::string remedy_speed(const Remedy& remedy) {
  if (remedy.days) return ", " + duration(*remedy.days * 86400);
  if (!remedy.tokens_per_s_per_request) return "";
  return ", " + short_number(*remedy.tokens_per_s_per_request) + " tokens/s each";
}

std::string remedies_text(const std::vector<Remedy>& remedies, Fit fit) {
  Section section(fit == Fit::no ? "What would fit" : "What would meet all limits");
  for (const Remedy& remedy : remedies) section.add(remedy.text, memory_text(remedy.per_gpu_gb) + remedy_speed(remedy));
  return remedies.empty() ? "" : section.text();
}

std::string with_unit(double value, int digits, const std::string& unit) {
  if (unit == "GB") return memory_text(value) + " (" + significant(value, digits) + " x 1e9 bytes)";  // memory
  return significant(value, digits) + (unit.empty() ? "" : " " + unit);
}

std::string rules_text(const std::vector<RuleOfThumb>& rules) {
  Section section("Rules of thumb");
  for (const RuleOfThumb& rule : rules)
    section.add(rule.label, with_unit(rule.value, 4, rule.unit) + "; computed " +
                                with_unit(rule.detailed, 4, rule.unit) + ". " + rule.why_different);
  return rules.empty() ? "" : section.text();
}

// Each command once with what it should measure; not indented, so that it can be copied.
std::string reproduce_text(const std::vector<Reproduction>& reproductions) {
  std::string out;
  for (std::size_t i = 0; i < reproductions.size(); ++i) {
    const Reproduction& first = reproductions[i];
    std::string measures;
    for (; i < reproductions.size() && reproductions[i].command == first.command; ++i) {
      const Reproduction& r = reproductions[i];
      if (r.predicted) measures += (measures.empty() ? ": " : ", ") + r.figure + " " + significant(*r.predicted, 3);
    }
    --i;
    out += out.empty() ? "\nMeasure it yourself\n\n" : "\n";
    out += "# " + (first.tool.empty() ? "No command" : first.tool) + measures + "\n";
    if (!first.note.empty()) out += "# " + first.note + "\n";
    if (!first.command.empty()) out += first.command + "\n";
  }
  return out;
}

// The formula with values in place of names.
std::string filled(const Explanation& e) {
  std::string out, word;
  for (const char c : e.formula + "\n") {
    const bool inside = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
    if (inside) {
      word += c;
      continue;
    }
    const auto input =
        std::find_if(e.inputs.begin(), e.inputs.end(), [&](const ExplainInput& i) { return i.name == word; });
    if (input == e.inputs.end())
      out += word;
    else
      out += input->unit == "GB" ? memory_text(input->value) : with_unit(input->value, 6, input->unit);
    out += c;
    word.clear();
  }
  out.pop_back();
  return out;
}

std::string evidence(const Explanation& e, const std::vector<Explanation>& all) {
  if (!e.validation) return "";
  const ExplainValidation& v = *e.validation;
  const auto from = std::find_if(all.begin(), all.end(), [&](const Explanation& x) { return x.pointer == v.figure; });
  const std::string figure =
      from == all.end() || from->pointer == e.pointer ? "" : from->label + ", which it comes from: ";
  return "  " + figure + whole(v.rows) + " measured runs (" + v.figure_class + "), half within " +
         percent_text(v.median_error) + ", nine of ten within " + percent_text(v.p90_error) + "\n";
}

std::string explanations_text(const std::vector<Explanation>& explanations) {
  std::string out;
  for (const Explanation& e : explanations) {
    Section inputs(e.label + " = " + with_unit(e.value, 6, e.unit) + "\n  = " + e.formula + "\n  = " + filled(e));
    for (const ExplainInput& i : e.inputs)
      inputs.add(i.name, with_unit(i.value, 6, i.unit) + "  " + i.label +
                             (i.source.empty() ? "" : " (" + i.source + (i.unverified ? ", unverified" : "") + ")"));
    out += inputs.text() + evidence(e, explanations);
  }
  return out;
}

// Texts under a title; nothing where there are none.
template <class Sentence>
std::string listed(const char* title, const std::vector<Sentence>& all) {
  if (all.empty()) return "";
  std::string out = "\n" + std::string(title) + "\n";
  for (const Sentence& one : all) out += "  " + one.text + "\n";
  return out;
}

}  // namespace

std::string report(const Estimate& estimate) {
  return estimate.answer.text + "\n" + question_section(estimate) + memory_section(estimate.memory) +
         speed_section(estimate.speed) + cost_section(estimate) + fleet_section(fleet(estimate)) +
         remedies_text(estimate.remedies, estimate.memory.fit) + warnings_text(estimate.warnings) +
         listed("Filled in", estimate.taken) + rules_text(estimate.rules_of_thumb) +
         reproduce_text(estimate.reproduce) + explanations_text(estimate.explain);
}

namespace {

const char* words_of(Pricing pricing) {
  switch (pricing) {
    case Pricing::on_demand:
      return "on demand";
    case Pricing::spot:
      return "spot";
    case Pricing::reserved_1y:
      return "for one year";
    case Pricing::reserved_3y:
      return "for three years";
  }
  return "";
}

// "3 × AWS p5.48xlarge on demand, $165 an hour (2026-10-01)"
std::string describe(const OfferedInstance& offer) {
  return whole(offer.count) + " × " + offer.provider + " " + offer.name + " " + words_of(offer.pricing) + ", " +
         dollars(offer.usd_per_h) + " an hour (" + offer.date + (offer.stale ? ", stale)" : ")") +
         (offer.priced ? ", the price of these figures" : "");
}

std::string describe(const RecommendedHardware& hardware, const RecommendedPrecision& precision) {
  return whole(hardware.count) + " × " + hardware.name + ", " + precision.weights + " weights";
}

}  // namespace

std::string report(const Recommendations& found) {
  std::string out;
  for (const Pick& pick : found.picks) out += pick.text + "\n";
  out += std::string(out.empty() ? "" : "\n") + "Hardware that meets all limits, best first\n";
  if (found.recommendations.empty()) out += "  none\n";
  for (const Recommendation& r : found.recommendations) {
    out += "  " + std::to_string(r.rank) + ". " + describe(r.hardware, r.precision) + (r.pareto ? " *" : "") + "\n";
    for (const std::string& reason : r.reasons) out += "       " + reason + "\n";
    for (const OfferedInstance& offer : r.instances) out += "       " + describe(offer) + "\n";
    for (const std::string& limit : r.binds) out += "       Limited by: " + limit + ".\n";
  }
  if (!found.recommendations.empty())
    out += "  * Pareto-optimal: no other is at least as good in cost, speed and energy\n";
  if (found.last_generation) out += "\n" + found.last_generation->text + "\n";
  for (const TurningPoint& point : found.turning_points) out += point.text + "\n";
  if (!found.near_misses.empty()) out += "\nNear misses\n";
  for (const NearMiss& miss : found.near_misses) {
    out += "  " + describe(miss.hardware, miss.precision) + ":";
    for (const Missed& lack : miss.lacks) out += (&lack == &miss.lacks.front() ? " " : "; ") + lack.text;
    out += "\n";
  }
  return out + listed("How other hardware ranks", found.known) + listed("Assumptions", found.assumed);
}

namespace {

std::string in_words(Quality quality) {
  std::string words(word_of(quality));
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

const char* in_words(Grade grade) {
  static constexpr const char* kWords[] = {"runs great",    "runs well", "runs tightly",
                                           "short context", "slow",      "in host memory"};
  return kWords[static_cast<std::size_t>(grade)];
}

std::string or_blank(const std::optional<double>& x) { return x ? short_number(*x) : ""; }

std::string rate_of(const ServedModel& s) {
  if (s.tokens_per_s) return short_number(*s.tokens_per_s) + " tokens/s";
  if (s.images_per_s && *s.images_per_s < 1) return duration(1 / *s.images_per_s) + " each";
  if (s.images_per_s) return short_number(*s.images_per_s) + " images/s";
  if (s.audio_s_per_s) return short_number(*s.audio_s_per_s) + " s of audio/s";
  return or_blank(s.requests_per_s) + " requests/s";
}

// A pick and the lines that start it, not indented, so that they can be copied.
std::string pick_text(const PurposePick& pick, const ServedModel& s) {
  std::string out = "\n#";
  for (const std::string& purpose : pick.purposes) out += (out == "\n#" ? " " : ", ") + purpose;
  out += ": " + s.model.name + ", " + s.weights + ", " + memory_text(s.per_gpu_gb) + ", " + rate_of(s) + ", " +
         in_words(s.grade) + "\n";
  for (const StartLine& line : pick.start) out += "# " + line.tool + "\n" + line.command + "\n";
  return out;
}

std::string picks_text(const RunsOn& found) {
  std::string out = found.picks.empty() ? "" : "\nTo begin with, one user\n";
  for (const PurposePick& pick : found.picks)
    for (const ServedModel& row : found.serves)
      if (row.model.id == pick.model) out += pick_text(pick, row);
  return out;
}

Table served_table(const std::vector<ServedModel>& serves) {
  Table out{{"model", "10^9", "weights", "quality", "memory", "longest context", "users", "speed", "first token", ""},
            {}};
  for (const ServedModel& s : serves)
    out.rows.push_back({s.model.name, short_number(s.model.params_b), s.weights, in_words(s.quality),
                        memory_text(s.per_gpu_gb), s.max_context ? whole(*s.max_context) : "",
                        s.users ? whole(*s.users) : "", rate_of(s), s.ttft_ms ? duration(*s.ttft_ms / 1000) : "",
                        in_words(s.grade)});
  return out;
}

std::string methods_text(const std::vector<TuningMethod>& methods) {
  std::string out;
  for (const TuningMethod& m : methods) {
    const bool tokens = m.tokens_per_s.has_value();
    out += (out.empty() ? "" : ", ") + std::string(word_of(m.method)) + " " +
           or_blank(tokens ? m.tokens_per_s : m.samples_per_s) + (tokens ? " tokens/s" : " samples/s");
  }
  return out;
}

Table tuned_table(const std::vector<TunedModel>& tuned) {
  Table out{{"model", "10^9", "methods"}, {}};
  for (const TunedModel& t : tuned)
    out.rows.push_back({t.model.name, short_number(t.model.params_b), methods_text(t.methods)});
  return out;
}

Table trained_table(const std::vector<TrainedModel>& trained) {
  Table out{{"model", "10^9", "run"}, {}};
  for (const TrainedModel& t : trained)
    out.rows.push_back({t.model.name, short_number(t.model.params_b), duration(t.days * 86400)});
  return out;
}

}  // namespace

namespace {

constexpr std::size_t kFirst = 12;

// A table under its title; the first rows unless all are wanted.
std::string titled(const char* title, Table table, bool all) {
  const std::size_t rows = table.rows.size();
  if (rows == 0) return "";
  if (!all && rows > kFirst) table.rows.resize(kFirst);
  const std::string more =
      table.rows.size() < rows ? "and " + whole(static_cast<double>(rows - kFirst)) + " others: --all\n" : "";
  return std::string("\n") + title + "\n" + aligned(table) + more;
}

}  // namespace

std::string report(const RunsOn& found, bool all) {
  std::string out;
  for (const OwnedShown& o : found.hardware) out += (out.empty() ? "" : " and ") + whole(o.count) + " × " + o.name;
  out += ", " + memory_text(found.usable_gb) + " usable\n";
  for (const std::string& note : found.notes) out += note + "\n";
  return out + picks_text(found) + titled("Serves, one user", served_table(found.serves), all) +
         titled("Fine-tunes", tuned_table(found.finetunes), all) +
         titled("Trains from scratch, compute-optimally", trained_table(found.trains), all);
}

namespace {

Table with_columns(std::string first, std::size_t scenarios) {
  Table out{{std::move(first)}, {}};
  for (std::size_t i = 0; i < scenarios; ++i) out.columns.push_back(std::to_string(i + 1));
  return out;
}

Table figures_table(const Comparison& comparison) {
  Table out = with_columns("figure", comparison.scenarios.size());
  for (const ComparedFigure& figure : comparison.figures) {
    std::vector<std::string> row = {figure.label};
    for (const ComparedCell& cell : figure.cells) row.push_back(cell.text + (cell.best ? " *" : ""));
    out.rows.push_back(std::move(row));
  }
  return out;
}

Table inputs_table(const Comparison& comparison) {
  Table out = with_columns("asked", comparison.scenarios.size());
  for (const ComparedInput& input : comparison.inputs) {
    std::vector<std::string> row = {input.path};
    row.insert(row.end(), input.values.begin(), input.values.end());
    out.rows.push_back(std::move(row));
  }
  return out;
}

}  // namespace

std::string report(const Comparison& comparison) {
  std::string out;
  for (std::size_t i = 0; i < comparison.scenarios.size(); ++i)
    out += std::to_string(i + 1) + ". " + comparison.scenarios[i].answer + "\n";
  out += "\n" + aligned(figures_table(comparison)) + "* best\n\n" + aligned(inputs_table(comparison)) + "\n";
  for (const ComparedReason& reason : comparison.reasons)
    out += std::to_string(reason.scenario + 1) + ". " + reason.text + "\n";
  return out;
}

}  // namespace ridgepoint::cli
