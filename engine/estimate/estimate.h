// An estimate: every figure of an answer, and what it was computed from.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/shared.h"
#include "engine/cost/place.h"
#include "engine/cost/sensitivity.h"
#include "engine/estimate/prices.h"
#include "engine/facts/catalog.h"
#include "engine/plan/plan.h"
#include "engine/speed/inference.h"
#include "engine/speed/run.h"
#include "engine/speed/serving.h"
#include "engine/speed/simulation.h"
#include "engine/speed/training_step.h"

namespace ridgepoint {

enum class Fit { fits, tight, no };
template <>
inline constexpr auto kWords<Fit> = word_list("fits", "tight", "no");

enum class Severity { info, warn, stop };
template <>
inline constexpr auto kWords<Severity> = word_list("info", "warn", "stop");

// A figure of the answer with its unit: {"id": "tpot", "value": 24.1, "unit": "ms"}.
struct AnswerFigure {
  std::string id;
  double value = 0;
  std::string unit;
  std::string text;  // as the sentence shows it
};
struct AnswerPart {
  std::string text;
  std::string figure;    // id of the figure this part shows; empty for plain words
  std::string range_of;  // id of the figure whose range this part says
};
struct Answer {
  std::string text;  // the whole sentence
  std::string short_text;
  std::string status;             // "fits", "tight", "misses" a limit, falls "behind" the rate, "unsupported", "no"
  std::vector<AnswerPart> parts;  // concatenated texts give `text`
  std::vector<AnswerFigure> figures;
};

struct ModelSummary {
  std::string name;
  double params_b = 0;
  double active_params_b = 0;
  double kv_bytes_per_token = 0;  // of token 1, all layers, in the chosen cache format
  double flops_per_token = 0;     // forward, empty context
  bool synthesized = false;
  std::optional<double> gflop_per_request;  // models that are not token decoders
};

struct LineGb {
  std::string id;
  std::string label;
  MemoryKind kind = MemoryKind::overhead;
  double gb = 0;
  std::string how;
  std::string source;
};
struct MemoryResult {
  double per_gpu_gb = 0;
  double usable_gb = 0;
  Fit fit = Fit::fits;
  double free_gb = 0;             // usable less used; negative when short
  double peak_allocated_gb = 0;   // what a framework counts as allocated: without GPU context and unused reserves
  double peak_reserved_gb = 0;    // what its allocator holds: without GPU context
  std::optional<double> host_gb;  // beside it, in host memory: training for each accelerator, serving for all
  std::vector<LineGb> lines;
  std::vector<LineGb> kinds;                   // the lines added up by kind: `id` and `kind` are the same word
  std::optional<double> max_concurrency;       // at the full context
  std::optional<double> max_concurrency_mean;  // at the mean live length
  std::optional<double> max_context;
  std::optional<int> max_micro_batch;
  std::optional<int> max_sequence;     // training: tokens
  std::optional<double> max_params_b;  // of the largest dense model of the usual shape
  std::optional<int> max_batch;        // items that fit at once
};

struct LineSeconds {
  std::string id;
  std::string label;
  BoundBy bound = BoundBy::memory;
  double s = 0;
};
// As BoundBy.
enum class BottleneckKind { memory_bandwidth, compute, communication, host };
template <>
inline constexpr auto kWords<BottleneckKind> = word_list("memory_bandwidth", "compute", "communication", "host");
struct Bottleneck {
  std::optional<BottleneckKind> kind;
  std::string text;
  double share = 0;      // that it limits of a step, or of a request whose own prompt takes most of it
  double intensity = 0;  // FLOP per byte; 0: not reported
  double ridge = 0;
};
// What a phase does on one accelerator, for its place in the roofline.
struct RooflinePoint {
  std::string id;        // "prefill" "decode" "batch"
  std::string label;     // for people
  double intensity = 0;  // FLOP per byte moved
  double tflops = 0;     // reached
};
struct Roofline {
  double peak_tflops = 0;     // dense, in the arithmetic of the weights
  double bandwidth_gb_s = 0;  // of the vendor
  std::vector<RooflinePoint> points;
};
struct FigureRange {
  std::string figure;
  double low = 0;
  double high = 0;
};
struct LayoutResult {
  int tensor = 1;
  int pipeline = 1;
  int context = 1;
  int expert = 1;
  int data = 1;
  std::string sharding;
  std::optional<int> micro_batch;
  std::optional<int> global_batch;
  std::optional<int> accumulation;
  std::string schedule;               // of pipeline stages
  std::optional<int> virtual_stages;  // pieces of an interleaved stage
  std::string checkpointing;
  std::string why;  // how what was left to choose was chosen
};
// Of all requests, simulated one by one.
struct LatencyPercentiles {
  Quantiles ttft_ms;
  std::optional<Quantiles> tpot_ms;  // absent for answers of one token
  Quantiles e2e_s;
  int requests = 0;  // simulated
};
// Limits of latency that a question may set, named as the fields of SloChoice.
enum class LatencyTarget { ttft_p95_ms, tpot_p95_ms, e2e_p95_s };
template <>
inline constexpr auto kWords<LatencyTarget> = word_list("ttft_p95_ms", "tpot_p95_ms", "e2e_p95_s");
// Seconds that a number in the target's unit stands for.
constexpr double seconds_of(LatencyTarget target, double value) {
  return target == LatencyTarget::e2e_p95_s ? value : value / 1e3;
}
struct TargetResult {
  LatencyTarget figure = LatencyTarget::ttft_p95_ms;
  double limit = 0;
  double value = 0;
  bool met = false;
};
struct SloResult {
  bool met = true;
  std::vector<TargetResult> targets;
  std::optional<double> max_concurrency;  // most requests in flight that meet them all, over all accelerators
  std::optional<double> max_requests_per_minute;
};
// Decoding with drafted tokens against decoding without.
struct SpeculationResult {
  std::string drafter;               // "ngram", "mtp" or "model"
  double tokens_per_step = 1;        // of each sequence
  double accepted_share = 0;         // of the drafted tokens
  double draft_ms = 0;               // of a step
  double speedup = 1;                // time of a token without over that with
  std::optional<double> pays_up_to;  // requests in flight; absent: at any number
};
// Prefill and decode on replicas of their own.
struct DisaggregationResult {
  int prefill_replicas = 1;
  int decode_replicas = 1;
  double transfer_ms = 0;  // of a prompt's cache from one to the other
  double prefill_busy = 0;
  double decode_busy = 0;
};
// Model and data that balance for a budget of compute (Hoffmann et al. 2022): tokens in a fixed ratio to parameters.
struct ComputeOptimal {
  double tokens = 0;           // for this model
  double params_b = 0;         // of the model for the tokens of this run
  double budget_gpu_h = 0;     // asked for, or what the run takes
  double budget_params_b = 0;  // of the model for that budget, at the speed of this one
  double budget_tokens = 0;
};
struct SpeedResult {
  std::optional<double> ttft_ms;
  std::optional<double> tpot_ms;
  std::optional<double> tokens_per_s;  // serve: output tokens of all GPUs; train: trained tokens
  std::optional<double> tokens_per_s_per_request;
  std::optional<double> requests_per_s;
  std::optional<double> concurrency;         // requests in flight over all accelerators
  std::optional<double> queue_ms;            // of ttft_ms: until there is room in the cache; absent: none waits
  std::optional<double> max_requests_per_s;  // random arrivals beyond this rate queue without end
  std::optional<LatencyPercentiles> percentiles;
  std::optional<SloResult> slo;
  std::optional<SpeculationResult> speculation;
  std::optional<DisaggregationResult> disaggregation;
  std::optional<double> step_s;
  std::optional<double> samples_per_s;
  std::optional<double> tflops_per_gpu;
  std::optional<double> mfu;
  std::optional<double> hfu;
  std::optional<double> days;
  std::optional<double> tokens;                // of the whole run
  std::optional<double> goodput;               // share of the days that advances the run
  std::optional<double> failures;              // expected in the run
  std::optional<double> checkpoint_every_min;  // interval that loses least
  std::optional<ComputeOptimal> compute_optimal;
  // Models that are not token decoders.
  std::optional<double> batch;  // items an accelerator works on together
  std::optional<double> batch_ms;
  std::optional<double> images_per_s;      // or videos
  std::optional<double> audio_s_per_s;     // seconds of audio a second
  std::optional<double> real_time_factor;  // time of a request over its audio
  std::optional<double> samples;           // of the whole run
  std::vector<FigureRange> ranges;         // of figures of speed, and of those of cost that follow from them
  Bottleneck bottleneck;
  std::optional<Roofline> roofline;
  std::vector<LineSeconds> time_lines;
  std::vector<LineSeconds> bounds;  // the time lines added up by what they wait for
  LayoutResult layout;
};

struct LineUsd {
  std::string id;
  std::string label;
  double usd = 0;
};
struct UsefulHour {
  std::optional<double> rent;  // on demand
  std::optional<double> reserved;
  std::optional<double> spot;
  std::optional<double> buy;
};
struct BreakEven {
  std::optional<double> utilization;     // from which on owning costs no more than renting; 0: at any
  std::optional<double> rent_usd_gpu_h;  // above which owning is cheaper at the stated use
  std::optional<double> months;          // from which on owning has cost less, discounted
  std::optional<double> gpu_hours;       // of useful work until then, all accelerators
  // From which on one's own machines cost no more than the hosted API.
  std::optional<double> rent_over_api_utilization;
  std::optional<double> buy_over_api_utilization;
};
struct Npv {
  std::optional<double> rent;
  std::optional<double> buy;
  std::optional<double> api;
};
// What paid work costs, each where there is such work; a run with its experiments.
struct WorkCost {
  std::optional<double> usd_per_1m_input_tokens;
  std::optional<double> usd_per_1m_output_tokens;
  std::optional<double> usd_per_1k_requests;
  std::optional<double> usd_per_1k_images;
  std::optional<double> usd_per_audio_h;
  std::optional<double> usd_per_run;
};
void visit_work(WorkCost& cost, FieldVisitor& v);
// The price of the work by one pricing option, at the same use over the same years.
struct PricedOption : WorkCost {
  PricingOption id = PricingOption::on_demand;
  std::string label;
  std::optional<double> usd_gpu_h;             // while it is paid
  std::optional<double> usd_per_useful_gpu_h;  // idle hours that are paid spread over those that work
  std::optional<double> days;                  // of a run on machines that are taken away
  double npv = 0;
  std::string source;
};
// Present value of what has been paid by a month.
struct CashMonth {
  double month = 0;
  std::optional<double> rent_usd;
  std::optional<double> buy_usd;
  std::optional<double> api_usd;
};
enum class Cooling { air, liquid };
template <>
inline constexpr auto kWords<Cooling> = word_list("air", "liquid");
// What machines need of the place they stand in, and what they take from it in a year of the stated use.
struct PowerResult {
  double node_max_w = 0;                 // one machine at the wall
  std::optional<double> power_supply_w;  // desktops: smallest usual one with a quarter in reserve
  double circuits_120v_15a = 0;          // for one machine
  double circuits_230v_16a = 0;
  double heat_btu_h = 0;  // of all machines under load
  std::optional<double> racks;
  std::optional<double> rack_kw;
  std::optional<Cooling> cooling;  // absent: not in racks
  double pue = 1;
  double energy_kwh_year = 0;
  std::optional<double> co2_g_kwh;
  std::optional<double> co2_kg_year;
  std::string grid;  // and basis of its CO2
};
// The price of an hour is the question's own.
struct GivenPrice {
  std::optional<double> catalog_usd_per_h;  // absent: the catalog has none
};
struct CostResult : WorkCost {
  std::optional<PricingOption> option;  // of those below, the one whose prices follow
  std::optional<double> usd_per_h;
  std::optional<GivenPrice> given;
  std::optional<double> usd_per_useful_h;  // all accelerators, an hour of useful work
  std::optional<double> gpu_hours;         // of the run, with its experiments
  std::optional<double> prefill_share;     // of the accelerators' time that prompts take
  std::optional<double> rent_usd_gpu_h;
  std::string rent_source;               // offer and date the rent is taken from
  std::optional<double> purchase_usd;    // paid before anything runs
  std::optional<double> purchase_share;  // of the machines in all that owning costs
  std::string purchase_source;
  std::vector<PricedOption> options;
  std::optional<UsefulHour> usd_per_useful_gpu_h;
  std::optional<Npv> npv;
  std::vector<LineUsd> lines;  // owning, present value; add up to npv.buy
  std::optional<BreakEven> break_even;
  std::vector<CashMonth> cash_flow;  // on demand
  std::string verdict;
  std::optional<double> energy_kwh;  // training: of the run; serving: per million output tokens
  std::optional<double> energy_usd;  // of the same with that of the building, at the price of its place
  std::optional<double> co2_kg;      // of the same
  std::optional<double> power_w;     // at the wall, under load
  std::optional<PowerResult> power;
};

// An input moved down and up while all others stay.
struct SensitivityLine {
  std::string input;  // pointer into the scenario
  std::string label;
  double low = 0;
  double high = 0;
  std::string figure;  // "/cost/npv": owning less renting
  double at_low = 0;
  double at_high = 0;
  bool flips_verdict = false;
};

// A change that was estimated again and fits.
struct Remedy {
  std::string id;
  std::string path;       // pointer of the field that changes, the first of two
  std::string text;       // for people: "FP8 weights"
  double per_gpu_gb = 0;  // memory with it
  double slowdown = 1;    // time of a token with it over that without
  std::optional<double> usd_per_h;
  std::optional<double> tokens_per_s_per_request;  // serving
  std::optional<double> days;                      // training
};

// What people reckon in their heads, beside what was computed.
struct RuleOfThumb {
  std::string id;
  std::string label;
  double value = 0;
  std::string unit;
  double detailed = 0;  // the same quantity as computed
  std::string why_different;
  std::string source;
};

struct Warning {
  std::string code;
  Severity severity = Severity::info;
  std::string message;
};

// What is taken for granted where the question leaves it open.
struct Assumed {
  std::string path;  // of the field that changes it
  std::string text;
};
void visit(Assumed& assumed, FieldVisitor& v);

struct ExplainInput {
  std::string name;  // symbol in the formula
  std::string label;
  double value = 0;
  std::string unit;
  std::string source;
  std::string date;
  bool unverified = false;
  std::string figure;  // pointer of the explained figure that it is; empty: it is none
};
struct ExplainValidation {
  std::string figure_class;
  int rows = 0;
  double median_error = 0;
  double p90_error = 0;
  std::string figure;  // that was compared: the one explained, or the one it is derived from
};
// Evaluating `formula` with the inputs' values gives the figure at `pointer`.
struct Explanation {
  std::string pointer;  // "/speed/tpot_ms"
  std::string label;
  std::string formula;  // arithmetic over the inputs' names: + - * / ( ) ^, min, max, ceil, sqrt
  double value = 0;
  std::string unit;
  std::string text;  // the idea in words
  std::vector<ExplainInput> inputs;
  std::optional<ExplainValidation> validation;
};

// Lines for a shell that measure a figure on one's own machine.
struct Reproduction {
  std::string figure;               // "/speed/tpot_ms"; empty: no tool is known
  std::string tool;                 // empty: none is known, and `note` says why
  std::string command;              // lines that begin with "# " say where and when the ones below run
  std::optional<double> predicted;  // what the command should measure, in the unit of the figure
  std::string note;
};

// Something the question asks for and the device does not support.
struct Lack {
  std::string of;  // device or engine
  std::string name;
  bool has_substitute = false;  // other kernels do the same, slower; else nothing runs
  std::string why = {};         // ", which needs ..."
  std::string text() const { return of + " does not support " + name + why; }
};

// Completions that are generated before they are trained on.
struct Rollouts {
  Seconds time;
  std::optional<Bytes> memory;  // of one accelerator, with as many sequences as fit or one
  int tensor = 1;               // accelerators that share each sequence
};

// What the figures were computed from, for explanations and warnings; not part of the result.
struct Basis {
  Plan plan;
  bool narrowed = false;          // weights, which the question leaves open: the model's own format does not fit
  bool engine_left_open = false;  // by the question, as its chunk of prompts
  bool chunk_left_open = false;
  InferenceSpeedInput speed_input;  // serve, batch: of one replica
  ServingInput load;
  Serving serving;
  TrainingStep training;        // train, finetune
  Interruptions interruptions;  // of the run
  double padding = 0;           // share of the tokens of a batch
  Rollouts rollouts;            // grpo
  std::vector<Lack> lacks;
  RentPrice rent;                       // of the pricing asked for; 0 US$: unknown
  ServerPrice bought;                   // where owning is priced
  std::optional<RentInput> rent_input;  // of the pricing asked for
  std::optional<HostedInput> hosted_input;
  OwnInput own_input;
  Own own;
  CostChoice cost_taken;  // with what the question leaves open
};

struct Estimate {
  DECLARE_COPIES(Estimate);

  Question question;  // with what was left to choose filled in
  std::string catalog_date;
  std::string device;  // what one of the hardware is called
  Answer answer;
  ModelSummary model;
  MemoryResult memory;
  SpeedResult speed;
  CostResult cost;
  std::vector<SensitivityLine> sensitivity;  // on demand
  std::vector<Remedy> remedies;
  std::vector<RuleOfThumb> rules_of_thumb;
  std::vector<Warning> warnings;
  std::vector<Assumed> taken;
  std::vector<Reproduction> reproduce;
  std::vector<Explanation> explain;
  Basis basis;

  // The first thing that is not supported and nothing runs without; null when there is none.
  const Lack* hindrance() const;
};
void visit(Estimate& estimate, FieldVisitor& v);

}  // namespace ridgepoint
