// What people call accelerators, beside the names of their records.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/facts/catalog.h"

namespace ridgepoint {

// An accelerator as a person names it.
struct NamedAccelerator {
  const Accelerator* record = nullptr;  // null: the catalog has none of that name
  std::optional<double> memory_gb;      // that the name says, where the record has another
};

// By id, alias or name, as find_accelerator() does. A name that none of these is may say its memory ("RTX 4090 48GB"),
// its maker ("NVIDIA GeForce") and the computer it is in ("Mac Studio M2 Ultra 192GB"): these are taken off names and
// records' names alike. Of several records that are then called the same, the one is meant that is spelled with that
// memory, else the one that is spelled without any.
NamedAccelerator named_accelerator(const Catalog& catalog, std::string_view name);

// "2x3090", "8 × MI300X", "4 L40S", "H100:8", "H100 x8" and, of TPUs, "v6e-8" taken apart; without a count where the
// text says none.
struct CountedName {
  std::string name;
  std::optional<int> count;
};
CountedName counted_name(const Catalog& catalog, std::string_view text);

// Ids among `candidates` that a name which is none may be meant for. Another number is another device: "RTX 6090" is
// not meant for "rtx-4090".
std::vector<std::string> nearest_accelerators(std::string_view wrong, const std::vector<Accelerator>& candidates);

}  // namespace ridgepoint
