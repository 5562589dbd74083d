// Machines and models whose times can be reckoned by hand.
#pragma once

#include "engine/speed/inference.h"

namespace ridgepoint::test {

// A device whose shares are all 1 and whose fixed times are all 0, so that times are plain quotients.
inline Device ideal() {
  Device d;
  d.bandwidth = gigabytes_per_second(1000);
  d.gemm_peak = d.peak_16bit = teraflop_per_second(100);
  d.fabric_per_direction = gigabytes_per_second(400);
  d.fabric_domain = 8;
  d.pcie = gigabytes_per_second(30);
  d.network = gigabytes_per_second(50);
  Efficiency& e = d.efficiency;
  e.bandwidth = e.expert_bandwidth = e.cache_bandwidth = e.state_bandwidth = 1;
  e.gemm = e.gemm_8bit = e.gemm_4bit = e.gemm_dequantized = e.experts = e.experts_dequantized = e.attention = 1;
  e.decode_attention = 1;
  e.fabric = e.pcie = e.network = 1;
  e.unpack_bits = e.padding = e.expert_padding = 0;
  return d;
}

inline Device real() {
  Device d = ideal();
  Efficiency& e = d.efficiency;
  e.layer = microseconds(20);
  e.step = milliseconds(1);
  e.sequence = microseconds(5);
  e.request = milliseconds(15);
  e.fabric_latency = microseconds(10);
  e.pcie_latency = microseconds(30);
  e.pcie = 0.4;
  return d;
}

inline Architecture small_moe() {
  ModelRecord r;
  r.kind = ModelKind::moe;
  r.layers = 24;
  r.hidden = 2048;
  r.heads = 16;
  r.kv_heads = 4;
  r.vocab = 32000;
  r.experts = 64;
  r.experts_per_token = 4;
  r.expert_intermediate = 1024;
  return *architecture_of(r, "");
}

inline InferenceSpeedInput bf16_speed() { return {NumberFormat{.bits = 16}, NumberFormat{.bits = 16}, Layout{}}; }

}  // namespace ridgepoint::test
