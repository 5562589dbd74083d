// Families whose layers are no repetition of one layer: what the record needs beside its plain fields.
#pragma once

#include <string>
#include <vector>

#include "engine/import/families.h"
#include "engine/import/keys.h"
#include "engine/import/layers.h"
#include "engine/model/architecture.h"

namespace ridgepoint::import {

// Completes a record whose plain fields and layers are set. Sentences go to `assumptions`.
void apply_specials(Config& config, const Family& family, const std::vector<LayerPlan>& plans, ModelRecord& record,
                    std::vector<std::string>& assumptions);

}  // namespace ridgepoint::import
