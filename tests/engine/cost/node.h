// What costs are tried on.
#pragma once

#include "engine/cost/own.h"

namespace ridgepoint {

// One node of 8 H100 without staff: 310,000 US$ with 4,250 US$ of network per GPU (2024-08 price sheet), 10.2 kW.
inline OwnInput node() {
  OwnInput in;
  in.server = usd(310000);
  in.network_per_gpu = usd(4250);
  in.server_max = watts(10200);
  in.staff_fte = 0;
  in.staff_year = usd(150000);
  return in;
}

// The same with a quarter of an engineer.
inline OwnInput staffed_node() {
  OwnInput in = node();
  in.staff_fte = 0.25;
  return in;
}

}  // namespace ridgepoint
