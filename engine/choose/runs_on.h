// The reverse question: which models run on hardware that is there, how well, and which it fine-tunes and trains.
//
// Nothing here computes a figure of its own: every row is an estimate of one model on the hardware.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/ask/scenario.h"
#include "engine/base/result.h"
#include "engine/estimate/estimate.h"
#include "engine/facts/catalog.h"

namespace ridgepoint {

enum class RunsOnPart { serves, finetunes, trains };
template <>
struct Words<RunsOnPart> {
  static constexpr std::array<std::string_view, 3> list = {"serves", "finetunes", "trains"};
};

// What weights lose by their format, from the perplexity of LLaMA 7B on wikitext (llama.cpp, pull request 1684):
// Q6_K +0.1%, Q4_K_M +0.9%, Q3_K_M +4%, Q2_K +15%.
enum class Quality { as_published, near_lossless, good, reduced, poor };
template <>
struct Words<Quality> {
  static constexpr std::array<std::string_view, 5> list = {"as_published", "near_lossless", "good", "reduced", "poor"};
};

// How well a model runs, the best first: a word for what holds it back. Great: at three times the pace that is enough
// (min_tokens_per_s; speech as long as it lasts, an image in a minute, a video in half an hour: what we take people to
// wait for), in weights that lose next to nothing, with room for twice the context asked for. Well: less of one of
// these. Tight: no room for twice the context, or weights that lose more than a little. Short: made for less context
// than asked for. Slow: not at that pace. Host: some of the weights lie in host memory.
enum class Grade { great, well, tight, brief, slow, host };
template <>
struct Words<Grade> {
  static constexpr std::array<std::string_view, 6> list = {"great", "well", "tight", "short", "slow", "host"};
};

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

struct RunningModel {
  std::string id;
  std::string name;
  std::string family;
  ModelKind kind = ModelKind::decoder;
  std::string release;                // day, month or year
  std::vector<std::string> purposes;  // words of Purpose
  std::string successor;              // id of the model that its maker has put in its place; empty: none
  double params_b = 0;
  double active_params_b = 0;
  bool is_said = false;  // the purposes, by its maker
};

struct StartLine {
  std::string tool;     // as people know it
  std::string command;  // lines for a shell
};

// A model that can be served, with the weights it is served with: the least coarse that fit and keep min_tokens_per_s;
// where none keep it, the coarsest accepted. In host memory, with the coarsest accepted, only where nothing else fits.
struct ServedModel {
  RunningModel model;
  Grade grade = Grade::well;
  bool runs_well = false;  // great, well or tight
  std::string weights;
  Quality quality = Quality::as_published;
  double per_gpu_gb = 0;
  double usable_gb = 0;
  std::optional<double> host_gb;
  int accelerators = 1;  // that one copy is divided over
  // Token decoders.
  std::optional<double> context;      // that the figures are for: what was asked for, or the model's most
  std::optional<double> max_context;  // of one user; at most what the model was made for
  std::optional<double> users;        // at once, with `context` each
  std::optional<double> ttft_ms;      // one user
  std::optional<double> tpot_ms;
  std::optional<double> tokens_per_s;
  std::optional<double> tokens_per_s_low;  // nine of ten measured runs lie within
  std::optional<double> tokens_per_s_high;
  // Others.
  std::optional<double> requests_per_s;
  std::optional<double> images_per_s;
  std::optional<double> audio_s_per_s;
};

// What to begin with for some purposes: of the models of the last year and a half (where these have none that encodes,
// draws or listens and runs well, of all such) that no successor replaces, that their makers say are for it (where none
// does, all) and that run well in weights with no more than a small loss the largest, and of those of at least three
// quarters of its size the newest. A mixture of experts is as large as the geometric mean of all and of active
// parameters: what users find them to match (r/LocalLLaMA, 2024-03-28).
struct PurposePick {
  std::vector<std::string> purposes;  // words of Purpose, of which it is the pick
  std::string model;                  // id, of a row of `serves`
  std::vector<StartLine> start;
};

struct TuningMethod {
  Method method = Method::full;
  double per_gpu_gb = 0;
  double usable_gb = 0;
  std::optional<double> tokens_per_s;
  std::optional<double> samples_per_s;
  std::optional<int> micro_batch;
  std::string checkpointing;
};
struct TunedModel {
  RunningModel model;
  std::vector<TuningMethod> methods;  // that fit: full, lora, qlora
};
// From scratch, on 20 tokens for each parameter (compute-optimal); other models on their usual samples.
struct TrainedModel {
  RunningModel model;
  double per_gpu_gb = 0;
  double usable_gb = 0;
  double days = 0;
  std::optional<double> tokens_per_s;
  std::optional<double> samples_per_s;
};

struct OwnedShown {
  std::string accelerator;  // catalog id
  std::string name;
  int count = 1;
  double usable_gb = 0;  // of one
};
struct RunsOn {
  std::vector<OwnedShown> hardware;
  double usable_gb = 0;             // of all accelerators
  std::string host;                 // name of the CPU whose memory takes what does not fit; empty: none
  double host_memory_gb = 0;        // for weights
  std::vector<std::string> notes;   // assumptions, plain sentences
  std::vector<PurposePick> picks;   // each purpose that something runs well for is one's
  std::vector<ServedModel> serves;  // picks first, then those that run well, token generators before others, then those
                                    // of the last year and a half without a successor, then the largest
  std::vector<TunedModel> finetunes;  // those of the last year and a half without a successor first, then the largest
  std::vector<TrainedModel> trains;   // likewise
};
void visit(RunsOn& found, FieldVisitor& v);

// Lines that start what was estimated (tell/reproduce.h).
using StartLines = std::vector<StartLine> (*)(const Estimate&, const Catalog&);

// Memory with the usual headroom of a tenth. Several accelerators of one sort fine-tune and train with FSDP; of several
// sorts those that have most memory together do. CPUs are asked to serve only.
// Problems: no hardware, names that nothing has, counts and lengths out of range.
Result<RunsOn> runs_on(const RunsOnQuestion& question, const Catalog& catalog, StartLines start = nullptr);

// Several sorts as one accelerator: layers are divided in proportion to memory and computed one after another, so that
// a token takes the time of each share on its own accelerator. Rates and bandwidth are means weighted by that time
// (harmonic); each further accelerator holds a context of its own. What else has to be known is that of the sort that
// takes most of the time. Not counted: the hop from one to the next.
struct AcceleratorGroup {
  const Accelerator* accelerator = nullptr;
  int count = 1;
};
Accelerator united(const std::vector<AcceleratorGroup>& groups);

}  // namespace ridgepoint
