// A small struct with every sort of field, to try visitors on.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/fields.h"
#include "engine/base/units.h"

namespace ridgepoint {

enum class Colour { red, dark_blue };
template <>
inline constexpr auto kWords<Colour> = word_list("red", "dark-blue");

struct Piece {
  std::string id;
  double size = 0;  // no default: the field refuses 0
  std::optional<double> extra;
};
inline void visit(Piece& p, FieldVisitor& v) {
  visit_field(v, {"id"}, p.id);
  visit_field(v, {.name = "size", .unit = "m", .min = 0.5}, p.size);
  visit_field(v, {"extra"}, p.extra);
}

struct Inner {
  double share = 0.5;
  std::optional<int> split;
};
inline void visit(Inner& i, FieldVisitor& v) {
  visit_field(v, {.name = "share", .min = 0, .max = 1}, i.share);
  visit_field(v, {.name = "split", .min = 1, .max = 64, .word = "auto"}, i.split);
}

struct Sample {
  int count = 4;
  double load = 32;  // infinity: as many as fit
  std::optional<double> limit;
  Bytes memory = gigabytes(80);
  bool fast = true;
  std::string name = "anna";
  Colour colour = Colour::red;
  std::optional<Colour> other;
  std::vector<std::string> words;
  std::vector<double> steps;
  Inner inner;
  std::optional<Inner> maybe;
  std::vector<Piece> parts;
  std::optional<double> later;  // planned
  bool packed = true;           // planned, with a default
};
inline void visit(Sample& s, FieldVisitor& v) {
  visit_field(v, {.name = "count", .min = 1, .max = 1000}, s.count);
  visit_field(v, {.name = "load", .min = 1, .word = "max"}, s.load);
  visit_field(v, {"limit"}, s.limit);
  visit_quantity(v, {.name = "memory_gb", .unit = "GB", .min = 0}, s.memory, 1e9);
  visit_field(v, {"fast"}, s.fast);
  visit_field(v, {"name"}, s.name);
  visit_field(v, {"colour"}, s.colour);
  visit_field(v, {.name = "other", .word = "auto"}, s.other);
  visit_field(v, {"words"}, s.words);
  visit_field(v, {.name = "steps", .min = 0}, s.steps);
  visit_object(v, {"inner"}, s.inner);
  visit_object(v, {"maybe"}, s.maybe);
  visit_list(v, {"parts"}, s.parts);
  visit_field(v, {.name = "later", .planned = true}, s.later);
  visit_field(v, {.name = "packed", .planned = true}, s.packed);
}

}  // namespace ridgepoint
