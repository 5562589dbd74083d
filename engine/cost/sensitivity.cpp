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

constexpr double kAnyAmount = 1e15;

const std::array kKnobs = {
    Knob{"/cost/utilization", "utilization", 1, [](const Inputs& in) { return in.own.utilization; },
         [](Inputs& in, double x) { in.own.utilization = in.rent.utilization = x; }, Turns::both},
    Knob{"/cost/rent_usd_gpu_h", "rent", kAnyAmount, [](const Inputs& in) { return in.rent.usd_gpu_h; },
         [](Inputs& in, double x) {
           in.rent.base_usd_gpu_h *= in.rent.usd_gpu_h > 0 ? x / in.rent.usd_gpu_h : 1;
           in.rent.usd_gpu_h = x;
         },
         Turns::rent},
    Knob{"/cost/server_usd", "price of a machine", kAnyAmount, [](const Inputs& in) { return in_usd(in.own.server); },
         [](Inputs& in, double x) { in.own.server = usd(x); }},
    Knob{"/cost/years", "years kept", kMostYears, [](const Inputs& in) { return in.own.years; },
         [](Inputs& in, double x) { in.own.years = in.rent.years = x; }, Turns::both},
    Knob{"/cost/resale_fraction", "resale", 1,
         [](const Inputs& in) { return in.own.resale_fraction.value_or(resale_fraction(in.own.years)); },
         [](Inputs& in, double x) { in.own.resale_fraction = x; }},
    Knob{"/cost/staff_fte", "staff", kAnyAmount, [](const Inputs& in) { return in.own.staff_fte; },
         [](Inputs& in, double x) { in.own.staff_fte = x; }},
    Knob{"/cost/electricity_usd_kwh", "electricity price", kAnyAmount,
         [](const Inputs& in) { return in.own.electricity_usd_kwh; },
         [](Inputs& in, double x) { in.own.electricity_usd_kwh = x; }},
    Knob{"/cost/colo_usd_kw_month", "colocation", kAnyAmount, [](const Inputs& in) { return in.own.colo_usd_kw_month; },
         [](Inputs& in, double x) { in.own.colo_usd_kw_month = x; }},
    Knob{"/cost/maintenance_fraction", "maintenance", 1, [](const Inputs& in) { return in.own.maintenance_fraction; },
         [](Inputs& in, double x) { in.own.maintenance_fraction = x; }},
    Knob{"/cost/network_usd_per_gpu", "network", kAnyAmount,
         [](const Inputs& in) { return in_usd(in.own.network_per_gpu); },
         [](Inputs& in, double x) { in.own.network_per_gpu = usd(x); }},
    Knob{"/cost/discount_rate", "cost of capital", 1, [](const Inputs& in) { return in.own.discount_rate; },
         [](Inputs& in, double x) { in.own.discount_rate = in.rent.discount_rate = x; }, Turns::both},
    Knob{"/cost/pue", "PUE", kAnyAmount, [](const Inputs& in) { return in.own.pue; },
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
                   kAnyAmount,
                   [](const Inputs& in) { return in.rent.drift; },
                   [](Inputs& in, double x) { in.rent.drift = x; },
                   Turns::rent};
  add(turned.swing(drift, rent.drift - 0.10, rent.drift + 0.10));
  sort_short(swings, [](const Swing& a, const Swing& b) { return a.width() > b.width(); });
  return swings;
}

namespace {

CashFlow flow_of(const OwnInput& input) { return own_flow(input); }
CashFlow flow_of(const RentInput& input) { return rent_flow(input); }
CashFlow flow_of(const HostedInput& input) { return hosted_flow(input); }

template <class Input>
Usd cost_at(Input input, double utilization) {
  input.utilization = utilization;
  return present_value(flow_of(input));
}

// Least utilization from which on `a` costs no more than `b`; both are straight from each of `corners` to the next.
template <class A, class B, std::size_t n>
std::optional<double> least_use(const A& a, const B& b, const std::array<double, n>& corners) {
  std::array<double, n> lead{};  // of a over b
  for (std::size_t i = 0; i < n; ++i) lead[i] = in_usd(cost_at(a, corners[i]) - cost_at(b, corners[i]));
  if (lead[n - 1] > 0) return std::nullopt;
  for (std::size_t i = n - 1; i > 0; --i)
    if (lead[i - 1] > 0) return corners[i - 1] + (corners[i] - corners[i - 1]) * lead[i - 1] / (lead[i - 1] - lead[i]);
  return 0;
}

// Start and stop fill idle time only until there is none: above this use a machine on demand runs all day.
double always_busy(const RentInput& rent) {
  const double most = 1 / (rent.availability * (1 + rent.start_overhead));
  return rent.base_share + (1 - rent.base_share) * (most < 1 ? most : 1);
}

}  // namespace

std::optional<double> break_even_utilization(OwnInput own, RentInput rent) {
  return least_use(own, rent, std::array{0.0, rent.base_share, always_busy(rent), 1.0});
}

std::optional<double> break_even_hosted(OwnInput own, HostedInput hosted) {
  return least_use(own, hosted, std::array{0.0, 1.0});
}

std::optional<double> break_even_hosted(RentInput rent, HostedInput hosted) {
  return least_use(rent, hosted, std::array{0.0, rent.base_share, always_busy(rent), 1.0});
}

std::optional<double> break_even_rent(const OwnInput& own, RentInput rent) {
  rent.usd_gpu_h = 0;
  const Usd beside = present_value(rent_flow(rent));
  rent.usd_gpu_h = 1;
  const Usd per_dollar = present_value(rent_flow(rent)) - beside;
  const Usd left = present_value(own_flow(own)) - beside;
  if (per_dollar <= usd(0) || left < usd(0)) return std::nullopt;
  return left / per_dollar;
}

}  // namespace ridgepoint
