// What depends on where and in what machines stand, and on their age.
#pragma once

#include <string>

#include "engine/accelerator.h"
#include "engine/scenario.h"
#include "engine/units.h"

namespace ridgepoint {

// Defaults that depend on where the machines stand.
struct Place {
  double pue = 1.0;
  double electricity_usd_kwh = 0.09;
  double colo_usd_kw_month = 0;
  std::string source;
};
Place place(Location location);

// Share of its price that a server brings after `years`: published points, straight lines between.
double resale_fraction(double years);

// Wall power of a node at its maximum: accelerators, host, fans, conversion.
Watts node_power(Watts accelerator, int per_node, Segment segment);

}  // namespace ridgepoint
