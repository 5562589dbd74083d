// The parts of what is asked, with every default in one place: what is absent is left open.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/fields.h"
#include "engine/facts/market.h"
#include "engine/model/parallel.h"

namespace ridgepoint {

enum class Workload { serve, batch, train, finetune };
template <>
inline constexpr auto kWords<Workload> = word_list("serve", "batch", "train", "finetune");

// Requests are for one of these; `general` is what the first release took for everybody.
enum class RequestPurpose { chat, rag, code, agent, summary, reasoning, embedding, general };
template <>
inline constexpr auto kWords<RequestPurpose> = word_list("chat", "rag", "code", "agent", "summary", "reasoning",
                                                         "embedding", "general");

enum class Method { full, freeze, lora, qlora, dora };
template <>
inline constexpr auto kWords<Method> = word_list("full", "freeze", "lora", "qlora", "dora");
constexpr bool is_adapter_method(Method method) {
  return method == Method::lora || method == Method::qlora || method == Method::dora;
}

enum class Objective { lm, dpo, grpo };
template <>
inline constexpr auto kWords<Objective> = word_list("lm", "dpo", "grpo");

enum class Optimizer { adamw, adamw_8bit, paged_adamw_8bit, adafactor, sgd, sgd_momentum, lion, muon, galore };
template <>
inline constexpr auto kWords<Optimizer> = word_list("adamw", "adamw_8bit", "paged_adamw_8bit", "adafactor", "sgd",
                                                    "sgd_momentum", "lion", "muon", "galore");

// What precision the training state is kept in; see memory/training.h for bytes per parameter.
// The last three multiply in 8 bits with a scale for every tensor or for every 32 values, and in 4 bits.
enum class Recipe { mixed, mixed_fp16_grads, autocast, bf16, fp32, fp8, mxfp8, nvfp4 };
template <>
inline constexpr auto kWords<Recipe> = word_list("mixed", "mixed_fp16_grads", "autocast", "bf16", "fp32", "fp8",
                                                 "mxfp8", "nvfp4");
inline bool is_narrow(Recipe recipe) {
  return recipe == Recipe::fp8 || recipe == Recipe::mxfp8 || recipe == Recipe::nvfp4;
}

// What the training code is built on: Megatron-LM and NeMo (Transformer Engine), PyTorch with its own or DeepSpeed's
// sharding and fused kernels, the Trainer of Hugging Face with kernels one by one, or LitGPT.
enum class Checkpointing { none, selective, full };
template <>
inline constexpr auto kWords<Checkpointing> = word_list("none", "selective", "full");

enum class Loss { plain, chunked, fused };
template <>
inline constexpr auto kWords<Loss> = word_list("plain", "chunked", "fused");

// What waits in host memory: moments and master weights; weights too; or activation checkpoints alone.
enum class Offload { none, optimizer, parameters, activations };
template <>
inline constexpr auto kWords<Offload> = word_list("none", "optimizer", "parameters", "activations");

enum class LoraTargets { attention, qv, qkv, all_linear };
template <>
inline constexpr auto kWords<LoraTargets> = word_list("attention", "qv", "qkv", "all_linear");

// `own`: machines that are there and paid for.
enum class CostMode { rent, buy, api, compare, own };
template <>
inline constexpr auto kWords<CostMode> = word_list("rent", "buy", "api", "compare", "own");

enum class Pricing { on_demand, spot, reserved_1y, reserved_3y };
template <>
inline constexpr auto kWords<Pricing> = word_list("on_demand", "spot", "reserved_1y", "reserved_3y");

// What can be paid for the same work: renting by each pricing, owning, or a hosted API.
enum class PricingOption { on_demand, spot, reserved_1y, reserved_3y, buy, api };
template <>
inline constexpr auto kWords<PricingOption> = word_list("on_demand", "spot", "reserved_1y", "reserved_3y", "buy",
                                                        "api");
constexpr bool is_reserved(Pricing pricing) {
  return pricing == Pricing::reserved_1y || pricing == Pricing::reserved_3y;
}
constexpr PricingOption option_of(Pricing pricing) { return static_cast<PricingOption>(pricing); }

// The machine around accelerators that are bought: there already, bought with them, or none.
enum class HostMachine { existing, bought, none };
template <>
inline constexpr auto kWords<HostMachine> = word_list("existing", "new", "none");

enum class Location { home, office, colocation, hyperscale };
template <>
inline constexpr auto kWords<Location> = word_list("home", "office", "colocation", "hyperscale");

enum class Goal { cost, speed, energy, balance };
template <>
inline constexpr auto kWords<Goal> = word_list("cost", "speed", "energy", "balance");

// A model by catalog id or alias, or only by size. An architecture written out in place becomes
// an entry of overrides.models and is named by its id.
struct ModelChoice {
  std::string id = "llama-3.1-70b";
  std::optional<double> params_b;  // when given, id is empty
};

struct HardwareChoice {
  std::string accelerator = "h100-sxm5-80gb";  // id or alias; empty when an instance is named
  std::optional<std::string> instance;
  std::optional<int> count;              // accelerators; instances when one is named; absent: see sizing.h
  std::optional<double> memory_gb;       // of each; absent: what the record has
  std::optional<int> per_node;           // absent: the fabric's domain, at most 8, or what the instance holds
  std::optional<std::string> host;       // CPU whose memory takes the weights that do not fit; absent: none does
  std::optional<double> host_memory_gb;  // of one machine; absent: what the catalog has of the host
  // Of the host's memory: weights of whole layers, and the routed experts of so many. Absent: what does not fit.
  std::optional<int> host_layers;
  std::optional<int> host_expert_layers;
  std::optional<std::string> fabric;
  std::optional<std::string> partition;
  std::optional<double> derating;  // share of the arithmetic rate lost to heat; absent: see ask.cpp
};

struct PrecisionChoice {
  std::optional<std::string> weights;  // absent: as published, if coarser than 16 bits, else bf16; QLoRA: nf4
  std::string kv = "bf16";
  std::optional<std::string> compute;
  std::optional<std::string> accept;
};

struct ParallelChoice {
  std::optional<int> tensor;  // absent: chosen
  std::optional<int> pipeline;
  std::optional<int> data;
  std::optional<int> expert;
  std::optional<int> context;
  std::optional<Sharding> sharding;
  std::optional<Schedule> schedule;
  std::optional<int> virtual_stages;  // pieces of a stage's layers, interleaved; absent: of about three layers
};

// In force as soon as one of its fields is given.
struct SpeculativeChoice {
  std::optional<std::string> draft;  // "mtp", "ngram" or a model; absent: mtp where the model has such layers
  std::optional<int> tokens;         // drafted a step; absent: 3
  std::optional<double> acceptance;  // absent: 0.8 of mtp, else 0.7
  bool wanted() const { return draft || tokens || acceptance; }
};

struct SloChoice {
  std::optional<double> ttft_p95_ms;
  std::optional<double> tpot_p95_ms;
  std::optional<double> e2e_p95_s;
  bool wanted() const { return ttft_p95_ms || tpot_p95_ms || e2e_p95_s; }
};

struct ServeChoice {
  std::optional<RequestPurpose> purpose;  // whose lengths are taken where none are given; absent: see ask.h
  std::optional<double> input_tokens;
  std::optional<double> output_tokens;
  std::optional<double> reasoning_tokens;  // generated, not shown; counted as output
  std::optional<double> max_context;       // absent: input + reasoning + output
  std::optional<double> concurrency;  // requests in flight over all GPUs; infinity: as many as fit; absent: see ask.h
  std::optional<int> max_sequences;   // in flight on a replica, others wait; absent: as many as fit
  std::optional<double> memory_fraction;  // of usable memory the engine may take; absent: see plan.h
  std::optional<double> prefill_chunk;    // prompt tokens processed in one step; absent: the engine's own
  double prefix_hit_rate = 0;             // share of prompt tokens found in the prefix cache
  double length_spread = 0;               // lengths lie evenly within this share of their means
  std::optional<double> requests_per_minute;
  std::optional<double> daily_users;
  std::optional<double> tokens_per_day;  // read and written, in place of users or a rate
  std::optional<double> audio_h_per_day;
  // These say how much there is of work that ends; the requests follow from the other two.
  std::optional<double> total_requests;
  std::optional<double> total_tokens;
  std::optional<double> total_audio_h;
  std::optional<double> done_within_h;
  std::optional<double> hours_per_day;  // that requests come in; absent: see ask.h
  std::optional<double> requests_per_user_day;
  std::optional<double> peak_factor;
  std::optional<int> min_replicas;
  std::optional<std::string> engine;
  std::optional<std::string> engine_date;
  std::optional<int> lora_adapters;
  std::optional<bool> disaggregated;
  std::optional<int> prefill_replicas;  // of disaggregated ones; absent: the split that answers most
  SpeculativeChoice speculative;
  SloChoice slo;
  // Models that are not token decoders.
  std::optional<int> batch;  // items each accelerator works on together; absent: see plan.h
  std::optional<int> steps;  // absent: the model's
  std::optional<int> width;  // px; absent: the size the model is for
  std::optional<int> height;
  std::optional<bool> guidance;   // absent: the model's
  std::optional<double> audio_s;  // of a request; absent: one window of the model
  bool eager = false;             // kernels one by one; else in captured graphs, or fused by a compiler

