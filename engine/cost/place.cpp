#include "engine/cost/place.h"

#include <algorithm>
#include <array>
#include <cmath>
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

namespace {

// Sizes that ATX power supplies are sold in (unverified); 1,600 W is the most at 120 V, 2,000 W needs 230 V.
constexpr std::array<double, 9> kSupplies = {450, 550, 650, 750, 850, 1000, 1200, 1600, 2000};
constexpr double kSupplyReserve = 1.25;

// Rack units of a machine of eight cards (HGX H100: 8U, of four and fewer: 4U; unverified).
double rack_units(int per_node) { return per_node > 4 ? 8 : 4; }

Watts supply_for(Watts peak) {
  const double wanted = in_watts(peak) * kSupplyReserve;
  const auto size = std::lower_bound(kSupplies.begin(), kSupplies.end(), wanted);
  return watts(size == kSupplies.end() ? 0 : *size);
}

double circuits(Watts load, Watts circuit) { return std::ceil(load / (kContinuousLoad * circuit) - 1e-9); }

bool stands_in_rack(Segment segment) {
  return segment == Segment::datacenter || segment == Segment::cloud_only || segment == Segment::cpu;
}

}  // namespace

PowerPlan power_plan(Watts accelerator, int per_node, int nodes, Segment segment, Watts wall_max, Watts mean_wall) {
  PowerPlan plan;
  plan.node_max = wall_max;
  plan.heat_btu_h = in_watts(mean_wall) * kBtuPerHourAndWatt;
  const bool desktop = segment == Segment::consumer || segment == Segment::workstation;
  if (desktop) plan.power_supply = supply_for(per_node * accelerator + kDesktopHost);
  plan.circuits_120v_15a = circuits(wall_max, kCircuit120V);
  plan.circuits_230v_16a = circuits(wall_max, kCircuit230V);
  if (!stands_in_rack(segment)) return plan;
  const double by_space = std::floor(40 / rack_units(per_node));  // two of 42 units for switches
  const double by_heat = std::floor(kAirCooledRack / wall_max);
  plan.liquid = by_heat < 1;
  plan.nodes_per_rack = plan.liquid ? 1 : std::min({by_space, by_heat, static_cast<double>(nodes)});
  plan.racks = std::ceil(nodes / plan.nodes_per_rack);
  plan.rack = plan.nodes_per_rack * wall_max;
  return plan;
}

}  // namespace ridgepoint
