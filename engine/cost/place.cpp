#include "engine/cost/place.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace ridgepoint {

Place place(Location location) {
  switch (location) {
    case Location::home:  // US average residential price, EIA table 5.6.A, April 2026; no cooling plant
      return {1.0, 1.0, 0.187, 0, 0};
    case Location::office:  // US average commercial price, EIA table 5.6.A, April 2026; no cooling plant
      return {1.0, 1.0, 0.146, 0, 0};
    case Location::colocation:
      // CBRE 2023: 163.44 US$ per kW and month, cooling included; metered power near the US industrial price (EIA table
      // 5.6.A, 2025). PUE 1.2 for energy and CO2 (unverified) is a modern site for accelerators; the mean of all kinds
      // is 1.54 (Uptime survey, 2025).
      return {1.0, 1.2, 0.09, 165, 0.05};
    case Location::hyperscale:
      // PUE about 1.1 (Google, 2025); US industrial price (EIA table 5.6.A, 2025); no building.
      return {1.1, 1.1, 0.09, 0, 0.05};
  }
  return {};
}

Location usual_location(Segment segment) {
  switch (segment) {
    case Segment::datacenter:
    case Segment::cloud_only:
      return Location::colocation;
    case Segment::workstation:
    case Segment::cpu:
      return Location::office;
    case Segment::consumer:
    case Segment::apple:
    case Segment::edge:
      return Location::home;
  }
  return Location::colocation;
}

double staff_per_node(Location location, int nodes, double gpus_per_node) {
  if (location == Location::home || location == Location::office) return 0;
  const int first = std::min(nodes, 4);
  return std::min(1.0, gpus_per_node / 8) * (0.25 * first + 0.05 * (nodes - first)) / nodes;
}

Usd network_per_gpu(int nodes, int gpus) {
  // Bill of materials for H100 clusters with 400 Gb/s a GPU (public price sheet of 2024-08, network cards inside
  // the machines): 16 GPUs without switches, 512, 1,024 and 32,768 GPUs.
  if (nodes <= 1) return usd(0);
  if (gpus <= 16) return usd(810);
  if (gpus <= 512) return usd(1882);
  if (gpus <= 1024) return usd(4247);
  return usd(6612);
}

double resale_fraction(double years) {
  // After 0 to 5 years: H100 resale points collected by v2-pseo-ai.pages.dev (2026-01-08; its deals
  // cannot be checked) and Silicon Data; plus or minus 0.10. Nothing is known beyond.
  static constexpr std::array<double, 6> kPoints = {1.0, 0.62, 0.42, 0.30, 0.20, 0.12};
  const double age = std::clamp(years, 0.0, 5.0);
  const std::size_t before = std::min<std::size_t>(4, static_cast<std::size_t>(age));
  const double part = age - static_cast<double>(before);
  return kPoints[before] + (kPoints[before + 1] - kPoints[before]) * part;
}

NodePower node_power(const Accelerator& a, int per_node) {
  const Watts card = a.power.value_or(watts(0)), cards = per_node * card;
  if (a.segment == Segment::workstation || a.segment == Segment::consumer) {
    // The median of cards of desktop machines in the catalog, 19 of 70 to 575 W.
    const Watts at_rest = a.idle_power.value_or(0.08 * card);
    // Power supply 90% efficient (unverified: 80 PLUS Gold).
    return {(cards + kDesktopHost) / 0.9, (per_node * at_rest + kDesktopAtRest) / 0.9};
  }
  const bool computer = a.segment == Segment::apple || a.segment == Segment::edge;
  // The package limit of a computer covers the system; conversion, and boards, memory and fans of CPUs are unverified.
  // DGX H100: up to 10.2 kW for 8 x 700 W (NVIDIA, as quoted by servnetuk.com, 2026-07-05).
  const Watts max = cards * (computer ? 1.1 : a.segment == Segment::cpu ? 1.5 : 1.8);
  // Mac Studio: 9 to 13 W of 115 to 295 W (support.apple.com/102027), 6% in the mean of four; servers unverified.
  return {max, max * (computer ? 0.06 : 0.35)};
}

}  // namespace ridgepoint
