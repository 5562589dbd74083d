#include <gtest/gtest.h>

#include "engine/model/architecture.h"
#include "tests/engine/fixture.h"
#include "tests/engine/speed/machines.h"

namespace ridgepoint {
namespace {

// In milliseconds, of a prompt of 1,000 tokens at 1000 GB/s.
double elementwise_of(const Architecture& model, int tensor, int expert, double coefficient = 1) {
  Device device = test::ideal();
  device.efficiency.elementwise = coefficient;
  InferenceSpeedInput in = test::bf16_speed();
  in.layout.tensor = tensor;
  in.layout.expert = expert;
  for (const TimeLine& line : prefill({model, in, device}, 1000, 0).lines)
    if (line.id == "elementwise") return in_milliseconds(line.time);
  return 0;
}

// Llama 3.1 8B, a token and layer: 10 x 4096 numbers of the hidden width; 2 x (32 + 8) x 128 of queries and keys and
// 3 x 14336 of the feed-forward. 94,208 x 32 layers x 2 bytes are 6.0293 MB. Four ranks leave 40,960 + 53,248 / 4.
TEST(Elementwise, RanksDoNotDivideTheHiddenWidth) {
  EXPECT_NEAR(elementwise_of(test::llama_8b(), 1, 1), 6.0293, 1e-4);
  EXPECT_NEAR(elementwise_of(test::llama_8b(), 4, 1), 3.4734, 1e-4);
  EXPECT_NEAR(elementwise_of(test::llama_8b(), 1, 1, 2.5), 2.5 * 6.0293, 3e-4);
}

// 24 layers of a hidden width of 2048: 10 x 2048, 2 x (16 + 4) x 128, and for each of 4 experts 4 x 2048 for the copy
// there and back, 3 x 1024 within. 70,656 x 24 x 2 bytes are 3.3915 MB. Four slices of each expert leave 20,480 + 5,120
// / 4 + 4 x (8,192 + 3,072 / 4) = 57,600; where each rank has a quarter of the experts whole, a quarter of the copies
// too: 20,480 + 1,280 + 11,264 = 33,024.
TEST(Elementwise, TokensAreCopiedToEachSliceOfTheirExperts) {
  EXPECT_NEAR(elementwise_of(test::small_moe(), 1, 1), 3.3915, 1e-4);
  EXPECT_NEAR(elementwise_of(test::small_moe(), 4, 1), 2.7648, 1e-4);
  EXPECT_NEAR(elementwise_of(test::small_moe(), 4, 4), 1.5852, 1e-4);
}

}  // namespace
}  // namespace ridgepoint
