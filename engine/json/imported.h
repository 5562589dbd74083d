// An import as the document the module and the command line give.
#pragma once

#include "engine/import/imported.h"
#include "engine/json/value.h"

namespace ridgepoint::json {

// {"ok": true, "needs": N}, or {"ok": true, "kind", "model", "format", "bytes", "bits_per_weight",
// "assumptions"}; of an adapter {"ok": true, "kind": "adapter", "adapter": {...}, ...}.
Json import_json(import::Step step);

}  // namespace ridgepoint::json