  // Tokens of a request once its load is filled in: of the prompt, and of all that is generated.
  double prompt() const { return input_tokens.value_or(0); }
  double answer() const { return output_tokens.value_or(0) + reasoning_tokens.value_or(0); }
};

struct LoraChoice {
  int rank = 16;
  LoraTargets targets = LoraTargets::all_linear;
  bool embeddings = false;  // embedding table and head are trained whole beside the adapters
};

struct TrainChoice {
  std::optional<Method> method;  // absent: full for train, lora for finetune
  Objective objective = Objective::lm;
  bool reference = true;    // dpo, grpo: sequences are scored by the frozen model of the start, too
  int group = 8;            // grpo: completions of a prompt
  int prompt_tokens = 512;  // grpo: of a sequence; the rest is generated
  Optimizer optimizer = Optimizer::adamw;
  Recipe recipe = Recipe::mixed;
  std::optional<std::string> framework;      // absent: megatron for training all weights over nodes, else pytorch
  std::optional<std::string> software_date;  // of the framework; absent: current
  std::optional<double> tokens;        // absent: tokens_per_param for each parameter in train, 10 million in finetune
  double tokens_per_param = 20;        // compute-optimal
  std::optional<double> budget_gpu_h;  // whose compute-optimal model is asked for; absent: what the run takes
  std::optional<double> budget_usd;
  std::optional<double> epochs;
  std::optional<double> dataset_tokens;
  std::optional<double> samples;  // of the run, models that are not token decoders; absent: see plan.h
  int sequence = 4096;
  bool packed = true;                          // short samples share a sequence; else batches vary in length
  std::optional<double> padding;               // share of tokens that fill up; absent: 0 packed, else half
  std::optional<int> micro_batch;              // sequences per GPU and step; absent: 1
  std::optional<int> global_batch;             // sequences; absent: about 4 million tokens for train, 16 for finetune
  std::optional<Checkpointing> checkpointing;  // absent: none if it fits, else selective, else full
  bool flash_attention = true;
  bool compiled = false;
  Loss loss = Loss::plain;
  Offload offload = Offload::none;
  bool optimizer_in_backward = false;  // each layer is updated as soon as its gradient is there
  int trained_layers = 2;              // freeze: the last ones
  LoraChoice lora;
  std::optional<int> image_size;
  std::optional<double> deadline_h;
  double experiments = 1;                // runs paid for per final run
  std::optional<double> mtbf_h;          // of the whole job; absent: see speed/run.h
  std::optional<double> checkpoint_min;  // to write one; absent: the state at 1 GB/s a machine
  double restart_min = 10;               // from a failure to training again
};

struct CostChoice {
  CostMode mode = CostMode::compare;
  Pricing pricing = Pricing::on_demand;
  std::optional<Market> market;  // absent: see usual_market
  std::optional<std::string> provider;
  std::optional<std::string> region;
  std::optional<std::string> grid;
  std::optional<Location> location;   // absent: usual for the accelerators
  std::optional<double> utilization;  // share of powered hours that do useful work; absent: see usual_use
  double years = 4;
  double discount_rate = 0.10;
  double availability = 0.95;
  // Own. Absent: from the catalog price and the location (see cost/own.h).
  std::optional<double> server_usd;           // one node, accelerators included
  std::optional<double> network_usd_per_gpu;  // absent: by the size of the cluster
  double facility_usd = 0;                    // once: circuits, racks, liquid cooling
  int spare_nodes = 0;
  std::optional<HostMachine> host;         // absent: bought with them
  std::optional<double> host_usd;          // absent: by the number of cards (see own_price.h)
  std::optional<double> install_fraction;  // absent: by location
  std::optional<double> server_kw_max;
  std::optional<double> idle_fraction;  // absent: by the machine, see place.h
  double load_fraction = 0.80;
  std::optional<double> pue;
  std::optional<double> electricity_usd_kwh;
  double electricity_drift = 0;
  bool electricity_included = false;  // in the price of the space
  std::optional<double> colo_usd_kw_month;
  double maintenance_fraction = 0.03;
  std::optional<double> staff_fte;  // per node; absent: by location and number of nodes
  double staff_usd_year = 150000;
  double software_usd_year = 0;
  std::optional<double> resale_fraction;
  double resale_cost_fraction = 0.10;
  // Rent. Absent: the catalog's price.
  std::optional<double> rent_usd_gpu_h;
  std::optional<double> reserved_usd_gpu_h;
  double rent_drift = 0;
  std::optional<double> spot_ratio;  // of spot over on demand; absent: as published, else half
  std::optional<double> spot_mtbi_h;
  std::optional<bool> always_on;  // absent: a service is, a job is not
  double base_share = 0;          // of the machines, reserved for a year; the rest follows the load
  double start_h = 0.5;           // paid before a run begins: booting, environment, weights (unverified)
  double start_overhead = 0;
  double support_fraction = 0;
  double storage_gb = 0;
  double storage_usd_gb_month = 0.05;
  double egress_gb_month = 0;
  double egress_usd_gb = 0.09;
  // Hosted. Absent: the catalog's price.
  std::optional<double> api_input_usd_m;
  std::optional<double> api_output_usd_m;
  std::optional<double> cached_share;        // absent: the share found in the prefix cache
  std::optional<double> cached_price_ratio;  // absent: what the host publishes, else 1
  std::optional<double> batch_discount;      // absent: what the host publishes, for offline work

