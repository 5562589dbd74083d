#include <string>
#include <type_traits>

#include "engine/ask/ask.h"

namespace ridgepoint {
namespace {

// Which models a field is for.
using Applies = bool (*)(const Question&);
bool tokens(const Question& q) { return q.is(kOfTokens); }
bool media(const Question& q) { return q.is(kOfMedia); }
// The kind of a model that is not a token decoder, and what it counts as one.
bool is_kind(const Question& q, ModelKind kind) { return q.network() && q.network()->record.kind == kind; }
bool counts(const Question& q, Item item) { return q.network() && q.network()->item == item; }
// Something else than launching kernels one by one is to be had: a compiler, or an engine's captured graphs.
bool fuses_or_captures(const Question& q) { return media(q) || q.engine().cuda_graphs > bytes(0); }
bool reads_tokens(const Question& q) { return tokens(q) || counts(q, Item::sequence); }
bool writes_tokens(const Question& q) { return tokens(q) || q.network()->writes_text(); }
bool pictures(const Question& q) { return counts(q, Item::image) || counts(q, Item::video); }
bool denoises(const Question& q) { return is_kind(q, ModelKind::diffusion); }
bool listens(const Question& q) { return counts(q, Item::window); }
// Everything but convolutional nets: formats that only store weights are made for matrix products.
bool has_matrices(const Question& q) { return !is_kind(q, ModelKind::vision) || q.network()->record.patch; }

struct Rule {
  const char* path;
  const char* what;  // "images of a size"
  bool (*given)(const Question&);
  Applies applies;
};

const Question kDefaults;
template <class Part>
const Part& part_of(const Question& q) {
  if constexpr (std::is_same_v<Part, ServeChoice>)
    return q.serve;
  else
    return q.train;
}
template <class Part, class T>
Part holder(T Part::*);
// Tells whether a field has another value than its default.
template <auto kField>
bool given(const Question& q) {
  using Part = decltype(holder(kField));
  return part_of<Part>(q).*kField != part_of<Part>(kDefaults).*kField;
}

const Rule kServing[] = {
    {"/precision/kv", "KV cache whose format could be chosen",
     [](const Question& q) { return q.precision.kv != PrecisionChoice{}.kv; }, tokens},
    {"/serve/purpose", "purpose of its requests",
     [](const Question& q) { return q.serve.purpose.value_or(RequestPurpose::general) != RequestPurpose::general; },
     reads_tokens},
    {"/serve/input_tokens", "prompt", given<&ServeChoice::input_tokens>, reads_tokens},
    {"/serve/output_tokens", "answer of tokens", given<&ServeChoice::output_tokens>, writes_tokens},
    {"/serve/reasoning_tokens", "reasoning", given<&ServeChoice::reasoning_tokens>, tokens},
    {"/serve/max_context", "context kept free", given<&ServeChoice::max_context>, tokens},
    {"/serve/max_sequences", "limit of sequences at once (give batch)", given<&ServeChoice::max_sequences>, tokens},
    {"/serve/prefill_chunk", "prefill", given<&ServeChoice::prefill_chunk>, tokens},
    {"/serve/engine", "serving engine of token decoders", given<&ServeChoice::engine>, tokens},
    {"/serve/prefix_hit_rate", "prefix cache", given<&ServeChoice::prefix_hit_rate>, tokens},
    {"/serve/length_spread", "simulated latencies", given<&ServeChoice::length_spread>, tokens},
    {"/serve/slo", "simulated latencies to compare with targets",
     [](const Question& q) { return q.serve.slo.wanted(); }, tokens},
    {"/serve/disaggregated", "prefill to separate from decode",
     [](const Question& q) { return q.serve.disaggregated.value_or(false); }, tokens},
    {"/serve/speculative", "decoding of tokens to speculate on",
     [](const Question& q) { return q.serve.speculative.wanted(); }, tokens},
    {"/serve/batch", "batches of items; its requests join and leave a batch by themselves", given<&ServeChoice::batch>,
     media},
    {"/serve/steps", "denoising steps", given<&ServeChoice::steps>, denoises},
    {"/serve/guidance", "classifier-free guidance", given<&ServeChoice::guidance>, denoises},
    {"/serve/width", "images", given<&ServeChoice::width>, pictures},
    {"/serve/height", "images", given<&ServeChoice::height>, pictures},
    {"/serve/audio_s", "audio", given<&ServeChoice::audio_s>, listens},
    {"/serve/total_audio_h", "audio", given<&ServeChoice::total_audio_h>, listens},
    {"/serve/audio_h_per_day", "audio", given<&ServeChoice::audio_h_per_day>, listens},
    {"/serve/total_tokens", "tokens to read", given<&ServeChoice::total_tokens>, reads_tokens},
    {"/serve/tokens_per_day", "tokens to read", given<&ServeChoice::tokens_per_day>, reads_tokens},
    {"/serve/eager", "choice of eager kernels under an engine that captures no graphs", given<&ServeChoice::eager>,
     fuses_or_captures},
};

const Rule kTraining[] = {
    {"/train/tokens", "runs counted in tokens (give samples)", given<&TrainChoice::tokens>, tokens},
    {"/train/dataset_tokens", "data counted in tokens (give samples)", given<&TrainChoice::dataset_tokens>, tokens},
    {"/train/sequence", "sequences of tokens", given<&TrainChoice::sequence>, reads_tokens},
    {"/train/samples", "runs counted in samples (give tokens)", given<&TrainChoice::samples>, media},
    {"/train/image_size", "images", given<&TrainChoice::image_size>, pictures},
    {"/train/mtbf_h", "failures counted (language models have)", given<&TrainChoice::mtbf_h>, tokens},
    {"/train/checkpoint_min", "checkpoints counted (language models have)", given<&TrainChoice::checkpoint_min>,
     tokens},
    {"/train/objective", "answers to prefer or reward", given<&TrainChoice::objective>, tokens},
    {"/train/loss", "loss over a vocabulary", given<&TrainChoice::loss>, tokens},
};

std::string name_of(const Question& q) { return q.model->name; }

void not_computed(Problems& problems, const char* path, const std::string& message, std::vector<std::string> instead) {
  note(problems, "not_available", path, message, std::move(instead));
}

// What is not computed for them.
void check_media(const Question& q, Problems& problems) {
  const struct {
    const char* path;
    const std::optional<int>& size;
  } divided[] = {{"/parallel/tensor", q.parallel.tensor},
                 {"/parallel/pipeline", q.parallel.pipeline},
                 {"/parallel/expert", q.parallel.expert}};
  for (const auto& [path, size] : divided)
    if (size.value_or(1) > 1)
      not_computed(problems, path, name_of(q) + " is estimated with a whole copy on every accelerator.", {"1"});
  if (q.parallel.data && *q.parallel.data != q.gpus)
    not_computed(problems, "/parallel/data", name_of(q) + " is estimated with a copy on every accelerator.",
                 {std::to_string(q.gpus)});
  if (q.is(kServes) && !has_matrices(q) && q.weights->weight_only)
    note(problems, "not_applicable", "/precision/weights",
         q.weights->name + " stores matrices of transformers; " + name_of(q) + " is convolutional.",
         {"bf16", "fp8", "int8"});
  if (q.is(kServes)) return;
  if (listens(q) || writes_tokens(q))
    not_computed(problems, "/workload", "Training of " + name_of(q) + " is not computed.", {"serve", "batch"});
  if (q.train.method && *q.train.method != Method::full)
    not_computed(problems, "/train/method", "Only training of all weights is computed for " + name_of(q) + ".",
                 {"full"});
  if (q.train.checkpointing == Checkpointing::selective)
    not_computed(problems, "/train/checkpointing", "Selective recomputation is for language models.", {"none", "full"});
  if (q.parallel.sharding == Sharding::hsdp)
    not_computed(problems, "/parallel/sharding", "hsdp is computed for language models only.", {"none", "fsdp"});
}

}  // namespace

Problems meaningless(const Question& question) {
  Problems problems;
  const auto check = [&](const Rule& rule) {
    if (rule.given(question) && !rule.applies(question))
      note(problems, "not_applicable", rule.path, name_of(question) + " has no " + rule.what + ".");
  };
  if (question.is(kServes))
    for (const Rule& rule : kServing) check(rule);
  else
    for (const Rule& rule : kTraining) check(rule);
  if (media(question)) check_media(question, problems);
  return problems;
}

}  // namespace ridgepoint
