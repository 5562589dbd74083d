#include "engine/speed/inference.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/model/architecture.h"
#include "engine/speed/collectives.h"

namespace ridgepoint {
namespace {

constexpr double kActivationBytes = 2;  // activations travel in 16 bits

// What one GPU's operators of one kind need: to read weights and to multiply.
struct Load {
  Seconds memory;
  Seconds compute;
  Seconds together;  // smooth maximum, operator by operator
  Work work;
  void add(Bytes moved, BytesPerSecond bandwidth, Flop flop, FlopPerSecond rate) {
    add_padded(moved, bandwidth, flop, flop, rate);
  }
  // `padded` takes the time, `flop` of it is work: partly filled tiles compute what nobody needs.
  void add_padded(Bytes moved, BytesPerSecond bandwidth, Flop flop, Flop padded, FlopPerSecond rate) {
    const Seconds m = moved / bandwidth, c = padded / rate;
    memory += m;
    compute += c;
    together += smooth_max(m, c);
    work += {flop, moved};
  }
};

// A pass: new tokens of one micro-batch on their way through the model.
struct Pass {
  const Passes& on;
  double tokens = 1;       // that every layer processes
  double head_tokens = 1;  // that the LM head turns into logits
  const Efficiency& efficiency() const { return on.device.efficiency; }
};

bool is_wide(Arithmetic arithmetic) {
  return arithmetic == Arithmetic::fp32 || arithmetic == Arithmetic::tf32 || arithmetic == Arithmetic::bf16 ||
         arithmetic == Arithmetic::fp16;
}

// Narrow weights that are multiplied in wide arithmetic have to be converted first.
bool is_converted(double bits, Arithmetic arithmetic) { return bits < 15.9 && is_wide(arithmetic); }

// What converting narrow weights leaves of a rate: it never makes a product faster.
double kept(double share) { return std::min(1.0, share); }

// The share of the GEMM rate reached with weights of `bits`, multiplied in `arithmetic`.
double gemm_share(double bits, Arithmetic arithmetic, const Efficiency& e) {
  switch (arithmetic) {
    case Arithmetic::fp8:
    case Arithmetic::fp6:
    case Arithmetic::int8:
      return e.gemm * e.gemm_8bit;
    case Arithmetic::fp4:
    case Arithmetic::int4:
      return e.gemm * e.gemm_4bit;
    case Arithmetic::fp32:
    case Arithmetic::tf32:
    case Arithmetic::bf16:
    case Arithmetic::fp16:
      return is_converted(bits, arithmetic) ? e.gemm * kept(e.gemm_dequantized) : e.gemm;
  }
  return e.gemm;
}

// The share of the vendor's bandwidth at which numbers of `bits` come in that take as long to unpack as reading
// `unpacking` bits: b / (b / share + unpacking).
double reading_share(double bits, double share, double unpacking) { return bits / (bits / share + unpacking); }

double reading_share(double bits, double share, bool converted, const Efficiency& e) {
  return converted ? reading_share(bits, share, e.unpack_bits) : share;
}

BytesPerSecond cache_rate(const NumberFormat& kv, const Device& device) {
  const Efficiency& e = device.efficiency;
  if (kv.bits >= 15.9) return e.cache_bandwidth * device.bandwidth;
  const bool emulated = kv.arithmetic == Arithmetic::fp8 && !device.has_fp8;
  const double unpacking = emulated ? std::max(e.emulated_cache_bits, e.cache_unpack_bits) : e.cache_unpack_bits;
  return reading_share(kv.bits, e.cache_bandwidth, unpacking) * device.bandwidth;
}

// Tokens that a matrix product computes for `tokens`: a few are multiplied as vectors, more fill tiles.
double padded(double tokens, double padding, double vector_padding) {
  return tokens + std::min(padding, tokens * vector_padding);
}

double bits_of(const Pass& pass, Part part) { return bits_of(pass.on.input.weights, part, pass.on.routed_values > 0); }

// Whether numbers of `bits` in a format are multiplied in FP8, though the format's own arithmetic is narrower.
bool is_kept_in_8_bits(double bits, const NumberFormat& format) {
  return bits > 1.5 * format.bits && bits < 12 && !format.weight_only;
}

bool keeps_8_bits(const NumberFormat& format) {
  const auto kept = [&](const std::optional<double>& bits) { return bits && is_kept_in_8_bits(*bits, format); };
  return kept(format.part_bits.beside_experts) ||
         std::any_of(format.part_bits.of.begin(), format.part_bits.of.end(), kept);
}

// What numbers of `bits` are multiplied in. Parts that a format keeps much wider than the rest are not multiplied in
// its arithmetic: those of about 8 bits are in FP8, the others in 16 bits.
struct Multiplied {
  Arithmetic arithmetic;
  FlopPerSecond peak;
};
Multiplied multiplied(const Pass& pass, double bits) {
  const NumberFormat& format = pass.on.input.weights;
  const Device& d = pass.on.device;
  if (bits <= 1.5 * format.bits) return {d.arithmetic, d.gemm_peak};
  if (is_kept_in_8_bits(bits, format) && d.peak_fp8 > FlopPerSecond{}) return {Arithmetic::fp8, d.peak_fp8};
  return {Arithmetic::bf16, d.peak_16bit};
}

// Attention, feed-forward, router and shared-expert matrices, split over the tensor ranks, part by part.
Load dense_matrices(const Pass& pass) {
  const Efficiency& e = pass.efficiency();
  const double rows = padded(pass.tokens, e.padding, e.vector_padding);
  Load load;
  for (std::size_t i = 0; i < kParts; ++i) {
    const double params = pass.on.dense[i];
    if (params == 0) continue;
    const double bits = bits_of(pass, static_cast<Part>(i));
    const auto [arithmetic, peak] = multiplied(pass, bits);
    const bool converted = is_converted(bits, arithmetic);
    load.add_padded(bytes(params * bits / 8), reading_share(bits, e.bandwidth, converted, e) * pass.on.device.bandwidth,
                    flop(2 * params * pass.tokens), flop(2 * params * rows), gemm_share(bits, arithmetic, e) * peak);
  }
  return load;
}

// The LM head stays in 16 bits unless the format covers the whole file, where it may have bits of its own.
Load lm_head(const Pass& pass) {
  const Efficiency& e = pass.efficiency();
  const double bits = bits_of(pass, Part::head);
  const bool converted = is_converted(bits, pass.on.device.arithmetic);
  const double share = reading_share(bits, e.bandwidth, converted, e);
  const double params = static_cast<double>(pass.on.model.vocab) * pass.on.model.hidden / pass.on.input.layout.tensor;
  Load load;
  load.add_padded(bytes(params * bits / 8), share * pass.on.device.bandwidth, flop(2 * params * pass.head_tokens),
                  flop(2 * params * padded(pass.head_tokens, e.padding, e.vector_padding)),
                  e.gemm * pass.on.device.peak_16bit);
  return load;
}

// Replicas whose tokens meet at the experts.
double expert_replicas(const Layout& layout) { return static_cast<double>(expert_ranks(layout)) / layout.tensor; }

// Experts that the busiest of `groups` equal groups of experts reads when `touched` of all are. Each expert is
// touched or not, so a group of M reads m = touched / groups of them with variance m (1 - m / M); the largest of g
// such counts lies about sqrt(2 ln g) - 0.63 deviations above the mean (0.55, 1.04, 1.41 for 2, 4, 8; the expected
// maxima of normal variables are 0.56, 1.03, 1.42).
double experts_of_busiest(double count, double touched, double groups) {
  const double mean = touched / groups;
  if (groups < 2) return mean;
  const double deviation = std::sqrt(std::max(0.0, mean * (1 - touched / count)));
  return std::min(count / groups, mean + (std::sqrt(2 * std::log(groups)) - 0.63) * deviation);
}

// Routed experts: each expert that any token chose is read once; every token multiplies k of them.
Load routed_experts(const Pass& pass) {
  if (pass.on.routed_values == 0) return {};
  const Layout& layout = pass.on.input.layout;
  const double bits = bits_of(pass, Part::experts);
  const double tokens = pass.tokens * expert_replicas(layout);
  const double groups = layout.expert;
  const double slices = static_cast<double>(expert_ranks(layout)) / groups;  // of one expert
  const Efficiency& e = pass.efficiency();
  const bool converted = is_converted(bits, pass.on.device.arithmetic);
  const BytesPerSecond bandwidth = reading_share(bits, e.expert_bandwidth, converted, e) * pass.on.device.bandwidth;
  const double reached_rate = converted ? e.experts * kept(e.experts_dequantized) : e.experts;
  const FlopPerSecond rate = reached_rate * pass.on.device.gemm_peak;
  Load load;
  for (const LayerGroup& group : pass.on.model.groups) {
    const Experts& experts = group.experts;
    if (experts.count == 0) continue;
    const double read = experts_of_busiest(experts.count, experts_touched(experts, tokens, e.routing_variance), groups);
    const double params = group.count * group.expert_params / slices;
    const double each = tokens * experts.per_token / groups / read;  // tokens of an expert
    const double rows = read * padded(each, e.expert_padding, e.vector_padding);
    const double width = experts.width / slices;
    const double reached = width / (width + e.expert_width);
    load.add_padded(bytes(read * params * bits / 8), reached * bandwidth, flop(2 * params * read * each),
                    flop(2 * params * rows), reached * rate);
  }
  return load;
}

// Norms, sums and gating between the products, and tokens on their way to routed experts and back: tensor ranks divide
// what lies within heads and feed-forward layers, not the hidden states.
Load elementwise(const Pass& pass) {
  const Layout& layout = pass.on.input.layout;
  const double routed_tokens = pass.tokens * expert_replicas(layout) / layout.expert;
  const double values = pass.tokens * pass.on.values + routed_tokens * pass.on.routed_values;
  const Efficiency& e = pass.efficiency();
  Load load;
  load.add(bytes(e.elementwise * values * kActivationBytes), e.bandwidth * pass.on.device.bandwidth, flop(0),
           pass.on.device.peak_16bit);
  return load;
}

constexpr double kTile = 128;  // rows of a tile of attention kernels

// The share of the 16-bit rate at which decoded tokens attend: products of vectors, or tiles as full as the query heads
// on one cached head make them. 128 heads on one latent vector fill them as prompts do.
double decode_attention_share(const Pass& pass, double verified) {
  const Efficiency& e = pass.efficiency();
  const double rows = verified * pass.on.heads_on_one;
  return std::max(e.decode_attention, e.attention * std::min(1.0, rows / kTile));
}

// Each sequence's cache is read once for all the tokens that are `verified`.
Load cached_attention(const Pass& pass, double context, double verified) {
  const Passes::Attention& one = pass.on.decoding(context);
  Load load;
  load.add(pass.tokens * one.read, cache_rate(pass.on.input.kv, pass.on.device), verified * pass.tokens * one.flop,
           decode_attention_share(pass, verified) * pass.on.device.peak_16bit);
  return load;
}

// Attention of a prompt: compute alone, the cache it reads back is small beside it.
Load prompt_attention(const Pass& pass, double cached) {
  const Passes::Attention& all = pass.on.reading(pass.tokens, cached);
  Load load;
  load.add(all.read, cache_rate(pass.on.input.kv, pass.on.device), all.flop,
           pass.efficiency().attention * pass.on.device.peak_16bit);
  return load;
}

// Constant states of linear-attention layers, read and written so many times.
Load moved_states(const Pass& pass, double times) {
  Load load;
  load.add(2 * times / pass.on.input.layout.tensor * pass.on.state,
           pass.efficiency().state_bandwidth * pass.on.device.bandwidth, flop(0), pass.on.device.peak_16bit);
  return load;
}

// How often the scan of a prompt moves them, or takes as long as if it did.
double scans(const Pass& prompt) { return std::max(1.0, prompt.tokens / prompt.efficiency().scan_tokens); }

bool is_projected(const LayerGroup& group) { return group.attention && traits_of(group.attention->kind).is_projected; }

// Launches and small kernels of all layers, by what is in them.
Seconds layer_time(const Architecture& model, const Efficiency& e) {
  Seconds sum;
  for (const LayerGroup& group : model.groups) {
    Seconds one = e.layer;
    if (group.norms > 2) one += e.normed_layer;
    if (group.experts.count > 0) one += e.moe_layer;
    if (is_projected(group)) one += e.latent_layer;
    if (group.attention && group.attention->indexer_heads > 0) one += e.indexed_layer;
    if (group.linear) one += e.linear_layer;
    if (group.attention && group.attention->compress_ratio > 0) one += e.compressed_layer;
    sum += group.count * one;
  }
  return sum;
}

// Experts of one token in the layers that have any, as a mean.
double mean_experts_per_token(const Architecture& model) {
  double sum = 0;
  for (const LayerGroup& group : model.groups) sum += static_cast<double>(group.count) * group.experts.per_token;
  return sum / std::max(1, model.expert_layers());
}

Bytes activations(const Pass& pass) { return bytes(pass.tokens * pass.on.model.hidden * kActivationBytes); }

// Two all-reduces a layer: after attention and after the feed-forward.
Seconds tensor_communication(const Pass& pass) {
  const Layout& layout = pass.on.input.layout;
  if (layout.tensor <= 1) return seconds(0);
  const Path path = path_between(pass.on.device, layout.tensor, layout.per_node);
  return 2.0 * pass.on.model.layers() * all_reduce(path, layout.tensor, activations(pass));
}

// How many ranks each token is sent to. Within a machine engines gather all tokens on every rank and reduce what comes
// back; across machines a token goes to the ranks that have its experts.
double receivers(const Pass& pass) {
  const Layout& layout = pass.on.input.layout;
  const double ranks = layout.expert;
  return layout.expert <= layout.per_node ? ranks : std::min(ranks, mean_experts_per_token(pass.on.model));
}

// Tokens go to their experts and back, twice a layer. Needless while all experts are among the tensor
// ranks, which hold every token anyway.
Seconds expert_communication(const Pass& pass) {
  const Layout& layout = pass.on.input.layout;
  if (layout.expert <= layout.tensor) return seconds(0);
  const Path path = path_between(pass.on.device, layout.expert, joined_devices(pass.on.device, layout.per_node));
  Seconds sum;
  for (const LayerGroup& group : pass.on.model.groups) {
    if (group.experts.count == 0) continue;
    const Bytes token = bytes(group.experts.outer(pass.on.model.hidden) * kActivationBytes);
    sum += 2.0 * group.count * all_to_all(path, layout.expert, receivers(pass) / layout.tensor * pass.tokens * token);
  }
  return sum;
}

Seconds pipeline_communication(const Pass& pass) {
  const Layout& layout = pass.on.input.layout;
  if (layout.pipeline <= 1) return seconds(0);
  const int joined = joined_devices(pass.on.device, layout.per_node);
  const double hops = layout.pipeline - 1.0,
               across = std::min(hops, std::ceil(layout.tensor * layout.pipeline / static_cast<double>(joined)) - 1);
  return (hops - across) * point_to_point(path_between(pass.on.device, 2, joined), activations(pass)) +
         across * point_to_point(network_path(pass.on.device), activations(pass));
}

void add_line(StepTime& step, const char* id, const char* label, BoundBy bound, Seconds time) {
  if (time <= seconds(0)) return;
  if (step.unlisted)
    *step.unlisted += time;
  else
    step.lines.push_back({id, label, bound, time});
}

void add_line(StepTime& step, const char* id, const char* label, const Load& load) {
  add_line(step, id, label, load.compute > load.memory ? BoundBy::compute : BoundBy::memory, load.together);
  step.work += load.work;
}

Load scaled(Load load, double share) {
  return {share * load.memory,
          share * load.compute,
          share * load.together,
          {share * load.work.flop, share * load.work.moved}};
}

// The same pass on the CPU that has a share of the model.
class OnCpu {
 public:
  OnCpu(const Pass& pass, const HostShare& host)
      : pass_(pass), input_(alone(pass.on.input)), on_(pass.on.model, input_, host.cpu) {}
  Pass as_pass() const { return {on_, pass_.tokens, pass_.head_tokens}; }

