#include <gtest/gtest.h>

#include "engine/model/architecture.h"

namespace ridgepoint {
namespace {

Architecture one_layer(int window) {
  Architecture model;
  LayerGroup layer;
  layer.count = 1;
  layer.attention = Attention{};
  layer.attention->heads = 2;
  layer.attention->kv_heads = 2;
  layer.attention->key_dim = layer.attention->value_dim = 4;
  layer.attention->window = window;
  model.groups.push_back(layer);
  return model;
}

TEST(Attention, CausalWorkIsHalfOfTheSquare) {
  // 4 a d c per token: 4 x 2 x 4 = 32 per token seen; the mean token of 100 sees 50: 32 x 100 x 50
  EXPECT_NEAR(in_flop(causal_attention_flop(one_layer(0), 100, 0)), 160000, 1e-6);
}

TEST(Attention, CachedTokensAreSeenByAll) {
  // 32 x 100 x (1000 + 50)
  EXPECT_NEAR(in_flop(causal_attention_flop(one_layer(0), 100, 1000)), 3360000, 1e-6);
}

TEST(Attention, AWindowBoundsTheWork) {
  // beyond the window every token sees 10: 32 x 1000 x 10
  EXPECT_NEAR(in_flop(causal_attention_flop(one_layer(10), 1000, 100)), 320000, 1e-6);
}

}  // namespace
}  // namespace ridgepoint
