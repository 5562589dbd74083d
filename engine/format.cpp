#include "engine/format.h"

namespace ridgepoint {

Bytes stored_bytes(double matrix_values, double other_values, const NumberFormat& format) {
  const double other_bits = format.whole_file || format.bits > 16 ? format.bits : 16.0;
  return bytes((matrix_values * format.bits + other_values * other_bits) / 8);
}

}  // namespace ridgepoint
