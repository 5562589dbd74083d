// From names to things: the records, formats and machines a scenario means.
#pragma once

#include "engine/ask/resolved.h"
#include "engine/ask/scenario.h"
#include "engine/base/result.h"

namespace ridgepoint {

// Id of the format that a model is served in: the scenario's, else what it is published in where that is coarser than
// 16 bits. llama.cpp and its kin have files of their own, and neither they nor Apple's machines read FP8.
std::string served_weights(const Scenario& scenario, const Catalog& catalog);

// Takes apart what stands in an accelerator's place and is none: a machine's name ("a3-highgpu-8g"), and how many there
// are ("2x3090"), which multiplies a count that is given. What is not known stays.
void take_apart(HardwareChoice& hardware, const Catalog& catalog);

// The scenario with accelerators by their ids, among constraints with the memory behind it that a name says where the
// record has another ("apple-m4-pro 48GB"). Names that the catalog does not have stay.
void name_by_id(Scenario& scenario, const Catalog& catalog);

// A problem for every field that was given and has no meaning for the model: a KV cache format for a ResNet,
// denoising steps for a language model. A field that equals its default counts as not given.
Problems meaningless(const Scenario& scenario, const Resolved& resolved);

// Every unknown name and missing fact at once, each with the nearest known names.
Result<Resolved> resolve(const Scenario& scenario, const Catalog& catalog);
Result<Resolved> resolve(const Scenario& scenario, const Catalog&& gone) = delete;

}  // namespace ridgepoint
