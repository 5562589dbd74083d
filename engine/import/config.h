// A Hugging Face config.json to a model.
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/import/imported.h"
#include "engine/import/value.h"

namespace ridgepoint::import {

// The text decoder a config.json describes, or an adapter_config.json's adapter. `name` is what to call
// it where the file does not say. Problems name the keys that are missing or cannot be right.
Result<Imported> import_config(const Value& file, const std::string& name);

// A name as an id: lower case, digits, dots and single hyphens, at most 80 characters.
std::string id_of(const std::string& name);

}  // namespace ridgepoint::import
