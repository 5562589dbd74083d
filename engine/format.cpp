#include "engine/format.h"

namespace ridgepoint {

double bits_outside_experts(const NumberFormat& format) {
  return format.dense_bits > 0 ? format.dense_bits : format.bits;
}

Bytes stored_bytes(double matrix_values, double other_values, const NumberFormat& format, double bits) {
  const double other_bits = format.whole_file || bits > 16 ? bits : 16.0;
  return bytes((matrix_values * bits + other_values * other_bits) / 8);
}

}  // namespace ridgepoint
