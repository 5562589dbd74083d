#include "engine/memory/stage.h"

#include "tests/engine/memory/models.h"

namespace ridgepoint {
namespace {

TEST(Stage, OneGpuHoldsTheWholeModel) {
  const Architecture model = mixtral_8x7b();
  EXPECT_DOUBLE_EQ(held_params(model, Layout{}, Stage{}).total(), total_params(model));
}

TEST(Stage, TensorParallelDividesMatricesAndTablesButNotNorms) {
  const Architecture model = llama_31_8b();
  Layout layout;
  layout.tensor = 4;
  // Norms: 2 per layer and the final one, 65 x 4096 = 266,240, on every rank.
  const double norms = 266240;
  EXPECT_DOUBLE_EQ(held_params(model, layout, Stage{}).total(), (total_params(model) - norms) / 4 + norms);
}

// A table of n-grams of 51.2 billion is divided as the embedding is.
TEST(Stage, TensorParallelDividesTablesThatAreOnlyLookedUp) {
  Architecture model = llama_31_8b();
  Layout layout;
  layout.tensor = 4;
  const double before = held_table_params(model, layout, Stage{});
  model.lookup_params = 51.2e9;
  model.other_params += model.lookup_params;
  EXPECT_DOUBLE_EQ(held_table_params(model, layout, Stage{}), before + 12.8e9);
}

TEST(Stage, FewerKvHeadsThanRanksAreReplicated) {
  const LayerGroup layer = llama_31_8b().groups.front();
  const Matrix keys{MatrixRole::keys, 4096, 1024};
  EXPECT_DOUBLE_EQ(tensor_share(keys, layer, 8), 1.0 / 8);
  EXPECT_DOUBLE_EQ(tensor_share(keys, layer, 16), 1.0 / 8);
}

TEST(Stage, ExpertParallelismDividesExpertsOnly) {
  const Architecture model = mixtral_8x7b();
  Layout layout;
  layout.expert = 8;
  layout.data = 8;
  const HeldParams whole = held_params(model, Layout{}, Stage{}), held = held_params(model, layout, Stage{});
  EXPECT_DOUBLE_EQ(held.experts(), whole.experts() / 8);
  EXPECT_DOUBLE_EQ(held.dense(), whole.dense());
}

TEST(Stage, PipelineEndsHoldOneTableEach) {
  const Architecture model = llama_31_8b();
  const std::vector<Stage> ends = end_stages(model, 4);
  ASSERT_EQ(ends.size(), 2u);
  // Embedding and head are 128,256 x 4096 = 525,336,576 each; the final norm is counted with the first.
  EXPECT_DOUBLE_EQ(held_table_params(model, Layout{}, ends[0]), 525336576 + 4096);
  EXPECT_DOUBLE_EQ(held_table_params(model, Layout{}, ends[1]), 525336576);
  EXPECT_DOUBLE_EQ(ends[0].share, 8.0 / 32);
}

TEST(Stage, LastStageCopiesATiedTable) {
  const std::vector<Stage> ends = end_stages(llama_32_3b(), 2);
  EXPECT_DOUBLE_EQ(held_table_params(llama_32_3b(), Layout{}, ends[1]), 128256.0 * 3072);
}

}  // namespace
}  // namespace ridgepoint
