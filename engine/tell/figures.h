// The figures of an estimate that are compared and measured, by pointers into it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/estimate/estimate.h"

namespace ridgepoint {

struct FigureKind {
  std::string_view figure;  // "/speed/tpot_ms"
  const char* label;
  const char* unit;
  bool more_is_better;
  std::optional<double> (*of)(const Estimate&);
  std::string (*said)(double);
};
std::span<const FigureKind> figure_kinds();
const FigureKind* figure_kind(std::string_view figure);  // null: none of them

}  // namespace ridgepoint
