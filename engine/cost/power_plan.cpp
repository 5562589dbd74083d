#include "engine/cost/power_plan.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/cost/place.h"

namespace ridgepoint {
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
