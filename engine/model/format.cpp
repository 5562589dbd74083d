#include "engine/model/format.h"

#include <algorithm>
#include <cctype>

namespace ridgepoint {
namespace {

bool is_quantized(Part part) { return part != Part::embeddings && part != Part::head && part != Part::small; }

}  // namespace

std::string arithmetic_text(Arithmetic arithmetic) {
  std::string word(word_of(arithmetic));
  for (char& c : word) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return word;
}

PartBits joined(const PartBits& own, PartBits usual) {
  for (std::size_t i = 0; i < kParts; ++i)
    if (own.of[i]) usual.of[i] = own.of[i];
  if (own.beside_experts) usual.beside_experts = own.beside_experts;
  if (own.prediction) usual.prediction = own.prediction;
  return usual;
}

double bits_of(const NumberFormat& format, Part part, bool routes) {
  if (const std::optional<double>& own = format.part_bits[part]) return *own;
  const bool beside = routes && part != Part::experts;
  const double bits = beside ? format.part_bits.beside_experts.value_or(format.bits) : format.bits;
  return is_quantized(part) || format.whole_file ? bits : std::max(16.0, bits);
}

NumberFormat prediction_format(const NumberFormat& format) {
  NumberFormat own = format;
  if (!format.part_bits.prediction) return own;
  own.bits = *format.part_bits.prediction;
  own.part_bits = {};
  return own;
}

Bytes stored_bytes(double matrix_values, double other_values, const NumberFormat& format) {
  return bytes((matrix_values * format.bits + other_values * bits_of(format, Part::small, false)) / 8);
}

}  // namespace ridgepoint
