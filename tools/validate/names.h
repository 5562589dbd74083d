// The devices and models of rows.
#pragma once

#include <string>
#include <string_view>

#include "engine/ask/scenario.h"
#include "engine/facts/catalog.h"
#include "tools/validate/csv.h"

namespace ridgepoint::validation {

// The device of a row and how many, put into the scenario: one of the catalog, or one alike of the memory that the row
// gives. "RTX 4080 + Ryzen 9 7950X": what does not fit the card lies with the CPU. A CPU is as the row describes it.
// The catalog's record; null when it is not known, with what the row says of it refused.
const Accelerator* set_device(Scenario& scenario, const Catalog& catalog, const Row& row);

// Id of a model that is built from what a row says.
inline constexpr const char* kModelOfRow = "measured";

// The model of a row: one of the catalog, one built from the row's own params_b, layers, hidden and
// heads, or one synthesized from its size. Put into the scenario; false when nothing is known, with the name refused.
bool set_model(Scenario& scenario, const Catalog& catalog, const Row& row);

// The format of a column that a spelling means; null when it is not known, with the cell refused.
const NumberFormat* format_of(const Catalog& catalog, const Row& row, std::string_view column,
                              const std::string& spelled);

}  // namespace ridgepoint::validation
