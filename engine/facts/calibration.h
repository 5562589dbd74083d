// Fitted coefficients: what part of each peak is reached, and what every step costs beside.
//
// They are data (catalog/calibration), chosen by class of device; each says what it was taken
// from and, where measured, what error it left.
#pragma once

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/base/fields.h"
#include "engine/base/units.h"
#include "engine/facts/accelerator.h"

namespace ridgepoint {

// What a device and its software have to meet, all of it; an empty list is met by every one. Devices are told by facts
// that anyone can state of one of his own, never by name.
struct Conditions {
  std::vector<std::string> architectures;  // Accelerator::architecture
  std::vector<std::string> segments;       // Accelerator::segment
  std::vector<std::string> form_factors;   // Accelerator::form_factor
  std::vector<std::string> memory_types;   // how Accelerator::memory_type begins: "HBM"
  std::vector<std::string> engines;        // ServingEngine::id
  std::vector<std::string> frameworks;     // words of Framework
  std::string before;                      // software older than this date; empty: any
};

// Coefficients with what they are for and what they were taken from.
template <class Coefficients>
struct Calibrated : Coefficients, Conditions {
  std::string source;
};

// Coefficients of one family of devices ("hopper", "ampere_hbm", "apple", ...).
struct Efficiency {
  std::string id;
  std::string software;  // SoftwareFactors::id of what they are multiplied by; empty: by nothing

  // Reading memory, as shares of the vendor's bandwidth.
  double bandwidth = 0.8;         // dense weights, in decode
  double expert_bandwidth = 0.6;  // routed experts
  double cache_bandwidth = 0.6;   // KV cache
  double state_bandwidth = 0.6;   // states of linear-attention and state-space layers
  // Tokens of a prompt that these layers scan in the time in which their states are moved there and back.
  double scan_tokens = 64;
  // Converting narrow weights to the arithmetic they are multiplied in takes, for each weight, the time
  // in which the vendor's bandwidth would read so many bits more.
  double unpack_bits = 1.5;
  double cache_unpack_bits = 0;    // the same for numbers of a cache narrower than 16 bits
  double emulated_cache_bits = 0;  // and for FP8 on a device that has no arithmetic in it
  // Arithmetic in serving, as shares of the vendor's dense rate in that arithmetic.
  double gemm = 0.6;        // 16 bits and wider
  double gemm_8bit = 0.75;  // what is left of that share in FP8, INT8
  double gemm_4bit = 0.6;   // the same in FP4
  double experts = 0.3;     // GEMMs of routed experts, of the rate their arithmetic has
  // What converting narrow weights to 16 bits leaves of these, at most all.
  double gemm_dequantized = 0.8;
  double experts_dequantized = 0.8;
  double attention = 0.4;  // attention core over prompts, of the 16-bit rate
  // The same over the cache, where each decoded token comes alone: one row of a tile, or products of vectors.
  double decode_attention = 0.4;
  // Tokens by which batches are padded: the last tile of a matrix product is only partly full.
  double padding = 4;          // dense weights
  double expert_padding = 16;  // each routed expert
  // The same for each token where they are multiplied one by one, as vectors: so are few tokens, while that is faster.
  double vector_padding = 2;
  // Width of an expert on one device, of its hidden layer, at which its products reach half of what wide ones do.
  double expert_width = 0;
  // Of how often the experts of a layer are chosen, over the square of the mean: 0 where all are alike.
  double routing_variance = 0;
  // Bytes that norms, sums and gating move between the products, over those of fused kernels on 16-bit numbers.
  double elementwise = 0;
  // Fixed times.
  Seconds layer;          // per layer and pass: launches, norms, small kernels
  Seconds normed_layer;   // more for a layer with norms before and after each half (Gemma)
  Seconds moe_layer;      // more for a layer with experts: routing, sorting
  Seconds latent_layer;   // more for a layer of latent attention (MLA): its projections, down and up again
  Seconds indexed_layer;  // more for a layer of sparse attention: scores, choice of tokens
  Seconds linear_layer;   // more for a layer of linear attention or state space: convolution, gates, norm of its heads
  // More for a layer that sees its context compressed (DeepSeek-V4): entries made of tokens, the hidden state in
  // several streams that are mixed before and after each half of the layer.
  Seconds compressed_layer;
  // What launching a layer, and more for one with experts or latent attention, takes in passes that process prompts:
  // kernel by kernel where pure decode replays a captured graph. It counts as far as it takes longer than the work.
  Seconds prefill_layer;
  Seconds prefill_moe_layer;
  Seconds prefill_latent_layer;
  Seconds each_expert;  // more for each routed expert of a layer, chosen or not: software that asks them one by one
  // More for each matrix that is multiplied in 8 or 4 bits, experts that are asked one by one among them: software that
  // quantizes the input of each by a kernel of its own.
  Seconds quantized_matrix;
  Seconds step;      // per pass: scheduler, sampling
  Seconds sequence;  // per sequence beyond the first and decode step: sampling, detokenizing
  Seconds draft;     // per token drafted by layers or a model: launching them, choosing it
  Seconds request;   // per request: HTTP, tokenizer, scheduling
  // Tokens that are made after the first before it reaches the user: engines send tokens in groups and prepare a step
  // while the one before is sent.
  double held_tokens = 0;
  // Collectives.
  double fabric = 0.8;           // share of the fabric's bandwidth
  double pcie = 0.7;             // share of one PCIe direction, between a device and its host
  double pcie_collective = 0.4;  // of collectives: cards that cannot reach each other send through host memory
  double network = 0.8;          // share of the network's bandwidth
  Seconds fabric_latency;        // one small collective in the fabric's domain
  Seconds pcie_latency;          // one over PCIe
  Seconds network_latency;       // one across nodes
};
void visit(Calibrated<Efficiency>& efficiency, FieldVisitor& v);

// What a serving engine makes of these at a date, whatever the device: factors of the coefficients of the same names,
// and what only some engines do. Between two dates of an engine factors change evenly, in logarithms.
struct SoftwareFactors {
  std::string id;
  std::string date;  // "2025-06": they hold then; before the first date and after the last of an engine as there

