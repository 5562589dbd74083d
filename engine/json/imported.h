// An import as the document the module and the command line give.
#pragma once

#include "engine/import/imported.h"
#include "engine/json/value.h"

namespace ridgepoint::json {

// {"ok": true, "needs": N}, or {"ok": true, "kind", "model", "format", "bytes", "bits_per_weight",
// "assumptions"}; of an adapter {"ok": true, "kind": "adapter", "adapter": {...}, ...}.
Json import_json(import::Step step);

// What an estimate of the model would refuse, with pointers into the file where it has a name for the field.
Problems import_problems(const import::Imported& imported);

}  // namespace ridgepoint::json
