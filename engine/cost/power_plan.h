// What machines need of the room they stand in: power supply, circuits, heat, racks.
#pragma once

#include "engine/base/units.h"
#include "engine/facts/accelerator.h"

namespace ridgepoint {

// Share of a breaker's rating that a load of three hours and more may take (US National Electrical Code, 210.20(A));
// taken for 230 V as well.
constexpr double kContinuousLoad = 0.8;
constexpr Watts kCircuit120V = watts(120.0 * 15);
constexpr Watts kCircuit230V = watts(230.0 * 16);
// Air cools up to about this in a rack with contained aisles (coolnetpower.com, guide to data-center cooling, read
// 2026-11-21: 20 to 40 kW); beyond, liquid is due.
constexpr Watts kAirCooledRack = watts(40000);
constexpr double kBtuPerHourAndWatt = 3.412142;

struct PowerPlan {
  Watts node_max;      // one machine at the wall
  Watts power_supply;  // smallest usual size with a quarter more than the peak; 0: built in or larger than all
  double circuits_120v_15a = 0;  // that one machine under load needs, each at its continuous limit
  double circuits_230v_16a = 0;
  double heat_btu_h = 0;      // of all machines under load, cooled away beside
  double nodes_per_rack = 0;  // in an air-cooled rack of 42 units; 0: they stand alone
  double racks = 0;
  Watts rack;           // a rack full of them
  bool liquid = false;  // one machine alone is beyond what air cools
};

// `accelerator`: of one card or package, `wall_max`: of one machine, `mean_wall`: of all machines under load.
PowerPlan power_plan(Watts accelerator, int per_node, int nodes, Segment segment, Watts wall_max, Watts mean_wall);

}  // namespace ridgepoint
