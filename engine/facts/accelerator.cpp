#include "engine/facts/accelerator.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "engine/base/lists.h"
#include "engine/base/words.h"

namespace ridgepoint {
namespace {

// Formats a device may run `wanted` in, best first: the format itself, then the next wider ones.
std::array<Arithmetic, 4> candidates(Arithmetic wanted) {
  using enum Arithmetic;
  switch (wanted) {
    case fp32:
      return {fp32, fp32, fp32, fp32};
    case tf32:
      return {tf32, fp32, fp32, fp32};
    case bf16:
      return {bf16, fp16, fp32, fp32};
    case fp16:
      return {fp16, bf16, fp32, fp32};
    case fp8:
      return {fp8, bf16, fp16, fp32};
    case fp6:
      return {fp6, fp8, bf16, fp16};
    case fp4:
      return {fp4, bf16, fp16, fp32};  // without FP4 units, engines convert the weights to 16 bits
    case int8:
      return {int8, bf16, fp16, fp32};
    case int4:
      return {int4, int8, bf16, fp16};
  }
  return {fp32, fp32, fp32, fp32};
}

// What macOS leaves the GPU of a Mac's memory unless told otherwise, as it reports it in public logs: of 36 GB 30,151
// MB, of 48 GB 40,201 MB, of 64 GB 55,663 MB (ggml_metal_device_init: recommendedMaxWorkingSetSize; read 2026-11-28). A
// size between two has the share of the smaller.
double share_of_mac(double gb) {
  struct Size {
    double gb, share;
  };
  constexpr std::array<Size, 7> kSizes = {
      {{36, 0.78}, {64, 0.81}, {96, 0.83}, {128, 0.84}, {192, 0.868}, {256, 0.883}, {512, 0.906}}};
  double share = 2.0 / 3;
  for (const Size& size : kSizes)
    if (gb >= size.gb) share = size.share;
  return share;
}

}  // namespace

std::string device_word(const Accelerator& a) {
  if (a.segment == Segment::cpu) return "CPU";
  if (a.segment == Segment::apple) return "chip";
  if (a.vendor == "Google") return "TPU";
  const bool of_gpus = a.vendor == "NVIDIA" || a.vendor == "AMD" || a.vendor == "Intel" || a.vendor.empty();
  return of_gpus && a.architecture.rfind("Gaudi", 0) != 0 ? "GPU" : "accelerator";
}

bool is_computer(const Accelerator& a) {
  return a.segment == Segment::apple || a.segment == Segment::edge || a.form_factor == FormFactor::soc;
}

bool is_of_a_data_center(const Accelerator& a) {
  return a.segment == Segment::datacenter || a.segment == Segment::cloud_only;
}

int node_size(const Accelerator& a) {
  return a.form_factor == FormFactor::soc || a.form_factor == FormFactor::superchip ? 1 : kServer;
}

std::optional<int> machine_size(const Instance& instance) {
  if (instance.node_size || instance.tier == Tier::per_gpu) return instance.node_size;
  return instance.count;
}

int largest_fleet(const Accelerator& a) {
  constexpr int kSockets = 2;
  if (a.segment == Segment::datacenter || a.segment == Segment::cloud_only) return kCluster;
  return a.segment == Segment::cpu ? std::min(kSockets, node_size(a)) : node_size(a);
}

Bytes usable_memory(const Accelerator& accelerator) {
  if (accelerator.usable_memory) return *accelerator.usable_memory;
  const Bytes nominal = gibibytes(accelerator.memory_gb);
  if (accelerator.segment == Segment::apple) return nominal * share_of_mac(accelerator.memory_gb);
  const bool gddr6 = accelerator.memory_type.rfind("GDDR6", 0) == 0;
  const bool has_ecc = accelerator.segment == Segment::datacenter || accelerator.segment == Segment::cloud_only;
  return gddr6 && has_ecc ? nominal * 0.94 : nominal;
}

double most_memory_gb(const Accelerator& a) {
  constexpr double kRebuilt = 2;
  if (a.segment == Segment::cpu) return std::numeric_limits<double>::infinity();
  return a.segment == Segment::consumer && a.form_factor != FormFactor::soc ? a.memory_gb * kRebuilt : a.memory_gb;
}

namespace {

// "RTX 4090 24GB" with 48 is "RTX 4090 48GB"; a name that says no memory gets it.
std::string with_memory(std::string name, double own_gb, double gb) {
  const std::string own = " " + short_number(own_gb) + "GB";
  const std::string other = " " + short_number(gb) + "GB";
  const std::size_t at = name.rfind(own);
  return at == std::string::npos ? name + other : name.replace(at, own.size(), other);
}

}  // namespace

Accelerator with_memory(Accelerator a, double gb) {
  if (gb == a.memory_gb) return a;
  a.name = with_memory(std::move(a.name), a.memory_gb, gb);
  if (a.segment == Segment::apple)
    a.usable_memory.reset();
  else if (a.usable_memory)
    a.usable_memory = *a.usable_memory * (gb / a.memory_gb);
  a.memory_gb = gb;
  return a;
}

std::optional<NativeRate> native_rate(const Accelerator& accelerator, Arithmetic wanted) {
  const auto& fp32 = accelerator.rates[Arithmetic::fp32];
  for (Arithmetic candidate : candidates(wanted)) {
    const auto& rate = accelerator.rates[candidate];
    // A P40 has FP16 at a 64th of FP32: nothing computes in that.
    if (rate && !(fp32 && *rate < *fp32)) return NativeRate{candidate, *rate};
  }
  return std::nullopt;
}

std::optional<bool> supports(const Accelerator& accelerator, const Capability& capability) {
  if (contains(capability.lacking, accelerator.id)) return false;
  if (accelerator.vendor != "NVIDIA") {
    if (capability.vendors.empty()) return std::nullopt;
    return contains(capability.vendors, accelerator.vendor);
  }
  const std::string& text = accelerator.compute_capability;
  const std::size_t dot = text.find('.');
  const bool is_version =
      dot != std::string::npos && dot > 0 && text.find_first_not_of("0123456789.") == std::string::npos;
  if (!is_version) return std::nullopt;
  const auto tenths = [](int major, int minor) { return major * 10 + minor; };
  const int has = tenths(std::atoi(text.c_str()), std::atoi(text.c_str() + dot + 1));
  return has >= std::lround(capability.compute_capability * 10);
}

bool is_rent(PriceKind kind) { return kind < PriceKind::launch; }

BytesPerSecond pcie_bandwidth(const Accelerator& accelerator) {
  // GB/s per direction of sixteen lanes, after encoding: generations 3 to 6.
  static constexpr std::array<double, 4> kSixteenLanes = {15.8, 31, 63, 121};
  const int generation = accelerator.pcie_gen.value_or(4);
  const double lanes = accelerator.pcie_lanes.value_or(16);
  const std::size_t row = generation < 3 ? 0 : (generation > 6 ? 3 : static_cast<std::size_t>(generation - 3));
  return gigabytes_per_second(kSixteenLanes[row] * lanes / 16);
}

}  // namespace ridgepoint