  double bandwidth = 1, expert_bandwidth = 1, cache_bandwidth = 1, state_bandwidth = 1, scan_tokens = 1,
         unpack_bits = 1, gemm = 1, experts = 1, attention = 1, decode_attention = 1, expert_padding = 1,
         elementwise = 1, layer = 1, normed_layer = 1, moe_layer = 1, latent_layer = 1, linear_layer = 1,
         prefill_layer = 1, prefill_moe_layer = 1, prefill_latent_layer = 1, step = 1, sequence = 1, request = 1,
         held_tokens = 1, fabric_latency = 1;
  Seconds each_expert;  // as Efficiency has them
  Seconds quantized_matrix;
};
void visit(Calibrated<SoftwareFactors>& factors, FieldVisitor& v);

// A factor and what it is of, which it makes `most` of at most.
struct SoftwareFactor {
  std::string_view name;
  double SoftwareFactors::*factor;
  std::variant<double Efficiency::*, Seconds Efficiency::*> coefficient;
  double most = std::numeric_limits<double>::infinity();
};
std::span<const SoftwareFactor> software_factors();

// What training reaches of one class of devices under software that leaves nothing on the table.
struct TrainingEfficiency {
  std::string id;
  // Shares of the dense rate in matrix products of a very wide model; h / (h + half_hidden) of it at hidden size h.
  double gemm = 0.75;        // 16 bits and wider
  double gemm_8bit = 0.6;    // FP8 with one scale a tensor, INT8
  double gemm_mxfp8 = 0.55;  // FP8 with a scale for every 32 values
  double gemm_4bit = 0.4;    // FP4
  double half_hidden = 500;  // hidden size at which half is reached
  double experts = 0.5;      // routed experts, of the share that dense layers reach
  double attention = 0.5;    // attention core, of the 16-bit rate
  double bandwidth = 0.8;    // share of the vendor's bandwidth
  double fabric = 0.7;       // share of the fabric's bandwidth in collectives
  double network = 0.7;      // share of the network's bandwidth
};
void visit(Calibrated<TrainingEfficiency>& efficiency, FieldVisitor& v);

// What training software makes of it. The first whose conditions are met counts. TPUs run what XLA compiles, whatever
// framework asks for it.
struct TrainingSoftware {
  std::string id;
  double gemm = 1;          // shares of what TrainingEfficiency says: matrix products
  double narrow = 1;        // of those in 8 bits and fewer, once more
  double experts = 1;       // routed experts
  double attention = 1;     // attention core
  double eager = 2;         // traffic of element-wise work over that of fused kernels, where nothing is compiled
  double dequantize = 0.8;  // share of bandwidth in expanding 4-bit weights
  double hidden = 0;        // share of tensor- and expert-parallel collectives that computing hides
  double data_hidden = 1;  // share of data-parallel collectives that it can hide at all: they take links and processors
  Seconds layer;           // launches per layer and micro-batch, forward and backward
  Seconds moe_layer;       // more for a layer with experts
};
void visit(Calibrated<TrainingSoftware>& software, FieldVisitor& v);

// What a training process holds beside what its step works with. The first whose conditions are met counts.
struct TrainingOverheads {
  std::string id;
  Bytes context = gigabytes(0.8);  // GPU context and libraries
  // What the caching allocator reserves beyond what a step allocates and frees, as a share of that: batches of one
  // length; and of several up to the longest, logits and other values apart, where the longest have less to waste:
  // the share falls with (1,024 tokens / length)^varying_fall.
  double fragmentation = 0.03;
  double varying_logits = 1;
  double varying_values = 1;
  double varying_fall = 0;
  double quantized_layer = 24;  // bytes of buffers per token and hidden value of a layer with quantized weights
  bool unties_head = false;     // a head tied to the embedding table is a matrix of its own
  bool loads_whole = false;     // each GPU holds the model as a whole before it is sharded
};
void visit(Calibrated<TrainingOverheads>& overheads, FieldVisitor& v);

// What a trainer does by itself, where a loss in the plain way is asked for, and memory beside it.
struct TrainerHabits {
  std::string before;                   // software older than this date; empty: current
  std::vector<std::string> objectives;  // words of Objective; empty: all
  double logit_bytes = 14;              // held at once of each logit
  double logit_tokens = 0;              // whose logits are there at once; 0: all of a micro-batch
  bool answers_alone = false;           // logits of what was generated, not of prompts
  bool wide_tables = false;             // what bitsandbytes leaves in 16 bits is turned into FP32
  bool offloads_checkpoints = false;    // activation checkpoints go to host memory
  bool in_place = false;                // gradients of a feed-forward take the place of its activations
};
void visit(TrainerHabits& habits, FieldVisitor& v);

// Coefficients of models that are not token decoders, for one class of devices.
struct MediaEfficiency {
  std::string id;
  double gemm = 0.8;       // share of the dense rate in matrix products and convolutions at 16 bits and wider
  double gemm_8bit = 0.5;  // at 8 bits and below
  double bandwidth = 0.8;  // share of the vendor's bandwidth for activations and weights
  double train = 0.6;      // share of the dense rate in training
};
void visit(Calibrated<MediaEfficiency>& efficiency, FieldVisitor& v);

// What holds for them on all devices.
struct MediaTraffic {
  // How often a written activation value is moved, all element-wise work counted: by a network whose kernels
  // a compiler fused, and by an eager one.
  double transformer = 2;
  double transformer_eager = 4;
  double conv = 3;  // of convolutional nets
  double conv_eager = 6;
  double conv_gemm = 1;        // share of the rate that convolutions reach, over that of matrix products
  double conv_gemm_eager = 1;  // the same in eager networks
  double denoiser = 1;         // share of the rate that denoisers reach, over that of networks with large batches
  double encoder = 1;          // the same of encoders of text
  double fp32 = 1;             // share of the rate of FP32 units that products reach
  double narrow = 0.5;         // movements with weights of 8 bits and below, over those at 16 bits
  double state = 3;            // movements of keys and values that a text decoder reads
  double unpack =
      3;  // movements of 16 bits for each weight of a denoiser, once a step, that is unpacked to be multiplied
  double train = 1;       // movements in training over those of three eager forward passes
  double train_conv = 1;  // share of the rate that convolutions reach in training, over that of matrix products
  Seconds launch;         // per matrix and run, when all are longer than the work
  Seconds launch_eager;
  Seconds token;  // beside it, of a text decoder whose tokens are picked
  Seconds token_eager;
  Seconds window;  // for each window of audio, however many go together: its spectrogram and its text
  std::string source;
};
void visit(MediaTraffic& traffic, FieldVisitor& v);

// What one replica serves, as far as runs may be larger than those that were measured.
struct ServedLoad {
  double tokens = 0;        // of a prompt and its answer
  double in_flight = 0;     // requests processed together
  double accelerators = 0;  // that hold one copy of the model
};

// How far estimates of a class of figures have been off, on measured rows.
struct FigureError {
  std::string figure;        // "tpot", "ttft", "train_tokens_per_s", ...
  std::string device_class;  // Efficiency id; empty: all
  std::vector<std::string>
      vendors;  // of the devices of at least three rows, of a class of several; empty: of all in it
  int rows = 0;
  double median = 0;  // absolute relative error
  double p90 = 0;
  double range = 0;  // that ranges have instead where it is wider: what estimates that are far too small need
  // Share of the rows, left out of the fit, within prediction / (1 + p90 or range) and x the same; 0: unknown.
  double covered = 0;
  ServedLoad most;  // of the rows, each by itself; 0: unknown
  std::string source;
};
void visit(FigureError& error, FieldVisitor& v);

// It tells how prices of a class of devices move, by their quotes.
struct PurchaseMarket {
  std::vector<std::string> kinds;  // words of PriceKind that it is for; empty: any
  double monthly = 0;              // rise of ln(price) in a month; 0: not known
  std::string from, until;         // days of the quotes that say so; nothing moves beyond them
  double p90 = 0;                  // relative error that 9 of 10 moved prices of devices left out keep
  double sold_years = 5;           // age of the oldest device that is still sold new
};
void visit(Calibrated<PurchaseMarket>& market, FieldVisitor& v);

struct Calibration {
  std::vector<Calibrated<Efficiency>> efficiencies;   // first match counts; the last covers everything
  std::vector<Calibrated<SoftwareFactors>> software;  // an engine's by date; none: as the class of the device
  std::vector<Calibrated<MediaEfficiency>> media;     // likewise; absent: the defaults above
  std::vector<Calibrated<TrainingEfficiency>> training;
  std::vector<Calibrated<TrainingSoftware>> training_software;
  std::vector<Calibrated<TrainingOverheads>> training_overheads;
  MediaTraffic media_traffic;
  std::vector<FigureError> errors;
  std::vector<Calibrated<PurchaseMarket>> purchase;  // first match counts
};

// What serves: engine and date of its version.
struct Software {
  std::string engine;
  std::string date;  // empty: current
};
void visit(Calibration& calibration, FieldVisitor& v);

// The family of a device: the first whose conditions it meets, else the last, which must be there; with the factors of
// the software at its date.
Efficiency efficiency_of(const Calibration& calibration, const Accelerator& accelerator, const Software& software = {});
const Calibrated<Efficiency>& family_of(const Calibration& calibration, const Accelerator& accelerator);
// The first that covers the device, the framework and its date (empty: current); none: the defaults above.
TrainingEfficiency training_efficiency_of(const Calibration& calibration, const Accelerator& accelerator);
TrainingSoftware training_software_of(const Calibration& calibration, const Accelerator& accelerator,
                                      std::string_view framework, const std::string& date);
TrainingOverheads training_overheads_of(const Calibration& calibration, std::string_view framework,
                                        const std::string& date);
// The first that cover the objective and the date.
TrainerHabits habits_of(const std::vector<TrainerHabits>& habits, std::string_view objective, const std::string& date);
MediaEfficiency media_efficiency_of(const Calibration& calibration, const Accelerator& accelerator);
// Gives the market that such a price belongs to; one that does not move where none is known.
PurchaseMarket purchase_market_of(const Calibration& calibration, const Accelerator& accelerator, PriceKind kind);
// The error of a figure for a class of devices; over all classes where that has fewer than five rows; else null.
const FigureError* error_of(const Calibration& calibration, const std::string& figure, const std::string& device_class);
// Whether so much is more than twice the most that was measured; no, where that is unknown.
bool is_beyond(double load, double most);
// What an estimate may be off by, either way, at a load: the 90th percentile of the error, or `range`; half as much
// again where any of it is beyond what was measured. With all rows beyond 1,024 to 16,384 tokens, 4 to 64 requests or 1
// to 4 accelerators left out of the fit, that of the rows left out was 1.4 times as large in the median as with them in
// the fit, 2 at most; that of usual left-out rows is 1.3 times.
double range_at(const FigureError& error, const ServedLoad& load);

}  // namespace ridgepoint
