// What is asked of hardware that is there: which models run on it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/ask/scenario.h"

namespace ridgepoint {

enum class RunsOnPart { serves, finetunes, trains };
template <>
inline constexpr auto kWords<RunsOnPart> = word_list("serves", "finetunes", "trains");

struct RunsOnQuestion {
  // One sort, or several that share a model: layers are divided in proportion to memory and computed one after
  // another, as llama.cpp does. A CPU beside other accelerators lends its memory.
  std::vector<OwnedHardware> hardware;
  double context = 8192;               // tokens kept free for each user
  double input_tokens = 2048;          // of a request
  double output_tokens = 512;          // of its answer
  std::string accept = "gguf-q4_k_m";  // coarsest format of the weights
  // People read 238 words a minute (Brysbaert 2019): at 0.75 words a token 5.3 tokens a second. Twice that is comfort.
  double min_tokens_per_s = 10;
  std::optional<std::string> host;       // CPU; "none": no weights in host memory; absent: usual for the hardware
  std::optional<double> host_memory_gb;  // for weights; absent: as much as the accelerators have
  int sequence = 4096;                   // tokens of a sample in fine-tuning and training
  double max_days = 365;                 // longest training run that is listed
  std::vector<std::string> models;       // only these; empty: all
  std::vector<std::string> parts;        // words of RunsOnPart; empty: all
  Overrides overrides;
};
void visit(RunsOnQuestion& question, FieldVisitor& v);

}  // namespace ridgepoint
