// A model from the names and shapes of its tensors alone, as PyTorch checkpoints name them.
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/import/tensors.h"
#include "engine/model/architecture.h"

namespace ridgepoint::import {

// Other towers and prediction layers are not the decoder.
bool is_tower(std::string_view name);

// A size as a whole number, at most 1e7.
int whole_size(double x);

class TensorModel {
 public:
  void add(std::string_view name, const Shape& shape, double values) { tensors_.add(name, shape, values); }

  // The decoder the tensors make up; what shapes leave open is assumed, and said. Problems name what is missing.
  Result<ModelRecord> record(std::vector<std::string>& assumptions);

 private:
  // The first of several endings that a layer's tensors have.
  const TensorPattern* layer(std::initializer_list<const char*> ends) const;
  const TensorPattern* outside(std::initializer_list<const char*> ends) const;
  bool has(std::initializer_list<const char*> ends) const { return layer(ends) != nullptr; }
  void sort_out();
  std::optional<Problem> read_mixers(ModelRecord& r, std::vector<std::string>& assumptions) const;
  bool read_attention(ModelRecord& r, std::vector<std::string>& assumptions) const;
  bool read_latent_attention(ModelRecord& r, std::vector<std::string>& assumptions) const;
  std::optional<LinearRecord> linear(std::vector<std::string>& assumptions) const;
  std::optional<LinearRecord> delta_net(std::vector<std::string>& assumptions) const;
  std::optional<LinearRecord> mamba(std::vector<std::string>& assumptions) const;
  void read_feed_forward(ModelRecord& r) const;
  void read_norms(ModelRecord& r) const;

  Tensors tensors_;
  std::map<std::string, const TensorPattern*, std::less<>> in_layer_;  // by the name within a layer
  int layers_ = 0;
};

}  // namespace ridgepoint::import
