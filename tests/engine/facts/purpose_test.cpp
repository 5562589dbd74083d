// What models are for, where nobody says it.
#include <gtest/gtest.h>

#include "engine/facts/catalog.h"

namespace ridgepoint {
namespace {

using Purposes = std::vector<Purpose>;

ModelRecord of(ModelKind kind) {
  ModelRecord out;
  out.kind = kind;
  return out;
}

TEST(Purpose, IsWhatTheKindSays) {
  EXPECT_EQ(purposes_of(of(ModelKind::moe)), Purposes{Purpose::chat});
  EXPECT_EQ(purposes_of(of(ModelKind::multimodal)), (Purposes{Purpose::chat, Purpose::vision}));
  ModelRecord seeing = of(ModelKind::hybrid);
  seeing.tower_params = 4e8;
  EXPECT_EQ(purposes_of(seeing), (Purposes{Purpose::chat, Purpose::vision}));
  EXPECT_EQ(purposes_of(of(ModelKind::speech)), Purposes{Purpose::speech});
  EXPECT_EQ(purposes_of(of(ModelKind::diffusion)), Purposes{Purpose::image});
  ModelRecord moving = of(ModelKind::diffusion);
  moving.frames = 81;
  EXPECT_EQ(purposes_of(moving), Purposes{Purpose::video});
  EXPECT_TRUE(purposes_of(of(ModelKind::encoder)).empty());
  EXPECT_TRUE(purposes_of(of(ModelKind::vision)).empty());
}

TEST(Purpose, TheMakersWordStandsInPlaceOfIt) {
  ModelRecord model = of(ModelKind::multimodal);
  model.purposes = {"agents", "code", "nothing that there is"};
  EXPECT_EQ(purposes_of(model), (Purposes{Purpose::code, Purpose::agents}));
}

}  // namespace
}  // namespace ridgepoint
