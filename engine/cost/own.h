// Cost of owning machines over a term, as present value.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/units.h"
#include "engine/cost/cash_flow.h"

namespace ridgepoint {

struct OwnInput {
  int nodes = 1;             // that work
  int spare_nodes = 0;       // that wait for bursts and failures
  int gpus = 8;              // of the nodes that work
  double utilization = 0.6;  // share of available hours that do useful work
  double busy = 1;           // share of these hours in which there is something to do
  double availability = 0.95;
  double years = 4;  // at most kMostYears
  double discount_rate = 0.10;
  Usd server;  // one node with its accelerators
  Usd network_per_gpu;
  Usd facility;  // once: circuits, racks, liquid cooling
  double install_fraction = 0.05;
  Watts server_max;  // one node at the wall
  double idle_fraction = 0.35;
  double load_fraction = 0.80;
  double pue = 1.0;
  double electricity_usd_kwh = 0.09;
  double electricity_drift = 0;  // per year, signed
  double colo_usd_kw_month = 165;
  double maintenance_fraction = 0.03;  // of the hardware price, per year
  double staff_fte = 0.25;             // per node
  Usd staff_year;
  Usd software_year;
  std::optional<double> resale_fraction;  // of the hardware price, at the end; absent: by years (place.h)
  double resale_cost_fraction = 0.10;     // of what the resale brings
};

struct CostLine {
  std::string id;  // "hardware", "electricity", ...
  std::string label;
  Usd amount;  // present value over the whole term; resale is negative
};

struct Own {
  std::vector<CostLine> lines;  // add up to present_value
  Usd present_value;
  CashFlow flow;
  double useful_gpu_hours = 0;  // discounted like the money, so that their quotient is a levelized price
  double usd_per_useful_gpu_h = 0;
  double usd_per_powered_h = 0;  // of all GPUs together; hours discounted as above
  Joules energy_per_year;
};
// Hardware and installation are paid at the start, the rest in the middle of each year, the resale
// comes at the end. All money is real (today's).
Own own(const OwnInput& input);

// The payments alone.
CashFlow own_flow(const OwnInput& input);

// Draw at the wall in the mean, as a share of the maximum: idle, and what work adds to it. Spare machines idle.
double mean_load(const OwnInput& input);

}  // namespace ridgepoint
