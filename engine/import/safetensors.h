// Safetensors files and their index: what the header says, without the weights.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "engine/base/result.h"
#include "engine/import/imported.h"
#include "engine/import/value.h"

namespace ridgepoint::import {

inline constexpr std::uint64_t kSafetensorsHeader = 100000000;  // the cap of the reference library

// Length of the JSON header that follows the first 8 bytes. `start` holds at least those.
Result<std::uint64_t> safetensors_header_size(std::span<const std::uint8_t> start, std::uint64_t file_size);

// From the parsed header of a file of `file_size` bytes whose header takes `header_size` of them: the model
// its names and shapes tell, or the adapter. A part of a split model gives a problem that asks for the index
// or config.json.
Result<Imported> import_safetensors(const Value& header, std::uint64_t header_size, std::uint64_t file_size,
                                    const std::string& name);

// model.safetensors.index.json: bytes, and which tensors there are. Shapes are not in it, so that the model
// cannot be told: the problem asks for config.json, unless the bytes are all that is wanted.
Result<Imported> import_safetensors_index(const Value& index, const std::string& name);

}  // namespace ridgepoint::import
