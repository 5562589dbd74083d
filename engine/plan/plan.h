// What was left to choose, chosen: layout, batch and checkpointing, with the memory they take.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/shared.h"
#include "engine/memory/inference.h"
#include "engine/memory/media.h"
#include "engine/memory/training.h"
#include "engine/model/media.h"
#include "engine/model/parallel.h"
#include "engine/question/question.h"
#include "engine/speed/training_step.h"

namespace ridgepoint {

// Models that are not token decoders.
struct MediaPlan {
  MediaRequest request;
  std::vector<Pass> passes;
  double batch = 1;    // items each accelerator works on together
  double windows = 1;  // items of a request: windows of audio
  double audio_s = 0;  // of a request
  bool compiled = true;
  bool in_turn = false;  // the network at work is on the accelerator, the others in host memory
  MediaTrainingMemoryInput training;
};

struct Plan {
  DECLARE_COPIES(Plan);

  Layout layout;
  std::string why;  // how the layout was chosen; empty when it was given
  MemoryUse memory;
  // Serving.
  InferenceMemoryInput serving;  // sequences and context of one replica
  double concurrency = 0;        // requests in flight over all replicas
  double context = 0;            // tokens kept free for each request
  double host_dense = 0;         // share of the dense layers' weights that lies in host memory
  double host_experts = 0;       // share of the routed experts
  double host_cache = 0;         // share of the cache
  Bytes host_memory;             // of all replicas
  double mean_context = 0;       // tokens a request holds in the mean of its life: prompt and half the answer
  double room = 0;               // tokens of cache it needs to start: those, or the whole answer where that is reserved
  // Training.
  TrainingMemoryInput training;
  int global_batch = 0;  // samples per optimizer step: sequences, of dpo pairs of them
  std::optional<MediaPlan> media;
};

// What a plan of serving is made for: sizes of the layout that are given, requests in flight over all replicas
// (infinity: as many as fit), and the most on one of them.
struct Wanted {
  ParallelChoice parallel;
  double concurrency = kUsualUsers;
  std::optional<int> max_sequences;
};
inline Wanted wanted_of(const Question& q) {
  return {q.parallel, q.serve.concurrency.value_or(kUsualUsers), q.serve.max_sequences};
}

// Prompt tokens of one step: the question's, else the engine's.
double prefill_chunk(const Question& question);

// Share of the usable memory that is left free: the question's, else what its share for the engine leaves, else a tenth;
// of llama.cpp and its kin, which take all at the start, a twentieth; none where the engine keeps some itself (SGLang).
double headroom_of(const Question& question);
// Share of it that the serving engine may take: the question's, else 0.9 as vLLM has it, under those engines all, or
// what the engine's own rule gives.
double memory_fraction_of(const Question& question);

// Of what lies in the part that is left free: graphs that an engine captures once the cache has all that its share of
// the memory leaves.
Bytes beside_share(const Question& question);
// Bytes of one accelerator that may be used: usable memory less the headroom; serving also keeps to
// the share its engine may take. What lies beside that is added.
Bytes memory_budget(const Question& question);

// Bytes of host memory for what one accelerator has no room for; none without a host.
Bytes host_room(const Question& question);

// Most sequences of `tokens` each that one replica of the plan holds within `budget` on each GPU, those of a draft
// model beside them; 0 when none.
double most_sequences(const Plan& plan, const Question& question, double tokens, Bytes budget);

// A layout may fit where its weights do, or where there is a host for them.
bool holds_weights(const Question& question, const Layout& layout, Bytes budget);

// How the reason of a layout begins where none fits: its memory may still hold it, without the room that is to be free.
std::string nothing_fits(const Plan& plan, const Question& question);

// Rule for what is left to `auto` in serving: the smallest tensor-parallel size within a node that fits
// the memory, then data parallel; pipeline stages over nodes when a node is not enough. When nothing
// fits, the most divided layout. Its memory is a sum alone, unless some of it lies in host memory. Problems: layouts
// that cannot run the model.
Result<Plan> plan_serving(const Question& question, const Wanted& wanted);
// The memory of a plan of serving, or of training, line by line.
void list_memory(Plan& plan, const Question& question);
void list_training_memory(Plan& plan, const Question& question);
// What is left open of layout, sharding, schedule, checkpointing and micro-batch: the choice with the shortest
// predicted step among all legal ones that fit the memory; the first tried (least divided) of equal ones. When nothing
// fits, the one that needs the least memory. Data ranks never outnumber a given global batch while another layout is
// legal. Micro-batches are powers of two up to 16,384 tokens, pieces of interleaved stages powers of two. Interleaving
// needs as many micro-batches as stages.
Result<Plan> plan_training(const Question& question);

// Sequences of a sample: the chosen and the rejected one of a pair for dpo.
int sequences_per_sample(Objective objective);

// The step of a training plan, as the speed formulas want it.
TrainingSpeedInput training_speed_input(const Plan& plan, const Question& question);

// These two plan models that are not token decoders.
// A copy of the model on every accelerator; of a diffusion model that does not fit whole with one item, the network at
// work alone, the others in host memory. The batch: as given; else the concurrency over the accelerators; else in
// a batch, or with concurrency "max", the largest power of two up to 256 that fits; else 1 for diffusion and
// speech and up to 32 for the others.
Plan plan_media_serving(const Question& question);
// Data parallel; states sharded (fsdp) only when they do not fit otherwise; the micro-batch is the largest power of two
// up to 256 that fits, one micro-batch a step unless the global batch asks for more.
Plan plan_media_training(const Question& question);

// Samples of a run when none are given: 90 passes over ImageNet's 1.28 million images (He et al. 2016) for training,
// 100,000 for fine-tuning.
double media_samples(const Question& question);

// All else as planned, within the memory that headroom leaves; 0 when even the smallest does not fit.
struct Limits {
  // Serving, over all replicas.
  std::optional<double> concurrency;       // sequences of the full context
  std::optional<double> concurrency_mean;  // of the mean live length
  std::optional<double> context;           // tokens; at most what the model was trained for
  // Training.
  std::optional<int> micro_batch;
  std::optional<int> sequence;  // tokens
  // Parameters, in 1e9, of the largest dense model of the usual shape, to 2%; of the planned one where it is dense,
  // fits and has more.
  std::optional<double> params_b;
};
Limits limits_of(const Plan& plan, const Question& question);

// Those of serving alone, without the largest model, which takes the longest to find.
Limits room_for_users(const Plan& plan, const Question& question);

// Tells whether nothing of the layout is left to choose.
bool everything_given(const ParallelChoice& asked);

// Tells whether a size of a divided model is asked for.
bool is_divided(const ParallelChoice& asked);

// Tells whether the model can be divided by a field of layouts, "/parallel/tensor" or another. Training cannot where a
// sharding is asked for and none of these (but that of the optimizer alone, which goes with them), nor by a framework
// without.
bool divides(const Question& question, std::string_view way);

// Pipeline stages that divide the accelerators, and of training the layers, or the number asked for.
std::vector<int> pipeline_sizes(const Question& question, const ParallelChoice& asked, int tensor);

// Tensor-parallel sizes within a node that divide the accelerators and the model, or the one asked for.
std::vector<int> tensor_choices(const Question& question, const ParallelChoice& asked);

// A layout of these sizes; data parallel with what is left, all else as asked for or by default.
Layout layout_with(const Question& question, const ParallelChoice& asked, int tensor, int pipeline);

}  // namespace ridgepoint
