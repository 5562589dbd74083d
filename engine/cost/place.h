// What depends on where and in what machines stand, and on their age.
#pragma once

#include "engine/base/units.h"
#include "engine/facts/accelerator.h"
#include "engine/question/choices.h"

namespace ridgepoint {

// Defaults that depend on where the machines stand.
struct Place {
  double pue = 1.0;           // that is paid for; 1 where the price of the space has the cooling in it
  double building_pue = 1.0;  // that energy and CO2 follow
  double electricity_usd_kwh = 0.09;
  double colo_usd_kw_month = 0;
  double install_fraction = 0.05;  // freight and installation, of the hardware
};
Place place(Location location);

// Where machines of a kind usually stand.
Location usual_location(Segment segment);

// Full-time people that each of `nodes` machines of eight accelerators or more takes: a quarter for each of the first
// four, a twentieth for each further one; of a smaller machine as much as it has of eight; none at home or in an
// office, where they are looked after beside other work. Judgement (unverified).
double staff_per_node(Location location, int nodes, double gpus_per_node);

// Switches, cables and optics outside the machines, for each accelerator of a cluster: steps, because a larger one
// needs another tier of switches. One machine needs none.
Usd network_per_gpu(int nodes, int gpus);

// Share of its price that a server brings after `years`: published points, straight lines between.
double resale_fraction(double years);

// Board, processor, memory and fans of a desktop machine (unverified: usual parts).
constexpr Watts kDesktopHost = watts(200);
// The same with nothing to do. With two RTX 3090 of 27 W a machine drew about 90 W at the wall, and 760 W under load
// (ai-radar.it, of a report on LocalLLaMA); usual PCs with one card draw 70 to 90 W.
constexpr Watts kDesktopAtRest = watts(40);

// Wall power of a node: accelerators, host, fans, conversion.
struct NodePower {
  Watts max;
  Watts idle;  // powered on, with nothing to do
};
NodePower node_power(const Accelerator& accelerator, int per_node);

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
