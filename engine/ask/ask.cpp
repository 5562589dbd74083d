#include "engine/ask/ask.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <memory>
#include <utility>

#include "engine/ask/allowed.h"
#include "engine/base/lists.h"
#include "engine/base/words.h"
#include "engine/facts/accelerator_names.h"

namespace ridgepoint {
namespace {

template <class Record>
Problem unknown(const char* path, const char* what, const std::string& name, const std::vector<Record>& records) {
  return unknown_name(path, what, name, nearest(name, ids_of(records)));
}

// The model, and with it the kind of the job.
void resolve_model(const Catalog& catalog, Question& q, Problems& problems) {
  q.job = q.serves() ? Job(ServeJob{}) : Job(TrainJob{});
  if (q.model_choice.params_b) {
    Architecture model = synthesize(*q.model_choice.params_b * 1e9);
    model.name = "a " + short_number(*q.model_choice.params_b) + "B model of the usual shape";
    q.model = std::move(model);
    return;
  }
  const ModelRecord* record = find_model(catalog, q.model_choice.id);
  if (!record) {
    problems.push_back(unknown_name("/model", "model", q.model_choice.id, nearest_models(catalog, q.model_choice.id)));
    return;
  }
  q.model_id = record->id;
  const std::string name = answered_name(*record, q.model_choice.id);
  if (!generates_tokens(record->kind)) {
    Result<MediaModel> media = media_of(*record, "/model");
    if (!media) return append(problems, media.problems());
    q.job = q.serves() ? Job(MediaServeJob{*media}) : Job(MediaTrainJob{*media});
    Architecture named;
    named.name = name;
    named.kind = record->kind;
    named.max_context = static_cast<int>(record->max_context.value_or(0));
    q.model = std::move(named);
    return;
  }
  Result<Shared<Architecture>> model = architecture_of(catalog, *record, "/model");
  if (!model) return append(problems, model.problems());
  q.model = *model;
  if (name == q.model->name) return;
  Architecture named = *q.model;
  named.name = name;
  q.model = std::move(named);
}

const NumberFormat* resolve_format(const Catalog& catalog, const std::string& name, bool kv, Problems& problems) {
  const NumberFormat* format = find_format(catalog, name);
  if (format && (kv ? format->for_kv : format->for_weights)) return format;
  const char* path = kv ? "/precision/kv" : "/precision/weights";
  std::vector<NumberFormat> usable;
  for (const NumberFormat& f : catalog.formats)
    if (kv ? f.for_kv : f.for_weights) usable.push_back(f);
  Problem problem = unknown(path, kv ? "KV cache format" : "weight format", name, usable);
  if (problem.suggestions.empty()) problem.suggestions = {"bf16", "fp8", kv ? "int8" : "awq-int4"};
  problems.push_back(std::move(problem));
  return nullptr;
}

const Accelerator* resolve_accelerator(const Catalog& catalog, Question& q, Problems& problems) {
  if (q.hardware.instance) {
    const Instance* instance = find_instance(catalog, *q.hardware.instance);
    if (!instance) {
      problems.push_back(unknown("/hardware/instance", "instance", *q.hardware.instance, catalog.instances));
      return nullptr;
    }
    q.instance = instance;
    const Accelerator* inside = find_accelerator(catalog, instance->accelerator);
    if (!inside)
      problems.push_back(unknown("/hardware/instance", "accelerator", instance->accelerator, catalog.accelerators));
    const Accelerator* named =
        q.hardware.accelerator.empty() ? inside : find_accelerator(catalog, q.hardware.accelerator);
    if (inside && named != inside)
      note(problems, "inconsistent", "/hardware/accelerator",
           instance->id + " has " + inside->name + ", not \"" + q.hardware.accelerator.substr(0, 100) +
               "\"; name one of the two.",
           {inside->id});
    return inside;
  }
  const Accelerator* accelerator = find_accelerator(catalog, q.hardware.accelerator);
  if (!accelerator)
    problems.push_back(unknown_name("/hardware/accelerator", "accelerator", q.hardware.accelerator,
                                    nearest_accelerators(q.hardware.accelerator, catalog.accelerators)));
  return accelerator;
}

// With the memory that is asked for, or else that the name says.
Shared<Accelerator> accelerator_with(const HardwareChoice& h, const Accelerator& a, const Catalog& catalog,
                                     Problems& problems) {
  const auto named = h.accelerator == a.id ? std::nullopt : named_accelerator(catalog, h.accelerator).memory_gb;
  const std::optional<double> gb = h.memory_gb ? h.memory_gb : named;
  if (!gb) return Shared<Accelerator>::of(a);
  if (named && *named != *gb)
    note(problems, "inconsistent", "/hardware/memory_gb",
         "\"" + h.accelerator.substr(0, 100) + "\" says another memory than " + short_number(*gb) + " GB.",
         {short_number(*named)});
  if (const double most = most_memory_gb(a); *gb > most)
    note(problems, "out_of_range", "/hardware/memory_gb",
         "No " + a.name + " has more than " + short_number(most) + " GB.", {short_number(most)});
  return Shared<Accelerator>(with_memory(a, *gb));
}

void resolve_counts(Question& q) {
  q.gpus = q.hardware.count.value_or(1) * (q.instance ? q.instance->count : 1);
  const std::optional<int> machine = q.instance ? machine_size(*q.instance) : std::nullopt;
  q.per_node = q.hardware.per_node.value_or(machine.value_or(node_size(*q.accelerator)));
  q.per_node = std::max(1, std::min(q.per_node, q.gpus));
  q.nodes = (q.gpus + q.per_node - 1) / q.per_node;
}

// Bytes per second of one accelerator towards other nodes. Without an instance: 400 Gb/s per
// accelerator on data-center modules (DGX H100: eight 400 Gb/s ports; aiconfigurator system files) unless their family
// has another, else 25 Gb/s Ethernet, an assumption said in the warnings.
BytesPerSecond network_per_gpu(const Question& q, const Catalog& catalog) {
  if (q.instance && q.instance->network_gbps)
    return gigabytes_per_second(*q.instance->network_gbps / 8 / machine_size(*q.instance).value_or(q.instance->count));
  using enum FormFactor;
  const std::array<FormFactor, 5> modules = {sxm, oam, nvl, rack, superchip};
  if (!contains(modules, q.accelerator->form_factor)) return gigabytes_per_second(3.125);
  const DeviceFamily* family = find_family(catalog, q.accelerator->architecture);
  return gigabytes_per_second(family && family->network_gbps ? *family->network_gbps / 8 : 50);
}

constexpr std::string_view kBitsandbytes = "bitsandbytes_4bit";  // Capability::id

// Consumer cards blow their heat at each other: in a chassis full of them 15 to 25% is lost, as an article has it.
constexpr int kDenseCards = 4;
constexpr double kDenseLoss = 0.2;

double derating_of(const Question& q) {
  const bool racked = q.cost.location == Location::colocation || q.cost.location == Location::hyperscale;
  const bool dense = q.accelerator->segment == Segment::consumer && q.per_node >= kDenseCards;
  return q.hardware.derating.value_or(racked && dense ? kDenseLoss : 0);
}

// Clocks of the arithmetic units fall; memory and links keep theirs.
void derate(Device& d, double loss) {
  Efficiency& e = d.efficiency;
  for (double* share : {&e.gemm, &e.experts, &e.attention, &e.decode_attention, &d.training.gemm, &d.training.gemm_8bit,
                        &d.training.gemm_mxfp8, &d.training.gemm_4bit, &d.training.attention, &d.media.gemm,
                        &d.media.gemm_8bit, &d.media.train})
    *share *= 1 - loss;
}

// Vector instructions multiply pairs of 16-bit numbers at twice the rate of FP32, and no engine was measured to do more
// with fewer bits (ik_llama.cpp on a Ryzen 9 7950X: BF16 257 tokens/s, 8 bits 268, 4 bits 274).
constexpr double kVectorGain = 2;

// The share of a CPU's vector units that an engine makes use of.
double used_width(const Accelerator& accelerator, const ServingEngine& engine) {
  if (!accelerator.vector_bits || !engine.vector_bits) return 1;
  return std::min(1.0, static_cast<double>(*engine.vector_bits) / *accelerator.vector_bits);
}

// Matrix units of a GPU that an engine does not use.
bool leaves_matrix_units(const ServingEngine& engine, const Accelerator& accelerator) {
  return contains(engine.vector_architectures, accelerator.architecture);
}

// Coefficients are shares of what matrix units reach; few tokens are multiplied as vectors, with or without them.
void keep_vectors(Efficiency& e, double left) { e.vector_padding = std::max(0.0, (1 + e.vector_padding) * left - 1); }

// Quantized weights gain as much where INT8 comes as dot products of vectors, four times FP32 on paper, and nothing
// else is faster than FP32 (GeForce 10, P40).
std::optional<NativeRate> rate_of(const Accelerator& accelerator, Arithmetic wanted, const ServingEngine* engine,
                                  bool quantized) {
  std::optional<NativeRate> rate = native_rate(accelerator, wanted);
  const auto &fp32 = accelerator.rates[Arithmetic::fp32], &int8 = accelerator.rates[Arithmetic::int8];
  if (!rate || !fp32 || !engine) return rate;
  if (leaves_matrix_units(*engine, accelerator)) rate->rate = std::min(rate->rate, kVectorGain * *fp32);
  // llama.cpp's kernels add up products of 16 bits in 16 bits, at twice the rate of sums in FP32 on GeForce parts,
  // where INT8 is four times that rate; elsewhere at the same (ggml-cuda calls cuBLAS with CUBLAS_COMPUTE_16F).
  const bool sums_in_16_bits = contains(engine->sums_in_16_bits, accelerator.vendor) && rate->rate > *fp32;
  if (int8 && sums_in_16_bits && rate->arithmetic != Arithmetic::int8) rate->rate = std::max(rate->rate, 0.5 * *int8);
  if (!engine->by_vectors) return rate;
  const bool dot_products = rate->arithmetic == Arithmetic::fp32 && accelerator.rates[Arithmetic::int8];
  if (accelerator.segment == Segment::cpu) {
    const FlopPerSecond reached = used_width(accelerator, *engine) * *fp32;
    rate->rate = std::min(rate->rate, rate->arithmetic == Arithmetic::fp32 ? reached : kVectorGain * reached);
  } else if (quantized && dot_products) {
    rate->rate = std::min(*accelerator.rates[Arithmetic::int8], kVectorGain * *fp32);
  }
  return rate;
}

// PyTorch has convolutions of FP32 values done in TF32 and matrix products in FP32 (torch.backends, since 1.12).
bool convolves_fp32(const Question& q) {
  const auto* job = std::get_if<MediaServeJob>(&q.job);
  if (!job || q.weights->arithmetic != Arithmetic::fp32) return false;
  const ModelRecord& record = job->model.record;
  return !record.patch && (record.kind == ModelKind::vision || record.kind == ModelKind::diffusion);
}

// Operations for a byte read, of a device whose rate is not known: so many that arithmetic never limits.
constexpr double kNoRidge = 1e4;

// What the matrices would multiply in natively.
Arithmetic arithmetic_of(const Question& q) {
  if (q.is(kServes)) return convolves_fp32(q) ? Arithmetic::tf32 : q.weights->arithmetic;
  const Recipe recipe = q.train.recipe;
  if (is_narrow(recipe)) return recipe == Recipe::nvfp4 ? Arithmetic::fp4 : Arithmetic::fp8;
  if (recipe == Recipe::fp32) return Arithmetic::tf32;
  return q.method() == Method::full || recipe == Recipe::autocast ? Arithmetic::bf16 : q.weights->arithmetic;
}

// The serving engine of token decoders; null of other jobs.
const ServingEngine* engine_in(const Question& q) { return q.is(kServe) ? &q.engine() : nullptr; }

Efficiency efficiency_on(const Accelerator& accelerator, const Question& q, const Catalog& catalog) {
  const ServingEngine* engine = engine_in(q);
  return efficiency_of(catalog.calibration, accelerator, {engine ? engine->id : "", q.serve.engine_date.value_or("")});
}

// What was measured of training token decoders on the device.
void measure_training(const Accelerator& accelerator, const Catalog& catalog, Question& q) {
  TrainJob* job = std::get_if<TrainJob>(&q.job);
  if (!job) return;
  Device& d = q.device;
  const std::string& framework = job->framework->runs();
  const std::string date = q.train.software_date.value_or("");
  d.training = training_efficiency_of(catalog.calibration, accelerator);
  // No more than the device itself has been measured to reach.
  if (accelerator.measured_bf16) d.training.gemm = std::min(d.training.gemm, *accelerator.measured_bf16 / d.peak_16bit);
  d.training_software = training_software_of(catalog.calibration, accelerator, framework, date);
  job->overheads = training_overheads_of(catalog.calibration, framework, date);
  job->habits = habits_of(job->framework->habits, word_of(q.train.objective), date);
  if (q.method() != Method::qlora || q.weights->needs != kBitsandbytes) job->habits.wide_tables = false;
}

// And of other models.
void measure_media(const Accelerator& accelerator, const Catalog& catalog, Question& q) {
  if (!q.network()) return;
  Device& d = q.device;
  d.media = media_efficiency_of(catalog.calibration, accelerator);
  d.media_traffic = catalog.calibration.media_traffic;
  if (q.is(kMediaServe) && q.weights->arithmetic == Arithmetic::fp32 && accelerator.segment != Segment::cpu)
    d.fp32_products = accelerator.rates[Arithmetic::fp32].value_or(FlopPerSecond{});
}

void resolve_device(const Accelerator& accelerator, const Catalog& catalog, Question& q, Problems& problems) {
  q.wanted_arithmetic = arithmetic_of(q);
  const ServingEngine* engine = engine_in(q);
  auto rate = rate_of(accelerator, q.wanted_arithmetic, engine, q.weights->weight_only);
  auto rate16 = rate_of(accelerator, Arithmetic::bf16, engine, false);
  const bool known = rate && rate16;
  if (!known && engine && accelerator.bandwidth)
    rate = rate16 = NativeRate{Arithmetic::bf16, {kNoRidge * accelerator.bandwidth->value}};
  const char* path = q.hardware.instance ? "/hardware/instance" : "/hardware/accelerator";
  const std::string& name = accelerator.name;
  if (!rate || !rate16)
    note(problems, "unknown_fact", path,
         "No matrix multiplication rate is known for " + name + ": rates_tflops.bf16 would tell it.");
  if (!accelerator.bandwidth)
    note(problems, "unknown_fact", path,
         "The memory bandwidth of " + name + " is not known: bandwidth_gb_s would tell it.");
  if (!rate || !rate16 || !accelerator.bandwidth) return;

  Device& d = q.device;
  d.bandwidth = *accelerator.bandwidth;
  d.arithmetic = rate->arithmetic;
  d.gemm_peak = rate->rate;
  d.rate_known = known;
  d.has_fp8 = accelerator.rates[Arithmetic::fp8].has_value();
  d.peak_fp8 = accelerator.rates[Arithmetic::fp8].value_or(FlopPerSecond{});
  d.peak_16bit = rate16->rate;
  d.fabric_per_direction = accelerator.fabric.per_direction;
  d.fabric_pair = accelerator.fabric.pair;
  d.fabric_domain = accelerator.fabric.domain;
  // A fabric that ends at the machine joins no more than are in one.
  if (d.fabric_domain <= node_size(accelerator)) d.fabric_domain = std::min(d.fabric_domain, q.per_node);
  d.pcie = pcie_bandwidth(accelerator);
  d.network = network_per_gpu(q, catalog);
  d.efficiency = efficiency_on(accelerator, q, catalog);
  if (known && engine && leaves_matrix_units(*engine, accelerator))
    keep_vectors(d.efficiency, rate->rate / native_rate(accelerator, q.wanted_arithmetic)->rate);
  measure_training(accelerator, catalog, q);
  measure_media(accelerator, catalog, q);
  q.derating = derating_of(q);
  derate(d, q.derating);
}

// The share of `all` layers that a scenario puts into host memory; more than there are is a problem.
double share_of(const std::optional<int>& some, int all, const char* path, const char* of, Problems& problems) {
  if (some.value_or(0) > all)
    note(problems, "out_of_range", path, "The model has " + (all > 0 ? std::to_string(all) : "no") + of,
         {std::to_string(all)});
  return all > 0 ? static_cast<double>(some.value_or(0)) / all : 0;
}

// Experts of whole layers are among those that are counted by themselves.
std::optional<HostShares> host_shares(const HardwareChoice& hardware, const Architecture& model, Problems& problems) {
  if (!hardware.host_layers && !hardware.host_expert_layers) return {};
  HostShares shares;
  shares.dense = share_of(hardware.host_layers, model.layers(), "/hardware/host_layers", " layers.", problems);
  shares.experts = std::max(shares.dense, share_of(hardware.host_expert_layers, model.expert_layers(),
                                                   "/hardware/host_expert_layers", " layers with experts.", problems));
  return shares;
}

// The CPU beside the accelerators, with the coefficients of the same software on it.
void resolve_host(const Catalog& catalog, Question& q, Problems& problems) {
  if (!q.hardware.host) return;
  const NamedAccelerator named = named_accelerator(catalog, *q.hardware.host);
  const Accelerator* host = named.record;
  if (!host || host->segment != Segment::cpu || !host->bandwidth) {
    std::vector<Accelerator> cpus;
    std::copy_if(catalog.accelerators.begin(), catalog.accelerators.end(), std::back_inserter(cpus),
                 [](const Accelerator& a) { return a.segment == Segment::cpu && a.bandwidth; });
    problems.push_back(
        unknown_name("/hardware/host", "CPU", *q.hardware.host, nearest_accelerators(*q.hardware.host, cpus)));
    return;
  }
  const auto rate = rate_of(*host, q.weights->arithmetic, engine_in(q), q.weights->weight_only);
  const auto rate16 = rate_of(*host, Arithmetic::bf16, engine_in(q), false);
  if (!rate || !rate16) {
    note(problems, "unknown_fact", "/hardware/host", "No arithmetic rate is known for " + host->name + ".");
    return;
  }
  Device d;
  d.bandwidth = *host->bandwidth;
  d.arithmetic = rate->arithmetic;
  d.gemm_peak = rate->rate;
  d.peak_16bit = rate16->rate;
  d.efficiency = efficiency_on(*host, q, catalog);
  q.host = d;
  const Bytes there = usable_memory(named.memory_gb ? with_memory(*host, *named.memory_gb) : *host);
  q.host_memory = q.hardware.host_memory_gb ? gigabytes(*q.hardware.host_memory_gb) : there;
  if (!q.model->name.empty()) q.host_shares = host_shares(q.hardware, q.model, problems);
}

// Prediction layers that come with a model guess better than smaller models do: of 31 published runs in
// tests/validation, each a source and a model, the median is 0.85 and a quarter is below 0.75; the texts were mostly
// code, or chosen.
constexpr double kAcceptanceOfLayers = 0.8;

// Who drafts, with what the scenario leaves open: the model's own prediction layers where it has any, 3 tokens a step,
// and of others an acceptance of 0.7, in the middle of what Leviathan et al. 2023 (table 3) saw of small models for
// large ones.
void resolve_speculation(const Catalog& catalog, const Question& q, ServeJob& job, Problems& problems) {
  const SpeculativeChoice& choice = q.serve.speculative;
  if (!choice.wanted()) return;
  const ModelRecord* model = find_model(catalog, q.model_id);
  Speculation found;
  found.tokens = choice.tokens.value_or(found.tokens);
  found.mtp_params = model ? model->mtp_params : 0;
  const std::string name(
      choice.draft.value_or(std::string(word_of(found.mtp_params > 0 ? Drafter::mtp : Drafter::ngram))));
  found.drafter = drafter_of(name);
  if (found.drafter == Drafter::mtp) {
    found.acceptance = kAcceptanceOfLayers;
    found.draft = prediction_layers(q.model, found.mtp_params);
  }
  if (found.drafter == Drafter::model) {
    const ModelRecord* draft = find_model(catalog, name);
    if (!draft) {
      problems.push_back(
          unknown_name("/serve/speculative/draft", "language model", name, nearest_models(catalog, name)));
      return;
    }
    if (!generates_tokens(draft->kind)) {
      note(problems, "inconsistent", "/serve/speculative/draft", draft->name + " writes no tokens: it cannot draft.");
      return;
    }
    Result<Architecture> architecture = architecture_of(*draft, "/serve/speculative/draft");
    if (!architecture) return append(problems, architecture.problems());
    found.draft = *architecture;
  }
  found.acceptance = choice.acceptance.value_or(found.acceptance);
  job.speculation = found;
}

// Gives what serves on a device where no engine and no format is named; null without engines.
const ServingEngine* engine_on(const Asked& q, const Catalog& catalog, const Accelerator& device) {
  const auto names_it = [&](const std::vector<std::string>& list) {
    return contains(list, word_of(device.segment)) || contains(list, device.vendor) ||
           contains(list, device.architecture);
  };
  for (const ServingEngine& e : catalog.engines)
    if (names_it(e.usual_on) || (q.is_for_one() && names_it(e.usual_alone))) return &e;
  return catalog.engines.empty() ? nullptr : &catalog.engines.front();
}

// The first that is usual for the weights, the one that is usual on the device if it reads them, or the catalog's
// first.
const ServingEngine& usual_engine(const Question& q, const Catalog& catalog, const NumberFormat& weights,
                                  const Accelerator& device) {
  const auto begins = [&](const std::string& start) { return weights.id.rfind(start, 0) == 0; };
  for (const ServingEngine& e : catalog.engines)
    if (std::any_of(e.usual_formats.begin(), e.usual_formats.end(), begins)) return e;
  const ServingEngine& there = *engine_on(q, catalog, device);
  return reads(there, weights) ? there : catalog.engines.front();
}

// Whether what the engine takes by default on small devices holds on this one.
bool is_small_for(const ServingEngine& e, const Accelerator& device) {
  return contains(e.small_devices, device.id) || usable_memory(device) < e.small_below;
}

// Returns a problem for each thing that is asked for and that the engine or framework lacks.
Problems lacking_in(const std::string& name, const std::vector<std::string>& takes, const Asked& q) {
  const ParallelChoice& p = q.parallel;
  const TrainChoice& t = q.train;
  const auto several = [](const std::optional<int>& size) { return size.value_or(1) > 1 ? "parallelism" : ""; };
  const auto given = [](const auto& value) -> std::string_view { return value ? word_of(*value) : ""; };
  const std::pair<std::string_view, std::string_view> asked[] = {{"/precision/kv", q.precision.kv},
                                                                 {"/parallel/tensor", several(p.tensor)},
                                                                 {"/parallel/pipeline", several(p.pipeline)},
                                                                 {"/parallel/context", several(p.context)},
                                                                 {"/parallel/expert", several(p.expert)},
                                                                 {"/parallel/schedule", given(p.schedule)},
                                                                 {"/parallel/sharding", given(p.sharding)},
                                                                 {"/train/method", word_of(q.method())},
                                                                 {"/train/objective", word_of(t.objective)},
                                                                 {"/train/optimizer", word_of(t.optimizer)},
                                                                 {"/train/recipe", word_of(t.recipe)},
                                                                 {"/train/offload", word_of(t.offload)},
                                                                 {"/train/checkpointing", given(t.checkpointing)}};
  Problems problems;
  for (const auto& [field, word] : asked)
    if (!word.empty() && !takes_word(takes, field, word))
      note(problems, "conflict", std::string(field),
           name + " has no " + std::string(field.substr(field.rfind('/') + 1)) + " " + std::string(word) + ".");
  return problems;
}

void resolve_engine(const Catalog& catalog, const Accelerator& device, const Question& q, ServeJob& job,
                    Problems& problems) {
  if (catalog.engines.empty() && !q.serve.engine) return;
  const ServingEngine* engine =
      q.serve.engine ? find_engine(catalog, *q.serve.engine) : &usual_engine(q, catalog, q.weights, device);
  if (engine && !q.serve.engine && !(!holding(engine->unread, q.weights, device) && runs_on(*engine, device)))
    if (const ServingEngine* other = find_engine(catalog, "transformers")) engine = other;
  const std::string date = q.serve.engine_date.value_or("");
  if (!engine) return problems.push_back(unknown("/serve/engine", "serving engine", *q.serve.engine, catalog.engines));
  append(problems, lacking_in(engine->name, engine->takes, q));
  // An older version spends memory differently; it stays the same engine, for its speed too.
  const ServingEngine* version = engine;
  while (!date.empty() && date < version->older_before) {
    const ServingEngine* older = find_engine(catalog, version->older);
    if (!older) break;
    version = older;
  }
  job.small_device = is_small_for(*version, device);
  job.engine = Shared<ServingEngine>::of(*engine);
  if (version == engine) return;
  ServingEngine taken = *version;
  taken.id = engine->id;
  job.engine = std::move(taken);
}

// The framework that trains: the scenario's, else Megatron-LM for all weights over several nodes, unless it lacks what
// is asked for or seldom shards so, PyTorch otherwise.
void resolve_framework(const Catalog& catalog, Question& q, Problems& problems) {
  const bool large =
      q.method() == Method::full && q.nodes > 1 && q.parallel.sharding.value_or(Sharding::none) <= Sharding::zero1;
  const std::string name = q.train.framework.value_or(large ? "megatron" : "pytorch");
  const TrainingFramework* framework = find_framework(catalog, name);
  if (framework && !q.train.framework && !runs_on(*framework, q.accelerator))
    framework = find_framework(catalog, "pytorch");
  if (!framework) return problems.push_back(unknown("/train/framework", "framework", name, catalog.frameworks));
  if (Problems lacking = lacking_in(framework->name, framework->takes, q); !lacking.empty()) {
    std::vector<std::string> others;
    for (const TrainingFramework& other : catalog.frameworks)
      if (lacking_in(other.name, other.takes, q).empty()) others.push_back(other.name);
    if (!others.empty()) lacking.front().message += " All that is asked: " + joined(others) + ".";
    if (q.train.framework) append(problems, lacking);
    framework = find_framework(catalog, "pytorch");
  }
  if (TrainJob* job = std::get_if<TrainJob>(&q.job)) job->framework = Shared<TrainingFramework>::of(*framework);
}

// Names that prices are looked up by. A person's own instances may be of a provider that nobody knows.
void resolve_cost(const CostChoice& c, const Catalog& catalog, Problems& problems) {
  if (c.grid && !find_grid(catalog, *c.grid)) problems.push_back(unknown("/cost/grid", "grid", *c.grid, catalog.grids));
  const auto is = [&](const auto& record) { return record.id == *c.provider; };
  const auto rents = [&](const Instance& instance) { return instance.provider == *c.provider; };
  if (c.provider && std::none_of(catalog.providers.begin(), catalog.providers.end(), is) &&
      std::none_of(catalog.instances.begin(), catalog.instances.end(), rents))
    problems.push_back(unknown("/cost/provider", "provider", *c.provider, catalog.providers));
  const auto there = [&](const Instance& instance) { return instance.region == *c.region; };
  if (!c.region || std::any_of(catalog.instances.begin(), catalog.instances.end(), there)) return;
  std::vector<std::string> regions;
  for (const Instance& instance : catalog.instances)
    if (!instance.region.empty()) regions.push_back(instance.region);
  std::sort(regions.begin(), regions.end());
  regions.erase(std::unique(regions.begin(), regions.end()), regions.end());
  note(problems, "unknown_id", "/cost/region",
       "No offer of the catalog is in region \"" + c.region->substr(0, 100) + "\".", nearest(*c.region, regions));
}

// QLoRA quantizes to NF4 unless another format below 16 bits is named; LoRA keeps 16 bits.
std::string trained_weights(const Question& q) {
  const std::string named = q.precision.weights.value_or("bf16");
  if (q.method() == Method::qlora) return named == "bf16" ? "nf4" : named;
  const bool cast = q.train.recipe == Recipe::autocast && q.method() != Method::full;  // frozen weights too
  return q.train.recipe == Recipe::fp32 || cast ? "fp32" : "bf16";
}

}  // namespace

std::string served_weights(const Question& q, const Catalog& catalog) {
  if (q.precision.weights) return *q.precision.weights;
  const ModelRecord* model = q.model_choice.params_b ? nullptr : find_model(catalog, q.model_choice.id);
  if (const NumberFormat* named = model ? format_named(catalog, q.model_choice.id) : nullptr) return named->id;
  const NumberFormat* published = model ? find_format(catalog, model->native_precision) : nullptr;
  const bool narrow = published && published->bits < 16;
  const Instance* instance = q.hardware.instance ? find_instance(catalog, *q.hardware.instance) : nullptr;
  const Accelerator* device = find_accelerator(catalog, instance ? instance->accelerator : q.hardware.accelerator);
  const ServingEngine* engine = q.serve.engine ? find_engine(catalog, *q.serve.engine)
                                : device       ? engine_on(q, catalog, *device)
                                               : nullptr;
  if (!engine) return narrow ? published->id : "bf16";
  const auto holds = [&](const NumberFormat& f) {
    return narrow && reads(*engine, f) && (f.id == published->id || (f.whole_file && f.published_as == published->id));
  };
  if (const NumberFormat* file = find_where(catalog.formats, holds)) return file->id;
  const bool alone = q.is_for_one() && !q.precision.accept && (!model || generates_tokens(model->kind));
  return alone && !engine->usual_weights.empty() ? engine->usual_weights : "bf16";
}

void take_apart(HardwareChoice& h, const Catalog& catalog) {
  const bool known = find_accelerator(catalog, h.accelerator),
             is_rack = h.accelerator.find(" NVL") != std::string::npos;
  if (h.instance || h.accelerator.empty() || (known && !is_rack)) return;
  const CountedName said = counted_name(catalog, h.accelerator);
  if (const Accelerator* device = find_accelerator(catalog, said.name)) {
    h.accelerator = is_rack && said.count ? device->id : said.name;
  } else if (const Instance* machine = find_instance(catalog, said.name.substr(said.name.starts_with("ml.") ? 3 : 0))) {
    h.instance = machine->id;
    h.accelerator.clear();
  } else {
    return;
  }
  if (said.count) h.count = std::min(h.count.value_or(1) * std::min(*said.count, 1000), 100000);
}

void name_by_id(Asked& q, const Catalog& catalog) {
  take_apart(q.hardware, catalog);
  const NamedAccelerator device = named_accelerator(catalog, q.hardware.accelerator);
  if (device.record) q.hardware.accelerator = device.record->id;
  if (!q.hardware.memory_gb) q.hardware.memory_gb = device.memory_gb;
  const auto by_id = [&](std::string& name) {
    const auto [record, gb] = named_accelerator(catalog, name);
    if (record) name = record->id + (gb ? " " + short_number(*gb) + "GB" : "");
  };
  for (std::string& name : q.constraints.accelerators) by_id(name);
  for (OwnedHardware& owned : q.constraints.owned) by_id(owned.accelerator);
}

namespace {

// A format as the files have it that are asked for or usual: by whose they are, or as the model is published.
Shared<NumberFormat> weights_of(const NumberFormat& format, const Question& q, const Catalog& catalog) {
  const std::string& asked = q.model_choice.id;
  const ModelRecord* model = q.model_choice.params_b ? nullptr : find_model(catalog, asked);
  if (!model) return Shared<NumberFormat>::of(format);
  const NumberFormat* said = contains(asked, '/') ? format_named(catalog, asked) : nullptr;
  const bool named = said && said->id == format.id, native = model->native_precision == format.id;
  const std::vector<std::string> files = named ? std::vector{asked} : files_in(*model, format.id);
  const NumberFormat* release = files.empty() ? nullptr : release_of(catalog, files.front());
  if (!native && !named && !release) return Shared<NumberFormat>::of(format);
  const bool of_release = release && release->id == format.id;
  NumberFormat own = of_release ? *release : format;
  if (native && !of_release) own.part_bits = joined(model->part_bits, format.part_bits);
  if (named || release) own.files = {files.front()}, own.name = format.name + " (" + files.front() + ")";
  return own;
}

// Finds all that the parts of the question name, and adds what is wrong with them.
void find_all(const Catalog& catalog, Question& q, Problems& problems) {
  resolve_model(catalog, q, problems);
  const NumberFormat* w =
      resolve_format(catalog, q.is(kServes) ? served_weights(q, catalog) : trained_weights(q), false, problems);
  const NumberFormat* kv = resolve_format(catalog, q.precision.kv, true, problems);
  if (w) q.weights = weights_of(*w, q, catalog);
  if (kv) q.kv = Shared<NumberFormat>::of(*kv);
  if (const Accelerator* accelerator = resolve_accelerator(catalog, q, problems)) {
    q.accelerator = accelerator_with(q.hardware, *accelerator, catalog, problems);
    q.usable = usable_memory(q.accelerator);
    resolve_counts(q);
    ServeJob* serving = std::get_if<ServeJob>(&q.job);
    if (serving) resolve_engine(catalog, *accelerator, q, *serving, problems);
    if (q.is(kTrains)) resolve_framework(catalog, q, problems);
    resolve_device(*accelerator, catalog, q, problems);
    if (q.is(kServes)) resolve_host(catalog, q, problems);
    if (serving) resolve_speculation(catalog, q, *serving, problems);
  }
  resolve_cost(q.cost, catalog, problems);
  if (!q.model->name.empty()) append(problems, meaningless(q));
}

// The completions of a GRPO step, generated on the same accelerators like requests that come at once and find the
// prompt of their group in the cache: in 16 bits, in the layout of serving. Null where they cannot be.
std::shared_ptr<const Question> rollouts_of(const Question& q, const Catalog& catalog) {
  Question at = parts_of(q);
  at.workload = Workload::batch;
  at.parallel = {};
  at.precision = {};
  at.precision.weights = "bf16";
  at.serve = {};
  at.serve.concurrency = std::numeric_limits<double>::infinity();
  at.serve.input_tokens = q.train.prompt_tokens;
  at.serve.output_tokens = q.train.sequence - q.train.prompt_tokens;
  at.serve.prefix_hit_rate = 1 - 1.0 / q.train.group;
  Problems problems;
  find_all(catalog, at, problems);
  return problems.empty() ? std::make_shared<const Question>(std::move(at)) : nullptr;
}

// Finds all that is named; gives each problem once, those of own entries first.
Problems checked(const Catalog& catalog, Question& q) {
  Problems found, problems = own_entry_problems(q.overrides, catalog);
  find_all(catalog, q, found);
  for (Problem& problem : found) {
    const auto same = [&](const Problem& other) { return other.message == problem.message; };
    if (std::none_of(problems.begin(), problems.end(), same)) problems.push_back(std::move(problem));
  }
  TrainJob* training = std::get_if<TrainJob>(&q.job);
  if (problems.empty() && training && q.train.objective == Objective::grpo)
    training->rollouts = rollouts_of(q, catalog);
  return problems;
}

}  // namespace

Question parts_of(const Question& q) {
  Question out;
  static_cast<Asked&>(out) = q;
  out.model_choice = q.model_choice;
  out.overrides = q.overrides;
  out.own_catalog = q.own_catalog;
  return out;
}

Question parts_of(const Scenario& scenario, const Catalog& base) {
  Question q;
  static_cast<Asked&>(q) = scenario;
  q.model_choice = scenario.model;
  q.overrides = scenario.overrides;
  if (has_own_entries(q.overrides)) q.own_catalog = std::make_shared<const Catalog>(merged(base, q.overrides));
  return q;
}

namespace {

const Catalog& catalog_of(const Question& q, const Catalog& base) { return q.own_catalog ? *q.own_catalog : base; }

// Fills in the load; what is given is checked before what follows from it.
Problems load(const Catalog& catalog, Question& q) {
  Problems problems;
  if (!q.serves()) return problems;
  const ServeChoice given = q.serve;
  if (is_daily(given) || given.total_tokens || given.total_audio_h) problems = validate(q, q.model_choice);
  fill_load(q, q.model_choice, catalog);
  if (problems.empty()) check_load(given, q.serve, problems);
  return problems;
}

}  // namespace

Problems ask(Question& q, const Catalog& base) {
  const Catalog& catalog = catalog_of(q, base);
  Problems problems = load(catalog, q);
  if (!problems.empty()) return problems;
  problems = validate(q, q.model_choice);
  append(problems, checked(catalog, q));
  if (problems.empty()) name_by_id(q, catalog);
  return problems;
}

Result<Question> question_of(const Scenario& scenario, const Catalog& base) {
  Question q = parts_of(scenario, base);
  Problems problems = ask(q, base);
  return problems.empty() ? Result<Question>(std::move(q)) : Result<Question>(std::move(problems));
}

Problems problems_of(const Scenario& scenario, const Catalog& base) {
  Question q = parts_of(scenario, base);
  const Catalog& catalog = catalog_of(q, base);
  Problems problems = validate(scenario);
  if (problems.empty()) problems = load(catalog, q);
  append(problems, checked(catalog, q));
  append(problems, constraint_problems(q.constraints, catalog));
  return problems;
}

std::optional<Question> at_listed_prices(const Question& q, const Catalog& base) {
  constexpr std::array kGiven = {&CostChoice::rent_usd_gpu_h, &CostChoice::reserved_usd_gpu_h, &CostChoice::server_usd,
                                 &CostChoice::api_input_usd_m, &CostChoice::api_output_usd_m};
  const auto is_given = [&](auto price) { return (q.cost.*price).has_value(); };
  if (q.overrides.prices.empty() && std::none_of(kGiven.begin(), kGiven.end(), is_given)) return std::nullopt;
  Scenario listed = scenario_of(q);
  listed.overrides.prices.clear();
  for (const auto price : kGiven) (listed.cost.*price).reset();
  return parts_of(listed, base);
}

Scenario scenario_of(const Question& q) {
  Scenario out;
  static_cast<Asked&>(out) = q;
  out.model = q.model_choice;
  out.overrides = q.overrides;
  return out;
}

}  // namespace ridgepoint
