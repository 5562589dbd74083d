// GGUF files (llama.cpp): what the header says, without the weights.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "engine/base/result.h"
#include "engine/import/imported.h"

namespace ridgepoint::import {

// Bounds: more is refused before it is read.
inline constexpr std::uint64_t kGgufPairs = 100000;
inline constexpr std::uint64_t kGgufTensors = 10000000;
inline constexpr std::uint32_t kGgufDimensions = 8;
inline constexpr std::uint64_t kGgufTextBytes = 10000000;
inline constexpr std::uint64_t kGgufHeaderBytes = 100000000;

// Reads versions 2 and 3. `start` is the file's beginning, `file_size` all its bytes. The first slice may be
// small: the answer then says how long a beginning it needs, at least twice as long each time, and is asked
// again with that. Of a split file, the first part alone, or the beginnings of the parts one after another, each at
// least as long as its header, with the bytes of all as `file_size`.
Result<Step> import_gguf(std::span<const std::uint8_t> start, std::uint64_t file_size, const std::string& name);

}  // namespace ridgepoint::import
