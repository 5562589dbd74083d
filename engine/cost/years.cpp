#include "engine/cost/years.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {

double discount(double rate, double years) { return std::pow(1 + rate, -years); }

double discounted_years(double years, double rate, double growth) {
  const double yearly = 1 / (1 + rate);
  double sum = 0, level = 1, middle = std::sqrt(yearly);  // of the year
  for (double begun = 0; begun < years; begun += 1) {
    const double part = std::min(1.0, years - begun);
    sum += part * level * (part < 1 ? discount(rate, begun + part / 2) : middle);
    level *= 1 + growth;
    middle *= yearly;
  }
  return sum;
}

}  // namespace ridgepoint
