#include "engine/speed/media.h"

#include <algorithm>

#include "engine/speed/collectives.h"

namespace ridgepoint {
namespace {

bool is_narrow(Arithmetic a) {
  return a == Arithmetic::fp8 || a == Arithmetic::fp6 || a == Arithmetic::fp4 || a == Arithmetic::int8 ||
         a == Arithmetic::int4;
}

// Movements of each written value, see MediaTraffic.
double moves(const Pass& p, const MediaTraffic& t, bool compiled) {
  if (p.transformer) return compiled ? t.transformer : t.transformer_eager;
  return compiled ? t.conv : t.conv_eager;
}

// Convolutions over many channels run like matrix products: UNets do 2,400 and more FLOPs a value that they write,
// image classifiers, whose first stages have few channels, 1,500 and less.
constexpr double kWideFlopPerValue = 2000;

bool is_narrow_conv(const Pass& p) { return !p.transformer && in_flop(p.work) < kWideFlopPerValue * p.written; }

double rate_share(const Pass& p, const MediaTraffic& t, bool compiled) {
  if (!is_narrow_conv(p)) return p.denoises ? t.denoiser : p.encodes ? t.encoder : 1;
  return compiled ? t.conv_gemm : t.conv_gemm_eager;
}

FlopPerSecond serving_rate(const Pass& p, const MediaSpeedInput& in, const Device& d) {
  const double share = rate_share(p, d.media_traffic, in.compiled);
  if (!p.quantized) return share * d.media.gemm * d.peak_16bit;
  const FlopPerSecond rate = share * (is_narrow(d.arithmetic) ? d.media.gemm_8bit : d.media.gemm) * d.gemm_peak;
  if (!(d.fp32_products > FlopPerSecond{})) return rate;
  // FP32 units are reached, other than matrix units: 48 TFLOP of an image in 3.4 s at 15.7 TFLOP/s on a V100.
  const FlopPerSecond plain = d.media_traffic.fp32 * d.fp32_products;
  if (p.transformer || d.arithmetic == Arithmetic::fp32) return plain;
  if (is_narrow_conv(p)) return rate;
  // About half of a UNet's work is matrix products.
  return 2 * (plain / (plain + rate)) * rate;
}

Bytes unpacked_bytes(const Pass& p, const MediaSpeedInput& in, const Device& d) {
  return bytes(p.denoises && p.quantized && in.weights.weight_only ? 2 * p.params * d.media_traffic.unpack : 0);
}

Bytes weight_bytes(const Pass& p, const NumberFormat& format) {
  const double read = p.params - p.lookup_params;
  return bytes(read * (p.quantized ? format.bits : 16) / 8);
}

void add_line(std::vector<TimeLine>& lines, std::string_view id, std::string_view label, BoundBy bound, Seconds time) {
  if (time > seconds(0)) lines.push_back({id, label, bound, time});
}

// The host's time for a run of a network; a text decoder also picks its next token and puts its caches in order.
Seconds launches(const Pass& p, const MediaTraffic& t, bool compiled) {
  const Seconds picking = p.state > 0 ? (compiled ? t.token : t.token_eager) : Seconds{};
  return p.matrices * ((compiled ? t.launch : t.launch_eager) + picking);
}

// What one kind of line adds up to over all networks.
struct Shared {
  Seconds elementwise;
  Seconds unpacking;
  Seconds state;
  Seconds waiting;
  Seconds listening;
};

// Bytes an activation value takes when it is moved: as wide as the arithmetic of the weights.
double activation_bytes(const NumberFormat& weights, Arithmetic arithmetic) {
  if (arithmetic == Arithmetic::fp32 || arithmetic == Arithmetic::tf32) return 4;
  return is_narrow(arithmetic) && !weights.weight_only ? 1 : 2;
}

void add_pass(MediaTime& time, Shared& shared, const Pass& p, const MediaSpeedInput& in, const Device& d) {
  if (p.runs <= 0 || !p.known) return;
  const double inputs = in.batch * p.inputs;
  const double value = p.quantized ? activation_bytes(in.weights, d.arithmetic) : 2;
  const BytesPerSecond bandwidth = d.media.bandwidth * d.bandwidth;
  const Bytes weights = weight_bytes(p, in.weights);
  const double fewer = p.quantized && is_narrow(d.arithmetic) ? d.media_traffic.narrow : 1;
  const Bytes activations = bytes(inputs * p.written * value * fewer * moves(p, d.media_traffic, in.compiled));
  const Bytes state = bytes(inputs * p.state * value * d.media_traffic.state);
  const Seconds reading = weights / bandwidth, computing = inputs * p.work / serving_rate(p, in, d);
  const Seconds products = smooth_max(reading, computing);
  const Bytes unpacked = unpacked_bytes(p, in, d);
  const Seconds unpacking = unpacked / bandwidth;
  const Seconds working = products + activations / bandwidth + unpacking + state / bandwidth;
  const Seconds waiting = smooth_max(working, launches(p, d.media_traffic, in.compiled)) - working;
  add_line(time.lines, p.id, p.label, computing > reading ? BoundBy::compute : BoundBy::memory, p.runs * products);
  shared.elementwise += p.runs * (activations / bandwidth);
  shared.unpacking += p.runs * unpacking;
  shared.state += p.runs * (state / bandwidth);
  shared.waiting += p.runs * waiting;
  if (p.listens) shared.listening += in.batch * d.media_traffic.window;
  time.work += {p.runs * inputs * p.work, p.runs * (weights + activations + unpacked + state)};
}

struct Trained {
  Flop work;  // forward, of one item
  Seconds computing;
  Seconds elementwise;
  Seconds launching;
  double params = 0;
};

// Backward costs twice the forward pass; recomputation repeats that.
double training_passes(const MediaTrainingSpeedInput& in) { return in.recomputed ? 4 : 3; }

Trained trained_of(const std::vector<Pass>& passes, const MediaTrainingSpeedInput& in, const Device& d) {
  Trained sum;
  const MediaTraffic& t = d.media_traffic;
  const double value = d.arithmetic == Arithmetic::fp32 || d.arithmetic == Arithmetic::tf32 ? 4 : 2;
  for (const Pass& p : passes) {
    if (!p.trained) continue;
    const FlopPerSecond rate = (is_narrow_conv(p) ? t.train_conv : 1) * d.media.train * d.gemm_peak;
    const double samples = in.micro_batch * p.runs;  // of several denoisers those of its noise levels
    const Bytes moved = bytes(samples * p.written * value * moves(p, t, in.compiled) * t.train);
    const Flop work = training_passes(in) * samples * p.work;
    const Seconds elementwise = training_passes(in) * (moved / (d.media.bandwidth * d.bandwidth));
    sum.work += p.runs * p.work;
    sum.params += p.params;
    // Both together are fitted on devices with high bandwidth; on others, too, they are no faster than the peak.
    sum.computing += std::max(work / rate, work / d.gemm_peak - elementwise);
    sum.elementwise += elementwise;
    sum.launching += training_passes(in) * launches(p, t, in.compiled);
  }
  return sum;
}

// Sharded weights are gathered forward and backward and their gradients scattered, in every micro-batch.
Seconds communication(const Trained& net, const MediaTrainingSpeedInput& in, const Device& d) {
  const Path path = path_between(d, in.devices, joined_devices(d, in.per_node));
  const Bytes gradients = bytes(net.params * in.gradient_bytes), weights = bytes(net.params * in.weight_bytes);
  if (!in.sharded) return all_reduce(path, in.devices, gradients);
  return in.accumulation * (2.0 * all_gather(path, in.devices, weights) + reduce_scatter(path, in.devices, gradients));
}

}  // namespace

MediaTime media_time(const std::vector<Pass>& passes, const MediaSpeedInput& input, const Device& device) {
  MediaTime time;
  Shared shared;
  for (const Pass& pass : passes) add_pass(time, shared, pass, input, device);
  add_line(time.lines, "elementwise", "Activations", BoundBy::memory, shared.elementwise);
  add_line(time.lines, "unpacking", "Unpacking of weights", BoundBy::memory, shared.unpacking);
  add_line(time.lines, "state", "Keys and values", BoundBy::memory, shared.state);
  add_line(time.lines, "transfers", "Weights from host memory", BoundBy::communication,
           input.from_host / (device.efficiency.pcie * device.pcie));
  add_line(time.lines, "audio", "Spectrograms and text on the host", BoundBy::host, shared.listening);
  add_line(time.lines, "launches", "Waiting for launches", BoundBy::host, shared.waiting);
  return time;
}

MediaTrainingStep media_training_step(const std::vector<Pass>& passes, const MediaTrainingSpeedInput& input,
                                      const Device& device) {
  const Trained net = trained_of(passes, input, device);
  const double batches = input.accumulation;
  MediaTrainingStep step;
  add_line(step.lines, "gemms", "Matrix products and convolutions", BoundBy::compute, batches * net.computing);
  add_line(step.lines, "elementwise", "Activations", BoundBy::memory, batches * net.elementwise);
  const Seconds working = net.computing + net.elementwise;
  const Seconds batch = smooth_max(working, net.launching);
  add_line(step.lines, "launches", "Waiting for launches", BoundBy::host, batches * (batch - working));
  // The backward pass of the last micro-batch, two thirds of it, hides the exchange; all of it where weights are
  // gathered layer by layer.
  const Seconds hiding = input.sharded ? batches * batch : batch * (2.0 / 3);
  if (input.devices > 1)
    add_line(step.lines, "data", "Gradients between devices", BoundBy::communication,
             smooth_max(hiding, communication(net, input, device)) - hiding);
  const double held = net.params / (input.sharded ? input.devices : 1);
  add_line(step.lines, "optimizer", "Optimizer", BoundBy::memory,
           bytes(2 * held * input.state_bytes) / (device.media.bandwidth * device.bandwidth));
  step.samples = batches * input.micro_batch * input.devices;
  step.model_flop = 3 * step.samples * net.work;
  step.hardware_flop = training_passes(input) * step.samples * net.work;
  return step;
}

}  // namespace ridgepoint
