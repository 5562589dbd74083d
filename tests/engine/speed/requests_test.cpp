#include "engine/speed/requests.h"

#include <gtest/gtest.h>

namespace ridgepoint {
namespace {

Request first_request(double input, double hit_rate) {
  SimulationInput in;
  in.load.input_tokens = input;
  in.load.prefix_hit_rate = hit_rate;
  return Arrivals(in, 0).take();
}

TEST(Requests, ThreeQuartersOfAPromptAreInTheCache) { EXPECT_EQ(first_request(2048, 0.75).done, 1536); }

// The first token of the answer comes of the prompt's last token, which is read in any case.
TEST(Requests, OfAPromptThatIsAllInTheCacheTheLastTokenIsRead) {
  EXPECT_EQ(first_request(2048, 1).done, 2047);
  EXPECT_EQ(first_request(2048, 0.9999).done, 2047);  // 0.2 tokens are left
  EXPECT_EQ(first_request(1, 1).done, 0);
}

}  // namespace
}  // namespace ridgepoint
