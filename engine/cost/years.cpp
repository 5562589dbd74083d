#include "engine/cost/years.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {

double discount(double rate, double years) { return std::pow(1 + rate, -years); }

double discounted_years(double years, double rate, double growth) {
  double sum = 0, level = 1;
  for (double begun = 0; begun < years; begun += 1) {
    const double part = std::min(1.0, years - begun);
    sum += part * level * discount(rate, begun + part / 2);
    level *= 1 + growth;
  }
  return sum;
}

}  // namespace ridgepoint
