#include "engine/format.h"

namespace ridgepoint {

NumberFormat dense_format(const NumberFormat& format) {
  NumberFormat dense = format;
  if (format.dense_bits > 0) dense.bits = format.dense_bits;
  if (format.dense_bits == 16) dense.arithmetic = Arithmetic::bf16;
  return dense;
}

Bytes stored_bytes(double matrix_values, double other_values, const NumberFormat& format) {
  const double other_bits = format.whole_file || format.bits > 16 ? format.bits : 16.0;
  return bytes((matrix_values * format.bits + other_values * other_bits) / 8);
}

}  // namespace ridgepoint
