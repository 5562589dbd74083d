// One way in for every file that describes a model.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/import/imported.h"
#include "engine/import/value.h"

namespace ridgepoint::import {

enum class FileKind { unknown, json, gguf, safetensors };

// By the first bytes (8 are enough), whatever the name.
FileKind kind_of(std::span<const std::uint8_t> start);

// Text to values: given by whoever knows JSON.
using ParseText = Result<Value> (*)(std::string_view text);

// `start` is the beginning of a file of `file_size` bytes. Asked with too little, the step says how long a
// beginning it needs; large weights are never needed. `name` is the file's name.
Result<Step> import_file(std::span<const std::uint8_t> start, std::uint64_t file_size, const std::string& name,
                         ParseText parse);

}  // namespace ridgepoint::import
