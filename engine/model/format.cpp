#include "engine/model/format.h"

#include <algorithm>

namespace ridgepoint {

double bits_outside_experts(const NumberFormat& format) {
  return format.dense_bits > 0 ? format.dense_bits : format.bits;
}

double bits_of_head(const NumberFormat& format, double bits) {
  if (!format.whole_file) return std::max(16.0, bits);
  return format.head_bits > 0 ? format.head_bits : bits;
}

Bytes stored_bytes(double matrix_values, double other_values, const NumberFormat& format, double bits) {
  const double other_bits = format.whole_file || bits > 16 ? bits : 16.0;
  return bytes((matrix_values * bits + other_values * other_bits) / 8);
}

}  // namespace ridgepoint
