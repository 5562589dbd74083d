#include "engine/cost/sensitivity.h"

#include <algorithm>
#include <array>

#include "engine/base/lists.h"
#include "engine/cost/place.h"

namespace ridgepoint {
namespace {

struct Inputs {
  OwnInput own;
  RentInput rent;
};

// Today's worth of all that either side pays.
Usd owned(const Inputs& in) { return present_value(own_flow(in.own)); }
Usd rented(const Inputs& in) { return present_value(rent_flow(in.rent)); }

enum class Turns { own, rent, both };  // the side whose payments a knob changes

struct Knob {
  std::string_view input;
  std::string_view label;
  double most;  // largest value that makes sense
  double (*get)(const Inputs&);
  void (*set)(Inputs&, double);
  Turns turns = Turns::own;
  double least = 0;
};

constexpr double kNoLimit = 1e15;

const std::array kKnobs = {
    Knob{"/cost/utilization", "utilization", 1, [](const Inputs& in) { return in.own.utilization; },
         [](Inputs& in, double x) { in.own.utilization = in.rent.utilization = x; }, Turns::both},
    Knob{"/cost/rent_usd_gpu_h", "rent", kNoLimit, [](const Inputs& in) { return in.rent.usd_gpu_h; },
         [](Inputs& in, double x) {
           in.rent.base_usd_gpu_h *= in.rent.usd_gpu_h > 0 ? x / in.rent.usd_gpu_h : 1;
           in.rent.usd_gpu_h = x;
         },
         Turns::rent},
    Knob{"/cost/server_usd", "price of a machine", kNoLimit, [](const Inputs& in) { return in_usd(in.own.server); },
         [](Inputs& in, double x) { in.own.server = usd(x); }},
    Knob{"/cost/years", "years kept", kMostYears, [](const Inputs& in) { return in.own.years; },
         [](Inputs& in, double x) { in.own.years = in.rent.years = x; }, Turns::both},
    Knob{"/cost/resale_fraction", "resale", 1,
         [](const Inputs& in) { return in.own.resale_fraction.value_or(resale_fraction(in.own.years)); },
         [](Inputs& in, double x) { in.own.resale_fraction = x; }},
    Knob{"/cost/staff_fte", "staff", kNoLimit, [](const Inputs& in) { return in.own.staff_fte; },
         [](Inputs& in, double x) { in.own.staff_fte = x; }},
    Knob{"/cost/electricity_usd_kwh", "electricity price", kNoLimit,
         [](const Inputs& in) { return in.own.electricity_usd_kwh; },
         [](Inputs& in, double x) { in.own.electricity_usd_kwh = x; }},
    Knob{"/cost/colo_usd_kw_month", "colocation", kNoLimit, [](const Inputs& in) { return in.own.colo_usd_kw_month; },
         [](Inputs& in, double x) { in.own.colo_usd_kw_month = x; }},
    Knob{"/cost/maintenance_fraction", "maintenance", 1, [](const Inputs& in) { return in.own.maintenance_fraction; },
         [](Inputs& in, double x) { in.own.maintenance_fraction = x; }},
    Knob{"/cost/network_usd_per_gpu", "network", kNoLimit,
         [](const Inputs& in) { return in_usd(in.own.network_per_gpu); },
         [](Inputs& in, double x) { in.own.network_per_gpu = usd(x); }},
    Knob{"/cost/discount_rate", "cost of capital", 1, [](const Inputs& in) { return in.own.discount_rate; },
         [](Inputs& in, double x) { in.own.discount_rate = in.rent.discount_rate = x; }, Turns::both},
    Knob{"/cost/pue", "PUE", kNoLimit, [](const Inputs& in) { return in.own.pue; },
         [](Inputs& in, double x) { in.own.pue = x; }, Turns::own, 1},
};

// Owning less renting, with knobs turned one at a time.
class Turned {
 public:
  explicit Turned(const Inputs& at) : at_(at), owned_(owned(at)), rented_(rented(at)) {}
  Usd untouched() const { return owned_ - rented_; }
  Swing swing(const Knob& knob, double low, double high) const {
    return {knob.input, knob.label, low, high, difference(knob, low), difference(knob, high)};
  }

 private:
  Usd difference(const Knob& knob, double value) const {
    Inputs in = at_;
    knob.set(in, value);
    return (knob.turns == Turns::rent ? owned_ : owned(in)) - (knob.turns == Turns::own ? rented_ : rented(in));
  }

  const Inputs& at_;
  Usd owned_, rented_;
};

}  // namespace

std::vector<Swing> sensitivity(const OwnInput& own, const RentInput& rent) {
  const Inputs at{own, rent};
  const Turned turned(at);
  const bool owning = turned.untouched() <= usd(0);
  std::vector<Swing> swings;
  swings.reserve(kKnobs.size() + 1);
  const auto add = [&](Swing swing) {
    if (swing.width() == 0) return;
    swing.flips = (swing.at_low <= usd(0)) != owning || (swing.at_high <= usd(0)) != owning;
    swings.push_back(swing);
  };
  for (const Knob& knob : kKnobs) {
    const double value = knob.get(at);
    add(turned.swing(knob, std::max(knob.least, 0.8 * value), std::min(knob.most, 1.2 * value)));
  }
  const Knob drift{"/cost/rent_drift",
                   "yearly change of rents",
                   kNoLimit,
                   [](const Inputs& in) { return in.rent.drift; },
                   [](Inputs& in, double x) { in.rent.drift = x; },
                   Turns::rent};
  add(turned.swing(drift, rent.drift - 0.10, rent.drift + 0.10));
  sort_short(swings, [](const Swing& a, const Swing& b) { return a.width() > b.width(); });
  return swings;
}

}  // namespace ridgepoint
