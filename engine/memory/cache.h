// Caches and states of one sequence on one GPU, as an engine lays them out.
#pragma once

#include <vector>

#include "engine/base/shared.h"
#include "engine/facts/serving_engine.h"
#include "engine/model/architecture.h"
#include "engine/model/parallel.h"

namespace ridgepoint {

// This is what the memory of serving is reckoned from.
struct InferenceMemoryInput {
  Shared<NumberFormat> weights;
  Shared<NumberFormat> kv;
  Layout layout;          // data = replicas
  double sequences = 1;   // held at once on one replica
  double context = 4096;  // tokens each may reach
  double prompt = 0;      // of those read before the first answer token; 0: all
  double prefill_chunk = 8192;
  double drafted = 0;   // tokens that a step verifies for each sequence beside the one it would make alone
  double limit = 1024;  // sequences that may run together: what LogitsOf::limit reserves for
  bool eager = false;   // no graphs are captured
  Bytes kept;           // at least for what a step and graphs take, whatever they do
  Shared<ServingEngine> engine;
  const FormatsOn* tiles = nullptr;  // of routed experts; null: their matrices lie as they are
  Bytes communicator;                  // on the links there are
};

// Layers whose caches an engine keeps alike.
struct CacheKind {
  double groups = 1;  // a block has room for the layers of one
  double tokens = 1;  // of a block
  double window = 0;  // that the layers see; 0: all
};

class CacheLayout {
 public:
  CacheLayout(const Architecture& model, const InferenceMemoryInput& input);

  // Keys, values and latents of a sequence of `tokens`, in whole blocks.
  Bytes sequence(double tokens) const { return blocks(tokens, 0); }
  // What the request whose prompt is being read takes beside that: layers with a window keep a prefill chunk more.
  Bytes reading(double tokens) const;
  // One state of all its linear-attention and state-space layers.
  Bytes state() const { return state_; }

 private:
  void share_blocks();
  void share_compressed_blocks();
  Bytes blocks(double tokens, double beside) const;

  const Architecture& model_;
  const InferenceMemoryInput& in_;
  double share_;  // of the layers that one GPU has
  Bytes state_;
  Bytes block_;  // of all layers that share one; none: caches are laid out one by one
  std::vector<CacheKind> kinds_;
};

// What a layer caches of a token beside its numbers: bytes of index keys, and how many times its bits a number takes.
struct CachedBeside {
  double index_keys = 0;
  double scales = 1;
};
CachedBeside cached_beside(const Attention& attention, double bits);

}  // namespace ridgepoint