  // Tells whether one's own machines alone are counted.
  bool owns() const { return mode == CostMode::buy || mode == CostMode::own; }
};

struct OwnedHardware {
  std::string accelerator;
  int count = 1;
};

struct ConstraintChoice {
  std::optional<double> headroom;  // share of usable memory left free; absent: see plan.h
  // Each request: the least it may get, the longest until its first token, or, of images and audio, until its end.
  // Absent: none; a recommendation has some (see recommend.h).
  std::optional<double> min_tokens_per_s;
  std::optional<double> max_ttft_s;
  std::optional<double> max_request_s;
  std::optional<double> max_usd_h;
  std::optional<double> max_usd_total;
  std::optional<double> max_purchase_usd;
  std::optional<double> max_power_w;
  std::optional<int> max_count;
  std::vector<std::string> vendors;
  std::vector<std::string> segments;
  std::vector<std::string> accelerators;
  std::vector<OwnedHardware> owned;
};

// Users at once of a service of which nobody says how many.
inline constexpr double kUsualUsers = 32;

// 18 billion messages a week by 700 million weekly users of ChatGPT in July 2025 (Chatterji et al. 2025, NBER working
// paper 34255): 18e9 / 7 / 700e6 = 3.7 a user and day.
inline constexpr double kRequestsPerUserDay = 3.7;
// All of a day's requests within eight hours, as in one country's working day: 24 / 8.
inline constexpr double kDayPeak = 3;

// Share of what a replica can answer that it is loaded to: in an M/M/1 queue 0.8 / (1 - 0.8) = 4 requests are there
// then, at nine tenths 9; what is left takes bursts.
inline constexpr double kLoaded = 0.8;

// Tells whether what comes is counted by the day: users, tokens or hours of audio.
bool is_daily(const ServeChoice& serve);

// Peak over mean of a rate: what is given; of what is counted by the day else 24 over the hours it comes in, or
// kDayPeak; of a rate else 1.
double peak_factor(const ServeChoice& serve);

// Share of the hours that work where none is given. What is asked for at a rate is asked all the time, or in the
// hours given, so that the hours at the stated rate make up its mean; machines that people work on otherwise stand idle
// at night and at weekends.
double usual_use(const ServeChoice& serve);

}  // namespace ridgepoint
