// What one GPU holds of a model: its pipeline stage, its slice of each matrix, its experts.
#pragma once

#include <array>
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

// Parameters by part of the model. A table that is tied to the LM head is the head.
struct HeldParams {
  std::array<double, kParts> of{};
  double& operator[](Part part) { return of[static_cast<std::size_t>(part)]; }
  double operator[](Part part) const { return of[static_cast<std::size_t>(part)]; }
  double experts() const { return (*this)[Part::experts]; }
  double others() const { return (*this)[Part::embeddings] + (*this)[Part::head] + (*this)[Part::small]; }
  double matrices() const { return total() - experts() - others(); }  // what every token is multiplied with, but a head
  double dense() const { return total() - experts(); }
  double total() const;
};
// Bytes of a part, and of all, in a weight format.
Bytes stored_bytes(const HeldParams& held, Part part, const NumberFormat& format);
Bytes stored_bytes(const HeldParams& held, const NumberFormat& format);

// Of one layer on one GPU.
HeldParams held_params(const LayerGroup& group, const Layout& layout);
// Of a whole stage on one GPU. Without pipeline and tensor parallelism this is the whole model.
HeldParams held_params(const Architecture& model, const Layout& layout, const Stage& stage);
// Embedding table, head and final norm of the stage on one GPU.
double held_table_params(const Architecture& model, const Layout& layout, const Stage& stage);
// Of these the tables that a token is looked up in, but one that is tied to the head.
double held_embedding_params(const Architecture& model, const Layout& layout, const Stage& stage);
// Of these the head, or the table that is tied to it.
double held_head_params(const Architecture& model, const Layout& layout, const Stage& stage);

}  // namespace ridgepoint
