// What remarks of published runs say of layers in host memory.
#include "tools/validate/placement.h"

#include <gtest/gtest.h>

namespace ridgepoint::validation {
namespace {

// 40 layers, all with experts but the first two.
Architecture mixture() {
  ModelRecord r;
  r.kind = ModelKind::moe;
  r.layers = 40;
  r.dense_layers = 2;
  r.hidden = 1024;
  r.heads = 8;
  r.vocab = 32000;
  r.intermediate = 4096;
  r.experts = 64;
  r.experts_per_token = 4;
  r.expert_intermediate = 512;
  return *architecture_of(r, "");
}

int experts(const char* remarks) { return placement_of(remarks, mixture()).expert_layers.value_or(-1); }
int layers(const char* remarks) { return placement_of(remarks, mixture()).layers.value_or(-1); }

TEST(Placement, ExpertsByLayer) {
  EXPECT_EQ(experts("llama-bench tg128, -ngl 99 -ncmoe 24 -fa 1"), 24);
  EXPECT_EQ(experts("--n-cpu-moe 31 of 36, default threads"), 31);
  EXPECT_EQ(experts("-ngl 25, experts of 20 layers on the CPU;"), 20);
  EXPECT_EQ(experts("-fit on, 22 layers' experts in host memory, 29.3 GB of the card used"), 22);
  EXPECT_EQ(experts("experts of layers 18 to 37 on the CPU, -rtr 1"), 20);
  EXPECT_EQ(experts("partial offload: FFN of layers 14-33 in system RAM, 24 threads"), 20);
  EXPECT_EQ(experts("experts of layers 5 and up on the CPU"), 35);
  // 0 to 14 on the cards: 25 of the 40 are left
  EXPECT_EQ(experts("FFN of layers 0-8 on the 5090, 9-14 on the 4090, rest in RAM, -t 32"), 25);
  // as many experts as in 40 x (1 - 28 / 128) = 31.25 layers
  EXPECT_EQ(experts("28 of 128 experts of a layer on the GPU"), 31);
}

TEST(Placement, AllExpertsAreThoseOfAllLayersThatHaveAny) {
  EXPECT_EQ(experts("experts in system RAM, the rest on the GPU"), 38);
  EXPECT_EQ(experts("--n-cpu-moe 40 (all experts on the CPU)"), 38);
  EXPECT_EQ(experts("-ot exps=CPU"), 38);
  EXPECT_EQ(experts("-fitt 512 (the card filled, the rest of the experts on the CPU)"), -1);
}

TEST(Placement, WholeLayers) {
  EXPECT_EQ(layers("-ngl 25 of 41, 12 threads"), 16);  // the output counts as one
  EXPECT_EQ(layers("-ngl 16, whole layers on the CPU"), 25);
  EXPECT_EQ(layers("RAM+VRAM used 22 GB, split 30% CPU/70% GPU"), 12);
  EXPECT_EQ(layers("about 42% on the GPU and 58% on the CPU, layers not experts"), 23);
  EXPECT_EQ(layers("llama-bench tg128, -ngl 99 -fa 1"), -1);
  EXPECT_EQ(experts("llama-bench tg128, -ngl 99 -fa 1"), -1);
}

}  // namespace
}  // namespace ridgepoint::validation
