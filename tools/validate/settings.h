// What published training tables do not restate: the settings their code or documentation has by default.
#pragma once

#include <optional>
#include <string_view>

#include "engine/ask/scenario.h"

namespace ridgepoint::validation {

// What a printed figure of memory counts.
enum class Counts { allocated, reserved, device };

struct SourceSettings {
  std::string_view source;  // part of the source's name
  Counts counts = Counts::device;
  Recipe recipe = Recipe::bf16;
  LoraTargets targets = LoraTargets::all_linear;
  Loss loss = Loss::plain;
  bool packed = true;
  bool keeps_activations = false;  // no checkpointing where none is stated
  bool deepspeed = false;          // full training runs under ZeRO-3, on one GPU too
  Framework framework = Framework::pytorch;
  std::string_view why;
};

// Of the first entry whose name the source contains; the last covers everything.
const SourceSettings& settings_of(std::string_view source);

}  // namespace ridgepoint::validation