 private:
  static InferenceSpeedInput alone(InferenceSpeedInput input) {
    input.layout = Layout{};
    input.host.reset();
    return input;
  }
  const Pass& pass_;
  InferenceSpeedInput input_;
  Passes on_;
};

// For what `load` reads in host memory to reach the accelerator, by the share of PCIe that the software reaches that
// works with both.
Seconds sending(const Load& load, const Pass& pass) {
  return load.work.moved / (pass.on.input.host->cpu.efficiency.pcie * pass.on.device.pcie);
}

// Weights in host memory: the CPU multiplies where they lie, or they travel to the accelerator once a pass,
// whichever is faster.
Seconds host_time(const Pass& pass, const HostShare& host, const Load& dense, const Load& experts) {
  const OnCpu on_cpu(pass, host);
  const Load cpu_dense = dense_matrices(on_cpu.as_pass()), cpu_experts = routed_experts(on_cpu.as_pass());
  const Seconds computed = host.dense * cpu_dense.together + host.experts * cpu_experts.together;
  const Seconds sent = host.dense * (sending(cpu_dense, pass) + dense.together) +
                       host.experts * (sending(cpu_experts, pass) + experts.together);
  return std::min(computed, sent);
}

// What decode and prefill have in common: everything but attention and the states.
void add_common_lines(StepTime& step, const Pass& pass) {
  const Seconds communication = tensor_communication(pass) + expert_communication(pass) + pipeline_communication(pass);
  const Load dense = dense_matrices(pass), experts = routed_experts(pass);
  const std::optional<HostShare>& host = pass.on.input.host;
  const double here = 1 - (host ? host->dense : 0);
  add_line(step, "weights", "Dense weights", scaled(dense, here));
  add_line(step, "experts", "Routed experts", scaled(experts, 1 - (host ? host->experts : 0)));
  if (host)
    add_line(step, "host_weights", "Weights in host memory", BoundBy::memory, host_time(pass, *host, dense, experts));
  add_line(step, "elementwise", "Norms and element-wise", scaled(elementwise(pass), here));
  add_line(step, "lm_head", "LM head", lm_head(pass));
  add_line(step, "communication", "Communication between devices", BoundBy::communication, communication);
  add_line(step, "layers", "Launches and small kernels", BoundBy::host, pass.on.layers);
}

// What a pass does with the layers' cache, or their states: the accelerator's own as a line. Returned: the time for
// what lies in host memory, where the CPU attends to it, or from where it travels to the accelerator, whichever is
// faster.
template <class LoadOf>
Seconds add_cache_line(StepTime& step, const char* id, const char* label, const Pass& pass, LoadOf load_of) {
  const double away = pass.on.input.host ? pass.on.input.host->cache : 0;
  const Load here = load_of(pass);
  add_line(step, id, label, scaled(here, 1 - away));
  if (away <= 0) return seconds(0);
  const OnCpu on_cpu(pass, *pass.on.input.host);
  const Load there = load_of(on_cpu.as_pass());
  return away * std::min(there.together, sending(there, pass) + here.together);
}

void add_host_line(StepTime& step, Seconds time) {
  add_line(step, "host_attention", "Attention over the cache in host memory", BoundBy::memory, time);
}

// Matrices of a layer, those of all its routed experts too.
double matrices_of(const LayerGroup& group) {
  return static_cast<double>(group.matrices.size()) + group.experts.count * (group.experts.gated ? 3.0 : 2.0);
}

// Launching all kernels one by one.
Seconds launch_time(const Architecture& model, const Device& device) {
  const Efficiency& e = device.efficiency;
  Seconds launches;
  for (const LayerGroup& group : model.groups) {
    Seconds one = e.prefill_layer;
    if (!is_wide(device.arithmetic)) one += matrices_of(group) * e.quantized_matrix;
    if (group.experts.count > 0) one += e.prefill_moe_layer + group.experts.count * e.each_expert;
    if (is_projected(group)) one += e.prefill_latent_layer;
    launches += group.count * one;
  }
  return launches;
}

// Kernels of passes with prompts, and of all where no graphs are captured, are launched one by one while those before
// them run: what launching takes beyond the work of all lines so far is waited for.
void add_launches(StepTime& step, const Pass& pass) {
  const Seconds work = step.total();
  add_line(step, "prompt_layers", "Launches beyond the work", BoundBy::host, smooth_max(work, pass.on.launches) - work);
}

// Tokens of each sequence in a decode step: one, and those that were drafted for it.
double verified(const InferenceSpeedInput& input) { return input.speculation ? 1 + input.speculation->tokens : 1; }

// Decoding alone, or with `tokens` of `prompts` prompts beside.
StepTime step_of(const Pass& pass, double sequences, double context, double tokens, double cached, double prompts,
                 bool listed) {
  const double micro_batch = std::max(1.0, sequences / pass.on.input.layout.pipeline);
  const Pass decode{pass.on, micro_batch, micro_batch};
  const Pass prompt{pass.on, tokens / prompts, 1};
  StepTime step;
  if (listed)
    step.lines.reserve(10);
  else
    step.unlisted = seconds(0);
  add_common_lines(step, pass);
  Seconds away = add_cache_line(step, "kv_cache", "KV cache and attention", decode,
                                [&](const Pass& p) { return cached_attention(p, context, verified(p.on.input)); });
  const double scanned = tokens > 0 ? prompts * scans(prompt) : 0;
  away += add_cache_line(step, "state", "States of linear layers", decode,
                         [&](const Pass& p) { return moved_states(p, micro_batch + scanned); });
  if (tokens > 0)
    away += add_cache_line(step, "attention", "Attention of prompts", prompt,
                           [&](const Pass& p) { return scaled(prompt_attention(p, cached), prompts); });
  add_host_line(step, away);
  if (tokens > 0 || pass.on.input.eager) add_launches(step, pass);
  const Efficiency& e = pass.efficiency();
  // One scheduler serves the micro-batches of all stages in turn.
  const double stages = pass.on.input.layout.pipeline, in_turn = std::clamp(sequences, 1.0, stages);
  add_line(step, "host", "Scheduler and sampling", BoundBy::host,
           in_turn * e.step + std::max(0.0, sequences - 1) * e.sequence);
  if (pass.on.input.speculation) {
    Seconds draft = draft_time(pass.on.model, pass.on.input, pass.on.device, sequences, context);
    if (tokens > 0) draft += prompts * draft_prefill_time(pass.on.input, pass.on.device, tokens / prompts, cached);
    add_line(step, "draft", "Drafting", BoundBy::memory, draft);
  }
  // While a micro-batch passes all stages, each stage works once on every micro-batch there is.
  const double busy = in_turn / stages;
  step.work = {busy * step.work.flop, busy * step.work.moved};
  return step;
}

// `other` after it, so many times: equal lines are one.
StepTime followed_by(StepTime step, const StepTime& other, double times) {
  for (const TimeLine& line : other.lines) {
    const auto same =
        std::find_if(step.lines.begin(), step.lines.end(), [&](const TimeLine& l) { return l.id == line.id; });
    if (same != step.lines.end())
      same->time += times * line.time;
    else
      step.lines.push_back({line.id, line.label, line.bound, times * line.time});
  }
  step.work += {times * other.work.flop, times * other.work.moved};
  return step;
}

InferenceSpeedInput draft_input(const InferenceSpeedInput& input) {
  return {input.weights, input.kv, draft_layout(input.speculation->draft, input.layout)};
}

// One layer's share of a decode step, and the LM head.
Seconds prediction_layer_time(const Architecture& model, InferenceSpeedInput input, const Device& device,
                              double sequences, double context) {
  input.speculation.reset();
  Seconds layers, head;
  for (const TimeLine& line : decode_step({model, input, device}, sequences, context).lines) {
    if (line.id == "lm_head") head += line.time;
    if (line.id != "lm_head" && line.id != "host") layers += line.time;
  }
  return layers / model.layers() + head;
}

}  // namespace

Seconds draft_time(const Architecture& model, const InferenceSpeedInput& input, const Device& device, double sequences,
                   double context) {
  const Speculation& s = *input.speculation;
  if (s.drafter == Drafter::ngram) return seconds(0);
  const Seconds pass = s.drafter == Drafter::mtp
                           ? prediction_layer_time(model, input, device, sequences, context)
                           : decode_step({s.draft, draft_input(input), device}, sequences, context).total();
  return s.tokens * (pass + device.efficiency.draft);
}

Seconds draft_prefill_time(const InferenceSpeedInput& input, const Device& device, double tokens, double cached) {
  if (input.speculation->drafter != Drafter::model) return seconds(0);
  return prefill({input.speculation->draft, draft_input(input), device}, tokens, cached).total();
}

FlopPerSecond claimed_peak(const Architecture& model, const NumberFormat& weights, const Device& device) {
  const Efficiency& e = device.efficiency;
  const double experts = model.expert_layers() > 0 ? e.experts : 0;
  const double share = std::max({1.0, gemm_share(weights.bits, device.arithmetic, e), experts});
  const FlopPerSecond wider = std::max(e.gemm, e.attention) * device.peak_16bit;
  const FlopPerSecond in_fp8 =
      keeps_8_bits(weights) ? gemm_share(8, Arithmetic::fp8, e) * device.peak_fp8 : FlopPerSecond{};
  return std::max({share * device.gemm_peak, in_fp8, wider});
}

StepTime one_of(StepTime step, double parts) {
  for (TimeLine& line : step.lines) line.time /= parts;
  step.work = {step.work.flop / parts, step.work.moved / parts};
  return step;
}

Passes::Passes(const Architecture& of_model, const InferenceSpeedInput& by_input, const Device& on_device)
    : model(of_model), input(by_input), device(on_device) {
  const Layout& layout = input.layout;
  const double slices = static_cast<double>(expert_ranks(layout)) / layout.expert;
  for (const LayerGroup& group : model.groups) {
    for (const Matrix& matrix : group.matrices)
      dense[static_cast<std::size_t>(traits_of(matrix.role).part)] +=
          group.count * tensor_share(matrix, group, layout.tensor) * matrix.params();
    const ElementwiseValues v = elementwise_values(group, model.hidden);
    values += group.count * (v.whole + v.split / layout.tensor);
    routed_values += group.count * group.experts.per_token * (v.routed_whole + v.routed_split / slices);
  }
  heads_on_one = ridgepoint::heads_on_one(model, layout.tensor);
  state = linear_state(model);
  layers = layer_time(model, device.efficiency);
  launches = launch_time(model, device);
}

const Passes::Attention& Passes::decoding(double context) const {
  const int tensor = input.layout.tensor;
  if (context != context_)
    decoding_ = {kv_cache_per_gpu(model, context, input.kv, tensor),
                 attention_flop(model, context, MlaForm::absorbed, tensor)};
  context_ = context;
  return decoding_;
}

const Passes::Attention& Passes::reading(double tokens, double cached) const {
  const int tensor = input.layout.tensor;
  if (tokens != tokens_ || cached != cached_)
    reading_ = {kv_cache_per_gpu(model, cached + tokens, input.kv, tensor),
                causal_attention_flop(model, tokens, cached, tensor)};
  tokens_ = tokens;
  cached_ = cached;
  return reading_;
}

StepTime decode_step(const Passes& passes, double sequences, double context, bool listed) {
  const double decoded = verified(passes.input) * std::max(1.0, sequences / passes.input.layout.pipeline);
  return step_of({passes, decoded, decoded}, sequences, context, 0, 0, 1, listed);
}

StepTime mixed_step(const Passes& passes, double sequences, double context, double tokens, double cached,
                    double prompts, bool listed) {
  // What prompts pass is not what is decoded with: one after the other.
  if (passes.input.prompt_layers && tokens > 0)
    return followed_by(decode_step(passes, sequences, context), prefill(passes, tokens / prompts, cached), prompts);
  const double decoded = verified(passes.input) * std::max(1.0, sequences / passes.input.layout.pipeline);
  return step_of({passes, decoded + tokens, decoded + 1}, sequences, context, tokens, cached, prompts, listed);
}

StepTime prefill(const Passes& passes, double tokens, double cached) {
  const InferenceSpeedInput& input = passes.input;
  if (input.prompt_layers && &passes.model != &**input.prompt_layers)
    return prefill(Passes(**input.prompt_layers, input, passes.device), tokens, cached);
  const Pass pass{passes, tokens, 1};
  StepTime step;
  step.lines.reserve(10);
  add_common_lines(step, pass);
  Seconds away =
      add_cache_line(step, "attention", "Attention", pass, [&](const Pass& p) { return prompt_attention(p, cached); });
  away += add_cache_line(step, "state", "States of linear layers", pass,
                         [&](const Pass& p) { return moved_states(p, scans(p)); });
  add_host_line(step, away);
  add_launches(step, pass);
  add_line(step, "host", "Scheduler and sampling", BoundBy::host, passes.device.efficiency.step);
  if (input.speculation)
    add_line(step, "draft", "The prompt through the draft model", BoundBy::compute,
             draft_prefill_time(input, passes.device, tokens, cached));
  return step;
}

StepTime chunked_prefill(const Passes& on, double tokens, double cached, double chunk, double together) {
  const double passes = std::max(1.0, std::ceil(tokens / std::max(1.0, chunk)));
  const double size = tokens / passes;
  // The mean pass starts half of the others' tokens later than the first.
  StepTime step = prefill(on, size, cached + (tokens - size) / 2);
  // Stages work on consecutive passes at once: c passes over p stages take c + p - 1 stage times.
  const double stages = on.input.layout.pipeline, rounds = std::max(1.0, std::ceil(tokens / together));
  for (TimeLine& line : step.lines) line.time *= (passes + rounds * (stages - 1)) / stages;
  step.work = {passes / stages * step.work.flop, passes / stages * step.work.moved};
  return step;
}

}  // namespace ridgepoint
