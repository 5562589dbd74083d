// What depends on where and in what machines stand, and on their age.
#pragma once

#include "engine/ask/scenario.h"
#include "engine/base/units.h"
#include "engine/facts/accelerator.h"

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

}  // namespace ridgepoint
