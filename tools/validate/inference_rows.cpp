#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>
#include <utility>

#include "tools/validate/cases.h"
#include "tools/validate/drafts.h"
#include "tools/validate/names.h"

namespace ridgepoint::validation {
namespace {

constexpr double kShortPrompt = 32;   // where a table says "short" or nothing
constexpr double kUsualAnswer = 128;  // llama-bench's default
constexpr double kDeep = 4096;        // from here on a stream counts as deep
constexpr double kGib = 1.073741824;  // GB in a GiB
constexpr double kEndless = std::numeric_limits<double>::infinity();

// Mean lengths of the MLPerf data sets, in tokens. Answers of OpenOrca (294.45), LongBench (684.68) and math/code
// (3886.2) are those that its checker of submissions compares with (mlcommons/inference, tools/submission); prompts are
// unverified: from memory. The performance set of gpt-oss is of
// articles to sum up with little reasoning (mlcommons.org/2026/03/mlperf-inference-gpt-oss), about as long as PubMed's.
struct DataSet {
  std::string_view name;
  double input;
  double output;  // where the row has none
};
constexpr DataSet kDataSets[] = {
    {"dataset:OpenOrca+GSM8K+MBXP", 145, 145}, {"dataset:OpenOrca", 294, 294},   {"dataset:CNN-DailyMail", 870, 128},
    {"dataset:LongBench", 9400, 680},          {"dataset:math/code", 800, 3800}, {"dataset:reasoning", 4000, 1300},
};

double first_number(std::string_view text, double otherwise) {
  const auto digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  const auto begin = std::find_if(text.begin(), text.end(), digit);
  const auto end = std::find_if_not(begin, text.end(), [&](unsigned char c) { return digit(c) || c == '.'; });
  return number_in({text.data() + (begin - text.begin()), static_cast<std::size_t>(end - begin)}).value_or(otherwise);
}

const DataSet* data_set(std::string_view text) {
  for (const DataSet& set : kDataSets)
    if (text.substr(0, set.name.size()) == set.name) return &set;
  return nullptr;
}

// Lengths drawn from a range, over the printed ones: by SGLang's benchmark from one token to those, so that the mean is
// half; others say it.
double mean_of_range(const Row& row) {
  const std::string& notes = row.text("notes");
  for (std::string_view words : {"mean lengths about ", "mean length about "})
    if (const auto share = number_after(notes, words)) return *share;
  return contains(notes, "nominal (random range)") ? 0.5 : 1;
}

double input_tokens(const Row& row) {
  const std::string& text = row.text("input_tokens");
  if (const DataSet* set = data_set(text)) return set->input;
  return std::round(mean_of_range(row) * first_number(text, kShortPrompt));
}

double output_tokens(const Row& row) {
  // Answers that end by themselves are shorter than what was asked for.
  if (const auto mean = number_after(row.text("notes"), "mean output shorter than osl: ")) return *mean;
  const DataSet* set = data_set(row.text("input_tokens"));
  return std::round(mean_of_range(row) * first_number(row.text("output_tokens"), set ? set->output : kUsualAnswer));
}

// MLPerf's logs and NIM's tables do not state the cache. NVIDIA's and AMD's submissions of FP8 and FP4 weights keep it
// in FP8, and in 16 bits the requests in flight of some (70B in FP4 on 96 GB) would not be held; nor would those of
// NIM's tables (70B in FP8 on two H100: 50 requests of 5,500 tokens do not wait, which takes 90 GB in 16 bits and 45 in
// FP8).
std::string cache_text(const Row& row) {
  const std::string &cache = row.text("kv_precision"), weights = lower(row.text("precision_weights"));
  const bool narrow = contains(weights, "fp8") || contains(weights, "fp4");
  const bool follows_weights = contains(row.text("notes"), "MLPerf") || contains(row.text("engine"), "nim ");
  return cache == "not stated" && narrow && follows_weights ? "fp8" : cache;
}

// When versions came out that rows were measured with much later, by the releases of vllm-project/vllm.
struct Release {
  std::string_view version;
  const char* date;
};
constexpr Release kReleases[] = {{"vLLM 0.7.3", "2025-02"},
                                 {"vLLM 0.7.4.dev", "2025-02"},
                                 {"SGLang 0.4.2", "2025-02"},
                                 {"SGLang 0.4.3", "2025-02"},
                                 {"TensorRT-LLM 0.17", "2025-02"}};

// When the software came out, else when it was measured: a year and month, or a day; empty when the row says neither.
std::string date_of(const Row& row) {
  for (const Release& release : kReleases)
    if (contains(row.text("notes"), release.version)) return release.date;
  const std::string& date = row.text("date");
  const bool month = date.size() >= 7 && date[4] == '-' && std::isdigit(static_cast<unsigned char>(date[5]));
  if (month) return date.substr(0, date.size() >= 10 && date[7] == '-' ? 10 : 7);
  return date.size() >= 4 && std::isdigit(static_cast<unsigned char>(date[0])) ? date.substr(0, 4) + "-07" : "";
}

struct Load {
  double in_flight = 1;  // infinity: as many as fit
  std::optional<double> requests_per_minute;
  bool most = false;  // what the machine can do is asked for
  bool one_stream() const { return in_flight <= 1 && !requests_per_minute; }
};

std::optional<Load> load_of(const Row& row) {
  const std::string text = lower(row.text("batch_or_concurrency"));
  if (const auto number = number_in(text)) return Load{std::max(1.0, *number), {}};
  if (text.empty() || text.substr(0, 3) == "max") {
    const std::string& notes = row.text("notes");
    const auto queued = number_after(notes, "all requests at once: ");
    return Load{queued ? *queued : number_before(notes, " requests at once").value_or(kEndless), {}, true};
  }
  if (const auto rate = number_after(text, "poisson ")) return Load{1, *rate * 60};
  if (const auto in_flight = number_after(row.text("notes"), "mean in flight ")) return Load{*in_flight, {}};
  if (contains(text, "latency-constrained")) return std::nullopt;
  return Load{first_number(text, 1), {}};
}

// Since 0.19 Ollama runs NVFP4 and a 4-bit format of its own by MLX on Apple's chips.
std::optional<std::string> engine_of(const Row& row, const Catalog& catalog) {
  const std::optional<std::string> named = engine_id(catalog, row.text("engine"));
  const std::string& weights = row.text("precision_weights");
  const bool by_mlx = contains(weights, "nvfp4") || contains(weights, "int4 (ollama");
  return named == "ollama" && by_mlx && contains(row.text("gpu"), "Apple") ? "mlx" : named;
}

// Prompts of a benchmark for each of its users. InferenceX sends ten (benchmarks/*.sh: --num-prompts $CONC * 10).
std::optional<double> rounds_of(const Row& row) {
  const std::string& notes = row.text("notes");
  const auto load = load_of(row);
  if (!load || load->requests_per_minute || std::isinf(load->in_flight) || load->in_flight <= 1) return std::nullopt;
  if (contains(notes, "InferenceX")) return 10;
  if (!contains(notes, "closed loop")) return std::nullopt;
  for (std::string_view words : {" requests", " prompts"})
    if (const auto number = number_before(notes, words); number && *number >= load->in_flight)
      return *number / load->in_flight;
  return std::nullopt;
}

// Lengths between 1 - spread and 1 + spread of their mean.
double length_spread(std::string_view notes) {
  if (contains(notes, "random range ratio 0.8") || contains(notes, "InferenceX")) return 0.2 / 1.8;
  if (const auto percent = number_after(notes, "(+-")) return *percent / 100;
  return contains(notes, "lengths uniform") ? 1 : 0;
}

// vLLM's and SGLang's benchmarks leave out conversations of ShareGPT of more than 2,048 tokens; AccelMark's suites end
// answers after 512 (output_tokens_max).
std::optional<double> longest_answer(const Row& row) {
  const std::string& notes = row.text("notes");
  if (!contains(notes, "lengths vary")) return std::nullopt;
  return contains(notes, "AccelMark") ? 512 : 2048 - input_tokens(row);
}

std::optional<Burst> burst_of(const Row& row, Reading reading) {
  // A step's time, or a prompt's, is the same however requests come.
  if (reading == Reading::token_gap || reading == Reading::prefill_rate || reading == Reading::batch_prefill)
    return std::nullopt;
  const std::string& notes = row.text("notes");
  const bool median = contains(notes, "median") && !contains(notes, "mean (median") && !contains(notes, "or median");
  if (const auto rounds = rounds_of(row)) return Burst{longest_answer(row), *rounds, length_spread(notes), median};
  // Requests of one length keep together in a closed loop whose engine takes prompts first: 40 of 10,240 tokens on
  // MI325X wait 10 s each in the mean, half of what their prompts take together.
  const bool in_step = contains(notes, "random range ratio 1") || contains(row.text("engine"), "neuron");
  if (in_step && load_of(row)->in_flight > 1) return Burst{};
  if (!contains(notes, "at once") && !contains(notes, "start together")) return std::nullopt;
  return Burst{longest_answer(row)};
}

// SGLang looks for new requests only every so many decode steps (--scheduler-recv-interval, managers/
// scheduler_recv_skipper.py), TensorRT-LLM lets prompts wait for others to come (batch_wait_timeout_iters).
double steps_waited(const Row& row) {
  const std::string& notes = row.text("notes");
  const auto load = load_of(row);
  if (!load || load->in_flight <= 1) return 0;
  if (const auto interval = number_after(notes, "--scheduler-recv-interval ")) return *interval / 2;
  return number_after(notes, "batch_wait_timeout_iters ").value_or(0);
}

bool over_whole_time(const Row& row) {
  const std::string notes = lower(row.text("notes"));
  const std::string& engine = row.text("engine");
  for (std::string_view words : {"wall time", "whole generation", "total request time", "end-to-end", "incl. prefill"})
    if (contains(notes, words)) return true;
  for (std::string_view name : {"hf-transformers", "litgpt", "neuron"})
    if (contains(engine, name)) return true;
  // LocalMaxxing asks servers for a whole answer; vLLM's did not say how long its tokens alone took. Runs sent in from
  // this day on time them alone: 128 tokens at 136 a second behind 60,058 would have been read at 64,000 a second.
  return contains(engine, "vllm") && contains(notes, "server/other") && row.text("date") < "2026-07-20";
}

// Rates of runs whose prompts were all processed before the first answer token is timed.
bool decode_alone(const Row& row) {
  if (contains(row.text("notes"), "generation alone")) return true;
  const std::string& engine = row.text("engine");
  for (std::string_view name : {"llama.cpp", "autoawq", "exllama", "mlc", "Edge-LLM"})
    if (contains(engine, name)) return true;
  return false;
}

std::optional<Reading> reading_of(const Row& row) {
  const std::string& metric = row.text("metric");
  const std::string& notes = row.text("notes");
  if (metric == "decode_tok_s_per_request") return over_whole_time(row) ? Reading::whole_rate : Reading::decode_rate;
  if (metric == "decode_tok_s_total")
    return decode_alone(row) && !over_whole_time(row) ? Reading::decode_rate_total : Reading::output_rate;
  if (metric == "total_tok_s") return Reading::total_rate;
  if (metric == "request_per_s") return Reading::request_rate;
  if (metric == "prefill_tok_s") return Reading::prefill_rate;
  if (metric == "ttft_ms") return contains(notes, "whole static batch") ? Reading::batch_prefill : Reading::ttft;
  if (metric == "tpot_ms")
    return contains(notes, "median (of the inter-token latency)") ? Reading::token_gap : Reading::tpot;
  if (metric == "memory_gb") {
    if (contains(notes, "WEIGHTS")) return Reading::weights_memory;
    const bool all = contains(notes, "over GPUs") || contains(notes, "all GPUs");
    return all ? Reading::inference_memory_all : Reading::inference_memory;
  }
  return std::nullopt;
}

// Several sources print GiB as GB; MLX and LitGPT print 1e9 bytes. No device holds a thousand GB: those are MiB.
double memory_scale(const Row& row) {
  if (row.number("value").value_or(0) > 800) return kGib / 1024;
  const std::string& engine = row.text("engine");
  if (contains(row.text("notes"), "decimal GB") || contains(row.text("notes"), "/1e9")) return 1;
  return contains(engine, "mlx") || contains(engine, "litgpt") ? 1 : kGib;
}

const char* unit_of(Reading reading) {
  switch (reading) {
    case Reading::ttft:
    case Reading::batch_prefill:
    case Reading::tpot:
    case Reading::token_gap:
      return "ms";
    case Reading::inference_memory:
    case Reading::inference_memory_all:
    case Reading::weights_memory:
      return "GB";
    case Reading::request_rate:
      return "requests/s";
    default:
      return "tokens/s";
  }
}

bool is_moe(const Scenario& s, const Catalog& catalog) {
  for (const ModelRecord& own : s.overrides.models)
    if (own.id == s.model.id) return own.experts > 0;
  const ModelRecord* record = find_model(catalog, s.model.id);
  return record && record->experts > 0;
}

std::string device_kind(const Accelerator& a) {
  if (a.segment == Segment::cpu) return "cpu";
  const bool unified = a.segment == Segment::apple || a.segment == Segment::edge || a.form_factor == "soc";
  if (unified) return "unified";
  return lower(a.vendor);
}

// The most common engine of cards for one person tells of the card, the rest of themselves too.
std::string software_kind(const Case& c, const std::string& device) {
  if (device != "nvidia") return device;
  const std::string engine = c.scenario.serve.engine.value_or("");
  return device + (engine.rfind("llama.cpp", 0) == 0 ? ", llama.cpp" : ", other engines");
}

// Generation for one stream.
std::string alone(const Case& c, const Accelerator& a, const std::string& shape) {
  if (c.scenario.hardware.host) return "decode, one stream, partly in host memory";
  if (a.segment == Segment::cpu) return "decode, one stream, CPU only";
  return "decode, one stream, " + (shape == "moe" ? shape : shape + ", " + software_kind(c, device_kind(a)));
}

// What is measured, on what kind of machine and model.
std::string regime_of(const Case& c, const Catalog& catalog, const Load& load, double input) {
  const Accelerator* a = find_accelerator(catalog, c.scenario.hardware.accelerator);
  const std::string shape = is_moe(c.scenario, catalog) ? "moe" : "dense";
  const bool one = load.one_stream();
  switch (c.reading) {
    case Reading::decode_rate:
    case Reading::whole_rate:
    case Reading::decode_rate_total:
      if (!one) return "decode, batched, " + shape;
      return c.reading == Reading::decode_rate && input >= kDeep ? "decode at depth" : alone(c, *a, shape);
    case Reading::output_rate:
    case Reading::total_rate:
    case Reading::request_rate:
      return load.most ? "maximum throughput" : "throughput, " + shape;
    case Reading::prefill_rate:
      return "prefill";
    case Reading::ttft:
    case Reading::batch_prefill:
      return "TTFT";
    case Reading::tpot:
    case Reading::token_gap:
      return one ? "TPOT, one stream, " + shape : "TPOT, " + shape;
    default:
      return "inference memory";
  }
}

// Tokens already in the cache when a prompt is timed.
double depth_of(const Row& row) {
  const std::string& notes = row.text("notes");
  if (contains(notes, "mean depth")) return 0;  // of the prompt itself
  for (std::string_view words : {"(depth ", "at depth ", "depth ", "N_KV "})
    if (const auto depth = number_after(notes, words)) return *depth;
  if (const auto end = number_after(notes, "ending at context ")) return std::max(0.0, *end - input_tokens(row));
  return 0;
}

// The first of these settings of an engine that remarks give, written with hyphens or underscores.
std::optional<double> setting(std::string notes, std::initializer_list<std::string_view> names) {
  std::replace(notes.begin(), notes.end(), '_', '-');
  for (std::string_view name : names)
    if (const auto value = number_after(notes, name)) return value;
  return std::nullopt;
}

std::optional<double> chunk_of(const Row& row) {
  const std::string& notes = row.text("notes");
  if (const auto chunk = setting(
          notes, {"micro-batches of ", "n-ubatch default ", "ubatch ", "u-batch ", "-ub ", "--chunked-prefill-size ",
                  "max-num-tokens ", "max-num-batched-tokens ", "max batched tokens "}))
    return std::max(1.0, *chunk);
  const bool swept = contains(notes, "llama-sweep-bench") && contains(row.text("metric"), "prefill");
  if (swept) return std::max(1.0, input_tokens(row));  // a micro-batch at each depth
  return std::nullopt;
}

// The limit that an engine was started with, of requests that it works on at once.
std::optional<int> most_at_once(const Row& row) {
  const std::string& notes = row.text("notes");
  auto most = setting(notes, {"max-batch-size ", "max-num-seqs ", "max-running-requests "});
  for (std::string_view words : {" slots for ", " slots of "})
    if (!most) most = number_before(notes, words);
  return most ? std::optional(as_count(*most)) : std::nullopt;
}

// The share of the memory that an engine was let have: vLLM 90% where nothing is said, TensorRT-LLM's tables 95%. Who
// submits to MLPerf gives it what there is.
double memory_share(const Row& row, std::string_view engine) {
  const std::string& notes = row.text("notes");
  if (const auto share = setting(notes, {"mem-fraction-static ", "gpu-memory-utilization "})) return *share;
  return engine == "vllm" && !contains(notes, "MLPerf") ? 0.9 : 0.95;
}

// Where the remarks say what lay in host memory, there was room for it; else the card was filled.
void place(HardwareChoice& hardware, std::string_view remarks) {
  if (const auto layers = number_after(remarks, "; host_layers ")) hardware.host_layers = as_count(*layers);
  if (const auto layers = number_after(remarks, "; host_expert_layers "))
    hardware.host_expert_layers = as_count(*layers);
  if (hardware.host_layers || hardware.host_expert_layers) hardware.host_memory_gb = 4000;
}

void set_lengths(Case& c, const Row& row) {
  ServeChoice& serve = c.scenario.serve;
  serve.input_tokens = std::max(1.0, input_tokens(row));
  serve.output_tokens = std::max(1.0, output_tokens(row));
  // AutoAWQ's benchmark gives the cache room for the answer alone, and lets it roll.
  const bool rolls = c.reading == Reading::inference_memory && contains(row.text("engine"), "autoawq");
  if (rolls) serve.output_tokens = std::max(1.0, serve.output_tokens - serve.input_tokens);
  if (const auto allocated = number_after(row.text("notes"), "context allocated "))
    if (*allocated >= serve.input_tokens + serve.output_tokens) serve.max_context = *allocated;
  if (const auto window = number_after(row.text("notes"), "window ");
      window && contains(row.text("notes"), "K allocated"))
    serve.max_context = *window * 1024;
  if (c.reading != Reading::prefill_rate) return;
  const double depth = depth_of(row);
  serve.prefix_hit_rate = depth / (depth + serve.input_tokens);
  serve.input_tokens += depth;
}

// "disagg 1 prefill x tp2 + 3 decode x tp2": pools of replicas alike.
bool set_pools(Scenario& s, const std::string& layout) {
  const double prefill = first_number(layout, 0);
  const std::size_t plus = layout.find('+');
  if (plus == std::string::npos) return false;
  const auto tensor = number_after(layout, "prefill x tp"), other = number_after(layout, "decode x tp");
  const double decode = first_number(std::string_view(layout).substr(plus), 0);
  if (!tensor || !other || *tensor != *other || (prefill + decode) * *tensor != *s.hardware.count) return false;
  s.serve.disaggregated = true;
  s.serve.prefill_replicas = as_count(prefill);
  s.parallel.tensor = as_count(*tensor);
  s.parallel.data = as_count(prefill + decode);
  return true;
}

// Whether tokens after the first are in the figure: whether it matters how they come about.
bool after_first_tokens(Reading reading) {
  switch (reading) {
    case Reading::decode_rate:
    case Reading::whole_rate:
    case Reading::decode_rate_total:
    case Reading::output_rate:
    case Reading::total_rate:
    case Reading::request_rate:
    case Reading::tpot:
    case Reading::token_gap:
      return true;
    default:
      return false;
  }
}

}  // namespace

Outcome inference_case(const Row& row, const Catalog& catalog) {
  Case c;
  c.metric = row.text("metric");
  const auto reading = reading_of(row);
  const auto value = row.number("value");
  if (!reading || !value || !(*value > 0)) return {{}, "no figure of the estimate is measured"};
  // "Only beam_size 4 is allowed for official submission" (mlcommons/inference, language/gpt-j).
  if (contains(row.text("notes"), "MLPerf") && contains(row.text("model"), "GPT-J"))
    return {{}, "answers are searched with four beams"};
  if (*reading == Reading::prefill_rate &&
      (contains(row.text("notes"), "-nopo 1") || contains(row.text("notes"), "computed by the CPU also for prompts")))
    return {{}, "prompts of what lies in host memory are kept off the card"};
  c.reading = *reading;
  c.decodes_alone = decode_alone(row);
  c.measured = *value;
  c.unit = unit_of(*reading);
  if (c.unit == "GB") c.scale = memory_scale(row);

  Scenario& s = c.scenario;
  s.workload = Workload::serve;
  s.constraints.headroom = 0.05;  // runs that were published fitted
  const std::string& gpu = row.text("gpu");
  if (contains(gpu, "weights in system RAM")) return {{}, "all weights in host memory"};
  const std::size_t plus =
      gpu.rfind(" + ");  // "RTX 4080 + Ryzen 9 7950X": what does not fit the card lies with the CPU
  const auto device = device_id(catalog, gpu.substr(0, gpu.find(" + ")));
  const bool spills = plus != std::string::npos || contains(row.text("engine"), "CPU+GPU");
  if (spills) s.hardware.host = host_id(catalog, plus == std::string::npos ? "" : gpu.substr(plus + 3));
  if (!device) return {{}, "the device " + gpu + " is not known"};
  s.hardware.accelerator = *device;
  s.hardware.count = row.count("gpu_count").value_or(1);
  if (!set_model(s, catalog, row)) return {{}, "the model " + row.text("model") + " is not known"};
  const auto weights = weight_format(catalog, row.text("precision_weights"));
  const auto cache = cache_format(catalog, cache_text(row));
  if (!weights) return {{}, "the weight format " + row.text("precision_weights") + " is not known"};
  if (!cache) return {{}, "the KV format " + row.text("kv_precision") + " is not known"};
  s.precision.weights = *weights;
  s.precision.kv = *cache;
  if (spills) place(s.hardware, row.text("notes"));
  const std::string& layout = row.text("parallelism");
  const bool apart = contains(layout, "disagg");
  if (apart && !set_pools(s, layout)) return {{}, "prefill and decode on machines of different kinds"};
  const bool chosen = layout.empty() || contains(layout, "submitter-chosen");
  if (!chosen && !apart && !set_layout(s.parallel, layout, *s.hardware.count))
    return {{}, "the layout " + layout + " does not fit the GPUs"};
  const auto load = load_of(row);
  if (!load) return {{}, "requests in flight are not said"};
  s.serve.concurrency = load->in_flight;
  s.serve.requests_per_minute = load->requests_per_minute;
  if (load->requests_per_minute) s.serve.concurrency.reset();
  s.serve.engine = engine_of(row, catalog);
  if (!s.serve.engine) return {{}, "the engine " + row.text("engine") + " is not known"};
  const ServingEngine* engine = find_engine(catalog, *s.serve.engine);
  if (s.precision.weights == "mxfp4" && engine && engine->reads_gguf) s.precision.weights = "gguf-mxfp4";
  if (const std::string date = date_of(row); !date.empty()) s.serve.engine_date = date;
  set_lengths(c, row);
  s.serve.prefill_chunk = chunk_of(row);
  s.serve.max_sequences = most_at_once(row);
  s.serve.eager = contains(row.text("notes"), "; eager");
  s.serve.memory_fraction = memory_share(row, *s.serve.engine);
  if (!apart) c.burst = burst_of(row, c.reading);
  c.waits = steps_waited(row);
  c.regime = regime_of(c, catalog, *load, s.serve.input_tokens) + (apart ? ", prefill and decode apart" : "");
  const std::string& notes = row.text("notes");
  if (after_first_tokens(c.reading)) {
    if (!set_speculation(s.serve.speculative, notes, catalog))
      return {{}, "how many drafted tokens were accepted is not said"};
    if (s.serve.speculative.wanted())
      c.regime = load->one_stream() ? "drafted tokens, one stream" : "drafted tokens, many streams";
  }
  if (spills)
    s.hardware.host = cpu_as_described(s, catalog, *s.hardware.host, gpu.substr(gpu.find(" + ") + 1), notes);
  else if (contains(gpu, "CPU: "))
    s.hardware.accelerator = cpu_as_described(s, catalog, *device, gpu, notes);
  return {std::move(c), ""};
}

}  // namespace ridgepoint::validation
