// The rows of what runs on a machine: which stand first, and which is the pick for a purpose.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ask/scenario.h"
#include "engine/base/words.h"

namespace ridgepoint {

// What weights lose by their format, from the perplexity of LLaMA 7B on wikitext (llama.cpp, pull request 1684):
// Q6_K +0.1%, Q4_K_M +0.9%, Q3_K_M +4%, Q2_K +15%.
enum class Quality { as_published, near_lossless, good, reduced, poor };
template <>
inline constexpr auto kWords<Quality> = word_list("as_published", "near_lossless", "good", "reduced", "poor");

// How well a model runs, the best first: a word for what holds it back. Great: at three times the pace that is enough
// (min_tokens_per_s; speech as long as it lasts, an image in a minute, a video in half an hour: what we take people to
// wait for), in weights that lose next to nothing, with room for twice the context asked for. Well: less of one of
// these. Tight: no room for twice the context, or weights that lose more than a little. Short: made for less context
// than asked for. Slow: not at that pace. Host: some of the weights lie in host memory.
enum class Grade { great, well, tight, brief, slow, host };
template <>
inline constexpr auto kWords<Grade> = word_list("great", "well", "tight", "short", "slow", "host");

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

// A pick for each purpose that a row is good enough for; `today` is the catalog's day.
std::vector<PurposePick> picks_of(const std::vector<ServedModel>& serves, std::string_view today);

// Picks, then those that run well, then those that generate tokens, then what is of the last year and a half and has
// no successor, and of these the largest.
void put_best_first(std::vector<ServedModel>& rows, const std::vector<PurposePick>& picks, std::string_view today);
void put_current_first(std::vector<TunedModel>& rows, std::string_view today);
void put_current_first(std::vector<TrainedModel>& rows, std::string_view today);

}  // namespace ridgepoint
