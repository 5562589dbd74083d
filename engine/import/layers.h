// Which layer does what: the patterns that configurations spell in a dozen ways, as one list.
#pragma once

#include <string>
#include <vector>

#include "engine/import/families.h"
#include "engine/import/keys.h"
#include "engine/model/architecture.h"

namespace ridgepoint::import {

enum class Mixing { full, windowed, linear, none };
enum class Feeding { dense, experts, none };

struct LayerPlan {
  Mixing mixing = Mixing::full;
  Feeding feeding = Feeding::dense;
};

// The number of layers: the key, or the length of the per-layer lists that stand in for it. 0: unknown.
int layer_count(Config& config);

// One entry a layer. Problems (a list of another length, an unknown letter) go to config.problems.
std::vector<LayerPlan> layer_plans(Config& config, const Family& family, int layers, int experts);

// Tokens the windowed layers see; 0 where no layer is windowed.
int window_of(Config& config);

// Layers with that mixer, and with that feed-forward.
int count(const std::vector<LayerPlan>& plans, Mixing mixing);
int count(const std::vector<LayerPlan>& plans, Feeding feeding);

// The plan as the record's counts.
void describe_layers(const std::vector<LayerPlan>& plans, ModelRecord& record);

// Completes a record whose plain fields and layers are set. Sentences go to `assumptions`.
void apply_specials(Config& config, const Family& family, const std::vector<LayerPlan>& plans, ModelRecord& record,
                    std::vector<std::string>& assumptions);

}  // namespace ridgepoint::import
