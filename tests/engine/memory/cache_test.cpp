// Blocks of a cache whose layers share them, counted by hand.
#include "engine/memory/cache.h"

#include "tests/engine/memory/models.h"

namespace ridgepoint {
namespace {

// `full` layers see all, `windowed` ones the last `window` tokens; each keeps 8 heads x 64 x 2 (K and V) x 2 bytes of a
// token, 2,048.
Architecture mixed(int full, int windowed, int window) {
  ModelRecord r = decoder(full + windowed, 512, 1024, 8, 8, 1000);
  r.full_attention_layers = full;
  r.window = window;
  return built(r);
}

InferenceMemoryInput shared_blocks() {
  InferenceMemoryInput in;
  in.kv = format_of(16);
  in.engine = ServingEngine{.id = "vllm", .block_tokens = 16, .shared_blocks = true};
  in.prefill_chunk = 512;
  return in;
}

// A block holds 16 tokens of as many layers as a group has.
double blocks_of(Bytes amount, int layers) { return in_bytes(amount) / (16 * 2048.0 * layers); }

double sequence_blocks(int full, int windowed, int window, double tokens, int layers) {
  const Architecture model = mixed(full, windowed, window);
  const InferenceMemoryInput in = shared_blocks();
  return blocks_of(CacheLayout(model, in).sequence(tokens), layers);
}

// A token sees itself and window - 1 before it. 4,096 before it lie in 256 whole blocks or, where the first is cut, in
// 257; 4,097 in 258. Full layers keep all 100,000 tokens in 6,250.
TEST(CacheLayout, AWindowHasOneBlockMoreThanItFills) {
  EXPECT_DOUBLE_EQ(sequence_blocks(2, 2, 4097, 100000, 2), 6250 + 257);
  EXPECT_DOUBLE_EQ(sequence_blocks(2, 2, 4098, 100000, 2), 6250 + 258);
}

TEST(CacheLayout, AWindowHasNoMoreThanTheSequence) {
  EXPECT_DOUBLE_EQ(sequence_blocks(2, 2, 4097, 100, 2), 7 + 7);  // 100 / 16 = 6.25
  EXPECT_DOUBLE_EQ(sequence_blocks(2, 2, 4097, 257 * 16, 2), 257 + 257);
  EXPECT_DOUBLE_EQ(sequence_blocks(2, 2, 4097, 257 * 16 + 1, 2), 258 + 257);
}

// While a prompt is read 512 tokens more are kept, 32 blocks, of which a short prompt has none.
TEST(CacheLayout, ReadingKeepsAChunkBesideTheWindow) {
  const Architecture model = mixed(2, 2, 4097);
  const InferenceMemoryInput in = shared_blocks();
  EXPECT_DOUBLE_EQ(blocks_of(CacheLayout(model, in).reading(100000), 2), 32);
  EXPECT_DOUBLE_EQ(blocks_of(CacheLayout(model, in).reading(100), 2), 0);
}

// Groups are as large as the smallest kind: 4 layers make two groups of 2, and 3 make two as well, of which one has a
// place that stays empty. 3 layers are not less than half as many again as 2; 5 are less than that of 4, and then
// groups are as large as the largest kind.
TEST(CacheLayout, LayersAreSplitIntoGroupsOfTheSmallestKind) {
  EXPECT_DOUBLE_EQ(sequence_blocks(2, 4, 4097, 100000, 2), 6250 + 2 * 257);
  EXPECT_DOUBLE_EQ(sequence_blocks(2, 3, 4097, 100000, 2), 6250 + 2 * 257);
  EXPECT_DOUBLE_EQ(sequence_blocks(4, 5, 4097, 100000, 5), 6250 + 257);
}

// Layers that are all alike have blocks of their own, whether or not they could share them: 4 x 2,048 bytes of a token.
TEST(CacheLayout, LayersThatAreAlikeShareNothing) {
  EXPECT_DOUBLE_EQ(sequence_blocks(4, 0, 0, 100, 4), 7);
  const Architecture model = mixed(4, 0, 0);
  const InferenceMemoryInput in = shared_blocks();
  EXPECT_DOUBLE_EQ(blocks_of(CacheLayout(model, in).reading(100000), 4), 0);
}

// Without shared blocks a windowed layer keeps its window to the token: 2 x 8,192 and 2 x 4,097 tokens of 2,048 bytes.
TEST(CacheLayout, AWindowOfItsOwnIsKeptToTheToken) {
  const Architecture model = mixed(2, 2, 4097);
  InferenceMemoryInput in = shared_blocks();
  in.engine = ServingEngine{.block_tokens = 16};
  EXPECT_DOUBLE_EQ(in_bytes(CacheLayout(model, in).sequence(8192)), 2 * (8192 + 4097) * 2048.0);
}

}  // namespace
}  // namespace ridgepoint
