// The four kinds of work that can be asked for, each with what it alone has.
#pragma once

#include <memory>
#include <optional>
#include <variant>

#include "engine/base/shared.h"
#include "engine/facts/catalog.h"
#include "engine/facts/device.h"
#include "engine/model/media.h"
#include "engine/model/speculation.h"

namespace ridgepoint {

struct Question;

// Token decoders answer requests.
struct ServeJob {
  Shared<ServingEngine> engine;
  bool small_device = false;  // the engine's defaults for small devices hold
  std::optional<Speculation> speculation;
};

// Token decoders are trained.
struct TrainJob {
  Shared<TrainingFramework> framework;
  TrainingOverheads overheads;
  TrainerHabits habits;
  std::shared_ptr<const Question> rollouts;  // grpo: the serving of the completions; null where it cannot be
};

// Models that are not token decoders answer requests, and are trained.
struct MediaServeJob {
  MediaModel model;
};
struct MediaTrainJob {
  MediaModel model;
};

using Job = std::variant<ServeJob, TrainJob, MediaServeJob, MediaTrainJob>;

// Some of the kinds, for tables of what is for those alone.
using Jobs = unsigned;
inline constexpr Jobs kServe = 1, kTrain = 2, kMediaServe = 4, kMediaTrain = 8;
inline constexpr Jobs kServes = kServe | kMediaServe, kTrains = kTrain | kMediaTrain, kOfTokens = kServe | kTrain,
                      kOfMedia = kMediaServe | kMediaTrain, kAll = kOfTokens | kOfMedia;

}  // namespace ridgepoint
