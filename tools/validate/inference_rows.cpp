#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/model/speculation.h"
#include "tools/validate/cases.h"
#include "tools/validate/names.h"

namespace ridgepoint::validation {
namespace {

constexpr double kShortPrompt = 32;   // where a table says "short" or nothing
constexpr double kUsualAnswer = 128;  // llama-bench's default
constexpr double kDeep = 4096;        // from here on a stream counts as deep
constexpr double kEndless = std::numeric_limits<double>::infinity();

struct Load {
  double in_flight = 1;  // infinity: as many as fit
  std::optional<double> requests_per_minute;
  bool most = false;  // what the machine can do is asked for
  bool one_stream() const { return in_flight <= 1 && !requests_per_minute; }
};

bool is_rate(Reading reading) {
  return reading == Reading::output_rate || reading == Reading::total_rate || reading == Reading::request_rate;
}

// Limits of latency that a run kept, of almost all requests; only what came with them tells the load.
SloChoice limits_of(const Row& row) {
  SloChoice limits;
  limits.ttft_p95_ms = row.number("ttft_limit_ms");
  limits.tpot_p95_ms = row.number("tpot_limit_ms");
  return limits;
}

std::optional<Load> load_of(const Row& row) {
  static constexpr std::string_view kPoisson = "poisson ", kMost = "max";
  const std::string_view text = row.text("batch_or_concurrency");
  if (const auto mean = row.number("in_flight")) return Load{std::max(1.0, *mean), {}};
  if (text.substr(0, kMost.size()) == kMost) return Load{row.number("requests").value_or(kEndless), {}, true};
  if (text.substr(0, kPoisson.size()) == kPoisson) {
    const std::string_view rate = text.substr(kPoisson.size());
    if (const auto number = number_in(rate.substr(0, rate.find(' ')))) return Load{1, *number * 60};
  }
  const auto number = number_in(text);
  return number && *number >= 0 ? std::optional(Load{std::max(1.0, *number), {}}) : std::nullopt;
}

std::optional<Burst> burst_of(const Row& row, const Load& load, Reading reading) {
  // A step's time, or a prompt's, is the same however requests come.
  if (reading == Reading::token_gap || reading == Reading::prefill_rate || reading == Reading::batch_prefill)
    return std::nullopt;
  const auto requests = row.number("requests");
  if (!requests || load.requests_per_minute || std::isinf(load.in_flight)) return std::nullopt;
  return Burst{row.number("longest_answer", true), *requests / load.in_flight, row.number("length_spread").value_or(0),
               row.yes("median")};
}

bool is_moe(const Scenario& s, const Catalog& catalog) {
  for (const ModelRecord& own : s.overrides.models)
    if (own.id == s.model.id) return own.experts > 0;
  const ModelRecord* record = find_model(catalog, s.model.id);
  return record && record->experts > 0;
}

std::string device_kind(const Accelerator& a) {
  if (a.segment == Segment::cpu) return "cpu";
  const bool unified = a.segment == Segment::apple || a.segment == Segment::edge || a.form_factor == FormFactor::soc;
  if (unified) return "unified";
  std::string vendor = a.vendor;
  std::transform(vendor.begin(), vendor.end(), vendor.begin(), [](unsigned char c) { return std::tolower(c); });
  return vendor;
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
std::string regime_of(const Case& c, const Catalog& catalog, const Accelerator& device, const Load& load) {
  const bool cpu = device.segment == Segment::cpu;
  const std::string shape = cpu ? "CPU only" : is_moe(c.scenario, catalog) ? "moe" : "dense";
  const std::string apart = cpu ? ", CPU only" : "";
  const bool one = load.one_stream();
  switch (c.reading) {
    case Reading::decode_rate:
    case Reading::whole_rate:
    case Reading::decode_rate_total:
      if (!one) return "decode, batched, " + shape;
      if (c.reading == Reading::decode_rate && c.scenario.serve.prompt() >= kDeep) return "decode at depth" + apart;
      return alone(c, device, shape);
    case Reading::output_rate:
    case Reading::total_rate:
    case Reading::request_rate:
      return load.most && !cpu ? "maximum throughput" : "throughput, " + shape;
    case Reading::prefill_rate:
      return "prefill" + apart;
    case Reading::ttft:
    case Reading::batch_prefill:
      return "TTFT" + apart;
    case Reading::tpot:
    case Reading::token_gap:
      return one ? "TPOT, one stream, " + shape : "TPOT, " + shape;
    default:
      return "inference memory";
  }
}

// Where the row says what lay in host memory, there was room for it; else the card was filled.
void place(HardwareChoice& hardware, const Row& row) {
  hardware.host_layers = row.count("host_layers");
  hardware.host_expert_layers = row.count("host_expert_layers");
  if (hardware.host_layers || hardware.host_expert_layers) hardware.host_memory_gb = 4000;
}

void set_lengths(Case& c, const Row& row) {
  ServeChoice& serve = c.scenario.serve;
  const auto length = [&](const char* mean, const char* printed, double usual) {
    const auto own = row.number(mean);
    return std::max(1.0, own ? *own : std::round(row.number(printed).value_or(usual)));
  };
  serve.input_tokens = length("mean_input", "input_tokens", kShortPrompt);
  serve.output_tokens = length("mean_output", "output_tokens", kUsualAnswer);
  // AutoAWQ's benchmark gives the cache room for the answer alone, and lets it roll.
  if (c.reading == Reading::inference_memory && serve.engine == "autoawq")
    serve.output_tokens = std::max(1.0, *serve.output_tokens - *serve.input_tokens);
  serve.max_context = row.number("max_context");
  if (c.reading != Reading::prefill_rate) return;
  const double depth = row.number("depth").value_or(0);  // tokens already in the cache when a prompt is timed
  serve.prefix_hit_rate = depth / (depth + *serve.input_tokens);
  *serve.input_tokens += depth;
}

// "tp8,pp2,ep8": what is left of the GPUs are replicas. "tp8,dp8,dp-attention": attention by requests, experts by rank,
// every GPU of a stage a replica of all but the experts. "layers" and "matrices" are divided among all GPUs.
bool set_layout(ParallelChoice& parallel, const Row& row, int gpus) {
  static constexpr std::string_view kEach = "dp-attention";
  std::string_view left = row.meant("parallelism");
  parallel.tensor = left == "matrices" ? gpus : 1;
  parallel.pipeline = left == "layers" ? gpus : 1;
  bool each = false;
  while (!left.empty() && left != "matrices" && left != "layers") {
    const std::string_view part = left.substr(0, left.find(','));
    left.remove_prefix(std::min(left.size(), part.size() + 1));
    const auto number = number_in(part.substr(std::min<std::size_t>(2, part.size())));
    const std::string_view kind = part.substr(0, 2);
    if (part == kEach)
      each = true;
    else if (number && kind == "tp")
      parallel.tensor = as_count(*number);
    else if (number && kind == "pp")
      parallel.pipeline = as_count(*number);
    else if (number && kind == "ep")
      parallel.expert = as_count(*number);
    else if (!number || kind != "dp")
      row.refuse("parallelism", "parts such as tp8,pp2,dp2,ep8,dp-attention, or layers, matrices, chosen");
  }
  if (each) {
    parallel.tensor = 1;
    parallel.data = parallel.expert = std::max(1, gpus / *parallel.pipeline);
    return true;
  }
  const double used = static_cast<double>(*parallel.tensor) * *parallel.pipeline;
  parallel.data = std::max(1, as_count(gpus / used));
  return used <= gpus && std::fmod(gpus, used) == 0;
}

// The acceptance of each token with which a step makes so many: tokens_per_step() turned round.
double acceptance_for(int drafted, double tokens) {
  Speculation s;
  s.tokens = drafted;
  double low = 0, high = 1;
  for (int i = 0; i < 50; ++i) {
    s.acceptance = (low + high) / 2;
    (tokens_per_step(s) < tokens ? low : high) = s.acceptance;
  }
  return s.acceptance;
}

void set_speculation(SpeculativeChoice& choice, const Row& row) {
  static constexpr int kMost = 64;  // as the scenario allows
  const auto drafted = row.count("draft_tokens");
  const auto tokens = row.number("tokens_per_step");
  if (!drafted || !tokens || *drafted > kMost) return;
  choice.draft = row.meant("draft");
  choice.tokens = *drafted;
  choice.acceptance = acceptance_for(*drafted, *tokens);
}

}  // namespace

Outcome inference_case(Case c, const Row& row, const Catalog& catalog) {
  Scenario& s = c.scenario;
  s.workload = Workload::serve;
  s.constraints.headroom = 0.05;  // runs that were published fitted
  const Accelerator* device = set_device(s, catalog, row);
  const bool modelled = set_model(s, catalog, row);
  const std::string& spelled = row.meant("kv_precision");
  const NumberFormat* weights = format_of(catalog, row, "precision_weights", row.meant("precision_weights"));
  const NumberFormat* cache = format_of(catalog, row, "kv_precision", spelled.empty() ? "bf16" : spelled);
  const ServingEngine* engine = find_engine(catalog, row.meant("engine"));
  if (!engine)
    row.refuse_name("engine", "a serving engine of the catalog", nearest(row.text("engine"), ids_of(catalog.engines)));
  else
    s.serve.engine = engine->id;
  place(s.hardware, row);
  const std::string& layout = row.meant("parallelism");
  const bool divided = layout.empty() || layout == "chosen" || set_layout(s.parallel, row, *s.hardware.count);
  s.serve.prefill_replicas = row.count("prefill_replicas");
  if (s.serve.prefill_replicas) s.serve.disaggregated = true;
  const auto said = load_of(row);
  s.serve.slo = said ? SloChoice{} : limits_of(row);
  c.within_limits = s.serve.slo.wanted() && is_rate(c.reading);
  if (!said && !c.within_limits)
    row.refuse("batch_or_concurrency", "requests at once, max, or poisson and requests a second: poisson 2 req/s");
  const Load load = said.value_or(Load{});
  s.serve.requests_per_minute = load.requests_per_minute;
  if (said && !load.requests_per_minute) s.serve.concurrency = load.in_flight;
  s.serve.engine_date = date_of(row);
  set_lengths(c, row);
  s.serve.prefill_chunk = row.number("prefill_chunk");
  s.serve.max_sequences = row.count("max_sequences");
  s.serve.eager = row.yes("eager");
  s.serve.memory_fraction = row.number("memory_fraction");
  if (!s.serve.prefill_replicas) c.burst = burst_of(row, load, c.reading);
  c.waits = row.number("steps_waited").value_or(0);
  set_speculation(s.serve.speculative, row);
  if (!device) return {{}, "the device " + row.text("gpu") + " is not known"};
  if (!modelled) return {{}, "the model " + row.text("model") + " is not known"};
  if (!weights || !weights->for_weights)
    return {{}, "the weight format " + row.text("precision_weights") + " is not known"};
  if (!cache || !cache->for_kv) return {{}, "the KV format " + row.text("kv_precision") + " is not known"};
  if (!divided) return {{}, "the layout " + row.text("parallelism") + " does not fit the GPUs"};
  if (!engine) return {{}, "the engine " + row.text("engine") + " is not known"};
  s.precision.kv = cache->id;
  if (!engine->kept_free.empty()) s.constraints.headroom = 0;  // its share leaves what a step takes
  s.precision.weights = weights->id == "mxfp4" && engine->reads_gguf ? "gguf-mxfp4" : weights->id;
  // vLLM's default; of TensorRT-LLM's tables 95%.
  if (!s.serve.memory_fraction) s.serve.memory_fraction = engine->id == "vllm" ? 0.9 : 0.95;
  c.regime = regime_of(c, catalog, *device, load) + (s.serve.prefill_replicas ? ", prefill and decode apart" : "");
  if (s.serve.speculative.wanted())
    c.regime = load.one_stream() ? "drafted tokens, one stream" : "drafted tokens, many streams";
  return {std::move(c), ""};
}

}  // namespace ridgepoint::validation
