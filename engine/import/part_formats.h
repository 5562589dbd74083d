// Which part of a checkpoint is held in which number format, by the names of modules that its makers list.
#pragma once

#include <string>
#include <vector>

#include "engine/import/layers.h"
#include "engine/model/architecture.h"

namespace ridgepoint::import {

// Bits of a module, by a pattern of names: a name and all under it ("model.layers.0.self_attn"), a name with stars, or
// "re:" and a regular expression, of which sequences, classes and alternatives are read as any text or each of them.
struct ModuleBits {
  std::string pattern;
  double bits = 16;
};

// What is said of a checkpoint's modules. Of those that a module matches, the first counts.
struct ModuleRules {
  double usual = 16;              // bits of matrices that none names
  bool head_is_usual = false;     // the LM head among them
  bool tables_are_usual = false;  // and the embeddings (whole files)
  std::vector<ModuleBits> listed;
};

// What a checkpoint holds its parts in, in the mean over layers and matrices; nothing of parts it does not have.
PartBits part_bits(const ModuleRules& rules, const std::vector<LayerPlan>& plans, const Architecture& model);

// The part of the model with most parameters.
Part largest_part(const Architecture& model);

// Bytes of the whole, where numbers that nothing is said of have 16 bits.
double stored(const Architecture& model, const PartBits& bits);

}  // namespace ridgepoint::import
