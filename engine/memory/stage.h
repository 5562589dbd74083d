// What one GPU holds of a model: its pipeline stage, its slice of each matrix, its experts.
#pragma once

#include <vector>

#include "engine/model/architecture.h"
#include "engine/model/parallel.h"

namespace ridgepoint {

struct Stage {
  double share = 1;   // of every layer group: where layers sit in the stack is not known
  bool first = true;  // holds the embedding table
  bool last = true;   // holds the LM head
};
// The stages that can be the fullest: the first and the last of a pipeline, or the only one.
std::vector<Stage> end_stages(const Architecture& model, int pipeline);

// Parameters by how they are stored and divided.
struct HeldParams {
  double matrices = 0;  // of attention and feed-forward: what a weight format quantizes
  double experts = 0;   // routed experts, quantized too
  double others = 0;    // tables, norms, biases, routers
  double head = 0;      // of these: the LM head, or the table that is tied to it
  double dense() const { return matrices + others; }
  double total() const { return matrices + experts + others; }
};
// Of one layer on one GPU.
HeldParams held_params(const LayerGroup& group, const Layout& layout);
// Of a whole stage on one GPU. Without pipeline and tensor parallelism this is the whole model.
HeldParams held_params(const Architecture& model, const Layout& layout, const Stage& stage);
// Embedding table, head and final norm of the stage on one GPU.
double held_table_params(const Architecture& model, const Layout& layout, const Stage& stage);
// Of these the head, or the table that is tied to it.
double held_head_params(const Architecture& model, const Layout& layout, const Stage& stage);

}  // namespace ridgepoint
