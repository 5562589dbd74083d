// Models that are not token decoders: networks that an image, a video, a sequence of tokens or a window of audio
// passes through. What each pass costs is counted here; how long it takes and what it holds is in speed/ and memory/.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/units.h"
#include "engine/model/architecture.h"

namespace ridgepoint {

// What is counted as one.
enum class Item { image, video, sequence, window };

struct MediaModel {
  ModelRecord record;
  Item item = Item::image;
  std::optional<Architecture> encoder;  // encoders that are one network: their layers
  bool writes_text() const;             // a text decoder follows
};

// The networks a record describes. Problems name the record's fields under `path`.
Result<MediaModel> media_of(const ModelRecord& record, const std::string& path);

// What is asked of one item.
struct MediaRequest {
  double width = 0;  // px; images and videos
  double height = 0;
  double steps = 1;
  bool guidance = false;
  double tokens = 512;        // of a sequence that is read
  double answer_tokens = 75;  // that are written: of a sequence, or of a window of audio
};

// A network at work on one item.
struct Pass {
  std::string id;  // "denoiser", "text_encoder_2"
  std::string label;
  double params = 0;
  double lookup_params = 0;  // of them: tables that are only looked up
  bool quantized = true;     // held in the weight format; else in 16 bits
  bool transformer = false;  // else convolutions
  double runs = 1;           // one after another: denoising steps, tokens of an answer
  double inputs = 1;         // that one item brings to each run: 2 under classifier-free guidance
  // Of one input in one run.
  Flop work;
  double written = 0;     // activation values
  double state = 0;       // values kept for all runs and read in each, in the mean: keys and values
  double state_held = 0;  // of them after the last run
  double peak = 0;        // activation values alive at once
  double matrices = 1;    // convolutions and linear layers, each of which is launched
  bool known = true;      // its work is known
  bool trained = false;   // what training a model of this kind trains
  bool listens = false;   // to a window of audio
  bool encodes = false;   // text, as a model of its own
  bool denoises = false;  // its weights, where packed, are unpacked in every run
};

// All passes of one item, in their order.
std::vector<Pass> passes_of(const MediaModel& model, const MediaRequest& request);

// Parameters of all networks.
double total_params(const MediaModel& model);

}  // namespace ridgepoint
